package find

import (
	"errors"
	"slices"

	"flightlog/parse/timeline"
)

// errEnough ends a search whose taker wants no more.
var errEnough = errors.New("enough")

// run is one search.
type run struct {
	f      *Finder
	q      *Query
	emit   func(*Hit) bool
	pause  func() error
	result Result
	count  counter
	read   int               // bytes since the last pause
	met    []bool            // by term: matched in the record at hand
	names  []map[string]bool // by term: what was decided about a name before
	asked  map[int32][]int32 // of the session at hand, by event: the calls that it asks for; nil until somebody wants to know
}

// all searches everything in order.
func (r *run) all() error {
	for i, s := range r.f.t.Sessions {
		if err := r.session(s, &r.f.odd[i]); err != nil {
			return err
		}
	}
	for i := range r.f.items {
		if err := r.item(&r.f.items[i], true); err != nil {
			return err
		}
	}
	for _, src := range r.f.docs {
		if err := r.document(src); err != nil {
			return err
		}
	}
	return nil
}

// session searches a session's events, then its rows of the store but those that are
// events of it already.
func (r *run) session(s *timeline.Session, known *oddness) error {
	r.asked = nil
	rows := map[[2]int64]bool{}
	for i := range s.Events {
		e := &s.Events[i]
		if e.Has(timeline.FromStore) {
			rows[[2]int64{int64(e.Source), e.Offset}] = true
		}
		it := item{session: s, event: e, index: int32(i)}
		if err := r.record(&it, &known.events, i, len(s.Events)); err != nil {
			return err
		}
	}
	for i := range s.Store {
		e := &s.Store[i]
		if rows[[2]int64{int64(e.Source), e.Offset}] {
			continue
		}
		it := item{session: s, event: e, index: timeline.None}
		if err := r.record(&it, &known.store, i, len(s.Store)); err != nil {
			return err
		}
	}
	return nil
}

// record searches one record, i of n of a list, unless its bytes rule it out.
func (r *run) record(it *item, known *marks, i, n int) error {
	if err := r.breathe(int(it.event.Length)); err != nil {
		return err
	}
	raw := r.f.r.Raw(it.event)
	if !r.may(raw) && !known.odd(i, n, func() bool { return it.event.Has(timeline.Repaired) || odd(raw) }) {
		return nil
	}
	return r.item(it, false)
}

// may reports that raw bytes hold what every match must have.
func (r *run) may(raw []byte) bool {
	for _, n := range r.q.needed {
		if n.index(raw) < 0 {
			return false
		}
	}
	return true
}

// breathe counts bytes that are read and pauses after some.
func (r *run) breathe(n int) error {
	const least = 32 // for the record itself
	if r.read += n + least; r.read < pauseBytes || r.pause == nil {
		return nil
	}
	r.read = 0
	return r.pause()
}

// document searches the lines of a file.
func (r *run) document(src int32) (err error) {
	source := &r.f.t.Sources[src]
	owner := r.f.owner(source)
	lines(source.Held, func(number int64, offset int, line []byte) bool {
		if err = r.breathe(len(line)); err != nil {
			return false
		}
		if !r.f.rows[src][int64(offset)] && (r.may(line) || odd(line)) {
			it := r.f.line(owner, src, number, offset, line)
			err = r.item(&it, false)
		}
		return err == nil
	})
	return err
}

// item decides about one item and hands it on.
func (r *run) item(it *item, breathe bool) error {
	if breathe {
		if err := r.breathe(len(it.text)); err != nil {
			return err
		}
	}
	if !r.facts(it) || r.q.reads && !r.words(it) {
		return nil
	}
	h := r.hit(it)
	r.result.Hits++
	r.count.add(h)
	if !r.emit(h) {
		return errEnough
	}
	return nil
}

func (r *run) hit(it *item) *Hit {
	h := &Hit{Session: it.session, Event: it.event, Index: it.index, Entry: it.entry, text: it.text}
	if e := it.event; e.Call != timeline.None {
		c := &it.session.Calls[e.Call]
		h.Tool, h.Outcome = c.Tool, c.Outcome.String()
	} else if e.Has(timeline.Failed) {
		h.Outcome = timeline.Errored.String()
	}
	return h
}

// words decides the terms that look into the text of the record.
func (r *run) words(it *item) bool {
	left := 0
	negative := false
	for i := range r.q.terms {
		r.met[i] = false
		if t := &r.q.terms[i]; t.reads() && t.not {
			negative = true
		} else if t.reads() {
			left++
		}
	}
	refused := false
	r.f.texts(it, func(key, text []byte) bool {
		for i := range r.q.terms {
			t := &r.q.terms[i]
			if !t.reads() || r.met[i] || !t.matches(key, text, &r.f.fold) {
				continue
			}
			if t.not {
				refused = true
				return false
			}
			r.met[i] = true
			left--
		}
		return left > 0 || negative
	})
	return !refused && left == 0
}

// texts walks the texts of an item: the string values of a record, or all there is.
func (f *Finder) texts(it *item, each func(key, text []byte) bool) {
	if it.text != nil {
		each(nil, it.text)
		return
	}
	texts(f.json(it), &f.buf, each)
}

// longEnough is the length in bytes of a text that is looked for in packed bytes too.
const longEnough = 12

// matches decides about one text of a record.
func (t *term) matches(key, text []byte, buf *[]byte) bool {
	start, _ := t.find(key, text, buf)
	return start >= 0
}

// find gives the first place in one text of a record, -1 for none.
func (t *term) find(key, text []byte, buf *[]byte) (start, end int) {
	if t.field != nil && !slices.Contains(t.field.keys, string(key)) {
		return -1, -1
	}
	if opaque(text) && (t.match.n == nil || len(t.match.n.folded) < longEnough) {
		return -1, -1
	}
	return t.match.find(text, buf)
}
