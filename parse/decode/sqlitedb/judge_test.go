package sqlitedb

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/vfs"
)

// judge is SQLite itself over the same bytes: what it reads is right.
type judge struct {
	conn *sqlite3.Conn
}

// judges makes the names of file systems unique; they are global to the library.
var judges atomic.Uint64

// newJudge opens the bytes read-only. With lenient it takes a schema that it would refuse
// as a whole, and a file that is shorter than it says.
func newJudge(tb testing.TB, main, wal []byte, lenient bool) (*judge, error) {
	tb.Helper()
	if ScanWAL(wal).BadHeader {
		wal = nil
	}
	name := "judge-" + strconv.FormatUint(judges.Add(1), 10)
	vfs.Register(name, files{wholePages(main), wal})
	tb.Cleanup(func() { vfs.Unregister(name) })
	conn, err := sqlite3.OpenFlags("file:main?vfs="+name, sqlite3.OPEN_READONLY|sqlite3.OPEN_URI)
	if err != nil {
		return nil, err
	}
	tb.Cleanup(func() {
		if err := conn.Close(); err != nil {
			tb.Error(err)
		}
	})
	if err := conn.Exec(`PRAGMA locking_mode=exclusive; PRAGMA trusted_schema=off; PRAGMA cell_size_check=on; PRAGMA query_only=on; PRAGMA mmap_size=0`); err != nil {
		return nil, err
	}
	if lenient {
		if err := conn.Exec(`PRAGMA writable_schema=on`); err != nil {
			return nil, err
		}
	}
	return &judge{conn}, conn.Exec(`SELECT count(*) FROM sqlite_schema`)
}

// rows reads a table as SQLite does, in the order of rowids, one text a row, as rowsOf.
func (j *judge) rows(table string, columns []string, ordinal bool) (out []string, err error) {
	list := "rowid"
	if ordinal {
		list = "0"
	}
	for _, c := range columns {
		list += ", " + sqlite3.QuoteIdentifier(c)
	}
	order := " ORDER BY 1"
	if ordinal {
		order = ""
	}
	stmt, _, err := j.conn.Prepare("SELECT " + list + " FROM main." + sqlite3.QuoteIdentifier(table) + " NOT INDEXED" + order)
	if err != nil {
		return nil, err
	}
	defer stmt.Close()
	for last := int64(0); stmt.Step(); last = stmt.ColumnInt64(0) {
		if !ordinal && len(out) > 0 && stmt.ColumnInt64(0) <= last {
			return out, errors.New("a tree that does not go on, which SQLite does not mind")
		}
		row := strconv.FormatInt(stmt.ColumnInt64(0), 10)
		if ordinal {
			row = strconv.Itoa(len(out) + 1)
		}
		for i := range columns {
			row += " " + column1(stmt, i+1)
		}
		out = append(out, row)
	}
	return out, stmt.Err()
}

func column1(stmt *sqlite3.Stmt, i int) string {
	switch stmt.ColumnType(i) {
	case sqlite3.INTEGER:
		return fmt.Sprintf("%T %v", int64(0), stmt.ColumnInt64(i))
	case sqlite3.FLOAT:
		return fmt.Sprintf("%T %v", 0.0, stmt.ColumnFloat(i))
	case sqlite3.TEXT:
		return fmt.Sprintf("%T %q", "", string(stmt.ColumnRawText(i)))
	case sqlite3.BLOB:
		return fmt.Sprintf("%T %q", []byte{}, string(stmt.ColumnRawBlob(i)))
	}
	return "null"
}

// rowsOf reads a table with the reader under test, one text a row.
func rowsOf(db *DB, table string, columns []string) (out []string, err error) {
	err = db.Each(table, columns, func(r Row) error {
		row := strconv.FormatInt(r.Rowid, 10)
		for _, c := range columns {
			switch v := r.Col(c).(type) {
			case nil:
				row += " null"
			case string, []byte:
				row += fmt.Sprintf(" %T %q", v, v)
			default:
				row += fmt.Sprintf(" %T %v", v, v)
			}
		}
		out = append(out, row)
		return nil
	})
	return out, err
}

