package timeline

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

func at(minutes int) string {
	return time.Date(2026, 10, 1, 9, 0, 0, 0, time.UTC).Add(time.Duration(minutes) * time.Minute).Format("2006-01-02T15:04:05.000Z")
}

// said makes a row that a user typed.
func said(stamp, session, text string) Row {
	return Row{Turn: UserTurn, Timestamp: stamp, SessionID: session, Text: text}
}

func dropped(primary, secondary []Row) []bool {
	d := NewDedup()
	for i := range secondary {
		d.AddSecondary(&secondary[i])
	}
	for i := range primary {
		d.AddPrimary(&primary[i])
	}
	return d.Dropped()
}

func TestDedup(t *testing.T) {
	use := func(stamp, id string) Row {
		return Row{Turn: ToolUse, Timestamp: stamp, SessionID: "s", Text: "ls", ToolUseID: id}
	}
	for name, c := range map[string]struct {
		primary, secondary []Row
		want               []bool
	}{
		"a copy within the hour": {[]Row{said(at(0), "s", "a")}, []Row{said(at(60), "s", "a")}, []bool{true}},
		"beyond the hour":        {[]Row{said(at(0), "s", "a")}, []Row{said(at(61), "s", "a")}, []bool{false}},
		"another session":        {[]Row{said(at(0), "s", "a")}, []Row{said(at(0), "r", "a")}, []bool{false}},
		"another text":           {[]Row{said(at(0), "s", "a")}, []Row{said(at(0), "s", "a ")}, []bool{false}},
		"a primary row is used once, and a paired copy is an anchor": {
			[]Row{said(at(0), "s", "a")}, []Row{said(at(1), "s", "a"), said(at(2), "s", "a"), said(at(90), "s", "a")}, []bool{true, true, false}},
		"nearest first, whatever the order": {
			[]Row{said(at(0), "s", "a"), said(at(100), "s", "a")}, []Row{said(at(55), "s", "a"), said(at(99), "s", "a")}, []bool{true, true}},
		"copies in one store collapse": {nil, []Row{said(at(0), "s", "a"), said(at(50), "s", "a"), said(at(61), "s", "a")}, []bool{false, true, false}},
		"a primary row without a time": {[]Row{said("", "s", "a")}, []Row{said(at(0), "s", "a")}, []bool{true}},
		"history: any row says it":     {[]Row{said(at(0), "s", "a")}, []Row{said("", "", "a"), said("", "", "b"), said("", "", "b")}, []bool{true, false, true}},
		"history: a store row says it": {nil, []Row{said(at(0), "s", "a"), said("", "", "a")}, []bool{false, true}},
		"undated rows of two sessions": {nil, []Row{said("soon", "s", "a"), said("soon", "r", "a"), said("soon", "s", "a")}, []bool{false, false, true}},
		"other ids are never copies":   {[]Row{use(at(0), "1")}, []Row{use(at(0), "2"), use(at(0), "1"), use(at(1), "")}, []bool{false, true, true}},
		"system rows are not compared": {[]Row{{Turn: SystemTurn, Timestamp: at(0), Text: "x"}}, []Row{{Turn: SystemTurn, Timestamp: at(0), Text: "x"}}, []bool{false}},
		"session names are": {[]Row{{Turn: SystemTurn, Timestamp: at(0), Text: "session name: x"}},
			[]Row{{Turn: SystemTurn, Timestamp: at(0), Text: "session name: x"}}, []bool{true}},
		"a zone, a blank": {[]Row{said("2026-10-01 11:00:00+02:00", "s", "a")}, []Row{said("2026-10-01T09:30:00", "s", "a")}, []bool{true}},
	} {
		if got := dropped(c.primary, c.secondary); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", name, got, c.want)
		}
	}
}

