package secret

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Masked is what stands for a secret: its kind, "" where only its place tells that it is
// one, and its length.
func Masked(kind, secret string) string {
	n := utf8.RuneCountInString(secret)
	if kind != "" {
		kind += ", "
	}
	if n == 1 {
		return "‹masked: " + kind + "1 character›"
	}
	return fmt.Sprintf("‹masked: %s%d characters›", kind, n)
}

// Mask masks in a text what has one of the shapes.
func Mask(text string) string {
	var out strings.Builder
	at := 0
	Each(text, func(start, end int, mask string) {
		out.WriteString(text[at:start] + mask)
		at = end
	})
	if at == 0 {
		return text
	}
	return out.String() + text[at:]
}

// may reports that a text holds a byte at which a shape is looked for.
func may(text string) bool {
	for i := range len(text) {
		if trigger[text[i]] {
			return true
		}
	}
	return false
}

const (
	// Longest bounds a secret: nothing that is longer is looked for around a cut.
	Longest = 64 << 10
	// divided is how far from a cut a secret is looked for in any case.
	divided = 8 << 10
)

// Across finds the secret that a cut at a byte of a text would divide: whoever shows a part
// of a text ends it before start or behind end, so that no part of a secret is shown
// that does not look like one. Without a secret both are the cut itself.
func Across[T string | []byte](text T, cut int) (start, end int) {
	start, end = cut, cut
	if cut <= 0 || cut >= len(text) {
		return start, end
	}
	from, to := cut, cut
	for from > 0 && cut-from < Longest && (inside[text[from-1]] || text[from-1] == ',' && inHead(string(text[max(0, from-headBytes):from]))) {
		from--
	}
	for to < len(text) && to-cut < Longest && (inside[text[to]] || text[to] == ',' && inHead(string(text[max(0, to-headBytes):to]))) {
		to++
	}
	from, to = max(from-divided, 0), min(to+divided, len(text)) // the head of a key, the scheme of an address
	Each(string(text[from:to]), func(s, e int, _ string) {
		if from+s < cut && cut < from+e {
			start, end = from+s, from+e
		}
	})
	return start, end
}

// headBytes are as many as a line above an encrypted key has before its comma, or more.
const headBytes = 32

// inHead reports that a comma behind that text is one in the lines above an encrypted key.
func inHead(before string) bool {
	return strings.Contains(before, "Proc-Type:") || strings.Contains(before, "DEK-Info:")
}

// inside are the bytes that a long secret consists of, or the colours that may divide it.
var inside = func() (set [256]bool) {
	for i := range set {
		c := byte(i)
		set[i] = isToken(c) || inKey(c) || c >= utf8.RuneSelf || strings.IndexByte("\x1b[;:", c) >= 0
	}
	return set
}()

// loose is how a secret looks in a configuration file or a log: less sure than a shape,
// since what is masked there by mistake is no loss. A text that holds none of the hints,
// in lower case, cannot hold it: most texts cost a few searches.
type loose struct {
	hints []string
	re    *regexp.Regexp // its first group stays
}

var looses = []loose{
	{[]string{"://"}, regexp.MustCompile(`(://)[^/@\s"']+@`)},
	{[]string{"bearer", "basic"}, regexp.MustCompile(`(?i)((?:bearer|basic)\s+)[A-Za-z0-9._~+/=-]{8,}`)},
	{[]string{"?", "&"}, regexp.MustCompile(`([?&][^=\s&#"']+=)[^\s&#"'‹]+`)},
	{[]string{"secret", "passw", "passphrase", "key", "credential", "cookie", "authorization", "signature", "token"},
		regexp.MustCompile(`(?i)([\w-]*(?:secret|passw(?:or)?d|passphrase|api[-_]?key|access[-_]?key|private[-_]?key|credential|cookie|authorization|signature|token)[\w-]*["']?\s*[=:]\s*["']?)[^\s"'&,;‹][^\s"'&,;]*`)},
}

// Redact masks in a text of a configuration file or a log what has one of the shapes, and
// what stands where a secret would: the value of a key so called, a parameter and the login
// of an address.
func Redact(text string) string {
	lower := strings.ToLower(text)
	for _, l := range looses {
		if slices.ContainsFunc(l.hints, func(hint string) bool { return strings.Contains(lower, hint) }) {
			text = l.hide(text)
		}
	}
	return Mask(text)
}

// hide masks the places where a text looks so.
func (l loose) hide(s string) string {
	var b strings.Builder
	at := 0
	for _, m := range l.re.FindAllStringSubmatchIndex(s, -1) {
		kept, tail := m[3], m[1]
		if s[tail-1] == '@' { // the address stays an address
			tail--
		}
		b.WriteString(s[at:kept] + Masked("", s[kept:tail]))
		at = tail
	}
	return b.String() + s[at:]
}
