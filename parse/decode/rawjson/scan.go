package rawjson

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/bits"
)

// SyntaxError says where a text stops being one JSON object.
type SyntaxError struct {
	Offset    int    // byte offset in the text
	Reason    string // "invalid JSON" or "not an object" (ROWS.md, settled point 7)
	Cut       bool   // the text ends before its value does: every byte of it is a valid beginning
	TooDeep   bool   // nested deeper than allowed
	NotObject bool   // valid JSON of another kind
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("%s at byte %d", e.Reason, e.Offset) }

// Doc notes the members of an object and of one object inside it. It is reused from
// text to text, so that reading a log allocates nothing per line.
type Doc struct {
	outer, inner []member
	nested       string
	depth        int
	surrogates   bool
}

type member struct{ key, value Value }

// NewDoc makes a Doc that also notes the members of the object under the key nested,
// and refuses values nested deeper than depth.
func NewDoc(nested string, depth int) *Doc { return &Doc{nested: nested, depth: depth} }

// Get gives the value of a key of the object, nil when absent or null.
func (d *Doc) Get(key string) Value { return lookup(d.outer, key) }

// Inner gives the value of a key of the nested object, nil when absent or null.
func (d *Doc) Inner(key string) Value { return lookup(d.inner, key) }

func lookup(ms []member, key string) Value {
	for i := len(ms) - 1; i >= 0; i-- {
		if keyIs(ms[i].key, key) {
			return orAbsent(ms[i].value)
		}
	}
	return nil
}

// Scan reads one object that fills text but for blanks around it. The Doc's values
// are slices of text and stay valid as long as it does.
func (d *Doc) Scan(text []byte) error {
	d.outer, d.inner = d.outer[:0], d.inner[:0]
	d.surrogates = false
	s := scanner{text, d.depth, false, &d.surrogates}
	i := blanks(text, 0)
	if i == len(text) {
		return &SyntaxError{Offset: i, Reason: "invalid JSON", Cut: true}
	}
	if text[i] != '{' {
		return s.notObject(i)
	}
	end, err := s.object(i, 1, &d.outer, d)
	if err != nil {
		return err
	}
	if end = blanks(text, end); end != len(text) {
		return s.fail(end)
	}
	return nil
}

// Surrogates reports whether the text that was scanned last holds an escape of half a
// UTF-16 pair. Whether it stands alone, LoneSurrogates says.
func (d *Doc) Surrogates() bool { return d.surrogates }

// LoneSurrogates counts the escapes of a valid text that are half of a UTF-16 pair without
// the other half: they stand for no character. first is the byte offset of the first one.
func LoneSurrogates(text []byte) (n int, first int) {
	for i := 0; i < len(text); {
		at := bytes.IndexByte(text[i:], '\\')
		if at < 0 {
			break
		}
		i += at
		switch {
		case !escapesSurrogate(text, i):
			i += 2
			continue
		case text[i+3]|0x20 < 'c' && escapesSurrogate(text, i+6) && text[i+9]|0x20 >= 'c': // d800 to dbff, then dc00 to dfff
			i += 12
			continue
		}
		if n++; n == 1 {
			first = i
		}
		i += 6
	}
	return n, first
}

func escapesSurrogate(text []byte, i int) bool {
	return i+6 <= len(text) && text[i] == '\\' && text[i+1] == 'u' && isSurrogate(text[i+2:])
}

// Valid reports whether text is one JSON value, nested at most depth deep.
func Valid(text []byte, depth int) error {
	s := scanner{b: text, depth: depth}
	end, err := s.skip(blanks(text, 0), 0)
	if err != nil {
		return err
	}
	if end = blanks(text, end); end != len(text) {
		return s.fail(end)
	}
	return nil
}

// Object walks the object at the start of text and gives the index behind it, whatever
// follows. Unlike Scan it lets control characters stand inside strings, as a writer leaves
// them that does not escape: the text up to there is JSON but for those.
func Object(text []byte, depth int) (end int, err error) {
	s := scanner{b: text, depth: depth, lax: true}
	if len(text) == 0 || text[0] != '{' {
		return 0, s.fail(0)
	}
	return s.skip(0, 0)
}

// scanner walks one text. With depth 0 it does not bound the nesting: the text was
// walked before. A lax one lets control characters stand inside strings. Where surrogates
// is set, it is told whether an escape of half a UTF-16 pair was seen.
type scanner struct {
	b          []byte
	depth      int
	lax        bool
	surrogates *bool
}

func (s scanner) fail(i int) error {
	return &SyntaxError{Offset: i, Reason: "invalid JSON", Cut: i >= len(s.b)}
}

func (s scanner) notObject(i int) error {
	end, err := s.skip(i, 0)
	if err != nil {
		return err
	}
	if end = blanks(s.b, end); end != len(s.b) {
		return s.fail(end)
	}
	return &SyntaxError{Offset: i, Reason: "not an object", NotObject: true}
}

