package main

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flightlog/parse"
	"flightlog/parse/fixture"
)

var update = flag.Bool("update", false, "write the golden files anew")

// command runs flightlog as a shell does.
func command(args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	code = run(context.Background(), args, &out, &errs)
	return code, out.String(), errs.String()
}

// packed writes a fixture's zip into a folder of the test and gives its path.
func packed(t *testing.T, pattern string) string {
	t.Helper()
	c := fixture.Load(t, os.DirFS("../.."), "testdata/"+pattern+".txtar")[0]
	name := filepath.Join(t.TempDir(), c.Name+".zip")
	if err := os.WriteFile(name, fixture.Zip(t, c.Files, fixture.Shape{Stored: true}), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestCheckGolden: the report and the exit code: 0 where all was read or only noted, 1
// where something was lost.
func TestCheckGolden(t *testing.T) {
	for pattern, exit := range map[string]int{
		"cases/sample": 1, "cases/denied": 0, "cases/legacy": 0, "cases/recovered": 0, "cases/two-homes": 0, "cases/skipped": 0, "cases/workspaces": 1, "cases/hostile": 0,
		"cases/every-file": 0, "cases/store-tables": 0, "broken/broken-files": 1, "broken/store-log-alone": 1,
		"broken/bad-lines": 1, "broken/wal-torn": 1, "broken/db-not-sqlite": 1, "broken/names": 0, "broken/blank-and-nul": 0,
	} {
		code, stdout, stderr := command("check", packed(t, pattern))
		if code != exit || stderr != "" {
			t.Errorf("%s: exit %d, want %d; stderr %q", pattern, code, exit, stderr)
		}
		name := filepath.Join("..", "..", "testdata", "golden", "check", filepath.Base(pattern)+".txt")
		if *update {
			if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
				t.Fatal(err)
			}
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

// TestCheckRefusals: what cannot be read at all is exit 2 and one sentence on stderr that
// names the file and says what it is.
func TestCheckRefusals(t *testing.T) {
	dir := t.TempDir()
	write := func(name, data string) string {
		full := filepath.Join(dir, name)
		if err := os.WriteFile(full, []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
		return full
	}
	other := string(fixture.Zip(t, []fixture.File{{Name: "readme.txt", Data: []byte("x")}}, fixture.Shape{}))
	encrypted := []byte(fixture.Zip(t, []fixture.File{{Name: ".copilot/session-store.db", Data: []byte("x")}}, fixture.Shape{}))
	for _, sig := range []string{"PK\x03\x04", "PK\x01\x02"} { // the flag of encryption, in both headers
		encrypted[bytes.Index(encrypted, []byte(sig))+map[string]int{"PK\x03\x04": 6, "PK\x01\x02": 8}[sig]] |= 1
	}
	for _, tt := range []struct {
		file, want string
	}{
		{filepath.Join(dir, "missing.zip"), "cannot be opened"},
		{dir, "holds no Copilot data"},
		{write("empty.zip", ""), "empty"},
		{write("text.zip", "hello, this is not an archive\n"), "not a zip"},
		{write("page.zip", "<!DOCTYPE html><html>sign in</html>"), "web page"},
		{write("other.zip", other), "Copilot"},
		{write("encrypted.zip", string(encrypted)), "encrypted"},
	} {
		code, stdout, stderr := command("check", tt.file)
		if code != 2 || stdout != "" {
			t.Errorf("%s: exit %d, stdout %q", tt.file, code, stdout)
		}
		if !strings.HasPrefix(stderr, "flightlog: ") || strings.Count(stderr, "\n") != 1 || !strings.HasSuffix(stderr, "\n") ||
			!strings.Contains(stderr, filepath.Base(tt.file)) || !strings.Contains(stderr, tt.want) {
			t.Errorf("%s: stderr is %q, want one line with %q", tt.file, stderr, tt.want)
		}
	}
}

// TestUsage: a wrong call is exit 2 and one line; help is exit 0 and shows an example.
func TestUsage(t *testing.T) {
	for _, args := range [][]string{{"check"}, {"check", "a.zip", "b.zip"}, {"check", "--wrong", "a.zip"}, {"dance"}} {
		if code, stdout, stderr := command(args...); code != 2 || stdout != "" || strings.Count(stderr, "\n") == 0 || !strings.HasPrefix(stderr, "flightlog: ") {
			t.Errorf("%v: exit %d, stdout %q, stderr %q", args, code, stdout, stderr)
		}
	}
	for _, args := range [][]string{{"--help"}, {"check", "--help"}, {"serve", "--help"}, {"--version"}} {
		code, stdout, stderr := command(args...)
		if code != 0 || stdout == "" || stderr != "" {
			t.Errorf("%v: exit %d, stdout %q, stderr %q", args, code, stdout, stderr)
		}
		if len(args) > 1 && !strings.Contains(stdout, "Examples:\n  flightlog "+args[0]) {
			t.Errorf("%v shows no example: %s", args, stdout)
		}
	}
}

// writes counts how often something is written, and how much.
type writes struct{ n, bytes int }

func (w *writes) Write(p []byte) (int, error) {
	w.n, w.bytes = w.n+1, w.bytes+len(p)
	return len(p), nil
}

// TestCheckWrites: the report is not written cell by cell: each would leave the sandbox.
func TestCheckWrites(t *testing.T) {
	opened, err := openArchive(packed(t, "cases/sample"), parse.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var w writes
	if err := printCheck(&w, opened); err != nil || w.bytes < 1000 || w.n > 1+w.bytes/1000 {
		t.Errorf("%d bytes in %d pieces (%v)", w.bytes, w.n, err)
	}
}

// TestVisible: nothing that an archive holds steers a terminal.
func TestVisible(t *testing.T) {
	for in, want := range map[string]string{
		"plain": "plain", "two\nlines\t": "two lines", "\x1b[31mred\x07": `\x1b[31mred\a`, "\u202egnp": `\u202egnp`, "naïve “q” \"x\" \\": `naïve “q” "x" \`, "\xff": `\xff`,
	} {
		if got := visible(in); got != want {
			t.Errorf("visible(%q) = %q, want %q", in, got, want)
		}
	}
}
