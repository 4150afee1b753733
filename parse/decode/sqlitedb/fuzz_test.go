package sqlitedb

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/ncruces/go-sqlite3/vfs"

	"flightlog/parse/timeline"
)

// everything opens a database and renders all it gives, errors included.
func everything(t *testing.T, main, wal []byte) string {
	lim := timeline.DefaultLimits()
	lim.Rows = 2000
	db, err := Open(main, wal, lim)
	if err != nil {
		if !slices.ContainsFunc([]error{ErrEmpty, ErrNoMain, ErrNotSQLite, ErrMalformed, ErrLimit},
			func(want error) bool { return errors.Is(err, want) }) {
			t.Errorf("an error of no kind: %v", err)
		}
		return err.Error()
	}
	name := db.vfs
	out := fmt.Sprintf("%+v %v %v\n", db.WAL(), db.WantsWAL(), db.Damage())
	tables, err := db.Tables()
	if err != nil {
		t.Error(err)
	}
	for _, table := range tables {
		columns, err := db.Columns(table)
		out += fmt.Sprintf("%q %q %v\n", table, columns, err)
		rows, last := 0, int64(0)
		err = db.Each(table, columns, func(r Row) error {
			if rows > 0 && r.Rowid <= last {
				t.Errorf("table %q: rowid %d after %d", table, r.Rowid, last)
			}
			last = r.Rowid
			if rows++; rows < 50 {
				for _, c := range columns {
					out += fmt.Sprintf("%d %q %v\n", r.Rowid, c, r.Col(c))
				}
			}
			return nil
		})
		if rows > lim.Rows || err != nil && !errors.Is(err, ErrMalformed) && !errors.Is(err, ErrLimit) {
			t.Errorf("table %q: %d rows, %v", table, rows, err)
		}
		out += fmt.Sprintf("%d rows, %v\n", rows, err)
		backward(t, db, table, columns, rows, err)
	}
	if err := db.Close(); err != nil || vfs.Find(name) != nil {
		t.Errorf("closing: %v, file system left: %v", err, vfs.Find(name) != nil)
	}
	return out
}

// backward reads a table from its far end: rowids fall and stay above the bound, and where
// the table could be read to its end both ways see as many rows.
func backward(t *testing.T, db *DB, table string, columns []string, rows int, forward error) {
	back, last := 0, int64(0)
	err := db.EachBack(table, columns, -1<<63, func(r Row) error {
		if back > 0 && r.Rowid >= last || !r.Equal(r.Clone()) {
			t.Errorf("table %q, backwards: rowid %d after %d", table, r.Rowid, last)
		}
		last = r.Rowid
		back++
		return nil
	})
	if errors.Is(err, ErrNoRowid) {
		return
	}
	if err != nil && !errors.Is(err, ErrMalformed) && !errors.Is(err, ErrLimit) {
		t.Errorf("table %q, backwards: %v", table, err)
	}
	if err == nil && forward == nil && back != rows && last != -1<<63 {
		t.Errorf("table %q: %d rows forwards, %d backwards", table, rows, back)
	}
}

// FuzzOpen: whatever the bytes, they stay as they were, every error is of a known
// kind, rowids grow, and the same bytes give the same answer.
func FuzzOpen(f *testing.F) {
	small := newLab(f, `PRAGMA page_size=512; VACUUM`, `CREATE TABLE t(a, b)`, `CREATE TABLE u(k PRIMARY KEY) WITHOUT ROWID`,
		`INSERT INTO t VALUES(1, zeroblob(900)), ('x', 2.5)`, `INSERT INTO u VALUES('k')`)
	f.Add(small.main(), []byte(nil))
	l := newLab(f, `PRAGMA page_size=512; PRAGMA journal_mode=wal; PRAGMA wal_autocheckpoint=0`, `CREATE TABLE t(a)`, `INSERT INTO t VALUES(1),(2)`)
	f.Add(l.main(), l.wal())
	l.exec(`PRAGMA wal_checkpoint(restart); INSERT INTO t VALUES(3)`)
	f.Add(l.main(), l.wal())
	f.Add([]byte(magic), []byte(nil))
	f.Fuzz(func(t *testing.T, main, wal []byte) {
		mainWas, walWas := bytes.Clone(main), bytes.Clone(wal)
		first := everything(t, main, wal)
		if !bytes.Equal(main, mainWas) || !bytes.Equal(wal, walWas) {
			t.Error("the caller's bytes changed")
		}
		if again := everything(t, main, wal); again != first {
			t.Errorf("the same bytes gave\n%s\nand then\n%s", first, again)
		}
		if first, have, of := Alone(wal); have > of || first != nil && len(first) > len(wal) {
			t.Errorf("alone: %d of %d pages, the first of %d bytes", have, of, len(first))
		} else if first != nil {
			everything(t, first, wal)
		}
		facts := ScanWAL(wal)
		if facts.Commits > facts.Applied || facts.Applied > facts.Valid || facts.Valid > facts.Frames ||
			facts.Torn && (facts.TornAt < 0 || facts.TornAt > int64(len(wal))) {
			t.Errorf("facts that cannot be: %+v", facts)
		}
	})
}

