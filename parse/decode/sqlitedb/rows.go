package sqlitedb

import (
	"errors"
	"fmt"
	"sort"
	"strings"

	"github.com/ncruces/go-sqlite3"
)

// Row is one row of a table. It is valid until the function that got it returns; the
// values it hands out are copies and may be kept.
type Row struct {
	Rowid   int64 // of a WITHOUT ROWID table the row's ordinal, from 1
	Ordinal bool  // Rowid is such an ordinal: it names no row
	names   []string
	vals    []value
}

// value is one value as SQLite stores it. It is no interface, which would cost an
// allocation a value: with them a scan took one and a half times as long, in the browser twice.
type value struct {
	kind sqlite3.Datatype // 0 for a column that is absent
	n    int64
	f    float64
	s    string // of a text or a blob
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
	case sqlite3.INTEGER:
		return v.n
	case sqlite3.FLOAT:
		return v.f
	case sqlite3.TEXT:
		return v.s
	case sqlite3.BLOB:
		return []byte(v.s)
	}
	return nil
}

// Text gives a column's text; ok is false when it holds anything else or nothing.
// The bytes are as stored and need not be valid UTF-8.
func (r Row) Text(name string) (text string, ok bool) {
	v := r.find(name)
	if v.kind != sqlite3.TEXT {
		return "", false
	}
	return v.s, true
}

// Int gives a column's integer; ok is false when it holds anything else or nothing.
func (r Row) Int(name string) (n int64, ok bool) {
	v := r.find(name)
	return v.n, v.kind == sqlite3.INTEGER
}

// Tables lists the ordinary tables, sorted by name: no views, no virtual tables, and
// none of SQLite's own.
func (db *DB) Tables() ([]string, error) {
	names := make([]string, 0, len(db.tables))
	for _, name := range db.tables {
		names = append(names, name)
	}
	sort.Strings(names)
	return names, nil
}

// Columns lists the columns of a table as the schema spells them, in its order and
// without computed ones. A table that does not exist has none.
func (db *DB) Columns(table string) ([]string, error) {
	name, ok := db.tables[fold(table)]
	if !ok {
		return nil, nil
	}
	stored, _, err := db.columns(name)
	return stored, err
}

// Each reads a table straight through in rowid order (a WITHOUT ROWID table in the
// order in which SQLite gives it) and calls f for every row with the named columns.
// Names compare as in SQL, without regard to the case of ASCII letters. A column that
// the table does not have, or computes, is absent from every row; a table that does
// not exist has no rows.
//
// Each returns f's error unchanged. When the table is damaged, or a bound is reached,
// the rows before that have been delivered and the error is ErrMalformed or ErrLimit.
func (db *DB) Each(table string, columns []string, f func(Row) error) error {
	return db.each(table, columns, forward, f)
}

// each reads a table in one of the two directions.
func (db *DB) each(table string, columns []string, way direction, f func(Row) error) error {
	name, ok := db.tables[fold(table)]
	if !ok {
		return nil
	}
	stored, all, err := db.columns(name)
	if err != nil {
		return err
	}
	stmt, rowid, names, err := db.scan(name, stored, all, columns, way)
	if err != nil {
		return err
	}
	defer stmt.Close()
	if !rowid && way.back {
		return fmt.Errorf("table %q: %w", table, ErrNoRowid)
	}
	return db.walk(name, stmt, rowid, names, way, f)
}

// scan prepares the reading of a table. rowid tells whether the first result is the
// rowid; names are the columns that follow, as the caller spells them.
func (db *DB) scan(table string, stored, all, columns []string, way direction) (stmt *sqlite3.Stmt, rowid bool, names []string, err error) {
	defer outOfMemory(&err)
	var list strings.Builder
	for _, c := range columns {
		for _, s := range stored {
			if fold(s) == fold(c) {
				list.WriteString(", " + sqlite3.QuoteIdentifier(s))
				names = append(names, c)
				break
			}
		}
	}
	from := list.String() + " FROM main." + sqlite3.QuoteIdentifier(table) + " NOT INDEXED"
	for _, alias := range [...]string{"rowid", "_rowid_", "oid"} {
		if contains(all, alias) {
			continue // a column of that name hides the rowid
		}
		stmt, _, err = db.conn.Prepare("SELECT " + alias + from + way.clause(alias))
		if err == nil {
			return stmt, true, names, nil
		}
		if !errors.Is(err, sqlite3.ERROR) {
			return nil, false, nil, fmt.Errorf("table %q: %w", table, classify(err))
		}
	}
	stmt, _, err = db.conn.Prepare("SELECT 0" + from)
	if err != nil {
		err = fmt.Errorf("table %q: %w", table, classify(err))
	}
	return stmt, false, names, err
}

