package sqlitedb

import (
	"slices"
	"strings"
)

// table is an ordinary table as its statement in the schema describes it.
type table struct {
	name    string
	root    uint32 // the page its tree begins on
	columns []column
	keyed   bool  // WITHOUT ROWID: kept in the order of its primary key
	err     error // why it cannot be read
}

// column is one column of a table.
type column struct {
	name     string
	computed bool  // from others
	rowid    bool  // another name of the rowid; its place in the record is empty
	real     bool  // of floating-point numbers
	place    int   // in the record, -1 for one that is computed anew each time
	fallback value // of records that were written before the column was added
}

// schemaColumns are the columns of the table of tables, which no statement describes.
var schemaColumns = [...]string{"type", "name", "tbl_name", "rootpage", "sql"}

var schemaTable = func() table {
	t := table{name: "sqlite_schema", root: 1}
	for i, name := range schemaColumns {
		t.columns = append(t.columns, column{name: name, place: i})
	}
	return t
}()

// mostColumns is how many SQLite allows a table.
const mostColumns = 2000

// newTable reads a statement that begins with CREATE TABLE. What is wrong with it is the
// table's err: its name is known all the same.
func newTable(name, sql string) *table {
	t := &table{name: name}
	d := &definition{lexer: lexer{text: sql}, t: t}
	d.next() // CREATE
	d.next() // TABLE
	if d.next(); !d.at.names() || fold(d.at.text) != fold(name) {
		t.fail("its statement is of another one")
		return t
	}
	if d.next(); d.at.kind != '(' {
		t.fail("its statement names no columns")
		return t
	}
	d.columns()
	d.options()
	if t.err == nil {
		t.places(d.key, d.stored)
	}
	return t
}

func (t *table) fail(format string, args ...any) {
	if t.err == nil {
		t.err = malformed("the schema of %q cannot be read: "+format, append([]any{t.name}, args...)...)
	}
}

// rowids reports whether the rows have rowids that can be asked for: a column of that
// name hides one, and there are three names.
func (t *table) rowids() bool {
	return !t.keyed && slices.ContainsFunc([]string{"rowid", "_rowid_", "oid"}, func(name string) bool { return t.column(name) < 0 })
}

// column gives the index of the column of that folded name, -1 when there is none.
func (t *table) column(folded string) int {
	return slices.IndexFunc(t.columns, func(c column) bool { return fold(c.name) == folded })
}

// places finds where in a record each column stands: in the order of the statement, but in
// a table without rowids those of the primary key first.
func (t *table) places(key []string, stored map[int]bool) {
	n := 0
	place := func(i int) {
		if c := &t.columns[i]; c.place < 0 && (!c.computed || stored[i]) {
			c.place = n
			n++
		}
	}
	if t.keyed {
		if len(key) == 0 {
			t.fail("it has neither rowids nor a key")
		}
		for _, name := range key {
			i := t.column(fold(name))
			if i < 0 {
				t.fail("its key %q is no column", name)
				return
			}
			place(i)
		}
	}
	for i := range t.columns {
		place(i)
	}
}

// definition is a statement on its way to a table.
type definition struct {
	lexer
	t      *table
	key    []string     // columns of the primary key
	stored map[int]bool // computed columns that are kept
}

// columns reads the list of columns and of constraints, from behind its bracket to behind
// its end.
func (d *definition) columns() {
	d.stored = map[int]bool{}
	for d.next(); d.t.err == nil; d.next() {
		if d.at.word("constraint", "primary", "unique", "check", "foreign") {
			d.constraint()
		} else {
			d.column()
		}
		if d.at.kind == ')' {
			break
		}
		if d.at.kind != ',' {
			d.t.fail("its statement is cut")
		}
	}
	if len(d.t.columns) == 0 {
		d.t.fail("it has no columns")
	}
}

// constraint reads a constraint of the whole table up to the comma or bracket behind it.
func (d *definition) constraint() {
	for !d.ends() {
		if d.at.word("primary") {
			d.next() // KEY
			if d.next(); d.at.kind == '(' {
				d.primary()
			}
			continue
		}
		d.skip()
	}
}

// primary reads the columns of a primary key in brackets.
func (d *definition) primary() {
	var key []string
	for d.at.kind == '(' || d.at.kind == ',' {
		if d.next(); !d.at.names() {
			d.t.fail("its primary key cannot be read")
			return
		}
		key = append(key, d.at.text)
		for d.next(); !d.ends(); {
			d.skip() // COLLATE, ASC, DESC
		}
	}
	if d.at.kind == ')' {
		d.next()
	}
	d.setKey(key)
}

// setKey notes the primary key. A single whole number is another name of the rowid.
func (d *definition) setKey(key []string) {
	d.key = key
	if len(key) == 1 {
		if i := d.t.column(fold(key[0])); i >= 0 && d.types[i] == "integer" {
			d.t.columns[i].rowid = true
		}
	}
}

// column reads a column up to the comma or bracket behind it.
func (d *definition) column() {
	if !d.at.names() {
		d.t.fail("a name is missing")
		return
	}
	c, i := column{name: d.at.text, place: -1}, len(d.t.columns)
	if d.t.column(fold(c.name)) >= 0 || i == mostColumns {
		d.t.fail("it has the column %q twice, or too many", c.name)
		return
	}
	d.t.columns = append(d.t.columns, c)
	d.next()
	kind := affinityOf(d.typeName())
	col := &d.t.columns[i]
	col.real = kind == "real"
	for !d.ends() {
		switch {
		case d.at.word("primary"):
			d.next() // KEY
			if d.next(); !d.at.word("desc") {
				d.setKey([]string{c.name})
			} else {
				d.key = []string{c.name}
			}
		case d.at.word("default"):
			d.next()
			col.fallback = d.literal().as(kind)
		case d.at.word("as"):
			col.computed = true
			d.next()
			d.skip()
			d.stored[i] = d.at.word("stored")
		default:
			d.skip()
		}
	}
}

// typeName reads the words of a column's type, and gives them folded.
func (d *definition) typeName() string {
	var words []string
	for d.at.kind == tokenWord || d.at.kind == tokenQuoted || d.at.kind == tokenString {
		if d.at.word("constraint", "primary", "not", "null", "unique", "check", "default", "collate", "references", "as", "generated", "on") {
			break
		}
		words = append(words, fold(d.at.text))
		d.next()
	}
	if len(words) > 0 && d.at.kind == '(' { // its size
		d.skip()
	}
	d.types = append(d.types, strings.Join(words, " "))
	return d.types[len(d.types)-1]
}

// options reads what follows the brackets.
func (d *definition) options() {
	for d.t.err == nil {
		switch d.next(); {
		case d.at.kind == tokenEnd:
			return
		case d.at.word("without"):
			if d.next(); d.at.word("rowid") {
				d.t.keyed = true
			}
			for i := range d.t.columns {
				d.t.columns[i].rowid = false
			}
		case d.at.word("strict") || d.at.kind == ',':
		default:
			d.t.fail("it ends with %q", d.at.text)
		}
	}
}

// ends reports that a column or constraint is over.
func (d *definition) ends() bool {
	return d.t.err != nil || d.at.kind == ',' || d.at.kind == ')' || d.at.kind == tokenEnd || d.at.kind == tokenBroken
}

// skip passes a token, and all of a pair of brackets.
func (d *definition) skip() {
	depth := 0
	for {
		switch d.at.kind {
		case '(':
			depth++
		case ')':
			depth--
		case tokenEnd, tokenBroken:
			return
		}
		if d.next(); depth <= 0 {
			return
		}
	}
}
