// Package rawjson reads JSON in place: bytes in, the same bytes out as values that
// still stand where they stood. One pass decides whether a text is JSON by RFC 8259,
// with nothing tolerated, and notes where the members of its upper levels are;
// strings and numbers are decoded when somebody asks.
//
// A text that is not JSON gives a *SyntaxError with the byte where it stops being
// JSON. Values taken from a scanned text are never scanned for validity again.
package rawjson

import (
	"bytes"
	"encoding/json"
	"iter"
	"strconv"
	"unicode/utf8"
)

// Value is one JSON value as it stands in the text, without blanks around it. A nil
// Value is an absent one; null reads as absent too, since producers write both.
type Value []byte

// Kind is the first byte of the value's grammar: '{' '[' '"' 't' 'f' 'n' '0', or 0
// for an absent value.
func (v Value) Kind() byte {
	if len(v) == 0 {
		return 0
	}
	switch c := v[0]; c {
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return '0'
	default:
		return c
	}
}

// Words names the value's kind in a sentence: "an array".
func (v Value) Words() string {
	switch v.Kind() {
	case '{':
		return "an object"
	case '[':
		return "an array"
	case '"':
		return "a text"
	case '0':
		return "a number"
	case 't', 'f':
		return "true or false"
	}
	return "null"
}

// orAbsent turns null into an absent value.
func orAbsent(v Value) Value {
	if len(v) == 4 && v[0] == 'n' {
		return nil
	}
	return v
}

// Text decodes a string; ok is false for any other kind. Invalid UTF-8 and lone
// surrogate escapes become U+FFFD.
func (v Value) Text() (s string, ok bool) {
	if v.Kind() != '"' {
		return "", false
	}
	body := v[1 : len(v)-1]
	if bytes.IndexByte(body, '\\') < 0 && utf8.Valid(body) {
		return string(body), true
	}
	if json.Unmarshal(v, &s) != nil {
		return "", false
	}
	return s, true
}

// String decodes a string and gives "" for any other kind.
func (v Value) String() string {
	s, _ := v.Text()
	return s
}

// Plain gives the bytes between the quotes of a string without escapes, nil otherwise:
// ids and names compare by it without an allocation.
func (v Value) Plain() []byte {
	if v.Kind() != '"' || bytes.IndexByte(v, '\\') >= 0 {
		return nil
	}
	return v[1 : len(v)-1]
}

// Int decodes a whole number that fits an int64.
func (v Value) Int() (int64, bool) {
	if v.Kind() != '0' {
		return 0, false
	}
	n, err := strconv.ParseInt(string(v), 10, 64)
	if err == nil {
		return n, true
	}
	f, err := strconv.ParseFloat(string(v), 64)
	if err != nil || f != float64(int64(f)) || f >= 1<<63 || f < -1<<63 {
		return 0, false
	}
	return int64(f), true
}

// Bool decodes true and false; ok is false for any other kind.
func (v Value) Bool() (b, ok bool) {
	switch v.Kind() {
	case 't':
		return true, true
	case 'f':
		return false, true
	}
	return false, false
}

// Get follows keys through nested objects of a valid value. Of equal keys the last
// one counts. It gives nil where the path ends early, or at null.
func (v Value) Get(path ...string) Value {
	for _, key := range path {
		var found Value
		for k, m := range v.Members() {
			if keyIs(k, key) {
				found = m
			}
		}
		if v = found; v == nil {
			return nil
		}
	}
	return orAbsent(v)
}

// keyIs compares a key as it stands, quotes included, with a decoded name.
func keyIs(k Value, name string) bool {
	if len(k) == len(name)+2 && string(k[1:len(k)-1]) == name {
		return true
	}
	return bytes.IndexByte(k, '\\') >= 0 && k.String() == name
}

// Members walks the keys (as they stand, with quotes) and values of a valid object in
// the order of the text. Any other kind has none.
func (v Value) Members() iter.Seq2[Value, Value] {
	return func(yield func(Value, Value) bool) {
		if v.Kind() != '{' {
			return
		}
		for i := blanks(v, 1); v[i] != '}'; {
			end, _ := scanner{b: v}.skip(i, 0)
			key := v[i:end]
			i = blanks(v, blanks(v, end)+1)
			end, _ = scanner{b: v}.skip(i, 0)
			if !yield(key, v[i:end]) {
				return
			}
			if i = blanks(v, end); v[i] == ',' {
				i = blanks(v, i+1)
			}
		}
	}
}

// Elements walks the values of a valid array. Any other kind has none.
func (v Value) Elements() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		if v.Kind() != '[' {
			return
		}
		for i := blanks(v, 1); v[i] != ']'; {
			end, _ := scanner{b: v}.skip(i, 0)
			if !yield(v[i:end]) {
				return
			}
			if i = blanks(v, end); v[i] == ',' {
				i = blanks(v, i+1)
			}
		}
	}
}
