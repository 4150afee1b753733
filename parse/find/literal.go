package find

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"regexp/syntax"
	"slices"

	"golang.org/x/text/unicode/norm"
)

// literals gives texts that must stand in all that the expression matches.
func literals(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpLiteral:
		return []string{string(re.Rune)}
	case syntax.OpConcat:
		var out []string
		for _, sub := range re.Sub {
			out = append(out, literals(sub)...)
		}
		return out
	case syntax.OpCapture, syntax.OpPlus:
		return literals(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return literals(re.Sub[0])
		}
	}
	return nil
}

// unescaped gives the longest run of a text that stands in raw JSON as it is written, but
// for its case and for \u escapes (see odd). Quotes, backslashes, slashes and control
// characters have escapes of their own; beyond ASCII, folding changes the bytes; two signs
// have a double there that composing turns into them.
func unescaped(text string) string {
	folded := appendFolded(nil, norm.NFC.Bytes([]byte(text)))
	var best []byte
	for len(folded) > 0 {
		end := 0
		for end < len(folded) && plain(folded[end]) {
			end++
		}
		if end > len(best) {
			best = folded[:end]
		}
		folded = folded[min(end+1, len(folded)):]
	}
	return string(best)
}

func plain(c byte) bool {
	return c >= 0x20 && c < 0x7f && c != '"' && c != '\\' && c != '/' && c != ';' && c != '`'
}

// odd reports that raw JSON may spell ASCII text in another way than by its bytes or its
// escapes of one letter: by a \u escape that is no control character's, or by one of the
// two runes that fold to ASCII. Such records are always decoded.
func odd(raw []byte) bool {
	for i := 0; i < len(raw); {
		if i+8 <= len(raw) {
			m := noteworthy(binary.LittleEndian.Uint64(raw[i:]))
			if m == 0 {
				i += 8
				continue
			}
			i += bits.TrailingZeros64(m) >> 3
		}
		rest := raw[i:]
		switch c := rest[0]; {
		case c == '\\':
			if len(rest) > 1 && rest[1] == 'u' && !bytes.HasPrefix(rest[2:], []byte("000")) && !bytes.HasPrefix(rest[2:], []byte("001")) {
				return true
			}
			i++ // a second backslash begins no escape
		case c == kelvin[0] && bytes.HasPrefix(rest, kelvin), c == longS[0] && bytes.HasPrefix(rest, longS):
			return true
		}
		i++
	}
	return false
}

// noteworthy marks, in the top bit of each byte of w, a backslash or what is not ASCII. The
// lowest mark is exact.
func noteworthy(w uint64) uint64 {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	slash := w ^ ones*'\\'
	return ((slash-ones)&^slash | w) & highs
}

// prefilter are texts that must all stand in the raw bytes of a record that matches and is
// not odd, the longest first.
func prefilter(terms []term) []*needle {
	var texts []string
	for i := range terms {
		if t := &terms[i]; !t.not && t.reads() {
			for _, lit := range t.must {
				if s := unescaped(lit); s != "" && !slices.Contains(texts, s) {
					texts = append(texts, s)
				}
			}
		}
	}
	slices.SortStableFunc(texts, func(a, b string) int { return len(b) - len(a) })
	var out []*needle
	for i, s := range texts {
		if i == 0 || len(s) > 1 { // single letters stand everywhere
			out = append(out, newNeedle(s))
		}
	}
	return out
}
