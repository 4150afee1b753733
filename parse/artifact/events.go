package artifact

import (
	"errors"
	"fmt"
	"strings"

	"flightlog/parse/decode/jsonl"
	"flightlog/parse/decode/rawjson"
	"flightlog/parse/event"
	"flightlog/parse/timeline"
)

// events is session-state/<id>/events.jsonl, the log of a session.
var events = Artifact{
	Name: "events",
	File: "session-state/<id>/events.jsonl",
	What: "sessions, turns, prompts, replies, tool calls, and every event with its raw line; unknown types are kept and shown raw",
	Match: func(rel string) bool {
		_, rest, ok := sessionDir(rel)
		return ok && rest == "events.jsonl"
	},
	Read: func(rd *Reading, f *file) error {
		id, _, _ := sessionDir(f.Rel)
		return readLog(rd, f, f.home.session(id))
	},
}

// legacyEvents is session-state/<id>.jsonl: the same envelope in a flat file, written by
// 0.0.376 and moved into a folder by later versions when they resume it (FINDINGS.md).
var legacyEvents = Artifact{
	Name: "legacy",
	File: "session-state/<id>.jsonl",
	What: "the same log in the flat form of early versions",
	Match: func(rel string) bool {
		id, rest, ok := sessionDir(rel)
		return ok && rest == "" && strings.HasSuffix(id, ".jsonl")
	},
	Read: func(rd *Reading, f *file) error {
		name, _, _ := sessionDir(f.Rel)
		id := strings.TrimSuffix(name, ".jsonl")
		d := f.home.session(id)
		if d.log {
			id = name // a folder of that id has its own log: both are shown
			d = f.home.session(id)
		}
		d.folder = true
		d.Session().Dir, d.Session().Marks = f.Rel, d.Session().Marks|timeline.Legacy
		return readLog(rd, f, d)
	},
}

// logReader reads one log into one session.
type logReader struct {
	rd    *Reading
	f     *file
	d     *draft
	links timeline.Links

	undated      int   // events whose time cannot be read; one that has none is not odd
	firstUndated int64 // line of the first of them
}

func readLog(rd *Reading, f *file, d *draft) error {
	d.log = true
	body, err := rd.open(f)
	if err != nil {
		return err
	}
	defer body.Close()
	lr := &logReader{rd: rd, f: f, d: d}
	size := min(max(f.Bytes, 0), 16*f.Packed+timeline.KiB)
	held, err := jsonl.Read(body, size, lr.line, func(n int64) error { return rd.progress(f, n) })
	f.source.Held, d.logBytes = held, int64(len(held))
	if len(held) == 0 && err == nil {
		rd.emptied(f, d)
	}
	lr.tellUndated()
	return err
}

// tellUndated notes the times that could not be read, one note a log: they could be on
// every line.
func (lr *logReader) tellUndated() {
	if lr.undated == 0 {
		return
	}
	message := fmt.Sprintf("The time of line %d cannot be read.", lr.firstUndated)
	if lr.undated > 1 {
		message = fmt.Sprintf("The times of %d lines cannot be read; line %d is the first.", lr.undated, lr.firstUndated)
	}
	lr.rd.problem(timeline.Problem{Code: timeline.BadTimestamp, Source: lr.f.src, Line: lr.firstUndated, Message: message,
		Kept: "the events, in their place and without a time"})
}

// line reads one line: an event, nothing, or a problem; the next line never suffers.
func (lr *logReader) line(l jsonl.Line) {
	text := jsonl.Trim(l.Bytes)
	if text == nil {
		return
	}
	if len(text) > lr.rd.lim.LineBytes {
		lr.bad(l, timeline.Limit, fmt.Sprintf("Line %d has %d bytes, more than the limit of %d.", l.Number, len(text), lr.rd.lim.LineBytes))
		return
	}
	var e timeline.Event
	if err := lr.rd.record.Decode(text, &e, &lr.links); err != nil {
		lr.explain(l, text, err)
		return
	}
	e.Source, e.Line, e.Offset, e.Length = lr.f.src, l.Number, l.Offset, int32(len(l.Bytes))
	if id := lr.links.SessionID; len(id) > 0 {
		lr.rd.otherID(lr.f, lr.d, string(id), l.Number)
	}
	if e.Time == timeline.NoTime && lr.rd.record.Stamped() {
		if lr.undated++; lr.undated == 1 {
			lr.firstUndated = l.Number
		}
	}
	lr.f.source.Records++
	lr.d.Add(e, &lr.links)
}

// explain says in one sentence what is wrong with a line.
func (lr *logReader) explain(l jsonl.Line, text []byte, err error) {
	if errors.Is(err, event.ErrNoType) {
		lr.bad(l, timeline.NotAnEvent, fmt.Sprintf("Line %d is JSON but no event: it has no type.", l.Number))
		return
	}
	var syntax *rawjson.SyntaxError
	errors.As(err, &syntax)
	switch {
	case syntax.Cut && !l.Terminated:
		lr.d.Session().Marks |= timeline.CutOff
		lr.bad(l, timeline.CutLine, fmt.Sprintf("The log ends in the middle of line %d; %s could not be read.", l.Number, countBytes(len(text))))
	case syntax.NotObject:
		lr.bad(l, timeline.NotAnEvent, fmt.Sprintf("Line %d is JSON but no event: it is not an object.", l.Number))
	case syntax.TooDeep:
		lr.bad(l, timeline.Limit, fmt.Sprintf("Line %d is nested deeper than %d levels.", l.Number, lr.rd.lim.Depth))
	default:
		lr.bad(l, timeline.BadLine, fmt.Sprintf("Line %d is not valid JSON: it breaks at byte %d of the line.", l.Number, syntax.Offset+1))
	}
}

func (lr *logReader) bad(l jsonl.Line, code timeline.Code, message string) {
	lr.d.lossy = true
	lr.f.source.State = timeline.Partly
	lr.f.source.Lost += int64(len(l.Bytes))
	lr.rd.problem(timeline.Problem{Code: code, Source: lr.f.src, Line: l.Number, Offset: l.Offset, Length: int64(len(l.Bytes)), Message: message})
}

func countBytes(n int) string {
	if n == 1 {
		return "1 byte"
	}
	return fmt.Sprintf("%d bytes", n)
}

// emptied notes a log of zero bytes, and the copy that may hold what it held.
func (rd *Reading) emptied(f *file, d *draft) {
	d.log, d.lossy = false, true
	p := timeline.Problem{Code: timeline.EmptiedLog, Source: f.src, Message: "The event log is empty (0 bytes)."}
	for i := range rd.Timeline.Sources {
		if s := &rd.Timeline.Sources[i]; s.Home == f.Home && len(s.Path) > len(f.Path) && strings.HasPrefix(s.Path, f.Path+".") {
			p.Message = fmt.Sprintf("The event log is empty (0 bytes); a copy of it lies beside it as %s.", s.Path[strings.LastIndexByte(s.Path, '/')+1:])
			break
		}
	}
	rd.problem(p)
}

// badLine is the reason of a bad-line row (ROWS.md, settled point 7), "" for an object
// that is no event: it is JSON, and gives no row as unknown types do.
func badLine(err error) string {
	var syntax *rawjson.SyntaxError
	if errors.As(err, &syntax) {
		return syntax.Reason
	}
	return ""
}
