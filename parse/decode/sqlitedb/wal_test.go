package sqlitedb

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"testing"
)

// grown makes a log-only database: a table, then n commits of one row each.
func grown(tb testing.TB, n int) *lab {
	tb.Helper()
	l := newWAL(tb, `CREATE TABLE t(a TEXT)`)
	for i := 1; i <= n; i++ {
		l.exec(fmt.Sprintf(`INSERT INTO t VALUES('row %d')`, i))
	}
	return l
}

func TestRowsOnlyInTheLog(t *testing.T) {
	l := grown(t, 5)
	main, wal := l.main(), l.wal()
	if len(main) != 4096 {
		t.Fatalf("the main file has %d bytes, want a lone page", len(main))
	}
	db := open(t, main, wal)
	if n := count(t, db, "t"); n != 5 {
		t.Errorf("%d rows, want 5", n)
	}
	facts := db.WAL()
	if !facts.Present || facts.Torn || facts.Commits != 6 || facts.Applied != facts.Frames || facts.PageSize != 4096 {
		t.Errorf("%+v", facts)
	}
	if db.WantsWAL() {
		t.Error("it has its log and wants one")
	}
}

func TestMainWithoutItsLog(t *testing.T) {
	l := grown(t, 2)
	l.exec(`PRAGMA wal_checkpoint(truncate)`)
	l.exec(`INSERT INTO t VALUES('newest')`)
	for _, c := range []struct {
		name  string
		wal   []byte
		wants bool
		rows  int
	}{{"no log", nil, true, 2}, {"an empty log", []byte{}, false, 2}, {"the log", l.wal(), false, 3}} {
		db := open(t, l.main(), c.wal)
		if n := count(t, db, "t"); n != c.rows || db.WantsWAL() != c.wants {
			t.Errorf("%s: %d rows, wants its log: %v", c.name, n, db.WantsWAL())
		}
		if db.WAL().Present != (c.wal != nil) || db.WAL().Torn {
			t.Errorf("%s: %+v", c.name, db.WAL())
		}
	}
	if open(t, newLab(t, `CREATE TABLE t(a)`).main(), nil).WantsWAL() {
		t.Error("a database without write-ahead logging wants a log")
	}
}

// TestReusedLog resets a long log and writes a short round over its start: the old
// frames behind it count for nothing, and the log is whole.
func TestReusedLog(t *testing.T) {
	l := grown(t, 20)
	before := len(l.wal())
	l.exec(`PRAGMA wal_checkpoint(restart)`)
	l.exec(`INSERT INTO t VALUES('reused')`)
	wal := l.wal()
	if len(wal) != before {
		t.Fatalf("the log has %d bytes, %d before: it was not written over", len(wal), before)
	}
	db := open(t, l.main(), wal)
	facts := db.WAL()
	if facts.Torn || facts.Commits != 1 || facts.Applied >= facts.Frames || facts.Valid != facts.Applied {
		t.Errorf("%+v", facts)
	}
	if n := count(t, db, "t"); n != 21 {
		t.Errorf("%d rows, want 21", n)
	}
	for _, cut := range []int{1, 4000, walFrame + 4096 - 17, walFrame + 4096 - 5} {
		if facts := ScanWAL(wal[:len(wal)-cut]); facts.Torn {
			t.Errorf("%d bytes of the old round cut off: %+v", cut, facts)
		}
	}
}

