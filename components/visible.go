package components

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Visible gives s with everything that could act on a terminal, reorder a line or hide
// in it replaced by a mark that a reader sees: control characters become their names
// (⟨ESC⟩, ⟨NUL⟩), other invisible characters their number (⟨U+202E⟩), bytes that are no
// UTF-8 their value (⟨0xff⟩). Line feeds and tabs stay, CR LF becomes LF, and
// joiners stay where a script or an emoji needs them. Letters are never touched, and
// Visible(Visible(s)) == Visible(s).
func Visible(s string) string {
	i := firstHidden(s)
	if i < 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	b.WriteString(s[:i])
	prev, _ := utf8.DecodeLastRuneInString(s[:i])
	for i < len(s) {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == '\r' && i+1 < len(s) && s[i+1] == '\n':
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, "⟨0x%02x⟩", s[i])
		case r < 0x20 && r != '\n' && r != '\t':
			b.WriteString("⟨" + controls[r] + "⟩")
		case r == 0x7f:
			b.WriteString("⟨DEL⟩")
		case hides(r) && !joins(prev, r, s[i+n:]):
			fmt.Fprintf(&b, "⟨U+%04X⟩", r)
		default:
			b.WriteString(s[i : i+n])
		}
		prev = r
		i += n
	}
	return b.String()
}

// controls are the names of the control characters. Their pictures (U+2400 and on) are
// missing in many fonts and illegible at 12 px in the others.
var controls = [0x20]string{"NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS", "TAB", "LF", "VT", "FF", "CR", "SO", "SI",
	"DLE", "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM", "SUB", "ESC", "FS", "GS", "RS", "US"}

// firstHidden is the offset of the first rune that Visible may have to replace, or -1.
// Plain text leaves through it without a copy.
func firstHidden(s string) int {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 0x80 {
			r, n := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && n == 1 || hides(r) {
				return i
			}
			i += n - 1
		} else if c < 0x20 && c != '\n' && c != '\t' || c == 0x7f {
			return i
		}
	}
	return -1
}

// hides reports a rune above ASCII that has no glyph of its own, or that changes how
// its neighbours are drawn.
func hides(r rune) bool {
	switch {
	case r < 0x80:
		return false
	case r <= 0x9f, r == 0xad:
		return true
	case r == 0x034f, r == 0x115f, r == 0x1160, r == 0x17b4, r == 0x17b5, r == 0x3164, r == 0xffa0:
		return true // joiner and fillers: letters by class, blank by sight
	case r >= 0x0600 && r <= 0x08ff:
		return r == 0x061c // Arabic number signs are format characters with a glyph
	case r == 0x2028, r == 0x2029:
		return true
	case isSelector(r):
		return true
	}
	return unicode.Is(unicode.Cf, r)
}

// joins reports that an invisible rune does its proper work where it stands: a joiner
// inside an emoji or between letters of a script that needs it, one variation selector
// after a sign.
func joins(prev, r rune, rest string) bool {
	next, _ := utf8.DecodeRuneInString(rest)
	switch {
	case r == 0x200d && isEmoji(prev) && isEmoji(next):
		return true
	case r == 0x200c || r == 0x200d:
		return isJoining(prev) && isJoining(next)
	case r >= 0xfe00 && r <= 0xfe0f:
		return isEmoji(prev) && !isSelector(prev) || (r == 0xfe0f && next == 0x20e3)
	}
	return false
}

func isSelector(r rune) bool {
	return r >= 0xfe00 && r <= 0xfe0f || r >= 0xe0100 && r <= 0xe01ef || r >= 0x180b && r <= 0x180f
}

func isEmoji(r rune) bool {
	return r >= 0x1f000 && r <= 0x1faff || r >= 0x2190 && r <= 0x2bff || r == 0xfe0f || r == 0xa9 || r == 0xae || r == 0x3030 || r == 0x303d
}

// isJoining: Arabic to Mongolian, where U+200C and U+200D are part of the spelling.
func isJoining(r rune) bool { return r >= 0x0600 && r < 0x1900 && !hides(r) }
