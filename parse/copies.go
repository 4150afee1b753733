package parse

import (
	"time"

	"flightlog/parse/artifact"
	"flightlog/parse/event"
	"flightlog/parse/timeline"
)

// Copies says what the session store repeats of a session's log, and what it alone holds.
type Copies struct {
	// Of lists, per event of the log, the indices into Session.Store of the rows that
	// repeat it.
	Of map[int32][]int
	// Only lists the indices of the turns that the log does not hold: rewound, rewritten
	// by a reindex, or from before the log was cut.
	Only []int
}

// Copies compares the turns of the store with the prompts and replies of the session's
// log by the rule of the row contract.
func (o *Opened) Copies(s *timeline.Session) Copies {
	c := Copies{Of: map[int32][]int{}}
	dedup := timeline.NewDedup()
	var owner []int // secondary row -> index into Session.Store
	for i := range s.Store {
		e := &s.Store[i]
		if e.Type != "turns" {
			continue
		}
		prompt, reply, answered := artifact.StoreTurn(o.Raw(e))
		row := timeline.Row{SessionID: s.ID, Timestamp: stamp(e.Time), Turn: timeline.UserTurn, Text: prompt}
		dedup.AddSecondary(&row)
		owner = append(owner, i)
		if answered {
			row.Turn, row.Text = timeline.AssistantTurn, reply
			dedup.AddSecondary(&row)
			owner = append(owner, i)
		}
	}
	if len(owner) == 0 {
		return c
	}
	var source []int32 // primary row -> event
	at := int32(0)
	tracker := event.NewTracker(timeline.Row{SessionID: s.ID}, func(r timeline.Row) {
		dedup.AddPrimary(&r)
		source = append(source, at)
	})
	for i := range s.Events {
		if e := &s.Events[i]; (e.Kind == timeline.Prompt || e.Kind == timeline.Reply) && o.open(o.record, e) {
			at = int32(i)
			o.record.Rows(tracker, e.Line)
		}
	}
	only := map[int]bool{}
	for n, dropped := range dedup.Dropped() {
		if p, ok := dedup.Paired(n); ok {
			c.Of[source[p]] = append(c.Of[source[p]], owner[n])
		} else if !dropped && !only[owner[n]] {
			only[owner[n]] = true
			c.Only = append(c.Only, owner[n])
		}
	}
	return c
}

// stamp writes a time as deduplication reads it.
func stamp(ms int64) string {
	if ms == timeline.NoTime {
		return ""
	}
	return time.UnixMilli(ms).UTC().Format(time.RFC3339Nano)
}
