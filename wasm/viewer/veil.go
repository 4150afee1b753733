package viewer

import (
	"bytes"
	"slices"
	"strings"

	"flightlog/components"
	"flightlog/parse/secret"
	"flightlog/parse/timeline"
)

// hide is an answer as it goes to the screen, in this one place for every view: what has
// the shape of a secret is masked until a person asks for it, and names are hidden where
// the person asked for that. What a button copies from the program is left as it stands.
func (v *Viewer) hide(arg string, page []byte) []byte {
	masked := !v.bare && !v.fileBare(arg)
	hidden := v.names != nil && v.names.on
	switch {
	case masked && (hidden || divided(page) || secret.Begins(page)):
		return components.Reword(page, v.veil)
	case hidden:
		return v.names.page(page)
	}
	return page
}

// divided reports that something in an answer may divide the beginning of a secret: marks,
// the words of a change, colours of a terminal. Most answers hold nothing like that and no
// beginning, and cost one look at their bytes.
func divided(page []byte) bool {
	return slices.ContainsFunc(dividers, func(d []byte) bool { return bytes.Contains(page, d) })
}

var dividers = [][]byte{[]byte("<mark>"), []byte(`<span class="w">`), []byte(`class="term"`), []byte("⟨ESC⟩["), []byte("1b["), []byte("1B["), []byte(`\033[`), []byte(`\e[`)}

// fileBare reports that an answer is about the file that a person asked to see as it stands.
func (v *Viewer) fileBare(arg string) bool {
	return v.looked != nil && v.looked.bare && (strings.HasPrefix(arg, "file/") || strings.HasPrefix(arg, fileKey+"/"))
}

// veil says which words of a text are masked, and of the rest which are names.
func (v *Viewer) veil(text string) (out []components.Edit) {
	at := 0
	names := func(to int) {
		if v.names == nil || !v.names.on || at >= to {
			return
		}
		for _, e := range v.names.edits(text[at:to]) {
			e.From, e.To = e.From+at, e.To+at
			out = append(out, e)
		}
	}
	secret.Each(text, func(start, end int, mask string) {
		names(start)
		out = append(out, components.Edit{From: start, To: end, Text: mask, Class: "veil"})
		at = end
	})
	names(len(text))
	return out
}

// switchSecrets shows what has the shape of a secret, or masks it again, and answers the
// frame anew.
func (v *Viewer) switchSecrets(arg string) ([]byte, error) {
	v.bare = arg == "on"
	return v.frame()
}

// veils are the secrets in a part of a file that is shown by row: one may go over many
// rows, and begin or end outside of the part.
type veils []struct {
	from, to int64 // bytes of the file
	mask     string
}

// veilReach is how far around the rows at hand secrets are looked for.
const veilReach = 8 * timeline.KiB

// veilsOf finds the secrets in rows of the file that is looked at, none where it is shown
// as it stands.
func (v *Viewer) veilsOf(f *fileView, from, to int) (out veils) {
	if f.bare || v.bare || from >= to {
		return nil
	}
	begin, end := int64(from)*hexWidth, int64(to)*hexWidth
	if f.kind == linesView {
		begin, end = f.lines[f.shown[from]], f.lines[f.shown[to-1]]+lineMost
	}
	begin, end = max(begin-veilReach, 0), min(end+veilReach, int64(len(f.body)))
	secret.Each(string(f.body[begin:end]), func(start, stop int, mask string) {
		out = append(out, struct {
			from, to int64
			mask     string
		}{begin + int64(start), begin + int64(stop), mask})
	})
	return out
}

// over tells whether a byte of the file is part of a secret.
func (vs veils) over(at int64) bool {
	for i := range vs {
		if vs[i].from <= at && at < vs[i].to {
			return true
		}
	}
	return false
}

// apply masks secrets that go over the end of a line, which begins at a byte of the file;
// those inside it are found by its words.
func (vs veils) apply(line []byte, at int64) []byte {
	end := at + int64(len(line))
	for _, v := range slices.Backward(vs) {
		from, to := max(v.from, at), min(v.to, end)
		if from >= to || v.from >= at && v.to <= end {
			continue
		}
		mask := "" // told where the secret begins
		if v.from >= at {
			mask = v.mask
		}
		line = slices.Concat(line[:from-at], []byte(mask), line[to-at:])
	}
	return line
}
