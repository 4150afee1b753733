package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flightlog/parse/fixture"
)

// TestFindGolden: what a person reads, hits and counts, of archives that hold every sort
// of hit.
func TestFindGolden(t *testing.T) {
	for name, c := range map[string]struct{ pattern, query string }{
		"failed":    {"cases/failing", "is:failed cmd:/.+/"},
		"words":     {"cases/sample", "the !type:system"},
		"recovered": {"cases/recovered", "is:recovered"},
		"beside":    {"cases/every-file", "!session:/./"},
		"hostile":   {"cases/hostile", "kind:prompt"},
		"homes":     {"cases/two-homes", "kind:prompt"},
	} {
		code, stdout, stderr := command("find", c.query, packed(t, c.pattern))
		if code != 0 || stderr != "" {
			t.Errorf("%s: exit %d, stderr %q", name, code, stderr)
		}
		for _, r := range stdout {
			if r < 0x20 && r != '\n' || r == '\u202e' {
				t.Errorf("%s: a control character reaches the terminal: %q", name, r)
			}
		}
		file := filepath.Join("..", "..", "testdata", "golden", "find", name+".txt")
		if *update {
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(stdout), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Errorf("%v (go test ./cmd/flightlog -update writes it)", err)
		} else if stdout != string(want) {
			t.Errorf("%s prints\n%s\nwant\n%s", name, stdout, want)
		}
	}
}

// TestFindJSON: one object a hit, the same hits as for people, cut by --limit.
func TestFindJSON(t *testing.T) {
	archive := packed(t, "cases/failing")
	_, people, _ := command("find", "tool:bash", archive)
	for _, limit := range []string{"0", "1", "3", "1000"} {
		code, stdout, stderr := command("find", "--json", "--limit", limit, "tool:bash", archive)
		lines := strings.Split(strings.TrimSuffix(stdout, "\n"), "\n")
		want := map[string]int{"0": strings.Count(people, "events.jsonl:"), "1": 1, "3": 3, "1000": strings.Count(people, "events.jsonl:")}[limit]
		if code != 0 || stderr != "" || len(lines) != want || want == 0 {
			t.Errorf("limit %s: exit %d, %d lines, want %d; stderr %q", limit, code, len(lines), want, stderr)
		}
		for _, line := range lines {
			var h hitObject
			if err := json.Unmarshal([]byte(line), &h); err != nil || h.Line == 0 || h.Session == "" || h.Kind == "" || !strings.HasSuffix(h.Source, "events.jsonl") || !strings.HasSuffix(h.Time, "Z") {
				t.Errorf("%s: %v", line, err)
			}
		}
	}
}

// TestFindMasks: what has the form of a secret is printed only where --secrets asks for it,
// whether it stands beside the match, around it or is the match.
func TestFindMasks(t *testing.T) {
	token := "gh" + "p_" + strings.Repeat("a1B2c3", 6)
	file := fixture.File{Name: ".copilot/session-state/5e55a0a1-0000-4000-8000-00000000000a/events.jsonl",
		Data: []byte(`{"type":"user.message","data":{"content":"push with ` + token + ` please"},"id":"1","timestamp":"2026-10-05T09:00:00.000Z"}` + "\n")}
	archive := filepath.Join(t.TempDir(), "home.zip")
	if err := os.WriteFile(archive, fixture.Zip(t, []fixture.File{file}, fixture.Shape{}), 0o644); err != nil {
		t.Fatal(err)
	}
	for query, want := range map[string]string{"push": "«push» with ‹masked", "please": "characters› «please»", token: "«‹masked", token[6:12]: "«‹masked", `"with ` + token[:7] + `"`: "«with ‹masked"} {
		for _, form := range [][]string{{}, {"--json"}} {
			code, stdout, _ := command(append(append([]string{"find"}, form...), query, archive)...)
			if code != 0 || strings.Contains(stdout, token[4:]) || len(form) == 0 && !strings.Contains(stdout, want) || !strings.Contains(stdout, "masked: GitHub token, 40 characters") {
				t.Errorf("find %s %q: exit %d, %s", form, query, code, stdout)
			}
			if _, bare, _ := command(append(append([]string{"find", "--secrets"}, form...), query, archive)...); !strings.Contains(strings.NewReplacer("«", "", "»", "", `","match":"`, "", `","after":"`, "").Replace(bare), token) {
				t.Errorf("find --secrets %s %q: %s", form, query, bare)
			}
		}
	}
}

// TestFindExits: 1 where nothing is found, 2 and one sentence for a bad query or input.
func TestFindExits(t *testing.T) {
	archive := packed(t, "cases/failing")
	for _, c := range []struct {
		args           []string
		code           int
		stdout, stderr string
	}{
		{[]string{"xyzzyplugh", archive}, 1, "Nothing was found.\n", ""},
		{[]string{"--json", "xyzzyplugh", archive}, 1, "", ""},
		{[]string{`a "b`, archive}, 2, "", "This quote is not closed (character 3 of the query)"},
		{[]string{"tols:bash", archive}, 2, "", `no field "tols"`},
		{[]string{"a", archive + ".missing"}, 2, "", "cannot be opened"},
		{[]string{"--limit", "-1", "a", archive}, 2, "", "less than nothing"},
		{[]string{"a"}, 2, "", "arg"},
	} {
		code, stdout, stderr := command(append([]string{"find"}, c.args...)...)
		if code != c.code || stdout != c.stdout || !strings.Contains(stderr, c.stderr) || (stderr == "") != (c.stderr == "") || strings.Count(stderr, "\n") > 1 {
			t.Errorf("%q: exit %d, stdout %q, stderr %q", c.args, code, stdout, stderr)
		}
	}
	if code, stdout, _ := command("find", "--help"); code != 0 || !strings.Contains(stdout, "Examples:\n  flightlog find") {
		t.Errorf("help: exit %d, %s", code, stdout)
	}
	if code, _, _ := command("find", "--", "-type:session tool:bash", archive); code != 0 {
		t.Errorf("a query behind -- gives exit %d", code)
	}
}
