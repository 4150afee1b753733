package viewer

import (
	"iter"
	"path"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"flightlog/components"
	"flightlog/parse/timeline"
	"flightlog/wasm/viewer/files"
	"flightlog/wasm/viewer/session"
)

// earlyLogs is how many bytes of logs a first screen waits for: what is read in about a
// second is not worth being shown in parts.
const earlyLogs = 64 * timeline.MiB

// shownAfter is how long what was read of many logs may wait to be shown.
const shownAfter = time.Second

// spared is how often as long as views and page took to take in a part is read before the
// next: with hundreds of thousands of events, or of files, they take seconds.
const spared = 5

// rest is the reading of what the first screen did not wait for: the logs where there is
// much in them, and the databases. It runs as a coroutine, a slice a call, so that every
// other call is answered between two slices.
type rest struct {
	next        func() (struct{}, bool)
	end         func()
	at          string // the file at hand
	done, total int64  // unpacked bytes
	fresh       bool   // a log was read to its end since the views took in the last
	shown       time.Time
	taken       time.Time            // when the views began to take in the last, zero once the page shows it
	spare       time.Duration        // until the views take in more: a part of the time is theirs, the rest is for reading
	wanted      *session.Page        // of the session that a person waits for
	rail        []components.RailRow // as it was drawn last
}

// What work answers when the views took in more of the rest, or all of it. It ends in
// sessions where those in the rail are others than before, or say something else.
const (
	restPart  = "part"
	restWhole = "whole"
	restRail  = " sessions"
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
		_ = file.Rest(func(done, total int64, name string) error { // its error is ours
			r.fresh = r.fresh || isLog(r.at) && r.at != name // databases are taken in at the end
			r.at, r.done, r.total = name, done, total
			if v.Watch != nil {
				v.Watch(name, total)
			}
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
		r.rail, r.shown = v.railSlice(0, len(v.rail)), v.clock()
	}
	if !r.taken.IsZero() { // the page asks for more: it has drawn what it was told of
		r.shown = v.clock()
		r.spare, r.taken = spared*r.shown.Sub(r.taken), time.Time{}
	}
	v.rest = nil // a panic leaves it so
	_, more := r.next()
	if !more {
		v.takeIn(r, restWhole)
		return false
	}
	v.rest = r
	if r.fresh && (v.clock().Sub(r.shown) >= max(shownAfter, r.spare) || r.wanted != nil && !r.wanted.Session().Has(timeline.Unread)) {
		r.taken = v.clock()
		v.file.Settle()
		v.takeIn(r, restPart)
	}
	return true
}

// takeIn lets the views take in what was read, and has the page told.
func (v *Viewer) takeIn(r *rest, what string) {
	v.join()
	rail := v.railSlice(0, len(v.rail))
	if v.joined = what; !reflect.DeepEqual(r.rail, rail) {
		v.joined += restRail
	}
	r.rail, r.fresh, r.wanted = rail, false, nil
}

// want has the log of a session read next and answers what stands in its place until then.
func (v *Viewer) want(p *session.Page) templ.Component {
	v.file.First(p.Session())
	if v.rest != nil {
		v.rest.wanted = p
	}
	return p.Unread()
}

// reading says in a few words what is being read behind the screen, "" for nothing.
func (v *Viewer) reading() string {
	switch r := v.rest; {
	case r == nil:
		return ""
	case r.at == "" && v.unread() > 0:
		return "reading logs"
	case r.at == "":
		return "reading the databases"
	case isLog(r.at):
		return "reading logs: " + components.Bytes(r.done) + " of " + components.Bytes(r.total)
	default:
		return "reading " + path.Base(r.at)
	}
}

func isLog(name string) bool { return strings.HasSuffix(name, ".jsonl") }

// Reading reports that something of the archive is still to be read; work reads it.
func (v *Viewer) Reading() bool { return v.rest != nil }

// join makes those views anew that the rest may have changed. A session of which no
// database tells keeps what is unfolded in it, and each keeps its address.
func (v *Viewer) join() {
	before := v.sessions
	v.sessions = map[string]*session.Page{}
	for s, key := range v.keys {
		v.sessions[key] = before[key]
		if before[key].Stale() {
			v.sessions[key] = session.New(v.file, s, key)
		}
	}
	v.enter()
	v.rail = railOf(v.file.Timeline)
	v.sums, v.auditing, v.projects = nil, nil, nil
	v.all.leave()
	v.all = nil
	v.search.Renew()
	v.showFiles()
	if n := v.names; n != nil {
		v.names = v.gather()
		v.names.on = n.on
	}
}

// showFiles looks at no file of the archive yet.
func (v *Viewer) showFiles() {
	v.files = files.New(v.file, func() time.Time { return v.now() }, v.sessionHref)
	v.files.Unmask(v.bare)
}

// enter gives every session that has none a page and the key under which links find it: its
// id, which is that of the first home where several have it.
func (v *Viewer) enter() {
	for home := range v.file.Homes {
		for _, s := range v.file.Sessions {
			if s.Home != home || v.keys[s] != "" {
				continue
			}
			key := s.ID
			if v.sessions[key] != nil {
				key += "~" + strconv.Itoa(s.Home)
			}
			v.sessions[key], v.keys[s] = session.New(v.file, s, key), key
		}
	}
}
