package viewer

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"flightlog/components"
	"flightlog/parse/timeline"
)

// The page shows a few rows of many, so where the next prompt, failure or tool call
// stands is answered here.
const (
	promptStop  = "prompt"
	failureStop = "failure"
	callStop    = "call"
)

// next answers the next stop from a row of a list: the list's name, what is looked for,
// 1 or -1 for the way, and the row: its index, which may lie one before the first or
// behind the last, and its own place where it stands inside another ("-" for none). The answer is the
// index of the row in the list and, where rows may stand inside it, the place of the row
// that is meant; nothing when there is none further on. In the list "rail" the row is a
// route, and the answer the index and the link of the session before or after it.
func (v *Viewer) next(arg string) ([]byte, error) {
	parts := strings.Split(arg, " ")
	if len(parts) != 5 || parts[2] != "1" && parts[2] != "-1" {
		return nil, fmt.Errorf("the program knows no way %q", arg)
	}
	name, what, by := parts[0], parts[1], 1
	if parts[2] == "-1" {
		by = -1
	}
	if name == "rail" {
		return v.nextSession(v.route(parts[3]), by), nil
	}
	from, err := strconv.Atoi(parts[3])
	if err != nil || from < -1 {
		return nil, fmt.Errorf("the program knows no row %q", parts[3])
	}
	kind, key, _ := strings.Cut(name, "/")
	key, f := eventsList(key)
	p := v.sessions[unescape(key)]
	if p != nil && kind == "conversation" {
		return v.nextRow(p, what, by, from, parts[4]), nil
	}
	count, is := 0, func(int) bool { return false } // a list without such rows
	if all, ok := allList(name); ok {
		count, is = v.momentStops(all, what)
	} else if kind == "audit" {
		count, is = v.auditStops(key, f, what)
	} else if name == "hits" && v.search != nil {
		count, is = v.hitStops(what)
	} else if p != nil {
		count, is = v.stops(p, kind, f, what)
	}
	for i := min(from, count) + by; i >= 0 && i < count; i += by {
		if is(i) {
			return strconv.AppendInt(nil, int64(i), 10), nil
		}
	}
	return nil, nil
}

// stops gives the rows of a flat list of a session and which of them are stops.
func (v *Viewer) stops(p *page, kind string, f filter, what string) (count int, is func(i int) bool) {
	s := p.s
	call := func(c *timeline.Call) bool { return callIs(c, what) }
	switch kind {
	case "events":
		rows := v.sift(p, f).rows
		return len(rows), func(i int) bool {
			e, at := p.record(rows[i])
			return recordStop(s, e, at, what)
		}
	case rawTab:
		log := v.rawOf(p)
		return len(log.starts), func(i int) bool { return v.lineStop(p, log, i, what) }
	case shellTab:
		rows := p.tabsOf().shell
		return len(rows), func(i int) bool { return call(&s.Calls[rows[i]]) }
	case changesTab:
		rows := v.changesOf(p)
		return len(rows), func(i int) bool { return rows[i].call != timeline.None && call(&s.Calls[rows[i].call]) }
	case permissionsTab:
		rows := v.permissionsOf(p)
		return len(rows), func(i int) bool { return rows[i].event != timeline.None && call(callOf(s, rows[i].event)) }
	}
	return 0, func(int) bool { return false }
}

// momentStops gives the rows of the timeline over everything and which of them are stops.
func (v *Viewer) momentStops(f filter, what string) (count int, is func(i int) bool) {
	a, done := v.sifting(f)
	for !done {
		a, done = v.sifting(f)
	}
	return a.count(), func(i int) bool {
		n, _ := a.row(i)
		if n < 0 { // the heading of a day
			return false
		}
		m := &a.order[a.rows[n]]
		if m.session == timeline.None {
			o := &a.others[m.n]
			return o.kind == 'h' && what == promptStop || o.kind == 'f' && what == failureStop && v.file.Facts[o.n].Kind == timeline.LogError
		}
		s := v.file.Sessions[m.session]
		return recordStop(s, &s.Events[m.n], m.n, what)
	}
}

