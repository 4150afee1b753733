package components

import (
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"flightlog/parse/timeline"
)

// Heights in CSS px that app.css gives to rows of fixed height; a List over them says
// the same in Row.
const (
	EventRowHeight   = 26
	FileRowHeight    = 30
	ProblemRowHeight = 52
	OutlineRowHeight = 28
)

// ChunkOf gives the bounds of a chunk of a list of that many rows.
func ChunkOf(count, size, chunk int) (from, to int) {
	from = min(chunk*size, count)
	if chunk > count/size {
		from = count
	}
	return from, min(from+size, count)
}

// inside keeps links inside the page: an address that does not begin with "#/" leads
// to the start.
func inside(href string) templ.SafeURL {
	if !strings.HasPrefix(href, "#/") {
		return "#/"
	}
	return templ.SafeURL(href)
}

// look is the class of a row's colour.
func look(name string) string {
	if name == "" {
		return "k-plain"
	}
	return "k-" + name
}

func num(n int) string { return strconv.Itoa(n) }

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// severity is a problem's word with its colour.
func severity(s timeline.Severity) Tag {
	return Tag{Text: s.String(), Tone: [...]Tone{Plain, Ask, Bad}[s]}
}

// state is a file's word with its colour.
func state(s timeline.State) Tag {
	t := Tag{Text: s.String(), Tone: [...]Tone{Plain, OK, Ask, Plain, Bad, Plain}[s]}
	t.Title = [...]string{
		"named and sized; this version does not read it",
		"read to its end",
		"read, and something in it was lost",
		"left alone by its path, never unpacked",
		"nothing of it could be read",
		"it is read behind the first screen: its turn has not come",
	}[s]
	return t
}
