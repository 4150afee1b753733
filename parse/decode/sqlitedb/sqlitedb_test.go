package sqlitedb

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/ncruces/go-sqlite3/vfs"

	"flightlog/parse/timeline"
)

func TestOpenSaysWhatItGot(t *testing.T) {
	good := newWAL(t, "CREATE TABLE t(a)")
	cases := []struct {
		name      string
		main, wal []byte
		want      error
	}{
		{"zero bytes", nil, nil, ErrEmpty},
		{"zero bytes and an empty log", []byte{}, []byte{}, ErrEmpty},
		{"a log alone", nil, good.wal(), ErrNoMain},
		{"a zip", []byte("PK\x03\x04" + strings.Repeat("x", 5000)), nil, ErrNotSQLite},
		{"a cut magic", []byte(magic[:12]), nil, ErrNotSQLite},
		{"magic and nothing more", []byte(magic), nil, ErrMalformed},
		{"magic and noise", []byte(magic + strings.Repeat("noise", 2000)), nil, ErrMalformed},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			db, err := Open(c.main, c.wal, timeline.DefaultLimits())
			if !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
			if db != nil {
				t.Error("a database came with the error")
			}
		})
	}
}

func TestValues(t *testing.T) {
	l := newLab(t, `CREATE TABLE v(id INTEGER PRIMARY KEY, a)`,
		`INSERT INTO v VALUES(-5,NULL),(1,42),(2,1.5),(3,'text'),(4,''),(5,x'00ff'),(6,x''),(9223372036854775807,-9223372036854775808)`)
	want := []any{nil, int64(42), 1.5, "text", "", []byte{0, 255}, []byte{}, int64(math.MinInt64)}
	var got []Row
	err := open(t, l.main(), nil).Each("v", []string{"a"}, func(r Row) error {
		i := len(got)
		if fmt.Sprintf("%T %v", r.Col("a"), r.Col("a")) != fmt.Sprintf("%T %v", want[i], want[i]) {
			t.Errorf("row %d: %#v, want %#v", r.Rowid, r.Col("a"), want[i])
		}
		_, text := r.Text("a")
		_, integer := r.Int("a")
		if text != (i == 3 || i == 4) || integer != (i == 1 || i == 7) {
			t.Errorf("row %d: text %v, integer %v", r.Rowid, text, integer)
		}
		got = append(got, r)
		return nil
	})
	if err != nil || len(got) != len(want) {
		t.Fatalf("%d rows, %v", len(got), err)
	}
	if got[0].Rowid != -5 || got[7].Rowid != math.MaxInt64 {
		t.Errorf("rowids %d to %d", got[0].Rowid, got[7].Rowid)
	}
}

func TestBlobsAreCopies(t *testing.T) {
	l := newLab(t, `CREATE TABLE b(x)`, `INSERT INTO b VALUES(x'0102'),(x'0304')`)
	var kept [][]byte
	err := open(t, l.main(), nil).Each("b", []string{"x"}, func(r Row) error {
		kept = append(kept, r.Col("x").([]byte))
		return nil
	})
	if err != nil || !bytes.Equal(kept[0], []byte{1, 2}) || !bytes.Equal(kept[1], []byte{3, 4}) {
		t.Errorf("kept %v, %v", kept, err)
	}
}

func TestTablesAreTheOrdinaryOnes(t *testing.T) {
	l := newLab(t, `CREATE TABLE zebra(a)`, `CREATE TABLE "Ape ""quoted"""(a INTEGER PRIMARY KEY AUTOINCREMENT)`,
		`CREATE VIEW hang AS WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM r) SELECT n FROM r`,
		`CREATE TABLE bare(k TEXT PRIMARY KEY) WITHOUT ROWID`, `CREATE INDEX i ON zebra(a)`,
		`PRAGMA writable_schema=on; INSERT INTO sqlite_schema VALUES
		('table','search_index','search_index',0,'CREATE VIRTUAL TABLE search_index USING fts5(content)')`)
	db := open(t, l.main(), nil)
	tables, err := db.Tables()
	if want := []string{`Ape "quoted"`, "bare", "zebra"}; err != nil || !slices.Equal(tables, want) {
		t.Errorf("tables %q, %v; want %q", tables, err, want)
	}
	for _, name := range []string{"hang", "search_index", "sqlite_schema", "sqlite_sequence", "no such", `x" UNION SELECT 1 --`} {
		if rows, err := texts(db, name, "n"); len(rows) != 0 || err != nil {
			t.Errorf("%q: %d rows, %v; want none", name, len(rows), err)
		}
		if columns, err := db.Columns(name); len(columns) != 0 || err != nil {
			t.Errorf("%q: columns %q, %v; want none", name, columns, err)
		}
	}
}

