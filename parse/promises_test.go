package parse_test

// What every fixture promises without a word of its own: the packing does not matter,
// no byte of a log is lost from the books, and a log may be cut anywhere.

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"testing"

	"flightlog/parse"
	"flightlog/parse/decode/jsonl"
	"flightlog/parse/fixture"
	"flightlog/parse/timeline"
)

func TestPromises(t *testing.T) {
	for _, c := range cases(t) {
		t.Run(c.Name, func(t *testing.T) {
			o := read(t, fixture.Zip(t, c.Files, fixture.Shape{}))
			noInternalProblem(t, o)
			conserved(t, o)
			rawAsWritten(t, o, c)
			packedOtherwise(t, o, c)
			cutAnywhere(t, c)
		})
	}
}

func noInternalProblem(t *testing.T, o *parse.Opened) {
	t.Helper()
	for _, p := range o.Problems {
		if p.Code == timeline.Internal {
			t.Errorf("the program failed: %s", p.Message)
		}
	}
}

// packedOtherwise: shuffled, with another root, deeper or bare, it is the same timeline.
func packedOtherwise(t *testing.T, o *parse.Opened, c fixture.Case) {
	t.Helper()
	shapes := map[string]fixture.Shape{"shuffled": {Shuffle: 7}, "shuffled otherwise": {Shuffle: 8, Stored: true}, "nested": {Rename: fixture.Nested}}
	if len(c.Homes()) == 1 { // several bare homes would be one
		shapes["bare"], shapes["renamed"] = fixture.Shape{Rename: fixture.Bare, Shuffle: 9}, fixture.Shape{Rename: fixture.Renamed}
	}
	want := withoutRoots(o)
	for name, shape := range shapes {
		want, got := want, withoutRoots(read(t, fixture.Zip(t, c.Files, shape)))
		if name == "bare" { // what lies beside a bare home is inside it
			got = strings.Replace(got, "file .copilot/notes.txt: other, listed\n", "", 1)
			want = strings.Replace(want, "file (files outside .copilot): outside, skipped\n     note: They are counted and never unpacked; their bytes are not summed.\n", "", 1)
		}
		if got != want {
			t.Errorf("%s: %s", name, firstDifference(got, want))
		}
	}
}

// withoutRoots describes a timeline without the folders in which its homes lie.
func withoutRoots(o *parse.Opened) string {
	for i := range o.Homes {
		o.Homes[i].Root = path.Base(path.Dir("/" + o.Homes[i].Root))
	}
	return describe(o)
}

// lost are the codes of problems that stand for a line which gave no event.
var lost = []timeline.Code{timeline.BadLine, timeline.CutLine, timeline.NotAnEvent, timeline.Limit}

// conserved keeps the books of every log: each line is one event, or one problem, or blank.
func conserved(t testing.TB, o *parse.Opened) {
	t.Helper()
	claims := make([]map[int64]int32, len(o.Sources)) // offset -> length of who claims it
	for i := range claims {
		claims[i] = map[int64]int32{}
	}
	claim := func(source int32, offset int64, length int32) {
		if _, twice := claims[source][offset]; twice {
			t.Errorf("%s: byte %d is told twice", o.Sources[source].Path, offset)
		}
		claims[source][offset] = length
	}
	for _, s := range o.Sessions {
		for i := range s.Events {
			if e := &s.Events[i]; !e.Has(timeline.FromStore) {
				claim(e.Source, e.Offset, e.Length)
			}
		}
	}
	for _, p := range o.Problems {
		if p.Line > 0 && slices.Contains(lost, p.Code) {
			claim(p.Source, p.Offset, int32(p.Length))
		}
	}
	for i := range o.Sources {
		s := &o.Sources[i]
		if s.Kind != "events" && s.Kind != "legacy" {
			continue
		}
		at, told := int64(0), 0
		for line := range bytes.SplitAfterSeq(s.Held, []byte("\n")) {
			text := bytes.TrimSuffix(line, []byte("\n"))
			length, ok := claims[i][at]
			switch {
			case ok:
				told++
				if int(length) != len(text) {
					t.Errorf("%s: the line at byte %d has %d bytes and is told as %d", s.Path, at, len(text), length)
				}
			case jsonl.Trim(text) != nil:
				t.Errorf("%s: the line at byte %d is told nowhere: %.60q", s.Path, at, text)
			}
			at += int64(len(line))
		}
		if told != len(claims[i]) {
			t.Errorf("%s: %d records are told and %d of them are lines", s.Path, len(claims[i]), told)
		}
	}
}

// rawAsWritten: the bytes of an event are those of the file at its line.
func rawAsWritten(t *testing.T, o *parse.Opened, c fixture.Case) {
	t.Helper()
	lines := map[string][][]byte{}
	for _, f := range c.Files {
		lines[f.Name] = bytes.Split(f.Data, []byte("\n"))
	}
	for _, s := range o.Sessions {
		for i := range s.Events {
			e := &s.Events[i]
			if e.Has(timeline.FromStore) {
				continue
			}
			name := strings.TrimSuffix(o.Homes[s.Home].Root, ".copilot") + o.Sources[e.Source].Path
			if int(e.Line) > len(lines[name]) || !bytes.Equal(o.Raw(e), lines[name][e.Line-1]) {
				t.Errorf("%s line %d: Raw gives %.80q", name, e.Line, o.Raw(e))
			}
		}
	}
}

// cutAnywhere cuts each log of a case at every byte (a long one at every seventh, and
// around every line end): the lines that are whole before the cut give the same events.
func cutAnywhere(t *testing.T, c fixture.Case) {
	t.Helper()
	for _, f := range c.Files {
		if !strings.HasSuffix(f.Name, ".jsonl") || len(f.Data) == 0 {
			continue
		}
		whole := eventsOf(read(t, fixture.Zip(t, []fixture.File{f}, fixture.Shape{Stored: true})))
		step := 1
		if len(f.Data) > 2000 {
			step = 7
		}
		for cut := 0; cut <= len(f.Data); cut++ {
			if cut%step != 0 && !bytes.Contains(f.Data[max(0, cut-2):min(len(f.Data), cut+1)], []byte("\n")) {
				continue
			}
			part := []fixture.File{{Name: f.Name, Data: f.Data[:cut]}}
			o := read(t, fixture.Zip(t, part, fixture.Shape{Stored: true}))
			noInternalProblem(t, o)
			conserved(t, o)
			got := eventsOf(o)
			ended := bytes.Count(f.Data[:cut], []byte("\n"))
			for i, e := range whole {
				if e.Line > int64(ended) {
					break
				}
				if i >= len(got) || got[i] != e {
					t.Fatalf("%s cut at byte %d: line %d gives another event", f.Name, cut, e.Line)
				}
			}
		}
	}
}

// eventsOf gives the events of an archive's only session. They are compared in all
// fields: a join of an event only ever looks back.
func eventsOf(o *parse.Opened) []timeline.Event {
	var out []timeline.Event
	for _, s := range o.Sessions {
		out = append(out, s.Events...)
	}
	return out
}
