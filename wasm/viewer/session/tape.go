package session

import (
	"math"
	"slices"
	"sort"

	"flightlog/components"
	"flightlog/parse/timeline"
)

// The tape draws a session over its time: lanes of bars, idle time folded, all on a grid
// of TapeWidth places, where what falls on one place is one mark. Like its rows it follows
// the file: where the clock steps back, the tape has a mark and goes on to the right.

const (
	tapeSlots  = 48        // links that lie under the lanes
	promptGap  = 24        // places between two marks of prompts
	foldAfter  = 60 * 1000 // ms without a record or anything that runs
	foldPlaces = 16        // width of a fold
)

// tapeOf draws the tape once, nil when nothing of the session has a time.
func (p *Page) tapeOf() *components.Tape {
	if p.tape == nil {
		p.tape = p.drawTape()
	}
	if len(p.tape.Lanes) == 0 {
		return nil
	}
	return p.tape
}

func (p *Page) drawTape() *components.Tape {
	s := p.s
	p.layoutOf()
	t := &components.Tape{}
	if len(s.Events) == 0 || s.Events[0].Has(timeline.FromStore) || s.Started == timeline.NoTime {
		return t
	}
	c := courseOf(s.Events)
	d := drawing{s: s, runs: p.layout.runs, at: c.at}
	d.gather()
	p.scale = newScale(c, slices.Concat(d.model, d.tools, d.failed))
	t.Breaks = p.scale.breaks()
	lane := func(name, look string, always bool, bars, bad []bar) {
		if always || len(bars)+len(bad) > 0 {
			t.Lanes = append(t.Lanes, components.TapeLane{Name: name, Look: look, Bars: p.scale.runs(bars), Bad: p.scale.runs(bad)})
		}
	}
	lane("prompts", "user", true, nil, nil)
	lane("model", "assistant", true, d.model, nil)
	lane("tools", "tool", true, d.tools, d.failed)
	lane("subagents", "agent", false, d.agents, nil)
	lane("waiting", "ask", false, d.waits, nil)
	p.promptMarks(t)
	p.slots(t)
	t.Label = "Tape of the session: " + components.Counted(s.Prompts, "prompt") + ", " + components.Counted(len(d.model), "model turn") + ", " +
		components.Counted(len(s.Calls), "tool call") + " (" + components.Count(s.Counts.Failed) + " failed), " + components.Counted(len(d.agents), "subagent") + ", " +
		components.Counted(len(d.waits), "wait") + " on a person; " + components.Between(s.Started, s.Ended) + c.said() +
		". Left and right go from prompt to prompt; with Shift they mark the stretch between."
	return t
}

// course is the time of a session in the order of its file: at gives it of each event, in
// ms. It is the event's own until the clock steps back, and from there on runs ahead of it.
type course struct {
	at    []int64
	steps []clockStep
}

// clockStep is where the clock steps back, in the time of the course, and by how much.
type clockStep struct{ at, by int64 }

// leastStep is the smallest step back, in ms, that is one: records of work that ran side by
// side differ by less.
const leastStep = 1000

// courseOf follows the clock through a file. A fork's own start is later than all that it
// copied, and no step.
func courseOf(events []timeline.Event) course {
	c := course{at: make([]int64, len(events))}
	ahead, latest, last := int64(0), int64(0), timeline.NoTime
	for i := range events {
		t := events[i].Time
		if c.at[i] = t; t == timeline.NoTime {
			continue
		}
		if by := last - t; last != timeline.NoTime && i > 1 && by >= leastStep {
			c.steps = append(c.steps, clockStep{latest + 2*idleGap, by})
			ahead = latest + 2*idleGap - t
		}
		last = t
		c.at[i] += ahead
		latest = max(latest, c.at[i])
	}
	return c
}

// said is how often the clock steps back, in words.
func (c *course) said() string {
	if len(c.steps) == 0 {
		return ""
	}
	return "; the clock steps back " + components.Counted(len(c.steps), "time")
}

// back is by how much the clock steps back between two times of the course, 0 for not at all.
func (c *course) back(from, to int64) (by int64) {
	i := sort.Search(len(c.steps), func(i int) bool { return c.steps[i].at > from })
	if i < len(c.steps) && c.steps[i].at <= to {
		by = c.steps[i].by
	}
	return by
}

// x is the place of an event on the tape.
func (p *Page) x(event int32) int { return p.scale.x(p.scale.at[event]) }

// bar is a stretch of the course in ms; a moment when both are the same.
type bar struct{ from, to int64 }

