package find

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"flightlog/parse/timeline"
)

// Complete gives terms that the last, half written term of a query may become: names of
// fields, and behind a field's colon the values that the archive holds, the most frequent
// first; at most limit. Each replaces the term as written. A word that begins no field's
// name has none.
func (f *Finder) Complete(query string, limit int) []string {
	term := query[strings.LastIndexAny(query, " \t\n")+1:]
	name := strings.TrimLeft(term, "!-")
	mark := term[:len(term)-len(name)]
	name, value, isField := strings.Cut(name, ":")
	var out []string
	if !isField {
		for _, d := range fields {
			if name != "" && strings.HasPrefix(d.name, name) {
				out = append(out, mark+d.name+":")
			}
		}
		return out[:min(limit, len(out))]
	}
	want := strings.ToLower(strings.Trim(value, `"`))
	for _, v := range f.values(name) {
		if len(out) < limit && strings.Contains(strings.ToLower(v), want) {
			out = append(out, mark+name+":"+Value(v))
		}
	}
	return out
}

// values lists what a field may be compared with, the most frequent first.
func (f *Finder) values(name string) []string {
	for _, d := range Fields() {
		if d.Name == name && d.Values != nil {
			return d.Values
		}
	}
	n := map[string]int{}
	if name == "store" {
		for i := range f.t.Sources {
			if s := &f.t.Sources[i]; s.State != timeline.Skipped {
				n[s.Kind]++
			}
		}
	}
	for _, s := range f.t.Sessions {
		switch name {
		case "type":
			for _, list := range [...][]timeline.Event{s.Events, s.Store} {
				for i := range list {
					n[list[i].Type]++
				}
			}
		case "tool":
			for i := range s.Calls {
				n[s.Calls[i].Tool]++
			}
		case "agent":
			for i := range s.Agents {
				n[cmp.Or(s.Agents[i].Name, s.Agents[i].ID)]++
			}
		case "model":
			for _, m := range s.Models {
				n[m]++
			}
		case "session":
			n[s.ID]++
		case "project":
			n[s.Project]++
		case "branch":
			n[s.Branch]++
		}
	}
	delete(n, "")
	out := make([]string, 0, len(n))
	for v := range n {
		out = append(out, v)
	}
	slices.SortFunc(out, func(a, b string) int { return cmp.Or(n[b]-n[a], strings.Compare(a, b)) })
	return out
}

// Value spells a text as the value of a field, in quotes where it needs them.
func Value(text string) string {
	if strings.ContainsAny(text, " \t\n\"") || strings.HasPrefix(text, "/") {
		return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
	}
	return text
}

// Exactly spells a value that fits the whole text and no longer one.
func Exactly(text string) string {
	return "/^" + strings.ReplaceAll(regexp.QuoteMeta(text), "/", `\/`) + "$/"
}