// FuzzLog damages one byte of a log and cuts it: the rows are exactly those of the
// commits that the scanner counts before the damage, and a log that lost a commit is torn.
func FuzzLog(f *testing.F) {
	const commits, step = 13, walFrame + 4096
	l := grown(f, commits-1)
	main, whole := l.main(), l.wal()
	f.Add(uint32(walHeader+5*step+100), byte(1), uint32(len(whole)))
	f.Add(uint32(walHeader+5*step+9), byte(0x80), uint32(len(whole)))
	f.Add(uint32(0), byte(0), uint32(walHeader+7*step))
	f.Add(uint32(0), byte(0), uint32(walHeader+7*step+11))
	f.Add(uint32(3), byte(1), uint32(len(whole)))
	f.Fuzz(func(t *testing.T, at uint32, flip byte, cut uint32) {
		wal := bytes.Clone(whole[:min(int(cut), len(whole))])
		if int(at) < len(wal) {
			wal[at] ^= flip
		} else {
			flip = 0
		}
		db, err := Open(main, wal, timeline.DefaultLimits())
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		facts := db.WAL()
		got, err := texts(db, "t", "a")
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for i := 1; i < facts.Commits; i++ {
			want = append(want, fmt.Sprintf("%d row %d", i, i))
		}
		if !slices.Equal(got, want) || facts.Commits > commits {
			t.Errorf("%+v, and the rows %q", facts, got)
		}
		damaged := flip != 0 || len(wal) > 0 && len(wal) < walHeader || len(wal) > walHeader && (len(wal)-walHeader)%step != 0
		if damaged && !facts.Torn {
			// A single frame at the end that lost its salts looks like one of an earlier round.
			lastFrame := int(at) >= len(wal)-step && (at-walHeader)%step >= 8 && (at-walHeader)%step < 16
			if !lastFrame {
				t.Errorf("damaged at %d, %d bytes: %+v", at, len(wal), facts)
			}
		}
	})
}

// BenchmarkScan reads 100,000 rows of four columns.
func BenchmarkScan(b *testing.B) {
	l := newLab(b, `CREATE TABLE t(session_id TEXT, n INTEGER, said TEXT, at TEXT)`,
		`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<100000)
		INSERT INTO t SELECT 'session', i, printf('%-60d', i), '2026-11-30T20:00:00.000Z' FROM n`)
	db := open(b, l.main(), nil)
	b.SetBytes(db.size)
	b.ReportAllocs()
	for b.Loop() {
		n := 0
		err := db.Each("t", []string{"session_id", "n", "said", "at"}, func(r Row) error {
			if _, ok := r.Text("said"); ok {
				n++
			}
			return nil
		})
		if err != nil || n != 100_000 {
			b.Fatal(n, err)
		}
	}
}

// BenchmarkOpen opens a store of 229 kB with a log of 4 MB, the size of a daily home's.
func BenchmarkOpen(b *testing.B) {
	main, wal := zipped(b, "daily.zip")
	b.SetBytes(int64(len(main) + len(wal)))
	for b.Loop() {
		db, err := Open(main, wal, timeline.DefaultLimits())
		if err != nil {
			b.Fatal(err)
		}
		if err := db.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
