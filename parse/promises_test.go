package parse_test

// What every fixture promises without a word of its own: the packing does not matter,
// no byte of a log is lost from the books, and a log may be cut anywhere.

import (
	"bytes"
	"cmp"
	"fmt"
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
			readInParts(t, c)
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

// readInParts: what is left for later and then read, the databases or the logs too, gives
// the same timeline and rows, however often the timeline is asked meanwhile, and a session
// that was there already stays where it is in memory. Only the order of problems is that in
// which the logs were read.
func readInParts(t *testing.T, c fixture.Case) {
	t.Helper()
	zip := fixture.Zip(t, c.Files, fixture.Shape{})
	whole := read(t, zip)
	for name, early := range map[string]int64{"the databases later": timeline.MiB, "the logs later": 1} {
		o, err := parse.Open(bytes.NewReader(zip), int64(len(zip)), "case.zip", parse.Options{Limits: limits(), Early: early})
		if err != nil {
			t.Fatal(err)
		}
		before := slices.Clone(o.Sessions)
		if len(before) > 0 {
			o.First(before[len(before)-1])
		}
		err = o.Rest(func(done, total int64, name string) error {
			if done > total {
				t.Errorf("%s: %d of %d bytes", name, done, total)
			}
			o.Settle()
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range before {
			if !slices.Contains(o.Sessions, s) {
				t.Errorf("%s: session %s is another one after the rest was read", name, s.ID)
			}
		}
		if got, want := sorted(describe(o)), sorted(describe(whole)); got != want {
			t.Errorf("%s: %s", name, firstDifference(got, want))
		}
		if got, want := rowsOf(t, o, parse.RowOptions{}), rowsOf(t, whole, parse.RowOptions{}); !slices.Equal(got, want) {
			t.Errorf("%s, the rows: %s", name, firstDifference(strings.Join(got, "\n"), strings.Join(want, "\n")))
		}
	}
}

// sorted puts the lines in order.
func sorted(text string) string {
	lines := strings.Split(text, "\n")
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// lost are the codes of problems that stand for a line which gave no event.
var lost = []timeline.Code{timeline.BadLine, timeline.CutLine, timeline.NotAnEvent, timeline.Limit}

// span is a stretch of a log that somebody answers for.
type span struct {
	from, to int64
	who      string
}

// conserved keeps the books of every log: each byte belongs to one event, to one further
// copy of an event, to one problem that says it is lost, or is blank.
func conserved(t testing.TB, o *parse.Opened) {
	t.Helper()
	claims := make([][]span, len(o.Sources))
	claim := func(source int32, offset, length int64, who string) {
		claims[source] = append(claims[source], span{offset, offset + length, who})
	}
	for _, s := range o.Sessions {
		for i := range s.Events {
			if e := &s.Events[i]; !e.Has(timeline.FromStore) {
				claim(e.Source, e.Offset, int64(e.Length), fmt.Sprintf("the event of line %d", e.Line))
			}
		}
		for _, r := range s.Repeats {
			claim(s.Events[r.Event].Source, r.Offset, int64(r.Length), fmt.Sprintf("the copy on line %d", r.Line))
		}
	}
	for _, p := range o.Problems {
		if p.Line > 0 && slices.Contains(lost, p.Code) {
			claim(p.Source, p.Offset, p.Length, fmt.Sprintf("the problem of line %d", p.Line))
		}
	}
	for i := range o.Sources {
		if s := &o.Sources[i]; s.Kind == "events" || s.Kind == "legacy" {
			slices.SortFunc(claims[i], func(a, b span) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
			balance(t, s, claims[i])
		}
	}
}

// balance holds the claims on a log, in order, against its bytes.
func balance(t testing.TB, s *timeline.Source, claims []span) {
	t.Helper()
	at := int64(0)
	for _, c := range append(claims, span{int64(len(s.Held)), int64(len(s.Held)), "the end"}) {
		if c.from < at {
			t.Errorf("%s: %s begins at byte %d, before the one above ends at byte %d", s.Path, c.who, c.from, at)
			return
		}
		if gap := s.Held[at:c.from]; !blank(s, gap) {
			t.Errorf("%s: bytes %d to %d are told nowhere, before %s: %.60q", s.Path, at, c.from, c.who, gap)
		}
		at = c.to
	}
}

// blank reports whether bytes of a log hold nothing.
func blank(s *timeline.Source, b []byte) bool {
	if enc := jsonl.EncodingOf(s.Held); enc != jsonl.UTF8 {
		b = enc.Decode(b)
	}
	b = bytes.ReplaceAll(b, []byte("\xef\xbb\xbf"), nil)
	return len(bytes.Trim(b, " \t\r\n\x00")) == 0
}

// rawAsWritten: the bytes of an event are those of the file at its place, which begins on
// its line; they are all of the line unless the event was found among damage.
func rawAsWritten(t *testing.T, o *parse.Opened, c fixture.Case) {
	t.Helper()
	files := map[string][]byte{}
	for _, f := range c.Files {
		files[f.Name] = f.Data
	}
	for _, s := range o.Sessions {
		for i := range s.Events {
			e := &s.Events[i]
			if e.Has(timeline.FromStore) {
				continue
			}
			name := strings.TrimSuffix(o.Homes[s.Home].Root, ".copilot") + o.Sources[e.Source].Path
			data, end := files[name], e.Offset+int64(e.Length)
			if end > int64(len(data)) || !bytes.Equal(o.Raw(e), data[e.Offset:end]) {
				t.Errorf("%s line %d: Raw gives %.80q", name, e.Line, o.Raw(e))
				continue
			}
			if above := bytes.Count(data[:e.Offset], []byte("\n")); jsonl.EncodingOf(data) == jsonl.UTF8 && int64(above)+1 != e.Line {
				t.Errorf("%s: an event at byte %d is said to stand on line %d", name, e.Offset, e.Line)
			}
			if lines := bytes.Split(data, []byte("\n")); !e.Has(timeline.Repaired) && !bytes.Equal(o.Raw(e), bytes.TrimPrefix(lines[e.Line-1], seam(data))) {
				t.Errorf("%s line %d: Raw gives less than the line, %.80q", name, e.Line, o.Raw(e))
			}
		}
	}
}

// seam is what stands before the first byte of a line behind a line end of a log: the other
// half of it where that is UTF-16, and the line is no longer.
func seam(log []byte) []byte {
	if jsonl.EncodingOf(log) == jsonl.UTF16LE {
		return []byte{0}
	}
	return nil
}

// cutAnywhere cuts each log of a case at every byte (a long one that is not the sample's
// at every seventh, and around every line end): the lines that are whole before the cut
// give the same events.
func cutAnywhere(t *testing.T, c fixture.Case) {
	t.Helper()
	for _, f := range c.Files {
		if !strings.HasSuffix(f.Name, ".jsonl") || len(f.Data) == 0 {
			continue
		}
		whole := eventsOf(read(t, fixture.Zip(t, []fixture.File{f}, fixture.Shape{Stored: true})))
		lineEnd := 1
		if jsonl.EncodingOf(f.Data) != jsonl.UTF8 {
			lineEnd = 2
		}
		step := 1
		if len(f.Data) > 2000 && c.Name != "sample" {
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
				if e.Offset+int64(e.Length)+int64(lineEnd) > int64(cut) || e.Line > int64(ended) {
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
		for _, e := range s.Events {
			e.Flags &^= timeline.Copied // that one looks ahead
			out = append(out, e)
		}
	}
	return out
}
