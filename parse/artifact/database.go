package artifact

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"flightlog/parse/decode/rawjson"
	"flightlog/parse/decode/sqlitedb"
	"flightlog/parse/timeline"
)

// storeRecord is one row of a table, held as a JSON object.
type storeRecord struct {
	table       string
	rowid       int64
	offset, end int
}

// database is one SQLite file on its way to records: each row is held as a JSON object,
// so that a row of a table has bytes to show like a line of a log.
type database struct {
	rd   *Reading
	f    *file
	db   *sqlitedb.DB
	main []byte // the main file, for what of it stands there without the log

	alone bool // there is only the log: all of its rows stand only there

	table   string
	columns []string // those read of the table at hand
	older   *older   // nil where no log was applied
	held    []byte
	rows    int // of the table at hand
	onlyLog int // rows of all tables that stand only in the log
	sink    func(r sqlitedb.Row, e timeline.Event)
}

// tableSet are the tables of a kind of database with the columns that are known of them.
type tableSet struct {
	order   []string
	columns map[string][]string
	hidden  func(table string) bool // tables that SQLite's own parts keep: not worth a word
	lost    string                  // what cannot be had without the database
}

// readDatabase opens the database of f with its log and reads the tables of the set.
func (rd *Reading) readDatabase(f *file, set *tableSet, sink func(table string, r sqlitedb.Row, e timeline.Event)) error {
	main, err := rd.whole(f.Entry, 0)
	if err != nil && len(main) == 0 {
		return err
	}
	wal, walErr := rd.whole(rd.arc.Sibling(f.Entry, "-wal"), 0)
	if walErr != nil {
		rd.problem(timeline.Problem{Code: timeline.WALTorn, Source: f.src, Message: "The write-ahead log could not be unpacked whole: " + walErr.Error(),
			Kept: "what could be unpacked, and it was applied"})
	}
	if err := rd.progress(f, int64(len(main))); err != nil {
		return err
	}
	db, openErr := sqlitedb.Open(main, wal, rd.lim)
	if openErr != nil {
		rd.unopened(f, len(main), openErr, set)
		return err
	}
	defer db.Close()
	rd.databaseFacts(f, db)
	d := &database{rd: rd, f: f, db: db, main: main}
	if stop := d.read(set, sink); stop != nil {
		return stop
	}
	return err
}

// read reads the tables of the set, the damaged ones from both ends, and names the rest.
func (d *database) read(set *tableSet, sink func(table string, r sqlitedb.Row, e timeline.Event)) error {
	if d.db.WAL().Applied > 0 && !d.alone {
		d.older = openOlder(d.main, d.rd.lim)
		defer d.older.close()
	}
	d.sink = func(r sqlitedb.Row, e timeline.Event) { sink(d.table, r, e) }
	defer func() { d.f.source.Held = d.held }()
	for _, table := range set.order {
		d.table, d.rows = table, 0
		d.columns = d.columnsOf(table, set.columns[table])
		d.older.begin(table, d.columns)
		err := d.db.Each(table, d.columns, d.row)
		if s, ok := err.(stopped); ok {
			return s
		}
		if err != nil {
			if err := d.damaged(table, err); err != nil {
				return err
			}
		}
	}
	d.tell(set)
	return nil
}

// columnsOf gives the known columns of a table and behind them those that this version
// does not know: they are kept with each row.
func (d *database) columnsOf(table string, known []string) []string {
	stored, err := d.db.Columns(table)
	if err != nil {
		return known // Each meets the same damage and says so
	}
	all, extra := known, []string(nil)
	if len(known) > 0 && len(stored) > 0 && !slices.ContainsFunc(known, func(c string) bool { return containsFold(stored, c) }) {
		d.rd.problem(timeline.Problem{Code: timeline.UnknownShape, Source: d.f.src,
			Message: fmt.Sprintf("The table %s has none of the columns that are known of it, so nothing of its rows is understood.", table), Kept: "its rows, as they stand"})
	}
	for _, c := range stored {
		if !containsFold(known, c) {
			extra = append(extra, c)
		}
	}
	if len(extra) > 0 {
		all = append(append([]string(nil), known...), extra...)
		if len(known) > 0 {
			d.f.note("The table %s has columns that this version does not know, kept with each row: %s.", table, strings.Join(extra, ", "))
		}
	}
	return all
}

func containsFold(list []string, name string) bool {
	for _, have := range list {
		if strings.EqualFold(have, name) {
			return true
		}
	}
	return false
}

// row holds one row and hands it on.
func (d *database) row(r sqlitedb.Row) error {
	if d.rows++; d.rows%1000 == 0 {
		if err := d.rd.progress(d.f, d.f.source.Bytes); err != nil {
			return err
		}
	}
	d.f.source.Records++
	e := d.hold(r)
	if d.alone || d.older.differs(r) {
		e.Flags |= timeline.OnlyInWAL
		d.onlyLog++
	}
	d.sink(r, e)
	return nil
}

// hold writes a row as a JSON object and gives the event that points at it.
func (d *database) hold(r sqlitedb.Row) timeline.Event {
	at := len(d.held)
	d.held = append(d.held, '{')
	for i, col := range d.columns {
		if i > 0 {
			d.held = append(d.held, ',')
		}
		d.held = appendValue(append(rawjson.AppendQuote(d.held, col), ':'), r.Col(col))
	}
	d.held = append(d.held, '}', '\n')
	d.f.records = append(d.f.records, storeRecord{d.table, r.Rowid, at, len(d.held) - 1})
	return timeline.Event{Type: d.table, Source: d.f.src, Line: r.Rowid, Offset: int64(at), Length: int32(len(d.held) - at - 1),
		Call: timeline.None, Agent: timeline.None, Flags: timeline.FromStore | timeline.Spoken}
}

