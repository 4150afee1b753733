package jsonl

import (
	"bytes"
	"math"

	"flightlog/parse/decode/rawjson"
)

// PieceKind says what a piece of damaged lines is.
type PieceKind uint8

const (
	Object PieceKind = iota // one object, whole but for control characters in its strings
	Lost                    // belongs to no object
	NULs                    // filler that holds NUL bytes; told before the piece in front of it
)

// Piece is a part of a run of damaged lines. Between pieces stand only blanks, line ends
// and byte order marks.
type Piece struct {
	Kind   PieceKind
	Line   int64  // number of the line it begins on
	Last   int64  // number of the line it ends on
	Offset int64  // of its first byte in the log
	Length int    // bytes in the log
	Text   []byte // as UTF-8, control characters as they stand
	Alone  bool   // nothing but filler stands beside it on its lines
}

// Found says how an object was found, and so how much it must prove to be a record.
type Found uint8

const (
	InPlace Found = iota // at the start of its line, or right behind another object
	Spread               // likewise, and over several lines
	Hidden               // behind something that is lost
)

// Find takes consecutive lines apart that are not one object each, and calls each for
// their pieces in order: objects joined on one line, an object that goes on over several
// lines because a line break inside a string was not escaped, a whole object behind the
// beginning of another one. is decides whether an object is a record. The work is linear
// in the bytes of the lines, however they are made.
func (e Encoding) Find(held []byte, lines []Line, depth int, is func(object []byte, how Found) bool, each func(Piece)) {
	f := finder{enc: e, lines: lines, depth: depth, is: is, each: each}
	f.join(held)
	f.budget = 4*len(f.text) + 64<<10
	f.walk()
	f.flush(math.MaxInt64)
}

// finder is one Find.
type finder struct {
	enc    Encoding
	lines  []Line
	text   []byte // the lines with an LF between them
	starts []int  // of the lines in text, and one more behind the end
	depth  int
	is     func(object []byte, how Found) bool
	budget int // bytes that may still be scanned beyond the line at hand, or in vain

	each  func(Piece)
	next  Piece // found and not told yet: its neighbour is not known
	from  int   // of next in the text
	told  int64 // last line of the piece before next
	found bool  // next holds one

	line, at int // the place in the text whose offset was asked for last
	offsetAt int64
}

// join makes the text of all lines: the bytes as they are held, or decoded.
func (f *finder) join(held []byte) {
	if f.enc == UTF8 {
		first, last := f.lines[0], f.lines[len(f.lines)-1]
		f.text = held[first.Offset : last.Offset+int64(len(last.Bytes))]
		for _, l := range f.lines {
			f.starts = append(f.starts, int(l.Offset-first.Offset))
		}
	} else {
		for i, l := range f.lines {
			if i > 0 {
				f.text = append(f.text, '\n')
			}
			f.starts = append(f.starts, len(f.text))
			f.text = append(f.text, f.enc.Decode(l.Bytes)...)
		}
	}
	f.starts = append(f.starts, len(f.text)+1)
}

// end is where line i ends in the text.
func (f *finder) end(i int) int { return f.starts[i+1] - 1 }

func (f *finder) walk() {
	for i, pos, behind := 0, 0, false; i < len(f.lines); {
		end := f.end(i)
		if at := filler(f.text[:end], pos); at > pos {
			if bytes.IndexByte(f.text[pos:at], 0) >= 0 {
				f.add(NULs, i, pos, at)
			}
			pos = at
		}
		if pos == end {
			i, pos, behind = i+1, end+1, false
			continue
		}
		how := InPlace
		if behind {
			how = Hidden
		}
		to, record := f.object(pos, end, how)
		switch {
		case record:
			f.add(Object, i, pos, to)
			for i+1 < len(f.lines) && f.starts[i+1] < to {
				i++
			}
			pos, behind = to, false
		case to > 0: // an object that is no record; nothing is looked for inside it
			f.add(Lost, i, pos, to)
			pos, behind = to, false
		default:
			to = pos + len(bytes.TrimRight(f.text[pos:f.skip(pos, end)], " \t\r\x00"))
			f.add(Lost, i, pos, to)
			pos, behind = to, true
		}
	}
}

