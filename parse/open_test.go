package parse_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"flightlog/parse"
	"flightlog/parse/archive"
	"flightlog/parse/decode/jsonl"
	"flightlog/parse/fixture"
	"flightlog/parse/timeline"
)

// TestNothingToRead: where nothing can be shown, Open says in one sentence what the
// thing is and what to do.
func TestNothingToRead(t *testing.T) {
	whole := fixture.Zip(t, []fixture.File{{Name: "notes/a.txt", Data: []byte("nothing of Copilot")}}, fixture.Shape{})
	for _, tt := range []struct {
		name, data string
		code       timeline.Code
	}{
		{"empty", "", timeline.NotArchive},
		{"text", "just some text, no archive", timeline.NotArchive},
		{"a zip of something else", string(whole), timeline.NoData},
		{"half a local header", "PK\x03\x04\x14\x00", timeline.NotArchive},
	} {
		o, err := parse.Open(strings.NewReader(tt.data), int64(len(tt.data)), "x.zip", parse.Options{})
		var ae *archive.Error
		if o != nil || !errors.As(err, &ae) {
			t.Errorf("%s: %v, %v", tt.name, o, err)
			continue
		}
		if text := err.Error(); strings.ContainsAny(text, "\n\t") || len(text) < 20 || strings.Contains(text, "EOF") {
			t.Errorf("%s: the sentence is %q", tt.name, text)
		}
		if ae.Code.Severity() != timeline.Error {
			t.Errorf("%s: code %s", tt.name, ae.Code)
		}
	}
}

// TestPause: the reading reports bytes of the list, then of the files, that grow to their
// total, names the file at hand, and stops at once with the error it is given.
func TestPause(t *testing.T) {
	for _, c := range cases(t) {
		if c.Name != "sample" && c.Name != "two-homes" && c.Name != "recovered" {
			continue
		}
		zip := fixture.Zip(t, c.Files, fixture.Shape{})
		calls, last, total := 0, int64(0), int64(0)
		pause := func(done, all int64, path string) error {
			if all != total {
				last = 0
			}
			if done < last || all < done || path == "" {
				t.Errorf("%s: %d of %d bytes after %d, in %q", c.Name, done, all, last, path)
			}
			calls, last, total = calls+1, done, all
			return nil
		}
		if _, err := parse.Open(bytes.NewReader(zip), int64(len(zip)), "x.zip", parse.Options{Pause: pause}); err != nil || calls == 0 || total == 0 {
			t.Errorf("%s: %v after %d calls over %d bytes", c.Name, err, calls, total)
		}
		stop := errors.New("enough")
		for n := 1; n <= calls; n++ {
			left := n
			o, err := parse.Open(bytes.NewReader(zip), int64(len(zip)), "x.zip", parse.Options{Pause: func(int64, int64, string) error {
				if left--; left == 0 {
					return stop
				} else if left < 0 {
					t.Errorf("%s: the reading went on after it was stopped", c.Name)
				}
				return nil
			}})
			if o != nil || err != stop {
				t.Errorf("%s stopped at look %d: %v", c.Name, n, err)
			}
		}
	}
}

// TestReaderOfDamage: a timeline answers for every record of every fixture, also with
// indices of calls that lack parts.
func TestReaderOfDamage(t *testing.T) {
	for _, c := range cases(t) {
		o := read(t, fixture.Zip(t, c.Files, fixture.Shape{}))
		for _, s := range o.Sessions {
			for i := range s.Events {
				e := &s.Events[i]
				if sum := o.Summary(s, e); strings.TrimSpace(sum.Text) == "" || strings.Contains(sum.Text, "\n") {
					t.Errorf("%s, %s line %d: its line says %q", c.Name, s.ID, e.Line, sum.Text)
				}
				if e.Has(timeline.FromStore) && !json.Valid(o.Raw(e)) {
					t.Errorf("%s: row %d of the store is no JSON: %s", c.Name, e.Line, o.Raw(e))
				}
				o.Blocks(s, e)
			}
			for i := range s.Calls {
				call := s.Calls[i]
				for _, drop := range []func(){func() {}, func() { call.Start = timeline.None }, func() { call.Request = timeline.None }, func() { call.Result = timeline.None }} {
					drop()
					if o.CallSummary(s, &call).Text == "" {
						t.Errorf("%s: call %s says nothing", c.Name, call.ID)
					}
					o.CallBlocks(s, &call)
				}
			}
		}
	}
}