// appendValue writes a value of a column as JSON.
func appendValue(dst []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(dst, "null"...)
	case int64:
		return strconv.AppendInt(dst, v, 10)
	case string:
		if utf8.ValidString(v) {
			return rawjson.AppendQuote(dst, v)
		}
	}
	text, err := json.Marshal(v)
	if err != nil {
		text = []byte("null") // NaN and infinities have no spelling in JSON
	}
	return append(dst, text...)
}

// damaged reads what stands behind the damage of a table and says what may be missing.
func (d *database) damaged(table string, cause error) error {
	d.f.source.State = timeline.Partly
	p := timeline.Problem{Code: timeline.DBMalformed, Source: d.f.src, Message: fmt.Sprintf("The table %s could not be read to its end: %v.", table, cause)}
	if errors.Is(cause, sqlitedb.ErrLimit) {
		p.Code = timeline.Limit
	}
	before, last := d.rows, int64(-1<<62)
	if n := len(d.f.records); before > 0 {
		last = d.f.records[n-1].rowid
	}
	var behind []sqlitedb.Row
	if p.Code == timeline.DBMalformed {
		err := d.db.EachBack(table, d.columns, last, func(r sqlitedb.Row) error {
			behind = append(behind, r.Clone())
			return nil
		})
		if errors.Is(err, sqlitedb.ErrNoRowid) {
			behind = nil
		}
	}
	for i := len(behind) - 1; i >= 0; i-- {
		if err := d.row(behind[i]); err != nil {
			return err
		}
	}
	p.Kept = fmt.Sprintf("%s before that", countRows(before))
	switch {
	case len(behind) > 0 && before > 0:
		p.Kept += fmt.Sprintf(", %s behind it", countRows(len(behind)))
		p.Message += fmt.Sprintf(" Between the rowids %d and %d as many as %s may be missing.", last, behind[len(behind)-1].Rowid, countRows(int(behind[len(behind)-1].Rowid-last-1)))
	case len(behind) > 0:
		p.Kept = fmt.Sprintf("%s behind it", countRows(len(behind)))
		p.Message += fmt.Sprintf(" All rows before the rowid %d may be missing.", behind[len(behind)-1].Rowid)
	}
	d.rd.problem(p)
	return nil
}

func countRows(n int) string {
	if n == 1 {
		return "1 row"
	}
	return fmt.Sprintf("%d rows", n)
}

// tell notes what of the database is not read, and what stands only in its log.
func (d *database) tell(set *tableSet) {
	tables, err := d.db.Tables()
	if err != nil {
		return
	}
	var unknown []string
	for _, t := range tables {
		if !containsFold(set.order, t) && !set.hidden(t) {
			unknown = append(unknown, t)
		}
	}
	if len(unknown) > 0 {
		d.f.note("Tables that this version does not read: %s.", strings.Join(unknown, ", "))
	}
	if d.onlyLog > 0 {
		where := "in the write-ahead log, or otherwise than in the main file"
		if d.alone {
			where = "in the write-ahead log: the main file is not here"
		}
		d.f.note("%d of %s stand only %s.", d.onlyLog, countRows(d.f.source.Records), where)
	}
	if wal := d.db.WAL(); wal.Present && !wal.BadHeader {
		rest := "."
		if wal.Applied < wal.Frames {
			rest = "; the others are of earlier rounds or have no commit."
		}
		d.rd.noteOf(d.rd.logOf(d.f), "%d of %d frames were applied, in %d commits%s", wal.Applied, wal.Frames, wal.Commits, rest)
	}
}

// note adds a fact about the file.
func (f *file) note(format string, args ...any) {
	f.source.Notes = append(f.source.Notes, fmt.Sprintf(format, args...))
}

func (rd *Reading) noteOf(src int32, format string, args ...any) {
	s := &rd.Timeline.Sources[src]
	s.Notes = append(s.Notes, fmt.Sprintf(format, args...))
}

// older reads the main file alone beside the whole database: SQLite does not tell which
// rows stand only in the log. Both are read in the order of rowids, step by step.
type older struct {
	db   *sqlitedb.DB // nil when the main file alone is no database: every row is new
	next func() (sqlitedb.Row, bool)
	stop func()
	row  sqlitedb.Row
	ok   bool
	lost bool // the main file alone is damaged from here on: nothing can be said
}

func openOlder(main []byte, lim timeline.Limits) *older {
	db, err := sqlitedb.Open(main, nil, lim)
	if err != nil {
		return &older{lost: true}
	}
	return &older{db: db}
}

func (o *older) close() {
	if o != nil && o.db != nil {
		o.end()
		o.db.Close()
	}
}

func (o *older) end() {
	if o.stop != nil {
		o.stop()
		o.next, o.stop, o.ok = nil, nil, false
	}
}

// begin starts with a table.
func (o *older) begin(table string, columns []string) {
	if o == nil || o.db == nil {
		return
	}
	o.end()
	o.lost = false
	o.next, o.stop = iter.Pull(func(yield func(sqlitedb.Row) bool) {
		errEnough := errors.New("enough")
		err := o.db.Each(table, columns, func(r sqlitedb.Row) error {
			if !yield(r) {
				return errEnough
			}
			return nil
		})
		o.lost = err != nil && err != errEnough
	})
	o.row, o.ok = o.next()
}

// differs reports that the main file alone does not have the row with these values.
func (o *older) differs(r sqlitedb.Row) bool {
	if o == nil || r.Ordinal {
		return false
	}
	for o.ok && o.row.Rowid < r.Rowid {
		o.row, o.ok = o.next()
	}
	return !o.lost && !(o.ok && o.row.Equal(r))
}
