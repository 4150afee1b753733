package sqlitedb

import (
	"encoding/hex"
	"math"
	"strconv"
	"strings"
)

// Tokens of a statement of the schema. Every other kind is the character itself.
const (
	tokenEnd    = byte(0)
	tokenBroken = byte(1) // a quote that does not end
	tokenWord   = byte('a')
	tokenQuoted = byte('"') // a name in quotes: never a keyword
	tokenString = byte('\'')
	tokenNumber = byte('0')
	tokenBlob   = byte('x')
)

type token struct {
	kind byte
	text string // without its quotes
}

// word reports whether the token is one of these keywords.
func (t token) word(words ...string) bool {
	if t.kind == tokenWord {
		for _, w := range words {
			if strings.EqualFold(t.text, w) {
				return true
			}
		}
	}
	return false
}

// names reports whether the token can be a name.
func (t token) names() bool {
	return t.kind == tokenWord || t.kind == tokenQuoted || t.kind == tokenString
}

// lexer cuts a statement into tokens.
type lexer struct {
	text  string
	pos   int
	at    token    // the token at hand
	types []string // of the columns read so far, folded
}

// next goes on to the next token.
func (l *lexer) next() {
	l.blanks()
	if l.pos >= len(l.text) {
		l.at = token{}
		return
	}
	from, c := l.pos, l.text[l.pos]
	switch {
	case c == '"' || c == '`' || c == '\'':
		l.quote(c)
	case c == '[':
		l.quote(']')
	case (c == 'x' || c == 'X') && strings.HasPrefix(l.text[from+1:], "'"):
		l.pos++
		if l.quote('\''); l.at.kind != tokenBroken {
			l.at.kind = tokenBlob
		}
	case isWord(c) && !isDigit(c):
		for l.pos < len(l.text) && isWord(l.text[l.pos]) {
			l.pos++
		}
		l.at = token{tokenWord, l.text[from:l.pos]}
	case isDigit(c) || c == '.' && from+1 < len(l.text) && isDigit(l.text[from+1]):
		for l.pos < len(l.text) && (isWord(l.text[l.pos]) || l.text[l.pos] == '.' || l.sign()) {
			l.pos++
		}
		l.at = token{tokenNumber, l.text[from:l.pos]}
	default:
		l.pos++
		l.at = token{c, l.text[from:l.pos]}
	}
}

// sign reports a sign of an exponent.
func (l *lexer) sign() bool {
	c, before := l.text[l.pos], l.text[l.pos-1]
	return (c == '+' || c == '-') && (before == 'e' || before == 'E')
}

// quote reads to the quote that ends what begins here; two of them stand for one.
func (l *lexer) quote(by byte) {
	from := l.pos + 1
	for at := from; ; {
		n := strings.IndexByte(l.text[at:], by)
		if n < 0 {
			l.pos, l.at = len(l.text), token{kind: tokenBroken}
			return
		}
		at += n + 1
		if by != ']' && at < len(l.text) && l.text[at] == by {
			at++
			continue
		}
		l.pos, l.at = at, token{tokenQuoted, l.text[from : at-1]}
		break
	}
	if by != ']' {
		l.at.text = strings.ReplaceAll(l.at.text, string([]byte{by, by}), string(by))
	}
	if by == '\'' {
		l.at.kind = tokenString
	}
}

// blanks passes blanks and comments.
func (l *lexer) blanks() {
	for l.pos < len(l.text) {
		rest := l.text[l.pos:]
		switch {
		case strings.IndexByte(" \t\n\f\r", rest[0]) >= 0:
			l.pos++
		case strings.HasPrefix(rest, "--"):
			l.past(rest, "\n")
		case strings.HasPrefix(rest, "/*"):
			l.past(rest, "*/")
		default:
			return
		}
	}
}

func (l *lexer) past(rest, mark string) {
	if n := strings.Index(rest[2:], mark); n >= 0 {
		l.pos += 2 + n + len(mark)
	} else {
		l.pos = len(l.text)
	}
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || isDigit(c) || c == '_' || c == '$' || c >= 0x80
}

