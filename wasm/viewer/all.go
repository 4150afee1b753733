package viewer

import (
	"container/heap"
	"fmt"
	"iter"
	"sort"
	"strings"
	"time"

	"flightlog/components"
	"flightlog/parse/timeline"
	"flightlog/wasm/viewer/files"
	"flightlog/wasm/viewer/filter"
	"flightlog/wasm/viewer/session"
)

// all is the timeline over everything: the events of every session and what other files
// date, in one order. A session's events keep the order of their log: one whose clock
// steps back stands where the log has it, and its time is shown as it is. What has no time
// stands behind all that has one.
type all struct {
	order  []moment // everything with a time, then everything without
	others []other
	dated  int // of order
	ready  bool

	filter string // that the rows below passed
	rows   []int32
	days   []dayStart
	facets []components.Facet

	next func() (struct{}, bool)
	stop func()
}

// moment is one record: an event of a session by its number (page.record), or, with
// session None, one of the others. key is the time by which it stands in the order.
type moment struct {
	key        int64
	session, n int32
}

// other is what is told beside the sessions: a fact of another file, a standing
// permission, a prompt of the history. n is its index in the list of its kind.
type other struct {
	kind   byte // 'f', 'g' or 'h'
	source int32
	n      int32
	time   int64
}

// dayStart is a heading: the day whose rows begin at a row.
type dayStart struct {
	day   int64 // of the key, days since 1970 UTC; undated for what has no time
	first int   // index into rows
}

const (
	undated = timeline.NoTime
	allStep = 2048 // records between two looks at the clock
	// allSlice is how long the order works before the page is answered.
	allSlice = 25 * time.Millisecond
)

func keyDay(key int64) int64 {
	if key == timeline.NoTime {
		return undated
	}
	return time.UnixMilli(key).Unix() / 86400
}

// sifting takes the order and the filter of the timeline on for a slice of time; false
// where they are not done yet.
func (v *Viewer) sifting(f filter.Filter) (*all, bool) {
	a := v.all
	if a == nil {
		a = &all{filter: "?"}
		v.all = a
	}
	query := f.String()
	if a.next == nil || a.filter != query {
		if a.filter == query && a.ready {
			return a, true
		}
		a.leave()
		a.filter = query
		a.next, a.stop = iter.Pull(func(yield func(struct{}) bool) {
			pause := func() bool { return yield(struct{}{}) }
			if a.ready || v.orderAll(a, pause) {
				v.siftAll(a, f, pause)
			}
		})
	}
	for began := v.now(); ; {
		if _, more := a.next(); !more {
			a.next = nil
			return a, true
		}
		if v.now().Sub(began) >= allSlice {
			return a, false
		}
	}
}

// leave lets go of an order or a filter that is not done.
func (a *all) leave() {
	if a != nil && a.next != nil {
		a.stop()
		a.next = nil
	}
}

// orderAll puts everything in order, once; false when it was left.
func (v *Viewer) orderAll(a *all, pause func() bool) bool {
	a.others = v.othersOf()
	a.order = make([]moment, 0, v.file.Events()+len(a.others))
	q := &cursors{}
	none := []moment(nil)
	for i, s := range v.file.Sessions {
		c := cursor{session: int32(i), events: s.Events, key: timeline.NoTime}
		none = c.skip(none)
		if c.n < len(c.events) {
			*q = append(*q, c)
		}
	}
	byTime := make([]moment, 0, len(a.others))
	for n := range a.others {
		m := moment{a.others[n].time, timeline.None, int32(n)}
		if m.key == timeline.NoTime {
			none = append(none, m)
		} else {
			byTime = append(byTime, m)
		}
	}
	sort.SliceStable(byTime, func(i, k int) bool { return byTime[i].key < byTime[k].key })
	heap.Init(q)
	for len(*q) > 0 {
		if len(a.order)%allStep == allStep-1 && !pause() {
			return false
		}
		c := &(*q)[0]
		if len(byTime) > 0 && byTime[0].key < c.key {
			a.order, byTime = append(a.order, byTime[0]), byTime[1:]
			continue
		}
		a.order = append(a.order, moment{c.key, c.session, int32(c.n)})
		c.n++
		if none = c.skip(none); c.n == len(c.events) {
			heap.Pop(q)
		} else {
			heap.Fix(q, 0)
		}
	}
	a.order = append(a.order, byTime...)
	a.dated = len(a.order)
	a.order = append(a.order, none...)
	a.ready = true
	return true
}

