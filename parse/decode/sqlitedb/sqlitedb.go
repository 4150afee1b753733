// Package sqlitedb reads the tables of a SQLite database that lies in memory: the
// bytes of the main file and, where there is one, of its write-ahead log.
//
// In go two byte slices, out come tables, columns and rows by name, and facts about
// the log. The committed pages of the log stand over those of the main file; what has no
// commit in the log is not shown. Nothing is written anywhere, least of all to the
// caller's slices.
//
// It is a reader of the file format and no database: there is no SQL but the statements of
// the schema, of which it takes the columns. Only ordinary tables are read, straight
// through in rowid order, without indexes, views, triggers or virtual tables. SQLite itself
// is a program of megabytes, of which the page would compile a thousand functions before
// the first row; it is the judge in the tests.
//
// The bytes are not trusted. A page is looked at once a scan, and rows and the bytes of
// values are bounded by what the file's size can honestly hold. Of a damaged table the
// rows up to the damage are delivered, then an error that is ErrMalformed. Missing tables
// and columns are absence.
package sqlitedb

import (
	"bytes"
	"errors"
	"fmt"
	"sort"
	"strings"

	"flightlog/parse/timeline"
)

var (
	// ErrEmpty: the main file has zero bytes and there is no log.
	ErrEmpty = errors.New("the database has zero bytes")
	// ErrNoMain: there is a log, and the main file it belongs to is missing or has zero bytes.
	ErrNoMain = errors.New("a write-ahead log without its database")
	// ErrNotSQLite: the main file does not begin as a SQLite database does.
	ErrNotSQLite = errors.New("not a SQLite database")
	// ErrMalformed: there is damage. It wraps what was found.
	ErrMalformed = errors.New("malformed database")
	// ErrLimit: reading stopped at a bound: rows, or the size of one value.
	ErrLimit = errors.New("limit reached")
)

// magic begins every SQLite database file.
const magic = "SQLite format 3\x00"

// valueBytes bounds one text or blob.
const valueBytes = 64 * timeline.MiB

// DB is an open database. It is not safe for concurrent use.
type DB struct {
	pages  pager
	lim    timeline.Limits
	most   int // bytes of one value
	wal    WALFacts
	wants  bool
	damage error
	tables map[string]*table // by folded name
}

// Open opens the database whose main file is main. wal is its write-ahead log: nil
// when there is no such file, empty but not nil when there is one of zero bytes. The
// caller keeps both unchanged while the database is in use.
//
// Errors are ErrEmpty, ErrNoMain, ErrNotSQLite or ErrMalformed, by errors.Is. A log whose
// header cannot be read is left out, see WALFacts.
func Open(main, wal []byte, lim timeline.Limits) (*DB, error) {
	switch {
	case len(main) == 0 && len(wal) > 0:
		return nil, ErrNoMain
	case len(main) == 0:
		return nil, ErrEmpty
	case !bytes.HasPrefix(main, []byte(magic)):
		return nil, ErrNotSQLite
	}
	db := &DB{
		lim: lim, most: valueBytes, tables: map[string]*table{}, wal: ScanWAL(wal),
		wants: wal == nil && len(main) > 19 && main[18] == 2 && main[19] == 2,
	}
	db.wal.Present = wal != nil
	if err := db.pages.open(main, wal, db.wal); err != nil {
		return nil, err
	}
	db.damage = db.pages.cut()
	if err := db.schema(); err != nil && db.damage == nil {
		db.damage = err
	}
	if db.damage != nil && len(db.tables) == 0 {
		return nil, db.damage
	}
	return db, nil
}

// schema reads the table of tables. Its error is the first damage that it met; what it
// could read is there all the same.
func (db *DB) schema() (first error) {
	note := func(err error) {
		if err != nil && first == nil {
			first = err
		}
	}
	note(db.walk(&schemaTable, schemaColumns[:], forward, func(r Row) error {
		kind, _ := r.Text("type")
		name, _ := r.Text("name")
		sql, _ := r.Text("sql")
		if kind == "table" && strings.HasPrefix(fold(sql), "create table ") {
			if strings.HasPrefix(fold(name), "sqlite_") || strings.Contains(name, "\x00") {
				return nil
			}
			t := newTable(name, sql)
			if root, _ := r.Int("rootpage"); root < 2 || root > int64(db.pages.count) {
				t.fail("its tree begins on page %d", root)
			} else {
				t.root = uint32(root)
			}
			if db.tables[fold(name)] != nil {
				note(malformed("the table %q stands twice in the schema", name))
				return nil
			}
			note(t.err)
			db.tables[fold(name)] = t
		} else if sql != "" && !balanced(sql) {
			note(malformed("the schema of %q cannot be read", name))
		}
		return nil
	}))
	return first
}

// WAL tells what the write-ahead log holds.
func (db *DB) WAL() WALFacts { return db.wal }

// WantsWAL reports that the main file says it is used with a write-ahead log, and none
// was given: the newest rows may be missing.
func (db *DB) WantsWAL() bool { return db.wants }

// Damage is an error that is ErrMalformed when the file is shorter than its header
// says or a part of the schema cannot be read, nil otherwise. What Tables lists can be
// read all the same, as far as it goes.
func (db *DB) Damage() error { return db.damage }

// Tables lists the ordinary tables, sorted by name: no views, no virtual tables, and
// none of SQLite's own.
func (db *DB) Tables() []string {
	names := make([]string, 0, len(db.tables))
	for _, t := range db.tables {
		names = append(names, t.name)
	}
	sort.Strings(names)
	return names
}

// Columns lists the columns of a table as the schema spells them, in its order and
// without computed ones. A table that does not exist has none. The error is ErrMalformed.
func (db *DB) Columns(name string) ([]string, error) {
	t := db.tables[fold(name)]
	if t == nil {
		return nil, nil
	}
	var names []string
	for _, c := range t.columns {
		if !c.computed {
			names = append(names, c.name)
		}
	}
	return names, t.err
}

// malformed makes an error that is ErrMalformed.
func malformed(format string, args ...any) error {
	return fmt.Errorf("%w: %w", ErrMalformed, fmt.Errorf(format, args...))
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
