package event

import (
	"slices"
	"strings"
)

// The few words of SQL that agents keep their todos with. It reads, and never runs, what
// stands in a log; what it does not know it says so.

type tokenKind uint8

const (
	wordToken   tokenKind = iota // a keyword or a name, quoted names too
	textToken                    // 'a text'
	numberToken                  // 12, -3.5
	signToken                    // ( ) , = and the like
)

type token struct {
	kind tokenKind
	text string
}

func (t token) literal() bool {
	return t.kind == textToken || t.kind == numberToken || t.kind == wordToken && strings.EqualFold(t.text, "null")
}

// statement is one statement of SQL, without its end.
type statement []token

// statements splits SQL at its semicolons; comments go. A text without an end takes the
// rest.
func statements(sql string) []statement {
	var out []statement
	var now statement
	for sql != "" {
		switch c := sql[0]; {
		case c == ';':
			if len(now) > 0 {
				out = append(out, now)
			}
			now, sql = nil, sql[1:]
		case c == ' ' || c == '\n' || c == '\t' || c == '\r':
			sql = sql[1:]
		case strings.HasPrefix(sql, "--"):
			_, sql, _ = strings.Cut(sql, "\n")
		case strings.HasPrefix(sql, "/*"):
			_, sql, _ = strings.Cut(sql[2:], "*/")
		case c == '\'' || c == '"' || c == '`':
			text, rest := quotedText(sql)
			kind := textToken
			if c != '\'' {
				kind = wordToken
			}
			now, sql = append(now, token{kind, text}), rest
		default:
			n := 1
			kind := signToken
			if isWord(c) {
				for kind = wordToken; n < len(sql) && (isWord(sql[n]) || sql[n] == '.'); n++ {
				}
				if c >= '0' && c <= '9' {
					kind = numberToken
				}
			}
			now, sql = append(now, token{kind, sql[:n]}), sql[n:]
		}
	}
	if len(now) > 0 {
		out = append(out, now)
	}
	return out
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// quotedText reads a quoted text, whose quotes are doubled inside it.
func quotedText(s string) (text, rest string) {
	q := s[:1]
	var b strings.Builder
	for s = s[1:]; ; {
		part, after, found := strings.Cut(s, q)
		b.WriteString(part)
		if s = after; !found || !strings.HasPrefix(s, q) {
			return b.String(), s
		}
		b.WriteString(q)
		s = s[1:]
	}
}

// word gives the word at a place, "" where there is none.
func (s statement) word(at int) string {
	if at < 0 || at >= len(s) || s[at].kind != wordToken {
		return ""
	}
	return s[at].text
}

// is reports a word or a sign at a place, in whatever case.
func (s statement) is(at int, text string) bool {
	return at >= 0 && at < len(s) && (s[at].kind == wordToken || s[at].kind == signToken) && strings.EqualFold(s[at].text, text)
}

// find gives the place of a word, -1 where there is none.
func (s statement) find(text string) int {
	for i := range s {
		if s.is(i, text) {
			return i
		}
	}
	return -1
}

// touches reports that a statement changes a table: its name stands among the first words.
func (s statement) touches(table string) bool {
	return slices.ContainsFunc(s[:min(len(s), 5)], func(t token) bool { return t.kind == wordToken && strings.EqualFold(t.text, table) })
}

// skip gives the place behind an expression: at the next comma or WHERE outside brackets.
func (s statement) skip(at int) int {
	for depth := 0; at < len(s); at++ {
		switch {
		case s.is(at, "("):
			depth++
		case s.is(at, ")"):
			depth--
		case depth == 0 && (s.is(at, ",") || s.is(at, "where")):
			return at
		}
	}
	return at
}

// where reads "WHERE column = literal AND column IN (literals)" up to the end of the
// statement; ok is false for anything else. Without a WHERE everything fits.
func (s statement) where(at int) (fits func(*Todo) bool, ok bool) {
	if at == len(s) {
		return func(*Todo) bool { return true }, true
	}
	if !s.is(at, "where") {
		return nil, false
	}
	type test struct {
		column string
		values []string
	}
	var all []test
	for at++; ; at++ {
		t := test{column: strings.ToLower(s.word(at))}
		switch {
		case t.column != "id" && t.column != "status" && t.column != "title":
			return nil, false
		case s.is(at+1, "=") && at+2 < len(s) && s[at+2].literal():
			t.values, at = []string{s[at+2].text}, at+3
		case s.is(at+1, "in") && s.is(at+2, "("):
			for at += 3; at < len(s) && !s.is(at, ")"); at++ {
				if s[at].literal() {
					t.values = append(t.values, s[at].text)
				} else if !s.is(at, ",") {
					return nil, false
				}
			}
			at++
		default:
			return nil, false
		}
		all = append(all, t)
		if at >= len(s) {
			break
		}
		if !s.is(at, "and") {
			return nil, false
		}
	}
	return func(d *Todo) bool {
		for _, t := range all {
			if !slices.Contains(t.values, map[string]string{"id": d.ID, "status": d.Status, "title": d.Title}[t.column]) {
				return false
			}
		}
		return true
	}, true
}

// onlyID gives the id of a statement whose WHERE names one id and nothing else.
func (s statement) onlyID(at int) (id string, ok bool) {
	if at+4 == len(s) && s.is(at, "where") && s.is(at+1, "id") && s.is(at+2, "=") && s[at+3].literal() {
		return s[at+3].text, true
	}
	return "", false
}
