package e2e

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

var (
	browser  context.Context // that every tab is opened in
	pageFile string          // the page as it was just built
)

// The page under test is always built here: a stale one would be worse than the wait.
func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "flightlog-e2e")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	pageFile = filepath.Join(dir, "index.html")
	if said, err := buildPage(pageFile); err != nil {
		fmt.Fprintf(os.Stderr, "the page does not build: %v\n%s", err, said)
		return 1
	}
	ctx, stop, err := startBrowser()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer stop()
	browser = ctx
	return m.Run()
}
