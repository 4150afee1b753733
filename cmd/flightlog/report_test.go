package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// digest is a SHA-256; SQLite salts its log anew in every fixture that is made.
var digest = regexp.MustCompile(`"sha256": "[0-9a-f]{64}"`)

// TestReportGolden holds the keys and the values of check --json: programs read them.
func TestReportGolden(t *testing.T) {
	for _, pattern := range []string{"cases/sample", "cases/rows-stores", "cases/two-homes", "cases/subagents", "broken/cut-last-line"} {
		_, stdout, stderr := command("check", "--json", packed(t, pattern))
		if stderr != "" {
			t.Errorf("%s: stderr %q", pattern, stderr)
		}
		stdout = digest.ReplaceAllString(stdout, `"sha256": "(64 hex digits)"`)
		name := filepath.Join("..", "..", "testdata", "golden", "check", filepath.Base(pattern)+".json")
		if *update {
			if err := os.WriteFile(name, []byte(stdout), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(name)
		if err != nil {
			t.Errorf("%v (go test ./cmd/flightlog -update writes it)", err)
		} else if stdout != string(want) {
			t.Errorf("%s prints\n%s\nwant\n%s", pattern, stdout, want)
		}
	}
}

// TestReportAddsUp: without forks, the totals are the sums of what stands beside them.
func TestReportAddsUp(t *testing.T) {
	for _, pattern := range []string{"cases/sample", "cases/rows-stores", "cases/two-homes", "cases/prompts", "cases/denied", "broken/bad-lines"} {
		_, stdout, _ := command("check", "--json", packed(t, pattern))
		var r report
		if err := json.Unmarshal([]byte(stdout), &r); err != nil {
			t.Fatalf("%s: %v", pattern, err)
		}
		var sum totalsReport
		for _, s := range r.Sessions {
			sum.Prompts += s.Prompts
			sum.Turns += s.Turns
			sum.ToolCalls += s.ToolCalls
			sum.Failed += s.Failed
			sum.Denied += s.Denied
			sum.Open += s.Open
			sum.SubAgents += s.SubAgents
		}
		problems := 0
		for _, s := range r.Sources {
			sum.Files += s.Files
			sum.Rows += s.Rows
			sum.Lost += s.Lost
			problems += s.Problems
		}
		got := r.Totals
		got.Sessions, got.Events, got.Copied, got.Dropped, got.Cancelled, got.Problems = 0, 0, 0, 0, 0, 0
		if got != sum {
			t.Errorf("%s: totals %+v, the parts add up to %+v", pattern, got, sum)
		}
		if r.Totals.Sessions != len(r.Sessions) || r.Totals.Problems != len(r.Problems) || problems > len(r.Problems) || r.Totals.Copied != 0 {
			t.Errorf("%s: %+v", pattern, r.Totals)
		}
	}
}
