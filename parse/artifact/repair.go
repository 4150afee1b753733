package artifact

import (
	"bytes"
	"errors"
	"fmt"

	"flightlog/parse/decode/jsonl"
	"flightlog/parse/decode/rawjson"
	"flightlog/parse/event"
	"flightlog/parse/timeline"
)

// A text that goes on over several lines is put together within these bounds. They are
// far beyond what a tool prints, and keep a log of nothing but damage from being held up.
const (
	runLines = 20_000
	runBytes = 32 * timeline.MiB
)

// hold keeps a damaged line until the next whole event: a text may go on over the lines
// up to there, and never beyond.
func (lr *logReader) hold(l jsonl.Line) {
	if len(lr.run) >= runLines || len(lr.run) > 0 && lr.held+len(l.Bytes) > runBytes {
		lr.close()
	}
	lr.run, lr.held = append(lr.run, l), lr.held+len(l.Bytes)
}

// close reads the damaged lines that are held: the events found in them, and a problem for
// all else.
func (lr *logReader) close() {
	if len(lr.run) == 0 {
		return
	}
	g := glued{lr: lr}
	lr.enc.Find(lr.log.Held, lr.run, lr.rd.lim.Depth, lr.isEvent, func(p jsonl.Piece) {
		switch p.Kind {
		case jsonl.NULs:
			lr.nuls.add(p.Line, p.Offset, p.Text)
		case jsonl.Object:
			g.add(p)
			lr.recovered(p)
		case jsonl.Lost:
			g.add(p)
			lr.lost(p, lr.run[p.Line-lr.run[0].Number], g.events > 0)
		}
	})
	g.tell()
	lr.run, lr.held = lr.run[:0], 0
}

// isEvent reports whether an object is an event. One that goes on over several lines must
// have data, as every event of the program has: a text may quote an object with a type.
// One behind damage must have the whole envelope: what is cut may hold an object with a
// type and data, and it is no event.
func (lr *logReader) isEvent(object []byte, how jsonl.Found) bool {
	r, text := lr.rd.record, jsonl.Escape(object)
	if r.Open(text) != nil {
		return false
	}
	if how == jsonl.InPlace {
		return true
	}
	return rawjson.Value(text).Get("data").Kind() == '{' && (how == jsonl.Spread || r.ID() != nil && r.Stamped())
}

// recovered enters an event that was found among damage.
func (lr *logReader) recovered(p jsonl.Piece) {
	var e timeline.Event
	text := jsonl.Escape(p.Text)
	if lr.rd.record.Decode(text, &e, &lr.links) != nil {
		return // it was decoded by isEvent
	}
	e.Line, e.Offset, e.Length = p.Line, p.Offset, int32(p.Length)
	e.Flags |= timeline.Repaired
	switch {
	case p.Last > p.Line:
		lr.note(timeline.RawNewline, p, fmt.Sprintf("Lines %d to %d are one event: line breaks inside it were not escaped.", p.Line, p.Last), "the event, put together")
	case len(text) != len(p.Text) && bytes.IndexByte(p.Text, 0) >= 0:
		lr.note(timeline.NULBytes, p, fmt.Sprintf("Line %d holds NUL bytes inside a text; a crash leaves such runs in place of what was being written.", p.Line), "the event, with the NUL bytes shown")
	case len(text) != len(p.Text):
		lr.note(timeline.RawControl, p, fmt.Sprintf("Line %d holds control characters that were not escaped.", p.Line), "the event, with those characters")
	}
	lr.event(e, text)
}

func (lr *logReader) note(code timeline.Code, p jsonl.Piece, message, kept string) {
	lr.rd.problem(timeline.Problem{Code: code, Source: lr.f.src, Line: p.Line, Offset: p.Offset, Length: int64(p.Length), Message: message, Kept: kept})
}

// lost says in one sentence what is wrong with a line, or with a part of it. behind: an
// event was found before it on the line.
func (lr *logReader) lost(p jsonl.Piece, l jsonl.Line, behind bool) {
	if p.Alone {
		lr.explain(l, p)
		return
	}
	part := jsonl.Line{Number: p.Line, Offset: p.Offset, Bytes: lr.log.Held[p.Offset : p.Offset+int64(p.Length)]}
	size := byteCount(p.Length)
	switch {
	case rawjson.Valid(p.Text, lr.rd.lim.Depth) == nil:
		lr.bad(part, timeline.NotAnEvent, "Beside a whole event, line %d holds %s of JSON that are no event.", p.Line, size)
	case !behind && p.Text[0] == '{':
		lr.bad(part, timeline.CutLine, "Line %d begins with %s of an event that was cut off; a whole event follows on the same line.", p.Line, size)
	case !behind:
		lr.bad(part, timeline.BadLine, "Line %d begins with %s that are no event; a whole event follows on the same line.", p.Line, size)
	case lr.isCut(p.Text):
		if !l.Terminated {
			lr.d.Session().Marks |= timeline.CutOff
			lr.bad(part, timeline.CutLine, "The log ends in the middle of an event, behind a whole one on line %d; %s could not be read.", p.Line, size)
			return
		}
		lr.bad(part, timeline.CutLine, "Behind a whole event, line %d holds %s of an event that was cut off.", p.Line, size)
	default:
		lr.bad(part, timeline.BadLine, "Behind a whole event, line %d holds %s that are no event.", p.Line, size)
	}
}

