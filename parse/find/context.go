package find

import (
	"unicode/utf8"

	"flightlog/parse/secret"
	"flightlog/parse/timeline"
)

// Context is a hit's text around what matched, as it stands in the record: control
// characters and line ends are for the shower to make visible.
type Context struct {
	Before, Match, After string // Match is "" where no term of the query looks into texts
	CutBefore, CutAfter  bool   // there is more text on that side
}

// around is how many runes are given before a match, and after it twice as many.
const around = 60

// Context gives the first match of the query's first word, phrase or expression in the
// hit. A query of fields alone matches no text: then it is the hit's line in a list.
func (f *Finder) Context(q *Query, h *Hit) Context {
	it := item{session: h.Session, event: h.Event, index: h.Index, text: h.text}
	var c Context
	for i := range q.terms {
		t := &q.terms[i]
		if t.not || !t.reads() {
			continue
		}
		found := false
		f.texts(&it, func(key, text []byte) bool {
			start, end := t.find(key, text, &f.fold)
			if found = start >= 0; found {
				c = cut(text, start, end)
			}
			return !found
		})
		return c
	}
	switch {
	case it.text != nil:
		return cut(it.text, 0, 0)
	case h.Event.Has(timeline.FromStore) || h.Index >= 0:
		return cut([]byte(f.r.Summary(h.Session, h.Event).Text), 0, 0)
	}
	return cut(f.r.Raw(h.Event), 0, 0)
}

// cut takes a match with what stands around it; it divides no secret, so that whoever shows
// it can mask one.
func cut(text []byte, start, end int) Context {
	from, to := start, end
	for n := 0; n < around && from > 0; n++ {
		_, size := utf8.DecodeLastRune(text[:from])
		from -= size
	}
	for n := 0; n < 2*around && to < len(text); n++ {
		_, size := utf8.DecodeRune(text[to:])
		to += size
	}
	from, _ = secret.Across(text, from)
	_, to = secret.Across(text, to)
	return Context{Before: string(text[from:start]), Match: string(text[start:end]), After: string(text[end:to]), CutBefore: from > 0, CutAfter: to < len(text)}
}