// auditStops gives the rows of a view of the audit and which of them are stops.
func (v *Viewer) auditStops(view string, f filter, what string) (count int, is func(i int) bool) {
	a := v.audited()
	rows := a.sift(view, f).rows
	return len(rows), func(i int) bool {
		r := &a.views[view][rows[i]]
		var c *timeline.Call
		if r.call != timeline.None {
			c = &r.p.s.Calls[r.call]
		} else if r.row.event != timeline.None {
			c = callOf(r.p.s, r.row.event)
		}
		return callIs(c, what)
	}
}

// hitStops gives the rows of the search and which of them are stops.
func (v *Viewer) hitStops(what string) (count int, is func(i int) bool) {
	return v.rows(v.search), func(i int) bool {
		n, heading := v.rowHit(v.search, i)
		if heading != nil {
			return false
		}
		h := v.hit(v.search, n)
		return h.Session != nil && recordStop(h.Session, h.Event, h.Index, what)
	}
}

// callIs reports whether a row of a call is a stop.
func callIs(c *timeline.Call, what string) bool {
	return c != nil && (what == callStop || what == failureStop && c.Failed())
}

// recordStop reports whether a record is a stop: a prompt to the agent, the record that
// tells a failure, or the first of a call's own.
func recordStop(s *timeline.Session, e *timeline.Event, i int32, what string) bool {
	switch what {
	case promptStop:
		return e.Kind == timeline.Prompt && e.Agent == timeline.None
	case failureStop:
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
func (v *Viewer) lineStop(p *page, log *rawLog, i int, what string) bool {
	from, to := log.starts[i], log.end
	if i+1 < len(log.starts) {
		to = log.starts[i+1]
	}
	first := sort.Search(len(log.events), func(k int) bool { return p.s.Events[log.events[k]].Offset >= from })
	for _, n := range log.events[first:] {
		if p.s.Events[n].Offset >= to {
			break
		}
		if recordStop(p.s, &p.s.Events[n], n, what) {
			return true
		}
	}
	return what == failureStop && slices.ContainsFunc(log.damage, func(d int) bool {
		q := &v.file.Problems[d]
		return q.Line == int64(i+1) && q.Code.Severity() != timeline.Note
	})
}

// nextRow finds the next stop of a conversation in the order of the screen, in which the
// rows of a subagent stand inside that of its call. A failure inside a closed row opens it.
func (v *Viewer) nextRow(p *page, what string, by, from int, place string) []byte {
	order := v.screenOrder(p)
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
func (v *Viewer) screenOrder(p *page) []int32 {
	out := make([]int32, 0, len(v.layoutOf(p).items))
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
func (p *page) rowStop(n int32, what string) bool {
	it := &p.layout.items[n]
	switch what {
	case promptStop:
		return it.kind == components.PromptItem && it.agent == timeline.None
	case callStop:
		return it.kind == components.CallItem
	case failureStop:
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
func (p *page) inSight(n int32) bool {
	for in := p.layout.items[n].parent; in != timeline.None; n, in = in, p.layout.items[in].parent {
		if rows := p.layout.inside(in); !p.open[int(in)] || slices.Index(rows, n) >= max(p.steps[int(in)], nestStep) {
			return false
		}
	}
	return true
}

// unfold opens the rows inside which a row stands and gives the outermost.
func (p *page) unfold(n int32) int32 {
	for in := p.layout.items[n].parent; in != timeline.None; n, in = in, p.layout.items[in].parent {
		p.open[int(in)] = true
		if i := slices.Index(p.layout.inside(in), n); i >= p.steps[int(in)] {
			p.steps[int(in)] = i + 1
		}
	}
	return n
}

// nextSession answers the session before or after that of a route in the order of the
// rail. From a page of the archive it is the first, or the last.
func (v *Viewer) nextSession(r route, by int) []byte {
	at := -1
	if by < 0 {
		at = len(v.rail)
	}
	if r.page != nil {
		at = slices.IndexFunc(v.rail, func(e railEntry) bool { return e.s == r.page.s })
	}
	for at += by; at >= 0 && at < len(v.rail); at += by {
		if s := v.rail[at].s; s != nil {
			return fmt.Appendf(nil, "%d %s", at, v.sessionHref(s))
		}
	}
	return nil
}
