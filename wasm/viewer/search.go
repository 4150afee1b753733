package viewer

import (
	"errors"
	"iter"
	"slices"
	"sort"
	"strings"
	"time"

	"flightlog/components"
	"flightlog/parse/find"
	"flightlog/parse/timeline"
)

const (
	hitsChunk = 16
	mostHits  = 200_000 // that are listed; a browser draws no list much higher
	// searchSlice is how long a search works before the page is answered: a key that is
	// pressed meanwhile waits no longer.
	searchSlice = 25 * time.Millisecond
)

var errSearchLeft = errors.New("the search was left")

// search is the query in the box, and what it found so far. It runs in slices: each answer
// to the page takes it on a little, so that everything else the page asks is answered
// between, and a new query ends it at once.
type search struct {
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

// startSearch ends the search before and begins that of a text.
func (v *Viewer) startSearch(text string) *search {
	v.endSearch()
	s := &search{text: text, at: -1, state: components.Running}
	v.search = s
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
		for v.readOn() { // it looks through everything
			if !yield(struct{}{}) {
				return
			}
		}
		if v.finder == nil {
			v.finder = find.New(v.file.Timeline, v.file)
		}
		result, err := v.finder.Search(q, func(h *find.Hit) bool { v.take(s, h); return true }, func() error {
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

// endSearch lets go of a search that runs.
func (v *Viewer) endSearch() {
	if v.search != nil && v.search.state == components.Running {
		v.search.state = components.Stopped
		v.search.leave()
	}
}

// advance takes a search on for a slice of time.
func (v *Viewer) advance(s *search) {
	if s.state != components.Running {
		return
	}
	began := v.now()
	for {
		if _, more := s.next(); !more || v.now().Sub(began) >= searchSlice {
			break
		}
	}
	s.took += v.now().Sub(began)
}

// take notes a hit.
func (v *Viewer) take(s *search, h *find.Hit) {
	if s.total++; len(s.hits) == mostHits {
		return
	}
	at := hitAt{timeline.None, int32(len(s.others))}
	group := hitGroup{session: timeline.None, source: h.Event.Source, first: len(s.hits)}
	if h.Session != nil && (h.Index != timeline.None || h.Event.Has(timeline.FromStore)) {
		group.session, group.source = v.indices()[h.Session], timeline.None
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
func (v *Viewer) indices() map[*timeline.Session]int32 {
	if v.numbers == nil {
		v.numbers = make(map[*timeline.Session]int32, len(v.file.Sessions))
		for i, s := range v.file.Sessions {
			v.numbers[s] = int32(i)
		}
	}
	return v.numbers
}

// hit gives a hit as the engine found it.
func (v *Viewer) hit(s *search, n int) *find.Hit {
	at := s.hits[n]
	if at.session == timeline.None {
		return s.others[at.index]
	}
	session := v.file.Sessions[at.session]
	return &find.Hit{Session: session, Event: &session.Events[at.index], Index: at.index}
}

// rows is how many rows the list of hits has.
func (v *Viewer) rows(s *search) int {
	if v.newest {
		return len(s.hits)
	}
	return len(s.hits) + len(s.groups)
}

// rowHit gives the hit of a row; for a heading heading is its group.
func (v *Viewer) rowHit(s *search, row int) (n int, heading *hitGroup) {
	if v.newest {
		return int(v.sorted(s)[row]), nil
	}
	g := sort.Search(len(s.groups), func(g int) bool { return s.groups[g].first+g > row }) - 1
	if s.groups[g].first+g == row {
		return -1, &s.groups[g]
	}
	return row - g - 1, nil
}

// hitRow is the row of a hit, rowHit turned round.
func (v *Viewer) hitRow(s *search, n int) int {
	if v.newest {
		return max(slices.Index(v.sorted(s), int32(n)), 0)
	}
	return n + sort.Search(len(s.groups), func(g int) bool { return s.groups[g].first > n })
}

// sorted gives the hits newest first, those without a time last and in the order in which
// they were found. What came since the last time is sorted and merged.
func (v *Viewer) sorted(s *search) []int32 {
	old := s.byTime
	if len(old) == len(s.hits) {
		return old
	}
	fresh := make([]int32, 0, len(s.hits)-len(old))
	for n := len(old); n < len(s.hits); n++ {
		fresh = append(fresh, int32(n))
	}
	time := func(n int32) int64 { return v.hit(s, int(n)).Event.Time }
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
func (v *Viewer) spans() func(string) [][2]int {
	if v.search == nil || v.search.query == nil || !v.search.query.Reads() {
		return nil
	}
	const most = 1000 // of one text
	return func(text string) [][2]int { return v.search.query.Spans(text, most) }
}
