// Package jsonc reads a small JSON document that people edit: comments and trailing
// commas are accepted, as the producer accepts them. Bytes go in, a value comes out.
//
// Damage gives a *SyntaxError with the place where the text stops being JSON; nothing of
// a damaged document is kept, since half a configuration means something else. Plain JSON
// is read whatever its size; the library's tree takes 170 times the text, so a document
// with comments has a limit.
package jsonc

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/tailscale/hujson"

	"flightlog/parse/decode/rawjson"
)

// SyntaxError says where a text stops being JSON.
type SyntaxError struct {
	Line   int    // 1-based
	Column int    // 1-based, in bytes
	Reason string // in the library's words
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s in line %d, column %d", e.Reason, e.Line, e.Column)
}

// depth bounds the nesting: the library recurses and has no bound of its own, so the
// text is measured before it.
const depth = 1000

// edited is the largest document in which comments are read, in bytes: nobody writes more
// by hand.
const edited = 1 << 20

// Read reads a document. The text is not changed, and the value does not share its
// bytes.
func Read(text []byte) (rawjson.Value, error) {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	if rawjson.Valid(text, depth) == nil {
		return rawjson.Value(bytes.Clone(bytes.Trim(text, " \t\r\n"))), nil
	}
	if len(text) > edited {
		return nil, &SyntaxError{1, 1, fmt.Sprintf("no plain JSON, and too large (over %d bytes) to be read with comments", edited)}
	}
	if nesting(text) > depth {
		return nil, &SyntaxError{1, 1, fmt.Sprintf("nested deeper than %d levels", depth)}
	}
	plain, err := hujson.Standardize(bytes.Clone(text))
	if err != nil {
		return nil, explain(err)
	}
	// The library is more lenient than RFC 8259 in places; what it lets pass is damage.
	if err := rawjson.Valid(plain, 0); err != nil {
		return nil, &SyntaxError{1, 1, err.Error()}
	}
	return rawjson.Value(bytes.Trim(plain, " \t\r\n")), nil
}

var place = regexp.MustCompile(`^hujson: line (\d+), column (\d+): `)

// explain takes the place out of the library's message, which is all it gives.
func explain(err error) *SyntaxError {
	msg := err.Error()
	m := place.FindStringSubmatch(msg)
	if m == nil {
		return &SyntaxError{1, 1, msg}
	}
	line, _ := strconv.Atoi(m[1]) // the pattern admits digits only
	column, _ := strconv.Atoi(m[2])
	return &SyntaxError{line, column, strings.TrimPrefix(msg, m[0])}
}

// nesting is an upper bound of how deep a text nests: brackets in strings and comments
// count too.
func nesting(text []byte) int {
	most, now := 0, 0
	for _, c := range text {
		switch c {
		case '{', '[':
			now++
			most = max(most, now)
		case '}', ']':
			now--
		}
	}
	return most
}