// isCut reports whether a text is the beginning of an object.
func (lr *logReader) isCut(text []byte) bool {
	var syntax *rawjson.SyntaxError
	return errors.As(lr.rd.record.Open(text), &syntax) && syntax.Cut
}

// explain says in one sentence what is wrong with a line that holds no event at all.
func (lr *logReader) explain(l jsonl.Line, p jsonl.Piece) {
	err := lr.rd.record.Open(p.Text)
	size := byteCount(p.Length)
	if errors.Is(err, event.ErrNoType) {
		lr.bad(l, timeline.NotAnEvent, "Line %d is JSON but no event: it has no type.", l.Number)
		return
	}
	var syntax *rawjson.SyntaxError
	if !errors.As(err, &syntax) { // it is an event once what surrounds it is gone, or by itself
		syntax = &rawjson.SyntaxError{}
	}
	switch {
	case lr.enc != jsonl.UTF8 && len(l.Bytes) == 1:
		lr.d.Session().Marks |= timeline.CutOff
		lr.bad(l, timeline.CutLine, "The log ends in the middle of a character.")
	case syntax.Cut && !l.Terminated:
		lr.d.Session().Marks |= timeline.CutOff
		lr.bad(l, timeline.CutLine, "The log ends in the middle of line %d; %s could not be read.", l.Number, size)
	case syntax.Cut:
		lr.bad(l, timeline.CutLine, "Line %d ends in the middle of an event; %s could not be read.", l.Number, size)
	case syntax.NotObject:
		lr.bad(l, timeline.NotAnEvent, "Line %d is JSON but no event: it is not an object.", l.Number)
	case syntax.TooDeep:
		lr.bad(l, timeline.Limit, "Line %d is nested deeper than %d levels.", l.Number, lr.rd.lim.Depth)
	case l.Number == 1 && p.Text[0] != '{' && p.Text[len(p.Text)-1] == '}':
		lr.bad(l, timeline.CutLine, "The log begins in the middle of an event; %s could not be read.", size)
	default:
		lr.bad(l, timeline.BadLine, "Line %d is not valid JSON: it breaks at byte %d of the line.", l.Number, syntax.Offset+1)
	}
}

// bad tells of bytes that were lost; of a million such lines most are only counted.
func (lr *logReader) bad(l jsonl.Line, code timeline.Code, format string, values ...any) {
	lr.d.lossy = true
	lr.f.source.State = timeline.Partly
	lr.f.source.Lost += int64(len(l.Bytes))
	if lr.rd.full() {
		lr.rd.dropped++
		return
	}
	lr.rd.problem(timeline.Problem{Code: code, Source: lr.f.src, Line: l.Number, Offset: l.Offset, Length: int64(len(l.Bytes)), Message: fmt.Sprintf(format, values...)})
}

// byteCount is a number of bytes in a sentence.
type byteCount int

func (n byteCount) String() string {
	if n == 1 {
		return "1 byte"
	}
	return fmt.Sprintf("%d bytes", int(n))
}

// glued follows the pieces of one line, and tells of a line with more than one.
type glued struct {
	lr     *logReader
	first  jsonl.Piece
	last   int64 // line
	end    int64 // offset behind the last piece
	events int
	lost   bool
}

func (g *glued) add(p jsonl.Piece) {
	if p.Line != g.last {
		g.tell()
		*g = glued{lr: g.lr, first: p}
	}
	g.last, g.end = p.Last, p.Offset+int64(p.Length)
	if p.Kind == jsonl.Object {
		g.events++
	} else {
		g.lost = true
	}
}

func (g *glued) tell() {
	p := g.first
	p.Length = int(g.end - p.Offset)
	where := fmt.Sprintf("Line %d holds", p.Line)
	if g.last > p.Line {
		where = fmt.Sprintf("Lines %d to %d hold", p.Line, g.last)
	}
	switch {
	case g.events > 1 && g.lost:
		g.lr.note(timeline.GluedObject, p, fmt.Sprintf("%s %d events and something else without line breaks between them.", where, g.events), "the events")
	case g.events > 1:
		g.lr.note(timeline.GluedObject, p, fmt.Sprintf("%s %d events without line breaks between them.", where, g.events), "each of them")
	case g.events == 1 && g.lost:
		g.lr.note(timeline.GluedObject, p, where+" a whole event and something else without a line break between them.", "the event")
	}
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
