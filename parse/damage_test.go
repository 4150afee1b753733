package parse_test

// What damage does to a log, and what must survive it.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"flightlog/parse"
	"flightlog/parse/decode/jsonl"
	"flightlog/parse/fixture"
	"flightlog/parse/timeline"
)

const damagedLog = ".copilot/session-state/7a5e0099-0000-4000-8000-000000000099/events.jsonl"

// ofLog opens an archive of one log.
func ofLog(tb testing.TB, log []byte, l timeline.Limits) *parse.Opened {
	tb.Helper()
	zip := fixture.Zip(tb, []fixture.File{{Name: damagedLog, Data: log}}, fixture.Shape{Stored: true})
	o, err := parse.Open(bytes.NewReader(zip), int64(len(zip)), "log.zip", parse.Options{Limits: l})
	if err != nil {
		tb.Fatal(err)
	}
	return o
}

// undamaged: a line that is an event by itself is one, whatever lies around it.
func undamaged(t testing.TB, o *parse.Opened) {
	t.Helper()
	known := map[string]bool{}
	place := func(source int32, offset int64, length int32) string { return fmt.Sprint(source, offset, length) }
	for _, s := range o.Sessions {
		for i := range s.Events {
			known[place(s.Events[i].Source, s.Events[i].Offset, s.Events[i].Length)] = true
		}
		for _, r := range s.Repeats {
			known[place(s.Events[r.Event].Source, r.Offset, r.Length)] = true
		}
	}
	for i := range o.Sources {
		src := &o.Sources[i]
		if src.Kind != "events" && src.Kind != "legacy" || jsonl.EncodingOf(src.Held) != jsonl.UTF8 {
			continue
		}
		for l := range jsonl.Lines(src.Held) {
			var object map[string]json.RawMessage
			var name string
			text := jsonl.Trim(l.Bytes)
			if json.Unmarshal(text, &object) != nil || json.Unmarshal(object["type"], &name) != nil || object["type"][0] != '"' || bytes.Count(text, []byte("{"))+bytes.Count(text, []byte("[")) >= smallDepth {
				continue
			}
			if !known[place(int32(i), l.Offset, int32(len(l.Bytes)))] {
				t.Errorf("%s: line %d is an event and is not shown as one: %.80q", src.Path, l.Number, l.Bytes)
			}
		}
	}
}

// TestUndamagedLines: of no fixture and no genuine archive a whole line is lost.
func TestUndamagedLines(t *testing.T) {
	for _, c := range cases(t) {
		undamaged(t, read(t, fixture.Zip(t, c.Files, fixture.Shape{})))
	}
	for _, name := range []string{"cut", "daily", "upgrade"} {
		undamaged(t, open(t, "real/"+name+".zip"))
	}
}

// TestCutPrefix: the beginning of an event, cut at any byte, before a whole event on the
// same line costs its own bytes and nothing else. The line behind it never suffers.
func TestCutPrefix(t *testing.T) {
	const cut = `{"type":"tool.execution_complete","data":{"toolCallId":"call_1","success":true,"result":{"content":"a \"b\" {\"c\":1} ü\\","x":[1,{"type":"text","data":{}}]}},"id":"7a5e0001-0000-4000-8000-000000000099","timestamp":"2026-10-05T09:00:01.000Z"}`
	const whole = `{"type":"user.message","data":{"content":"whole"},"id":"7a5e0002-0000-4000-8000-000000000099","timestamp":"2026-10-05T09:00:02.000Z","parentId":null}`
	const next = `{"type":"user.message","data":{"content":"next"},"id":"7a5e0003-0000-4000-8000-000000000099","timestamp":"2026-10-05T09:00:03.000Z","parentId":null}`
	for n := 1; n < len(cut); n++ {
		for _, between := range []string{"", " ", "\x00\x00"} {
			o := ofLog(t, []byte(cut[:n]+between+whole+"\n"+next+"\n"), timeline.DefaultLimits())
			conserved(t, o)
			s := o.Sessions[0]
			if len(s.Events) != 2 || string(o.Raw(&s.Events[0])) != whole || string(o.Raw(&s.Events[1])) != next || !s.Events[0].Has(timeline.Repaired) || s.Events[1].Has(timeline.Repaired) {
				t.Errorf("cut at byte %d, then %q: %s", n, between, describe(o))
			}
		}
		if o := ofLog(t, []byte(cut[:n]+"\n"+next+"\n"), timeline.DefaultLimits()); len(o.Sessions[0].Events) != 1 {
			t.Errorf("cut at byte %d and nothing behind it: %s", n, describe(o))
		}
	}
}

