package find

import (
	"bytes"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// texts walks the string values of one valid JSON text in the order in which they stand,
// each decoded, with the key it stands under (that of the list for an element). Keys are
// no values, and of a record of a log its type and its timestamp are none either: every
// record has them, and they have fields of their own in a query. The slices hold until
// each returns; false ends the walk.
func texts(raw []byte, buf *[]byte, each func(key, text []byte) bool) {
	var key []byte
	for i, depth := 0, 0; i < len(raw); i++ {
		switch raw[i] {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case '"':
			body, escaped := stringAt(raw[i+1:])
			i += len(body) + 1
			if isKey(raw[min(i+1, len(raw)):]) {
				if key = body; escaped {
					key = unescape(nil, body)
				}
				continue
			}
			if depth == 1 && (string(key) == "type" || string(key) == "timestamp") {
				continue
			}
			if escaped {
				*buf = unescape((*buf)[:0], body)
				body = *buf
			}
			if !each(key, body) {
				return
			}
		}
	}
}

// stringAt gives what stands up to the closing quote, and whether it has escapes.
func stringAt(raw []byte) (body []byte, escaped bool) {
	for i := 0; ; i++ {
		quote := bytes.IndexByte(raw[i:], '"')
		if quote < 0 {
			return raw, bytes.IndexByte(raw, '\\') >= 0
		}
		i += quote
		slashes := 0
		for slashes < i && raw[i-1-slashes] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			return raw[:i], bytes.IndexByte(raw[:i], '\\') >= 0
		}
	}
}

// isKey reports that a colon comes next.
func isKey(rest []byte) bool {
	for _, c := range rest {
		switch c {
		case ' ', '\t', '\n', '\r':
		default:
			return c == ':'
		}
	}
	return false
}

var escapes = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// unescape appends the decoded text of a string; a lone surrogate becomes U+FFFD.
func unescape(out, body []byte) []byte {
	for {
		i := bytes.IndexByte(body, '\\')
		if i < 0 || i+1 >= len(body) {
			return append(out, body...)
		}
		out = append(out, body[:i]...)
		if c := body[i+1]; c != 'u' {
			out, body = append(out, escapes[c]), body[i+2:]
			continue
		}
		r := hex4(body[i:])
		body = body[min(i+6, len(body)):]
		if utf16.IsSurrogate(r) {
			pair := utf16.DecodeRune(r, hex4(body))
			if r = pair; pair != utf8.RuneError {
				body = body[6:]
			}
		}
		out = utf8.AppendRune(out, r)
	}
}

// hex4 reads the \u escape at the start of body, U+FFFD where there is none.
func hex4(body []byte) rune {
	if len(body) < 6 || body[0] != '\\' || body[1] != 'u' {
		return utf8.RuneError
	}
	n, err := strconv.ParseUint(string(body[2:6]), 16, 32)
	if err != nil {
		return utf8.RuneError
	}
	return rune(n)
}

// opaqueBytes is the length from which a value of nothing but the letters of base64 is
// taken for bytes in disguise: a picture, an encrypted reasoning.
const opaqueBytes = 256

// opaque reports that a value is packed bytes. Short words stand in such values by chance;
// a reader means them only with a long piece in hand.
func opaque(text []byte) bool {
	if len(text) < opaqueBytes {
		return false
	}
	for _, c := range text {
		if !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '+' || c == '/' || c == '=' || c == '-' || c == '_') {
			return false
		}
	}
	return true
}
