package components

import (
	"strconv"
	"strings"

	"flightlog/parse/timeline"
)

// diffLine is one line of a diff that is shown as it stands, with the class that colours it.
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
	return plusMinus(added, removed)
}

func plusMinus(added, removed int) string { return "+" + Count(added) + " −" + Count(removed) }

// Context around what changed: this much of it stays in sight, and what is hidden is
// worth a click.
const (
	contextLines = 3
	leastHidden  = 4
)

// diffPart is a run of rows that are laid out together.
type diffPart struct {
	Kind string // "head": Text says where the rows that follow stand; "same", "hidden", "changed"
	Text string
	Rows []diffRow
}

// diffRow is one line. Side by side, an unchanged one stands on both sides: Echo is what
// the right side repeats.
type diffRow struct {
	Class    string // a, r or c
	Old, New string // the numbers, "" where there is none
	Echo     string
	Runs     []run
}

// changed is a change as it is shown, and what is left out of it.
type changed struct {
	folded
	Title string
	Parts []diffPart
	Sides bool // something stands on the left side and something on the right
	Plain bool // its lines have no numbers
}

// changeFrom lays a change out, from a number of lines on. It stops at MaxLines and MaxBytes,
// and inside no secret.
func changeFrom(c timeline.Change, from int, place string) changed {
	v := changed{Title: changeTitle(c), Sides: c.Added > 0 && c.Removed > 0, Plain: true}
	v.folded.Text = fold(c.Text, false).Text
	var all []string
	for _, h := range c.Hunks {
		for _, l := range h.Lines {
			all = append(all, l.Text)
		}
	}
	to := linesTo(len(all), from, func(i int) string { return all[i] })
	skip := from
	for _, h := range c.Hunks {
		start := len(v.Parts)
		for i := 0; i < len(h.Lines); {
			n := sameKind(h.Lines[i:])
			lines := h.Lines[i : i+n]
			i += n
			at := v.Lines
			v.Lines += n
			over := min(skip, n)
			skip -= over
			if lines, n = lines[over:], n-over; n == 0 {
				continue
			}
			fit := min(max(to-at-over, 0), n)
			for _, l := range lines[fit:] {
				v.Rest += len(l.Text) + 1
				v.Past++
			}
			rows := diffRows(lines[:fit])
			for _, r := range rows {
				v.Plain = v.Plain && r.Old == "" && r.New == ""
			}
			v.add(rows, len(v.Parts) == start, i == len(h.Lines))
		}
		if head := hunkHead(h, start > 0); head != "" && len(v.Parts) > start {
			v.Parts = append(v.Parts[:start], append([]diffPart{{Kind: "head", Text: head}}, v.Parts[start:]...)...)
		}
	}
	v.Long = v.Lines > FoldLines
	v.onward(place, to)
	return v
}

// sameKind is the length of the run of unchanged, or of changed, lines at the beginning.
func sameKind(lines []timeline.DiffLine) int {
	n := 1
	for n < len(lines) && (lines[n].Kind == ' ') == (lines[0].Kind == ' ') {
		n++
	}
	return n
}

// add takes rows of one kind and hides the middle of a long run of unchanged ones; at the
// beginning and the end of a hunk only one side of the run borders on a change.
func (v *changed) add(rows []diffRow, first, last bool) {
	if len(rows) == 0 {
		return
	}
	if rows[0].Class != "c" {
		v.Parts = append(v.Parts, diffPart{Kind: "changed", Rows: rows})
		return
	}
	head, tail := contextLines, contextLines
	if first {
		head = 0
	}
	if last {
		tail = 0
	}
	if len(rows)-head-tail < leastHidden || first && last {
		v.Parts = append(v.Parts, diffPart{Kind: "same", Rows: rows})
		return
	}
	middle := rows[head : len(rows)-tail]
	for _, p := range []diffPart{{Kind: "same", Rows: rows[:head]}, {Kind: "hidden", Text: Counted(len(middle), "unchanged line"), Rows: middle}, {Kind: "same", Rows: rows[len(rows)-tail:]}} {
		if len(p.Rows) > 0 {
			v.Parts = append(v.Parts, p)
		}
	}
}

// hunkHead says where a hunk stands, when it is not the beginning that says it already.
func hunkHead(h timeline.Hunk, again bool) string {
	at := ""
	if l := h.Lines; len(l) > 0 && max(l[0].Old, l[0].New) > 1 {
		at = "line " + Count(max(l[0].New, l[0].Old))
	}
	switch {
	case h.Head != "" && at != "":
		return at + " · " + Visible(h.Head)
	case h.Head != "":
		return Visible(h.Head)
	case again && at == "":
		return "further on"
	case again:
		return at
	}
	return ""
}

// noLines says of a change without lines what that means.
func noLines(k timeline.ChangeKind) string {
	switch k {
	case timeline.Deleted:
		return "the lines that went with it are not recorded here"
	case timeline.Created:
		return "an empty file"
	}
	return "no line changed"
}

func changeTitle(c timeline.Change) string {
	path := orElse(c.Path, "a file that is not named")
	if c.From != "" && c.From != c.Path {
		return c.From + " → " + path
	}
	return path
}

func diffRows(lines []timeline.DiffLine) []diffRow {
	out := make([]diffRow, len(lines))
	for i, l := range lines {
		r := &out[i]
		r.Class = map[byte]string{'+': "a", '-': "r"}[l.Kind]
		r.Old, r.New = lineNumber(l.Old), lineNumber(l.New)
		if r.Class == "" {
			r.Class, r.Echo = "c", echo(r.New, Visible(l.Text))
		}
		r.Runs = marked(l.Text, l.Marks)
	}
	return out
}

// echo is what the right side writes of an unchanged line: its number, which the style
// takes to be five columns wide, and its text.
func echo(number, text string) string {
	if number == "" {
		return "   " + text
	}
	return strings.Repeat(" ", max(5-len(number), 0)) + number + "   " + text
}

func lineNumber(n int) string {
	if n <= 0 {
		return ""
	}
	return strconv.Itoa(n)
}
