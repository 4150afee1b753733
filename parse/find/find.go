// Package find answers queries over an open timeline: words, phrases, expressions and
// fields in, records that match out, newest session first and in file order inside.
//
// It keeps no index. A search runs over the bytes that the timeline holds anyway and
// passes over each record whose bytes lack a text that every match must have; what is left
// is decoded and compared with each of its string values, keys left out. Searched are the
// records of logs, recovered or not, the rows of databases about a session, the prompt
// history, standing permissions, the facts of process logs, and the lines of every other
// file that is held. The last four come after the sessions: they have no place among the
// events of one.
//
// Case does not matter (simple Unicode folding), nor whether letters are composed: words
// beyond ASCII are compared in their NFC form, and only expressions see the difference.
// Values of packed bytes, base64 of some length, are matched only by long texts. Damage is
// searched as far as it was repaired; a line that is no record is no hit.
package find

import "flightlog/parse/timeline"

// Hit is one record that matches.
type Hit struct {
	Session *timeline.Session // that it belongs to, nil for none
	Event   *timeline.Event   // the record; made up for what is none: its Length is 0 where Raw has nothing for it
	Index   int32             // into Session.Events, or None for a row beside the log or another file
	Tool    string            // of its call, "" for none
	Outcome string            // how its call ended, "failed" where the record says so, "" elsewhere
	Entry   int32             // of a hit that is no record: its index in the history, the grants or the facts of the timeline, as Event.Type says
	text    []byte            // of a record that is not JSON
}

// Result sums a search up.
type Result struct {
	Hits   int
	Facets Facets
}

// Finder searches one timeline. It notes one bit for each record about how its bytes are
// written, so that a second search is quicker than the first; it is not safe for
// concurrent use.
type Finder struct {
	t     *timeline.Timeline
	r     timeline.Reader
	items []item           // beside those of sessions
	homes []home           // their sessions
	docs  []int32          // sources whose lines are read as they are held
	rows  []map[int64]bool // by source: offsets of the rows that sessions have; nil for no database
	odd   []oddness        // by session
	buf   []byte           // memory for one decoded string
	fold  []byte           // memory for its folding
}

// home finds the sessions of a home.
type home struct{ byID, byDir map[string]*timeline.Session }

// New makes a finder for a timeline that will not change.
func New(t *timeline.Timeline, r timeline.Reader) *Finder {
	f := &Finder{t: t, r: r, odd: make([]oddness, len(t.Sessions))}
	f.list()
	return f
}

// pauseBytes is how much is read between two pauses.
const pauseBytes = 128 * timeline.KiB

// Search gives emit every hit, until it answers false, and then what was found up to
// there. pause, if there is one, is called often; its error ends the search and is
// Search's.
func (f *Finder) Search(q *Query, emit func(*Hit) bool, pause func() error) (Result, error) {
	run := &run{f: f, q: q, emit: emit, pause: pause, met: make([]bool, len(q.terms)), names: make([]map[string]bool, len(q.terms))}
	err := run.all()
	if err == errEnough {
		err = nil
	}
	run.result.Facets = run.count.facets()
	return run.result, err
}

// oddness notes of a session's records whether they must always be decoded.
type oddness struct{ events, store marks }

// marks are two bits a record: whether it was looked at, and what was seen.
type marks []uint64

func (m *marks) odd(i, n int, look func() bool) bool {
	if *m == nil {
		*m = make(marks, (2*n+63)/64)
	}
	word, shift := i/32, uint(i%32)*2
	if (*m)[word]>>shift&1 == 0 {
		(*m)[word] |= 1 << shift
		if look() {
			(*m)[word] |= 2 << shift
		}
	}
	return (*m)[word]>>shift&2 != 0
}
