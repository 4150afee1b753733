package session

import (
	"fmt"
	"slices"
	"sort"
	"strconv"

	"flightlog/components"
	"flightlog/parse/timeline"
	"flightlog/wasm/viewer/filter"
)

// The page shows a few rows of many, so where the next prompt, failure or tool call
// stands is answered here.
const (
	PromptStop  = "prompt"
	FailureStop = "failure"
	callStop    = "call"
)

// Stops gives the rows of a flat list of a session and which of them are stops.
func (p *Page) Stops(kind string, f filter.Filter, what string) (count int, is func(i int) bool) {
	s := p.s
	call := func(c *timeline.Call) bool { return callIs(c, what) }
	switch kind {
	case "events":
		rows := p.sift(f).rows
		return len(rows), func(i int) bool {
			e, at := p.record(rows[i])
			return IsStop(s, e, at, what)
		}
	case rawTab:
		log := p.rawOf()
		return len(log.starts), func(i int) bool { return p.lineStop(log, i, what) }
	case ShellTab:
		rows := p.tabsOf().shell
		return len(rows), func(i int) bool { return call(&s.Calls[rows[i]]) }
	case changesTab:
		rows := p.changesOf()
		return len(rows), func(i int) bool { return rows[i].call != timeline.None && call(&s.Calls[rows[i].call]) }
	case permissionsTab:
		rows := p.permissionsOf()
		return len(rows), func(i int) bool { return rows[i].event != timeline.None && call(callOf(s, rows[i].event)) }
	}
	return 0, func(int) bool { return false }
}

// callIs reports whether a row of a call is a stop.
func callIs(c *timeline.Call, what string) bool {
	return c != nil && (what == callStop || what == FailureStop && c.Failed())
}

// IsStop reports whether a record is a stop: a prompt to the agent, the record that
// tells a failure, or the first of a call's own.
func IsStop(s *timeline.Session, e *timeline.Event, i int32, what string) bool {
	switch what {
	case PromptStop:
		return e.Kind == timeline.Prompt && e.Agent == timeline.None
	case FailureStop:
		if c := e.Call; c != timeline.None && i != timeline.None && s.Calls[c].Failed() {
			return endOf(&s.Calls[c]) == i
		}
		return e.Has(timeline.Failed)
	case callStop:
		if e.Call == timeline.None || i == timeline.None {
			return false
		}
		own := ownRecords(s, &s.Calls[e.Call])
		return len(own) > 0 && slices.Min(own) == i || len(own) == 0 && s.Calls[e.Call].Request == i
	}
	return false
}

// lineStop reports whether a stop begins in a line of a log; a line that could not be
// read is a failure.
func (p *Page) lineStop(log *rawLog, i int, what string) bool {
	from, to := log.starts[i], log.end
	if i+1 < len(log.starts) {
		to = log.starts[i+1]
	}
	first := sort.Search(len(log.events), func(k int) bool { return p.s.Events[log.events[k]].Offset >= from })
	for _, n := range log.events[first:] {
		if p.s.Events[n].Offset >= to {
			break
		}
		if IsStop(p.s, &p.s.Events[n], n, what) {
			return true
		}
	}
	return what == FailureStop && slices.ContainsFunc(log.damage, func(d int) bool {
		q := &p.file.Problems[d]
		return q.Line == int64(i+1) && q.Code.Severity() != timeline.Note
	})
}

// Next finds the next stop of a conversation in the order of the screen, in which the
// rows of a subagent stand inside that of its call. A failure inside a closed row opens it.
func (p *Page) Next(what string, by, from int, place string) []byte {
	order := p.screenOrder()
	at := len(order)
	if n, err := strconv.Atoi(place); err == nil {
		at = slices.Index(order, int32(n))
	} else if from < 0 {
		at = -1
	} else if from < len(p.shown) {
		at = slices.Index(order, p.shown[from])
	}
	for at += by; at >= 0 && at < len(order); at += by {
		n := order[at]
		if !p.rowStop(n, what) || what == callStop && !p.inSight(n) {
			continue
		}
		return fmt.Appendf(nil, "%d %d", p.place(p.unfold(n)), n)
	}
	return nil
}

// screenOrder lists the rows of a conversation as they would stand with all rows open.
func (p *Page) screenOrder() []int32 {
	out := make([]int32, 0, len(p.layoutOf().items))
	var add func(rows []int32)
	add = func(rows []int32) {
		for _, n := range rows {
			if !p.chips.hides(&p.layout.items[n]) {
				out = append(out, n)
				add(p.layout.inside(n))
			}
		}
	}
	add(p.layout.root)
	return out
}

// rowStop reports whether a row of the conversation is a stop.
func (p *Page) rowStop(n int32, what string) bool {
	it := &p.layout.items[n]
	switch what {
	case PromptStop:
		return it.kind == components.PromptItem && it.agent == timeline.None
	case callStop:
		return it.kind == components.CallItem
	case FailureStop:
		switch {
		case it.kind == components.CallItem:
			return p.s.Calls[it.call].Failed()
		case it.problem >= 0:
			return true
		case it.kind == components.TurnItem || it.kind == components.AgentItem:
			return false
		}
		e := eventOf(p.s, it)
		return e != nil && e.Has(timeline.Failed)
	}
	return false
}

// inSight reports that every row inside which a row stands is open.
func (p *Page) inSight(n int32) bool {
	for in := p.layout.items[n].parent; in != timeline.None; n, in = in, p.layout.items[in].parent {
		if rows := p.layout.inside(in); !p.open[int(in)] || slices.Index(rows, n) >= max(p.steps[int(in)], nestStep) {
			return false
		}
	}
	return true
}

// unfold opens the rows inside which a row stands and gives the outermost.
func (p *Page) unfold(n int32) int32 {
	for in := p.layout.items[n].parent; in != timeline.None; n, in = in, p.layout.items[in].parent {
		p.open[int(in)] = true
		if i := slices.Index(p.layout.inside(in), n); i >= p.steps[int(in)] {
			p.steps[int(in)] = i + 1
		}
	}
	return n
}