// TestBrokenAnywhere: a line break, a NUL run or a stray object put anywhere between two
// bytes of an event costs nothing outside of it, and a line break inside a string nothing
// at all.
func TestBrokenAnywhere(t *testing.T) {
	const above = `{"type":"user.message","data":{"content":"above"},"id":"a","timestamp":"2026-10-05T09:00:01.000Z"}`
	const event = `{"type":"user.message","data":{"content":"some words","x":[1,true]},"id":"b","timestamp":"2026-10-05T09:00:02.000Z"}`
	const below = `{"type":"user.message","data":{"content":"below"},"id":"c","timestamp":"2026-10-05T09:00:03.000Z"}`
	text := strings.Index(event, "some words")
	for n := 1; n < len(event); n++ {
		for _, stray := range []string{"\n", "\r\n", "\n\n", "\x00", "\x00\n\x00", "\x07", `{}`, "\xff"} {
			o := ofLog(t, []byte(above+"\n"+event[:n]+stray+event[n:]+"\n"+below), timeline.DefaultLimits())
			noInternalProblem(t, o)
			conserved(t, o)
			undamaged(t, o)
			s := o.Sessions[0]
			if first, last := s.Events[0], s.Events[len(s.Events)-1]; string(o.Raw(&first)) != above || string(o.Raw(&last)) != below || len(s.Events) > 3 {
				t.Errorf("%q at byte %d: %s", stray, n, describe(o))
			}
			if n <= text || n >= text+len("some words") || stray == "{}" {
				continue
			}
			want := strings.ReplaceAll(event[text:n]+stray+"words", "\xff", "\ufffd")[:n-text]
			if got := o.Blocks(s, &s.Events[1]); len(s.Events) != 3 || len(got) == 0 || !strings.HasPrefix(got[0].Text, want) || !strings.HasSuffix(got[0].Text, event[n:text+len("some words")]) {
				t.Errorf("%q inside a text, %d bytes in: %s", stray, n-text, describe(o))
			}
		}
	}
}

// TestLargeLines: a text of 40 MB, whole and over many lines; a value as deep as the limit,
// and one deeper.
func TestLargeLines(t *testing.T) {
	event := func(data string) string { return `{"type":"user.message","data":` + data + "}\n" }
	depth := timeline.DefaultLimits().Depth - 1 // the event itself is one level
	nested := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	long := strings.Repeat("0123456789abcde\n", 40<<20/16)
	log := event(`{"content":"`+strings.ReplaceAll(long, "\n", " ")+`"}`) + event(nested(depth)) + event(nested(depth+1)) +
		event(`{"content":"`+strings.Repeat("some words\n", 15_000)+`"}`) + event(`{"content":"last"}`)
	o := ofLog(t, []byte(log), timeline.DefaultLimits())
	noInternalProblem(t, o)
	conserved(t, o)
	if s := o.Sessions[0]; len(s.Events) != 4 || codesOf(o) != "limit raw-newline unknown-shape" {
		t.Errorf("%d events; problems %s", len(s.Events), codesOf(o))
	} else if b := o.Blocks(s, &s.Events[2]); len(b) == 0 || strings.Count(b[0].Text, "some words\n") != 15_000 {
		t.Error("a text of 15,000 lines is not the text of its event")
	}
}