func TestSchemaDrift(t *testing.T) {
	l := newLab(t, `CREATE TABLE Turns("Session ID" TEXT, user_message TEXT, brand_new BLOB, twice AS (user_message||user_message))`,
		`INSERT INTO turns VALUES('s','hello',x'00')`)
	db := open(t, l.main(), nil)
	columns, err := db.Columns("turns")
	if want := []string{"Session ID", "user_message", "brand_new"}; err != nil || !slices.Equal(columns, want) {
		t.Errorf("columns %q, %v; want %q", columns, err, want)
	}
	ask := []string{"gone", "USER_MESSAGE", "session id", "twice", `user_message" FROM turns --`}
	err = db.Each("TURNS", ask, func(r Row) error {
		want := []any{nil, "hello", "s", nil, nil}
		for i, name := range ask {
			if r.Col(name) != want[i] {
				t.Errorf("%s: %v, want %v", name, r.Col(name), want[i])
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func TestRowids(t *testing.T) {
	l := newLab(t,
		`CREATE TABLE hidden(rowid TEXT, _rowid_ TEXT, a)`, `INSERT INTO hidden(oid,rowid,a) VALUES(7,'x','seven'),(3,'y','three')`,
		`CREATE TABLE lost(rowid, _rowid_, oid, a)`, `CREATE INDEX l ON lost(a)`, `INSERT INTO lost VALUES(0,0,0,'z first'),(0,0,0,'a second')`,
		`CREATE TABLE bare(k TEXT PRIMARY KEY, a) WITHOUT ROWID`, `INSERT INTO bare VALUES('b','a 2nd'),('a','z 1st')`,
		`CREATE TABLE covered(a, b)`, `CREATE INDEX c ON covered(a)`, `INSERT INTO covered(a) VALUES('z'),('y'),('x')`,
		`DELETE FROM covered WHERE a='y'`)
	db := open(t, l.main(), nil)
	for table, want := range map[string][]string{
		"hidden":  {"3 three", "7 seven"},
		"lost":    {"1 z first", "2 a second"},
		"bare":    {"1 z 1st", "2 a 2nd"},
		"covered": {"1 z", "3 x"},
	} {
		if got, err := texts(db, table, "a"); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q, %v; want %q", table, got, err, want)
		}
	}
}

func TestUTF16(t *testing.T) {
	l := newLab(t, `PRAGMA encoding='UTF-16le'`, `CREATE TABLE t(a)`, `INSERT INTO t VALUES('häß 🛫')`)
	if got, err := texts(open(t, l.main(), nil), "t", "a"); err != nil || !slices.Equal(got, []string{"1 häß 🛫"}) {
		t.Errorf("%q, %v", got, err)
	}
}

func TestRowLimit(t *testing.T) {
	l := newLab(t, `CREATE TABLE t(a)`, `INSERT INTO t VALUES(1),(2),(3)`)
	for rows, want := range map[int]error{3: nil, 2: ErrLimit} {
		lim := timeline.DefaultLimits()
		lim.Rows = rows
		db, err := Open(l.main(), nil, lim)
		if err != nil {
			t.Fatal(err)
		}
		got, err := texts(db, "t", "a")
		if len(got) != rows || !errors.Is(err, want) {
			t.Errorf("%d allowed: %d rows, %v", rows, len(got), err)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestCallbackErrorComesBack(t *testing.T) {
	l := newLab(t, `CREATE TABLE t(a)`, `INSERT INTO t VALUES(1),(2)`)
	stop, calls := errors.New("stop"), 0
	db := open(t, l.main(), nil)
	if err := db.Each("t", nil, func(Row) error { calls++; return stop }); err != stop || calls != 1 {
		t.Errorf("%v after %d calls", err, calls)
	}
	if n := count(t, db, "t"); n != 2 {
		t.Errorf("afterwards %d rows, want 2", n)
	}
}

func TestCloseLeavesNothingBehind(t *testing.T) {
	l := newWAL(t, `CREATE TABLE t(a)`, `INSERT INTO t VALUES(1)`)
	db, err := Open(l.main(), l.wal(), timeline.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	name := db.vfs
	if vfs.Find(name) == nil {
		t.Fatal("the open database has no file system")
	}
	for range 2 {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}
	if vfs.Find(name) != nil {
		t.Error("the file system is still registered")
	}
	if n, err := texts(db, "t", "a"); len(n) != 0 || err != nil {
		t.Errorf("a closed database gave %q, %v", n, err)
	}
}
