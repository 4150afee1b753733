package artifact

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"flightlog/parse/decode/jsonl"
	"flightlog/parse/decode/rawjson"
	"flightlog/parse/timeline"
)

// tally counts what may stand on every line of a log and is told once: how often, and
// where first.
type tally struct {
	lines  int   // or records
	count  int64 // of the things themselves
	line   int64 // of the first
	offset int64
	length int64
}

func (t *tally) note(line, offset, length, count int64) {
	if t.lines++; t.lines == 1 {
		t.line, t.offset, t.length = line, offset, length
	}
	t.count += count
}

// add counts the NUL bytes of a line or a part of one.
func (t *tally) add(line, offset int64, b []byte) {
	first := bytes.IndexByte(b, 0)
	if first < 0 {
		return
	}
	run := first
	for run < len(b) && b[run] == 0 {
		run++
	}
	t.note(line, offset+int64(first), int64(run-first), int64(bytes.Count(b, []byte{0})))
}

// invalid counts the bytes of a text that are no UTF-8.
func (t *tally) invalid(line, offset int64, text []byte) {
	n, first := int64(0), -1
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 {
			if n++; first < 0 {
				first = i
			}
		}
		i += size
	}
	t.note(line, offset+int64(first), 1, n)
}

// surrogates counts the halves of UTF-16 pairs in an event that stand alone, as escapes or,
// in a log of UTF-16, as they are.
func (lr *logReader) surrogates(e *timeline.Event, text []byte) {
	raw := lr.log.Held[e.Offset : e.Offset+int64(e.Length)]
	if lr.enc != jsonl.UTF8 {
		n := jsonl.LoneUnits(lr.enc, raw)
		if lr.rd.record.Surrogates() {
			escaped, _ := rawjson.LoneSurrogates(text)
			n += escaped
		}
		if n > 0 {
			lr.lone.note(e.Line, e.Offset, int64(e.Length), int64(n))
		}
	} else if lr.rd.record.Surrogates() {
		if n, first := rawjson.LoneSurrogates(raw); n > 0 {
			lr.lone.note(e.Line, e.Offset+int64(first), 6, int64(n))
		}
	}
}

// on says on which lines: "on line 4", or "on 3 lines (the first is line 4)".
func (t *tally) on() string {
	if t.lines == 1 {
		return fmt.Sprintf("on line %d", t.line)
	}
	return fmt.Sprintf("on %d lines (the first is line %d)", t.lines, t.line)
}

// tell tells what was counted in a log, one note each. Nearly every log has nothing to tell.
func (lr *logReader) tell() {
	enc := jsonl.EncodingOf(lr.log.Held)
	if enc == jsonl.UTF8 && lr.nuls.lines+lr.invalid.lines+lr.lone.lines+lr.odd.lines+lr.repeats.lines+lr.clashes.lines+lr.undated.lines == 0 {
		return
	}
	tell := func(code timeline.Code, t *tally, message, kept string) {
		if t.lines > 0 {
			lr.rd.problem(timeline.Problem{Code: code, Source: lr.f.src, Line: t.line, Offset: t.offset, Length: t.length, Message: message, Kept: kept})
		}
	}
	if enc != jsonl.UTF8 {
		message := fmt.Sprintf("The log is %s, as a redirection of Windows PowerShell writes it; the program writes UTF-8", enc)
		if lr.other > 0 {
			message += fmt.Sprintf(", and did so from line %d on", lr.other)
		}
		lr.rd.problem(timeline.Problem{Code: timeline.UTF16, Source: lr.f.src, Line: lr.other, Message: message + ".", Kept: "its events, decoded"})
	}
	tell(timeline.NULBytes, &lr.nuls, fmt.Sprintf("%s NUL, %s; a crash leaves such runs in place of what was being written.", are(lr.nuls.count), lr.nuls.on()), "the events around them")
	tell(timeline.InvalidUTF8, &lr.invalid, fmt.Sprintf("%s not UTF-8, %s; they are shown as U+FFFD.", are(lr.invalid.count), lr.invalid.on()), "the events, with their other characters")
	halves := "1 half of a UTF-16 pair stands alone"
	if lr.lone.count != 1 {
		halves = fmt.Sprintf("%d halves of UTF-16 pairs stand alone", lr.lone.count)
	}
	tell(timeline.InvalidUTF8, &lr.lone, fmt.Sprintf("%s, %s; such a half is no character and is shown as U+FFFD.", halves, lr.lone.on()), "the events, with their other characters")
	odd := fmt.Sprintf("Line %d is not built as its type is known to be (%s).", lr.odd.line, lr.how)
	if lr.odd.lines > 1 {
		odd = fmt.Sprintf("%d lines are not built as their types are known to be; line %d is the first (%s).", lr.odd.lines, lr.odd.line, lr.how)
	}
	tell(timeline.UnknownShape, &lr.odd, odd, "the events, and what of them could be understood")
	repeats := fmt.Sprintf("Line %d repeats an earlier event of the log.", lr.repeats.line)
	if lr.repeats.lines > 1 {
		repeats = fmt.Sprintf("%d lines repeat earlier events of the log, the first is line %d.", lr.repeats.lines, lr.repeats.line)
	}
	tell(timeline.Repeated, &lr.repeats, repeats, "each event once, with the number of its copies")
	clashes := fmt.Sprintf("Line %d has the id of an earlier event and says something else.", lr.clashes.line)
	if lr.clashes.lines > 1 {
		clashes = fmt.Sprintf("%d lines have the ids of earlier events and say something else, the first is line %d.", lr.clashes.lines, lr.clashes.line)
	}
	tell(timeline.Repeated, &lr.clashes, clashes, "both, as different events")
	undated := fmt.Sprintf("The time of line %d cannot be read.", lr.undated.line)
	if lr.undated.lines > 1 {
		undated = fmt.Sprintf("The times of %d lines cannot be read; line %d is the first.", lr.undated.lines, lr.undated.line)
	}
	tell(timeline.BadTimestamp, &lr.undated, undated, "the events, in their place and without a time")
}

func are(n int64) string {
	if n == 1 {
		return "1 byte is"
	}
	return fmt.Sprintf("%d bytes are", n)
}