// TestRepairAddsRows: without repair no row says repaired and no row of damage is missing;
// with it the rows of damage are the same and in the same order.
func TestRepairAddsRows(t *testing.T) {
	damage := func(rows []string) (bad []string, repaired int) {
		for _, row := range rows {
			switch {
			case strings.Contains(row, `"repaired":true`):
				repaired++
			case strings.Contains(row, `"text":"parser: unparseable line`):
				var r struct {
					Line int    `json:"source_line"`
					Text string `json:"text"`
				}
				if err := json.Unmarshal([]byte(row), &r); err != nil {
					t.Fatal(err)
				}
				bad = append(bad, fmt.Sprint(r.Line, r.Text))
			}
		}
		return bad, repaired
	}
	found := map[string]int{}
	for _, c := range cases(t) {
		o := read(t, fixture.Zip(t, c.Files, fixture.Shape{}))
		plain, none := damage(rowsOf(t, o, parse.RowOptions{NoRepair: true}))
		bad, repaired := damage(rowsOf(t, o, parse.RowOptions{}))
		if none > 0 || !slices.Equal(plain, bad) {
			t.Errorf("%s: %d repaired rows without repair; %d rows of damage, with repair %d", c.Name, none, len(plain), len(bad))
		}
		found[c.Name] = repaired
	}
	for name, want := range map[string]int{"glued": 11, "raw-newlines": 6, "nul-runs": 5, "utf16": 8, "repeats": 1, "sample": 0, "cut-head": 0} {
		if found[name] != want {
			t.Errorf("%s: %d repaired rows, want %d", name, found[name], want)
		}
	}
}

// TestGenuineRowsRepaired: what the program itself wrote needs no repair: the rows are the
// same with it.
func TestGenuineRowsRepaired(t *testing.T) {
	for _, name := range []string{"seed/seed", "real/cut", "real/daily", "real/upgrade", "real/killed-open"} {
		o := open(t, name+".zip")
		if with, without := rowsOf(t, o, parse.RowOptions{All: true}), rowsOf(t, o, parse.RowOptions{All: true, NoRepair: true}); !slices.Equal(with, without) {
			t.Errorf("%s: %d rows with repair, %d without", name, len(with), len(without))
		}
	}
}

// TestBugLogs: the damaged logs that broke other tools.
func TestBugLogs(t *testing.T) {
	texts := func(o *parse.Opened) string {
		var out []string
		for _, s := range o.Sessions {
			for i := range s.Events {
				e := &s.Events[i]
				if e.Kind == timeline.Prompt || e.Kind == timeline.Reply || e.Type == "tool.execution_complete" {
					text := ""
					if b := o.Blocks(s, e); len(b) > 0 {
						text = b[0].Text
					}
					out = append(out, fmt.Sprintf("%s %d %q%s", s.ID[len(s.ID)-2:], e.Line, text, strings.ReplaceAll(strings.ReplaceAll(flags(e), " +typed", ""), " +spoken", "")))
				}
			}
		}
		slices.Sort(out)
		return strings.Join(append(out, codesOf(o)), "\n")
	}
	for name, want := range map[string]string{
		"01-u2028": `01 2 "one\u2028two\u2029three\u0085four"
01 3 "reply \u2028 inside"
`,
		"03-nul-middle": `03 2 "a"
03 3 "b"
03 4 "after the crash"
03 5 "still here"
nul-bytes`,
		"04-raw-newline-in-string": `04 2 "fetch a page"
04 4 "Contents:\nrow 1\nrow 2" +repaired
04 7 "done"
raw-newline`,
		"06-cut-last-line": `06 2 "x"
cut-line`,
		"21-crlf-bom-utf16": `33 2 "crlf"
33 3 "r"
34 2 "bad byte ` + "\ufffd\ufffd\ufffd" + `"
35 2 "utf16" +repaired
invalid-utf8 utf16`,
	} {
		o := bug(t, name)
		conserved(t, o)
		undamaged(t, o)
		if got := texts(o); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, want)
		}
	}
}
