// Package filter knows what a reader may choose of many records: questions asked of each,
// and the answers that let it through.
//
// The part of a link behind its "?" and the answers of each record come in; whether a
// record passes goes out, and what may be chosen, with counts and links. What a link asks
// that nobody knows is left out; a value that no record has can be taken back.
package filter

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"flightlog/components"
	"flightlog/parse/timeline"
)

// Facet is one question that a filter asks of a record.
type Facet uint8

// The questions, in the order in which a page lists them.
const (
	Kind Facet = iota
	Outcome
	Tool
	Agent
	Store
	Decision // of a request or a command, in the audit
	Project  // likewise
	facetCount
)

// Names of the facets as links spell them, and as a person reads them.
var (
	facetIDs   = [facetCount]string{"kind", "outcome", "tool", "agent", "store", "decision", "project"}
	facetNames = [facetCount]string{"Kind", "Outcome", "Tool", "Agent", "Store", "Decision", "Project"}
)

// String is the facet as a person reads it.
func (k Facet) String() string { return facetNames[k] }

// Values are a record's answers as a person reads them, "" where a question does not
// apply to it.
type Values [facetCount]string

// NoAgent is the answer of the root conversation.
const NoAgent = "the conversation"

// StoreName is the answer of a file: the store that it is.
func StoreName(s *timeline.Source) string {
	switch s.Kind {
	case "events", "legacy":
		return "event log"
	case "store":
		return "session-store.db"
	}
	return s.Kind
}

// Filter is what a reader chose: by facet the ids of values, of which one must hold; a
// facet without any asks for nothing. Links hold it as kind=tool,prompt&outcome=failed.
type Filter [facetCount][]string

// Parse reads the part of a link behind its "?". What it does not understand, it
// leaves out.
func Parse(query string) Filter {
	var f Filter
	for part := range strings.SplitSeq(query, "&") {
		name, list, _ := strings.Cut(part, "=")
		k := slices.Index(facetIDs[:], name)
		if k < 0 {
			continue
		}
		for id := range strings.SplitSeq(list, ",") {
			if isID(id) && !slices.Contains(f[k], id) {
				f[k] = append(f[k], id)
			}
		}
		slices.Sort(f[k])
	}
	return f
}

// Only is the filter that asks for one value of a facet.
func Only(k Facet, name string) (f Filter) {
	f[k] = []string{valueID(k, name)}
	return f
}