// TestSmallLimits: each limit that is reached costs what lies beyond it, is told, and
// leaves the rest.
func TestSmallLimits(t *testing.T) {
	var sample fixture.Case
	for _, c := range cases(t) {
		if c.Name == "sample" {
			sample = c
		}
	}
	zip := fixture.Zip(t, sample.Files, fixture.Shape{})
	for name, set := range map[string]func(*timeline.Limits){
		"line bytes": func(l *timeline.Limits) { l.LineBytes = 300 },
		"depth":      func(l *timeline.Limits) { l.Depth = 3 },
		"entry":      func(l *timeline.Limits) { l.EntryBytes = 5000 },
		"small":      func(l *timeline.Limits) { l.SmallBytes = 10 },
		"rows":       func(l *timeline.Limits) { l.Rows = 1 },
		"total":      func(l *timeline.Limits) { l.TotalBytes = 1000 },
	} {
		l := timeline.DefaultLimits()
		set(&l)
		o, err := parse.Open(bytes.NewReader(zip), int64(len(zip)), "x.zip", parse.Options{Limits: l})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		noInternalProblem(t, o)
		told := false
		for _, p := range o.Problems {
			told = told || p.Code == timeline.Limit
		}
		if !told || len(o.Sessions) == 0 {
			t.Errorf("%s: the limit is told: %v; %d sessions; problems %s", name, told, len(o.Sessions), codesOf(o))
		}
	}
	l := timeline.DefaultLimits()
	l.Problems, l.LineBytes = 3, 10
	o, err := parse.Open(bytes.NewReader(zip), int64(len(zip)), "x.zip", parse.Options{Limits: l})
	if err != nil || len(o.Problems) != 4 || !strings.Contains(o.Problems[3].Message, "more problems") {
		t.Errorf("with three problems at most: %v, %d are listed", err, len(o.Problems))
	}
}

// FuzzOpen: whatever stands in a log, the books are kept, nothing of ours fails, and
// every event can be asked for its words.
func FuzzOpen(f *testing.F) {
	for _, c := range fixture.Load(f, os.DirFS(".."), "testdata/*/*.txtar") {
		for _, file := range c.Files {
			if strings.HasSuffix(file.Name, "events.jsonl") {
				f.Add(file.Data, []byte("name: x\n"))
			}
			if strings.HasSuffix(file.Name, "workspace.yaml") {
				f.Add([]byte("{}\n"), file.Data)
			}
		}
	}
	const dir = ".copilot/session-state/7a5e0099-0000-4000-8000-000000000099/"
	f.Fuzz(func(t *testing.T, log, workspace []byte) {
		zip := fixture.Zip(t, []fixture.File{{Name: dir + "events.jsonl", Data: log}, {Name: dir + "workspace.yaml", Data: workspace}}, fixture.Shape{Stored: true})
		o, err := parse.Open(bytes.NewReader(zip), int64(len(zip)), "fuzz.zip", parse.Options{Limits: limits()})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range o.Problems {
			if p.Code == timeline.Internal {
				t.Fatal(p.Message)
			}
		}
		conserved(t, o)
		undamaged(t, o)
		for _, s := range o.Sessions {
			for i := range s.Events {
				if !json.Valid(jsonl.Text(o.Sources[s.Events[i].Source].Held, o.Raw(&s.Events[i]))) {
					t.Errorf("an event is no JSON: %q", o.Raw(&s.Events[i]))
				}
				if strings.TrimSpace(o.Summary(s, &s.Events[i]).Text) == "" {
					t.Errorf("line %d says nothing: %q", s.Events[i].Line, o.Raw(&s.Events[i]))
				}
				o.Blocks(s, &s.Events[i])
			}
			for i := range s.Calls {
				o.CallSummary(s, &s.Calls[i])
				o.CallBlocks(s, &s.Calls[i])
			}
		}
	})
}

// bigLog gives the inflated log of the largest archive.
func bigLog(b *testing.B) []byte {
	b.Helper()
	o := open(b, "real/big.zip")
	for i := range o.Sources {
		if o.Sources[i].Kind == "events" {
			return o.Sources[i].Held
		}
	}
	b.Fatal("big.zip holds no log")
	return nil
}

// BenchmarkOpenBig opens big.zip: inflate, lines, events and joins, the database. MB/s
// are bytes of the log.
func BenchmarkOpenBig(b *testing.B) {
	zip, err := os.ReadFile(shared(b, "real/big.zip"))
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(bigLog(b))))
	b.ReportAllocs()
	b.ResetTimer()
	for b.Loop() {
		if _, err := parse.Open(bytes.NewReader(zip), int64(len(zip)), "big.zip", parse.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkEncodingJSON reads the envelope of every line of the same log, inflated
// already, the way of the standard library.
func BenchmarkEncodingJSON(b *testing.B) {
	log := bigLog(b)
	b.SetBytes(int64(len(log)))
	b.ReportAllocs()
	b.ResetTimer()
	for b.Loop() {
		d := json.NewDecoder(bytes.NewReader(log))
		events := 0
		for {
			var envelope struct {
				Type, Timestamp, ID, ParentID, AgentID string
				Data                                   json.RawMessage
			}
			err := d.Decode(&envelope)
			if err == io.EOF {
				break
			}
			if err != nil {
				b.Fatal(err)
			}
			events++
		}
		if events != 7016 {
			b.Fatalf("%d events", events)
		}
	}
}