// files is a file system of two files in memory: "main" and, when wal is not empty,
// "main-wal".
type files struct{ main, wal []byte }

func (f files) Open(name string, flags vfs.OpenFlag) (vfs.File, vfs.OpenFlag, error) {
	given := flags &^ (vfs.OPEN_READWRITE | vfs.OPEN_CREATE)
	switch {
	case flags&vfs.OPEN_MAIN_DB != 0:
		return file(f.main), given | vfs.OPEN_READONLY, nil
	case flags&vfs.OPEN_WAL != 0:
		return file(f.wal), given | vfs.OPEN_READONLY, nil
	}
	return nil, flags, sqlite3.CANTOPEN
}

func (files) Delete(string, bool) error { return sqlite3.READONLY }

func (f files) Access(name string, _ vfs.AccessFlag) (bool, error) {
	return strings.HasSuffix(name, "-wal") && len(f.wal) > 0, nil
}

func (files) FullPathname(name string) (string, error) { return name, nil }

// file is one read-only file. Locks are granted: nobody else has the slice open.
type file []byte

func (f file) ReadAt(p []byte, off int64) (int, error) {
	if off < 0 || off >= int64(len(f)) {
		return 0, io.EOF
	}
	n := copy(p, f[off:])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

func (f file) Size() (int64, error)             { return int64(len(f)), nil }
func (file) Close() error                       { return nil }
func (file) WriteAt([]byte, int64) (int, error) { return 0, sqlite3.READONLY }
func (file) Truncate(int64) error               { return sqlite3.READONLY }
func (file) Sync(vfs.SyncFlag) error            { return nil }
func (file) Lock(vfs.LockLevel) error           { return nil }
func (file) Unlock(vfs.LockLevel) error         { return nil }
func (file) CheckReservedLock() (bool, error)   { return false, nil }
func (file) SectorSize() int                    { return 512 }
func (file) DeviceCharacteristics() vfs.DeviceCharacteristic {
	return vfs.IOCAP_SUBPAGE_READ
}

// wholePages leaves out the rest of a page at the end of a cut file: SQLite would take
// the missing part for zeros.
func wholePages(main []byte) []byte {
	if len(main) < 18 {
		return main
	}
	size := int(main[16])<<8 | int(main[17])
	if size == 1 {
		size = 65536
	}
	if size < 512 || len(main) < size {
		return main
	}
	return main[:len(main)-len(main)%size]
}

// agree holds the reader against SQLite over the same bytes: where SQLite reads a table to
// its end, the rows are the same; where it does not, the rows are those that it gave before
// the damage, or fewer. It gives the number of rows that were the same.
func agree(t *testing.T, main, wal []byte) (same int) {
	t.Helper()
	db, err := Open(main, wal, defaultLimits)
	j, judged := newJudge(t, main, wal, err == nil && db.Damage() != nil)
	if err != nil {
		if judged == nil {
			t.Errorf("SQLite opens what ends here as: %v", err)
		}
		return 0
	}
	if judged != nil {
		return 0 // SQLite refuses the whole for a part that is not read here
	}
	for _, table := range db.Tables() {
		columns, err := db.Columns(table)
		if err != nil {
			continue
		}
		want, wantErr := j.rows(table, columns, !db.tables[fold(table)].rowids())
		got, err := rowsOf(db, table, columns)
		if err != nil && strings.Contains(err.Error(), "a head of 0 bytes") {
			continue // of an empty record SQLite takes the byte behind it
		}
		n := min(len(got), len(want))
		for i := range n {
			if got[i] != want[i] {
				t.Errorf("table %q, row %d:\n%.300s\nand SQLite\n%.300s", table, i, got[i], want[i])
				break
			}
		}
		if wantErr == nil && (err != nil || len(got) != len(want)) || wantErr != nil && err == nil {
			t.Errorf("table %q: %d rows, %v; SQLite %d rows, %v", table, len(got), err, len(want), wantErr)
		}
		same += n
	}
	return same
}
