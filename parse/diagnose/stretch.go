package diagnose

import (
	"fmt"

	"flightlog/parse/timeline"
)

// stretch is a part of a log in which something was switched on.
type stretch struct {
	s           *timeline.Session
	first, last int32 // its first record, the switch, and its last
	closed      bool  // a record switches it off again
	calls       int   // tool calls that began in it
}

// stretches cuts a log by a switch: on and off are what a record turns it to, both false
// where the record is about something else. A run that ends, ends the stretch: whether the
// switch outlives it no record says.
func (k *run) stretches(s *timeline.Session, turn func(*timeline.Event) (on, off bool)) []stretch {
	var out []stretch
	open := false
	for i, e := range k.events(s) {
		on, off := turn(e)
		if open && (off || e.Begins()) {
			out[len(out)-1].closed, open = off, false
		}
		if on && !open {
			out, open = append(out, stretch{s: s, first: i}), true
		}
		if open {
			out[len(out)-1].last = i
		}
	}
	for c := range k.calls(s) {
		for i := range out {
			if at := c.First(); at >= out[i].first && at <= out[i].last {
				out[i].calls++
			}
		}
	}
	return out
}

// switched tells of all stretches of a rule.
func (k *run) switched(turn func(*timeline.Event) (on, off bool), what, advice string, severity timeline.Severity) {
	var evidence []Evidence
	calls, sessions := 0, 0
	for _, s := range k.Sessions {
		if !k.more() {
			return
		}
		found := k.stretches(s, turn)
		if len(found) > 0 {
			sessions++
		}
		for _, st := range found {
			calls += st.calls
			until := "no record switches it off before that run ends"
			if st.closed {
				until = "switched off again"
			}
			text := fmt.Sprintf("%s; %s; %s", k.reader.Summary(s, &s.Events[st.first]).Text, many(st.calls, "tool call"), until)
			evidence = append(evidence, k.record(s, &s.Events[st.first], text))
		}
	}
	if n := len(evidence); n > 0 {
		k.find(Finding{Severity: severity, Evidence: evidence, Advice: advice,
			Sentence: fmt.Sprintf("%s was switched on %s in %s; %s began while it was on.", what, timesOver(n), many(sessions, "session"), many(calls, "tool call"))})
	}
}
