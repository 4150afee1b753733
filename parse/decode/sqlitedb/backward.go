package sqlitedb

import (
	"errors"
	"slices"
	"strconv"

	"github.com/ncruces/go-sqlite3"
)

// ErrNoRowid: a table WITHOUT ROWID has no far end to read from.
var ErrNoRowid = errors.New("the table has no rowids")

// direction is the order in which a table is read.
type direction struct {
	back  bool
	above int64 // going back, the rowid at which to stop
}

var forward = direction{}

// clause is the end of the statement that reads in this direction.
func (d direction) clause(rowid string) string {
	if d.back {
		return " WHERE " + rowid + ">" + strconv.FormatInt(d.above, 10) + " ORDER BY 1 DESC"
	}
	return " ORDER BY 1"
}

// EachBack reads a table from its largest rowid down to the first above that one, and
// calls f as Each does: of a table that Each could not read to its end, the rows behind
// the damage. Its error says where this way met the damage, which is the usual end.
func (db *DB) EachBack(table string, columns []string, above int64, f func(Row) error) error {
	return db.each(table, columns, direction{true, above}, f)
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

// same compares two values, an absent one as NULL. What is not a number is the same as
// itself.
func (v value) same(o value) bool {
	if v.kind == 0 {
		v.kind = sqlite3.NULL
	}
	if o.kind == 0 {
		o.kind = sqlite3.NULL
	}
	return v.kind == o.kind && v.n == o.n && v.s == o.s && (v.f == o.f || v.f != v.f && o.f != o.f)
}
