package artifact

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"flightlog/parse/decode/jsonl"
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

// on says on which lines: "on line 4", or "on 3 lines (the first is line 4)".
func (t *tally) on() string {
	if t.lines == 1 {
		return fmt.Sprintf("on line %d", t.line)
	}
	return fmt.Sprintf("on %d lines (the first is line %d)", t.lines, t.line)
}

// tell tells what was counted in a log, one note each.
func (lr *logReader) tell() {
	tell := func(code timeline.Code, t *tally, message, kept string) {
		if t.lines > 0 {
			lr.rd.problem(timeline.Problem{Code: code, Source: lr.f.src, Line: t.line, Offset: t.offset, Length: t.length, Message: message, Kept: kept})
		}
	}
	if enc := lr.log.Encoding; enc != jsonl.UTF8 {
		lr.rd.problem(timeline.Problem{Code: timeline.UTF16, Source: lr.f.src,
			Message: fmt.Sprintf("The log is %s, as a redirection of Windows PowerShell writes it; the program writes UTF-8.", enc), Kept: "its events, decoded"})
	}
	tell(timeline.NULBytes, &lr.nuls, fmt.Sprintf("%s NUL, %s; a crash leaves such runs in place of what was being written.", are(lr.nuls.count), lr.nuls.on()), "the events around them")
	tell(timeline.InvalidUTF8, &lr.invalid, fmt.Sprintf("%s not UTF-8, %s; they are shown as U+FFFD.", are(lr.invalid.count), lr.invalid.on()), "the events, with their other characters")
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
