package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"flightlog/parse/diagnose"
	"flightlog/parse/fixture"
)

// TestFindingsJSON: what `check --json` says of a finding is what `check` prints, every
// rule is heard, and the exit code is that of the problems alone.
func TestFindingsJSON(t *testing.T) {
	token := "gh" + "p_" + strings.Repeat("A1b2", 9)
	log := `{"type":"session.start","data":{"copilotVersion":"1.0.102"},"id":"e1","timestamp":"2026-10-05T09:00:00.000Z"}
{"type":"user.message","data":{"content":"use ` + token + `"},"id":"e2","timestamp":"2026-10-05T09:00:01.000Z"}
`
	name := filepath.Join(t.TempDir(), "secret.zip")
	zip := fixture.Zip(t, []fixture.File{{Name: ".copilot/session-state/7a5e0001-0000-4000-8000-000000000001/events.jsonl", Data: []byte(log)}}, fixture.Shape{})
	if err := os.WriteFile(name, zip, 0o644); err != nil {
		t.Fatal(err)
	}
	code, text, stderr := command("check", name)
	jsonCode, out, _ := command("check", "--json", name)
	if code != 0 || jsonCode != 0 || stderr != "" {
		t.Errorf("exit %d and %d, %q: a finding is no problem", code, jsonCode, stderr)
	}
	if strings.Contains(text+out, token) {
		t.Error("the token is printed")
	}
	var r report
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err)
	}
	var heard []string
	for _, f := range r.Findings {
		heard = append(heard, f.Rule)
		if !strings.Contains(text, f.Severity+" "+f.Rule) || !strings.Contains(text, f.Sentence) || !strings.Contains(text, f.Advice) {
			t.Errorf("check does not print %+v", f)
		}
	}
	for _, rule := range diagnose.Rules() {
		if slices.Contains(heard, rule) == slices.Contains(r.Checked, rule) {
			t.Errorf("%s is among the findings: %t, among the checked: %t", rule, slices.Contains(heard, rule), slices.Contains(r.Checked, rule))
		}
	}
	if len(r.Findings) != 1 || r.Findings[0].Severity != "error" || !r.Findings[0].Inferred || len(r.Findings[0].Evidence) != 1 {
		t.Fatalf("findings: %+v", r.Findings)
	}
	if e := r.Findings[0].Evidence[0]; e.Record == nil || *e.Record != "events-2" || e.Source == nil || *e.Source != r.Sources[0].Source || e.Line != 2 {
		t.Errorf("evidence: %+v", e)
	}
}
