package secret

import (
	"regexp"
	"sort"
	"strings"
)

// style is what sets a colour on a terminal, as it stands, as the screen shows it and as
// JSON and shells spell it: letters of a secret may stand on both sides of one.
var style = regexp.MustCompile(`(?:\x1b|⟨ESC⟩|\\+u001[bB]|\\+x1[bB]|\\+033|\\+e)\[[0-9;:]*m`)

// Each gives the secrets in a text, those too that colours of a terminal divide, and what
// stands for each: in order and without overlaps.
func Each(text string, yield func(start, end int, mask string)) {
	if !may(text) {
		return
	}
	plain, places := unstyled(text)
	Scan(plain, 0, len(plain), func(start, end int, s *Shape) {
		yield(places.before(start), places.before(end-1)+1, Masked(s.Name, string(plain[start:end])))
	})
}

// unstyled is a text without what sets colours in it, and where what is left of it stood.
func unstyled(text string) ([]byte, stylePlaces) {
	if !strings.Contains(text, "[") || !strings.ContainsAny(text, "\x1b\\⟨") {
		return []byte(text), nil
	}
	var out []byte
	var places stylePlaces
	at := 0
	for _, m := range style.FindAllStringIndex(text, -1) {
		out = append(out, text[at:m[0]]...)
		at = m[1]
		places = append(places, [2]int{len(out), at})
	}
	return append(out, text[at:]...), places
}

// stylePlaces are pairs of places, in the text without styles and in the one with them:
// from the first on, what stands there stood at the second.
type stylePlaces [][2]int

// before is where a byte of the text without styles stood.
func (p stylePlaces) before(at int) int {
	i := sort.Search(len(p), func(i int) bool { return p[i][0] > at })
	if i == 0 {
		return at
	}
	return at - p[i-1][0] + p[i-1][1]
}
