package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// package x of the fixture module holds one test of each outcome, y does not compile.
const fixture = `package x

import "testing"

func TestPass(t *testing.T) {}
func TestSkip(t *testing.T) { t.Skip("the archives are not here") }
func TestFail(t *testing.T) { t.Errorf("want 3, got %d", 4) }
func TestSub(t *testing.T) {
	t.Run("one", func(t *testing.T) {})
	t.Run("two", func(t *testing.T) { t.Error("two is wrong") })
}
func TestMixed(t *testing.T) {
	t.Run("one", func(t *testing.T) {})
	t.Run("two", func(t *testing.T) { t.Skip("no browser") })
}
`

// tally runs go test on a module made of one file and returns what a person reads.
func tally(t *testing.T, files map[string]string) (string, bool) {
	t.Helper()
	dir := t.TempDir()
	files["go.mod"] = "module m\n\ngo 1.26\n"
	for name, text := range files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var out strings.Builder
	sum := newSummary(&out)
	cmd := exec.Command("go", "test", "-json", "./...")
	cmd.Dir = dir
	got, _ := cmd.Output() // its exit code is what run looks at
	sum.read(strings.NewReader(string(got)))
	ok := sum.close()
	return out.String(), ok
}

func TestSummaryOfEachOutcome(t *testing.T) {
	out, ok := tally(t, map[string]string{"x/x_test.go": fixture})
	if ok {
		t.Error("two failed tests were taken for a success")
	}
	for _, want := range []string{
		"FAIL  m/x  TestFail\n      x_test.go:7: want 3, got 4\n",
		"FAIL  m/x  TestSub/two\n      x_test.go:10: two is wrong\n",
		"Skipped, and why:\n  m/x  TestSkip\n      x_test.go:6: the archives are not here\n  m/x  TestMixed/two\n      x_test.go:14: no browser\n",
		"\n3 passed, 2 failed, 2 skipped\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("want %q in\n%s", want, out)
		}
	}
	if strings.Contains(out, "TestSub\n") || !strings.HasSuffix(out, "skipped\n") {
		t.Errorf("a frame is named, or the counts are not the last line:\n%s", out)
	}
}

func TestSummaryOfBrokenPackages(t *testing.T) {
	const head = "package x\n\nimport \"testing\"\n\n"
	for name, c := range map[string]struct{ src, want, counts string }{
		"does not compile":  {head + "func TestX(t *testing.T) { nothing() }\n", "undefined: nothing", "0 passed, 1 failed, 0 skipped"},
		"panics":            {head + "func TestX(t *testing.T) { panic(\"out of cheese\") }\n", "out of cheese", "0 passed, 1 failed, 0 skipped"},
		"exits from main":   {head + "import \"os\"\n\nfunc TestMain(m *testing.M) { println(\"no display\"); os.Exit(3) }\n", "no display", "0 passed, 1 failed, 0 skipped"},
		"exits in the test": {head + "import \"os\"\n\nfunc TestX(t *testing.T) { println(\"stopped half way\"); os.Exit(3) }\n", "stopped half way", "0 passed, 1 failed, 0 skipped"},
	} {
		t.Run(name, func(t *testing.T) {
			out, ok := tally(t, map[string]string{"x/x_test.go": c.src})
			if ok || !strings.Contains(out, c.want) || !strings.HasSuffix(out, c.counts+"\n") {
				t.Errorf("ok %v, want %q and %q in\n%s", ok, c.want, c.counts, out)
			}
		})
	}
}

func TestSummaryOfSuccess(t *testing.T) {
	out, ok := tally(t, map[string]string{"x/x_test.go": "package x\n\nimport \"testing\"\n\nfunc TestX(t *testing.T) {}\n"})
	if !ok || strings.Contains(out, "Skipped") || !strings.HasSuffix(out, "\n1 passed, 0 failed, 0 skipped\n") {
		t.Errorf("ok %v\n%s", ok, out)
	}
}

// TestRunNeedsTests: a module where nothing ran proves nothing.
func TestRunNeedsTests(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module m\n\ngo 1.26\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "m.go"), []byte("package m\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := run(dir, newSummary(new(strings.Builder))); err == nil || !strings.Contains(err.Error(), "no test ran") {
		t.Errorf("got %v", err)
	}
}
