package artifact

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"flightlog/parse/decode/sqlitedb"
	"flightlog/parse/timeline"
)

// sessionStore is session-store.db with its write-ahead log: what the CLI remembers of
// all sessions, deleted ones included (seed, session-store.db). Its rows are held as
// one JSON object each, so that a row of a table has bytes to show like a line of a log.
var sessionStore = Artifact{
	Name:  "store",
	File:  "session-store.db",
	What:  "sessions, turns, changed files, references and checkpoints, those included that are only there: deleted sessions are shown as recovered",
	Match: func(rel string) bool { return rel == "session-store.db" },
	Read:  readStore,
	Rows:  storeRows, Secondary: true,
}

// storeLog is the store's write-ahead log and shared memory; they are read with it.
var storeLog = Artifact{
	Name:  "store-wal",
	File:  "session-store.db-wal",
	What:  "applied to the database; what is torn or missing is said",
	Match: func(rel string) bool { return rel == "session-store.db-wal" || rel == "session-store.db-shm" },
	Read:  readStoreLog,
}

// storeSession is what the store knows of one session.
type storeSession struct {
	cwd, repository, branch string
	created, updated        int64
	rows                    []storeRow // of every table, in reading order
}

// storeRow is one row that belongs to a session.
type storeRow struct {
	event        timeline.Event
	prompt, said string // of a turn
	answered     bool   // assistant_response is not NULL
}

// storeTable is how a table of the store is read: the columns by name, of which one that
// a store lacks is absent, and those that name its session and its time.
type storeTable struct {
	kind          timeline.Kind
	session, time string
	columns       []string
}

var storeTables = map[string]storeTable{
	"turns": {timeline.Prompt, "session_id", "timestamp",
		[]string{"session_id", "turn_index", "user_message", "assistant_response", "timestamp"}},
	"sessions": {timeline.Lifecycle, "id", "created_at",
		[]string{"id", "cwd", "repository", "host_type", "branch", "summary", "created_at", "updated_at"}},
	"session_files": {timeline.Notice, "session_id", "first_seen_at",
		[]string{"session_id", "file_path", "tool_name", "turn_index", "first_seen_at"}},
	"session_refs": {timeline.Notice, "session_id", "created_at",
		[]string{"session_id", "ref_type", "ref_value", "turn_index", "created_at"}},
	"checkpoints": {timeline.Compaction, "session_id", "created_at",
		[]string{"session_id", "checkpoint_number", "title", "overview", "history", "work_done", "technical_details", "important_files", "next_steps", "created_at"}},
	"forge_trajectory_events": {timeline.Tool, "session_id", "created_at",
		[]string{"session_id", "tool_call_id", "turn_index", "event_type", "command", "output", "exit_code", "event_key", "event_value", "created_at"}},
}

// storeOrder is the order in which the tables give their rows (ROWS.md, settled point 5).
var storeOrder = [...]string{"turns", "sessions", "session_files", "session_refs", "checkpoints", "forge_trajectory_events"}

// storeRecord is one row of a table, held as a JSON object.
type storeRecord struct {
	table       string
	rowid       int64
	offset, end int
}

func readStore(rd *Reading, f *file) error {
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
		rd.unopened(f, len(main), openErr)
		return err
	}
	defer db.Close()
	rd.storeFacts(f, db)
	st := &storeReader{rd: rd, f: f}
	for _, table := range storeOrder {
		st.table, st.rows = table, 0
		if err := db.Each(table, storeTables[table].columns, st.row); err != nil {
			if s, ok := err.(stopped); ok {
				return s
			}
			f.source.State = timeline.Partly
			code := timeline.DBMalformed
			if errors.Is(err, sqlitedb.ErrLimit) {
				code = timeline.Limit
			}
			rd.problem(timeline.Problem{Code: code, Source: f.src, Message: fmt.Sprintf("The table %s could not be read to its end: %v.", table, err),
				Kept: fmt.Sprintf("%d rows before that", st.rows)})
		}
	}
	f.source.Held = st.held
	return err
}

// unopened says why a database could not be opened.
func (rd *Reading) unopened(f *file, size int, err error) {
	f.source.State, f.source.Lost, f.home.storeLog = timeline.Unreadable, int64(size), timeline.Unreadable
	p := timeline.Problem{Source: f.src, Length: int64(size), Code: timeline.DBMalformed, Message: fmt.Sprintf("The database could not be opened: %v.", err)}
	switch {
	case errors.Is(err, sqlitedb.ErrEmpty):
		p.Code, p.Message = timeline.DBEmpty, "The database has zero bytes: deleted sessions cannot be recovered from it."
	case errors.Is(err, sqlitedb.ErrNoMain):
		p.Code, p.Message = timeline.WALWithoutDB, "The database has zero bytes beside a write-ahead log: neither can be read without the other."
	case errors.Is(err, sqlitedb.ErrNotSQLite):
		p.Code, p.Message = timeline.NotSQLite, "This is not a SQLite database: its first bytes are not those of one."
	case errors.Is(err, sqlitedb.ErrLimit):
		p.Code = timeline.Limit
	}
	rd.problem(p)
}

