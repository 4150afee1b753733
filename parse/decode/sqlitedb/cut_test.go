package sqlitedb

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"testing"

	"flightlog/parse/timeline"
)

// cutAt opens a log cut at one byte: the rows must be those of a commit, as many as the
// scanner counts before the cut, and the first page that the log holds alone must open.
func cutAt(t *testing.T, main, whole []byte, cut int) {
	t.Helper()
	wal := bytes.Clone(whole[:cut])
	db, err := Open(main, wal, timeline.DefaultLimits())
	if err != nil {
		t.Fatalf("cut at %d: %v", cut, err)
	}
	defer db.Close()
	facts := db.WAL()
	var want []string
	for i := 1; i < facts.Commits; i++ {
		want = append(want, fmt.Sprintf("%d row %d", i, i))
	}
	for _, way := range []func(string, []string, func(Row) error) error{db.Each, func(table string, columns []string, f func(Row) error) error {
		var rows []Row
		err := db.EachBack(table, columns, 0, func(r Row) error { rows = append(rows, r.Clone()); return nil })
		for _, r := range slices.Backward(rows) {
			if err := f(r); err != nil {
				return err
			}
		}
		return err
	}} {
		var got []string
		if err := way("t", []string{"a"}, func(r Row) error { got = append(got, fmt.Sprint(r.Rowid, " ", r.Col("a"))); return nil }); err != nil || !slices.Equal(got, want) {
			t.Errorf("cut at %d, %d commits: %q, %v", cut, facts.Commits, got, err)
		}
	}
	const step = walFrame + 4096
	if frames := max(cut-walHeader, 0) / step; facts.Frames != frames || facts.Applied > frames {
		t.Errorf("cut at %d: %+v, want %d frames", cut, facts, frames)
	}
	if inside := cut > 0 && cut < walHeader || cut > walHeader && (cut-walHeader)%step != 0; inside != facts.Torn {
		// a cut between the frames of one commit is torn too
		if inside || facts.Applied == facts.Frames {
			t.Errorf("cut at %d: torn is %v", cut, facts.Torn)
		}
	}
	first, have, of := Alone(wal)
	if (first != nil) != (facts.Applied > 0) || have > of || first != nil && !bytes.HasPrefix(first, []byte(magic)) {
		t.Errorf("cut at %d: alone it has a first page of %d bytes, %d of %d pages", cut, len(first), have, of)
	}
}

// TestCutLog cuts a log at its header, at each frame's boundary and one byte beside it, and
// at every byte of two frames. With FLIGHTLOG_EVERY_BYTE set it cuts at every byte.
func TestCutLog(t *testing.T) {
	const step = walFrame + 4096
	l := grown(t, 12)
	main, whole := l.main(), l.wal()
	var cuts []int
	for at := walHeader; at <= len(whole); at += step {
		cuts = append(cuts, at-1, at, at+1)
	}
	for at := 0; at <= walHeader; at++ {
		cuts = append(cuts, at)
	}
	for _, frame := range []int{1, 7} {
		for at := walHeader + frame*step; at < walHeader+(frame+1)*step; at++ {
			cuts = append(cuts, at)
		}
	}
	if os.Getenv("FLIGHTLOG_EVERY_BYTE") != "" {
		cuts = cuts[:0]
		for at := range len(whole) + 1 {
			cuts = append(cuts, at)
		}
	}
	if testing.Short() {
		cuts = slices.DeleteFunc(cuts, func(at int) bool { return at%97 != 0 && (at-walHeader)%step > 1 })
	}
	slices.Sort(cuts)
	for _, at := range slices.Compact(cuts) {
		if at <= len(whole) {
			cutAt(t, main, whole, at)
		}
	}
}

