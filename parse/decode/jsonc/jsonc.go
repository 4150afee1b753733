// Package jsonc reads a small JSON document that people edit: comments and trailing
// commas are accepted, as the producer accepts them. Bytes go in, a value comes out.
//
// Damage gives a *SyntaxError with the place where the text stops being JSON; nothing of
// a damaged document is kept, since half a configuration means something else. The work
// and the memory are linear in the text, whatever stands in it.
package jsonc

import (
	"bytes"
	"errors"
	"fmt"

	"flightlog/parse/decode/rawjson"
)

// SyntaxError says where a text stops being JSON.
type SyntaxError struct {
	Line   int    // 1-based
	Column int    // 1-based, in bytes
	Reason string // what is wrong there
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s in line %d, column %d", e.Reason, e.Line, e.Column)
}

// depth bounds the nesting: no document of the home nests deeper than a handful.
const depth = 1000

// Read reads a document. The text is not changed, and the value does not share its
// bytes.
func Read(text []byte) (rawjson.Value, error) {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	plain := bytes.Clone(text)
	if open := strip(plain); open >= 0 {
		return nil, at(text, open, "a comment that never ends")
	}
	if err := rawjson.Valid(plain, depth); err != nil {
		return nil, explain(text, err)
	}
	return rawjson.Value(bytes.Trim(plain, " \t\r\n")), nil
}

// strip puts blanks in the place of comments and trailing commas, so that all else keeps
// its place. It gives the offset of a comment that never ends, -1 where there is none.
func strip(b []byte) (open int) {
	comma, value := -1, false // a comma behind a value that nothing follows yet; what came last ends a value
	for i := 0; i < len(b); i++ {
		switch c := b[i]; c {
		case ' ', '\t', '\r', '\n':
		case '/':
			n := comment(b[i:])
			if n < 0 {
				return i
			}
			for k := i; k < i+n; k++ {
				if b[k] != '\n' {
					b[k] = ' '
				}
			}
			i += max(n-1, 0)
		case '"':
			i += quoted(b[i:]) - 1
			comma, value = -1, true
		case ',':
			comma = -1
			if value {
				comma = i
			}
			value = false
		case '}', ']':
			if comma >= 0 {
				b[comma] = ' '
			}
			comma, value = -1, true
		default:
			comma, value = -1, c != '{' && c != '[' && c != ':'
		}
	}
	return -1
}

// comment is the length of the comment that begins at b[0], 0 for a slash that begins
// none, -1 for one that never ends.
func comment(b []byte) int {
	switch {
	case bytes.HasPrefix(b, []byte("//")):
		if end := bytes.IndexByte(b, '\n'); end >= 0 {
			return end
		}
		return len(b)
	case bytes.HasPrefix(b, []byte("/*")):
		if end := bytes.Index(b[2:], []byte("*/")); end >= 0 {
			return end + 4
		}
		return -1
	}
	return 0
}

// quoted is the length of the string that begins at b[0], that of b where it never ends.
func quoted(b []byte) int {
	for i := 1; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(b)
}

// explain puts the scanner's error into words.
func explain(text []byte, err error) error {
	var syntax *rawjson.SyntaxError
	if !errors.As(err, &syntax) {
		return at(text, 0, err.Error())
	}
	switch b := text[min(syntax.Offset, len(text)):]; {
	case syntax.TooDeep:
		return at(text, syntax.Offset, fmt.Sprintf("nested deeper than %d levels", depth))
	case len(b) == 0:
		return at(text, len(text), "the text ends before its value does")
	case b[0] > ' ' && b[0] < 0x7f:
		return at(text, syntax.Offset, fmt.Sprintf("an unexpected “%c”", b[0]))
	}
	return at(text, syntax.Offset, "an unexpected byte")
}

// at is an error at a byte of a text.
func at(text []byte, offset int, reason string) *SyntaxError {
	above := text[:min(offset, len(text))]
	return &SyntaxError{bytes.Count(above, []byte("\n")) + 1, len(above) - bytes.LastIndexByte(above, '\n'), reason}
}
