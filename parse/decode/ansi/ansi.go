// Package ansi reads what a program wrote to a terminal. Bytes go in; out comes a
// timeline.Screen: lines of spans with their styles, as the terminal would have shown
// them once the program was done.
//
// Carriage returns, backspaces, tabs, erasures and small steps of the cursor act as they
// do on a terminal without a right edge. Links become their text and their address. What
// is no colour and moves nothing (titles, modes, device strings) is dropped and counted.
// Whatever takes the whole screen for its canvas, and any sequence that is cut, malformed
// or larger than it may be, stays in the text where it stands: no byte that prints is
// lost but by being overwritten, which is counted too. Control characters and bytes that
// are no UTF-8 stay as they are.
//
// The parser is ours, not github.com/charmbracelet/x/ansi: in a stripped js/wasm program
// that package's parser costs 352,087 bytes (83,968 gzipped), all of this package 64,952
// (18,289).
package ansi

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"flightlog/parse/timeline"
)

// What a sequence may ask for. A terminal has an edge, a text has none: without these a
// few bytes could make megabytes of blanks.
const (
	maxColumn   = 1000    // the cursor steps no further to the right
	maxUp       = 200     // nor more lines up
	maxDown     = 100     // nor more lines below the last
	maxParams   = 32      // of a control sequence
	maxSequence = 256     // bytes of a control sequence
	maxString   = 1 << 16 // bytes of an operating system command or a device string
	tabWidth    = 8
	maxBlanks   = 1 << 20 // cells and lines that steps of the cursor may add in all
)

// Read shows text as a terminal would.
func Read(text string) timeline.Screen {
	s := screen{in: text, lines: []line{{}}, blanks: maxBlanks}
	s.read()
	s.closeLink()
	return s.result()
}

// cell is one column: the bytes of the input that stand in it, or a sign that the input
// does not hold.
type cell struct {
	from, to int32
	style    timeline.Style
}

// Cells that are no part of the input.
const (
	blank  = -1 - iota
	behind // the second column of a wide character
	open   // the parentheses around an address
	closed
)

// line is plain, a piece of the input without a style, until something acts on it.
type line struct {
	plain string
	at    int32 // where plain begins
	cells []cell
}

type screen struct {
	in      string
	pos     int
	lines   []line
	row     int
	col     int
	style   timeline.Style
	saved   [2]int // row and column
	link    [2]int // the address of the open link in the input
	blanks  int
	dropped int
	lost    int
}

func (s *screen) read() {
	for s.pos < len(s.in) {
		if s.plainLine() {
			continue
		}
		c := s.in[s.pos]
		switch {
		case c == '\n':
			s.newline()
		case c == '\r':
			s.col = 0
		case c == '\b':
			s.col = max(s.col-1, 0)
		case c == '\t':
			s.right(tabWidth - s.col%tabWidth)
		case c == 0x1b:
			s.escape()
			continue
		default:
			s.char()
			continue
		}
		s.pos++
	}
}

// plainLine takes the rest of a line that holds letters only and starts on a fresh line.
func (s *screen) plainLine() bool {
	l := &s.lines[s.row]
	if s.col != 0 || s.style != 0 || s.row != len(s.lines)-1 || l.plain != "" || len(l.cells) > 0 {
		return false
	}
	end := s.pos
	for end < len(s.in) && s.in[end] >= ' ' && s.in[end] != 0x7f {
		end++
	}
	if end == s.pos || end < len(s.in) && s.in[end] != '\n' && !strings.HasPrefix(s.in[end:], "\r\n") {
		return false
	}
	l.plain, l.at = s.in[s.pos:end], int32(s.pos)
	if s.pos = end; end == len(s.in) && s.link[0] != s.link[1] {
		s.col = len(s.cells()) // its address follows
	}
	return true
}

// cells gives the current line as columns.
func (s *screen) cells() []cell {
	l := &s.lines[s.row]
	if l.plain == "" {
		return l.cells
	}
	in, at := l.plain, int(l.at)
	l.plain = ""
	for i := 0; i < len(in); {
		n := s.width(in[i:])
		l.cells = place(l.cells, len(l.cells), cell{int32(at + i), int32(at + i + n.bytes), 0}, n.columns, nil)
		i += n.bytes
	}
	return l.cells
}

func (s *screen) newline() {
	s.col = 0
	if s.row++; s.row == len(s.lines) {
		s.lines = append(s.lines, line{})
	}
}

// char writes the character at the cursor.
func (s *screen) char() {
	n := s.width(s.in[s.pos:])
	s.put(cell{int32(s.pos), int32(s.pos + n.bytes), s.style}, n.columns)
	s.pos += n.bytes
}