// drawing gathers the bars of a session.
type drawing struct {
	s                                   *timeline.Session
	runs                                []timeline.Run
	at                                  []int64
	model, tools, failed, agents, waits []bar
}

// between gives the bar from an event to another. Without an end it is a moment.
func (d *drawing) between(from, to int32) (bar, bool) {
	if from == timeline.None {
		from = to
	}
	if from == timeline.None || d.at[from] == timeline.NoTime {
		return bar{}, false
	}
	b := bar{d.at[from], d.at[from]}
	if to != timeline.None && d.at[to] != timeline.NoTime {
		b.to = max(b.to, d.at[to])
	}
	return b, true
}

func (d *drawing) add(to *[]bar, first, last int32) {
	if b, ok := d.between(first, last); ok {
		*to = append(*to, b)
	}
}

func (d *drawing) gather() {
	open := timeline.None
	for i := range d.s.Events {
		e := &d.s.Events[i]
		if e.Agent != timeline.None {
			continue
		}
		switch e.Type {
		case "assistant.turn_start":
			if open != timeline.None {
				d.add(&d.model, open, timeline.None)
			}
			open = int32(i)
		case "assistant.turn_end":
			d.add(&d.model, open, int32(i))
			open = timeline.None
		}
	}
	if open != timeline.None {
		d.add(&d.model, open, timeline.None)
	}
	for i := range d.s.Calls {
		d.call(&d.s.Calls[i])
	}
	for _, r := range d.runs {
		d.add(&d.agents, r.First, r.Last)
	}
}

// asksPerson lists the tools whose run is a wait on a person.
var asksPerson = map[string]bool{"ask_user": true, "exit_plan_mode": true}

// call draws a call: the waits on a person, and when it ran. One that was not allowed to
// run is no more than a wait.
func (d *drawing) call(c *timeline.Call) {
	if c.Asked != timeline.None {
		d.add(&d.waits, c.Asked, c.Decided)
	}
	from, to := ran(c)
	switch {
	case asksPerson[c.Tool]:
		d.add(&d.waits, from, to)
	case c.Failed():
		d.add(&d.failed, from, to)
	default:
		d.add(&d.tools, from, to)
	}
}

// scale leads from a time of the course to a place on the tape: evenly, but for the folds.
type scale struct {
	course
	from, to []int64   // stretches in which something happened, in ms
	x0, x1   []float64 // their places
}

// newScale folds the time in which nothing is recorded and nothing of busy runs, and
// from idleGap on any time without a record.
func newScale(c course, busy []bar) scale {
	times := slices.DeleteFunc(slices.Clone(c.at), func(t int64) bool { return t == timeline.NoTime })
	slices.Sort(times)
	slices.SortFunc(busy, func(a, b bar) int { return int(min(max(a.from-b.from, -1), 1)) })
	sc := scale{course: c}
	next, until := 0, int64(math.MinInt64) // the bar to look at, the end of those that began
	for i, t := range times {
		if i > 0 {
			last := times[i-1]
			for next < len(busy) && busy[next].from <= last {
				until = max(until, busy[next].to)
				next++
			}
			if gap := t - last; gap <= foldAfter || gap <= idleGap && until >= t {
				continue
			}
			sc.to = append(sc.to, last)
		}
		sc.from = append(sc.from, t)
	}
	if len(times) == 0 {
		return sc
	}
	sc.to = append(sc.to, times[len(times)-1])
	sc.spread()
	return sc
}

// spread gives every stretch its place: a least width, so that a short one is seen, and
// by its length a share of what then is left.
func (sc *scale) spread() {
	n := float64(len(sc.from))
	fold := min(foldPlaces, components.TapeWidth/2/n)
	least := min(12, components.TapeWidth/4/n)
	total := 0.0
	for i := range sc.from {
		total += float64(sc.to[i] - sc.from[i])
	}
	left := components.TapeWidth - fold*(n-1) - least*n
	x := 0.0
	for i := range sc.from {
		w := least
		if total > 0 {
			w += left * float64(sc.to[i]-sc.from[i]) / total
		}
		sc.x0, sc.x1 = append(sc.x0, x), append(sc.x1, x+w)
		x += w + fold
	}
}

// place is where a time stands, from 0 to TapeWidth.
func (sc *scale) place(t int64) float64 {
	i := sort.Search(len(sc.from), func(i int) bool { return sc.from[i] > t }) - 1
	switch {
	case i < 0:
		return 0
	case t >= sc.to[i]:
		return sc.x1[i]
	}
	return sc.x0[i] + (sc.x1[i]-sc.x0[i])*float64(t-sc.from[i])/float64(sc.to[i]-sc.from[i])
}

