package sqlitedb

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// Row is one row of a table. It is valid until the function that got it returns; the
// values it hands out are copies and may be kept.
type Row struct {
	Rowid   int64 // of a table without rowids the row's ordinal, from 1
	Ordinal bool  // Rowid is such an ordinal: it names no row
	names   []string
	vals    []value
}

func (r Row) find(name string) value {
	for i, n := range r.names {
		if n == name {
			return r.vals[i]
		}
	}
	return value{}
}

// Col gives the value of a column by the name under which it was asked for: nil,
// int64, float64, string or []byte. A column that the table does not have is nil.
func (r Row) Col(name string) any {
	switch v := r.find(name); v.kind {
	case integer:
		return v.n
	case float:
		return v.f
	case text:
		return v.s
	case blob:
		return []byte(v.s)
	}
	return nil
}

// Text gives a column's text; ok is false when it holds anything else or nothing.
// The bytes are as stored and need not be valid UTF-8.
func (r Row) Text(name string) (s string, ok bool) {
	v := r.find(name)
	if v.kind != text {
		return "", false
	}
	return v.s, true
}

// Int gives a column's integer; ok is false when it holds anything else or nothing.
func (r Row) Int(name string) (n int64, ok bool) {
	v := r.find(name)
	return v.n, v.kind == integer
}

// Clone is a row that stays valid.
func (r Row) Clone() Row {
	r.vals = slices.Clone(r.vals)
	return r
}

// Equal reports whether two rows have the same rowid and the same values. Names that only
// one of them has count as NULL in the other.
func (r Row) Equal(o Row) bool {
	if r.Rowid != o.Rowid || r.Ordinal != o.Ordinal {
		return false
	}
	if slices.Equal(r.names, o.names) {
		return slices.EqualFunc(r.vals, o.vals, value.same)
	}
	both := append(slices.Clone(r.names), o.names...)
	return !slices.ContainsFunc(both, func(name string) bool { return !r.find(name).same(o.find(name)) })
}

// same compares two values, an absent one as NULL.
func (v value) same(o value) bool {
	v.kind, o.kind = max(v.kind, null), max(o.kind, null)
	return v == o
}

// ErrNoRowid: a table without rowids has no far end to read from.
var ErrNoRowid = errors.New("the table has no rowids")

// direction is the order in which a table is read.
type direction struct {
	back  bool
	above int64 // going back, the rowid at which to stop
}

var forward = direction{}

// Each reads a table straight through in rowid order (a table without rowids in the order
// of its primary key) and calls f for every row with the named columns. Names compare as
// in SQL, without regard to the case of ASCII letters. A column that the table does not
// have, or computes, is absent from every row; a table that does not exist has no rows.
//
// Each returns f's error unchanged. When the table is damaged, or a bound is reached,
// the rows before that have been delivered and the error is ErrMalformed or ErrLimit.
func (db *DB) Each(name string, columns []string, f func(Row) error) error {
	t := db.tables[fold(name)]
	if t == nil {
		return nil
	}
	return db.walk(t, columns, forward, f)
}

// EachBack reads a table from its largest rowid down to the first above that one, and
// calls f as Each does: of a table that Each could not read to its end, the rows behind
// the damage. Its error says where this way met the damage, which is the usual end.
func (db *DB) EachBack(name string, columns []string, above int64, f func(Row) error) error {
	t := db.tables[fold(name)]
	if t == nil {
		return nil
	}
	if t.err == nil && !t.rowids() {
		return fmt.Errorf("table %q: %w", t.name, ErrNoRowid)
	}
	return db.walk(t, columns, direction{true, above}, f)
}

var errEnough = errors.New("enough")

// own is an error of the function that rows are given to.
type own struct{ error }

// walk reads a table in one of the two directions.
func (db *DB) walk(t *table, columns []string, way direction, f func(Row) error) error {
	if t.err != nil {
		return fmt.Errorf("table %q: %w", t.name, t.err)
	}
	s := &scan{db: db, table: t, way: way, give: f, most: db.lim.Rows, row: Row{Ordinal: !t.rowids()}}
	if t == &schemaTable {
		s.most = math.MaxInt // what it lists are not rows of anybody's
	}
	s.choose(columns)
	tree := tree{pages: &db.pages, kind: tablePage, back: way.back, seen: map[uint32]bool{}, each: s.cell}
	if t.keyed {
		tree.kind = indexPage
	}
	err := tree.walk(t.root, 1)
	if o, ok := err.(own); ok {
		return o.error
	}
	if err == nil || err == errEnough {
		return nil
	}
	return fmt.Errorf("table %q after %d rows: %w", t.name, s.rows, err)
}

// scan is one reading of a table.
type scan struct {
	db     *DB
	table  *table
	way    direction
	give   func(Row) error
	chosen []*column // one for each of row.names
	need   int       // values of a record that are looked at
	parts  []part
	row    Row
	rows   int
	most   int   // rows allowed
	weight int64 // work done so far: bytes that were put together and values that were made
}

// choose finds the columns that were asked for and that are stored.
func (s *scan) choose(names []string) {
	for _, name := range names {
		for i := range s.table.columns {
			c := &s.table.columns[i]
			if fold(c.name) != fold(name) || c.computed {
				continue
			}
			s.row.names, s.chosen = append(s.row.names, name), append(s.chosen, c)
			s.need = max(s.need, c.place+1)
			break
		}
	}
	s.row.vals = make([]value, len(s.chosen))
}

// A text of UTF-16 grows by half when it is handed out as UTF-8, and columns that were
// added later have values without bytes in the file. Beyond that all of a row has its own
// bytes there, so that a scan that weighs more reads some of them again and again.
const (
	growth     = 4
	growthBase = 64 << 20
)

// cell decodes a row, holds it against the bounds, and hands it on.
func (s *scan) cell(c cell) error {
	last := s.row.Rowid
	if s.row.Rowid = c.rowid; s.row.Ordinal {
		s.row.Rowid = int64(s.rows) + 1
	}
	switch {
	case s.way.back && s.row.Rowid <= s.way.above:
		return errEnough
	case s.rows >= s.most:
		return fmt.Errorf("%w: more than %d rows", ErrLimit, s.most)
	case s.rows > 0 && (s.row.Rowid == last || s.row.Rowid < last != s.way.back):
		return malformed("the row after rowid %d is %d", last, s.row.Rowid)
	}
	if err := s.values(c); err != nil {
		return err
	}
	s.rows++
	if err := s.give(s.row); err != nil {
		return own{err}
	}
	return nil
}

// values fills the row from its record.
func (s *scan) values(c cell) error {
	if len(s.chosen) == 0 {
		return nil
	}
	if c.next != 0 {
		s.weight += c.bytes
	}
	record, err := s.db.pages.content(c)
	if err != nil {
		return err
	}
	if s.parts, err = parts(record, s.need, s.parts); err != nil {
		return err
	}
	for i, col := range s.chosen {
		v := col.fallback
		if col.place < len(s.parts) {
			at := s.parts[col.place]
			if width(at.code) > uint64(s.db.most) {
				return fmt.Errorf("%w: a value of %d bytes", ErrLimit, width(at.code))
			}
			v = s.db.pages.value(record, at)
		}
		if col.rowid {
			v = value{kind: integer, n: c.rowid}
		} else if col.real {
			v = v.real()
		}
		s.row.vals[i] = v
		s.weight += 1 + int64(len(v.s))
	}
	if s.weight > growth*s.db.pages.bytes()+growthBase {
		return malformed("more content than the file has bytes")
	}
	return nil
}
