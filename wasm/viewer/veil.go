package viewer

import (
	"bytes"
	"slices"
	"strings"

	"flightlog/components"
	"flightlog/parse/secret"
	"flightlog/wasm/viewer/files"
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
	return v.files.Bare() && (strings.HasPrefix(arg, "file/") || strings.HasPrefix(arg, files.Key+"/"))
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
	v.files.Unmask(v.bare)
	return v.frame()
}
