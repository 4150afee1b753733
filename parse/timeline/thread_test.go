package timeline

import (
	"slices"
	"testing"
)

// TestThreads: records that share an id are found from each other, whatever else they name.
func TestThreads(t *testing.T) {
	var s Session
	b := NewBuilder(&s)
	tie := func(kind Thread, id string) Tie { return Tie{kind, []byte(id)} }
	for _, ties := range [][]Tie{
		{tie(HookThread, "a")},
		{tie(AssetThread, "a")},
		{tie(HookThread, "a"), tie(HookThread, "a")},
		{tie(AssetThread, "b"), tie(AssetThread, "a")},
		{tie(HookThread, "")},
		nil,
	} {
		b.Add(Event{}, &Links{Ties: ties})
	}
	for _, c := range []struct {
		ties []Tie
		want []int32
	}{
		{[]Tie{tie(HookThread, "a")}, []int32{0, 2}},
		{[]Tie{tie(AssetThread, "a")}, []int32{1, 3}},
		{[]Tie{tie(AssetThread, "b"), tie(AssetThread, "a"), tie(HookThread, "a")}, []int32{0, 1, 2, 3}},
		{[]Tie{tie(HookThread, "")}, nil},
		{[]Tie{tie(FusionThread, "a")}, nil},
		{nil, nil},
	} {
		if got := s.Threads.Related(c.ties); !slices.Equal(got, c.want) {
			t.Errorf("%s has %v, want %v", c.ties, got, c.want)
		}
	}
}

// TestRecordsBesideACall: a record that only names a call belongs to it and begins none;
// a tool of the host is a request where nothing else is.
func TestRecordsBesideACall(t *testing.T) {
	var s Session
	b := NewBuilder(&s)
	for _, l := range []Links{
		{Part: Beside, CallID: []byte("unknown")},
		{Part: Handed, CallID: []byte("host"), Tool: []byte("lookup")},
		{Part: Beside, CallID: []byte("host")},
		{Requests: []Request{{[]byte("asked"), []byte("ask_user")}}},
		{Part: Handed, CallID: []byte("asked"), Tool: []byte("other")},
		{Part: Asked, CallID: []byte("asked"), RequestID: []byte("r")},
		{Part: Beside, RequestID: []byte("r")},
		{Part: Ended, CallID: []byte("asked"), Success: True},
		{Part: Beside, CallID: []byte("asked")},
	} {
		b.Add(Event{}, &l)
	}
	var got []int32
	for i := range s.Events {
		got = append(got, s.Events[i].Call)
	}
	if want := []int32{None, 0, 0, None, 1, 1, 1, 1, 1}; !slices.Equal(got, want) {
		t.Errorf("the records belong to %v, want %v", got, want)
	}
	if len(s.Calls) != 2 || s.Calls[0].Request != 1 || s.Calls[0].Tool != "lookup" || s.Calls[0].ByUser || s.Calls[1].Request != 3 || s.Calls[1].Tool != "ask_user" {
		t.Errorf("the calls are %+v", s.Calls)
	}
}
