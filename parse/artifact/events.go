package artifact

import (
	"bytes"
	"fmt"
	"hash/maphash"
	"strings"
	"unicode/utf8"

	"flightlog/parse/decode/jsonl"
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
	Own: true,
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
	Own: true,
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
	log   jsonl.Log
	enc   jsonl.Encoding // of the line at hand and of the run
	other int64          // the first line that is not written as those above it, 0 for none
	links timeline.Links
	run   []jsonl.Line     // damaged lines that the next whole event, or the end, will close
	held  int              // bytes of run
	ids   map[uint64]int32 // hash of an event's id -> its index
	seed  maphash.Seed

	undated, nuls, invalid, lone, repeats, clashes, odd tally
	how                                                 string // the first record of odd
}

func readLog(rd *Reading, f *file, d *draft) error {
	d.begin()
	d.log = true
	body, err := rd.open(f)
	if err != nil {
		return err
	}
	defer body.Close()
	lr := &logReader{rd: rd, f: f, d: d, ids: map[uint64]int32{}, seed: maphash.MakeSeed()}
	// Events point into what is held, also while the reading pauses and when a panic ends it.
	hold := func() { f.source.Held = lr.log.Held }
	defer hold()
	size := min(max(f.Bytes, 0), 16*f.Packed+timeline.KiB)
	err = lr.log.Read(body, size, lr.line, func(n int64) error { hold(); return rd.progress(f, n) })
	lr.close()
	if len(lr.log.Held) == 0 && err == nil {
		rd.emptied(f, d)
	}
	lr.tell()
	return err
}

// line reads one line: an event, nothing, or damage; the next line never suffers.
func (lr *logReader) line(l jsonl.Line) {
	if enc := lr.log.Encoding; enc != lr.enc {
		if l.Number > 1 {
			lr.close()
			lr.other = l.Number
		}
		lr.enc = enc
	}
	text := jsonl.Trim(lr.enc.Decode(l.Bytes))
	if text == nil {
		if len(lr.run) > 0 { // it may belong to a text that goes on
			lr.hold(l)
		} else if lr.enc == jsonl.UTF8 {
			lr.nuls.add(l.Number, l.Offset, l.Bytes)
		}
		return
	}
	if len(text) > lr.rd.lim.LineBytes {
		lr.close()
		lr.bad(l, timeline.Limit, "Line %d has %d bytes, more than the limit of %d.", l.Number, len(text), lr.rd.lim.LineBytes)
		return
	}
	var e timeline.Event
	if lr.rd.record.Decode(text, &e, &lr.links) != nil {
		lr.hold(l)
		return
	}
	if len(lr.run) > 0 { // what comes before it may hold events
		lr.close()
		_ = lr.rd.record.Decode(text, &e, &lr.links)
	}
	e.Line, e.Offset, e.Length = l.Number, l.Offset, int32(len(l.Bytes))
	if lr.enc != jsonl.UTF8 {
		e.Flags |= timeline.Repaired
	} else if len(text) != len(l.Bytes) {
		lr.nuls.add(l.Number, l.Offset, l.Bytes)
	}
	lr.event(e, text)
}

// event enters an event whose text was decoded just now.
func (lr *logReader) event(e timeline.Event, text []byte) {
	e.Source = lr.f.src
	lr.f.source.Records++
	if !utf8.Valid(text) {
		lr.invalid.invalid(e.Line, e.Offset, lr.log.Held[e.Offset:e.Offset+int64(e.Length)])
	}
	lr.surrogates(&e, text)
	if how := lr.rd.record.Odd(); how != "" {
		lr.odd.note(e.Line, e.Offset, int64(e.Length), 1)
		if lr.odd.lines == 1 {
			lr.how = e.Type + ": " + how
		}
	}
	if lr.repeated(&e, text) {
		return
	}
	if id := lr.links.SessionID; len(id) > 0 {
		lr.rd.otherID(lr.f, lr.d, string(id), e.Line)
	}
	if e.Time == timeline.NoTime && lr.rd.record.Stamped() {
		lr.undated.note(e.Line, e.Offset, int64(e.Length), 1)
	}
	lr.d.Add(e, &lr.links)
}

// repeated reports whether the event is a further copy of one that was read: then it is
// entered as that. An event with the id of another one and other words is none.
func (lr *logReader) repeated(e *timeline.Event, text []byte) bool {
	id := lr.rd.record.ID()
	if id == nil {
		return false
	}
	s, h := lr.d.Session(), maphash.Bytes(lr.seed, id)
	first, known := lr.ids[h]
	if !known {
		lr.ids[h] = int32(len(s.Events))
		return false
	}
	earlier := &s.Events[first]
	if !bytes.Equal(lr.text(earlier), text) {
		lr.clashes.note(e.Line, e.Offset, int64(e.Length), 1)
		return false
	}
	earlier.Flags |= timeline.Copied
	s.Repeats = append(s.Repeats, timeline.Repeat{Event: first, Line: e.Line, Offset: e.Offset, Length: e.Length})
	lr.repeats.note(e.Line, e.Offset, int64(e.Length), 1)
	return true
}

// text gives the text of an event that was read.
func (lr *logReader) text(e *timeline.Event) []byte {
	raw := lr.log.Held[e.Offset : e.Offset+int64(e.Length)]
	if e.Has(timeline.Repaired) {
		return jsonl.Text(lr.log.Held, raw)
	}
	return jsonl.Trim(raw)
}

// emptied notes a log of zero bytes, and the copy that may hold what it held.
func (rd *Reading) emptied(f *file, d *draft) {
	d.log, d.lossy = false, true
	p := timeline.Problem{Code: timeline.EmptiedLog, Source: f.src, Message: "The event log is empty (0 bytes)."}
	if c := rd.arc.Next(f.Entry, f.Path+"."); c != nil {
		p.Message = fmt.Sprintf("The event log is empty (0 bytes); a copy of it lies beside it as %s.", baseName(c.Path))
	}
	rd.problem(p)
}
