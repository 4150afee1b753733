package components

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"flightlog/parse/secret"
)

// How much of a text is shown: the first FoldLines at once, up to MaxLines and MaxBytes
// when it is unfolded, and from there on so much more with every step, to its end.
const (
	FoldLines = 60
	MaxLines  = 2000
	MaxBytes  = 200_000
)

// folded is a part of a text as it is shown, and what comes after it.
type folded struct {
	Text  string // made visible, ready for a <pre>
	Lines int    // lines of the whole text
	Long  bool   // more lines than are shown at once
	Rest  int    // bytes that come after
	Past  int    // lines that come after, the torn one included
	Torn  bool   // the part ends inside a line
	place string // where the text can be asked for, "" for nowhere
	next  string // argument of the step that shows what comes after, "" where nothing can
	bytes int    // of the whole text
}

// fold cuts a text to what may be shown. A final line end does not count as a line. A
// text that wraps is long by its bytes, too.
func fold(s string, wraps bool) folded { return foldFrom(s, 0, wraps, "") }

// foldFrom takes the part of a text that begins at an offset. place is where the rest can
// be asked for, "" for nowhere.
func foldFrom(s string, from int, wraps bool, place string) folded {
	from = min(max(from, 0), len(s))
	f := folded{Lines: lines(s), bytes: len(s)}
	f.Long = f.Lines > FoldLines || wraps && len(s) > FoldLines*400
	end := partEnd(s, from)
	f.Rest = len(s) - end
	f.Past = lines(s[end:])
	f.Torn = f.Rest > 0 && s[end-1] != '\n'
	f.Text = Visible(s[from:end])
	f.onward(place, end)
	return f
}

// onward notes where the step that follows begins.
func (f *folded) onward(place string, at int) {
	if f.place = place; f.Rest > 0 && place != "" {
		f.next = place + " " + strconv.Itoa(at)
	}
}

// partEnd is the offset behind the part of a text that begins at an offset: at a line end
// where one is near enough, and never inside a character or a secret.
func partEnd(s string, from int) int {
	rest := s[from:]
	cut := lineStart(rest, MaxLines)
	if cut > MaxBytes {
		cut = MaxBytes
		if nl := strings.LastIndexByte(rest[:cut], '\n'); nl > MaxBytes/2 {
			cut = nl + 1
		}
		cut = clean(rest, cut)
	}
	end, _ := secret.Across(s, from+cut)
	return end
}

// uncut is the first line from one of them on that begins inside no secret: a text of that
// many lines may end before it.
func uncut(lines, at int, line func(int) string) int {
	if at <= 0 || at >= lines {
		return at
	}
	first, cut := at, 0
	for first > 0 && cut < secret.Longest {
		first--
		cut += len(line(first)) + 1
	}
	var near strings.Builder
	for i := first; i < lines && near.Len() < cut+secret.Longest; i++ {
		near.WriteString(line(i) + "\n")
	}
	_, end := secret.Across(near.String(), cut)
	if end > cut {
		at += strings.Count(near.String()[cut:end-1], "\n") + 1
	}
	return min(at, lines)
}

// linesTo is where the lines end that are shown from one of them on.
func linesTo(lines, from int, line func(int) string) int {
	at, size := min(max(from, 0), lines), 0
	for start := at; at < lines && at-start < MaxLines && size < MaxBytes; at++ {
		size += len(line(at)) + 1
	}
	return uncut(lines, at, line)
}

// clean is an offset at or shortly before n that is not inside a character.
func clean(s string, n int) int {
	for least := max(n-utf8.UTFMax, 0); n > least && n < len(s) && !utf8.RuneStart(s[n]); {
		n--
	}
	return n
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

// left says how much comes after what is shown.
func (f folded) left() string {
	out := Bytes(int64(f.Rest)) + " more (" + ExactBytes(int64(f.Rest)) + ", " + Counted(f.Past, "line") + ")"
	if f.Torn {
		out = "the line goes on: " + out
	}
	if f.next == "" {
		return "… " + out + ": open the raw record"
	}
	return "… " + out
}

// step names what the next step shows.
func (f folded) step() string {
	if f.Past <= MaxLines && f.Rest <= MaxBytes {
		return "show the rest"
	}
	return "show more"
}

// more names the step that unfolds a text.
func (f folded) more() string {
	if f.Rest > 0 && f.Lines <= FoldLines {
		return "show the first " + Bytes(int64(f.bytes-f.Rest)) + " of " + Bytes(int64(f.bytes))
	}
	if f.Rest > 0 {
		shown := f.Lines - f.Past
		if f.Torn {
			shown++
		}
		return "show the first " + Counted(shown, "line") + " of " + Count(f.Lines)
	}
	if f.Lines <= FoldLines {
		return "show all " + ExactBytes(int64(f.bytes))
	}
	return "show all " + Counted(f.Lines, "line")
}
