// Package search is the search box of the page: the query in it, the hits that were found so
// far and their facets.
//
// The open archive and a text come in; the page of the search, its rows and the way from hit
// to hit go out. A search runs in slices, each time the page asks. A query that does not
// parse is shown with the place that is at fault; a hit in what is no session leads to its
// file.
package search

import (
	"errors"
	"iter"
	"slices"
	"sort"
	"strings"
	"time"

	"flightlog/components"
	"flightlog/parse"
	"flightlog/parse/find"
	"flightlog/parse/timeline"
	"flightlog/wasm/viewer/session"
)

const (
	hitsChunk = 16
	mostHits  = 200_000 // that are listed; a browser draws no list much higher
	// slice is how long a search works before the page is answered: a key that is
	// pressed meanwhile waits no longer.
	slice = 25 * time.Millisecond
)

// Box is the search of an open archive.
type Box struct {
	file    *parse.Opened
	now     func() time.Time
	read    func() bool                           // reads on in the archive, false when there is no more
	page    func(*timeline.Session) *session.Page // of a session
	run     *run                                  // the query in the box, nil for none
	finder  *find.Finder                          // once something was looked for
	numbers map[*timeline.Session]int32           // see indices
	newest  bool                                  // the order of hits: newest first, or by session
}

// New makes a box without an archive. now is the clock for the time and for slices of work,
// read takes the reading of the archive on and reports whether there is more: a search looks
// through everything.
func New(now func() time.Time, read func() bool, page func(*timeline.Session) *session.Page) *Box {
	return &Box{now: now, read: read, page: page}
}

// Open empties the box for another archive. The order of hits stays.
func (b *Box) Open(file *parse.Opened) {
	b.Halt()
	b.file, b.run = file, nil
	b.Renew()
}

// Renew looks through what was read since, too.
func (b *Box) Renew() { b.finder, b.numbers = nil, nil }

// engine looks through the archive.
func (b *Box) engine() *find.Finder {
	if b.finder == nil {
		b.finder = find.New(b.file.Timeline, b.file)
	}
	return b.finder
}

var errSearchLeft = errors.New("the search was left")

// run is the query in the box, and what it found so far. It runs in slices: each answer
// to the page takes it on a little, so that everything else the page asks is answered
// between, and a new query ends it at once.
type run struct {
	text  string
	query *find.Query // nil when the text is blank or does not parse
	fault *find.Error

	hits   []hitAt     // in the order in which they were found
	others []*find.Hit // those that are no event of a session
	groups []hitGroup
	byTime []int32 // indices into hits, newest first, of as many as were sorted
	total  int     // beyond those that are listed, too

	state  components.FoundState
	result find.Result
	took   time.Duration
	next   func() (struct{}, bool)
	leave  func()
	at     int // the hit that was visited last, -1 for none
}

// hitAt is a hit: an event of a session, or, with session None, one of the others.
type hitAt struct{ session, index int32 }

// hitGroup is a run of hits under one heading.
type hitGroup struct {
	session int32 // index into Sessions, None for a file
	source  int32 // of a file
	first   int   // index into hits
}

// start ends the search before and begins that of a text.
func (b *Box) start(text string) *run {
	b.Halt()
	s := &run{text: text, at: -1, state: components.Running}
	b.run = s
	if strings.TrimSpace(text) == "" {
		s.state = components.NoQuery
		return s
	}
	q, err := find.Compile(text)
	if err != nil {
		s.state = components.Faulty
		if !errors.As(err, &s.fault) {
			s.fault = &find.Error{Pos: 1, Message: err.Error()}
		}
		return s
	}
	s.query = q
	s.next, s.leave = iter.Pull(func(yield func(struct{}) bool) {
		for b.read() { // it looks through everything
			if !yield(struct{}{}) {
				return
			}
		}
		result, err := b.engine().Search(q, func(h *find.Hit) bool { b.take(s, h); return true }, func() error {
			if !yield(struct{}{}) {
				return errSearchLeft
			}
			return nil
		})
		if s.result = result; err == nil {
			s.state = components.Done
		}
	})
	return s
}

// Halt lets go of a search that runs.
func (b *Box) Halt() {
	if b.run != nil && b.run.state == components.Running {
		b.run.state = components.Stopped
		b.run.leave()
	}
}

