package components

import (
	"strings"
	"unicode/utf8"
)

// How much of a text is shown: the first FoldLines at once, up to MaxLines and
// MaxBytes on demand, the rest only in the raw record.
const (
	FoldLines = 60
	MaxLines  = 2000
	MaxBytes  = 200_000
)

// folded is a text as it is shown, and what is left out of it.
type folded struct {
	Text  string // made visible, ready for a <pre>
	Lines int    // lines of the whole text
	Long  bool   // more lines than are shown at once
	Rest  int    // bytes left out
	Past  int    // lines left out, the torn one included
	bytes int    // of the whole text
}

// fold cuts a text to what may be shown. A final line end does not count as a line. A
// text that wraps is long by its bytes, too.
func fold(s string, wraps bool) folded {
	f := folded{Lines: lines(s), bytes: len(s)}
	f.Long = f.Lines > FoldLines || wraps && len(s) > FoldLines*400
	cut := len(s)
	if f.Lines > MaxLines {
		cut = lineStart(s, MaxLines)
	}
	if cut > MaxBytes {
		cut = MaxBytes
		if nl := strings.LastIndexByte(s[:cut], '\n'); nl > MaxBytes/2 {
			cut = nl + 1
		}
		for cut < len(s) && cut > 0 && !utf8.RuneStart(s[cut]) {
			cut--
		}
	}
	f.Rest = len(s) - cut
	f.Past = lines(s[cut:])
	f.Text = Visible(s[:cut])
	return f
}

// lines counts the lines of s; what follows the last line end is a line unless empty.
func lines(s string) int {
	n := strings.Count(s, "\n")
	if s != "" && s[len(s)-1] != '\n' {
		n++
	}
	return n
}

// lineStart is the offset behind the first n lines of s.
func lineStart(s string, n int) int {
	at := 0
	for ; n > 0; n-- {
		nl := strings.IndexByte(s[at:], '\n')
		if nl < 0 {
			return len(s)
		}
		at += nl + 1
	}
	return at
}

// left says how much a cut text leaves out.
func (f folded) left() string {
	return "… " + Bytes(int64(f.Rest)) + " more (" + ExactBytes(int64(f.Rest)) + ", " + Counted(f.Past, "line") + "): open the raw record"
}

// more names the step that unfolds a text.
func (f folded) more() string {
	if f.Rest > 0 {
		return "show the first " + Counted(lines(f.Text), "line") + " of " + Count(f.Lines)
	}
	if f.Lines <= FoldLines {
		return "show all " + ExactBytes(int64(f.bytes))
	}
	return "show all " + Counted(f.Lines, "line")
}
