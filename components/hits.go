package components

import (
	"strings"

	"flightlog/parse/timeline"
)

// hitsView is what a search found as it is shown, and what of it comes after.
type hitsView struct {
	folded
	Groups []hitGroup
	Plain  bool // no line has a number
}

// hitGroup is a file with the lines that a search gives of it.
type hitGroup struct {
	Path  string
	Count string
	Rows  []hitRow
}

type hitRow struct {
	N     string
	Class string
	Runs  []run
}

// hitsFrom lays hits out from a number of rows on: the name of a file is a row, and each
// of its lines. It stops at MaxLines and MaxBytes, and inside no secret.
func hitsFrom(b timeline.Block, from int, place string) hitsView {
	v := hitsView{Plain: true}
	v.folded.Text = fold(b.Text, false).Text
	var all []string
	for _, f := range b.Hits {
		all = append(all, f.Path)
		for _, l := range f.Lines {
			all = append(all, l.Text)
		}
	}
	to := linesTo(len(all), from, func(i int) string { return all[i] })
	row := func(text string) bool { // counts a row, and tells whether it is shown
		at := v.Lines
		if v.Lines++; at >= to {
			v.Past++
			v.Rest += len(text) + 1
		}
		return at >= from && at < to
	}
	for _, f := range b.Hits {
		g := hitGroup{Path: f.Path, Count: hitCount(f)}
		begins := row(f.Path)
		for _, l := range f.Lines {
			if !row(l.Text) {
				continue
			}
			r := hitRow{N: lineNumber(l.N), Class: "c", Runs: marked(l.Text, l.Marks)}
			if l.Near {
				r.Class = "c near"
			}
			v.Plain = v.Plain && r.N == ""
			g.Rows = append(g.Rows, r)
		}
		if begins || len(g.Rows) > 0 {
			v.Groups = append(v.Groups, g)
		}
	}
	v.Long = v.Lines > FoldLines
	v.onward(place, to)
	return v
}

// hitCount says how many lines of a file match, "" where only its path is given.
func hitCount(f timeline.FileHits) string {
	if f.Count == 0 && len(f.Lines) == 0 {
		return ""
	}
	return Counted(f.Count, "line")
}

// hitsSize says how much was found: 5 lines in 3 files, or 3 paths.
func hitsSize(hits []timeline.FileHits) string {
	lines, bare := 0, true
	files := map[string]bool{}
	for _, f := range hits {
		lines += f.Count
		bare = bare && hitCount(f) == ""
		files[f.Path] = true
	}
	if bare {
		return Counted(len(files), "path")
	}
	return Counted(lines, "line") + " in " + Counted(len(files), "file")
}

// marked divides a text at the ranges that are marked.
func marked(text string, marks [][2]int) []run {
	var out []run
	at := 0
	for _, m := range marks {
		if m[0] < at || m[1] > len(text) || m[1] < m[0] {
			break
		}
		if m[0] > at {
			out = append(out, run{"", Visible(text[at:m[0]])})
		}
		out = append(out, run{"w", Visible(text[m[0]:m[1]])})
		at = m[1]
	}
	if at < len(text) {
		out = append(out, run{"", Visible(text[at:])})
	}
	return out
}

// folderPart and namePart divide a path behind its last separator.
func folderPart(path string) string { return path[:strings.LastIndexAny(path, `/\`)+1] }

func namePart(path string) string { return path[len(folderPart(path)):] }
