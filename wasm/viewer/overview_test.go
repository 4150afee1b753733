package viewer

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"flightlog/components"
	"flightlog/parse"
	"flightlog/parse/fixture"
	"flightlog/parse/timeline"
)

// finish runs the rules to their end, as app.js does after the first screen, and tells how
// many slices that took.
func finish(tb testing.TB, v *Viewer) (slices int) {
	tb.Helper()
	for slices = 1; ask(tb, v, "work", "") == "more"; slices++ {
		if slices > 1_000_000 {
			tb.Fatal("the rules never end")
		}
	}
	if v.rules.result == nil {
		tb.Fatal("the rules ended without a result")
	}
	return slices
}

// packed is the size of a fixture's archive, which is another at every run: SQLite puts
// random salts into a write-ahead log.
var packed = regexp.MustCompile(`zip, [\d,]+ bytes `)

// TestArchiveGolden holds the overview and the findings of fixtures to their golden files.
func TestArchiveGolden(t *testing.T) {
	for _, name := range []string{"sample", "failing", "denied", "recovered", "two-homes", "every-file", "bad-lines", "cut-last-line", "hostile"} {
		v := showCase(t, name)
		finish(t, v)
		var b strings.Builder
		fmt.Fprintf(&b, "== overview\n%s\n\n== findings\n%s\n", packed.ReplaceAllString(look(t, ask(t, v, "main", "overview")).text, ""), look(t, ask(t, v, "main", "findings")).text)
		for i, r := range rowsOf(t, v, only(t, look(t, ask(t, v, "main", "findings")))) {
			fmt.Fprintf(&b, "%4d %s\n", i, r.text)
			for _, href := range r.hrefs[1:] {
				fmt.Fprintf(&b, "     %s\n", href)
			}
		}
		golden(t, filepath.Join("..", "..", "testdata", "golden", "archive", name+".txt"), b.String())
	}
}

// TestStart: an archive opens with its overview; one session alone with that session; a
// link with what it names.
func TestStart(t *testing.T) {
	log := fixture.File{Name: ".copilot/session-state/7c5e0001-0000-4000-8000-000000000001/events.jsonl", Data: []byte(`{"type":"user.message","data":{"content":"one"},"id":"a","timestamp":"2026-10-06T09:00:01.000Z"}` + "\n")}
	second := fixture.File{Name: ".copilot/session-state/7c5e0002-0000-4000-8000-000000000002/events.jsonl", Data: []byte(strings.ReplaceAll(string(log.Data), `"a"`, `"b"`))}
	settings := fixture.File{Name: ".copilot/settings.json", Data: []byte("{}")}
	for _, tt := range []struct {
		name  string
		files []fixture.File
		want  string // begins the first screen
	}{
		{"one session", []fixture.File{log, settings}, "No name recorded"},
		{"two sessions", []fixture.File{log, second}, "Overview"},
		{"no session", []fixture.File{settings}, "Overview case.zip no time is recorded This archive holds Copilot data, but no session folder"},
	} {
		v, _ := show(t, fixture.Zip(t, tt.files, fixture.Shape{Stored: true}))
		if got := packed.ReplaceAllString(look(t, ask(t, v, "main", "")).text, ""); !strings.HasPrefix(got, tt.want) {
			t.Errorf("%s opens with %.120q", tt.name, got)
		}
		if got := look(t, ask(t, v, "main", "files")).text; !strings.HasPrefix(got, "Files") {
			t.Errorf("%s: a link to Files shows %.60q", tt.name, got)
		}
	}
}

// genuine opens an archive of ../shared; where it is missing the test skips.
func genuine(t *testing.T, name string) *Viewer {
	t.Helper()
	zip, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "fixtures", "real", name))
	if err != nil {
		t.Skipf("%v: there is no ../shared/fixtures/real beside the checkout", err)
	}
	v, _ := show(t, zip)
	return v
}

