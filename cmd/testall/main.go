// Command testall runs the tests of several modules and tells what happened in a way a
// person can read and a program can count.
//
// In: the directories of the modules, the root alone by default. Out: a line a package as
// it ends, the output of every failed test, every skipped test with its reason, and a last line
// "N passed, N failed, N skipped". Exit 1 where a test or a build failed, a module ran no
// test, or go could not be started. Tests and subtests that have none below them are counted; lines of go's output
// that are no events are shown as they are.
package main

import (
	"fmt"
	"os"
	"os/exec"
)

func main() {
	modules := os.Args[1:]
	if len(modules) == 0 {
		modules = []string{"."}
	}
	sum := newSummary(os.Stdout)
	ok := true
	for _, dir := range modules {
		if err := run(dir, sum); err != nil {
			fmt.Printf("FAIL  %s: %v\n", dir, err)
			ok = false
		}
	}
	if !sum.close() || !ok {
		os.Exit(1)
	}
}

// run tests one module. Results are not taken from the cache: the end-to-end tests read
// the built page and the archives beside the repository, which go's cache does not see.
func run(dir string, sum *summary) error {
	cmd := exec.Command("go", "test", "-json", "-count=1", "-timeout=40m", "./...")
	cmd.Dir = dir
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	before := sum.ran()
	sum.read(out)
	if err := cmd.Wait(); err != nil {
		return err
	}
	if sum.ran() == before {
		return fmt.Errorf("no test ran")
	}
	return nil
}
