package session

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"flightlog/components"
	"flightlog/parse/timeline"
)

// Of every genuine session: the tape has few elements, its bars lie on the grid in order,
// and its links lead to records.
func TestTapeOfGenuineArchives(t *testing.T) {
	names, _ := filepath.Glob(filepath.Join("..", "..", "..", "..", "shared", "fixtures", "real", "*.zip"))
	if len(names) == 0 {
		t.Skip("no ../shared/fixtures/real beside the checkout: no genuine tape is drawn")
	}
	href := regexp.MustCompile(`href="([^"]*)"`)
	for _, name := range names {
		zip, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range opened(t, zip) {
			s, tape := p.s, p.tapeOf()
			if tape == nil {
				continue
			}
			var out strings.Builder
			if err := components.TapeView(tape).Render(t.Context(), &out); err != nil {
				t.Fatal(err)
			}
			if n := strings.Count(out.String(), "<") - strings.Count(out.String(), "</"); n >= 300 {
				t.Errorf("%s, %s: %d elements", filepath.Base(name), s.ID, n)
			}
			for _, m := range href.FindAllStringSubmatch(out.String(), -1) {
				id, here := strings.CutPrefix(m[1], p.Href()+"/")
				if e, _ := p.Find(id); !here || e == nil {
					t.Errorf("%s: %s leads to no record", s.ID, m[1])
				}
			}
			for _, l := range tape.Lanes {
				last := -1
				for _, r := range append(l.Bars, components.TapeRun{From: 1 << 30, To: 1<<30 + 1}) {
					if r.From <= last || r.To <= r.From || r.To > components.TapeWidth && r.From < 1<<30 {
						t.Errorf("%s: %s has the bar %v behind %d", s.ID, l.Name, r, last)
					}
					last = r.To
				}
			}
		}
	}
}

// dated is the course of events of such times.
func dated(ms ...int64) course {
	out := make([]timeline.Event, len(ms))
	for i, t := range ms {
		out[i].Time = t
	}
	return courseOf(out)
}

// The tape follows the file: what is recorded behind a step back of the clock stands to the
// right of it, at a mark that says so, and a bar across it has its length.
func TestClockStepsBack(t *testing.T) {
	const minute = 60_000
	c := dated(0, 30*minute, 31*minute, timeline.NoTime, 2*minute, 3*minute, 3*minute-500, 4*minute)
	sc := newScale(c, []bar{{c.at[2], c.at[5]}})
	want := []components.TapeBreak{{X: sc.breaks()[0].X, Text: "30 m 00 s idle"}, {X: sc.breaks()[1].X, Text: "clock steps back 29 m 00 s", Back: true}}
	if got := sc.breaks(); !slices.Equal(got, want) || len(c.steps) != 1 || c.said() != "; the clock steps back 1 time" {
		t.Errorf("the marks are %+v, want %+v", got, want)
	}
	last := -1
	for _, i := range []int{0, 1, 2, 4, 6, 5, 7} { // half a second is no step
		x := sc.x(c.at[i])
		if x < last {
			t.Errorf("event %d stands at %d, behind %d", i, x, last)
		}
		last = x
	}
	if runs := sc.runs([]bar{{c.at[2], c.at[5]}}); len(runs) != 1 || runs[0].From >= int(want[1].X) || runs[0].To <= int(want[1].X) {
		t.Errorf("a bar over the step is %v", runs)
	}
	if fork := dated(99*minute, minute, 2*minute); len(fork.steps) != 0 {
		t.Error("a fork's own start is taken for a step")
	}
	steps := newScale(dated(0, 50*minute, 0, 50*minute, 0, 50*minute, 0), nil)
	for _, b := range steps.breaks() {
		if b.Back == strings.HasSuffix(b.Text, "idle") && b.Text != "" {
			t.Errorf("a mark has not its own words: %+v", b)
		}
	}
}

// Later is never to the left; a fold takes little room, what happened takes the rest.
func TestScale(t *testing.T) {
	const hour = 3600 * 1000
	sc := newScale(dated(0, 30_000, 60_000, hour, hour+30_000, timeline.NoTime, hour+60_000), nil)
	if b := sc.breaks(); len(b) != 1 || b[0].Text != "59 m 00 s idle" || b[0].X < 490 || b[0].X > 510 {
		t.Errorf("the folds are %+v", b)
	}
	last := -1
	for ms := int64(0); ms <= hour+60_000; ms += 5_000 {
		x := sc.x(ms)
		if x < last || x < 0 || x >= components.TapeWidth {
			t.Fatalf("%d ms stands at %d, behind %d", ms, x, last)
		}
		last = x
	}
	if running := newScale(dated(0, 5*60_000), []bar{{0, 5 * 60_000}}); len(running.from) != 1 {
		t.Error("time in which something ran is folded")
	}
	if one := newScale(dated(7), nil); one.x(7) < 0 || one.x(7) >= components.TapeWidth {
		t.Error("a single moment stands nowhere")
	}
}