// walk steps through the rows and holds them against the bounds. A rowid that does
// not go on in its direction means that the tree leads to the same page twice.
func (db *DB) walk(table string, stmt *sqlite3.Stmt, rowid bool, names []string, way direction, f func(Row) error) error {
	db.refill(len(names))
	row := Row{names: names, Ordinal: !rowid}
	vals := make([]value, 1+len(names))
	bytes := int64(0)
	for n := 0; ; n++ {
		more, err := db.step(stmt, vals)
		last := row.Rowid
		if rowid && more {
			row.Rowid = vals[0].n
		} else {
			row.Rowid = int64(n) + 1
		}
		switch {
		case err != nil:
		case !more:
			return nil
		case n >= db.lim.Rows:
			err = fmt.Errorf("%w: more than %d rows", ErrLimit, db.lim.Rows)
		case n > 0 && (row.Rowid == last || row.Rowid < last != way.back):
			err = fmt.Errorf("%w: the row after rowid %d is %d", ErrMalformed, last, row.Rowid)
		default:
			if bytes += weigh(vals); bytes > growth*db.size+growthBase {
				err = fmt.Errorf("%w: more content than the file has bytes", ErrMalformed)
			}
		}
		if err != nil {
			return fmt.Errorf("table %q after %d rows: %w", table, n, err)
		}
		row.vals = vals[1:]
		if err := f(row); err != nil {
			return err
		}
	}
}

// step goes to the next row and copies its values.
func (db *DB) step(stmt *sqlite3.Stmt, vals []value) (more bool, err error) {
	defer outOfMemory(&err)
	db.work.left++ // Step itself asks once; the budget is for the work inside
	if !stmt.Step() {
		return false, classify(stmt.Err())
	}
	for i := range vals {
		v := value{kind: stmt.ColumnType(i)}
		switch v.kind {
		case sqlite3.INTEGER:
			v.n = stmt.ColumnInt64(i)
		case sqlite3.FLOAT:
			v.f = stmt.ColumnFloat(i)
		case sqlite3.TEXT:
			v.s = string(stmt.ColumnRawText(i))
		case sqlite3.BLOB:
			v.s = string(stmt.ColumnRawBlob(i))
		}
		vals[i] = v
	}
	if err := stmt.Err(); err != nil {
		return false, classify(err)
	}
	return true, nil
}

// weigh adds up the bytes of texts and blobs.
func weigh(vals []value) (n int64) {
	for i := range vals {
		n += int64(len(vals[i].s))
	}
	return n
}

// loadTables makes SQLite read the schema, and takes from it the ordinary tables.
// SQLite stores their statement beginning with these words and in one spelling, and
// refuses a schema in which name and statement disagree.
func (db *DB) loadTables() error {
	db.tables = map[string]string{}
	return db.query(`SELECT name, sql FROM main.sqlite_schema WHERE type='table' ORDER BY rowid`, "", func(vals []value) {
		name, sql := vals[0].s, vals[1].s
		ordinary := strings.HasPrefix(fold(sql), "create table ")
		if ordinary && !strings.HasPrefix(fold(name), "sqlite_") && !strings.Contains(name, "\x00") {
			db.tables[fold(name)] = name
		}
	})
}

// columns gives the stored columns of a table, and all of them, computed ones included.
func (db *DB) columns(table string) (stored, all []string, err error) {
	err = db.query(`SELECT name, hidden FROM pragma_table_xinfo(?1, 'main')`, table, func(vals []value) {
		all = append(all, vals[0].s)
		if vals[1].n == 0 { // neither hidden nor computed
			stored = append(stored, vals[0].s)
		}
	})
	return stored, all, err
}

// query runs a statement of ours with two result columns and at most one parameter.
func (db *DB) query(sql, arg string, f func(vals []value)) (err error) {
	defer outOfMemory(&err)
	db.refill(schemaColumns)
	stmt, _, err := db.conn.Prepare(sql)
	if err != nil {
		return classify(err)
	}
	defer stmt.Close()
	if stmt.BindCount() > 0 {
		if err := stmt.BindText(1, arg); err != nil {
			return classify(err)
		}
	}
	var vals [2]value
	for {
		more, err := db.step(stmt, vals[:])
		if err != nil || !more {
			return err
		}
		f(vals[:])
	}
}

// fold lowers the case of ASCII letters, as SQL compares names.
func fold(s string) string {
	for i := 0; i < len(s); i++ {
		if 'A' <= s[i] && s[i] <= 'Z' {
			b := []byte(s)
			for ; i < len(b); i++ {
				if 'A' <= b[i] && b[i] <= 'Z' {
					b[i] += 'a' - 'A'
				}
			}
			return string(b)
		}
	}
	return s
}

func contains(names []string, folded string) bool {
	for _, n := range names {
		if fold(n) == folded {
			return true
		}
	}
	return false
}
