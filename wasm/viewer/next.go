package viewer

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"flightlog/parse/timeline"
	"flightlog/wasm/viewer/filter"
	"flightlog/wasm/viewer/session"
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
	key, f := sessionList(key)
	p := v.sessions[unescape(key)]
	if p != nil && kind == "conversation" {
		return p.Next(what, by, from, parts[4]), nil
	}
	count, is := 0, func(int) bool { return false } // a list without such rows
	if all, ok := allList(name); ok {
		count, is = v.momentStops(all, what)
	} else if kind == "audit" {
		count, is = v.auditStops(key, f, what)
	} else if name == "hits" {
		count, is = v.search.Stops(what)
	} else if p != nil {
		count, is = p.Stops(kind, f, what)
	}
	for i := min(from, count) + by; i >= 0 && i < count; i += by {
		if is(i) {
			return strconv.AppendInt(nil, int64(i), 10), nil
		}
	}
	return nil, nil
}

// momentStops gives the rows of the timeline over everything and which of them are stops.
func (v *Viewer) momentStops(f filter.Filter, what string) (count int, is func(i int) bool) {
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
			return o.kind == 'h' && what == session.PromptStop || o.kind == 'f' && what == session.FailureStop && v.file.Facts[o.n].Kind == timeline.LogError
		}
		s := v.file.Sessions[m.session]
		return session.IsStop(s, &s.Events[m.n], m.n, what)
	}
}

// auditStops gives the rows of a view of the audit and which of them are stops.
func (v *Viewer) auditStops(view string, f filter.Filter, what string) (count int, is func(i int) bool) {
	a := v.audited()
	rows := a.sift(view, f).rows
	return len(rows), func(i int) bool { return a.views[view][rows[i]].Stop(what) }
}

// nextSession answers the session before or after that of a route in the order of the
// rail. From a page of the archive it is the first, or the last.
func (v *Viewer) nextSession(r route, by int) []byte {
	at := -1
	if by < 0 {
		at = len(v.rail)
	}
	if r.page != nil {
		at = slices.IndexFunc(v.rail, func(e railEntry) bool { return e.s == r.page.Session() })
	}
	for at += by; at >= 0 && at < len(v.rail); at += by {
		if s := v.rail[at].s; s != nil {
			return fmt.Appendf(nil, "%d %s", at, v.sessionHref(s))
		}
	}
	return nil
}
