package event

import (
	"bytes"
	"strconv"
	"strings"

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
		Spec{Type: "external_tool.requested", Kind: timeline.Tool,
			Links: func(r *Record, l *timeline.Links) timeline.Flag {
				l.Part, l.CallID, l.Tool = timeline.Handed, r.id("toolCallId"), r.id("toolName")
				return 0
			},
			Line: func(r *Record) timeline.Summary { return callLine(r.Str("toolName"), r.Data("arguments")) }},
		Spec{Type: "tool_search.activated", Kind: timeline.Notice,
			Line: func(r *Record) timeline.Summary {
				tools := names(r.Data("toolNames"))
				return said(words(clause(words("Tools found by search and switched on", paren(r.Str("strategy"))), or(few(tools), "not recorded"))))
			},
			Blocks: func(r *Record) []timeline.Block {
				return textBlock(timeline.TextBlock, "Tools", strings.Join(names(r.Data("toolNames")), "\n"))
			}},
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
	// Few results have assets, and walking a result for them costs as much as all the rest.
	if result := r.Data("result"); bytes.Contains(result, []byte(`"assetId"`)) {
		tieAssets(l, result.Get("binaryResultsForLlm"))
	}
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
