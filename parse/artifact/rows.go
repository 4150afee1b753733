package artifact

import (
	"slices"
	"strings"

	"flightlog/parse/decode/jsonl"
	"flightlog/parse/event"
	"flightlog/parse/timeline"
)

// RowOptions choose which rows are printed.
type RowOptions struct {
	Thinking bool // the rows of readable reasoning too
	All      bool // the rows that deduplication dropped too
	NoRepair bool // nothing of what was found among damage: the format document's rows alone
}

// Rows gives the timeline as rows of the row contract, home by home: the event logs by
// session id, then the other files by path. It reads what Read left held and nothing of
// the archive again. The error is that of emit.
func (res *Result) Rows(o RowOptions, emit func(*timeline.Row) error) error {
	for i := range res.Timeline.Homes {
		if err := res.homeRows(i, o, emit); err != nil {
			return err
		}
	}
	return nil
}

// rowWriter collects the rows of one file.
type rowWriter struct {
	res  *Result
	rows []timeline.Row
	f    *file // whose rows are made
}

func (rw *rowWriter) emit(r timeline.Row) {
	r.Secondary, r.From = rw.f.artifact.Secondary, rw.f.src
	rw.rows = append(rw.rows, r)
}

// homeRows prints one home. The rows of its small files are made first: they say which
// texts of the logs deduplication has to compare, so that the logs stream through.
func (res *Result) homeRows(home int, o RowOptions, emit func(*timeline.Row) error) error {
	rw := &rowWriter{res: res}
	for _, f := range res.files[home] {
		if a := f.artifact; a != nil && a.Rows != nil {
			rw.f = f
			a.Rows(rw, f)
		}
	}
	dedup := timeline.NewDedup()
	for i := range rw.rows {
		if rw.rows[i].Secondary {
			dedup.AddSecondary(&rw.rows[i])
		}
	}
	for _, f := range res.logs(home) {
		if err := res.logRows(f, o, dedup, emit); err != nil {
			return err
		}
	}
	for i := range rw.rows {
		if !rw.rows[i].Secondary {
			dedup.AddPrimary(&rw.rows[i])
		}
	}
	dropped, n := dedup.Dropped(), 0
	for i := range rw.rows {
		r := &rw.rows[i]
		if r.Secondary {
			r.Dropped = dropped[n]
			n++
		}
		if r.Dropped && !o.All {
			continue
		}
		if err := emit(r); err != nil {
			return err
		}
	}
	return nil
}

// logs lists the event logs of a home by session id.
func (res *Result) logs(home int) []*file {
	var out []*file
	for _, f := range res.files[home] {
		if f.artifact == &events {
			out = append(out, f)
		}
	}
	slices.SortStableFunc(out, func(a, b *file) int {
		x, _, _ := sessionDir(a.Rel)
		y, _, _ := sessionDir(b.Rel)
		return strings.Compare(x, y)
	})
	return out
}

// logRows prints the rows of one log, bad lines where they stand.
func (res *Result) logRows(f *file, o RowOptions, dedup *timeline.Dedup, emit func(*timeline.Row) error) error {
	id, _, _ := sessionDir(f.Rel)
	d := f.home.session(id)
	base := timeline.Row{Source: f.Path, From: f.src, SessionID: id, Project: d.project(rowsBefore), Branch: d.storeBranch()}
	var failed error
	repaired := false
	t := event.NewTracker(base, func(r timeline.Row) {
		if r.Turn == timeline.ThinkingTurn && !o.Thinking {
			return
		}
		r.Repaired = repaired
		dedup.AddPrimary(&r)
		if failed == nil {
			failed = emit(&r)
		}
	})
	record := event.NewRecord(res.lim.Depth)
	found := recoveredIn(d.Session(), f, o)
	for l := range jsonl.Lines(f.source.Held) {
		lineRows(t, record, l)
		for len(found) > 0 && found[0].Offset+int64(found[0].Length) <= l.Offset+int64(len(l.Bytes)) {
			repaired = true
			if record.Open(recoveredText(f, found[0])) == nil {
				record.Rows(t, found[0].Line)
			}
			repaired, found = false, found[1:]
		}
		if failed != nil {
			return failed
		}
	}
	return nil
}

// lineRows emits the rows of one line as the format document has it: those of an event,
// or one that says that it is none.
func lineRows(t *event.Tracker, record *event.Record, l jsonl.Line) {
	text := jsonl.Trim(l.Bytes)
	if text == nil {
		return
	}
	if err := record.Open(text); err == nil {
		record.Rows(t, l.Number)
	} else if reason := badLine(err); reason != "" {
		t.BadLine(l.Number, reason, text)
	}
}

// recoveredIn lists the events of a log that its lines alone do not give, in file order.
// Their rows come behind those of the last line that each of them stands on.
func recoveredIn(s *timeline.Session, f *file, o RowOptions) []*timeline.Event {
	var out []*timeline.Event
	for i := range s.Events {
		if e := &s.Events[i]; e.Has(timeline.Repaired) && e.Source == f.src && !o.NoRepair {
			out = append(out, e)
		}
	}
	return out
}

func recoveredText(f *file, e *timeline.Event) []byte {
	return jsonl.Text(f.source.Held, f.source.Held[e.Offset:e.Offset+int64(e.Length)])
}

// order says which record of a session's directory counts first (ROWS.md, settled
// point 21).
type order int

const (
	rowsBefore     order = iota // event rows before their log names a directory
	logFirst                    // snapshots and process logs
	workspaceFirst              // workspace.yaml
	storeFirst                  // the store
)

// project is the session's directory for a row of that kind of file.
func (d *draft) project(o order) string {
	log, _, _ := d.Context()
	store := ""
	if d.store != nil {
		store = d.store.cwd
	}
	switch o {
	case rowsBefore:
		return firstOf(d.cwd, store, d.sidebar)
	case logFirst:
		return firstOf(log, d.cwd, store, d.sidebar)
	case workspaceFirst:
		return firstOf(d.cwd, log, store, d.sidebar)
	}
	return firstOf(store, log, d.cwd, d.sidebar)
}

// branch is the session's branch for a row of that kind of file.
func (d *draft) branch(o order) string {
	_, log, _ := d.Context()
	if o == storeFirst {
		return firstOf(d.storeBranch(), log)
	}
	return firstOf(log, d.storeBranch())
}

func (d *draft) storeBranch() string {
	if d.store == nil {
		return ""
	}
	return d.store.branch
}

func firstOf(list ...string) string {
	for _, s := range list {
		if s != "" {
			return s
		}
	}
	return ""
}

// sessionRow begins a row of a session.
func (rw *rowWriter) sessionRow(f *file, id string, o order) timeline.Row {
	row := timeline.Row{Source: f.Path, SessionID: id}
	if d := f.home.sessions[id]; d != nil {
		row.Project, row.Branch = d.project(o), d.branch(o)
	}
	return row
}
