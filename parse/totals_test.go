package parse_test

import (
	"testing"

	"flightlog/parse"
	"flightlog/parse/fixture"
)

// TestTotalsOfOneLog: a log that uses an id twice is no copy of itself.
func TestTotalsOfOneLog(t *testing.T) {
	c := fixture.Parse(t, "twice", []byte("One id for two records.\n-- .copilot/session-state/7c5e0001-0000-4000-8000-000000000001/events.jsonl --\n"+
		`{"type":"user.message","data":{"content":"one"},"id":"same","timestamp":"2026-10-06T09:00:01.000Z"}`+"\n"+
		`{"type":"user.message","data":{"content":"two"},"id":"same","timestamp":"2026-10-06T09:00:02.000Z"}`+"\n"))
	got := read(t, fixture.Zip(t, c.Files, fixture.Shape{})).Totals()
	if got.Copied != 0 || got.Prompts != 2 || got.Turns != 2 || got.Events != 2 {
		t.Errorf("%+v", got)
	}
}

// TestTotalsOfAFork: what a fork copied counts once, whichever log comes first.
func TestTotalsOfAFork(t *testing.T) {
	got := open(t, "real/daily.zip").Totals()
	if got.Events != 1090 || got.Copied != 365 || got.CopiedRequests != 9 || got.Prompts != 41 || got.Calls.Total != 55 || got.Calls.Failed != 8 || got.SubAgents != 3 {
		t.Errorf("%+v", got)
	}
}

// TestTotalsByDay: the days and what is undated add up to the totals.
func TestTotalsByDay(t *testing.T) {
	for _, name := range []string{"real/daily.zip", "real/upgrade.zip", "real/cut.zip", "real/v1.0.35.zip"} {
		got := open(t, name).Totals()
		prompts, calls, failed := got.Undated.Prompts, got.Undated.Calls.Total, got.Undated.Calls.Failed
		for i, d := range got.Days {
			prompts, calls, failed = prompts+d.Prompts, calls+d.Calls.Total, failed+d.Calls.Failed
			if d.Start%parse.DayLength != 0 || d.Sessions == 0 || d.Newest == nil || i > 0 && d.Start <= got.Days[i-1].Start {
				t.Errorf("%s: day %d is %+v", name, i, d)
			}
		}
		if len(got.Days) == 0 || prompts != got.Prompts || calls != got.Calls.Total || failed != got.Calls.Failed {
			t.Errorf("%s: the days have %d prompts and %d calls, %d failed; the totals are %+v", name, prompts, calls, failed, got)
		}
	}
}
