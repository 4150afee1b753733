package sqlitedb

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ncruces/go-sqlite3"

	"flightlog/parse/timeline"
)

// pages gives the root page of a table and the child pages of that root, 1-based.
func (l *lab) pages(table string) (root int, children []int) {
	l.tb.Helper()
	stmt, _, err := l.conn.Prepare(`SELECT rootpage FROM sqlite_schema WHERE name=` + sqlite3.Quote(table))
	if err != nil || !stmt.Step() {
		l.tb.Fatal(table, err)
	}
	root = stmt.ColumnInt(0)
	if err := stmt.Close(); err != nil {
		l.tb.Fatal(err)
	}
	page := l.main()[(root-1)*4096:]
	if page[0] != 5 {
		l.tb.Fatalf("the root of %s is of type %d, want an inner page", table, page[0])
	}
	for i := range int(binary.BigEndian.Uint16(page[3:])) {
		cell := binary.BigEndian.Uint16(page[12+2*i:])
		children = append(children, int(binary.BigEndian.Uint32(page[cell:])))
	}
	return root, append(children, int(binary.BigEndian.Uint32(page[8:])))
}

// long makes a table of 200 rows on a dozen leaf pages.
func long(tb testing.TB) *lab {
	return newLab(tb, `CREATE TABLE t(a)`, `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<200)
		INSERT INTO t SELECT printf('%-200d', i) FROM n`)
}

func TestDamageInTheMiddle(t *testing.T) {
	l := long(t)
	_, leaves := l.pages("t")
	whole, err := texts(open(t, l.main(), nil), "t", "a")
	if err != nil || len(whole) != 200 {
		t.Fatalf("%d rows, %v", len(whole), err)
	}
	bad := leaves[len(leaves)/2]
	for name, damage := range map[string]func(page []byte){
		"zeros":         func(page []byte) { clear(page) },
		"noise":         func(page []byte) { copy(page, strings.Repeat("noise", 900)) },
		"too many rows": func(page []byte) { page[3] = 0xff },
	} {
		t.Run(name, func(t *testing.T) {
			main := l.main()
			damage(main[(bad-1)*4096 : bad*4096])
			got, err := texts(open(t, main, nil), "t", "a")
			if !errors.Is(err, ErrMalformed) {
				t.Errorf("error %v, want malformed", err)
			}
			if len(got) == 0 || len(got) >= 200 || !slices.Equal(got, whole[:len(got)]) {
				t.Errorf("%d rows came, want the first ones up to the damage", len(got))
			}
			if err != nil && !strings.Contains(err.Error(), fmt.Sprintf(`table "t" after %d rows`, len(got))) {
				t.Errorf("%q does not say where", err)
			}
		})
	}
}

// TestCutMainFile cuts at many lengths, also inside a page: what comes are the first
// rows, and none is made of the zeros that stand for what is missing.
func TestCutMainFile(t *testing.T) {
	l := long(t)
	main := l.main()
	whole, err := texts(open(t, main, nil), "t", "a")
	if err != nil || open(t, main, nil).Damage() != nil {
		t.Fatal("the whole file is damaged:", err)
	}
	for size := len(main) - 1; size > 4*4096; size -= 1021 {
		db := open(t, main[:size], nil)
		if !errors.Is(db.Damage(), ErrMalformed) {
			t.Errorf("cut to %d bytes, reported as %v", size, db.Damage())
		}
		got, err := texts(db, "t", "a")
		if !errors.Is(err, ErrMalformed) || len(got) == 0 || len(got) >= 200 || !slices.Equal(got, whole[:len(got)]) {
			t.Errorf("cut to %d bytes: %d rows, %v", size, len(got), err)
		}
	}
}

func TestCutLargePage(t *testing.T) {
	l := newLab(t, `PRAGMA page_size=65536`, `CREATE TABLE t(a)`,
		`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<2000) INSERT INTO t SELECT printf('%-100d', i) FROM n`)
	main := l.main()
	whole, err := texts(open(t, main, nil), "t", "a")
	if err != nil || len(main)%65536 != 0 {
		t.Fatal(len(main), err)
	}
	db := open(t, main[:len(main)-30000], nil)
	got, err := texts(db, "t", "a")
	if db.Damage() == nil || !errors.Is(err, ErrMalformed) || len(got) == 0 || !slices.Equal(got, whole[:len(got)]) {
		t.Errorf("%d rows, %v", len(got), err)
	}
}

// TestViewUnderATablesName has a schema whose parts contradict each other, so that a
// table's name leads to a view.
func TestViewUnderATablesName(t *testing.T) {
	l := newLab(t, `CREATE TABLE v(a)`, `CREATE TABLE other(a)`, `CREATE VIEW w AS SELECT 'executed' AS a`,
		`PRAGMA writable_schema=on; UPDATE sqlite_schema SET sql='CREATE TABLE x(a)' WHERE name='v';
		UPDATE sqlite_schema SET sql='CREATE VIEW v AS SELECT ''executed'' AS a' WHERE name='w'`)
	db := open(t, l.main(), nil)
	if tables, _ := db.Tables(); !slices.Contains(tables, "v") {
		t.Fatalf("tables %q", tables)
	}
	if got, err := texts(db, "v", "a"); !errors.Is(err, ErrMalformed) || len(got) > 0 {
		t.Errorf("%q, %v", got, err)
	}
}

