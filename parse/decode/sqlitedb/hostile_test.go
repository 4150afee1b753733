package sqlitedb

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"testing"

	"flightlog/parse/fixture"
	"flightlog/parse/timeline"
)

// put writes a number of four bytes at a place of a copy of a file.
func put(file []byte, at int, n uint32) []byte {
	out := append([]byte(nil), file...)
	binary.BigEndian.PutUint32(out[at:], n)
	return out
}

// handed gives a database to who asked for hostile archives, in a home.
func handed(t *testing.T, name string, main, wal []byte) bool {
	t.Helper()
	home := []fixture.File{{Name: ".copilot/session-store.db", Data: main}}
	if wal != nil {
		home = append(home, fixture.File{Name: ".copilot/session-store.db-wal", Data: wal})
	}
	return fixture.Handed(t, name, fixture.Zip(t, home, fixture.Shape{Stored: true}), "")
}

// endure reads all of a database. It says how many rows came and the first error, which is
// one of ours; whatever the bytes claim, it may not allocate more than most.
func endure(t *testing.T, name string, main, wal []byte, most uint64) (rows int, first error) {
	t.Helper()
	note := func(err error) {
		if err == nil {
			return
		}
		if first == nil {
			first = err
		}
		if !errors.Is(err, ErrMalformed) && !errors.Is(err, ErrLimit) && !errors.Is(err, ErrNotSQLite) && !errors.Is(err, ErrNoRowid) {
			t.Errorf("%s: %v is no error of ours", name, err)
		}
	}
	fixture.Spent(t, name, most, func() {
		db, err := Open(main, wal, timeline.DefaultLimits())
		if note(err); err != nil {
			return
		}
		defer db.Close()
		note(db.Damage())
		tables, err := db.Tables()
		note(err)
		for _, table := range tables {
			columns, err := db.Columns(table)
			note(err)
			note(db.Each(table, columns, func(Row) error { rows++; return nil }))
			note(db.EachBack(table, columns, -1, func(Row) error { return nil }))
		}
	})
	return rows, first
}

// TestHostileFiles: sizes, trees, chains and lists that lie. 200 honest rows lie in each.
func TestHostileFiles(t *testing.T) {
	l := long(t)
	root, leaves := l.pages("t")
	main := l.main()
	at := func(page int) int { return (page - 1) * 4096 }
	size := func(high, low byte) []byte {
		out := l.main()
		out[16], out[17] = high, low
		return out
	}
	deep := append([]byte(nil), main...) // the first leaf becomes an inner page that leads to the root
	deep[at(leaves[0])] = 5
	binary.BigEndian.PutUint32(deep[at(leaves[0])+8:], uint32(root))
	cell := int(binary.BigEndian.Uint16(main[at(leaves[1])+8:]))
	huge := func(behind int) []byte { // a number of nine bytes, so many bytes behind a cell's start
		out := append([]byte(nil), main...)
		copy(out[at(leaves[1])+cell+behind:], "\xff\xff\xff\xff\xff\xff\xff\xff\xff")
		return out
	}

	blob := newLab(t, `CREATE TABLE t(a)`, `INSERT INTO t VALUES(zeroblob(40000)), ('behind')`)
	chain := blob.main()
	for page := 3; at(page) < len(chain); page++ {
		binary.BigEndian.PutUint32(chain[at(page):], 3)
	}
	free := newLab(t, `CREATE TABLE t(a)`, `INSERT INTO t VALUES(zeroblob(40000)), ('kept')`, `DELETE FROM t WHERE rowid=1`)
	list := free.main()
	trunk := binary.BigEndian.Uint32(list[32:])
	list = put(put(put(list, at(int(trunk)), trunk), at(int(trunk))+4, 0xffffffff), 36, 0xffffffff)

	for _, c := range []struct {
		name string
		main []byte
		rows int // at least
		fail bool
	}{
		{"sqlite: a page of 0 bytes", size(0, 0), 0, true},
		{"sqlite: a page of 1, which is 65,536", size(0, 1), 0, true},
		{"sqlite: a page of 513 bytes", size(2, 1), 0, true},
		{"sqlite: a page of 256 bytes", size(1, 0), 0, true},
		{"sqlite: 4 Gi pages claimed", put(main, 28, 0xffffffff), 0, true},
		{"sqlite: a tree that leads to its root", put(main, at(root)+8, uint32(root)), 150, true},
		{"sqlite: a leaf that leads to the root", deep, 0, true},
		{"sqlite: a row of 2^63 bytes", huge(0), 10, true},
		{"sqlite: a row's head of 2^63 bytes", huge(3), 10, true},
		{"sqlite: a value of 2^63 bytes", huge(4), 10, true},
		{"sqlite: an overflow chain in a circle", chain, 0, false},
		{"sqlite: a free list in a circle", list, 1, false},
	} {
		if handed(t, c.name, c.main, nil) {
			continue
		}
		rows, err := endure(t, c.name, c.main, nil, 64*timeline.MiB)
		if rows < c.rows || rows > 250 || c.fail != (err != nil) {
			t.Errorf("%s: %d rows, %v", c.name, rows, err)
		}
	}
}