// TestAlone: a log without its database gives what stands on its pages; one that lacks the
// first page gives nothing.
func TestAlone(t *testing.T) {
	l := grown(t, 5)
	wal := l.wal()
	first, have, of := Alone(wal)
	if have != of || of == 0 {
		t.Errorf("%d of %d pages", have, of)
	}
	if n := count(t, open(t, first, wal), "t"); n != 5 {
		t.Errorf("%d rows, want 5", n)
	}
	l.exec(`PRAGMA wal_checkpoint(restart)`)
	l.exec(`INSERT INTO t VALUES('later')`)
	if first, have, of := Alone(l.wal()); first != nil || have != 1 || of < 2 {
		t.Errorf("after a checkpoint: a first page of %d bytes, %d of %d pages", len(first), have, of)
	}
	if first, have, of := Alone(nil); first != nil || have+of != 0 {
		t.Error("nothing gives something")
	}
}

// TestBackward reads a table from its far end down to a rowid, and past damage.
func TestBackward(t *testing.T) {
	l := long(t)
	back := func(db *DB, above int64) (ids []int64, err error) {
		err = db.EachBack("t", []string{"a"}, above, func(r Row) error { ids = append(ids, r.Rowid); return nil })
		return ids, err
	}
	for _, above := range []int64{-1 << 63, 0, 150, 199, 200, 1<<63 - 1} {
		ids, err := back(open(t, l.main(), nil), above)
		want := 200 - int(min(max(above, 0), 200))
		if err != nil || len(ids) != want || want > 0 && (ids[0] != 200 || ids[want-1] != int64(200-want+1)) {
			t.Errorf("above %d: %d rows, %v", above, len(ids), err)
		}
	}
	_, leaves := l.pages("t")
	main := l.main()
	bad := leaves[len(leaves)/2]
	clear(main[(bad-1)*4096 : bad*4096])
	db := open(t, main, nil)
	before, _ := texts(db, "t", "a")
	behind, err := back(db, int64(len(before)))
	if err == nil || len(behind) == 0 || len(before)+len(behind) >= 200 || !slices.IsSortedFunc(behind, func(a, b int64) int { return int(b - a) }) {
		t.Errorf("%d rows before the damage, %d behind it, %v", len(before), len(behind), err)
	}
	w := newLab(t, `CREATE TABLE t(k PRIMARY KEY, a) WITHOUT ROWID`, `INSERT INTO t VALUES(1, 2)`)
	if ids, err := back(open(t, w.main(), nil), 0); len(ids) > 0 || err == nil {
		t.Errorf("without rowids: %d rows, %v", len(ids), err)
	}
	if _, err := back(open(t, l.main(), nil), 0); err != nil {
		t.Error(err)
	}
	if err := open(t, l.main(), nil).EachBack("nothing", nil, 0, func(Row) error { return nil }); err != nil {
		t.Errorf("a table that is not there: %v", err)
	}
}

// TestEqualRows: rows are equal by rowid and values, a column that one lacks is NULL.
func TestEqualRows(t *testing.T) {
	rows := func(script ...string) (out []Row) {
		db := open(t, newLab(t, script...).main(), nil)
		if err := db.Each("t", []string{"a", "b"}, func(r Row) error { out = append(out, r.Clone()); return nil }); err != nil {
			t.Fatal(err)
		}
		return out
	}
	a := rows(`CREATE TABLE t(a, b)`, `INSERT INTO t VALUES(1, NULL), ('1', 2.5), (x'31', ''), (9e999, 0)`)
	b := rows(`CREATE TABLE t(b, a)`, `INSERT INTO t(a, b) VALUES(1, NULL), ('1', 2.5), (x'31', ''), (9e999, 0)`)
	c := rows(`CREATE TABLE t(a)`, `INSERT INTO t VALUES(1), ('1'), ('1'), (NULL)`)
	for i := range a {
		for j := range a {
			if a[i].Equal(a[j]) != (i == j) || a[i].Equal(b[j]) != (i == j) {
				t.Errorf("rows %d and %d", i, j)
			}
		}
		if want := i == 0; a[i].Equal(c[i]) != want || c[i].Equal(a[i]) != want {
			t.Errorf("row %d beside one without the column", i)
		}
	}
}
