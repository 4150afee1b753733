package find

import (
	"bytes"
	"regexp/syntax"
	"slices"
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
// characters have escapes of their own; beyond ASCII, folding changes the bytes.
func unescaped(text string) string {
	folded := appendFolded(nil, []byte(text))
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
	return c >= 0x20 && c < 0x7f && c != '"' && c != '\\' && c != '/'
}

// odd reports that raw JSON may spell ASCII text in another way than by its bytes or its
// escapes of one letter: by a \u escape that is no control character's, or by one of the
// two runes that fold to ASCII. Such records are always decoded.
func odd(raw []byte) bool {
	if foldsToASCII(raw) {
		return true
	}
	for {
		i := bytes.Index(raw, []byte(`\u`))
		if i < 0 {
			return false
		}
		raw = raw[i+2:]
		if !bytes.HasPrefix(raw, []byte("000")) && !bytes.HasPrefix(raw, []byte("001")) {
			return true
		}
	}
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