// cursor is how far the events of a session stand in the order. key is the latest time up
// to its event.
type cursor struct {
	session int32
	events  []timeline.Event
	n       int
	key     int64
}

// skip moves on to the next event with a time and gathers those without.
func (c *cursor) skip(none []moment) []moment {
	for ; c.n < len(c.events); c.n++ {
		if t := c.events[c.n].Time; t != timeline.NoTime {
			c.key = max(c.key, t)
			return none
		}
		none = append(none, moment{timeline.NoTime, c.session, int32(c.n)})
	}
	return none
}

// cursors is a heap, the earliest on top; of two sessions at one time the one that is
// listed first.
type cursors []cursor

func (q cursors) Len() int { return len(q) }
func (q cursors) Less(i, k int) bool {
	return q[i].key < q[k].key || q[i].key == q[k].key && q[i].session < q[k].session
}
func (q cursors) Swap(i, k int) { q[i], q[k] = q[k], q[i] }
func (q *cursors) Push(c any)   { *q = append(*q, c.(cursor)) }
func (q *cursors) Pop() any     { c := (*q)[len(*q)-1]; *q = (*q)[:len(*q)-1]; return c }

// othersOf lists what is told beside the sessions.
func (v *Viewer) othersOf() []other {
	var out []other
	for i := range v.file.Facts {
		f := &v.file.Facts[i]
		out = append(out, other{'f', f.Source, int32(i), f.Time})
	}
	for i := range v.file.Grants {
		out = append(out, other{'g', v.file.Grants[i].Source, int32(i), timeline.NoTime})
	}
	for i := range v.file.History {
		out = append(out, other{'h', v.file.History[i].Source, int32(i), timeline.NoTime})
	}
	return out
}

// siftAll lists what a filter lets through, and the days at which its rows begin.
func (v *Viewer) siftAll(a *all, f filter.Filter, pause func() bool) {
	sieve := filter.New(f)
	a.rows, a.days = a.rows[:0], a.days[:0]
	for i := range a.order {
		if i%allStep == allStep-1 && !pause() {
			return
		}
		m := &a.order[i]
		if !sieve.Takes(v.momentValues(a, m)) {
			continue
		}
		if day := keyDay(m.key); len(a.days) == 0 || a.days[len(a.days)-1].day != day {
			a.days = append(a.days, dayStart{day, len(a.rows)})
		}
		a.rows = append(a.rows, int32(i))
	}
	a.facets = sieve.Facets("#/all")
}

// momentValues are a record's answers to what a filter asks.
func (v *Viewer) momentValues(a *all, m *moment) filter.Values {
	if m.session != timeline.None {
		s := v.file.Sessions[m.session]
		return v.pageOf(s).Values(&s.Events[m.n], m.n)
	}
	o := &a.others[m.n]
	out := filter.Values{filter.Kind: timeline.Notice.String(), filter.Store: filter.StoreName(&v.file.Sources[o.source])}
	switch {
	case o.kind == 'g':
		out[filter.Kind] = timeline.Permission.String()
	case o.kind == 'h':
		out[filter.Kind] = timeline.Prompt.String()
	case v.file.Facts[o.n].Kind == timeline.LogError:
		out[filter.Kind] = timeline.Failure.String()
	}
	return out
}

// count is how many rows the list has, headings with them.
func (a *all) count() int { return len(a.rows) + len(a.days) }

// row gives the record of a row of the list; for a heading day is its place among them.
func (a *all) row(i int) (n, day int) {
	day = sort.Search(len(a.days), func(d int) bool { return a.days[d].first+d > i }) - 1
	if a.days[day].first+day == i {
		return -1, day
	}
	return i - day - 1, day
}

// dayID is a day in links: day-20261130, day-0 for what has no time.
func dayID(day int64) string {
	if day == undated {
		return "day-0"
	}
	return "day-" + time.Unix(day*86400, 0).UTC().Format("20060102")
}

// allAt is the row of the day of a route, 0 for none.
func (a *all) at(id string) int {
	for d := range a.days {
		if dayID(a.days[d].day) == id {
			return a.days[d].first + d
		}
	}
	return 0
}

