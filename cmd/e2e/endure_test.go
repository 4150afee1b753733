package e2e

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// What a hostile archive may cost: by far more than any costs on a busy machine, by far less
// than it would without its limits.
const (
	mostTime   = 2 * time.Minute
	mostMemory = 2500 << 20 // of the page's process; the sandbox has a limit of its own
)

// TestEndure opens every hostile input of the tests of parse and components in the page and
// in the sandbox of the command, and prints what each took. The page lives through all.
func TestEndure(t *testing.T) {
	if os.Getenv("HOSTILE") == "" {
		t.Skip("hostile inputs are opened one by one with make hostile")
	}
	folder := t.TempDir()
	atRoot(t, append(os.Environ(), "FLIGHTLOG_HOSTILE="+folder), "go", "test", "-count=1", "-run", "Hostile", "./parse", "./parse/decode/sqlitedb", "./components")
	atRoot(t, os.Environ(), "make", "command")
	inputs, err := filepath.Glob(filepath.Join(folder, "*.zip"))
	if err != nil || len(inputs) < 80 {
		t.Fatalf("%d inputs (%v)", len(inputs), err)
	}
	b := openPage(t, fileURL())
	b.ready()
	checkInside(t, saved(t, "warm.zip", tiny(t))) // the sandbox compiles its program
	t.Logf("%-46s %19s  %19s", "time, and memory at the highest", "in the page", "in the sandbox")
	for _, path := range inputs {
		name := strings.TrimSuffix(filepath.Base(path), ".zip")
		words, err := os.ReadFile(strings.TrimSuffix(path, ".zip") + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		page, inside := b.endure(path, string(words)), checkInside(t, path)
		t.Logf("%-46s %s  %s  %.160s", name, page, inside, page.outcome)
		if page.time > mostTime || inside.time > mostTime || page.memory > mostMemory {
			t.Errorf("%s took %s in the page and %s in the sandbox", name, page, inside)
		}
		if !strings.Contains(inside.outcome, string(words)) {
			t.Errorf("%s: the command in its sandbox does not say %q: %.500s", name, words, inside.outcome)
		}
	}
}

// cost is what one input took, and what was said of it.
type cost struct {
	time    time.Duration
	memory  int64
	outcome string
}

func (c cost) String() string {
	return fmt.Sprintf("%6.2f s %5d MB", c.time.Seconds(), c.memory>>20)
}

// endure opens an archive, looks at every view that could show what is in it, and opens an
// honest one behind it.
func (b *tab) endure(path, words string) cost {
	b.Helper()
	most := height(drawers(b))
	began := time.Now()
	b.upload("#file", path)
	name := filepath.Base(path)
	const over = `(name) => document.querySelector('#alert').hasChildNodes() || document.querySelector('.archive b')?.textContent === name && $('panel').dataset.of !== undefined && !document.querySelector('.reading')`
	for {
		if ok, _ := eval[bool](b.ctx, over, name); ok {
			break
		}
		if time.Since(began) > mostTime {
			b.Errorf("%s is not open after %v", name, mostTime)
			b.do(chromedp.Reload())
			b.ready()
			return cost{time.Since(began), most(), "not open in time"}
		}
		time.Sleep(15 * time.Millisecond)
	}
	c := cost{time: time.Since(began)}
	if c.outcome = js[string](b, `document.querySelector('#alert').firstChild?.data ?? ''`); c.outcome == "" {
		c.outcome = b.look(words)
	}
	c.memory = most()
	if strings.Contains(c.outcome, "The program stopped") {
		b.Errorf("%s ended the program: %.300q", name, c.outcome)
	}
	if !strings.Contains(c.outcome, words) {
		b.Errorf("%s: the page does not say %q but %.300q", name, words, c.outcome)
	}
	b.dropBytes("tiny.zip", tiny(b))
	b.opened("tiny.zip")
	b.see(".asked", "is the kettle on?")
	return c
}

// look visits the problems, the first files and the first session with the records in it,
// and answers the first problem.
func (b *tab) look(words string) string {
	b.Helper()
	first := js[string](b, `document.querySelector('.rail a[href^="#/s/"]')?.getAttribute('href') ?? ''`)
	views := []string{"#/files", "#/file/0", "#/file/1"}
	if first != "" {
		views = append(views, first, first+"/events", first+"/events/events-1", first+"/events/events-2", first+"/events/events-3")
	}
	for _, view := range append(views, "#/problems") {
		b.follow(view)
		b.settled()
	}
	problems := b.texts(".pr")
	for _, p := range problems {
		if words != "" && strings.Contains(p, words) {
			return p
		}
	}
	if len(problems) == 0 {
		return "read, without a problem"
	}
	return problems[0]
}

// checkInside runs the command's check of an archive in the sandbox.
func checkInside(t *testing.T, path string) cost {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*mostTime)
	defer cancel()
	check := exec.CommandContext(ctx, filepath.Join(root(), "dist", "flightlog"), "check", "--sandbox", path)
	began := time.Now()
	said, err := check.CombinedOutput()
	c := cost{time: time.Since(began), outcome: string(said)}
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() < 0 || exit.ExitCode() > 2) {
		t.Errorf("%s: %v: %.500s", filepath.Base(path), err, said)
	}
	if used, ok := check.ProcessState.SysUsage().(*syscall.Rusage); ok {
		c.memory = used.Maxrss << 10
	}
	return c
}

// atRoot runs a command at the top of the repository.
func atRoot(t *testing.T, env []string, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = root(), env
	said, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, said)
	}
	return string(said)
}
