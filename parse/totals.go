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
	Prompts, Turns           int
	Calls                    timeline.CallCounts
	SubAgents                int
}

// Totals sums the archive. A fork copies its parent's log with the event ids (FINDINGS.md,
// events.jsonl 6); only logs that share an id near their start are compared.
func (o *Opened) Totals() Totals {
	t := Totals{Sessions: len(o.Sessions)}
	copies := o.forkCopies()
	for _, s := range o.Sessions {
		copied := copies[s]
		t.Events += len(s.Events)
		for i := range s.Events {
			if copied[int32(i)] {
				t.Copied++
			} else if s.Events[i].Has(timeline.Typed) {
				t.Prompts++
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
			}
		}
		for i := range s.Agents {
			if first := s.Agents[i].First; !copied[first] {
				t.SubAgents++
			}
		}
	}
	return t
}

// early is how far into a log the first copied event is looked for: a fork's log begins
// with a session.start of its own.
const early = 4

// forkCopies marks, in a family of forks, the events whose id another log of the family
// holds too, in all logs but one.
func (o *Opened) forkCopies() map[*timeline.Session]map[int32]bool {
	type place struct {
		home int
		id   string
	}
	families := map[place][]*timeline.Session{}
	var order []place
	for _, s := range o.Sessions {
		for i := range min(early, len(s.Events)) {
			id := o.eventID(&s.Events[i])
			p := place{s.Home, id}
			if id == "" || slices.Contains(families[p], s) {
				continue
			}
			if families[p] == nil {
				order = append(order, p)
			}
			families[p] = append(families[p], s)
		}
	}
	out := map[*timeline.Session]map[int32]bool{}
	for _, p := range order {
		family := families[p]
		if len(family) > 1 && !slices.ContainsFunc(family, func(s *timeline.Session) bool { return out[s] != nil }) {
			o.markCopies(family, out)
		}
	}
	return out
}

// markCopies marks the events of a family whose id a log before theirs holds.
func (o *Opened) markCopies(family []*timeline.Session, out map[*timeline.Session]map[int32]bool) {
	seen := map[string]bool{}
	for _, s := range family {
		out[s] = map[int32]bool{}
		ids := make([]string, len(s.Events))
		for i := range s.Events {
			ids[i] = o.eventID(&s.Events[i])
			if ids[i] != "" && seen[ids[i]] {
				out[s][int32(i)] = true
			}
		}
		for _, id := range ids {
			seen[id] = true
		}
	}
}

// eventID is the id of an event of a log, "" for a row of the store.
func (o *Opened) eventID(e *timeline.Event) string {
	if !o.open(o.record, e) {
		return ""
	}
	return string(o.record.ID())
}
