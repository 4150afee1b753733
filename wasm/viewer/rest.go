package viewer

import (
	"iter"
	"reflect"
	"strconv"

	"flightlog/components"
	"flightlog/parse/timeline"
)

// rest is the reading of what the first screen did not wait for: the databases. It runs as
// a coroutine, a slice a call, so that every other call is answered between two slices.
type rest struct {
	next func() (struct{}, bool)
	end  func()
	at   string               // the file at hand
	rail []components.RailRow // as it was drawn before
}

// What work answers once the rest is read: whether the sessions in the rail are others, or
// say something else, than before.
const (
	restRead     = "whole"
	restSessions = "whole sessions"
)

// readRest begins to read what of the open archive is waiting; the first slice reads it.
func (v *Viewer) readRest() {
	v.leaveRest()
	if !v.file.Waiting() {
		return
	}
	r, file := &rest{}, v.file
	r.next, r.end = iter.Pull(func(yield func(struct{}) bool) {
		began := v.clock()
		_ = file.Rest(func(_, _ int64, name string) error { // its error is ours
			r.at = name
			if v.clock().Sub(began) < workSlice {
				return nil
			}
			if !yield(struct{}{}) {
				return errLeft
			}
			began = v.clock()
			return nil
		})
	})
	v.rest = r
}

// leaveRest lets go of a reading that is not done.
func (v *Viewer) leaveRest() {
	if v.rest != nil {
		v.rest.end()
	}
	v.rest, v.joined = nil, ""
}

// readOn reads a slice of the rest and reports whether there is more. With the last one
// the views take in what was read.
func (v *Viewer) readOn() bool {
	r := v.rest
	if r == nil {
		return false
	}
	if r.rail == nil {
		r.rail = v.railSlice(0, len(v.rail))
	}
	v.rest = nil // a panic leaves it so
	if _, more := r.next(); more {
		v.rest = r
		return true
	}
	v.join()
	v.joined = restRead
	if !reflect.DeepEqual(r.rail, v.railSlice(0, len(v.rail))) {
		v.joined = restSessions
	}
	return false
}

// readAll reads all of the rest, for what looks at everything.
func (v *Viewer) readAll() {
	for v.readOn() {
	}
}

// join makes those views anew that the rest may have changed. A session of which no
// database tells keeps what is unfolded in it, and each keeps its address.
func (v *Viewer) join() {
	before := v.sessions
	v.sessions = map[string]*page{}
	for s, key := range v.keys {
		v.sessions[key] = before[key]
		if len(s.Store) > 0 {
			v.sessions[key] = newPage(s)
		}
	}
	v.enter()
	v.rail = railOf(v.file.Timeline)
	v.sums, v.auditing, v.projects = nil, nil, nil
	v.all.leave()
	v.finder, v.numbers, v.all, v.looked, v.files = nil, nil, nil, nil, nil
	if n := v.names; n != nil {
		v.names = v.gather()
		v.names.on = n.on
	}
}

// enter gives every session that has none a page and the key under which links find it.
func (v *Viewer) enter() {
	for _, s := range v.file.Sessions {
		if v.keys[s] != "" {
			continue
		}
		key := s.ID
		if v.sessions[key] != nil { // the same id in another home of the archive
			key += "~" + strconv.Itoa(s.Home)
		}
		v.sessions[key], v.keys[s] = newPage(s), key
	}
}

func newPage(s *timeline.Session) *page {
	return &page{s: s, open: map[int]bool{}, steps: map[int]int{}}
}
