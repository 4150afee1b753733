package event

import (
	"bytes"
	"strconv"

	"flightlog/parse/decode/rawjson"
	"flightlog/parse/timeline"
)

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

func init() {
	register(
		Spec{Type: "tool.execution_start", Kind: timeline.Tool,
			Links: func(r *Record, l *timeline.Links) timeline.Flag {
				l.Part, l.CallID, l.Tool = timeline.Started, r.id("toolCallId"), r.id("toolName")
				return 0
			},
			Rows: func(r *Record, t *Tracker) {
				if id := r.Str("toolCallId"); !t.requested[id] {
					useRow(r, t, "")
				} else if t.tools[id] == "" {
					t.tools[id] = r.Str("toolName")
				}
			},
			Line: func(r *Record) timeline.Summary { return callLine(r.Str("toolName"), r.Data("arguments")) }},
		Spec{Type: "tool.user_requested", Kind: timeline.Tool,
			Links: func(r *Record, l *timeline.Links) timeline.Flag {
				l.Part, l.CallID, l.Tool = timeline.Requested, r.id("toolCallId"), r.id("toolName")
				return 0
			},
			Rows: func(r *Record, t *Tracker) { useRow(r, t, "user requested: ") },
			Line: func(r *Record) timeline.Summary { return callLine(r.Str("toolName"), r.Data("arguments")) }},
		Spec{Type: "tool.execution_complete", Kind: timeline.Tool, Links: resultLinks, Rows: resultRows, Line: resultLine,
			Blocks: func(r *Record) []timeline.Block { return outputBlocks(r, "", "Output") }},
	)
}

func resultLinks(r *Record, l *timeline.Links) timeline.Flag {
	l.Part, l.CallID = timeline.Ended, r.id("toolCallId")
	if ok, said := r.Data("success").Bool(); said && ok {
		l.Success = timeline.True
	} else if said {
		l.Success = timeline.False
	}
	l.ByUser, _ = r.Data("isUserRequested").Bool()
	l.ErrorCode = plain(r.Data("error").Get("code"))
	l.ExitCode, l.HasExit = exitCode(r)
	return 0
}

// exitCode gives the exit code of a shell call: shellExecution.exitCode, else the last
// line that the shell tools write into their own output (FINDINGS.md, events.jsonl 13:
// "<shellId: 0 completed with exit code 1>"; CLI 1.0.35 and before: "<exited with exit code 1>").
func exitCode(r *Record) (int32, bool) {
	if n, ok := r.Data("shellExecution").Get("exitCode").Int(); ok {
		return int32(n), int64(int32(n)) == n
	}
	content := []byte(r.Data("result").Get("content"))
	tail := content[max(0, len(content)-80):]
	i := bytes.LastIndex(tail, []byte(`\n<`))
	if i < 0 {
		return 0, false
	}
	tail, ok := bytes.CutSuffix(tail[i+len(`\n<`):], []byte(`>"`))
	if !ok || !bytes.HasPrefix(tail, []byte("exited with ")) && !bytes.HasPrefix(tail, []byte("shellId: ")) {
		return 0, false
	}
	_, digits, ok := bytes.Cut(tail, []byte("exit code "))
	n, err := strconv.ParseInt(string(digits), 10, 32)
	return int32(n), ok && err == nil
}

func resultLine(r *Record) timeline.Summary {
	n, has := exitCode(r)
	ok, said := r.Data("success").Bool()
	msg := r.Data("error").Get("message").String()
	switch {
	case r.Data("error").Get("code").String() == "denied":
		return timeline.Summary{Text: words("Denied:", or(msg, "no message recorded"))}
	case has && n != 0:
		s := "Failed with exit code " + itoa(int64(n))
		if msg != "" {
			s += ": " + msg
		}
		return timeline.Summary{Text: s}
	case said && !ok:
		return timeline.Summary{Text: words("Failed:", or(msg, "no message recorded"))}
	}
	text := or(r.Data("result").Get("content").String(), r.Data("result").String(), "(no output)")
	return timeline.Summary{Text: text, Mono: true}
}

// output is the text of a result: a string as it is, else the longer of detailedContent
// and content, the detailed one on a tie (seed, Parser plan).
func output(result rawjson.Value) string {
	if s, ok := result.Text(); ok {
		return s
	}
	short, long := result.Get("content").String(), result.Get("detailedContent").String()
	if len([]rune(long)) >= len([]rune(short)) {
		return long
	}
	return short
}

func useRow(r *Record, t *Tracker, lead string) {
	id, name := r.Str("toolCallId"), r.Str("toolName")
	t.tools[id] = name
	t.row(timeline.ToolUse, lead+useText(r.Data("arguments")), r.Str("model"), name, id)
}

// resultRows: the exit code where it is not zero, the body, and on a failure the error's
// message on a line of its own (ROWS.md, settled point 17).
func resultRows(r *Record, t *Tracker) {
	id := r.Str("toolCallId")
	text := output(r.Data("result"))
	if ok, said := r.Data("success").Bool(); said && !ok {
		if msg := r.Data("error").Get("message").String(); msg != "" {
			if text != "" {
				text += "\n"
			}
			text += msg
		}
	}
	if n, ok := r.Data("shellExecution").Get("exitCode").Int(); ok && n != 0 {
		text = "[exit " + itoa(n) + "] " + text
	}
	t.row(timeline.ToolResult, text, r.Str("model"), t.tools[id], id)
}