// object walks the object at i, which stands depth levels deep with its members. They
// are noted in into, unless that is nil; the nested one of d is noted in d.inner on the
// way, so that no byte is read twice.
func (s scanner) object(i, depth int, into *[]member, d *Doc) (int, error) {
	b := s.b
	i = blanks(b, i+1)
	if i < len(b) && b[i] == '}' {
		return i + 1, nil
	}
	for {
		if i >= len(b) || b[i] != '"' {
			return 0, s.fail(i)
		}
		end, err := s.str(i + 1)
		if err != nil {
			return 0, err
		}
		key := b[i:end]
		if i = blanks(b, end); i >= len(b) || b[i] != ':' {
			return 0, s.fail(i)
		}
		i = blanks(b, i+1)
		if d != nil && keyIs(key, d.nested) {
			d.inner = d.inner[:0]
			if i < len(b) && b[i] == '{' {
				end, err = s.object(i, depth+1, &d.inner, nil)
			} else {
				end, err = s.skip(i, depth)
			}
		} else {
			end, err = s.skip(i, depth)
		}
		if err != nil {
			return 0, err
		}
		if into != nil {
			*into = append(*into, member{key, b[i:end]})
		}
		if i = blanks(b, end); i >= len(b) {
			return 0, s.fail(i)
		}
		switch b[i] {
		case ',':
			i = blanks(b, i+1)
		case '}':
			return i + 1, nil
		default:
			return 0, s.fail(i)
		}
	}
}

// skip walks the value at i, which stands depth levels deep, and gives the index
// behind it.
func (s scanner) skip(i, depth int) (int, error) {
	b := s.b
	if i >= len(b) {
		return 0, s.fail(i)
	}
	switch c := b[i]; c {
	case '"':
		return s.str(i + 1)
	case '{', '[':
		if s.depth > 0 && depth >= s.depth {
			return 0, &SyntaxError{Offset: i, Reason: "invalid JSON", TooDeep: true}
		}
		if c == '{' {
			return s.object(i, depth+1, nil, nil)
		}
		return s.array(i, depth+1)
	case 't':
		return s.word(i, "true")
	case 'f':
		return s.word(i, "false")
	case 'n':
		return s.word(i, "null")
	default:
		return s.number(i)
	}
}

func (s scanner) array(i, depth int) (int, error) {
	b := s.b
	i = blanks(b, i+1)
	if i < len(b) && b[i] == ']' {
		return i + 1, nil
	}
	for {
		end, err := s.skip(i, depth)
		if err != nil {
			return 0, err
		}
		if i = blanks(b, end); i >= len(b) {
			return 0, s.fail(i)
		}
		switch b[i] {
		case ',':
			i = blanks(b, i+1)
		case ']':
			return i + 1, nil
		default:
			return 0, s.fail(i)
		}
	}
}

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// special marks, in the top bit of each byte of w, a quote, a backslash or a control
// character. The lowest mark is exact; the ones above it may be too many.
func special(w uint64) uint64 {
	quote, slash := w^(ones*'"'), w^(ones*'\\')
	return ((quote-ones)&^quote | (slash-ones)&^slash | (w-ones*0x20)&^w) & highs
}

// str walks a string from behind its opening quote, eight bytes at a time.
func (s scanner) str(i int) (int, error) {
	b := s.b
	for {
		for i+8 <= len(b) {
			if m := special(binary.LittleEndian.Uint64(b[i:])); m != 0 {
				i += bits.TrailingZeros64(m) >> 3
				break
			}
			i += 8
		}
		for i < len(b) && b[i] >= 0x20 && b[i] != '"' && b[i] != '\\' {
			i++
		}
		if i >= len(b) {
			return 0, s.fail(i)
		}
		switch b[i] {
		case '"':
			return i + 1, nil
		case '\\':
			end, err := s.escape(i + 1)
			if err != nil {
				return 0, err
			}
			i = end
		default:
			if !s.lax {
				return 0, s.fail(i)
			}
			i++
		}
	}
}

// escape walks an escape from behind its backslash.
func (s scanner) escape(i int) (int, error) {
	b := s.b
	if i >= len(b) {
		return 0, s.fail(i)
	}
	switch b[i] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return i + 1, nil
	case 'u':
		for n := 1; n <= 4; n++ {
			if i+n >= len(b) || !isHex(b[i+n]) {
				return 0, s.fail(i + n)
			}
		}
		if s.surrogates != nil && isSurrogate(b[i+1:]) {
			*s.surrogates = true
		}
		return i + 5, nil
	}
	return 0, s.fail(i)
}

func (s scanner) word(i int, word string) (int, error) {
	for n := range len(word) {
		if i+n >= len(s.b) || s.b[i+n] != word[n] {
			return 0, s.fail(i + n)
		}
	}
	return i + len(word), nil
}

func (s scanner) number(i int) (int, error) {
	b := s.b
	if b[i] == '-' {
		i++
	}
	if i < len(b) && b[i] == '0' {
		i++
	} else if end := digits(b, i); end > i {
		i = end
	} else {
		return 0, s.fail(i)
	}
	if i < len(b) && b[i] == '.' {
		end := digits(b, i+1)
		if end == i+1 {
			return 0, s.fail(end)
		}
		i = end
	}
	if i < len(b) && (b[i] == 'e' || b[i] == 'E') {
		i++
		if i < len(b) && (b[i] == '+' || b[i] == '-') {
			i++
		}
		end := digits(b, i)
		if end == i {
			return 0, s.fail(end)
		}
		i = end
	}
	return i, nil
}

func digits(b []byte, i int) int {
	for i < len(b) && b[i] >= '0' && b[i] <= '9' {
		i++
	}
	return i
}

// isSurrogate reports whether hexadecimal digits begin as those of half a UTF-16 pair do.
func isSurrogate(hex []byte) bool {
	return hex[0]|0x20 == 'd' && hex[1] >= '8' // a letter is greater than a digit
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

// blanks gives the index of the first byte at or after i that is no JSON blank.
func blanks(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\n' || b[i] == '\t' || b[i] == '\r') {
		i++
	}
	return i
}
