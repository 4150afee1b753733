package components

import (
	"bytes"
	"cmp"
	"html"
	"slices"
	"strings"

	"github.com/a-h/templ"
)

// Edit puts other words in the place of a byte range of a text.
type Edit struct {
	From, To int
	Text     string
	Class    string // of the element around the words, "" for none
}

// Reword changes words of markup that a view of ours wrote, wherever a person or a program
// could read them: in texts, and in the attributes that say the same (titles, labels, the
// right side of a diff). edits says what of a text becomes what: byte ranges in order and
// without overlaps. It gets all texts as one, a line end between those that do not touch; a
// word that colours or marks divide is one word there, and a key over many rows one key.
// Links, keys and the queries of buttons stay as they are.
func Reword(markup []byte, edits func(text string) []Edit) []byte {
	r := reworder{marker: marker{in: markup}, edits: edits}
	r.words.Grow(len(markup) / 2)
	for r.at < len(markup) {
		if markup[r.at] == '<' {
			r.tag()
		} else {
			r.text()
		}
	}
	r.part()
	r.place(edits(r.words.String()))
	if len(r.changes) == 0 {
		return markup
	}
	slices.SortStableFunc(r.changes, func(a, b change) int { return cmp.Compare(a.from, b.from) })
	out := make([]byte, 0, len(markup)+len(markup)/16)
	at := 0
	for _, c := range r.changes {
		out = append(append(out, markup[at:c.from]...), c.with...)
		at = c.to
	}
	return append(out, markup[at:]...)
}

// reworder walks markup and gathers what changes in it.
type reworder struct {
	marker
	edits   func(string) []Edit
	open    []bool // elements around the place at hand: whether texts inside run on over elements
	echoes  []echoAt
	changes []change
}

// change is a byte range of the markup and what comes in its place.
type change struct {
	from, to int
	with     string
}

// echoAt is an attribute that repeats the text of its element behind a number.
type echoAt struct {
	from, to   int // of its value in the markup
	word, end  int // of the text in the gathered words
	incomplete bool
}

// tag passes over one tag: rewords its attributes, and parts the texts around it unless
// they run on.
func (r *reworder) tag() {
	from := r.at
	tag := r.pass()
	name, closes := elementOf(tag)
	runs := string(name) == "mark" || r.joins() && inline[string(name)] && !bytes.Contains(tag, []byte(" data-n="))
	if !runs {
		r.part()
	}
	switch string(name) {
	case "br", "hr", "wbr", "input": // nothing stands in them
	case "pre":
		r.nest(closes, true)
	case "div":
		r.nest(closes, r.joins() || firstClass(tag) == "dif")
	default:
		if !bytes.HasSuffix(tag, []byte("/>")) {
			r.nest(closes, r.joins())
		}
	}
	if bytes.IndexByte(tag, '"') < 0 {
		return
	}
	for _, attribute := range [...]string{` title="`, ` aria-label="`} {
		if at, end := valueIn(tag, attribute); end > 0 {
			r.attribute(from+at, from+end)
		}
	}
	if at, end := valueIn(tag, ` data-echo="`); end > 0 {
		r.echoes = append(r.echoes, echoAt{from: from + at, to: from + end, word: r.words.Len(), incomplete: true})
	}
}

// nest goes into an element or out of one.
func (r *reworder) nest(closes, joins bool) {
	if !closes {
		r.open = append(r.open, joins)
	} else if len(r.open) > 0 {
		r.open = r.open[:len(r.open)-1]
	}
}

// joins tells whether the texts at hand run on over elements.
func (r *reworder) joins() bool { return len(r.open) > 0 && r.open[len(r.open)-1] }

// valueIn finds the value of a tag's attribute. A quote inside a value is spelled as a
// reference, so that none is found there.
func valueIn(tag []byte, attribute string) (from, to int) {
	at := bytes.Index(tag, []byte(attribute))
	if at < 0 {
		return 0, 0
	}
	at += len(attribute)
	return at, at + bytes.IndexByte(tag[at:], '"')
}

// part ends a text: what follows is another.
func (r *reworder) part() {
	if n := len(r.echoes); n > 0 && r.echoes[n-1].incomplete && r.words.Len() > r.echoes[n-1].word {
		r.echoes[n-1].end, r.echoes[n-1].incomplete = r.words.Len(), false
	}
	if n := len(r.places); n > 0 && r.places[n-1].at >= 0 {
		r.places = append(r.places, wordAt{r.words.Len(), -1, 0})
		r.words.WriteByte('\n')
	}
}

// attribute rewords a value.
func (r *reworder) attribute(from, to int) {
	text := html.UnescapeString(string(r.in[from:to]))
	if edits := r.edits(text); len(edits) > 0 {
		r.changes = append(r.changes, change{from, to, templ.EscapeString(edited(text, 0, len(text), edits))})
	}
}

// edited is a range of a text with its words changed. Where an edit goes beyond the range,
// its words stand in the range in which it begins.
func edited(text string, from, to int, edits []Edit) string {
	var b strings.Builder
	at := from
	for _, e := range edits {
		if e.To <= from || e.From >= to {
			continue
		}
		b.WriteString(text[at:max(e.From, at)])
		if e.From >= from {
			b.WriteString(e.Text)
		}
		at = min(e.To, to)
	}
	return b.String() + text[at:to]
}

// place turns edits of the gathered words into changes of the markup.
func (r *reworder) place(edits []Edit) {
	if len(edits) == 0 {
		for _, e := range r.echoes {
			r.attribute(e.from, e.to)
		}
		return
	}
	words := r.words.String()
	for _, e := range r.echoes {
		value := html.UnescapeString(string(r.in[e.from:e.to]))
		if number, repeats := strings.CutSuffix(value, words[e.word:max(e.end, e.word)]); repeats && e.end > e.word {
			if now := number + edited(words, e.word, e.end, edits); now != value {
				r.changes = append(r.changes, change{e.from, e.to, templ.EscapeString(now)})
			}
		} else {
			r.attribute(e.from, e.to)
		}
	}
	k := 0
	for _, e := range edits {
		for k+1 < len(r.places) && r.places[k+1].word <= e.From {
			k++
		}
		said := false
		for i := k; i < len(r.places) && r.places[i].word < e.To; i++ {
			p, next := r.places[i], len(words)
			if i+1 < len(r.places) {
				next = r.places[i+1].word
			}
			if p.at < 0 {
				continue
			}
			from, to := p.at, p.at+p.size
			if p.size == 0 {
				from, to = p.at+max(e.From-p.word, 0), p.at+min(e.To, next)-p.word
			}
			with := ""
			if !said {
				said = true
				with = templ.EscapeString(e.Text)
				if e.Class != "" {
					with = `<span class="` + templ.EscapeString(e.Class) + `">` + with + "</span>"
				}
			}
			r.changes = append(r.changes, change{from, to, with})
		}
	}
}