// naive is the rule of ROWS.md word by word: all pairs, sorted.
func naive(primary, secondary []Row) []bool {
	type pair struct {
		dt   int64
		p, s int
	}
	same := func(a, b *Row) bool {
		return compared(a) && a.SessionID == b.SessionID && a.Turn == b.Turn && a.Text == b.Text && joinable(a.ToolUseID, b.ToolUseID)
	}
	var pairs []pair
	for s := range secondary {
		for p := range primary {
			if RowTime(secondary[s].Timestamp) == NoTime || !same(&primary[p], &secondary[s]) {
				continue
			}
			if dt := apart(RowTime(primary[p].Timestamp), RowTime(secondary[s].Timestamp)); dt <= window {
				pairs = append(pairs, pair{dt, p, s})
			}
		}
	}
	slices.SortFunc(pairs, func(a, b pair) int {
		return slices.Compare([]int64{a.dt, int64(a.p), int64(a.s)}, []int64{b.dt, int64(b.p), int64(b.s)})
	})
	out := make([]bool, len(secondary))
	used := make([]bool, len(primary))
	for _, p := range pairs {
		if !used[p.p] && !out[p.s] {
			used[p.p], out[p.s] = true, true
		}
	}
	var dated []int
	for s := range secondary {
		if RowTime(secondary[s].Timestamp) != NoTime {
			dated = append(dated, s)
		}
	}
	slices.SortStableFunc(dated, func(a, b int) int { return int(RowTime(secondary[a].Timestamp) - RowTime(secondary[b].Timestamp)) })
	anchor := slices.Clone(out)
	for _, s := range dated {
		if out[s] {
			continue
		}
		for a := range secondary {
			if anchor[a] && same(&secondary[a], &secondary[s]) && apart(RowTime(secondary[a].Timestamp), RowTime(secondary[s].Timestamp)) <= window {
				out[s] = true
			}
		}
		anchor[s] = !out[s]
	}
	loose := func(a, b *Row) bool {
		return compared(a) && a.Turn == b.Turn && a.Text == b.Text && (a.SessionID == "" || b.SessionID == "" || a.SessionID == b.SessionID)
	}
	var kept []int
	for s := range secondary {
		if RowTime(secondary[s].Timestamp) != NoTime {
			continue
		}
		says := func(r Row) bool { return loose(&r, &secondary[s]) }
		out[s] = slices.ContainsFunc(primary, says) || slices.ContainsFunc(dated, func(i int) bool { return says(secondary[i]) }) ||
			slices.ContainsFunc(kept, func(i int) bool { return says(secondary[i]) })
		if !out[s] {
			kept = append(kept, s)
		}
	}
	return out
}

// TestDedupAgainstTheRule compares with the naive reading of the rule over generated
// homes whose few texts, sessions, times and ids make copies of every kind.
func TestDedupAgainstTheRule(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	rows := func(n int) []Row {
		out := make([]Row, n)
		for i := range out {
			out[i] = Row{Turn: []TurnType{UserTurn, AssistantTurn, ToolUse, SystemTurn}[r.IntN(4)], SessionID: []string{"", "s", "r"}[r.IntN(3)],
				Text: []string{"a", "b", "session name: a"}[r.IntN(3)], Timestamp: at(r.IntN(200))}
			if r.IntN(6) == 0 {
				out[i].Timestamp = ""
			}
			if r.IntN(4) == 0 {
				out[i].ToolUseID = []string{"1", "2"}[r.IntN(2)]
			}
		}
		return out
	}
	for round := range 20_000 {
		primary, secondary := rows(r.IntN(12)), rows(r.IntN(14))
		got, want := dropped(primary, secondary), naive(primary, secondary)
		if !slices.Equal(got, want) {
			t.Fatalf("round %d:\nprimary   %v\nsecondary %v\ngot  %v\nwant %v", round, primary, secondary, got, want)
		}
	}
}

// BenchmarkDedup is a store of 50,000 turns beside its log: different prompts, and the
// worst case of one prompt again and again.
func BenchmarkDedup(b *testing.B) {
	for name, text := range map[string]func(int) string{
		"different": func(i int) string { return fmt.Sprint("prompt ", i) },
		"equal":     func(int) string { return "continue" },
	} {
		var primary, secondary []Row
		for i := range 50_000 {
			primary = append(primary, said(at(i), "s", text(i)))
			secondary = append(secondary, said(at(i+1), "s", text(i)))
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				dropped(primary, secondary)
			}
		})
	}
}
