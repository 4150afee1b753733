package rawjson

import (
	"slices"
	"strings"
)

// Compact writes a valid value the same way whoever wrote it: keys sorted by code point
// at every level, no blanks, numbers in their literal spelling, non-ASCII kept, control
// characters as JSON's short forms or \u00xx (ROWS.md, settled point 1). Of equal keys
// the last one counts.
func (v Value) Compact() string {
	var b strings.Builder
	v.compact(&b)
	return b.String()
}

func (v Value) compact(b *strings.Builder) {
	switch v.Kind() {
	case '{':
		v.compactObject(b)
	case '[':
		b.WriteByte('[')
		first := true
		for e := range v.Elements() {
			if !first {
				b.WriteByte(',')
			}
			first = false
			e.compact(b)
		}
		b.WriteByte(']')
	case '"':
		b.WriteString(Quote(v.String()))
	default:
		b.Write(v)
	}
}

func (v Value) compactObject(b *strings.Builder) {
	members := map[string]Value{}
	for k, m := range v.Members() {
		members[k.String()] = m
	}
	keys := make([]string, 0, len(members))
	for k := range members {
		keys = append(keys, k)
	}
	slices.Sort(keys) // UTF-8 sorts as its code points do
	b.WriteByte('{')
	for i, k := range keys {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(Quote(k))
		b.WriteByte(':')
		members[k].compact(b)
	}
	b.WriteByte('}')
}

// Quote writes a string as JSON without escaping more than JSON demands.
func Quote(s string) string { return string(AppendQuote(make([]byte, 0, len(s)+2), s)) }

// AppendQuote is Quote behind what dst holds.
func AppendQuote(dst []byte, s string) []byte {
	dst = append(dst, '"')
	from := 0
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < 0x20 || c == '"' || c == '\\' {
			dst = append(append(dst, s[from:i]...), Escaped(c)...)
			from = i + 1
		}
	}
	return append(append(dst, s[from:]...), '"')
}

const hexDigits = "0123456789abcdef"

// Escaped is the escape of a character that may not stand in a string as it is.
func Escaped(c byte) string {
	switch c {
	case '"', '\\':
		return `\` + string(c)
	case '\b':
		return `\b`
	case '\f':
		return `\f`
	case '\n':
		return `\n`
	case '\r':
		return `\r`
	case '\t':
		return `\t`
	}
	return `\u00` + string(hexDigits[c>>4]) + string(hexDigits[c&15])
}
