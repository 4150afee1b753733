package session

import (
	"fmt"

	"flightlog/components"
	"flightlog/parse/timeline"
)

// damageTags says of an event that it was found among damage, and how often it stands in
// its log.
func damageTags(s *timeline.Session, e *timeline.Event, i int32) []components.Tag {
	var out []components.Tag
	if e.Has(timeline.Repaired) {
		out = append(out, components.Tag{Text: "repaired", Title: "found in a damaged place of the log, or decoded; the bytes are shown as they stand"})
	}
	if e.Has(timeline.Copied) && i != timeline.None {
		out = append(out, components.Tag{Text: fmt.Sprintf("%d copies", s.Copies(i)), Title: "the same record stands in the log this many times"})
	}
	return out
}

// Damage leads to what stands where a problem of the session's log is: the record on that
// line or the one that it repeats, else the place of the damage; ok is false where the
// problem is of another file.
func (p *Page) Damage(problem int) (link components.Link, ok bool) {
	s, q := p.s, &p.file.Problems[problem]
	if q.Source == timeline.None || q.Line == 0 || q.Source != p.logSource() {
		return components.Link{}, false
	}
	key := fmt.Sprintf("problem-%d", problem)
	for i := range s.Events {
		if e := &s.Events[i]; e.Source == q.Source && e.Line == q.Line && e.Offset >= q.Offset && !e.Has(timeline.FromStore) {
			return p.rowLink(int32(i)), true
		}
	}
	for i := range s.Repeats {
		if s.Repeats[i].Line == q.Line {
			return p.rowLink(s.Repeats[i].Event), true
		}
	}
	link.Text, _ = Name(s)
	link.Href, link.Note, link.Look = p.tabHref(rawTab, key), "its log", "bad"
	if q.Code.Severity() != timeline.Note {
		link.Href, link.Note = p.Href()+"/"+key, "its conversation"
	}
	return link, true
}

// rowLink leads to a record where a row shows it.
func (p *Page) rowLink(i int32) components.Link {
	e := &p.s.Events[i]
	return p.recordLink(i, p.EventHref(e, p.unseen(Place{Record: e, Event: i, Problem: -1}) != ""))
}