// object reads the object at pos. to is 0 where there is none that counts: one that goes
// on beyond the line counts as a record or not at all.
func (f *finder) object(pos, end int, how Found) (to int, record bool) {
	limit := end
	if f.budget > 0 {
		limit = len(f.text)
	}
	n, err := rawjson.Object(f.text[pos:limit], f.depth)
	if err != nil {
		if syntax, ok := err.(*rawjson.SyntaxError); ok {
			f.budget -= syntax.Offset
		}
		return 0, false
	}
	to = pos + n
	if to > end && how == InPlace {
		how = Spread
	}
	record = f.is(f.text[pos:to], how)
	if !record && how != InPlace {
		f.budget -= n
		to = 0
	}
	return to, record
}

// skip gives the place behind what is lost at pos: that of the next object on the line
// that is surely a record, or the line's end. A line that is JSON of another kind is left
// alone.
func (f *finder) skip(pos, end int) int {
	if f.text[pos] != '{' && rawjson.Valid(f.text[pos:end], f.depth) == nil {
		return end
	}
	for at := pos + 1; at < end && f.budget > 0; at++ {
		open := bytes.IndexByte(f.text[at:end], '{')
		if open < 0 {
			break
		}
		at += open
		if key := filler(f.text[:end], at+1); key == end || f.text[key] != '"' {
			continue
		}
		if _, record := f.object(at, end, Hidden); record {
			return at
		}
	}
	return end
}

// add notes a piece of the text. What is lost side by side is one piece.
func (f *finder) add(kind PieceKind, i, from, to int) {
	last := i
	for last+1 < len(f.lines) && f.starts[last+1] < to {
		last++
	}
	number := f.lines[i].Number
	if kind == Lost && f.found && f.next.Kind == Lost && f.next.Last == number {
		f.next.Text = f.text[f.from:to:to]
		f.next.Length = int(f.offset(last, to) - f.next.Offset)
		return
	}
	if kind != NULs {
		f.flush(number)
	}
	p := Piece{Kind: kind, Line: number, Last: f.lines[last].Number, Offset: f.offset(i, from), Text: f.text[from:to:to]}
	p.Length = int(f.offset(last, to) - p.Offset)
	if kind == NULs {
		f.each(p)
		return
	}
	f.next, f.from, f.found = p, from, true
}

// flush tells the piece at hand; the next one begins on the line of that number.
func (f *finder) flush(number int64) {
	if !f.found {
		return
	}
	p := f.next
	p.Alone = f.told < p.Line && p.Last < number
	f.told, f.found = p.Last, false
	f.each(p)
}

// offset is the place in the log of a place in the text of line i. Places are asked for
// in order, so that no byte of a long line is counted twice.
func (f *finder) offset(i, at int) int64 {
	l := f.lines[i]
	if f.line != i || f.at == 0 || at < f.at {
		f.line, f.at, f.offsetAt = i, f.starts[i], l.Offset
	}
	n := f.enc.Encoded(f.text[f.at:at], int(l.Offset)+len(l.Bytes)-int(f.offsetAt))
	f.at, f.offsetAt = at, f.offsetAt+int64(n)
	return f.offsetAt
}

// filler gives the first index at or after i that is neither a blank, a NUL byte nor part
// of a byte order mark.
func filler(b []byte, i int) int {
	for i < len(b) {
		switch {
		case b[i] == ' ' || b[i] == '\t' || b[i] == '\r' || b[i] == 0:
			i++
		case bytes.HasPrefix(b[i:], bom):
			i += len(bom)
		default:
			return i
		}
	}
	return i
}

// Text gives what a decoder must be given for a record whose bytes in the log held are raw:
// as UTF-8, trimmed, and with the control characters inside its strings escaped. It is the
// whole of a repair, so that a repaired record needs nothing but its place to be decoded
// again.
func Text(held, raw []byte) []byte { return Escape(Trim(EncodingOf(held).of(raw).Decode(raw))) }

// Plain gives the text of a line, or of its beginning, as it stands in the log held.
func Plain(held, line []byte) []byte { return EncodingOf(held).of(line).Decode(line) }

// Escape escapes the control characters inside the strings of a JSON text. A text without
// any is given back as it is.
func Escape(text []byte) []byte {
	var out []byte
	from, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			quoted = !quoted
		case c == '\\' && quoted:
			i++
		case c < 0x20 && quoted:
			out = append(append(out, text[from:i]...), rawjson.Escaped(c)...)
			from = i + 1
		}
	}
	if from == 0 {
		return text
	}
	return append(out, text[from:]...)
}
