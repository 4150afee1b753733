package timeline

import (
	"slices"
	"strconv"
	"testing"
)

// Facts of one record, as decoders hand them over.
func request(ids ...string) Links {
	var l Links
	for _, id := range ids {
		l.Requests = append(l.Requests, Request{ID: []byte(id), Tool: []byte("tool of " + id)})
	}
	return l
}
func start(id string) Links { return Links{Part: Started, CallID: []byte(id), Tool: []byte("started")} }
func end(id string, ok Tri) Links {
	return Links{Part: Ended, CallID: []byte(id), Success: ok}
}
func asked(req, id string) Links {
	return Links{Part: Asked, RequestID: []byte(req), CallID: []byte(id)}
}
func decided(req, id, kind string) Links {
	return Links{Part: Decided, RequestID: []byte(req), CallID: []byte(id), Decision: []byte(kind), DecidedBy: []byte("human_response")}
}
func aborted() Links { return Links{Abort: true} }
func prompt() Links  { return Links{NewTurn: true} }

// build adds a record for each of the links, one second apart.
func build(t testing.TB, links ...Links) *Session {
	t.Helper()
	b := NewBuilder(&Session{})
	for i := range links {
		b.Add(Event{Time: int64(i) * 1000, Line: int64(i + 1)}, &links[i])
	}
	s := b.Finish()
	consistent(t, s)
	return s
}

// consistent holds a session to what every view leans on.
func consistent(t testing.TB, s *Session) {
	t.Helper()
	n := CallCounts{Total: len(s.Calls)}
	succeeded, unstated := 0, 0
	for i := range s.Calls {
		c := &s.Calls[i]
		switch c.Outcome {
		case NoResult:
			n.Open++
		case Succeeded:
			succeeded++
		case Errored:
			n.Failed++
		case Denied:
			n.Denied++
		case Cancelled:
			n.Cancelled++
		case Unstated:
			unstated++
		}
		if (c.Outcome == Succeeded || c.Outcome == Errored || c.Outcome == Unstated) != (c.Result != None && c.Outcome != Denied && c.Outcome != Cancelled) {
			t.Errorf("call %d: outcome %s with result %d", i, c.Outcome, c.Result)
		}
		if c.First() == None {
			t.Errorf("call %d is mentioned by no event", i)
		}
		for part, e := range map[string]int32{"asked": c.Asked, "decided": c.Decided, "start": c.Start, "result": c.Result} {
			if e != None && (int(e) >= len(s.Events) || s.Events[e].Call != int32(i)) {
				t.Errorf("call %d: its event %s (%d) names another call", i, part, e)
			}
		}
		if c.Request != None && int(c.Request) >= len(s.Events) || c.Agent != None && int(c.Agent) >= len(s.Agents) {
			t.Errorf("call %d points outside: %+v", i, c)
		}
		for _, e := range []int32{c.Request, c.Asked, c.Decided, c.Start} {
			if e != None && c.Result != None && e > c.Result && e != c.Decided {
				t.Errorf("call %d has a part behind its result: %+v", i, c)
			}
		}
	}
	if s.Counts != n || n.Total != n.Open+n.Failed+n.Denied+n.Cancelled+succeeded+unstated {
		t.Errorf("counts %+v, want %+v", s.Counts, n)
	}
	next, agents := int32(0), 0
	for i, turn := range s.Turns {
		if turn.First != next || turn.Last < turn.First || turn.Prompt != None && turn.Prompt != turn.First || turn.Prompt == None && i > 0 {
			t.Errorf("turn %d is %+v, the next event is %d", i, turn, next)
		}
		next = turn.Last + 1
	}
	if int(next) != len(s.Events) {
		t.Errorf("the turns cover %d of %d events", next, len(s.Events))
	}
	for i := range s.Events {
		e := &s.Events[i]
		if e.Call != None && int(e.Call) >= len(s.Calls) || e.Agent != None && int(e.Agent) >= len(s.Agents) {
			t.Errorf("event %d points outside: %+v", i, e)
		}
	}
	for _, a := range s.Agents {
		agents += a.Events
		if a.Call != None && int(a.Call) >= len(s.Calls) {
			t.Errorf("agent %s points outside", a.ID)
		}
	}
	if of := countOf(s.Events, func(e Event) bool { return e.Agent != None }); of != agents {
		t.Errorf("agents tell of %d events, %d events tell of agents", agents, of)
	}
}

func countOf(list []Event, is func(Event) bool) int {
	n := 0
	for _, e := range list {
		if is(e) {
			n++
		}
	}
	return n
}

