package jsonl

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// Encoding is how a log's characters are written. The program writes UTF-8; a log that
// went through a redirection of Windows PowerShell is UTF-16.
type Encoding uint8

const (
	UTF8    Encoding = iota // and all else: lines end at a byte LF
	UTF16LE                 // low byte first
	UTF16BE                 // high byte first
)

func (e Encoding) String() string {
	return [...]string{"UTF-8", "UTF-16 (little-endian)", "UTF-16 (big-endian)"}[e]
}

// EncodingOf tells a log's encoding by its first four bytes: the byte order mark, or
// without one an object's first two characters. A mark that no ASCII character follows
// is none, so that two stray bytes do not cost a log of UTF-8.
func EncodingOf(held []byte) Encoding {
	var b [4]byte
	n := copy(b[:], held)
	ascii := func(high, low byte) bool { return high == 0 && low != 0 && low < utf8.RuneSelf }
	switch {
	case b[0] == 0xff && b[1] == 0xfe && (n == 2 || ascii(b[3], b[2])):
		return UTF16LE
	case b[0] == 0xfe && b[1] == 0xff && (n == 2 || ascii(b[2], b[3])):
		return UTF16BE
	case b[0] == '{' && b[1] == 0 && ascii(b[3], b[2]):
		return UTF16LE
	case b[0] == 0 && b[1] == '{' && ascii(b[2], b[3]):
		return UTF16BE
	}
	return UTF8
}

// next gives the encoding of the line that begins here, when e is that of the line above:
// the program goes on in UTF-8 where a redirection left UTF-16. No line of UTF-16 that
// holds an object begins with these two bytes.
func (e Encoding) next(line []byte) Encoding {
	if e != UTF8 && len(line) > 2 && line[0] == '{' && line[1] == '"' && line[2] != 0 {
		return UTF8
	}
	return e
}

// of gives the encoding of a record of a log that begins in e.
func (e Encoding) of(record []byte) Encoding {
	if e == UTF8 {
		return e
	}
	if at := bytes.IndexByte(record, '{'); at >= 0 {
		return e.next(record[at:])
	}
	return e
}

// unit is the code unit at i of UTF-16 bytes.
func (e Encoding) unit(b []byte, i int) uint16 {
	if e == UTF16LE {
		return uint16(b[i]) | uint16(b[i+1])<<8
	}
	return uint16(b[i])<<8 | uint16(b[i+1])
}

// lineEnd finds the first LF at or after from: the end of the line and the start of the
// next. Without one end is -1 and next is where to go on looking once more is held.
func (e Encoding) lineEnd(held []byte, from int) (end, next int) {
	if e == UTF8 {
		if end = bytes.IndexByte(held[from:], '\n'); end < 0 {
			return -1, len(held)
		}
		return from + end, from + end + 1
	}
	for ; from+1 < len(held); from += 2 {
		if e.unit(held, from) == '\n' {
			return from, from + 2
		}
	}
	return -1, from
}

// Decode gives a line's text as UTF-8: the line itself where the log is UTF-8. A lone
// surrogate becomes U+FFFD, and so does an odd last byte, unless it is half of a line end
// or of a NUL.
func (e Encoding) Decode(line []byte) []byte {
	if e == UTF8 {
		return line
	}
	out := make([]byte, 0, len(line)/2+8)
	i := 0
	for ; i+1 < len(line); i += 2 {
		r := rune(e.unit(line, i))
		if utf16.IsSurrogate(r) {
			var low rune
			if i+3 < len(line) {
				low = rune(e.unit(line, i+2))
			}
			if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
				i += 2
			}
		}
		out = utf8.AppendRune(out, r)
	}
	if i < len(line) && line[i] != 0 && line[i] != '\n' && line[i] != '\r' {
		out = utf8.AppendRune(out, utf8.RuneError)
	}
	return out
}

// LoneUnits counts the halves of surrogate pairs in UTF-16 text that stand alone.
func LoneUnits(e Encoding, line []byte) int {
	n := 0
	for i := 0; i+1 < len(line); i += 2 {
		r := rune(e.unit(line, i))
		if !utf16.IsSurrogate(r) {
			continue
		}
		if i+3 < len(line) && utf16.DecodeRune(r, rune(e.unit(line, i+2))) != utf8.RuneError {
			i += 2
		} else {
			n++
		}
	}
	return n
}

// Encoded gives the number of bytes that a text decoded by e took in the log, at most
// most: an odd last byte is less than the unit it became.
func (e Encoding) Encoded(text []byte, most int) int {
	if e == UTF8 {
		return min(len(text), most)
	}
	n := 0
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		n += 2
		if r > 0xffff {
			n += 2
		}
		text = text[size:]
	}
	return min(n, most)
}