// put writes a cell at the cursor. One without columns joins the one before it, if that
// is its neighbour in the input, too.
func (s *screen) put(c cell, columns int) {
	cells := s.cells()
	if columns == 0 {
		if i := s.col - 1; i >= 0 && i < len(cells) {
			if cells[i].from == behind && i > 0 {
				i--
			}
			if cells[i].to == c.from {
				cells[i].to = c.to
				return
			}
		}
		columns = 1
	}
	if gap := s.col - len(cells); gap > 0 {
		gap = min(gap, s.blanks)
		s.blanks -= gap
		s.col = len(cells) + gap
		for range gap {
			cells = append(cells, cell{blank, blank, 0})
		}
	}
	s.lines[s.row].cells = place(cells, s.col, c, columns, &s.lost)
	s.col += columns
}

// place puts a cell over what stands at a column, and counts what that replaces.
func place(cells []cell, at int, c cell, columns int, lost *int) []cell {
	for i := range columns {
		if at+i == len(cells) {
			cells = append(cells, cell{blank, blank, 0})
		} else {
			tear(cells, at+i, lost)
		}
		cells[at+i] = c
		c.from, c.to = behind, behind
	}
	return cells
}

// tear empties a column, the other half of a wide character with it.
func tear(cells []cell, at int, lost *int) {
	if cells[at].from == behind && at > 0 {
		tear(cells, at-1, lost)
		return
	}
	if cells[at].from != blank {
		*lost++
	}
	cells[at] = cell{blank, blank, 0}
	if at+1 < len(cells) && cells[at+1].from == behind {
		cells[at+1] = cell{blank, blank, 0}
	}
}

// right moves the cursor without writing. A tab is a character of the text and goes as
// far as the text does.
func (s *screen) right(n int) {
	if n <= tabWidth {
		s.col += n
		return
	}
	s.col = min(s.col+n, max(s.col, maxColumn))
}

type extent struct{ bytes, columns int }

// width measures the character that a text begins with; a byte that is no UTF-8 is one.
func (s *screen) width(text string) extent {
	if text[0] < utf8.RuneSelf {
		return extent{1, 1}
	}
	r, n := utf8.DecodeRuneInString(text)
	switch {
	case r == utf8.RuneError && n == 1:
		return extent{1, 1}
	case unicode.In(r, unicode.Mn, unicode.Me) || r >= 0x1f3fb && r <= 0x1f3ff || r == 0x200d:
		return extent{n, 0}
	case wide(r):
		return extent{n, 2}
	}
	return extent{n, 1}
}

// wide reports the characters that take two columns, by the blocks they stand in.
func wide(r rune) bool {
	switch {
	case r < 0x1100:
		return false
	case r <= 0x115f, r >= 0x2e80 && r <= 0xa4cf && r != 0x303f, r >= 0xac00 && r <= 0xd7a3, r >= 0xf900 && r <= 0xfaff,
		r >= 0xfe30 && r <= 0xfe6f, r >= 0xff00 && r <= 0xff60, r >= 0xffe0 && r <= 0xffe6,
		r >= 0x1f300 && r <= 0x1f64f, r >= 0x1f680 && r <= 0x1f6ff, r >= 0x1f900 && r <= 0x1faff, r >= 0x20000 && r <= 0x3fffd:
		return true
	}
	return false
}

// result joins neighbours of one style. Blanks at the end of a line that nothing wrote
// are no part of it.
func (s *screen) result() timeline.Screen {
	out := timeline.Screen{Dropped: s.dropped, Overwritten: s.lost}
	lines := s.lines
	if n := len(lines); n > 0 && lines[n-1].plain == "" && len(lines[n-1].cells) == 0 {
		lines = lines[:n-1] // what follows the last line end is no line unless something stands there
	}
	out.Lines = make([][]timeline.Span, len(lines))
	for i, l := range lines {
		if l.plain != "" {
			out.Lines[i] = []timeline.Span{{Text: l.plain}}
			continue
		}
		out.Lines[i] = s.spans(l.cells)
	}
	return out
}

func (s *screen) spans(cells []cell) []timeline.Span {
	for len(cells) > 0 && cells[len(cells)-1] == (cell{blank, blank, 0}) {
		cells = cells[:len(cells)-1]
	}
	var out []timeline.Span
	var b strings.Builder
	for i, c := range cells {
		switch c.from {
		case blank:
			b.WriteByte(' ')
		case behind:
		case open:
			b.WriteByte('(')
		case closed:
			b.WriteByte(')')
		default:
			b.WriteString(s.in[c.from:c.to])
		}
		if i+1 == len(cells) || cells[i+1].style != c.style {
			if b.Len() > 0 {
				out = append(out, timeline.Span{Text: b.String(), Style: c.style})
			}
			b.Reset()
		}
	}
	return out
}
