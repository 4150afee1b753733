package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"flightlog/parse/fixture"
)

// unpacked writes a fixture's files below a folder of the test and gives it.
func unpacked(t *testing.T, pattern string) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range fixture.Load(t, os.DirFS("../.."), "testdata/"+pattern+".txtar")[0].Files {
		full := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(full, fixture.Modified, fixture.Modified); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestExportOfEveryPath: the rows of a home are the same from its zip, its folder by
// whatever path, and a tar.gz as tar makes it.
func TestExportOfEveryPath(t *testing.T) {
	for _, pattern := range []string{"cases/sample", "cases/recovered", "cases/two-homes"} {
		code, want, stderr := command("export", "--all", packed(t, pattern))
		if code != 0 || want == "" {
			t.Fatalf("%s: exit %d, %s", pattern, code, stderr)
		}
		dir := unpacked(t, pattern)
		paths := []string{dir, dir + "/"}
		if pattern == "cases/sample" {
			paths = append(paths, filepath.Join(dir, ".copilot"), filepath.Join(dir, ".copilot", "logs", ".."))
			renamed := filepath.Join(dir, "customer")
			if err := os.Rename(filepath.Join(dir, ".copilot"), renamed); err != nil {
				t.Fatal(err)
			}
			paths = append(paths, renamed)
			if err := os.Symlink(renamed, filepath.Join(dir, ".copilot")); err != nil {
				t.Skip("no links here")
			}
			paths = paths[2:] // the folder around would list the link too
		}
		packedTar := filepath.Join(t.TempDir(), "home.tar.gz")
		if tar, err := exec.LookPath("tar"); err == nil && pattern != "cases/sample" {
			if out, err := exec.Command(tar, "-czf", packedTar, "-C", dir, ".").CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			paths = append(paths, packedTar)
		}
		for _, path := range paths {
			if code, got, stderr := command("export", "--all", path); code != 0 || got != want {
				t.Errorf("%s as %s: exit %d, %s\n%s\nwant\n%s", pattern, path, code, stderr, got, want)
			}
		}
	}
}

// TestCheckOfLooseFiles: a log and a database alone, the database with the write-ahead
// log that lies beside it.
func TestCheckOfLooseFiles(t *testing.T) {
	dir := unpacked(t, "cases/sample")
	report := func(path string) (r struct {
		Archive struct{ Name, Kind, SHA256 string }
		Sources []struct{ Source, State string }
		Totals  struct{ Sessions, Events int }
	}) {
		t.Helper()
		code, stdout, stderr := command("check", "--json", path)
		if err := json.Unmarshal([]byte(stdout), &r); err != nil || code > 1 {
			t.Fatalf("%s: exit %d, %s, %v", path, code, stderr, err)
		}
		return r
	}
	logs, err := filepath.Glob(filepath.Join(dir, ".copilot", "session-state", "*", "events.jsonl"))
	if err != nil || len(logs) == 0 {
		t.Fatal("the sample holds no log")
	}
	if r := report(logs[0]); r.Archive.Kind != "log" || r.Archive.Name != "events.jsonl" || len(r.Archive.SHA256) != 64 || r.Totals.Sessions != 1 || r.Totals.Events == 0 ||
		r.Sources[0].Source != ".copilot/session-state/"+filepath.Base(filepath.Dir(logs[0]))+"/events.jsonl" {
		t.Errorf("of a log: %+v", r)
	}
	db := filepath.Join(dir, ".copilot", "session-store.db")
	with := report(db)
	if with.Archive.Kind != "database" || len(with.Sources) != 2 || with.Sources[1].Source != ".copilot/session-store.db-wal" || with.Totals.Sessions == 0 {
		t.Errorf("of a database: %+v", with)
	}
	if err := os.Remove(db + "-wal"); err != nil {
		t.Fatal(err)
	}
	if r := report(db); len(r.Sources) != 1 || r.Totals.Sessions != 0 {
		t.Errorf("of a database whose rows were in the log: %+v", r)
	}
	if r := report(filepath.Join(dir, ".copilot")); r.Archive.Kind != "folder" || r.Archive.SHA256 != "" || r.Totals.Sessions == 0 {
		t.Errorf("of a folder: %+v", r)
	}
}

// TestHelpOfPath: both commands say what they take.
func TestHelpOfPath(t *testing.T) {
	for _, name := range []string{"check", "export"} {
		if _, stdout, _ := command(name, "--help"); !strings.Contains(stdout, "a tar.gz, a folder") || strings.Contains(stdout, "`") {
			t.Errorf("%s --help does not say what PATH may be: %s", name, stdout)
		}
	}
}
