package find

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
)

// Spans gives the byte ranges of a shown text that the query's words, phrases and
// expressions match, in order and without overlaps, for highlighting; at most limit.
func (q *Query) Spans(text string, limit int) [][2]int {
	var all [][2]int
	var buf []byte
	for i := range q.terms {
		t := &q.terms[i]
		if t.not || !t.reads() {
			continue
		}
		all = append(all, t.match.all([]byte(text), limit, &buf)...)
	}
	slices.SortFunc(all, func(a, b [2]int) int { return cmp.Or(a[0]-b[0], b[1]-a[1]) })
	var out [][2]int
	for _, s := range all {
		switch last := len(out) - 1; {
		case last >= 0 && s[0] <= out[last][1]:
			out[last][1] = max(out[last][1], s[1])
		case len(out) < limit:
			out = append(out, s)
		}
	}
	return out
}

// all gives the places of a matcher that are not empty, at most limit.
func (m matcher) all(text []byte, limit int, buf *[]byte) (out [][2]int) {
	if m.n == nil {
		for _, loc := range m.re.FindAllIndex(text, limit) {
			if loc[1] > loc[0] {
				out = append(out, [2]int{loc[0], loc[1]})
			}
		}
		return out
	}
	for at := 0; at < len(text) && len(out) < limit; {
		start, end := m.n.find(text[at:], buf)
		if start < 0 {
			break
		}
		out = append(out, [2]int{at + start, at + end})
		at += end
	}
	return out
}

// Linkable gives the part of the query that a link may carry: kinds, states, dates and the
// ids of sessions. Text that a person typed stays out of every address.
func (q *Query) Linkable() string {
	var parts []string
	for i := range q.terms {
		t := &q.terms[i]
		if t.field == nil {
			continue
		}
		switch t.field.name {
		case "kind", "is", "line", "on", "after", "before":
			parts = append(parts, t.text)
		case "session":
			if t.match.n != nil && isID(t.match.n.folded) {
				parts = append(parts, t.text)
			}
		}
	}
	return strings.Join(parts, " ")
}

// isID reports that a value is the beginning of a session's id and no word: ids of four
// letters and more without a digit among them are rare.
func isID(value []byte) bool {
	rest := bytes.Trim(value, "0123456789abcdef-")
	return len(value) >= 4 && len(rest) == 0 && bytes.ContainsAny(value, "0123456789")
}
