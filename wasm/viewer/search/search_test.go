package search

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"flightlog/components"
	"flightlog/parse"
	"flightlog/parse/find"
	"flightlog/parse/fixture"
	"flightlog/parse/timeline"
	"flightlog/wasm/viewer/session"
)

// opened opens a home under a search box whose clock makes a slice one step.
func opened(t *testing.T, home []fixture.File) *Box {
	t.Helper()
	zip := fixture.Zip(t, home, fixture.Shape{Stored: true})
	file, err := parse.Open(bytes.NewReader(zip), int64(len(zip)), "case.zip", parse.Options{})
	if err != nil {
		t.Fatal(err)
	}
	clock := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	b := New(func() time.Time { clock = clock.Add(slice); return clock }, func() bool { return false }, func(s *timeline.Session) *session.Page { return session.New(file, s, s.ID) })
	b.Open(file)
	return b
}

func cases(t *testing.T) []fixture.Case {
	t.Helper()
	root := os.DirFS("../../..")
	return append(fixture.Load(t, root, "testdata/cases/*.txtar"), fixture.Load(t, root, "testdata/broken/*.txtar")...)
}

// TestHitsNewestFirst: the order by time holds while hits still come, and what has no time
// stands last.
func TestHitsNewestFirst(t *testing.T) {
	for _, c := range cases(t) {
		b := opened(t, c.Files)
		b.Order(true)
		b.Find("e")
		for b.run.state == components.Running {
			b.sorted(b.run)
			b.Found(false)
			b.Rows(0)
		}
		order := b.sorted(b.run)
		if len(order) != b.run.total {
			t.Fatalf("%s: %d of %d hits", c.Name, len(order), b.run.total)
		}
		for i := 1; i < len(order); i++ {
			a, b := b.hit(b.run, int(order[i-1])).Event.Time, b.hit(b.run, int(order[i])).Event.Time
			if a < b || a == b && order[i-1] > order[i] {
				t.Fatalf("%s: hit %d of time %d stands before hit %d of %d", c.Name, order[i-1], a, order[i], b)
			}
		}
	}
}

// TestRowsAndHits: every row is a heading or a hit, and each hit is found in its row; the
// hits are those of the engine, in its order.
func TestRowsAndHits(t *testing.T) {
	for _, c := range cases(t) {
		b := opened(t, c.Files)
		for _, query := range []string{"e", "is:failed", "kind:prompt", "npm"} {
			q, err := find.Compile(query)
			if err != nil {
				t.Fatal(err)
			}
			var want []*find.Hit
			find.New(b.file.Timeline, b.file).Search(q, func(h *find.Hit) bool { want = append(want, h); return true }, nil)
			b.Find(query)
			for b.run.state == components.Running {
				b.Found(false)
			}
			n := 0
			for i := range b.rows(b.run) {
				hit, heading := b.rowHit(b.run, i)
				if heading != nil {
					continue
				}
				if h := b.hit(b.run, hit); n >= len(want) || hit != n || h.Event.Line != want[n].Event.Line || h.Event.Source != want[n].Event.Source || h.Session != want[n].Session {
					t.Fatalf("%s, %s: row %d is hit %d: %+v", c.Name, query, i, hit, h)
				}
				if at := b.hitRow(b.run, hit); at != i {
					t.Errorf("%s, %s: hit %d is in row %d and not in %d", c.Name, query, hit, i, at)
				}
				n++
			}
			if n != len(want) {
				t.Errorf("%s, %s: %d hits, want %d", c.Name, query, n, len(want))
			}
		}
	}
}

// TestOneSearchAtATime: a new search ends the one before; stopped, it keeps what it has.
func TestOneSearchAtATime(t *testing.T) {
	var log strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&log, `{"type":"user.message","data":{"content":"needle %d %s"},"id":"e-%d","timestamp":"2026-10-05T09:00:00.000Z"}`+"\n", i, strings.Repeat("hay ", 100), i)
	}
	b := opened(t, []fixture.File{{Name: ".copilot/session-state/7a5e0099-0000-4000-8000-000000000099/events.jsonl", Data: []byte(log.String())}})
	b.Find("needle")
	first := b.run
	b.Find("nowhere")
	if first.state != components.Stopped || b.run.total != 0 {
		t.Errorf("the first search is %s, and the second has %d hits", first.state, b.run.total)
	}
	b.Find("needle")
	if b.Found(true); b.run.state != components.Stopped || b.run.total == 0 || b.run.total == 3000 {
		t.Errorf("the search is %s with %d hits", b.run.state, b.run.total)
	}
}
