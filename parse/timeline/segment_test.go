package timeline

import "testing"

// FuzzRuns: whatever calls agents are said to have been started by, every way up ends,
// and an agent loses its call only where its way led back to itself.
func FuzzRuns(f *testing.F) {
	f.Add([]byte{0, 0})             // an agent inside its own call
	f.Add([]byte{1, 1, 0, 0})       // two inside each other
	f.Add([]byte{255, 0, 0, 1})     // a chain
	f.Add([]byte{2, 1, 0, 0, 1, 2}) // three around
	f.Fuzz(func(t *testing.T, links []byte) {
		var s Session
		n := len(links) / 2
		index := func(b byte) int32 {
			if int(b) >= n {
				return None
			}
			return int32(b)
		}
		for i := range n {
			s.Calls = append(s.Calls, Call{Request: None, Asked: None, Decided: None, Start: None, Result: None, Agent: index(links[2*i])})
			s.Agents = append(s.Agents, SubAgent{Call: index(links[2*i+1])})
		}
		runs := s.Runs()
		for i := range runs {
			steps := 0
			for a := int32(i); a != None; a = s.Calls[runs[a].Call].Agent {
				if steps++; steps > n {
					t.Fatalf("the way up from agent %d never ends", i)
				}
				if runs[a].Call == None {
					break
				}
			}
			if runs[i].Call != s.Agents[i].Call {
				if !around(&s, int32(i)) {
					t.Errorf("agent %d lost its call, and its way does not lead back to itself", i)
				}
			}
		}
	})
}

// around reports whether the way up from an agent leads back to it.
func around(s *Session, from int32) bool {
	a := from
	for range len(s.Agents) {
		c := s.Agents[a].Call
		if c == None {
			return false
		}
		if a = s.Calls[c].Agent; a == from || a == None {
			return a == from
		}
	}
	return false
}

// Every event is in one segment, in order; a turn's end is one of its own events.
func TestSegmentsHoldEveryEvent(t *testing.T) {
	s := Session{Events: []Event{{Type: "user.message", Kind: Prompt}, {Type: "session.start"}, {Type: "assistant.message", Kind: Reply}, {Type: "session.shutdown"},
		{Type: "session.info"}, {Type: "session.resume"}, {Type: "session.resume"}, {Type: "session.shutdown"}}}
	want := []Segment{{First: 0, Last: 0, Begin: None, End: None, Worked: true}, {First: 1, Last: 4, Begin: 1, End: 3, Worked: true},
		{First: 5, Last: 5, Begin: 5, End: None}, {First: 6, Last: 7, Begin: 6, End: 7}}
	got := s.Segments()
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Fatalf("the segments are %+v, want %+v", got, want)
		}
	}
	if done := s.Done(&Turn{First: 0, Last: 7}); done != 0 {
		t.Errorf("a turn is done at %d: a start stands behind its first event", done)
	}
	if done := s.Done(&Turn{First: 1, Last: 7}); done != 2 {
		t.Errorf("a turn is done at %d, want its reply before the end", done)
	}
}
