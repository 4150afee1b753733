package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flightlog/parse/fixture"
)

// TestRaiseLimits: what a limit left out is read when the person says so.
func TestRaiseLimits(t *testing.T) {
	zip := fixture.Zip(t, []fixture.File{
		{Name: ".copilot/session-state/7a5e0000-0000-4000-8000-000000000000/events.jsonl", Data: []byte(`{"type":"abort"}` + "\n")},
		{Name: ".copilot/session-state/7a5e0000-0000-4000-8000-000000000000/workspace.yaml", Data: []byte("name: found\n" + strings.Repeat("# long\n", 200_000))},
	}, fixture.Shape{})
	name := filepath.Join(t.TempDir(), "copilot.zip")
	if err := os.WriteFile(name, zip, 0o600); err != nil {
		t.Fatal(err)
	}
	if code, out, _ := command("check", name); code != exitFindings || !strings.Contains(out, "warning limit: ") || !strings.Contains(out, "unpacks to more than 1,048,576 bytes") {
		t.Errorf("exit %d\n%s", code, out)
	}
	if code, out, _ := command("check", "--raise-limits", "4", name); code != exitOK || !strings.Contains(out, "found") || !strings.Contains(out, "No problems.") {
		t.Errorf("with limits four times as high: exit %d\n%s", code, out)
	}
	if code, _, stderr := command("check", "--raise-limits", "many", name); code != exitBad || !strings.Contains(stderr, "raise-limits") {
		t.Errorf("exit %d, %s", code, stderr)
	}
}
