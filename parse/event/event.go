// Package event knows what a line of events.jsonl means. A line goes in; out come the
// few fields of a timeline.Event, the facts that joins need, and, when somebody asks,
// a sentence and the blocks of its detail.
//
// Each event type is one stanza in the file of its family. A type without a stanza is
// no damage: it is kept with kind unknown and shown raw. null reads as absent, unknown
// keys are left alone, and a value of an unexpected kind reads as absent too, since the
// log is not a subset of the producer's own schema (FINDINGS.md, events.jsonl 3).
package event

import (
	"errors"
	"slices"

	"flightlog/parse/decode/rawjson"
	"flightlog/parse/timeline"
)

// Spec is one event type.
type Spec struct {
	Type string
	Kind timeline.Kind
	// Links notes the facts of a record that joins need. It runs for every line while
	// a log is being read, so it decodes nothing that it can leave in place. It may be nil.
	Links func(r *Record, l *timeline.Links) timeline.Flag
	// Rows emits the record's rows of the row contract. It may be nil: it gives none.
	Rows func(r *Record, t *Tracker)
	// Line is what a list says about a record. It may be nil: the type's name is shown.
	Line func(r *Record) timeline.Summary
	// Blocks is a record's detail beyond its fields. It may be nil.
	Blocks func(r *Record) []timeline.Block
}

var registry = map[string]*Spec{}

func register(specs ...Spec) {
	for i := range specs {
		s := &specs[i]
		if registry[s.Type] != nil {
			panic("event type registered twice: " + s.Type)
		}
		registry[s.Type] = s
	}
}

// Types lists the understood event types in alphabetical order.
func Types() []string {
	out := make([]string, 0, len(registry))
	for t := range registry {
		out = append(out, t)
	}
	slices.Sort(out)
	return out
}

// ErrNoType is the error of an object without a type: JSON, but no event.
var ErrNoType = errors.New("not an event")

// Record is one decoded line. It is reused from line to line.
type Record struct {
	doc   *rawjson.Doc
	spec  *Spec
	Type  string
	names map[string]string // types without a stanza, each held once
	odd   string            // the first key whose value is not of the kind that the type writes
	kind  byte              // of that value
}

// NewRecord makes a Record that refuses values nested deeper than depth.
func NewRecord(depth int) *Record {
	return &Record{doc: rawjson.NewDoc("data", depth), names: map[string]string{}}
}

// Data gives the value under a key of the record's data, nil when absent or null.
func (r *Record) Data(key string) rawjson.Value { return r.doc.Inner(key) }

// Str gives a string of the record's data, "" when absent or no string.
func (r *Record) Str(key string) string { return r.doc.Inner(key).String() }

// null reports that the data has a key whose value is null, which some types write to
// say that something was taken away.
func (r *Record) null(key string) bool {
	if r.Data(key) != nil {
		return false
	}
	for k := range r.doc.Get("data").Members() {
		if k.String() == key {
			return true
		}
	}
	return false
}

// id gives a string of the data in place, for joins: nil when absent or odd.
func (r *Record) id(key string) []byte { return plain(r.expect(key, '"')) }

// expect gives the value of a key of the data, and remembers one of another kind.
func (r *Record) expect(key string, kind byte) rawjson.Value {
	v := r.doc.Inner(key)
	if v != nil && v.Kind() != kind && r.odd == "" {
		r.odd, r.kind = key, v.Kind()
	}
	return v
}

// Odd tells of a record of a known type, decoded just now, that holds something of another
// kind than its type writes: in words the first one met, "" where there is none. Only what
// joins and lists lean on is looked at; nothing of the record is lost by it.
func (r *Record) Odd() string {
	if r.spec == nil {
		return ""
	}
	if d := r.doc.Get("data"); d != nil && d.Kind() != '{' {
		return "its data is " + d.Words()
	}
	if r.odd == "" {
		return ""
	}
	return "“" + r.odd + "” is " + rawjson.Value{r.kind}.Words()
}

// Surrogates reports whether the record holds an escape of half a UTF-16 pair.
func (r *Record) Surrogates() bool { return r.doc.Surrogates() }

// plain gives a string's bytes in place; one with escapes is decoded.
func plain(v rawjson.Value) []byte {
	if b := v.Plain(); b != nil {
		return b
	}
	if s, ok := v.Text(); ok {
		return []byte(s)
	}
	return nil
}

