package event

import (
	"strings"
	"time"

	"flightlog/parse/decode/rawjson"
	"flightlog/parse/timeline"
)

// Tracker follows what the rows of one log carry from line to line: directory, branch,
// model, permission mode, and which tool a call is of (ROWS.md).
type Tracker struct {
	Emit func(timeline.Row)
	Base timeline.Row // source, session and what is known before the log says more

	branch    string // sessions.branch, which a context without a branch falls back to
	model     string
	mode      string // permission mode with its agent mode, "" before the first
	tools     map[string]string
	requested map[string]bool   // calls that an assistant.message announced
	calls     map[string]string // permission requestId -> toolCallId
}

// NewTracker starts a log. base holds its source and session, and the project and branch
// that hold until the log names others.
func NewTracker(base timeline.Row, emit func(timeline.Row)) *Tracker {
	return &Tracker{Emit: emit, Base: base, branch: base.Branch, tools: map[string]string{}, requested: map[string]bool{}, calls: map[string]string{}}
}

// Rows emits the rows of one line.
func (r *Record) Rows(t *Tracker, line int64) {
	t.Base.SourceLine, t.Base.Timestamp = line, stamp(r.doc.Get("timestamp"))
	if r.spec != nil && r.spec.Rows != nil {
		r.spec.Rows(r, t)
	}
}

// BadLine emits the row of a line that is no event: reason is "invalid JSON" or "not an
// object", and the line stands in it in full.
func (t *Tracker) BadLine(line int64, reason string, text []byte) {
	t.Base.SourceLine, t.Base.Timestamp = line, ""
	t.system("parser: unparseable line (" + reason + "): " + strings.ToValidUTF8(string(text), "\uFFFD"))
}

// stamp is a timestamp as stored; an epoch number becomes ISO UTC with milliseconds.
func stamp(v rawjson.Value) string {
	if n, ok := v.Int(); ok {
		return time.UnixMilli(n).UTC().Format("2006-01-02T15:04:05.000Z")
	}
	return v.String()
}

// row emits one row with the tracked columns.
func (t *Tracker) row(turn timeline.TurnType, text, model, tool, id string) {
	row := t.Base
	row.Turn, row.Text, row.Tool, row.ToolUseID = turn, text, tool, id
	if row.Model = model; model == "" {
		row.Model = t.model
	}
	t.Emit(row)
}

func (t *Tracker) system(text string) { t.row(timeline.SystemTurn, text, "", "", "") }

// context takes over a WorkingDirectoryContext: the directory if it names one, and the
// branch, which falls back to the store's.
func (t *Tracker) context(v rawjson.Value) {
	if v == nil {
		return
	}
	if cwd := v.Get("cwd").String(); cwd != "" {
		t.Base.Project = cwd
	}
	if t.Base.Branch = v.Get("branch").String(); t.Base.Branch == "" {
		t.Base.Branch = t.branch
	}
}

// systemText makes the rows of a type that gives one system row: lead and a text.
func systemText(lead string, keys ...string) func(*Record, *Tracker) {
	return func(r *Record, t *Tracker) {
		text := ""
		for _, k := range keys {
			if text = r.Str(k); text != "" {
				break
			}
		}
		t.system(lead + text)
	}
}

// mainText makes the rows of a type whose text is one main field, or else all its data.
func mainText(keys ...string) func(*Record, *Tracker) {
	return func(r *Record, t *Tracker) {
		text := ""
		for _, k := range keys {
			if text = r.Str(k); text != "" {
				break
			}
		}
		if text == "" {
			text = dash(r.doc.Get("data"), "{}")
		}
		t.row(timeline.SystemTurn, r.Type+": "+text, "", "", r.Str("toolCallId"))
	}
}

// dash writes a value compactly, or what stands for an absent one.
func dash(v rawjson.Value, absent string) string {
	if v == nil {
		return absent
	}
	return v.Compact()
}

// useText is the text of a tool_use row: the arguments string, else the first non-empty
// one of a few arguments, else all of them.
func useText(args rawjson.Value) string {
	if s, ok := args.Text(); ok {
		return s
	}
	for _, k := range [...]string{"command", "url", "query", "path", "input"} {
		if s := args.Get(k).String(); s != "" {
			return s
		}
	}
	return dash(args, "")
}