// storeFacts notes what the write-ahead log and the list of tables say.
func (rd *Reading) storeFacts(f *file, db *sqlitedb.DB) {
	wal := db.WAL()
	switch {
	case wal.BadHeader:
		f.home.storeLog = timeline.Unreadable
		rd.problem(timeline.Problem{Code: timeline.WALTorn, Source: rd.logOf(f), Message: "The header of the write-ahead log is damaged: none of it was applied, the newest rows may be missing."})
	case wal.Torn:
		f.home.storeLog = timeline.Partly
		rd.problem(timeline.Problem{Code: timeline.WALTorn, Source: rd.logOf(f), Offset: wal.TornAt,
			Message: fmt.Sprintf("The write-ahead log breaks off after its commit %d: rows written later may be missing.", wal.Commits), Kept: "all rows up to that commit"})
	case db.WantsWAL():
		rd.problem(timeline.Problem{Code: timeline.DBWithoutWAL, Source: f.src, Message: "The database keeps a write-ahead log and none is in the archive: the newest rows may be missing."})
	}
	if err := db.Damage(); err != nil {
		f.source.State = timeline.Partly
		rd.problem(timeline.Problem{Code: timeline.DBMalformed, Source: f.src, Message: fmt.Sprintf("The database is damaged: %v; rows may be missing.", err), Kept: "the tables that can be read"})
	}
	if tables, err := db.Tables(); err == nil && len(tables) == 0 {
		rd.problem(timeline.Problem{Code: timeline.DBNoTables, Source: f.src, Message: "The database holds no tables: nothing was ever written into it, or its write-ahead log is missing."})
	}
}

// logOf gives the source of a database's write-ahead log: offsets of its damage count there.
func (rd *Reading) logOf(f *file) int32 {
	for i := range rd.Timeline.Sources {
		if s := &rd.Timeline.Sources[i]; s.Home == f.Home && s.Path == f.Path+"-wal" {
			return int32(i)
		}
	}
	return f.src
}

// readStoreLog notes that a log was applied with its database, or that it has none.
func readStoreLog(rd *Reading, f *file) error {
	f.source.State = timeline.Listed
	if f.Rel == "session-store.db-shm" {
		return nil // an index into the log that SQLite makes anew
	}
	if rd.arc.Find(f.Home, "session-store.db") != nil {
		f.source.State = f.home.storeLog
		return nil
	}
	f.source.State = timeline.Unreadable
	rd.problem(timeline.Problem{Code: timeline.WALWithoutDB, Source: f.src, Length: max(f.Bytes, 0), Message: "This write-ahead log came without its database session-store.db and cannot be read alone."})
	return nil
}

// storeReader reads rows into the home's sessions.
type storeReader struct {
	rd    *Reading
	f     *file
	table string
	held  []byte
	rows  int
}

func (st *storeReader) row(r sqlitedb.Row) error {
	text := func(col string) string { s, _ := r.Text(col); return s }
	if st.rows++; st.rows%1000 == 0 {
		if err := st.rd.progress(st.f, st.f.source.Bytes); err != nil {
			return err
		}
	}
	st.f.source.Records++
	shape := storeTables[st.table]
	row := storeRow{event: st.hold(r)}
	id := text(shape.session)
	if id == "" {
		return nil
	}
	row.event.Kind, row.event.Time = shape.kind, timeline.RowTime(text(shape.time))
	d := st.f.home.session(id)
	s := d.known()
	switch st.table {
	case "sessions":
		d.storeName = text("summary")
		s.cwd, s.repository, s.branch = text("cwd"), text("repository"), text("branch")
		s.created, s.updated = row.event.Time, timeline.RowTime(text("updated_at"))
	case "turns":
		row.prompt = text("user_message")
		row.said, row.answered = r.Text("assistant_response")
	}
	s.rows = append(s.rows, row)
	return nil
}

// known gives what the store knows of the session.
func (d *draft) known() *storeSession {
	if d.store == nil {
		d.store = &storeSession{created: timeline.NoTime, updated: timeline.NoTime}
	}
	return d.store
}

// hold writes a row as a JSON object and gives the event that points at it.
func (st *storeReader) hold(r sqlitedb.Row) timeline.Event {
	at := len(st.held)
	st.held = append(st.held, '{')
	for i, col := range storeTables[st.table].columns {
		if i > 0 {
			st.held = append(st.held, ',')
		}
		name, _ := json.Marshal(col)
		value, err := json.Marshal(r.Col(col))
		if err != nil {
			value = []byte("null") // NaN and infinities have no spelling in JSON
		}
		st.held = append(append(append(st.held, name...), ':'), value...)
	}
	st.held = append(st.held, '}', '\n')
	st.f.records = append(st.f.records, storeRecord{st.table, r.Rowid, at, len(st.held) - 1})
	return timeline.Event{Type: st.table, Source: st.f.src, Line: r.Rowid, Offset: int64(at), Length: int32(len(st.held) - at - 1),
		Call: timeline.None, Agent: timeline.None, Flags: timeline.FromStore | timeline.Spoken}
}

// replay makes a session's events from its rows: all that is left of it. The store
// writes a turn more than once in ordinary use (seed, session-store.db): a row without
// an answer gives way to one with the same prompt, equal rows are one.
func (s *storeSession) replay(d *draft) {
	type key struct{ prompt, said string }
	answered, seen := map[string]bool{}, map[key]bool{}
	for _, r := range s.rows {
		if r.answered {
			answered[r.prompt] = true
		}
	}
	var rows []storeRow
	for _, r := range s.rows {
		if r.event.Type == "turns" {
			k := key{r.prompt, r.said}
			if seen[k] || !r.answered && answered[r.prompt] {
				continue
			}
			seen[k] = true
			r.event.Flags |= timeline.Typed
		}
		if r.event.Type != "sessions" {
			rows = append(rows, r)
		}
	}
	slices.SortStableFunc(rows, func(a, b storeRow) int { return compareTimes(a.event.Time, b.event.Time) })
	for _, r := range rows {
		d.Add(r.event, &timeline.Links{NewTurn: r.event.Type == "turns"})
	}
}

// compareTimes orders times, undated ones last.
func compareTimes(a, b int64) int {
	if (a == timeline.NoTime) != (b == timeline.NoTime) {
		return cmp.Compare(b, a)
	}
	return cmp.Compare(a, b)
}
