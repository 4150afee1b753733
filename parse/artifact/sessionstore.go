package artifact

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"flightlog/parse/archive"
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
	Show:  showTables,
	Rows:  storeRows, Secondary: true, Late: true,
}

// storeLog is the store's write-ahead log and shared memory; they are read with it.
var storeLog = Artifact{
	Name:  "store-wal",
	File:  "session-store.db-wal",
	What:  "applied to the database; what is torn or missing is said",
	Match: func(rel string) bool { return rel == "session-store.db-wal" || rel == "session-store.db-shm" },
	Read:  func(rd *Reading, f *file) error { return rd.readLogOfDatabase(f, &storeSet, f.storeRow) },
	Show:  showTables,
	Late:  true,
}

// storeSession is what the store knows of one session.
type storeSession struct {
	cwd, repository, branch string
	summary                 string // the session's name
	created, updated        int64
	rows                    []storeRow // of every table, in reading order
}

// storeRow is one row that belongs to a session.
type storeRow struct {
	event        timeline.Event
	prompt, said string // of a turn
	answered     bool   // assistant_response is not NULL
	model        string // of a model call in the root conversation
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
		[]string{"id", "session_id", "turn_index", "user_message", "assistant_response", "timestamp"}},
	"sessions": {timeline.Lifecycle, "id", "created_at",
		[]string{"id", "cwd", "repository", "host_type", "branch", "summary", "created_at", "updated_at"}},
	"session_files": {timeline.Notice, "session_id", "first_seen_at",
		[]string{"id", "session_id", "file_path", "tool_name", "turn_index", "first_seen_at"}},
	"session_refs": {timeline.Notice, "session_id", "created_at",
		[]string{"id", "session_id", "ref_type", "ref_value", "turn_index", "created_at"}},
	"checkpoints": {timeline.Compaction, "session_id", "created_at",
		[]string{"id", "session_id", "checkpoint_number", "title", "overview", "history", "work_done", "technical_details", "important_files", "next_steps", "created_at"}},
	"forge_trajectory_events": {timeline.Tool, "session_id", "created_at",
		[]string{"id", "session_id", "tool_call_id", "turn_index", "event_type", "command", "output", "exit_code", "event_key", "event_value", "created_at"}},
	"assistant_usage_events": {timeline.Usage, "session_id", "created_at",
		[]string{"id", "session_id", "turn_index", "agent_id", "parent_tool_call_id", "model", "copilot_usage_model", "input_tokens", "output_tokens", "cache_read_tokens",
			"cache_write_tokens", "reasoning_tokens", "total_nano_aiu", "request_multiplier", "duration_ms", "time_to_first_token_ms", "output_ttft_ms",
			"inter_token_latency_ms", "initiator", "api_endpoint", "reasoning_effort", "finish_reason", "content_filter_triggered", "token_details_json", "created_at"}},
	// the content of the full-text index: c0 the text, c1 its session, c2 source_type, c3 source_id
	"search_index_content":  {timeline.Notice, "c1", "", []string{"id", "c0", "c1", "c2", "c3"}},
	"dynamic_context_items": {timeline.Notice, "", "", []string{"repository", "branch", "src", "name", "description", "content", "read_count", "count"}},
	"forge_skill_proposals": {timeline.Notice, "", "created_at",
		[]string{"id", "repo_owner", "repo_name", "git_root_path", "branch_name", "trigger_mode", "status", "fingerprint", "manifest_json", "summary_json",
			"workspace_before_json", "superseded_by", "failure_reason", "created_at", "updated_at"}},
	"schema_version": {timeline.Notice, "", "", []string{"version"}},
}

// storeOrder is the order in which the tables give their rows (ROWS.md, settled point 5).
var storeOrder = [...]string{"turns", "sessions", "session_files", "session_refs", "checkpoints", "forge_trajectory_events"}

var storeSet = tableSet{
	order:   append(storeOrder[:], "assistant_usage_events", "search_index_content", "dynamic_context_items", "forge_skill_proposals", "schema_version"),
	columns: map[string][]string{},
	hidden:  func(table string) bool { return strings.HasPrefix(table, "search_index_") },
	lost:    "deleted sessions cannot be recovered from it",
}

func init() {
	for table, t := range storeTables {
		storeSet.columns[table] = t.columns
	}
}

func readStore(rd *Reading, f *file) error {
	return rd.readDatabase(f, &storeSet, f.storeRow)
}

// unopened says why a database could not be opened.
func (rd *Reading) unopened(f *file, size int, err error, set *tableSet) {
	f.source.State, f.source.Lost = timeline.Unreadable, int64(size)
	f.home.logs[f.Rel] = timeline.Unreadable
	p := timeline.Problem{Source: f.src, Length: int64(size), Code: timeline.DBMalformed, Message: fmt.Sprintf("The database could not be opened: %v.", err)}
	switch {
	case errors.Is(err, sqlitedb.ErrEmpty):
		p.Code, p.Message = timeline.DBEmpty, "The database has zero bytes: "+set.lost+"."
	case errors.Is(err, sqlitedb.ErrNoMain):
		p.Code, p.Message = timeline.WALWithoutDB, "The database has zero bytes beside a write-ahead log: neither can be read without the other."
	case errors.Is(err, sqlitedb.ErrNotSQLite):
		p.Code, p.Message = timeline.NotSQLite, "This is not a SQLite database: its first bytes are not those of one."
	case errors.Is(err, sqlitedb.ErrLimit):
		p.Code = timeline.Limit
	}
	rd.problem(p)
}

