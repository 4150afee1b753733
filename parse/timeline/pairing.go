package timeline

import (
	"cmp"
	"container/heap"
	"slices"
)

// pair joins the dated secondary rows of one key with its primary rows: of all pairs
// within the window the nearest in time first, then the earlier primary, then the
// earlier secondary; each row once. A secondary row that finds its primary drops.
//
// Every secondary row offers its best free primary; the best offer of all is taken, and
// who loses its primary offers its next. Free neighbours are found by skip links, so
// that ten thousand equal prompts cost no more than ten thousand different ones.
func (d *Dedup) pair(rows *keyRows, out []bool) {
	if len(rows.primary) == 0 {
		return
	}
	f := newFree(rows.primary)
	q := &offers{}
	for _, s := range rows.secondary {
		if o, ok := f.best(d.secondary[s], s); ok {
			*q = append(*q, o)
		}
	}
	heap.Init(q)
	for q.Len() > 0 {
		o := (*q)[0]
		if f.taken[o.primary] {
			if next, ok := f.best(d.secondary[o.secondary], o.secondary); ok {
				(*q)[0] = next
				heap.Fix(q, 0)
			} else {
				heap.Pop(q)
			}
			continue
		}
		heap.Pop(q)
		f.take(o.primary)
		out[o.secondary], d.paired[o.secondary] = true, o.order
	}
}

// offer is a possible pair.
type offer struct {
	dt        int64
	order     int // of the primary
	primary   int // index into free.rows
	secondary int
}

func (a offer) before(b offer) bool {
	return cmp.Or(cmp.Compare(a.dt, b.dt), cmp.Compare(a.order, b.order), cmp.Compare(a.secondary, b.secondary)) < 0
}

type offers []offer

func (q offers) Len() int           { return len(q) }
func (q offers) Less(i, j int) bool { return q[i].before(q[j]) }
func (q offers) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *offers) Push(x any)        { *q = append(*q, x.(offer)) }
func (q *offers) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

// free holds the primary rows of a key that are not paired yet: the dated ones sorted by
// time and order, behind them the undated ones by order.
type free struct {
	rows  []copyRow
	dated int
	taken []bool
	right []int // skip links: the next index at or after this one that may be free
	left  []int // likewise before it, shifted by one so that 0 is the end
	run   []int // index of the first row with the same time
}

func newFree(primary []copyRow) *free {
	f := &free{rows: slices.Clone(primary), taken: make([]bool, len(primary))}
	slices.SortStableFunc(f.rows, func(a, b copyRow) int {
		if (a.ms == NoTime) != (b.ms == NoTime) {
			return cmp.Compare(b.ms, a.ms) // undated last
		}
		return cmp.Compare(a.ms, b.ms)
	})
	n := len(f.rows)
	f.right, f.left, f.run = make([]int, n+1), make([]int, n+1), make([]int, n)
	for i := range f.rows {
		f.right[i], f.left[i+1], f.run[i] = i, i+1, i
		if i > 0 && f.rows[i].ms == f.rows[i-1].ms {
			f.run[i] = f.run[i-1]
		}
		if f.rows[i].ms != NoTime {
			f.dated = i + 1
		}
	}
	f.right[n] = n
	return f
}

// next gives the first free index at or after i, len(rows) when there is none.
func (f *free) next(i int) int { return find(f.right, i) }

// prev gives the first free index at or before i, -1 when there is none.
func (f *free) prev(i int) int { return find(f.left, i+1) - 1 }

// find follows skip links to their end and shortens them.
func find(link []int, i int) int {
	end := i
	for link[end] != end {
		end = link[end]
	}
	for link[i] != end {
		link[i], i = end, link[i]
	}
	return end
}

func (f *free) take(i int) {
	f.taken[i], f.right[i], f.left[i+1] = true, i+1, i
}

// best gives the nearest free primary row of a secondary one.
func (f *free) best(row copyRow, secondary int) (offer, bool) {
	at, _ := slices.BinarySearchFunc(f.rows[:f.dated], row.ms, func(r copyRow, ms int64) int { return cmp.Compare(r.ms, ms) })
	var best offer
	found := false
	try := func(i int) {
		o := offer{apart(f.rows[i].ms, row.ms), f.rows[i].order, i, secondary}
		if o.dt <= window && (!found || o.before(best)) {
			best, found = o, true
		}
	}
	// Rows with other ids are never copies: they are stepped over, and those are few,
	// since hardly any secondary row has an id.
	for i := f.next(at); i < f.dated && apart(f.rows[i].ms, row.ms) <= window; i = f.next(i + 1) {
		if joinable(f.rows[i].id, row.id) {
			try(i)
			break
		}
	}
	for i := f.prev(at - 1); i >= 0 && apart(f.rows[i].ms, row.ms) <= window; {
		first := f.next(f.run[i]) // the earliest of those with the same time
		for first < i && !joinable(f.rows[first].id, row.id) {
			first = f.next(first + 1)
		}
		if joinable(f.rows[first].id, row.id) {
			try(first)
			break
		}
		i = f.prev(f.run[i] - 1)
	}
	for i := f.next(f.dated); i < len(f.rows); i = f.next(i + 1) {
		if joinable(f.rows[i].id, row.id) {
			try(i)
			break
		}
	}
	return best, found
}

// collapse drops, in time order, a secondary row that has an anchor within the window: a
// paired row, or one that was kept before it.
func (d *Dedup) collapse(rows *keyRows, out []bool) {
	byTime := slices.Clone(rows.secondary)
	slices.SortStableFunc(byTime, func(a, b int) int { return cmp.Compare(d.secondary[a].ms, d.secondary[b].ms) })
	var paired []copyRow
	for _, s := range byTime {
		if out[s] {
			paired = append(paired, d.secondary[s])
		}
	}
	var kept []copyRow
	ahead := 0 // the first paired row that is not before the one at hand
	for _, s := range byTime {
		row := d.secondary[s]
		for ahead < len(paired) && paired[ahead].ms < row.ms {
			ahead++
		}
		if out[s] {
			continue
		}
		if anchored(row, kept, -1) || anchored(row, paired[:ahead], -1) || anchored(row, paired[ahead:], 1) {
			out[s] = true
		} else {
			kept = append(kept, row)
		}
	}
}

// anchored looks for an anchor within the window, from the end of a list sorted by time
// (step -1) or from its start (step 1).
func anchored(row copyRow, anchors []copyRow, step int) bool {
	i := 0
	if step < 0 {
		i = len(anchors) - 1
	}
	for ; i >= 0 && i < len(anchors) && apart(anchors[i].ms, row.ms) <= window; i += step {
		if joinable(anchors[i].id, row.id) {
			return true
		}
	}
	return false
}
