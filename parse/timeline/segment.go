package timeline

import "strings"

// Segment is one run of the program on a session, as far as its log tells: what stands
// from a start or a resume up to the next one.
type Segment struct {
	First, Last int32 // indices of its first and last event
	Begin       int32 // session.start or session.resume, or None for what stands before the first
	End         int32 // session.shutdown, or None when no end is recorded
	Worked      bool  // it holds a prompt, a reply or a tool call
}

// Begins reports whether the event is the start or the resume of a session.
func (e *Event) Begins() bool { return e.Type == "session.start" || e.Type == "session.resume" }

// Ends reports whether the event is the end of a session.
func (e *Event) Ends() bool { return e.Type == "session.shutdown" }

// Segments cuts the events of a log at its starts and resumes, in file order. Together
// they hold every event; a session that only the store knows has none.
func (s *Session) Segments() []Segment {
	var out []Segment
	for i := range s.Events {
		e := &s.Events[i]
		switch {
		case e.Has(FromStore):
			return nil
		case e.Begins():
			out = append(out, Segment{First: int32(i), Begin: int32(i), End: None})
		case len(out) == 0:
			out = append(out, Segment{First: int32(i), Begin: None, End: None})
		}
		g := &out[len(out)-1]
		g.Last = int32(i)
		switch e.Kind {
		case Prompt, Reply, Tool:
			g.Worked = true
		}
		if e.Ends() {
			g.End = int32(i)
		}
	}
	return out
}

// Done is the index of the last reply or record of a call of a turn before the session
// was ended or taken up again in it; what follows is idle time and not the turn's. It is
// the turn's first event when there is none.
func (s *Session) Done(t *Turn) int32 {
	done := t.First
	for i := t.First; i <= t.Last; i++ {
		e := &s.Events[i]
		if i > t.First && (e.Ends() || e.Begins()) {
			break
		}
		if e.Kind == Reply || e.Kind == Tool || e.Kind == Permission && e.Call != None {
			done = i
		}
	}
	return done
}

// Run is the life of one subagent as its records tell it.
type Run struct {
	Call   int32 // the call under which it stands, or None; never one of its own
	Begin  int32 // subagent.started, or None
	End    int32 // subagent.completed or subagent.failed, or None
	First  int32 // its first and last event
	Last   int32
	Calls  int // tool calls it made
	Failed int // of them, those that failed
}

// Runs gives the life of every subagent, in the order of Session.Agents. Agents whose
// calls would stand inside one another stand under none, so that every way up ends.
func (s *Session) Runs() []Run {
	out := make([]Run, len(s.Agents))
	for i := range out {
		out[i] = Run{Call: s.Agents[i].Call, Begin: None, End: None, First: s.Agents[i].First, Last: s.Agents[i].First}
	}
	for i := range s.Events {
		e := &s.Events[i]
		if e.Agent == None {
			continue
		}
		r := &out[e.Agent]
		r.Last = int32(i)
		switch {
		case e.Kind != Agent:
		case strings.HasSuffix(e.Type, ".started") && r.Begin == None:
			r.Begin = int32(i)
		case strings.HasSuffix(e.Type, ".completed"), strings.HasSuffix(e.Type, ".failed"):
			r.End = int32(i)
		}
	}
	for i := range s.Calls {
		if c := &s.Calls[i]; c.Agent != None {
			out[c.Agent].Calls++
			if c.Failed() {
				out[c.Agent].Failed++
			}
		}
	}
	s.uncircle(out)
	return out
}

// uncircle takes the call from every agent whose way up leads back to itself.
func (s *Session) uncircle(runs []Run) {
	const onTheWay, ends = 1, 2
	state := make([]uint8, len(runs))
	var way []int32
	for i := range runs {
		way = way[:0]
		for a := int32(i); a != None && state[a] != ends; {
			if state[a] == onTheWay {
				runs[a].Call = None
				break
			}
			state[a] = onTheWay
			way = append(way, a)
			if runs[a].Call == None {
				break
			}
			a = s.Calls[runs[a].Call].Agent
		}
		for _, a := range way {
			state[a] = ends
		}
	}
}