// advance takes a search on for a slice of time.
func (b *Box) advance(s *run) {
	if s.state != components.Running {
		return
	}
	began := b.now()
	for {
		if _, more := s.next(); !more || b.now().Sub(began) >= slice {
			break
		}
	}
	s.took += b.now().Sub(began)
}

// take notes a hit.
func (b *Box) take(s *run, h *find.Hit) {
	if s.total++; len(s.hits) == mostHits {
		return
	}
	at := hitAt{timeline.None, int32(len(s.others))}
	group := hitGroup{session: timeline.None, source: h.Event.Source, first: len(s.hits)}
	if h.Session != nil && (h.Index != timeline.None || h.Event.Has(timeline.FromStore)) {
		group.session, group.source = b.indices()[h.Session], timeline.None
	}
	if h.Index != timeline.None {
		at = hitAt{group.session, h.Index}
	} else {
		s.others = append(s.others, h)
	}
	if n := len(s.groups); n == 0 || s.groups[n-1].session != group.session || s.groups[n-1].source != group.source {
		s.groups = append(s.groups, group)
	}
	s.hits = append(s.hits, at)
}

// indices are the places of the sessions in their list.
func (b *Box) indices() map[*timeline.Session]int32 {
	if b.numbers == nil {
		b.numbers = make(map[*timeline.Session]int32, len(b.file.Sessions))
		for i, s := range b.file.Sessions {
			b.numbers[s] = int32(i)
		}
	}
	return b.numbers
}

// hit gives a hit as the engine found it.
func (b *Box) hit(s *run, n int) *find.Hit {
	at := s.hits[n]
	if at.session == timeline.None {
		return s.others[at.index]
	}
	session := b.file.Sessions[at.session]
	return &find.Hit{Session: session, Event: &session.Events[at.index], Index: at.index}
}

// rows is how many rows the list of hits has.
func (b *Box) rows(s *run) int {
	if b.newest {
		return len(s.hits)
	}
	return len(s.hits) + len(s.groups)
}

// rowHit gives the hit of a row; for a heading heading is its group.
func (b *Box) rowHit(s *run, row int) (n int, heading *hitGroup) {
	if b.newest {
		return int(b.sorted(s)[row]), nil
	}
	g := sort.Search(len(s.groups), func(g int) bool { return s.groups[g].first+g > row }) - 1
	if s.groups[g].first+g == row {
		return -1, &s.groups[g]
	}
	return row - g - 1, nil
}

// hitRow is the row of a hit, rowHit turned round.
func (b *Box) hitRow(s *run, n int) int {
	if b.newest {
		return max(slices.Index(b.sorted(s), int32(n)), 0)
	}
	return n + sort.Search(len(s.groups), func(g int) bool { return s.groups[g].first > n })
}

// sorted gives the hits newest first, those without a time last and in the order in which
// they were found. What came since the last time is sorted and merged.
func (b *Box) sorted(s *run) []int32 {
	old := s.byTime
	if len(old) == len(s.hits) {
		return old
	}
	fresh := make([]int32, 0, len(s.hits)-len(old))
	for n := len(old); n < len(s.hits); n++ {
		fresh = append(fresh, int32(n))
	}
	time := func(n int32) int64 { return b.hit(s, int(n)).Event.Time }
	sort.SliceStable(fresh, func(a, b int) bool { return time(fresh[a]) > time(fresh[b]) })
	merged := make([]int32, 0, len(s.hits))
	for len(old) > 0 && len(fresh) > 0 {
		if time(fresh[0]) > time(old[0]) {
			merged, fresh = append(merged, fresh[0]), fresh[1:]
		} else {
			merged, old = append(merged, old[0]), old[1:]
		}
	}
	s.byTime = append(append(merged, old...), fresh...)
	return s.byTime
}

// spans is what the query in the box matches in a text on the screen, nil where there is
// nothing to mark.
func (b *Box) spans() func(string) [][2]int {
	if b.run == nil || b.run.query == nil || !b.run.query.Reads() {
		return nil
	}
	const most = 1000 // of one text
	return func(text string) [][2]int { return b.run.query.Spans(text, most) }
}
