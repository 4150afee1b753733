package event

import (
	"regexp"
	"strconv"
	"strings"

	"flightlog/parse/decode/rawjson"
	"flightlog/parse/timeline"
)

// searchDetail shows what a search gave: lines by file, or paths. A result of another
// shape stays as it stands.
func searchDetail(p *Parts, args rawjson.Value) []timeline.Block {
	out := append(asked(args), p.outcome("", "Found")...)
	if p.Result == nil {
		return out
	}
	text := p.content()
	if text == "" && len(p.trouble()) == 0 {
		return append(out, timeline.Block{Kind: timeline.TextBlock, Title: "Found"})
	}
	for i := range out {
		if b := &out[i]; b.Kind == timeline.TextBlock && b.Title == "Found" && b.Text != "" {
			b.Hits = found(b.Text, args)
			if b.Hits != nil {
				b.Kind = timeline.HitsBlock
			}
		}
	}
	return out
}

// scopes of a search: path is a place, paths are several.
func searched(args rawjson.Value) []string {
	var out []string
	if s := args.Get("path").String(); s != "" {
		out = append(out, s)
	}
	if s, ok := args.Get("paths").Text(); ok {
		return append(out, s)
	}
	for p := range args.Get("paths").Elements() {
		out = append(out, p.String())
	}
	return out
}

// found reads the lines of a search's result, nil when one of them is of no shape that a
// search gives: a line of a file with or without its number, or a path with or without a
// count.
func found(text string, args rawjson.Value) []timeline.FileHits {
	lines := strings.Split(strings.TrimRight(text, "\r\n"), "\n")
	for i := range lines {
		lines[i] = strings.TrimSuffix(lines[i], "\r")
	}
	var shapes []func(string) (hitLine, bool)
	scope := searched(args)
	switch args.Get("output_mode").String() {
	case "content":
		shapes = append(shapes, numberedLine(lines), lineOf(scope))
		if len(scope) == 1 {
			shapes = append(shapes, numberAlone(scope[0]))
		}
	case "count":
		shapes = append(shapes, countOf)
	default: // paths alone; numbered lines where a version gives them unasked
		shapes = append(shapes, numberedLine(lines), pathAlone)
	}
	for _, shape := range shapes {
		if hits := read(lines, shape); hits != nil {
			mark(hits, args)
			return hits
		}
	}
	return nil
}

// hitLine is a line of a result: of a file, or a file alone.
type hitLine struct {
	path string
	line timeline.HitLine
	has  bool // there is a line
	n    int  // the lines that it counts
}

func read(lines []string, shape func(string) (hitLine, bool)) []timeline.FileHits {
	var out []timeline.FileHits
	matched := false
	for _, l := range lines {
		if l == "--" && matched { // between passages
			continue
		}
		h, ok := shape(l)
		if !ok {
			return nil
		}
		if len(out) == 0 || out[len(out)-1].Path != h.path {
			out = append(out, timeline.FileHits{Path: h.path, Count: h.n})
		}
		if h.has {
			f := &out[len(out)-1]
			f.Lines = append(f.Lines, h.line)
			if !h.line.Near {
				f.Count++
			}
		}
		matched = true
	}
	return out
}

var (
	numbered  = regexp.MustCompile(`^(.+?):(\d+):(.*)$`)
	justCount = regexp.MustCompile(`^(.+):(\d+)$`)
	justLine  = regexp.MustCompile(`^(\d+)([:-])(.*)$`)
)

// numberedLine is "path:12:text", or "path-11-text" of a line near one: names may have
// such a number, too, so it counts only beside a line of the same path that matches.
func numberedLine(lines []string) func(string) (hitLine, bool) {
	known := map[string]bool{}
	for _, l := range lines {
		if m := numbered.FindStringSubmatch(l); m != nil && isPath(m[1]) {
			known[m[1]] = true
		}
	}
	return func(l string) (hitLine, bool) {
		for at := strings.IndexByte(l, '-'); at >= 0; {
			if m := justLine.FindStringSubmatch(l[at+1:]); known[l[:at]] && m != nil && m[2] == "-" {
				n, err := strconv.Atoi(m[1])
				return hitLine{path: l[:at], has: true, line: timeline.HitLine{N: n, Text: m[3], Near: true}}, err == nil
			}
			next := strings.IndexByte(l[at+1:], '-')
			if next < 0 || at > maxPath {
				break
			}
			at += 1 + next
		}
		m := numbered.FindStringSubmatch(l)
		if m == nil || !isPath(m[1]) {
			return hitLine{}, false
		}
		n, err := strconv.Atoi(m[2])
		return hitLine{path: m[1], has: true, line: timeline.HitLine{N: n, Text: m[3]}}, err == nil
	}
}

