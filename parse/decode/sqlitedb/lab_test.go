package sqlitedb

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"sync/atomic"
	"testing"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/vfs"

	"flightlog/parse/timeline"
)

// lab is a database under construction: a writable file system in memory whose files
// can be copied at any moment, also in the middle of a transaction.
type lab struct {
	tb    testing.TB
	conn  *sqlite3.Conn
	files map[string]*labFile
}

var labs atomic.Uint64

// newLab opens an empty database. It closes with the test.
func newLab(tb testing.TB, script ...string) *lab {
	tb.Helper()
	l := &lab{tb: tb, files: map[string]*labFile{}}
	name := "lab-" + strconv.FormatUint(labs.Add(1), 10)
	vfs.Register(name, l)
	conn, err := sqlite3.Open("file:main?vfs=" + name)
	if err != nil {
		tb.Fatal(err)
	}
	l.conn = conn
	tb.Cleanup(func() {
		if err := conn.Close(); err != nil {
			tb.Error(err)
		}
		vfs.Unregister(name)
	})
	l.exec("PRAGMA locking_mode=exclusive; PRAGMA page_size=4096; PRAGMA temp_store=memory")
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
func (l *lab) main() []byte { return l.copy("main") }
func (l *lab) wal() []byte  { return l.copy("main-wal") }

func (l *lab) copy(name string) []byte {
	if f := l.files[name]; f != nil {
		return bytes.Clone(f.data)
	}
	return nil
}

func (l *lab) Open(name string, flags vfs.OpenFlag) (vfs.File, vfs.OpenFlag, error) {
	f := l.files[name]
	if f == nil {
		f = new(labFile)
		l.files[name] = f
	}
	return f, flags, nil
}

func (l *lab) Delete(name string, _ bool) error {
	delete(l.files, name)
	return nil
}

func (l *lab) Access(name string, _ vfs.AccessFlag) (bool, error) {
	return l.files[name] != nil, nil
}

func (l *lab) FullPathname(name string) (string, error) { return name, nil }

// labFile is one writable file in memory.
type labFile struct {
	file
	data []byte
}

func (f *labFile) ReadAt(p []byte, off int64) (int, error) { return file(f.data).ReadAt(p, off) }
func (f *labFile) Size() (int64, error)                    { return int64(len(f.data)), nil }

func (f *labFile) WriteAt(p []byte, off int64) (int, error) {
	if end := int(off) + len(p); end > len(f.data) {
		f.data = append(f.data, make([]byte, end-len(f.data))...)
	}
	return copy(f.data[off:], p), nil
}

func (f *labFile) Truncate(size int64) error {
	if size > int64(len(f.data)) {
		return io.ErrShortWrite
	}
	f.data = f.data[:size]
	return nil
}

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
