package components

import (
	"strings"

	"flightlog/parse/timeline"
)

const (
	indentMost  = 24                // how deep lines are moved in: deeper ones stand at one depth
	indentBytes = 8 * timeline.MiB  // of a record
	indentedMax = 32 * timeline.MiB // of what becomes of it: a line may be blanks for the most part
)

// Indented writes a record of JSON over several lines: what it says is untouched, only
// blanks outside of strings are taken out and put in. It answers "" for what is no JSON
// object or array, and for a record that would become too long.
func Indented(raw []byte) string {
	if len(raw) == 0 || len(raw) > indentBytes || raw[0] != '{' && raw[0] != '[' {
		return ""
	}
	var b strings.Builder
	depth := 0
	line := func() {
		b.WriteByte('\n')
		for range min(max(depth, 0), indentMost) {
			b.WriteString("  ")
		}
	}
	for i := 0; i < len(raw); i++ {
		if b.Len() > indentedMax {
			return ""
		}
		c := raw[i]
		switch c {
		case ' ', '\t', '\r', '\n':
		case '"':
			end := stringEnd(raw, i)
			b.Write(raw[i:end])
			i = end - 1
		case '{', '[':
			b.WriteByte(c)
			depth++
			if next := skipBlanks(raw, i+1); next < len(raw) && raw[next] != '}' && raw[next] != ']' {
				line()
			}
		case '}', ']':
			depth--
			if last := lastByte(raw, i); last != '{' && last != '[' {
				line()
			}
			b.WriteByte(c)
		case ',':
			b.WriteByte(c)
			line()
		case ':':
			b.WriteString(": ")
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// stringEnd is the offset behind the string that begins at i, or the end of the text.
func stringEnd(raw []byte, i int) int {
	for i++; i < len(raw); i++ {
		switch raw[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(raw)
}

func jsonBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

func skipBlanks(raw []byte, i int) int {
	for i < len(raw) && jsonBlank(raw[i]) {
		i++
	}
	return i
}

// lastByte is the last byte before i that is no blank.
func lastByte(raw []byte, i int) byte {
	for i--; i >= 0; i-- {
		if !jsonBlank(raw[i]) {
			return raw[i]
		}
	}
	return 0
}