func isID(id string) bool {
	for _, r := range id {
		if (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '_' && r != '-' {
			return false
		}
	}
	return id != "" && len(id) <= 40
}

// String is the filter as links spell it: the same filter is always the same text.
func (f Filter) String() string {
	var parts []string
	for k, ids := range f {
		if len(ids) > 0 {
			parts = append(parts, facetIDs[k]+"="+strings.Join(ids, ","))
		}
	}
	return strings.Join(parts, "&")
}

// Behind is the filter as the end of a link, "" for none.
func (f Filter) Behind() string {
	if s := f.String(); s != "" {
		return "?" + s
	}
	return ""
}

// Chosen counts the values that are asked for.
func (f Filter) Chosen() int {
	n := 0
	for _, ids := range f {
		n += len(ids)
	}
	return n
}

// with is the filter after a click on a value.
func (f Filter) with(k Facet, id string) Filter {
	if i := slices.Index(f[k], id); i >= 0 {
		f[k] = slices.Delete(slices.Clone(f[k]), i, i+1)
	} else {
		f[k] = append(slices.Clone(f[k]), id)
		slices.Sort(f[k])
	}
	return f
}

// valueID is a value in links. The name of a tool or an agent that is not Copilot's own
// is content, and an address holds none: a number made of it stands for it.
func valueID(k Facet, name string) string {
	switch k {
	case Kind, Outcome:
		word, _, _ := strings.Cut(name, " ")
		if k == Outcome && name == timeline.Unstated.String() {
			word = "unstated"
		}
		return word
	case Store:
		switch name {
		case "event log":
			return "log"
		case "session-store.db":
			return "store"
		}
	case Decision:
		if id := decisionIDs[name]; id != "" {
			return id
		}
	case Agent:
		if name == NoAgent {
			return "none"
		}
	case Tool:
		if ownTools[name] {
			return name
		}
	}
	h := fnv.New32a()
	h.Write([]byte(name))
	return fmt.Sprintf("x%08x", h.Sum32())
}

// ownTools are the tools that are Copilot's own.
var ownTools = map[string]bool{
	"bash": true, "powershell": true, "local_shell": true, "shell": true, "read_bash": true, "write_bash": true, "stop_bash": true,
	"edit": true, "create": true, "apply_patch": true, "str_replace": true, "write": true, "view": true, "grep": true, "rg": true, "glob": true,
	"web_fetch": true, "web_search": true, "ask_user": true, "exit_plan_mode": true, "task": true, "read_agent": true, "sql": true, "update_todo": true,
}

// Sieve lets records through a filter, and counts what it saw.
type Sieve struct {
	f    Filter
	seen [facetCount]map[string]*seenValue // by the value as a person reads it
}

// seenValue is one value of a facet. all counts the records that have it, n those of them
// that the other facets let through: what would be shown if it alone were chosen.
type seenValue struct {
	name, id string
	on       bool
	all, n   int
}

// New makes the sieve of a filter.
func New(f Filter) *Sieve {
	s := &Sieve{f: f}
	for k := range s.seen {
		s.seen[k] = map[string]*seenValue{}
	}
	return s
}

func (s *Sieve) value(k Facet, name string) *seenValue {
	val := s.seen[k][name]
	if val == nil {
		val = &seenValue{name: name, id: valueID(k, name)}
		val.on = slices.Contains(s.f[k], val.id)
		s.seen[k][name] = val
	}
	return val
}

// Takes counts a record and reports whether the filter lets it through.
func (s *Sieve) Takes(v Values) bool {
	var own [facetCount]*seenValue
	missed, by := 0, facetCount
	for k := range facetCount {
		if v[k] != "" {
			own[k] = s.value(k, v[k])
			own[k].all++
		}
		if len(s.f[k]) > 0 && (own[k] == nil || !own[k].on) {
			missed, by = missed+1, k
		}
	}
	for k, val := range own {
		if val != nil && (missed == 0 || missed == 1 && by == Facet(k)) {
			val.n++
		}
	}
	return missed == 0
}

// Learn takes over the values of a facet that another sieve saw, so that they can be chosen.
func (s *Sieve) Learn(k Facet, of *Sieve) {
	for name, val := range of.seen[k] {
		s.seen[k][name] = val
	}
}

// Facets are what a reader may choose, as links to the page at hand: base is its address
// without a filter. A facet with one value only is left out, since it asks nothing.
func (s *Sieve) Facets(base string) []components.Facet {
	var out []components.Facet
	for k := range facetCount {
		all := s.values(k)
		if len(all) < 2 && len(s.f[k]) == 0 {
			continue
		}
		f := components.Facet{Name: k.String()}
		for _, val := range all {
			choice := components.Choice{Name: val.name, Count: val.n, On: val.on, Href: base + s.f.with(k, val.id).Behind(), Stay: facetIDs[k] + " " + val.id}
			if k == Outcome && val.name == timeline.Errored.String() {
				choice.Tone = components.Bad
			}
			f.Choices = append(f.Choices, choice)
		}
		out = append(out, f)
	}
	return out
}

// values lists a facet's values: kinds in their order, others by the count of all records,
// then by name, so that choosing moves none of them. One that is asked for and that no
// record has is listed, so that it can be taken back.
func (s *Sieve) values(k Facet) []*seenValue {
	var all []*seenValue
	for _, val := range s.seen[k] {
		all = append(all, val)
	}
	for _, id := range s.f[k] {
		if !slices.ContainsFunc(all, func(val *seenValue) bool { return val.id == id }) {
			all = append(all, &seenValue{name: id, id: id, on: true})
		}
	}
	order := map[string]int{}
	if k == Kind {
		for i, kind := range timeline.Kinds() {
			order[kind.String()] = i - len(timeline.Kinds())
		}
		order[timeline.Unknown.String()] = 0 // the kind that nobody knows stands last
	}
	slices.SortFunc(all, func(a, b *seenValue) int {
		if k == Kind {
			return cmp.Or(cmp.Compare(order[a.name], order[b.name]), cmp.Compare(a.name, b.name))
		}
		return cmp.Or(cmp.Compare(b.all, a.all), cmp.Compare(a.name, b.name))
	})
	return all
}
