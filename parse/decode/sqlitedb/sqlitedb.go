// Package sqlitedb reads the tables of a SQLite database that lies in memory: the
// bytes of the main file and, where there is one, of its write-ahead log.
//
// In go two byte slices, out come tables, columns and rows by name, and facts about
// the log. SQLite itself applies the log: a small file system of ours offers it the
// two slices, read-only, and what has no commit in the log is not shown. Nothing is
// written anywhere, least of all to the caller's slices.
//
// The bytes are not trusted. Only ordinary tables are read, straight through in rowid
// order, without indexes, views, triggers or virtual tables; nothing of the schema is
// executed. Work, rows and the bytes of values are bounded by what the file's size
// can honestly hold. Of a damaged table the rows up to the damage are delivered,
// then an error that is ErrMalformed. Missing tables and columns are absence.
package sqlitedb

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync/atomic"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/vfs"

	"flightlog/parse/timeline"
)

var (
	// ErrEmpty: the main file has zero bytes and there is no log.
	ErrEmpty = errors.New("the database has zero bytes")
	// ErrNoMain: there is a log, and the main file it belongs to is missing or has zero bytes.
	ErrNoMain = errors.New("a write-ahead log without its database")
	// ErrNotSQLite: the main file does not begin as a SQLite database does.
	ErrNotSQLite = errors.New("not a SQLite database")
	// ErrMalformed: SQLite, or a check of ours, found damage. It wraps what was found.
	ErrMalformed = errors.New("malformed database")
	// ErrLimit: reading stopped at a bound: rows, the size of one value, memory or work.
	ErrLimit = errors.New("limit reached")
)

// magic begins every SQLite database file.
const magic = "SQLite format 3\x00"

// DB is an open database. It is not safe for concurrent use.
type DB struct {
	conn   *sqlite3.Conn
	vfs    string // the name under which our file system is registered
	lim    timeline.Limits
	size   int64 // bytes of main file and log
	work   budget
	wal    WALFacts
	wants  bool
	damage error
	tables map[string]string // folded name -> name as the schema spells it
}

// opened makes the names of file systems unique; they are global to the library.
var opened atomic.Uint64

// Open opens the database whose main file is main. wal is its write-ahead log: nil
// when there is no such file, empty but not nil when there is one of zero bytes. The
// caller keeps both unchanged until Close.
//
// Errors are ErrEmpty, ErrNoMain, ErrNotSQLite, ErrMalformed or ErrLimit, by
// errors.Is. A log whose header cannot be read is left out, see WALFacts.
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
		vfs:   "flightlog-" + strconv.FormatUint(opened.Add(1), 10),
		lim:   lim,
		work:  budget{Context: context.Background()},
		size:  int64(len(main)) + int64(len(wal)),
		wal:   ScanWAL(wal),
		wants: wal == nil && len(main) > 19 && main[18] == 2 && main[19] == 2,
	}
	db.wal.Present = wal != nil
	if db.wal.BadHeader {
		wal = nil
	}
	vfs.Register(db.vfs, files{main: wholePages(main), wal: wal})
	if err := db.open(); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// open connects, closes every door that reading does not need, and loads the schema.
func (db *DB) open() (err error) {
	defer outOfMemory(&err)
	db.conn, err = sqlite3.OpenFlags("file:main?vfs="+db.vfs, sqlite3.OPEN_READONLY|sqlite3.OPEN_URI)
	if err != nil {
		return classify(err)
	}
	db.refill(schemaColumns)
	db.conn.SetInterrupt(&db.work)
	// Exclusive comes first: only then does SQLite keep the log's index in its own
	// memory and ask for no shared memory, which our file system does not have.
	err = db.conn.Exec(`PRAGMA locking_mode=exclusive; PRAGMA trusted_schema=off; PRAGMA cell_size_check=on;
		PRAGMA query_only=on; PRAGMA temp_store=memory; PRAGMA mmap_size=0`)
	if err != nil {
		return classify(err)
	}
	for op, on := range map[sqlite3.DBConfig]bool{
		sqlite3.DBCONFIG_DEFENSIVE:        true,
		sqlite3.DBCONFIG_NO_CKPT_ON_CLOSE: true,
		sqlite3.DBCONFIG_ENABLE_VIEW:      false,
		sqlite3.DBCONFIG_ENABLE_TRIGGER:   false,
	} {
		if _, err := db.conn.Config(op, on); err != nil {
			return classify(err)
		}
	}
	db.conn.Limit(sqlite3.LIMIT_ATTACHED, 0)
	db.conn.Limit(sqlite3.LIMIT_LENGTH, valueBytes)
	err = db.loadTables()
	if errors.Is(err, ErrMalformed) {
		return db.salvage(err)
	}
	return err
}

// salvage loads what it can of a schema that SQLite refuses as a whole, because the
// file is shorter than it says or a statement in the schema makes no sense. A writable
// schema is SQLite's own way to get at the rest, and needs the defence against it down;
// there is nothing here that could be written. damage is returned when nothing is found.
func (db *DB) salvage(damage error) error {
	if _, err := db.conn.Config(sqlite3.DBCONFIG_DEFENSIVE, false); err != nil {
		return damage
	}
	if err := db.conn.Exec(`PRAGMA writable_schema=on`); err != nil {
		return damage
	}
	if db.loadTables(); len(db.tables) == 0 {
		return damage
	}
	db.damage = damage
	return nil
}

// Close releases the database and unregisters its file system. It must not be called
// from within Each. Closing twice does nothing.
func (db *DB) Close() error {
	if db.vfs == "" {
		return nil
	}
	if err := db.conn.Close(); err != nil {
		return fmt.Errorf("closing the database: %w", err)
	}
	vfs.Unregister(db.vfs)
	db.vfs, db.conn, db.tables = "", nil, nil
	return nil
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

// classify turns an error of the library into one of ours.
func classify(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, sqlite3.INTERRUPT), errors.Is(err, sqlite3.TOOBIG):
		return fmt.Errorf("%w: %w", ErrLimit, err)
	}
	return fmt.Errorf("%w: %w", ErrMalformed, err)
}