func TestTornLog(t *testing.T) {
	l := grown(t, 9)
	main, whole := l.main(), l.wal()
	l.exec(`PRAGMA cache_size=2; BEGIN; CREATE TABLE big(a);
		INSERT INTO big SELECT printf('%2000d', 1) FROM (VALUES(1),(2),(3),(4),(5),(6),(7),(8),(9),(10),(11),(12),(13),(14),(15),(16))`)
	spilled := l.wal()
	l.exec(`ROLLBACK`)
	const step = walFrame + 4096
	if len(spilled) <= len(whole) {
		t.Fatal("the open transaction wrote no frame")
	}
	flip := func(at int) []byte {
		b := bytes.Clone(whole)
		b[at] ^= 1
		return b
	}
	last := len(whole) - step // the last commit's frame
	for _, c := range []struct {
		name string
		wal  []byte
		at   int // where applying ends; -1: not torn
		rows int
	}{
		{"whole", whole, -1, 9},
		{"an open transaction", spilled, len(whole), 9},
		{"cut inside the last frame", whole[:len(whole)-1], last, 8},
		{"cut inside the last frame's header", whole[:last+5], last, 8},
		{"a bit of the last page", flip(last + walFrame + 99), last, 8},
		{"a bit of the last frame's commit size", flip(last + 7), last, 8},
		{"a bit of the salts, frames behind it", flip(last - 2*step + 8), last - 2*step, 6},
		{"a bit of the header", flip(17), 0, 0},
		{"cut inside the header", whole[:31], 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			db := open(t, main, c.wal)
			facts := db.WAL()
			if facts.Torn != (c.at >= 0) || facts.Torn && facts.TornAt != int64(c.at) {
				t.Errorf("%+v, want torn at %d", facts, c.at)
			}
			if n := count(t, db, "t"); n != c.rows {
				t.Errorf("%d rows, want %d", n, c.rows)
			}
		})
	}
}

// resum writes the checksums of a changed log anew, in the byte order that it names.
func resum(wal []byte) []byte {
	sum := checksum{order: binary.LittleEndian}
	if wal[3]&1 != 0 {
		sum.order = binary.BigEndian
	}
	put := func(at int) {
		binary.BigEndian.PutUint32(wal[at:], sum.s0)
		binary.BigEndian.PutUint32(wal[at+4:], sum.s1)
	}
	sum.add(wal[:24])
	put(24)
	for at := walHeader; at < len(wal); at += walFrame + 4096 {
		sum.add(wal[at : at+8])
		sum.add(wal[at+walFrame : at+walFrame+4096])
		put(at + 16)
	}
	return wal
}

// TestRewrittenLogs lets SQLite judge what the scanner says of logs that are whole by
// their checksums.
func TestRewrittenLogs(t *testing.T) {
	l := grown(t, 3)
	whole := l.wal()
	last := len(whole) - walFrame - 4096
	for _, c := range []struct {
		name string
		at   int
		to   byte
		want WALFacts
		rows int
	}{
		{"of a big-endian machine", 3, 0x83, WALFacts{Commits: 4, Applied: 5}, 3},
		{"of a later version", 7, 0x99, WALFacts{BadHeader: true, Torn: true}, 0},
		{"of a page size that cannot be", 11, 1, WALFacts{BadHeader: true, Torn: true}, 0},
		{"with a frame of page 0", last + 3, 0, WALFacts{Commits: 3, Applied: 4, Torn: true, TornAt: int64(last)}, 2},
		{"without its last commit", last + 7, 0, WALFacts{Commits: 3, Applied: 4, Torn: true, TornAt: int64(last)}, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			wal := bytes.Clone(whole)
			wal[c.at] = c.to
			db := open(t, l.main(), resum(wal))
			got := db.WAL()
			if got.Commits != c.want.Commits || got.Applied != c.want.Applied || got.BadHeader != c.want.BadHeader ||
				got.Torn != c.want.Torn || got.TornAt != c.want.TornAt {
				t.Errorf("%+v, want %+v", got, c.want)
			}
			if n := count(t, db, "t"); n != c.rows {
				t.Errorf("%d rows, want %d", n, c.rows)
			}
		})
	}
}

// TestEveryCommitIsAPrefix cuts a log at every frame: the scanner's commits and the
// rows that SQLite shows must agree, and are a state that a commit had.
func TestEveryCommitIsAPrefix(t *testing.T) {
	l := grown(t, 12)
	main, wal := l.main(), l.wal()
	for cut := walHeader; cut <= len(wal); cut += walFrame + 4096 {
		db := open(t, main, wal[:cut])
		got, err := texts(db, "t", "a")
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for i := 1; i < db.WAL().Commits; i++ {
			want = append(want, fmt.Sprintf("%d row %d", i, i))
		}
		if !slices.Equal(got, want) {
			t.Errorf("cut at %d, %d commits: %q", cut, db.WAL().Commits, got)
		}
	}
}