// maxPath is how far into a line the end of a path is looked for.
const maxPath = 1000

// numberAlone is "12:text" of the one file that was searched.
func numberAlone(path string) func(string) (hitLine, bool) {
	return func(l string) (hitLine, bool) {
		m := justLine.FindStringSubmatch(l)
		if m == nil {
			return hitLine{}, false
		}
		n, err := strconv.Atoi(m[1])
		return hitLine{path: path, has: true, line: timeline.HitLine{N: n, Text: m[3], Near: m[2] == "-"}}, err == nil
	}
}

// lineOf is "path:text", where the path lies in what was searched.
func lineOf(scope []string) func(string) (hitLine, bool) {
	return func(l string) (hitLine, bool) {
		drive := 0
		if len(l) > 2 && l[1] == ':' && (l[2] == '\\' || l[2] == '/') {
			drive = 2
		}
		path, text, ok := strings.Cut(l[drive:], ":")
		path = l[:drive] + path
		if !ok || !isPath(path) || !within(path, scope) {
			return hitLine{}, false
		}
		return hitLine{path: path, has: true, line: timeline.HitLine{Text: text}}, true
	}
}

func countOf(l string) (hitLine, bool) {
	m := justCount.FindStringSubmatch(l)
	if m == nil || !isPath(m[1]) {
		return hitLine{}, false
	}
	n, err := strconv.Atoi(m[2])
	return hitLine{path: m[1], n: n}, err == nil
}

func pathAlone(l string) (hitLine, bool) { return hitLine{path: l}, isPath(l) }

// isPath tells a path from a sentence: it has no blanks around it, and one inside only
// where a separator shows what it is.
func isPath(s string) bool {
	if s == "" || s != strings.TrimSpace(s) || strings.ContainsAny(s, "\t\"<>|") {
		return false
	}
	separated := strings.ContainsAny(s, `/\`)
	if strings.Contains(s, " ") {
		return separated && !strings.Contains(s, ": ") && !strings.HasSuffix(s, ".")
	}
	return separated || strings.Contains(s, ".") || !strings.ContainsAny(s, ":(){}=,;")
}

// within reports that a path lies in one of the places searched; all do when none is named.
func within(path string, scope []string) bool {
	if len(scope) == 0 {
		return true
	}
	plain := func(s string) string {
		return strings.TrimSuffix(strings.TrimPrefix(strings.ReplaceAll(s, `\`, "/"), "./"), "/")
	}
	path = plain(path)
	for _, s := range scope {
		if s = plain(s); s == "" || s == "." || path == s || strings.HasPrefix(path, s+"/") {
			return true
		}
	}
	return false
}

// markLines bounds the lines in which the pattern is looked for, and markBytes their length.
const (
	markLines = 20_000
	markBytes = 4 * timeline.KiB
)

// mark notes where in the lines the pattern matches, as far as it is a regular expression
// of a kind that is known here.
func mark(hits []timeline.FileHits, args rawjson.Value) {
	pattern := args.Get("pattern").String()
	insensitive, _ := args.Get("-i").Bool()
	if pattern == "" {
		return
	}
	if insensitive {
		pattern = "(?i)" + pattern
	}
	re, err := regexp.Compile(pattern)
	if err != nil {
		return
	}
	left := markLines
	for i := range hits {
		for k := range hits[i].Lines {
			l := &hits[i].Lines[k]
			if left--; left < 0 {
				return
			}
			if l.Near || len(l.Text) > markBytes {
				continue
			}
			for _, m := range re.FindAllStringIndex(l.Text, 50) {
				if m[1] > m[0] {
					l.Marks = append(l.Marks, [2]int{m[0], m[1]})
				}
			}
		}
	}
}
