package find

import (
	"flightlog/parse/timeline"
)

// facts decides the terms that need no text of the record, the cheap ones.
func (r *run) facts(it *item) bool {
	for i := range r.q.terms {
		if t := &r.q.terms[i]; !t.reads() && r.holds(i, t, it) == t.not {
			return false
		}
	}
	return true
}

// holds decides one term about the record's facts.
func (r *run) holds(i int, t *term, it *item) bool {
	e, s := it.event, it.session
	switch t.field.name {
	case "kind":
		return t.kinds>>e.Kind&1 != 0
	case "on", "after", "before":
		return e.Time != timeline.NoTime && t.from <= e.Time && e.Time < t.to
	case "line":
		return e.Line == t.from
	case "is":
		return r.is(t.state, it)
	case "type":
		return r.named(i, t, e.Type)
	case "store":
		src := &r.f.t.Sources[e.Source]
		return r.named(i, t, src.Kind) || r.named(i, t, src.Path)
	case "tool":
		return r.calls(it, func(c *timeline.Call) bool { return r.named(i, t, c.Tool) })
	}
	if s == nil {
		return false
	}
	switch t.field.name {
	case "agent":
		if e.Agent == timeline.None {
			return false
		}
		a := &s.Agents[e.Agent]
		return r.named(i, t, a.Name) || r.named(i, t, a.ID)
	case "session":
		return r.named(i, t, s.ID) || r.named(i, t, s.Name)
	case "project":
		return r.named(i, t, s.Project) || r.named(i, t, s.Repository)
	case "branch":
		return r.named(i, t, s.Branch)
	case "model":
		for _, m := range s.Models {
			if r.named(i, t, m) {
				return true
			}
		}
	}
	return false
}

// named decides about a name, once: thousands of records have the same.
func (r *run) named(i int, t *term, name string) bool {
	if r.names[i] == nil {
		r.names[i] = map[string]bool{}
	}
	yes, known := r.names[i][name]
	if !known {
		yes = name != "" && t.match.in([]byte(name), &r.f.fold)
		r.names[i][name] = yes
	}
	return yes
}

// outcomes are the states that are a call's.
var outcomes = map[string]timeline.Outcome{"succeeded": timeline.Succeeded, "failed": timeline.Errored, "denied": timeline.Denied, "cancelled": timeline.Cancelled, "open": timeline.NoResult}

// is decides about a state of the record, its call or its session.
func (r *run) is(state string, it *item) bool {
	switch state {
	case "recovered":
		return it.session != nil && it.session.Has(timeline.Recovered)
	case "repaired":
		return it.event.Has(timeline.Repaired)
	case "failed":
		if it.event.Has(timeline.Failed) {
			return true
		}
	}
	return r.calls(it, func(c *timeline.Call) bool { return c.Outcome == outcomes[state] })
}

// calls reports that one of the record's calls fits: the one that it is a part of, or one
// that only this record tells of.
func (r *run) calls(it *item, fits func(*timeline.Call) bool) bool {
	if it.session == nil || it.index == timeline.None {
		return false
	}
	if c := it.event.Call; c != timeline.None && fits(&it.session.Calls[c]) {
		return true
	}
	if r.asked == nil {
		r.asked = asked(it.session)
	}
	for _, c := range r.asked[it.index] {
		if fits(&it.session.Calls[c]) {
			return true
		}
	}
	return false
}

// asked gives the calls of which nothing is recorded but that a message asks for them. Any
// other call is found by its own records: a message may ask for several, and what holds of
// one of them must not be put together with the command of another.
func asked(s *timeline.Session) map[int32][]int32 {
	out := map[int32][]int32{}
	for i := range s.Calls {
		c := &s.Calls[i]
		if c.Request != timeline.None && c.Start == timeline.None && c.Asked == timeline.None && c.Decided == timeline.None && c.Result == timeline.None {
			out[c.Request] = append(out[c.Request], int32(i))
		}
	}
	return out
}
