package find

import (
	"bytes"
	"regexp"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// fold gives the one rune that stands for all those which differ from r in case only
// (simple Unicode folding: K, k and the Kelvin sign are one; ß and ss are two).
func fold(r rune) rune {
	if r < utf8.RuneSelf {
		return rune(lower(byte(r)))
	}
	least := r
	for x := unicode.SimpleFold(r); x != r; x = unicode.SimpleFold(x) {
		least = min(least, x)
	}
	if least < utf8.RuneSelf {
		return rune(lower(byte(least)))
	}
	return least
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// appendFolded appends text rune by rune in the spelling of fold; a byte that is no UTF-8
// becomes U+FFFD, as in every decoded string.
func appendFolded(out, text []byte) []byte {
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		out = utf8.AppendRune(out, fold(r))
		text = text[size:]
	}
	return out
}

// kelvin and longS are the runes beyond ASCII that fold to an ASCII letter.
var kelvin, longS = []byte("\u212a"), []byte("\u017f")

func foldsToASCII(text []byte) bool {
	return bytes.Contains(text, longS) || bytes.Contains(text, kelvin)
}

// needle is a text to be found whatever its case, and whether its letters are composed.
type needle struct {
	folded    []byte // of its composed form
	ascii     bool
	pivot     int  // index of the byte of folded that is rarest in logs
	low, high byte // that byte in both cases
}

func newNeedle(text string) *needle {
	n := &needle{folded: appendFolded(nil, norm.NFC.Bytes([]byte(text))), ascii: true}
	for i, c := range n.folded {
		n.ascii = n.ascii && c < utf8.RuneSelf
		if rarity(c) > rarity(n.folded[n.pivot]) {
			n.pivot = i
		}
	}
	n.low = n.folded[n.pivot]
	if n.high = n.low; 'a' <= n.low && n.low <= 'z' {
		n.high -= 'a' - 'A'
	}
	return n
}

// rarity ranks bytes by how seldom they stand in logs of JSON, English and code.
func rarity(c byte) int {
	const common = " etaoinsr\"lcdupmh:,_g/f.-byw0v1k2{}x3jqz"
	if i := bytes.IndexByte([]byte(common), c); i >= 0 {
		return i
	}
	return len(common)
}

// index finds the needle in text by ASCII folding alone, -1 for nowhere. It looks for the
// rarest byte in either case, each by the machine's own search, and compares around it.
func (n *needle) index(text []byte) int {
	last := len(text) - (len(n.folded) - n.pivot) // the last place of the pivot
	next := func(c byte, from int) int {
		if from > last {
			return last + 1
		}
		if i := bytes.IndexByte(text[from:last+1], c); i >= 0 {
			return from + i
		}
		return last + 1
	}
	low, high := next(n.low, n.pivot), last+1
	if n.high != n.low {
		high = next(n.high, n.pivot)
	}
	for low <= last || high <= last {
		at := min(low, high)
		if n.equal(text[at-n.pivot:]) {
			return at - n.pivot
		}
		if at == low {
			low = next(n.low, at+1)
		} else {
			high = next(n.high, at+1)
		}
	}
	return -1
}

// equal compares the beginning of text, which is long enough.
func (n *needle) equal(text []byte) bool {
	for i, c := range n.folded {
		if lower(text[i]) != c {
			return false
		}
	}
	return true
}

// find gives the first place of the needle in decoded text, -1 for none. buf is memory to
// work in.
func (n *needle) find(text []byte, buf *[]byte) (start, end int) {
	if n.ascii {
		if i := n.index(text); i >= 0 {
			return i, i + len(n.folded)
		}
		if !foldsToASCII(text) {
			return -1, -1
		}
	} else if isASCII(text) {
		return -1, -1
	}
	composed := n.ascii || norm.NFC.IsNormal(text)
	if composed {
		*buf = appendFolded((*buf)[:0], text)
	} else {
		*buf = appendFolded((*buf)[:0], norm.NFC.Bytes(text))
	}
	i := bytes.Index(*buf, n.folded)
	switch {
	case i < 0:
		return -1, -1
	case !composed:
		return composedAt(text, i, i+len(n.folded))
	}
	start = skipRunes(text, utf8.RuneCount((*buf)[:i]))
	return start, start + skipRunes(text[start:], utf8.RuneCount(n.folded))
}

// composedAt gives the letters of text that a range of its composed and folded form is of.
func composedAt(text []byte, from, to int) (start, end int) {
	start = -1
	var folded []byte
	for at := 0; end < len(text) && at < to; {
		next := end + max(1, norm.NFC.NextBoundary(text[end:], true))
		folded = appendFolded(folded[:0], norm.NFC.Bytes(text[end:next]))
		if at += len(folded); start < 0 && at > from {
			start = end
		}
		end = next
	}
	return max(start, 0), end
}

func isASCII(text []byte) bool {
	for _, c := range text {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// skipRunes gives the index behind the first n runes.
func skipRunes(text []byte, n int) int {
	i := 0
	for ; n > 0 && i < len(text); n-- {
		_, size := utf8.DecodeRune(text[i:])
		i += size
	}
	return i
}

// matcher is a needle or a regular expression.
type matcher struct {
	n  *needle
	re *regexp.Regexp
}

func (m matcher) find(text []byte, buf *[]byte) (start, end int) {
	if m.n != nil {
		return m.n.find(text, buf)
	}
	if loc := m.re.FindIndex(text); loc != nil {
		return loc[0], loc[1]
	}
	return -1, -1
}

// in reports whether text matches.
func (m matcher) in(text []byte, buf *[]byte) bool {
	if m.n == nil {
		return m.re.Match(text)
	}
	start, _ := m.n.find(text, buf)
	return start >= 0
}