// known gives the bytes of a string or a number in place: ids are either.
func known(v rawjson.Value) []byte {
	if v.Kind() == '0' {
		return v
	}
	return plain(v)
}

// tie enters the record into a thread, unless the id is missing.
func tie(l *timeline.Links, t timeline.Thread, id []byte) {
	if len(id) > 0 {
		l.Ties = append(l.Ties, timeline.Tie{Thread: t, ID: id})
	}
}

// tied makes the links of a type whose only join is a thread.
func tied(t timeline.Thread, key string) func(*Record, *timeline.Links) timeline.Flag {
	return func(r *Record, l *timeline.Links) timeline.Flag {
		tie(l, t, known(r.Data(key)))
		return 0
	}
}

// Decode reads a line, trimmed of what is no part of its record. It fills the event's
// Time, Type, Kind and Flags and the links. The error is a *rawjson.SyntaxError or
// ErrNoType.
func (r *Record) Decode(line []byte, e *timeline.Event, l *timeline.Links) error {
	if err := r.Open(line); err != nil {
		return err
	}
	e.Time, e.Type, e.Kind, e.Flags = parseTime(r.doc.Get("timestamp")), r.Type, timeline.Unknown, 0
	if r.spec != nil {
		e.Kind = r.spec.Kind
	}
	e.Flags = r.links(l)
	return nil
}

// links notes what joins the record with others, and gives its flags.
func (r *Record) links(l *timeline.Links) timeline.Flag {
	l.Reset()
	if l.Agent = plain(r.doc.Get("agentId")); l.Agent == nil {
		l.Agent = r.id("parentToolCallId")
	}
	l.AgentCall = r.id("parentToolCallId")
	if f := r.Data("fusion"); f != nil {
		tie(l, timeline.FusionThread, plain(f.Get("fusionId")))
	}
	if r.spec == nil || r.spec.Links == nil {
		return 0
	}
	return r.spec.Links(r, l)
}

// Ties gives the threads that an opened record is in.
func (r *Record) Ties() []timeline.Tie {
	var l timeline.Links
	r.links(&l)
	return l.Ties
}

// Open reads a line for its words only, when a view asks.
func (r *Record) Open(line []byte) error {
	r.spec, r.Type, r.odd = nil, "", ""
	if err := r.doc.Scan(line); err != nil {
		return err
	}
	t := r.doc.Get("type")
	name := t.Plain()
	if name == nil {
		s, ok := t.Text()
		if !ok {
			return ErrNoType
		}
		name = []byte(s)
	}
	if r.spec = registry[string(name)]; r.spec != nil {
		r.Type = r.spec.Type
		return nil
	}
	held, ok := r.names[string(name)]
	if !ok {
		held = string(name)
		r.names[held] = held
	}
	r.Type = held
	return nil
}

// ID gives the event's id in place, nil when it has none.
func (r *Record) ID() []byte { return plain(r.doc.Get("id")) }

// Stamped reports whether the record holds a timestamp, be it one that cannot be read.
func (r *Record) Stamped() bool { return r.doc.Get("timestamp") != nil }

// Summary is the one line that says what the record is.
func (r *Record) Summary() timeline.Summary {
	if r.spec != nil && r.spec.Line != nil {
		if s := r.spec.Line(r); s.Text != "" {
			s.Text = or(OneLine(s.Text), "(blank)")
			return s
		}
	}
	name := or(OneLine(r.Type), "(a type without a name)")
	if StreamedOnly(r.Type) {
		name += " — streamed only, not meant for the log"
	}
	return timeline.Summary{Text: name}
}

// Blocks is the record's detail: what its type makes of it, then its data as fields.
func (r *Record) Blocks() []timeline.Block {
	var out []timeline.Block
	if r.spec != nil && r.spec.Blocks != nil {
		out = dress(r.spec.Blocks(r))
	}
	// What a block shows already is not shown a second time.
	f := slices.DeleteFunc(fields(r.doc.Get("data")), func(f timeline.Field) bool {
		return slices.ContainsFunc(out, func(b timeline.Block) bool { return b.Text == f.Value })
	})
	if len(f) > 0 {
		out = append(out, timeline.Block{Kind: timeline.TableBlock, Title: "Data", Fields: f})
	}
	return out
}