// TestJoin: the life of a call in every order in which logs tell it.
func TestJoin(t *testing.T) {
	for _, tt := range []struct {
		name  string
		links []Links
		want  []string // per call: parts as event numbers, then the outcome
	}{
		{"plain", []Links{request("a"), start("a"), end("a", True)}, []string{"req 0 start 1 end 2 succeeded"}},
		{"asked after the start", []Links{request("a"), start("a"), asked("r", "a"), decided("r", "a", "approved"), end("a", True)}, []string{"req 0 asked 2 decided 3 start 1 end 4 succeeded"}},
		{"decided by the request's id alone", []Links{start("a"), asked("r", "a"), decided("r", "", "denied-by-rules"), end("a", False)}, []string{"asked 1 decided 2 start 0 end 3 denied"}},
		{"cancelled, no result", []Links{start("a"), asked("r", "a"), decided("r", "a", "cancelled"), aborted()}, []string{"asked 1 decided 2 start 0 cancelled aborted"}},
		{"asked, never decided", []Links{start("a"), asked("r", "a")}, []string{"asked 1 start 0 no result recorded"}},
		{"two in one message", []Links{request("a", "b"), start("b"), start("a"), end("a", True), end("b", False)}, []string{"req 0 start 2 end 3 succeeded", "req 0 start 1 end 4 failed"}},
		{"result alone", []Links{end("a", True)}, []string{"end 0 succeeded"}},
		{"a result that does not say", []Links{start("a"), end("a", Unsaid)}, []string{"start 0 end 1 outcome not recorded"}},
		{"id used again after an end", []Links{start("a"), end("a", True), start("a"), end("a", False)}, []string{"start 0 end 1 succeeded", "start 2 end 3 failed"}},
		{"id used again while open", []Links{request("a"), start("a"), aborted(), request("a"), start("a"), end("a", True)}, []string{"req 0 start 1 no result recorded aborted", "req 3 start 4 end 5 succeeded"}},
		{"ended twice", []Links{start("a"), end("a", True), end("a", False)}, []string{"start 0 end 1 succeeded", "end 2 failed"}},
		{"requested after an end", []Links{start("a"), end("a", True), request("a"), start("a")}, []string{"start 0 end 1 succeeded", "req 2 start 3 no result recorded"}},
		{"asked after an end", []Links{start("a"), end("a", True), asked("r", "a")}, []string{"start 0 end 1 succeeded", "asked 2 no result recorded"}},
		{"asked twice", []Links{start("a"), asked("r", "a"), asked("s", "a"), decided("s", "", "approved"), end("a", True)}, []string{"asked 1 decided 3 start 0 end 4 succeeded"}},
		{"no id", []Links{start(""), end("", True)}, []string{"start 0 no result recorded", "end 1 succeeded"}},
		{"one id twice in a message", []Links{request("a", "a"), start("a"), end("a", True)}, []string{"req 0 no result recorded", "req 0 start 1 end 2 succeeded"}},
		{"a decision about nothing known", []Links{decided("r", "", "approved")}, nil},
		{"aborted once, not for what follows", []Links{start("a"), aborted(), start("b"), end("b", True)}, []string{"start 0 no result recorded aborted", "start 2 end 3 succeeded"}},
	} {
		s := build(t, tt.links...)
		var got []string
		for _, c := range s.Calls {
			line := ""
			for _, p := range []struct {
				name  string
				event int32
			}{{"req", c.Request}, {"asked", c.Asked}, {"decided", c.Decided}, {"start", c.Start}, {"end", c.Result}} {
				if p.event != None {
					line += p.name + " " + strconv.Itoa(int(p.event)) + " "
				}
			}
			line += c.Outcome.String()
			if c.Aborted {
				line += " aborted"
			}
			got = append(got, line)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestOutcome: a success is one only where the record says so.
func TestOutcome(t *testing.T) {
	for _, tt := range []struct {
		end      Links
		decision string
		want     Outcome
	}{
		{Links{Success: True}, "", Succeeded},
		{Links{Success: True, HasExit: true}, "", Succeeded},
		{Links{Success: True, HasExit: true, ExitCode: 1}, "", Errored},
		{Links{HasExit: true, ExitCode: -1}, "", Errored},
		{Links{HasExit: true}, "", Unstated},
		{Links{}, "", Unstated},
		{Links{Success: False}, "", Errored},
		{Links{Success: False, HasExit: true}, "", Errored},
		{Links{Success: False, ErrorCode: []byte("denied")}, "", Denied},
		{Links{Success: False, ErrorCode: []byte("failure")}, "", Errored},
		{Links{Success: False}, "denied-by-permission-request-hook", Denied},
		{Links{}, "denied-by-rules", Denied},
		{Links{Success: True}, "denied-by-rules", Succeeded},
		{Links{Success: False}, "approved", Errored},
		{Links{Success: True}, "cancelled", Succeeded},
	} {
		links := []Links{start("a")}
		if tt.decision != "" {
			links = append(links, decided("r", "a", tt.decision))
		}
		l := tt.end
		l.Part, l.CallID = Ended, []byte("a")
		s := build(t, append(links, l)...)
		if got := s.Calls[0].Outcome; got != tt.want {
			t.Errorf("%+v after %q: %s, want %s", tt.end, tt.decision, got, tt.want)
		}
		if failed := s.Events[len(s.Events)-1].Has(Failed); failed != (tt.want == Errored) {
			t.Errorf("%+v after %q: its event is marked failed: %v", tt.end, tt.decision, failed)
		}
	}
}

// TestFacts: what records say about their session.
func TestFacts(t *testing.T) {
	b := NewBuilder(&Session{})
	at := func(time int64, l Links) { b.Add(Event{Time: time}, &l) }
	at(5000, Links{Version: []byte("1.0"), HasContext: true, Project: []byte("/a"), Branch: []byte("main"), Repository: []byte("o/r"), NewModel: []byte("chosen")})
	at(NoTime, Links{})
	at(4000, Links{Model: []byte("m1"), Version: []byte("1.0")})
	at(4000, Links{Model: []byte("m2"), HasContext: true, Project: []byte("/b")})
	at(9000, Links{Model: []byte("m1"), Version: []byte("2.0"), HasContext: true})
	s := b.Finish()
	if s.Started != 4000 || s.Ended != 9000 || !slices.Equal(s.Models, []string{"m1", "m2"}) || !slices.Equal(s.Versions, []string{"1.0", "2.0"}) {
		t.Errorf("from %d to %d, models %q, versions %q", s.Started, s.Ended, s.Models, s.Versions)
	}
	if s.Project != "/b" || s.Branch != "" || s.Repository != "o/r" {
		t.Errorf("project %q, branch %q, repository %q", s.Project, s.Branch, s.Repository)
	}
	var back []bool
	for i := range s.Events {
		back = append(back, s.Events[i].Has(StepsBack))
	}
	if !slices.Equal(back, []bool{false, false, true, false, false}) {
		t.Errorf("steps back: %v", back)
	}
}

// FuzzBuilder: any sequence of records gives a session whose indices, counts and turns
// hold. Two bytes make a record: what it is, and of which of a few ids.
func FuzzBuilder(f *testing.F) {
	f.Add([]byte{0, 1, 2, 1, 4, 1, 5, 1, 6, 1})
	f.Add([]byte{8, 0, 0, 1, 2, 1, 7, 0, 8, 0, 0, 1, 2, 1, 6, 1, 9, 2, 10, 2})
	f.Add([]byte{12, 3, 5, 3, 13, 3, 4, 3, 6, 3, 6, 3})
	f.Fuzz(func(t *testing.T, ops []byte) {
		var links []Links
		for i := 0; i+1 < len(ops) && len(links) < 500; i += 2 {
			id := []string{"", "a", "b", "c", "d"}[ops[i+1]%5]
			req := []string{"", "r", "s"}[ops[i+1]/5%3]
			var l Links
			switch ops[i] % 14 {
			case 0:
				l = request(id)
			case 1:
				l = request(id, "b", id)
			case 2:
				l = start(id)
			case 3:
				l = Links{Part: Requested, CallID: []byte(id)}
			case 4:
				l = asked(req, id)
			case 5:
				l = decided(req, id, []string{"approved", "denied-by-rules", "cancelled", "", "other"}[ops[i+1]%5])
			case 6:
				l = end(id, Tri(ops[i+1]%3))
			case 7:
				l = aborted()
			case 8:
				l = prompt()
			case 9:
				l = Links{Agent: []byte("agent " + id), AgentCall: []byte(id), AgentName: []byte(req)}
			case 10:
				l = end(id, True)
				l.HasExit, l.ExitCode, l.Agent = true, int32(ops[i+1])-2, []byte(req)
			case 11:
				l = Links{Abort: true, NewTurn: true, Part: Ended, CallID: []byte(id), Requests: request("a", id).Requests}
			case 12:
				l = request("a", "b", "c")
				l.Agent = []byte(id)
			}
			links = append(links, l)
		}
		build(t, links...)
	})
}

// TestSortSessions: newest first, undated last by home and id, whatever the order before.
func TestSortSessions(t *testing.T) {
	want := []*Session{{ID: "b", Ended: 9}, {ID: "a", Ended: 5}, {ID: "c", Ended: 5}, {ID: "a", Home: 1, Ended: 5}, {ID: "x", Ended: NoTime}, {ID: "y", Ended: NoTime}}
	for shift := range want {
		got := append(slices.Clone(want[shift:]), want[:shift]...)
		SortSessions(got)
		if !slices.Equal(got, want) {
			t.Errorf("shifted by %d the order is another", shift)
		}
	}
}
