package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"flightlog/cmd/flightlog/sandbox"
	"flightlog/parse/fixture"
)

// buildSandbox compiles this command for the sandbox and lets the test's commands find it.
func buildSandbox(t *testing.T) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "flightlog.wasm")
	build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w", "-o", name, ".")
	build.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	program, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	none := sandboxProgram
	sandboxProgram = func() ([]byte, error) { return program, nil }
	t.Cleanup(func() { sandboxProgram = none })
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
}

// TestSandbox: what a command prints and how it ends is the same inside the sandbox, and
// a run that reaches a limit says so in one sentence.
func TestSandbox(t *testing.T) {
	_, _, stderr := command("check", "--sandbox", packed(t, "cases/sample"))
	if !strings.Contains(stderr, "make command") {
		t.Errorf("without its program it says %q", stderr)
	}
	buildSandbox(t)
	sample, broken, folder := packed(t, "cases/sample"), packed(t, "broken/nul-runs"), unpacked(t, "cases/sample")
	outside := filepath.Join(t.TempDir(), "outside.txt")
	if err := os.WriteFile(outside, []byte("not of the archive"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(folder, "outside.txt")); err != nil {
		t.Fatal(err)
	}
	noArchive := filepath.Join(t.TempDir(), "note.txt")
	if err := os.WriteFile(noArchive, []byte("hello"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"check", sample},
		{"check", "--json", broken},
		{"export", "--all", "--include-thinking", sample},
		{"export", "--no-repair", broken},
		{"find", "is:failed", sample},
		{"find", "--json", "--limit", "2", "e", sample},
		{"find", "no such words at all", sample},
		{"find", "nosuchfield:x", sample},
		{"check", "--json", folder},
		{"check", noArchive},
		{"check", filepath.Join(folder, "nothing here")},
	} {
		code, stdout, stderr := command(args...)
		sandboxed := append([]string{args[0], "--sandbox"}, args[1:]...)
		inCode, inStdout, inStderr := command(sandboxed...)
		if code != inCode || stdout != inStdout || stderr != inStderr {
			t.Errorf("%q:\noutside: exit %d, %.300q, %q\n inside: exit %d, %.300q, %q", args, code, stdout, stderr, inCode, inStdout, inStderr)
		}
	}
	t.Run("limits", limitsOfSandbox)
	t.Chdir(folder)
	_, want, _ := command("check", ".")
	if _, got, stderr := command("check", "--sandbox", "."); got != want || want == "" {
		t.Errorf("the folder . is %.300q inside, %.300q outside; %s", got, want, stderr)
	}
}

func limitsOfSandbox(t *testing.T) {
	program, err := sandboxProgram()
	if err != nil {
		t.Fatal(err)
	}
	large := filepath.Join(t.TempDir(), "events.jsonl") // a log is held whole
	line := `{"type":"user.message","id":"1","timestamp":"2026-10-01T09:00:00.000Z","data":{"content":"` + strings.Repeat("x", 32<<10) + `"}}` + "\n"
	if err := os.WriteFile(large, []byte(strings.Repeat(line, 2048)), 0o644); err != nil {
		t.Fatal(err)
	}
	run := sandbox.Run{Program: program, Args: []string{"check", large}, Archive: large, Cache: sandbox.CacheFolder(), Limits: sandbox.DefaultLimits(), Stdout: new(bytes.Buffer), Stderr: new(bytes.Buffer)}
	full, stop := context.WithCancel(t.Context())
	stop()
	run.Archive = manyFiles(t, 40_000)
	run.Args, run.Limits = []string{"check", run.Archive}, sandbox.Limits{Memory: 160 << 20, Time: time.Minute}
	if code, err := run.Do(t.Context()); err != nil || code != exitFindings {
		t.Errorf("of an archive with 40,000 files: exit %d, %v", code, err)
	}
	run.Archive, run.Args = large, []string{"check", large}
	for name, c := range map[string]struct {
		ctx    context.Context
		limits sandbox.Limits
		want   string
	}{
		"memory": {t.Context(), sandbox.Limits{Memory: 48 << 20, Time: time.Minute}, "needs more than the sandbox's 48 MiB of memory"},
		"time":   {t.Context(), sandbox.Limits{Memory: 1 << 30, Time: time.Microsecond}, "was ended after 1µs"},
		"cancel": {full, sandbox.DefaultLimits(), "context canceled"},
	} {
		run.Limits = c.limits
		code, err := run.Do(c.ctx)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: exit %d, %v", name, code, err)
		}
	}
}

// manyFiles is a zip of so many files on disk, half of them empty logs.
func manyFiles(t *testing.T, n int) string {
	t.Helper()
	files := make([]fixture.File, n)
	for i := range files {
		files[i].Name = fmt.Sprintf(".copilot/session-state/7a5e0000-0000-4000-8000-%012d/%s", i/2, [...]string{"events.jsonl", "files/a"}[i%2])
	}
	path := filepath.Join(t.TempDir(), "many.zip")
	if err := os.WriteFile(path, fixture.Zip(t, files, fixture.Shape{Stored: true}), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// stuck is a reader that takes nothing, and presses Ctrl+C once something comes.
type stuck struct {
	interrupt func()
	forever   <-chan struct{}
}

func (s stuck) Write([]byte) (int, error) {
	s.interrupt()
	<-s.forever
	return 0, os.ErrClosed
}

// TestInterrupted: a command that is interrupted ends then and there, and says so.
func TestInterrupted(t *testing.T) {
	none := sandboxProgram
	t.Cleanup(func() { sandboxProgram = none })
	sample := packed(t, "cases/sample")
	for _, args := range [][]string{{"check", sample}, {"export", "--all", sample}, {"find", "e", sample}, {"check", "--sandbox", sample}} {
		ctx, interrupt := context.WithCancel(t.Context())
		sandboxProgram = func() ([]byte, error) { // as it starts
			interrupt()
			return nil, nil
		}
		var stderr bytes.Buffer
		code := run(ctx, args, stuck{interrupt, t.Context().Done()}, &stderr)
		if want := "flightlog: interrupted while " + sample + " was being read\n"; code != exitBad || stderr.String() != want {
			t.Errorf("%q: exit %d, %q", args, code, stderr.String())
		}
	}
}
