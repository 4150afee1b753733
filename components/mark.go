package components

import (
	"bytes"
	"html"
	"strings"
)

// Mark puts <mark> around what spans finds in the texts of markup that a view of ours
// wrote: byte ranges of one text, in order and without overlaps. A text runs over elements
// within a line (a word whose letters are coloured is one word); times, tags, labels and
// headings are ours and left alone. Nothing but the marks is added.
func Mark(markup []byte, spans func(text string) [][2]int) []byte {
	m := marker{in: markup, spans: spans}
	for m.at < len(markup) {
		if markup[m.at] == '<' {
			m.tag()
		} else {
			m.text()
		}
	}
	m.flush()
	if m.done == 0 {
		return markup
	}
	return append(m.out, markup[m.done:]...)
}

// marker walks markup. Texts are gathered until an element ends their line.
type marker struct {
	in, out  []byte
	spans    func(string) [][2]int
	at       int
	done     int // of in, written to out
	words    strings.Builder
	places   []wordAt // of words
	skipping string   // the element whose inside is passed over
	depth    int      // how many of that name are open in it
}

// wordAt says that from a byte of the gathered words on, text stands at a byte of the
// markup: letter by letter, or as one reference (&lt;).
type wordAt struct{ word, at, size int }

// inline are the elements that do not end a line of text.
var inline = map[string]bool{"span": true, "b": true, "bdi": true, "code": true, "em": true, "strong": true, "del": true, "a": true, "mark": true}

// ours are elements and classes whose words are the program's.
var (
	ourElements = map[string]bool{"h3": true, "dt": true, "small": true, "summary": true, "nav": true, "time": true}
	ourClasses  = map[string]bool{"tag": true, "vh": true, "tm": true, "n": true, "dt": true, "ag": true, "cut": true, "none": true, "src": true, "btn": true, "acts": true}
)

// pass passes over one tag and answers it. A ">" inside quotes ends none.
func (m *marker) pass() []byte {
	from, quotes := m.at, 0
	for at := m.at; at < len(m.in); {
		i := bytes.IndexByte(m.in[at:], '>')
		if i < 0 {
			break
		}
		quotes += bytes.Count(m.in[at:at+i], []byte{'"'})
		at += i + 1
		if quotes%2 == 0 {
			m.at = at
			return m.in[from:at]
		}
	}
	m.at = len(m.in)
	return m.in[from:]
}

// elementOf is the name of a tag's element, and whether the tag closes it.
func elementOf(tag []byte) (name []byte, closes bool) {
	name = tag[1:]
	if closes = len(name) > 0 && name[0] == '/'; closes {
		name = name[1:]
	}
	if i := bytes.IndexAny(name, " \t\n/>"); i >= 0 {
		name = name[:i]
	}
	return name, closes
}

// tag passes over one tag, whose element may be one that is passed over as a whole.
func (m *marker) tag() {
	tag := m.pass()
	element, closes := elementOf(tag)
	name := string(element)
	if !inline[name] {
		m.flush()
	}
	switch {
	case m.skipping == "" && !closes && (ourElements[name] || ourClasses[firstClass(tag)]):
		m.skipping, m.depth = name, 1
	case m.skipping == name && closes:
		if m.depth--; m.depth == 0 {
			m.skipping = ""
		}
	case m.skipping == name:
		m.depth++
	}
}

// firstClass is the first word of a tag's class.
func firstClass(tag []byte) string {
	_, rest, ok := bytes.Cut(tag, []byte(` class="`))
	if !ok {
		return ""
	}
	if i := bytes.IndexAny(rest, ` "`); i >= 0 {
		rest = rest[:i]
	}
	return string(rest)
}

// text gathers what stands up to the next tag.
func (m *marker) text() {
	end := len(m.in)
	if i := bytes.IndexByte(m.in[m.at:], '<'); i >= 0 {
		end = m.at + i
	}
	from := m.at
	if m.at = end; m.skipping != "" {
		return
	}
	for from < end {
		size := end - from
		if i := bytes.IndexByte(m.in[from:end], '&'); i > 0 {
			size = i
		} else if i == 0 {
			size = 1
			if n := bytes.IndexByte(m.in[from:min(end, from+12)], ';'); n > 0 {
				if text := html.UnescapeString(string(m.in[from : from+n+1])); !strings.HasPrefix(text, "&") || n == 4 && text == "&" {
					m.places = append(m.places, wordAt{m.words.Len(), from, n + 1})
					m.words.WriteString(text)
					from += n + 1
					continue
				}
			}
		}
		m.places = append(m.places, wordAt{m.words.Len(), from, 0})
		m.words.Write(m.in[from : from+size])
		from += size
	}
}

// flush marks what was gathered.
func (m *marker) flush() {
	if len(m.places) == 0 {
		return
	}
	words := m.words.String()
	i := 0
	for _, s := range m.spans(words) {
		for ; i+1 < len(m.places) && m.places[i+1].word <= s[0]; i++ {
		}
		for k := i; k < len(m.places) && m.places[k].word < s[1]; k++ {
			m.mark(k, s, len(words))
		}
	}
	m.words.Reset()
	m.places = m.places[:0]
}

// mark marks the part of a range that stands at one place.
func (m *marker) mark(k int, s [2]int, words int) {
	p, next := m.places[k], words
	if k+1 < len(m.places) {
		next = m.places[k+1].word
	}
	from, to := p.at, p.at+p.size
	if p.size == 0 {
		from, to = p.at+max(s[0]-p.word, 0), p.at+min(s[1], next)-p.word
	}
	if from >= to {
		return
	}
	m.out = append(m.out, m.in[m.done:from]...)
	m.out = append(m.out, "<mark>"...)
	m.out = append(m.out, m.in[from:to]...)
	m.out = append(m.out, "</mark>"...)
	m.done = to
}
