package artifact

import (
	"strings"

	"flightlog/parse/decode/rawjson"
	"flightlog/parse/event"
	"flightlog/parse/timeline"
)

// storeRows gives the rows of the store's tables, each by rowid (seed, Parser plan).
func storeRows(rw *rowWriter, f *file) {
	for _, rec := range f.records {
		v := rawjson.Value(f.source.Held[rec.offset:rec.end])
		id := v.Get("session_id").String()
		if rec.table == "sessions" {
			id = v.Get("id").String()
		}
		row := rw.sessionRow(f, id, storeFirst)
		row.SourceLine = rec.rowid
		storeRow(rw, row, rec.table, v)
	}
}

// storeRow emits the rows of one record: none where what it would say is missing
// (ROWS.md, settled point 22).
func storeRow(rw *rowWriter, row timeline.Row, table string, v rawjson.Value) {
	text := func(key string) string { return v.Get(key).String() }
	say := func(turn timeline.TurnType, s string) {
		row.Turn, row.Text = turn, s
		rw.emit(row)
	}
	switch table {
	case "turns":
		row.Timestamp = text("timestamp")
		if s := text("user_message"); s != "" {
			say(timeline.UserTurn, s)
		}
		if s := text("assistant_response"); s != "" {
			say(timeline.AssistantTurn, s)
		}
	case "sessions":
		row.Timestamp = text("created_at")
		if s := text("summary"); s != "" {
			say(timeline.SystemTurn, "session name: "+s)
		}
	case "session_files":
		row.Timestamp = text("first_seen_at")
		if path, tool := text("file_path"), text("tool_name"); path != "" && tool != "" {
			say(timeline.SystemTurn, "file changed: "+path+" tool="+tool)
		}
	case "session_refs":
		row.Timestamp = text("created_at")
		say(timeline.SystemTurn, "reference: "+text("ref_type")+" "+text("ref_value"))
	case "checkpoints":
		row.Timestamp = text("created_at")
		say(timeline.SystemTurn, checkpointText(v))
	case "forge_trajectory_events":
		row.Timestamp, row.ToolUseID = text("created_at"), text("tool_call_id")
		if s := text("command"); s != "" {
			say(timeline.ToolUse, s)
		}
		if out, code := text("output"), number(v.Get("exit_code"), "0"); out != "" || code != "0" {
			if code != "0" {
				out = "[exit " + code + "] " + out
			}
			say(timeline.ToolResult, out)
		}
	}
}

func checkpointText(v rawjson.Value) string {
	var b strings.Builder
	b.WriteString("checkpoint " + number(v.Get("checkpoint_number"), "-") + ": " + v.Get("title").String())
	for _, column := range [...]string{"overview", "history", "work_done", "technical_details", "important_files", "next_steps"} {
		if s := v.Get(column).String(); s != "" {
			b.WriteString("\n" + column + ": " + s)
		}
	}
	return b.String()
}

// StoreSummary is the one line that says what a row of the store is.
func StoreSummary(record []byte) timeline.Summary {
	v := rawjson.Value(record)
	text := event.OneLine(v.Get("user_message").String())
	if odd := v.Get("user_message"); text == "" && odd.Kind() != '"' {
		text = string(odd) // a column may hold anything
	}
	if text == "" {
		text = "(no prompt recorded)"
	}
	return timeline.Summary{Who: "you", Text: text}
}

// StoreBlocks is a row's detail: the prompt and the reply.
func StoreBlocks(record []byte) []timeline.Block {
	v := rawjson.Value(record)
	out := []timeline.Block{{Kind: timeline.TextBlock, Title: "Prompt", Text: v.Get("user_message").String()}}
	if reply, ok := v.Get("assistant_response").Text(); ok {
		out = append(out, timeline.Block{Kind: timeline.MarkdownBlock, Title: "Reply", Text: reply})
	}
	return out
}
