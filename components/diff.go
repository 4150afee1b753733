package components

import "strings"

// diffLine is one line of a unified diff with the class that colours it.
type diffLine struct {
	Class string // a (added), r (removed), h (header), "" (context)
	Text  string // with its line end
}

// diffLines splits a unified diff. "---" is a file header only where "+++" follows it,
// so that a removed line that begins with two dashes stays a removed line.
func diffLines(s string) []diffLine {
	var out []diffLine
	header := 0 // lines of a file header still to come
	for s != "" {
		line, rest := s, ""
		if nl := strings.IndexByte(s, '\n'); nl >= 0 {
			line, rest = s[:nl+1], s[nl+1:]
		}
		if strings.HasPrefix(line, "--- ") && strings.HasPrefix(rest, "+++ ") {
			header = 2
		}
		out = append(out, diffLine{diffClass(line, header > 0), line})
		header--
		s = rest
	}
	return out
}

func diffClass(line string, header bool) string {
	switch {
	case header, strings.HasPrefix(line, "@@"), strings.HasPrefix(line, "diff "), strings.HasPrefix(line, "*** "), strings.HasPrefix(line, "index "):
		return "h"
	case line[0] == '+':
		return "a"
	case line[0] == '-':
		return "r"
	}
	return ""
}

// diffSize says what a diff adds and removes: +12 −3. The whole text counts, not only
// what is shown of it.
func diffSize(s string) string {
	added, removed := 0, 0
	for _, l := range diffLines(s) {
		switch l.Class {
		case "a":
			added++
		case "r":
			removed++
		}
	}
	return "+" + Count(added) + " −" + Count(removed)
}
