package find

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode"
)

// Error says why a query does not parse, and where.
type Error struct {
	Pos     int    // 1-based, in runes
	Message string // one sentence
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s (character %d of the query)", e.Message, e.Pos)
}

// value is a word, a phrase or a regular expression as written.
type value struct {
	text string // without quotes or slashes
	pos  int    // 1-based rune where it begins, its quote or slash included
	re   *regexp.Regexp
	must []string // texts that stand in all that it matches
}

// lexer walks a query.
type lexer struct {
	runes []rune
	at    int
}

func (l *lexer) fail(at int, format string, args ...any) error {
	return &Error{at + 1, fmt.Sprintf(format, args...)}
}

func (l *lexer) skipBlanks() {
	for l.at < len(l.runes) && unicode.IsSpace(l.runes[l.at]) {
		l.at++
	}
}

// ends reports that a term ends before the rune at i.
func (l *lexer) ends(i int) bool { return i >= len(l.runes) || unicode.IsSpace(l.runes[i]) }

// negation takes the mark of a term that must not match. Two dashes are none: options of
// commands are looked for more often than double negations.
func (l *lexer) negation() bool {
	if l.ends(l.at + 1) {
		return false
	}
	if c := l.runes[l.at]; c == '!' || c == '-' && l.runes[l.at+1] != '-' {
		l.at++
		return true
	}
	return false
}

// fieldName takes `name:` where it is the beginning of a field and gives the name, "" for none.
// What has a digit, a slash or nothing behind its colon is no field but a word, such as
// localhost:8080 or https://….
func (l *lexer) fieldName() (string, error) {
	i := l.at
	for i < len(l.runes) && 'a' <= l.runes[i] && l.runes[i] <= 'z' {
		i++
	}
	name := string(l.runes[l.at:i])
	if len(name) < 2 || i >= len(l.runes) || l.runes[i] != ':' {
		return "", nil
	}
	known := fieldNamed(name) != nil
	switch {
	case known && l.ends(i+1):
		return "", l.fail(i, "%s: needs a value behind its colon", name)
	case known:
		l.at = i + 1
		return name, nil
	case l.ends(i + 1), strings.ContainsRune(`/\:0123456789`, l.runes[i+1]):
		return "", nil
	}
	return "", l.fail(l.at, "There is no field %q; put quotes around the words if you look for this text", name)
}

// value takes a word, a phrase or an expression.
func (l *lexer) value() (value, error) {
	v := value{pos: l.at + 1}
	switch l.runes[l.at] {
	case '"':
		return l.phrase()
	case '/':
		if end, next := l.closing(); end > 0 {
			v.text = string(l.runes[l.at+1 : end])
			err := v.compile(next - end - 1)
			l.at = next
			return v, err
		}
	}
	for i := l.at; ; i++ {
		if l.ends(i) {
			v.text = string(l.runes[l.at:i])
			v.must, l.at = []string{v.text}, i
			return v, nil
		}
	}
}

// phrase takes a text in quotes; a backslash lets a quote or a backslash stand in it.
func (l *lexer) phrase() (value, error) {
	v := value{pos: l.at + 1}
	var text []rune
	for i := l.at + 1; i < len(l.runes); i++ {
		c := l.runes[i]
		if c == '\\' && i+1 < len(l.runes) && (l.runes[i+1] == '"' || l.runes[i+1] == '\\') {
			i++
			text = append(text, l.runes[i])
			continue
		}
		if c != '"' {
			text = append(text, c)
			continue
		}
		if len(text) == 0 {
			return v, l.fail(l.at, "There is nothing between these quotes")
		}
		if !l.ends(i + 1) {
			return v, l.fail(i+1, "A space is missing behind the closing quote")
		}
		v.text = string(text)
		v.must, l.at = []string{v.text}, i+1
		return v, nil
	}
	return v, l.fail(l.at, "This quote is not closed")
}

// closing finds the slash that ends an expression: the first with the end of the term, or
// an i and that, behind it. A path such as /home/dev has none and is a word.
func (l *lexer) closing() (end, next int) {
	for i := l.at + 1; i < len(l.runes); i++ {
		if l.runes[i] == '\\' {
			i++
		} else if l.runes[i] == '/' && i > l.at+1 {
			if l.ends(i + 1) {
				return i, i + 1
			}
			if l.runes[i+1] == 'i' && l.ends(i+2) {
				return i, i + 2
			}
		}
	}
	return 0, 0
}

// compile makes the expression; folding is 1 for one that is blind to case.
func (v *value) compile(folding int) error {
	flags := "(?m)"
	if folding > 0 {
		flags = "(?mi)"
	}
	re, err := regexp.Compile(flags + v.text)
	if err != nil {
		e := &Error{v.pos, "This regular expression does not parse"}
		if bad, ok := err.(*syntax.Error); ok {
			e.Message = fmt.Sprintf("This regular expression does not parse: %s", bad.Code)
			if i := strings.Index(v.text, bad.Expr); i >= 0 && bad.Expr != "" {
				e.Message += fmt.Sprintf(", at %s", bad.Expr)
				e.Pos += 1 + len([]rune(v.text[:i]))
			}
		}
		return e
	}
	parsed, err := syntax.Parse(flags+v.text, syntax.Perl)
	if err == nil {
		v.must = literals(parsed)
	}
	v.re = re
	return nil
}

// matcher gives what finds the value.
func (v *value) matcher() matcher {
	if v.re != nil {
		return matcher{re: v.re}
	}
	return matcher{n: newNeedle(v.text)}
}
