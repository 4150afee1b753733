package find

import (
	"math/bits"
	"slices"
	"strings"

	"flightlog/parse/timeline"
)

// Field is a name that a query may put before a value.
type Field struct {
	Name   string
	What   string   // what it looks at, a phrase
	Values []string // all values that it takes, nil where they come from the archive
}

// field is a name of the grammar. With keys it looks into records, at the strings that
// stand under one of them.
type field struct {
	name, what string
	keys       []string
}

var fields = []*field{
	{name: "type", what: "the record's type, or the table of a database row"},
	{name: "kind", what: "what it is, by the kinds of the timeline"},
	{name: "tool", what: "the tool of the call that the record belongs to"},
	{name: "is", what: "how its call ended, or what is special about it"},
	{name: "cmd", what: "commands that were asked for or run", keys: []string{"command", "fullCommandText"}},
	{name: "file", what: "files that a call, a patch or a row names",
		keys: []string{"path", "paths", "file", "files", "file_path", "filePath", "fileName", "possiblePaths", "filesModified"}},
	{name: "agent", what: "the subagent that it belongs to"},
	{name: "session", what: "the session's id or name"},
	{name: "project", what: "the session's directory or repository"},
	{name: "branch", what: "the session's branch"},
	{name: "model", what: "a model that answered in the session"},
	{name: "store", what: "the file it stands in, by its path or kind"},
	{name: "line", what: "the line of its file, or the rowid of its table"},
	{name: "on", what: "its time: in this year, month, day or minute (UTC)"},
	{name: "after", what: "its time: from the beginning of this on"},
	{name: "before", what: "its time: before the beginning of this"},
}

func fieldNamed(name string) *field {
	i := slices.IndexFunc(fields, func(f *field) bool { return f.name == name })
	if i < 0 {
		return nil
	}
	return fields[i]
}

// Fields lists the fields in the order of a help text.
func Fields() []Field {
	out := make([]Field, len(fields))
	for i, f := range fields {
		out[i] = Field{Name: f.name, What: f.what}
		switch f.name {
		case "kind":
			for _, k := range timeline.Kinds() {
				out[i].Values = append(out[i].Values, kindWord(k))
			}
		case "is":
			out[i].Values = states[:]
		}
	}
	return out
}

// states are the values of is:.
var states = [...]string{"failed", "denied", "cancelled", "succeeded", "open", "recovered", "repaired"}

func isState(s string) bool { return slices.Contains(states[:], s) }
func stateList() string     { return strings.Join(states[:], ", ") }

// kindWord is a kind's name without its second word: a value is one word.
func kindWord(k timeline.Kind) string {
	word, _, _ := strings.Cut(k.String(), " ")
	return word
}

func kindList() string {
	var out []string
	for _, k := range timeline.Kinds() {
		out = append(out, kindWord(k))
	}
	return strings.Join(out, ", ")
}

// kindsNamed gives the kinds whose names begin with text, the one of that name alone.
func kindsNamed(text string) uint32 {
	text = strings.ToLower(text)
	mask := uint32(0)
	for _, k := range timeline.Kinds() {
		if text == kindWord(k) || text == k.String() {
			return 1 << k
		}
		if strings.HasPrefix(k.String(), text) {
			mask |= 1 << k
		}
	}
	if bits.OnesCount32(mask) == len(timeline.Kinds()) {
		return 0
	}
	return mask
}