// balanced reports whether a statement begins as those of a schema do, and all quotes and
// brackets in it end.
func balanced(sql string) bool {
	l := lexer{text: sql}
	if l.next(); !l.at.word("create") {
		return false
	}
	depth := 0
	for ; l.at.kind != tokenEnd; l.next() {
		switch l.at.kind {
		case tokenBroken:
			return false
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth < 0 {
			return false
		}
	}
	return depth == 0
}

// affinityOf is what SQLite makes of the values of a column of that declared type.
func affinityOf(declared string) string {
	for _, a := range [...]struct{ part, is string }{
		{"int", "integer"}, {"char", "text"}, {"clob", "text"}, {"text", "text"}, {"blob", "blob"}, {"real", "real"}, {"floa", "real"}, {"doub", "real"},
	} {
		if strings.Contains(declared, a.part) {
			return a.is
		}
	}
	if declared == "" {
		return "blob"
	}
	return "numeric"
}

// literal is the value of a DEFAULT, as it is written.
type literal struct {
	token
	minus bool
}

// literal reads a literal, in brackets or not, up to behind it. Whatever else stands there
// is no default of a column that was added to rows.
func (d *definition) literal() literal {
	var v literal
	ahead, brackets := d.lexer, 0
	for ; ahead.at.kind == '('; ahead.next() {
		brackets++
	}
	if ahead.at.kind == '+' || ahead.at.kind == '-' {
		v.minus = ahead.at.kind == '-'
		ahead.next()
	}
	v.token = ahead.at
	for ; brackets > 0; brackets-- {
		if ahead.next(); ahead.at.kind != ')' {
			v.token = token{}
			break
		}
	}
	if d.at.kind == '+' || d.at.kind == '-' {
		d.next()
	}
	if !d.ends() {
		d.skip()
	}
	return v
}

// as is the literal as a value of a column of that affinity.
func (v literal) as(affinity string) value {
	switch v.kind {
	case tokenBlob:
		if b, err := hex.DecodeString(v.text); err == nil {
			return value{kind: blob, s: string(b)}
		}
		return value{kind: null}
	case tokenNumber:
		if affinity == "text" {
			return value{kind: text, s: v.signed()}
		}
		return numeric(v.signed(), affinity)
	case tokenWord:
		switch {
		case v.word("null"):
			return value{kind: null}
		case v.word("true"), v.word("false"):
			n := "0"
			if v.word("true") {
				n = "1"
			}
			return literal{token: token{tokenNumber, n}, minus: v.minus}.as(affinity)
		}
		return value{kind: text, s: v.text}
	case tokenString, tokenQuoted:
		if affinity == "text" || affinity == "blob" {
			return value{kind: text, s: v.text}
		}
		return numeric(v.text, affinity)
	}
	return value{kind: null}
}

func (v literal) signed() string {
	if v.minus {
		return "-" + v.text
	}
	return v.text
}

// numeric is a text as a number where it is one, in the form that the affinity prefers.
func numeric(s, affinity string) value {
	t := strings.Trim(s, " \t\n\v\f\r")
	if n, err := strconv.ParseInt(t, 10, 64); err == nil {
		if affinity == "real" {
			return value{kind: float, f: float64(n)}
		}
		return value{kind: integer, n: n}
	}
	if n, err := strconv.ParseInt(t, 0, 64); err == nil && strings.Contains(fold(t), "0x") {
		return value{kind: integer, n: n}
	}
	f, err := strconv.ParseFloat(t, 64)
	if err != nil && !math.IsInf(f, 0) || strings.ContainsAny(fold(t), "xni_p") {
		return value{kind: text, s: s}
	}
	if affinity != "real" && affinity != "blob" && f == math.Trunc(f) && math.Abs(f) < 1<<62 {
		return value{kind: integer, n: int64(f)}
	}
	return value{kind: float, f: f}
}
