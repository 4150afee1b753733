package parse

import (
	"time"

	"flightlog/parse/artifact"
	"flightlog/parse/timeline"
)

// Copies says what the session store repeats of a session's log, and what it alone holds.
type Copies struct {
	// Of lists, per event of the log, the indices into Session.Store of the rows that
	// repeat it.
	Of map[int32][]int
	// In gives the first event that a row of the store repeats. One with a half that only
	// the store holds is not in it: it stands for itself.
	In map[int]int32
	// Only lists the turns of which the log lacks a half: rewound, rewritten by a reindex,
	// or from before the log was cut.
	Only []OnlyTurn
}

// OnlyTurn is a turn of the store, and which halves of it no log holds.
type OnlyTurn struct {
	Row           int // index into Session.Store
	Prompt, Reply bool
}

// Copies compares the turns of the store with the prompts and replies of the session's
// log by the rule of the row contract.
func (o *Opened) Copies(s *timeline.Session) Copies {
	c := Copies{Of: map[int32][]int{}, In: map[int]int32{}}
	dedup := timeline.NewDedup()
	var owner []OnlyTurn // secondary row -> the half of a turn that it is
	for i := range s.Store {
		e := &s.Store[i]
		if e.Type != "turns" {
			continue
		}
		prompt, reply, answered := artifact.StoreTurn(o.Raw(e))
		row := timeline.Row{SessionID: s.ID, Timestamp: stamp(e.Time), Turn: timeline.UserTurn, Text: prompt}
		dedup.AddSecondary(&row)
		owner = append(owner, OnlyTurn{Row: i, Prompt: true})
		if answered {
			row.Turn, row.Text = timeline.AssistantTurn, reply
			dedup.AddSecondary(&row)
			owner = append(owner, OnlyTurn{Row: i, Reply: true})
		}
	}
	if len(owner) == 0 {
		return c
	}
	source := o.said(s, dedup)
	for n, dropped := range dedup.Dropped() {
		half := owner[n]
		if p, ok := dedup.Paired(n); ok {
			c.Of[source[p]] = append(c.Of[source[p]], half.Row)
			if first, known := c.In[half.Row]; !known || source[p] < first {
				c.In[half.Row] = source[p]
			}
		} else if last := len(c.Only) - 1; !dropped && last >= 0 && c.Only[last].Row == half.Row {
			c.Only[last].Reply = true
		} else if !dropped {
			c.Only = append(c.Only, half)
		}
	}
	for _, only := range c.Only {
		delete(c.In, only.Row)
	}
	return c
}

// said adds the prompts and replies of a session's log and gives the event of each. To
// the store every prompt is a user's, those of schedules and skills included.
func (o *Opened) said(s *timeline.Session, dedup *timeline.Dedup) []int32 {
	var source []int32
	for i := range s.Events {
		e := &s.Events[i]
		turn := timeline.UserTurn
		if e.Kind == timeline.Reply {
			turn = timeline.AssistantTurn
		} else if e.Kind != timeline.Prompt {
			continue
		}
		if o.open(o.record, e) {
			dedup.AddPrimary(&timeline.Row{SessionID: s.ID, Timestamp: stamp(e.Time), Turn: turn, Text: o.record.Str("content")})
			source = append(source, int32(i))
		}
	}
	return source
}

// stamp writes a time as deduplication reads it.
func stamp(ms int64) string {
	if ms == timeline.NoTime {
		return ""
	}
	return time.UnixMilli(ms).UTC().Format(time.RFC3339Nano)
}
