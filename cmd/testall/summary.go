package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// event is a line of go test -json, the fields used here.
type event struct {
	Action     string
	Package    string
	ImportPath string // of a build that failed
	Test       string
	Elapsed    float64 // seconds
	Output     string
}

// test names a test of a package; an empty name is the package itself.
type test struct{ pkg, name string }

// summary gathers the results of any number of go test runs.
type summary struct {
	out     io.Writer
	output  map[test][]string
	outcome map[test]string // pass, fail or skip
	skipped []test          // in the order they were skipped
	broken  int             // packages that failed outside any test
}

func newSummary(out io.Writer) *summary {
	return &summary{out: out, output: map[test][]string{}, outcome: map[test]string{}}
}

// ran is the number of tests with an outcome.
func (s *summary) ran() int { return len(s.outcome) }

// read follows the output of one go test -json run to its end.
func (s *summary) read(r io.Reader) {
	lines := bufio.NewReader(r)
	for {
		line, err := lines.ReadString('\n')
		var e event
		if json.Unmarshal([]byte(line), &e) == nil && e.Action != "" {
			s.add(e)
		} else {
			fmt.Fprint(s.out, line)
		}
		if err != nil {
			return
		}
	}
}

func (s *summary) add(e event) {
	at := test{e.Package, e.Test}
	switch e.Action {
	case "output":
		s.output[at] = append(s.output[at], e.Output)
	case "build-output":
		fmt.Fprint(s.out, e.Output)
	case "pass", "fail", "skip":
		if e.Test == "" {
			s.endPackage(e)
			return
		}
		s.outcome[at] = e.Action
		if e.Action == "skip" {
			s.skipped = append(s.skipped, at)
		}
		if e.Action != "fail" {
			return
		}
		lines := s.said(at)
		if len(lines) == 0 && s.frames()[at] == "fail" {
			return // its subtests have said it
		}
		fmt.Fprintf(s.out, "FAIL  %s  %s\n", e.Package, e.Test)
		s.indent(lines)
	}
}

// endPackage prints the line of a package, and its own output where it failed without
// a failing test: a build error, a panic outside a test, an exit.
func (s *summary) endPackage(e event) {
	if e.Action != "fail" {
		word := map[string]string{"pass": "ok", "skip": "none"}[e.Action]
		fmt.Fprintf(s.out, "%-5s %s  %.1f s\n", word, e.Package, e.Elapsed)
		return
	}
	fmt.Fprintf(s.out, "FAIL  %s  %.1f s\n", e.Package, e.Elapsed)
	for at, outcome := range s.outcome {
		if at.pkg == e.Package && outcome == "fail" {
			return
		}
	}
	s.broken++
	own := s.said(test{e.Package, ""})
	for at := range s.output { // a test that never ended: a panic or a timeout
		if at.pkg == e.Package && at.name != "" && s.outcome[at] == "" {
			own = append(own, at.name+" did not end:")
			own = append(own, s.said(at)...)
		}
	}
	s.indent(own)
}

func (s *summary) indent(lines []string) {
	for _, line := range lines {
		fmt.Fprintln(s.out, "      "+line)
	}
}

// said is what a test printed, without the frame that go puts around it.
func (s *summary) said(at test) []string {
	var lines []string
	for line := range strings.Lines(strings.Join(s.output[at], "")) {
		line = strings.TrimRight(line, "\n")
		switch bare := strings.TrimSpace(line); {
		case bare == "", bare == "PASS", bare == "FAIL", strings.HasPrefix(bare, "=== "),
			strings.HasPrefix(bare, "--- "), strings.HasPrefix(bare, "FAIL\t"), strings.HasPrefix(bare, "ok  \t"):
		default:
			lines = append(lines, strings.TrimPrefix(line, "    "))
		}
	}
	return lines
}

// close prints the skipped tests and the counts; it reports whether all went well.
func (s *summary) close() bool {
	count := map[string]int{"fail": s.broken}
	frames := s.frames()
	for at, outcome := range s.outcome {
		if frames[at] != outcome {
			count[outcome]++
		}
	}
	if len(s.skipped) > 0 {
		fmt.Fprintln(s.out, "\nSkipped, and why:")
	}
	for _, at := range s.skipped {
		why := strings.Join(s.said(at), " ")
		if why == "" {
			why = "no reason given"
		}
		fmt.Fprintf(s.out, "  %s  %s\n      %s\n", at.pkg, at.name, why)
	}
	fmt.Fprintf(s.out, "\n%d passed, %d failed, %d skipped\n", count["pass"], count["fail"], count["skip"])
	return count["fail"] == 0
}

// frames are the tests that hold subtests, with the worst outcome below them. A frame
// that ended the same way says nothing of its own and is not counted.
func (s *summary) frames() map[test]string {
	frames := map[test]string{}
	for at, outcome := range s.outcome {
		for i, r := range at.name {
			if above := (test{at.pkg, at.name[:i]}); r == '/' && frames[above] != "fail" && (outcome == "fail" || frames[above] != "pass") {
				frames[above] = outcome
			}
		}
	}
	return frames
}
