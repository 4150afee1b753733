package sqlitedb

import (
	"fmt"
	"testing"

	"github.com/ncruces/go-sqlite3"

	"flightlog/parse/fixture"
	"flightlog/parse/timeline"
)

// lab is a database under construction.
type lab struct {
	tb   testing.TB
	conn *sqlite3.Conn
	disk *fixture.Disk
}

// newLab opens an empty database. It closes with the test.
func newLab(tb testing.TB, script ...string) *lab {
	tb.Helper()
	disk, conn := fixture.NewDisk(tb)
	l := &lab{tb, conn, disk}
	for _, sql := range script {
		l.exec(sql)
	}
	return l
}

// newWAL opens an empty database of 4096 bytes whose tables will stand in the log alone.
func newWAL(tb testing.TB, script ...string) *lab {
	tb.Helper()
	l := newLab(tb, "PRAGMA journal_mode=wal; PRAGMA wal_autocheckpoint=0")
	for _, sql := range script {
		l.exec(sql)
	}
	return l
}

func (l *lab) exec(sql string) {
	l.tb.Helper()
	if err := l.conn.Exec(sql); err != nil {
		l.tb.Fatalf("%s: %v", sql, err)
	}
}

// main and wal copy the files as they are now; nil when there is none.
func (l *lab) main() []byte { return l.disk.Copy("main") }
func (l *lab) wal() []byte  { return l.disk.Copy("main-wal") }

// open opens and closes with the test.
func open(tb testing.TB, main, wal []byte) *DB {
	tb.Helper()
	db, err := Open(main, wal, timeline.DefaultLimits())
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := db.Close(); err != nil {
			tb.Error(err)
		}
	})
	return db
}

// texts reads one column of a table as "rowid value", and the error that ended it.
func texts(db *DB, table, column string) ([]string, error) {
	var out []string
	err := db.Each(table, []string{column}, func(r Row) error {
		out = append(out, fmt.Sprint(r.Rowid, " ", r.Col(column)))
		return nil
	})
	return out, err
}

// count counts the rows of a table.
func count(tb testing.TB, db *DB, table string) int {
	tb.Helper()
	n := 0
	if err := db.Each(table, nil, func(Row) error { n++; return nil }); err != nil {
		tb.Fatal(err)
	}
	return n
}