// TestStoresAddUp: the table of what was read has every file, byte, record and problem once.
func TestStoresAddUp(t *testing.T) {
	for _, name := range []string{"daily.zip", "cut.zip", "v0.0.376.zip"} {
		v := genuine(t, name)
		rows, sum := v.stores()
		var got components.StoreRow
		for _, r := range rows {
			got.Files, got.Bytes, got.Records, got.Lost, got.Problems = got.Files+r.Files, got.Bytes+r.Bytes, got.Records+r.Records, got.Lost+r.Lost, got.Problems+r.Problems
		}
		if got.Files != sum.Files || got.Bytes != sum.Bytes || got.Records != sum.Records || got.Lost != sum.Lost || sum.Problems != len(v.file.Problems) {
			t.Errorf("%s: the rows add up to %+v, the sum says %+v", name, got, sum)
		}
		for _, r := range rows {
			if !slices.ContainsFunc(storeKinds, func(k struct{ kind, name string }) bool { return k.name == r.Name }) {
				t.Errorf("%s: the kind of file %q has no words", name, r.Name)
			}
		}
	}
}

// TestDayChart: every prompt and call is in a bar, a wrong clock folds the axis and presses
// nothing together, and years become weeks or months.
func TestDayChart(t *testing.T) {
	day := func(date string, prompts, calls int) parse.Day {
		at, err := time.Parse(time.DateOnly, date)
		if err != nil {
			t.Fatal(err)
		}
		return parse.Day{Start: at.UnixMilli(), Sessions: 1, Prompts: prompts, Calls: timeline.CallCounts{Total: calls, Failed: calls / 2}, Newest: &timeline.Session{}}
	}
	every := func(from string, n, step int) (out []parse.Day) {
		first := day(from, 1, 2)
		for i := range n {
			d := first
			d.Start += int64(i*step) * parse.DayLength
			out = append(out, d)
		}
		return out
	}
	for _, tt := range []struct {
		name   string
		days   []parse.Day
		unit   string
		bars   int
		breaks int
		most   int // slots
	}{
		{"one day", []parse.Day{day("2026-10-06", 3, 4)}, "day", 1, 0, minSlots},
		{"a wrong clock", append([]parse.Day{day("1970-01-01", 1, 0)}, every("2026-10-01", 9, 1)...), "day", 10, 1, minSlots},
		{"a far future", append(every("2026-10-01", 9, 1), day("9999-12-31", 1, 1)), "day", 10, 1, minSlots},
		{"a year of days", every("2026-01-01", 365, 1), "week", 53, 0, maxSlots},
		{"six years of days", every("2020-01-01", 6*365, 1), "month", 72, 0, maxSlots},
		{"thirty years of days", every("1996-01-01", 30*365, 1), "month", maxSlots, 0, maxSlots},
	} {
		sum := &parse.Totals{Days: tt.days}
		for _, d := range tt.days {
			sum.Prompts, sum.Calls.Total = sum.Prompts+d.Prompts, sum.Calls.Total+d.Calls.Total
		}
		c := dayChart(sum, func(*timeline.Session) string { return "#/s/x" })
		prompts, calls := 0, 0
		for i, b := range c.Bars {
			prompts, calls = prompts+b.Prompts, calls+b.Calls
			if b.Slot < 0 || b.Slot >= c.Slots || i > 0 && b.Slot <= c.Bars[i-1].Slot || b.Prompts+b.Calls > c.Most {
				t.Errorf("%s: bar %d is %+v of %d slots", tt.name, i, b, c.Slots)
			}
		}
		if c.Unit != tt.unit || len(c.Bars) != tt.bars || len(c.Breaks) != tt.breaks || c.Slots > tt.most {
			t.Errorf("%s: %d bars by %s in %d slots with %d breaks", tt.name, len(c.Bars), c.Unit, c.Slots, len(c.Breaks))
		}
		if whole := !strings.Contains(c.Note, "newest"); whole && (prompts != sum.Prompts || calls != sum.Calls.Total) {
			t.Errorf("%s: the bars have %d prompts and %d calls of %d and %d", tt.name, prompts, calls, sum.Prompts, sum.Calls.Total)
		}
	}
	if dayChart(&parse.Totals{}, nil) != nil {
		t.Error("an archive without a time has a chart")
	}
}
