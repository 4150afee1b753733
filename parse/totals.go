package parse

import (
	"slices"

	"flightlog/parse/timeline"
)

// Totals sums an archive. What a fork copied from its parent is counted once, so the sums
// may be less than those of the sessions; Events counts every record, and Copied how many
// of them are such copies.
type Totals struct {
	Sessions, Events, Copied int
	CopiedRequests           int // of what is copied, the requests for a permission
	Prompts, Turns           int
	Calls                    timeline.CallCounts
	SubAgents                int

	Days    []Day // the days on which something is recorded, in order
	Undated Day   // what has no time; its Start means nothing
}

// Day is what is recorded of one day, from midnight to midnight UTC. Over all days, and
// with what is undated, it adds up to the totals; a session counts on each of its days.
type Day struct {
	Start    int64 // midnight, ms since 1970 UTC
	Sessions int
	Prompts  int
	Calls    timeline.CallCounts // on the day of their first record
	Newest   *timeline.Session   // the first of Timeline.Sessions that has a record on that day
}

// DayLength is a day in ms.
const DayLength = 24 * 60 * 60 * 1000

// Totals sums the archive. A fork copies its parent's log with the event ids (FINDINGS.md,
// events.jsonl 6); what is copied counts in the oldest log of its family.
func (o *Opened) Totals() Totals {
	t := Totals{Sessions: len(o.Sessions)}
	copies := map[*timeline.Session]map[int32]bool{}
	for _, f := range timeline.Families(o.Sessions, o.eventID) {
		for i, s := range f.Sessions {
			copies[s] = f.Copied[i]
		}
	}
	days := map[int64]*Day{}
	for _, s := range o.Sessions {
		t.add(s, copies[s], days)
	}
	if undated := days[timeline.NoTime]; undated != nil {
		t.Undated = *undated
		delete(days, timeline.NoTime)
	}
	for _, d := range days {
		t.Days = append(t.Days, *d)
	}
	slices.SortFunc(t.Days, func(a, b Day) int { return int(min(max(a.Start-b.Start, -1), 1)) })
	return t
}

// add sums a session without what it copied.
func (t *Totals) add(s *timeline.Session, copied map[int32]bool, days map[int64]*Day) {
	here := map[int64]bool{}
	day := func(event int32) *Day {
		start := midnight(s.Events[event].Time)
		d := days[start]
		if d == nil {
			d = &Day{Start: start, Newest: s}
			days[start] = d
		}
		if !here[start] {
			here[start] = true
			d.Sessions++
		}
		return d
	}
	t.Events += len(s.Events)
	for i := range s.Events {
		if copied[int32(i)] {
			if t.Copied++; s.Events[i].Type == "permission.requested" {
				t.CopiedRequests++
			}
			continue
		}
		d := day(int32(i))
		if s.Events[i].Has(timeline.Typed) {
			t.Prompts++
			d.Prompts++
		}
	}
	for i := range s.Turns {
		if p := s.Turns[i].Prompt; p != timeline.None && !copied[p] {
			t.Turns++
		}
	}
	for i := range s.Calls {
		if c := &s.Calls[i]; !copied[c.First()] {
			t.Calls.Add(c.Outcome)
			day(c.First()).Calls.Add(c.Outcome)
		}
	}
	for i := range s.Agents {
		if first := s.Agents[i].First; !copied[first] {
			t.SubAgents++
		}
	}
}

// midnight is the beginning of a moment's day, NoTime for none.
func midnight(ms int64) int64 {
	if ms == timeline.NoTime {
		return ms
	}
	into := ms % DayLength
	if into < 0 {
		into += DayLength
	}
	return ms - into
}

// eventID is the id of an event of a log, "" for a row of the store.
func (o *Opened) eventID(e *timeline.Event) string {
	if !o.open(o.record, e) {
		return ""
	}
	return string(o.record.ID())
}
