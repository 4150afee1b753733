package find

import (
	"bytes"
	"encoding/json"
	"strings"

	"flightlog/parse/decode/jsonl"
	"flightlog/parse/timeline"
)

// item is one thing that a search looks at.
type item struct {
	session *timeline.Session
	event   *timeline.Event
	index   int32
	text    []byte // of an item that is no JSON
	entry   int32  // of the prompt history, the grants or the facts: its index there
}

// json gives the record as valid JSON, nil for an item of text.
func (f *Finder) json(it *item) []byte {
	if it.text != nil {
		return nil
	}
	raw := f.r.Raw(it.event)
	if it.event.Has(timeline.Repaired) {
		return jsonl.Text(f.t.Sources[it.event.Source].Held, raw)
	}
	return raw
}

// list lists what stands beside the sessions, and the files whose lines are read as they
// are held: those that none of the other records comes from, and the rows of a database
// that belong to no session.
func (f *Finder) list() {
	taken := make([]bool, len(f.t.Sources))
	f.rows = make([]map[int64]bool, len(f.t.Sources))
	for range f.t.Homes {
		f.homes = append(f.homes, home{map[string]*timeline.Session{}, map[string]*timeline.Session{}})
	}
	for _, s := range f.t.Sessions {
		if s.ID != "" {
			f.homes[s.Home].byID[s.ID] = s
		}
		if s.Dir != "" {
			f.homes[s.Home].byDir[s.Dir] = s
		}
		for _, list := range [...][]timeline.Event{s.Events, s.Store} {
			for i := range list {
				e := &list[i]
				if taken[e.Source] = true; !e.Has(timeline.FromStore) {
					continue
				}
				if f.rows[e.Source] == nil {
					f.rows[e.Source] = map[int64]bool{}
				}
				f.rows[e.Source][e.Offset] = true
			}
		}
	}
	for i := range f.t.History {
		h := &f.t.History[i]
		taken[h.Source] = true
		f.beside(i, nil, timeline.Event{Type: "history", Time: timeline.NoTime, Source: h.Source, Line: h.Index, Kind: timeline.Prompt, Flags: timeline.Typed}, h.Text)
	}
	for i := range f.t.Grants {
		g := &f.t.Grants[i]
		taken[g.Source] = true
		f.beside(i, nil, timeline.Event{Type: "grant", Time: g.Time, Source: g.Source, Line: g.Index, Kind: timeline.Permission}, g.Words+"\n"+g.Location+"\n"+g.Raw)
	}
	for i := range f.t.Facts {
		fact := &f.t.Facts[i]
		kind := timeline.Notice
		if fact.Kind == timeline.LogError {
			kind = timeline.Failure
		}
		f.beside(i, f.homes[fact.Home].byID[fact.Session], timeline.Event{Type: "fact." + string(fact.Kind), Time: fact.Time, Source: fact.Source, Line: fact.Line, Kind: kind}, fact.Text)
	}
	for i := range f.t.Sources {
		if len(f.t.Sources[i].Held) > 0 && (!taken[i] || f.rows[i] != nil) {
			f.docs = append(f.docs, int32(i))
		}
	}
}

// beside lists a thing that has words and is no record.
func (f *Finder) beside(i int, s *timeline.Session, e timeline.Event, text string) {
	e.Call, e.Agent = timeline.None, timeline.None
	f.items = append(f.items, item{session: s, event: &e, index: timeline.None, text: []byte(text), entry: int32(i)})
}

// owner finds the session in whose folder a file lies, nil for none.
func (f *Finder) owner(src *timeline.Source) *timeline.Session {
	_, below, _ := strings.Cut(src.Path, "/session-state/")
	id, _, inside := strings.Cut(below, "/")
	if !inside {
		return nil
	}
	return f.homes[src.Home].byDir["session-state/"+id]
}

// line makes the item of one line of a file that is held: one that is a JSON object, such
// as a row of a database, is read as one.
func (f *Finder) line(s *timeline.Session, src int32, number int64, offset int, line []byte) item {
	e := &timeline.Event{Type: f.t.Sources[src].Kind, Time: timeline.NoTime, Source: src, Line: number, Kind: timeline.Notice, Call: timeline.None, Agent: timeline.None}
	it := item{session: s, event: e, index: timeline.None, text: line}
	if line[0] == '{' && json.Valid(line) {
		e.Offset, e.Length, it.text = int64(offset), int32(len(line)), nil
	}
	return it
}

// lines walks the lines of a held file that are not blank.
func lines(held []byte, each func(number int64, offset int, line []byte) bool) {
	number := int64(0)
	for at := 0; at < len(held); {
		end := bytes.IndexByte(held[at:], '\n')
		next := at + end + 1
		if end < 0 {
			end, next = len(held)-at, len(held)
		}
		number++
		if line := bytes.TrimRight(held[at:at+end], "\r"); len(bytes.TrimSpace(line)) > 0 && !each(number, at, line) {
			return
		}
		at = next
	}
}