// x is the place as a whole number; a record without a time stands at the start.
func (sc *scale) x(t int64) int {
	return int(min(max(sc.place(t), 0), components.TapeWidth-1))
}

// breaks lists the folds. Those that the conversation calls idle have words, and those where
// the clock steps back before all others.
func (sc *scale) breaks() []components.TapeBreak {
	var out []components.TapeBreak
	last, said := -1e9, -1 // the place of the last one; the last one with words
	for i := 1; i < len(sc.from); i++ {
		gap, back := sc.from[i]-sc.to[i-1], sc.back(sc.to[i-1], sc.to[i])
		b := components.TapeBreak{X: (sc.x1[i-1] + sc.x0[i]) / 2, Back: back > 0}
		if b.X-last < 6 && !b.Back { // too close to be told apart
			continue
		}
		near := said >= 0 && b.X-out[said].X <= 130
		switch {
		case b.Back && !(near && out[said].Back):
			if b.Text = "clock steps back " + components.Duration(back); near {
				out[said].Text = ""
			}
		case gap > idleGap && !near && !b.Back:
			b.Text = components.Duration(gap) + " idle"
		}
		if b.Text != "" {
			said = len(out)
		}
		last = b.X
		out = append(out, b)
	}
	return out
}

// runs merges bars on the grid: the places that one of them covers, as stretches.
func (sc *scale) runs(bars []bar) []components.TapeRun {
	var covered [components.TapeWidth + 1]bool
	for _, b := range bars {
		for x, last := sc.x(b.from), sc.x(b.to); x <= last; x++ {
			covered[x] = true
		}
	}
	var out []components.TapeRun
	for x := 0; x < components.TapeWidth; x++ {
		if !covered[x] {
			continue
		}
		from := x
		for covered[x] {
			x++
		}
		out = append(out, components.TapeRun{From: from, To: x})
	}
	return out
}

// promptMarks marks the turns, those that would lie upon one another once.
func (p *Page) promptMarks(t *components.Tape) {
	number, last := 0, -promptGap
	for i := range p.s.Turns {
		at := p.s.Turns[i].Prompt
		if at == timeline.None {
			continue
		}
		number++
		e := &p.s.Events[at]
		if x := p.x(at); e.Time != timeline.NoTime && x >= last+promptGap && len(t.Prompts) < components.TapeWidth/promptGap {
			t.Prompts = append(t.Prompts, components.TapeLink{X: x, Href: p.EventHref(e, false), Label: "Prompt " + components.Count(number) + ", " + components.Clock(e.Time) + " UTC"})
			last = x
		}
	}
}

// slots puts links under the lanes, each to the first record in its part of the tape.
func (p *Page) slots(t *components.Tape) {
	var first [tapeSlots]int32 // 1 + its event
	for i := range p.s.Events {
		e := &p.s.Events[i]
		if e.Time == timeline.NoTime {
			continue
		}
		if n := p.x(int32(i)) * tapeSlots / components.TapeWidth; first[n] == 0 {
			first[n] = int32(i) + 1
		}
	}
	for n, i := range first {
		if i > 0 {
			e := &p.s.Events[i-1]
			t.Slots = append(t.Slots, components.TapeLink{X: n * components.TapeWidth / tapeSlots, Width: components.TapeWidth/tapeSlots + 1,
				Href: p.EventHref(e, false), Label: components.Clock(e.Time) + " UTC"})
		}
	}
}

// Span tells which rows of the conversation stand in a stretch of the tape, between two
// places: the index of the first, or -1, and what is told of them. ok is false where the
// session has no tape.
func (p *Page) Span(from, to int) (first int, told string, ok bool) {
	if p.tapeOf() == nil {
		return -1, "", false
	}
	first, rows := -1, 0
	begin, end := timeline.NoTime, timeline.NoTime
	for i, n := range p.visible() {
		it := &p.layout.items[n]
		if it.event == timeline.None || it.kind == components.TurnItem {
			continue
		}
		e := eventOf(p.s, it)
		if e.Time == timeline.NoTime {
			continue
		}
		if x := p.x(it.event); x < from || x > to {
			continue
		}
		if rows++; first < 0 {
			first, begin = i, e.Time
		}
		begin, end = min(begin, e.Time), max(end, e.Time)
	}
	if rows == 0 {
		return -1, "No row stands in this stretch.", true
	}
	return first, components.Counted(rows, "row") + ", " + components.Between(begin, end), true
}