func TestDamagedSchema(t *testing.T) {
	l := newLab(t, `CREATE TABLE before(a)`, `CREATE TABLE broken(a)`, `CREATE TABLE after(a)`, `INSERT INTO after VALUES('kept')`,
		`PRAGMA writable_schema=on; UPDATE sqlite_schema SET sql='CREATE TABLE broken(' WHERE name='broken'`)
	db := open(t, l.main(), nil)
	if err := db.Damage(); !errors.Is(err, ErrMalformed) || !strings.Contains(err.Error(), "broken") {
		t.Errorf("reported as %v", err)
	}
	if got, err := texts(db, "after", "a"); err != nil || !slices.Equal(got, []string{"1 kept"}) {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := texts(db, "broken", "a"); !errors.Is(err, ErrMalformed) || len(got) > 0 {
		t.Errorf("%q, %v", got, err)
	}
}

// TestPageVisitedTwice leads the tree to its first leaf again and again.
func TestPageVisitedTwice(t *testing.T) {
	l := long(t)
	root, leaves := l.pages("t")
	main := l.main()
	page := main[(root-1)*4096:]
	binary.BigEndian.PutUint32(page[8:], uint32(leaves[0]))
	got, err := texts(open(t, main, nil), "t", "a")
	if !errors.Is(err, ErrMalformed) || len(got) < 100 {
		t.Errorf("%d rows, %v", len(got), err)
	}
}

// TestMoreContentThanFile gives a late column a long default, by which every short
// row of a small file claims a megabyte.
func TestMoreContentThanFile(t *testing.T) {
	l := newLab(t, `CREATE TABLE t(a)`,
		`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<400) INSERT INTO t SELECT i FROM n`,
		`PRAGMA writable_schema=on; UPDATE sqlite_schema SET sql='CREATE TABLE t(a, b DEFAULT '''||printf('%.*c', 900000, 'x')||''')'`)
	got, err := texts(open(t, l.main(), nil), "t", "b")
	if !errors.Is(err, ErrMalformed) || len(got) < 10 || len(got) > 100 {
		t.Errorf("%d rows, %v", len(got), err)
	}
}

func TestWorkIsBounded(t *testing.T) {
	db := open(t, long(t).main(), nil)
	err := db.query(`WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM r) SELECT count(*), 0 FROM r`, "", func([]value) {})
	if !errors.Is(err, ErrLimit) {
		t.Errorf("an endless query ended with %v", err)
	}
	if n := count(t, db, "t"); n != 200 {
		t.Errorf("afterwards %d rows, want 200", n)
	}
	l := newLab(t, `CREATE TABLE t(a)`, `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<20000) INSERT INTO t SELECT 1 FROM n`)
	if n := count(t, open(t, l.main(), nil), "t"); n != 20000 {
		t.Errorf("of the smallest rows %d, want all 20000", n)
	}
}

func TestHugeValueIsALimit(t *testing.T) {
	l := newLab(t, `CREATE TABLE t(a)`, `INSERT INTO t VALUES('short')`, `INSERT INTO t VALUES(zeroblob(5000))`)
	db := open(t, l.main(), nil)
	if was := db.conn.Limit(sqlite3.LIMIT_LENGTH, 4999); was != valueBytes {
		t.Errorf("a value may have %d bytes, want %d", was, valueBytes)
	}
	got, err := texts(db, "t", "a")
	if !errors.Is(err, ErrLimit) || !slices.Equal(got, []string{"1 short"}) {
		t.Errorf("%d rows, %v", len(got), err)
	}
}

// TestNothingIsWritten tries what a reader never does.
func TestNothingIsWritten(t *testing.T) {
	l := grown(t, 3)
	main, wal := l.main(), l.wal()
	db := open(t, main, wal)
	for _, sql := range []string{`INSERT INTO t VALUES('x')`, `PRAGMA wal_checkpoint(truncate)`, `PRAGMA journal_mode=delete`,
		`VACUUM`, `PRAGMA user_version=7`, `ATTACH 'other' AS o`} {
		if err := db.conn.Exec(`PRAGMA query_only=off; ` + sql); err == nil && !strings.HasPrefix(sql, "PRAGMA") {
			t.Errorf("%s was carried out", sql)
		}
	}
	if !slices.Equal(main, l.main()) || !slices.Equal(wal, l.wal()) {
		t.Error("the caller's bytes changed")
	}
}

func TestMemoryEndsAsALimit(t *testing.T) {
	db, err := Open(long(t).main(), nil, timeline.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.conn.HardHeapLimit(200_000)
	err = db.query(`SELECT zeroblob(1000000), 0`, "", func([]value) {})
	if !errors.Is(err, ErrLimit) {
		t.Errorf("out of memory ended as %v", err)
	}
}