// allPage is the page of the timeline over everything; nil while it is put in order.
func (v *Viewer) allPage(r route) ([]byte, error) {
	a, done := v.sifting(r.Filter)
	if !done {
		return nil, nil
	}
	behind := r.Filter.Behind()
	var days []components.Link
	for d, start := range a.days {
		end := len(a.rows)
		if d+1 < len(a.days) {
			end = a.days[d+1].first
		}
		days = append(days, components.Link{Href: "#/all/" + dayID(start.day) + behind, Text: dayName(start.day), Note: components.Count(end - start.first), On: dayID(start.day) == r.day})
	}
	return render(components.AllPage(days, len(a.order)-len(a.others), components.Sifting{
		Shown: len(a.rows), All: len(a.order), Noun: "record", Chosen: r.Filter.Chosen(), Clear: "#/all", Facets: a.facets,
	}, components.List{Name: "all" + behind, Count: a.count(), Chunk: session.EventsChunk, Row: components.EventRowHeight, At: a.at(r.day), Label: "All events"}))
}

func dayName(day int64) string {
	if day == undated {
		return "No time"
	}
	return time.Unix(day*86400, 0).UTC().Format("2 Jan 2006") + " UTC"
}

// allRows are the rows of a chunk.
func (v *Viewer) allRows(f filter.Filter, chunk int) ([]components.AllRow, error) {
	a, done := v.sifting(f)
	for !done { // the list was asked for by a page that another filter replaced
		a, done = v.sifting(f)
	}
	from, to := components.ChunkOf(a.count(), session.EventsChunk, chunk)
	out := make([]components.AllRow, 0, to-from)
	for i := from; i < to; i++ {
		n, day := a.row(i)
		if n < 0 {
			end := len(a.rows)
			if day+1 < len(a.days) {
				end = a.days[day+1].first
			}
			out = append(out, components.AllRow{EventRow: components.EventRow{Index: i}, Day: dayName(a.days[day].day), Facts: components.Counted(end-a.days[day].first, "record")})
			continue
		}
		row := v.momentRow(a, &a.order[a.rows[n]])
		row.Index = i
		out = append(out, row)
	}
	return out, nil
}

// momentRow asks for the words of one record.
func (v *Viewer) momentRow(a *all, m *moment) components.AllRow {
	if m.session != timeline.None {
		s := v.file.Sessions[m.session]
		e := &s.Events[m.n]
		row := components.AllRow{EventRow: v.pageOf(s).EventRow(e, m.n)}
		row.Href = v.pageOf(s).EventHref(e, true)
		row.Key = ""
		row.Session, _ = session.Name(s)
		return row
	}
	o := &a.others[m.n]
	src := &v.file.Sources[o.source]
	row := components.AllRow{EventRow: components.EventRow{Time: components.ClockMilli(o.time), TimeUTC: components.UTC(o.time), Type: src.Kind, Kind: timeline.Notice.String(), Icon: "notice", Look: "system"}, File: src.Path}
	switch o.kind {
	case 'g':
		g := &v.file.Grants[o.n]
		row.Kind, row.Icon, row.Look, row.Text = timeline.Permission.String(), "permission", "ask", "Stands: "+g.Words
		row.Href = fmt.Sprintf("#/permissions/standing/grant-%d", o.n)
	case 'h':
		row.Kind, row.Icon, row.Look, row.Text = timeline.Prompt.String(), "prompt", "user", components.OneLine(v.file.History[o.n].Text)
		row.Href = fmt.Sprintf("#/history/entry-%d", o.n)
	default:
		fact := &v.file.Facts[o.n]
		if row.Text = components.OneLine(fact.Text); fact.Kind == timeline.LogError {
			row.Kind, row.Icon, row.Look = timeline.Failure.String(), "error", "bad"
		}
		row.Href = files.Href(o.source, fact.Line)
		if s := v.sessionOf(fact.Session, src.Home); s != nil {
			row.Session, _ = session.Name(s)
		}
	}
	return row
}

// allList reads the name of the list: all?<filter>.
func allList(name string) (f filter.Filter, ok bool) {
	kind, query, _ := strings.Cut(name, "?")
	return filter.Parse(query), kind == "all"
}
