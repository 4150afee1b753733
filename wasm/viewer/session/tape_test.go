package session

import (
	"os"
	"path/filepath"
	"regexp"
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

// Later is never to the left; a fold takes little room, what happened takes the rest.
func TestScale(t *testing.T) {
	at := func(ms ...int64) []timeline.Event {
		out := make([]timeline.Event, len(ms))
		for i, t := range ms {
			out[i].Time = t
		}
		return out
	}
	const hour = 3600 * 1000
	sc := newScale(at(0, 30_000, 60_000, hour, hour+30_000, timeline.NoTime, hour+60_000), nil)
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
	if running := newScale(at(0, 5*60_000), []bar{{0, 5 * 60_000}}); len(running.from) != 1 {
		t.Error("time in which something ran is folded")
	}
	if one := newScale(at(7), nil); one.x(7) < 0 || one.x(7) >= components.TapeWidth {
		t.Error("a single moment stands nowhere")
	}
}