// TestHostileSchemas: nothing of a schema is executed, and none is too large to list.
func TestHostileSchemas(t *testing.T) {
	endless := `WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM r) SELECT n FROM r`
	for _, c := range []struct {
		name   string
		script []string
		rows   int
		fail   bool
	}{
		{"schema: triggers and endless views", []string{`CREATE TABLE t(a)`, `INSERT INTO t VALUES(1)`, `CREATE VIEW v AS ` + endless, `CREATE TRIGGER g AFTER INSERT ON t BEGIN DELETE FROM t; END`,
			`CREATE TRIGGER h INSTEAD OF INSERT ON v BEGIN SELECT load_extension('x'); END`}, 1, false},
		{"schema: virtual tables that nobody knows", []string{`CREATE TABLE t(a)`, `INSERT INTO t VALUES(1)`, `PRAGMA writable_schema=on;
			INSERT INTO sqlite_schema VALUES('table','sessions','sessions',0,'CREATE VIRTUAL TABLE sessions USING nobody(x)'),('table','f','f',0,'CREATE VIRTUAL TABLE f USING fts5(x)')`}, 1, false},
		{"schema: defaults and checks that compute", []string{`CREATE TABLE t(a, b DEFAULT (randomblob(1000000000)), c AS (zeroblob(500000000)) VIRTUAL, CHECK (a < 10))`, `CREATE INDEX i ON t(abs(a))`,
			`INSERT INTO t(a, b) VALUES(1, 2)`}, 1, false},
		{"schema: 1,000 tables", func() []string {
			var out []string
			for i := range 1000 {
				out = append(out, fmt.Sprintf(`CREATE TABLE t%d(a)`, i))
			}
			return []string{`BEGIN;` + strings.Join(out, ";") + `;COMMIT`}
		}(), 0, false},
		{"schema: 2,000 columns", []string{`CREATE TABLE t(` + strings.TrimSuffix(strings.Repeat("c%d,", 2000), ",") + `)`}, 0, true},
		{"schema: a table that is the schema", []string{`CREATE TABLE t(a)`, `INSERT INTO t VALUES(1)`, `PRAGMA writable_schema=on; UPDATE sqlite_schema SET rootpage=1 WHERE name='t'`}, 0, true},
		{"schema: one root for a hundred tables", []string{`CREATE TABLE t(a)`, `INSERT INTO t VALUES(1)`, `PRAGMA writable_schema=on;
			WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<100) INSERT INTO sqlite_schema SELECT 'table','u'||i,'u'||i,2,'CREATE TABLE u'||i||'(a)' FROM n`}, 1, false},
	} {
		for i, sql := range c.script {
			if strings.Contains(sql, "c%d") {
				names := make([]any, 2000)
				for n := range names {
					names[n] = n
				}
				c.script[i] = fmt.Sprintf(sql, names...)
				c.script = append(c.script, `INSERT INTO t(c0) VALUES(1)`)
			}
		}
		main := newLab(t, c.script...).main()
		if handed(t, c.name, main, nil) {
			continue
		}
		rows, err := endure(t, c.name, main, nil, 256*timeline.MiB)
		if rows < c.rows || rows > 300 || c.fail != (err != nil) {
			t.Errorf("%s: %d rows, %v", c.name, rows, err)
		}
	}
}

// TestHostileLogs: frames whose checksums are right and whose numbers lie. The main file is
// a lone page; what was committed is four rows.
func TestHostileLogs(t *testing.T) {
	l := grown(t, 4)
	main, wal := l.main(), l.wal()
	last := len(wal) - walFrame - 4096
	for _, c := range []struct {
		name string
		wal  []byte
	}{
		{"wal: 4 Gi pages after a commit", resum(put(wal, last+4, 0xffffffff))},
		{"wal: no page after a commit", resum(put(wal, last+4, 0))},
		{"wal: page 0", resum(put(wal, last, 0))},
		{"wal: page 4,294,967,295", resum(put(wal, last, 0xffffffff))},
		{"wal: pages of 0 bytes", put(wal, 8, 0)},
		{"wal: pages of 513 bytes", put(wal, 8, 513)},
		{"wal: pages of 2 GiB", put(wal, 8, 1<<31)},
		{"wal: a version to come", put(wal, 4, 4_000_000)},
		{"wal: a header alone", wal[:walHeader]},
	} {
		if handed(t, c.name, main, c.wal) {
			continue
		}
		rows, err := endure(t, c.name, main, c.wal, 64*timeline.MiB)
		if rows > 4 {
			t.Errorf("%s: %d rows, %v", c.name, rows, err)
		}
	}
}