// databaseFacts notes what the write-ahead log and the list of tables say.
func (rd *Reading) databaseFacts(f *file, db *sqlitedb.DB) {
	wal := db.WAL()
	switch {
	case wal.BadHeader:
		f.home.logs[f.Rel] = timeline.Unreadable
		rd.problem(timeline.Problem{Code: timeline.WALTorn, Source: rd.logOf(f), Message: "The header of the write-ahead log is damaged: none of it was applied, the newest rows may be missing."})
	case wal.Torn:
		f.home.logs[f.Rel] = timeline.Partly
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

// readLogOfDatabase notes that a log was applied with its database. One that came alone is
// shown as far as the pages in it go; it gives no rows.
func (rd *Reading) readLogOfDatabase(f *file, set *tableSet, sink func(table string, r sqlitedb.Row, e timeline.Event)) error {
	f.source.State = timeline.Listed
	main, isLog := strings.CutSuffix(f.Rel, "-wal")
	if !isLog {
		return nil // an index into the log that SQLite makes anew
	}
	if rd.arc.Sibling(&archive.Entry{Path: strings.TrimSuffix(f.Path, "-wal"), Home: f.Home}, "") != nil {
		f.source.State = timeline.Read
		if state, told := f.home.logs[main]; told {
			f.source.State = state
		}
		return nil
	}
	wal, err := rd.whole(f.Entry, 0)
	p := timeline.Problem{Code: timeline.WALWithoutDB, Source: f.src, Length: max(f.Bytes, 0), Message: fmt.Sprintf("This write-ahead log came without its database %s and cannot be read alone.", baseName(main))}
	first, have, of := sqlitedb.Alone(wal)
	db, openErr := sqlitedb.Open(first, wal, rd.lim)
	if openErr != nil {
		f.source.State, f.source.Lost = timeline.Unreadable, max(f.Bytes, 0)
		rd.problem(p)
		return nil
	}
	defer db.Close()
	f.source.State = timeline.Partly
	p.Message = fmt.Sprintf("This write-ahead log came without its database %s, all of which stands in the log.", baseName(main))
	if have < of {
		p.Message = fmt.Sprintf("This write-ahead log came without its database %s: %d of its %d pages stand in the log, rows on the others are missing.", baseName(main), have, of)
	}
	p.Kept = "the rows on those pages, shown and not exported"
	rd.problem(p)
	d := &database{rd: rd, f: f, db: db, alone: true}
	if stop := d.read(set, sink); stop != nil {
		return stop
	}
	return err
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

// storeRow gives a row to the session it is about.
func (f *file) storeRow(table string, r sqlitedb.Row, e timeline.Event) {
	text := func(col string) string { s, _ := r.Text(col); return s }
	shape := storeTables[table]
	if table == "schema_version" {
		if n, ok := r.Int("version"); ok {
			f.note("Its schema has the version %d.", n)
		}
	}
	id := text(shape.session)
	if shape.session == "" || id == "" {
		return
	}
	row := storeRow{event: e}
	row.event.Kind, row.event.Time = shape.kind, timeline.RowTime(text(shape.time))
	d := f.home.session(id)
	s := d.known()
	switch table {
	case "sessions":
		s.cwd, s.repository, s.branch, s.summary = text("cwd"), text("repository"), text("branch"), text("summary")
		s.created, s.updated = row.event.Time, timeline.RowTime(text("updated_at"))
	case "turns":
		row.prompt = text("user_message")
		row.said, row.answered = r.Text("assistant_response")
	case "assistant_usage_events":
		if text("agent_id") == "" {
			row.model = text("model")
		}
	}
	s.rows = append(s.rows, row)
}

// known gives what the store knows of the session.
func (d *draft) known() *storeSession {
	if d.store == nil {
		d.store = &storeSession{created: timeline.NoTime, updated: timeline.NoTime}
	}
	return d.store
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
		if r.event.Type != "sessions" && r.event.Type != "search_index_content" { // which repeats turns and checkpoints
			rows = append(rows, r)
		}
	}
	slices.SortStableFunc(rows, func(a, b storeRow) int { return compareTimes(a.event.Time, b.event.Time) })
	for _, r := range rows {
		d.Add(r.event, &timeline.Links{NewTurn: r.event.Type == "turns", Model: []byte(r.model)})
	}
}

// compareTimes orders times, undated ones last.
func compareTimes(a, b int64) int {
	if (a == timeline.NoTime) != (b == timeline.NoTime) {
		return cmp.Compare(b, a)
	}
	return cmp.Compare(a, b)
}
