package find

import (
	"slices"
	"strconv"

	"flightlog/parse/timeline"
)

// Query is a parsed query: terms that must all hold. It is not changed by a search.
type Query struct {
	terms  []term
	needed []*needle // stand in the raw bytes of every record that matches and is not odd
	reads  bool      // some term looks into the text of records
}

// term is one condition.
type term struct {
	text  string // as written
	not   bool
	field *field // nil: the text of the record
	match matcher
	must  []string // texts without which the matcher cannot match

	kinds    uint32 // of kind:, a bit each
	state    string // of is:
	from, to int64  // of before:, after: and on:, half-open, ms since 1970 UTC; of line: the number
}

// Terms lists the terms as they were written. Put together with blanks they are the query.
func (q *Query) Terms() []string {
	out := make([]string, len(q.terms))
	for i := range q.terms {
		out[i] = q.terms[i].text
	}
	return out
}

// Reads reports that a word, a phrase or an expression must be found in the text of a
// record, so that a hit has a place in it to show.
func (q *Query) Reads() bool {
	return slices.ContainsFunc(q.terms, func(t term) bool { return t.reads() && !t.not })
}

// reads reports that the term looks into the text of records.
func (t *term) reads() bool { return t.field == nil || t.field.keys != nil }

// Compile parses a query. All of its terms must hold; ! or - before a term turns it round.
//
//	word            a text without blanks, in any case
//	"two words"     a text as it stands, in any case; \" and \\ for a quote and a backslash
//	/expr/ /expr/i  a regular expression of package regexp; ^ and $ match at lines
//	field:value     the value is a word, a phrase or an expression (Fields lists them)
//
// The error is an *Error.
func Compile(query string) (*Query, error) {
	l := &lexer{runes: []rune(query)}
	q := &Query{}
	for l.skipBlanks(); l.at < len(l.runes); l.skipBlanks() {
		from := l.at
		t, err := l.term()
		if err != nil {
			return nil, err
		}
		t.text = string(l.runes[from:l.at])
		q.terms = append(q.terms, t)
		q.reads = q.reads || t.reads()
	}
	if len(q.terms) == 0 {
		return nil, l.fail(0, "There is nothing to look for")
	}
	q.needed = prefilter(q.terms)
	return q, nil
}

// term takes one term.
func (l *lexer) term() (term, error) {
	t := term{not: l.negation()}
	name, err := l.fieldName()
	if err != nil {
		return t, err
	}
	v, err := l.value()
	if err != nil {
		return t, err
	}
	if name == "" {
		t.match, t.must = v.matcher(), v.must
		return t, nil
	}
	t.field = fieldNamed(name)
	return t, t.fill(v)
}

// fill reads the value of a field.
func (t *term) fill(v value) error {
	plain := func(what string) error {
		if v.re != nil {
			return &Error{v.pos, t.field.name + ": takes " + what + " and no expression"}
		}
		return nil
	}
	switch t.field.name {
	case "kind":
		if err := plain("a kind"); err != nil {
			return err
		}
		t.kinds = kindsNamed(v.text)
		if t.kinds == 0 {
			return &Error{v.pos, "There is no kind " + v.text + "; the kinds are " + kindList()}
		}
	case "is":
		if err := plain("a state"); err != nil {
			return err
		}
		if t.state = v.text; !isState(v.text) {
			return &Error{v.pos, "There is no state " + v.text + "; the states are " + stateList()}
		}
	case "line":
		if err := plain("a number"); err != nil {
			return err
		}
		n, err := strconv.ParseInt(v.text, 10, 64)
		if err != nil {
			return &Error{v.pos, "This is no line: write its number"}
		}
		t.from = n
	case "before", "after", "on":
		if err := plain("a date"); err != nil {
			return err
		}
		from, to, ok := span(v.text)
		if !ok {
			return &Error{v.pos, "This is no date; write 2026, 2026-11, 2026-11-30 or 2026-11-30T14:05 (UTC)"}
		}
		switch t.field.name {
		case "before":
			from, to = timeline.NoTime+1, from
		case "after":
			to = 1<<63 - 1
		}
		t.from, t.to = from, to
	default:
		t.match, t.must = v.matcher(), v.must
	}
	return nil
}
