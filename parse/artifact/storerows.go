package artifact

import (
	"slices"
	"strings"

	"flightlog/parse/decode/rawjson"
	"flightlog/parse/event"
	"flightlog/parse/timeline"
)

// storeRows gives the rows of the store's tables, each by rowid (seed, Parser plan).
func storeRows(rw *rowWriter, f *file) {
	for _, rec := range f.records {
		if !slices.Contains(storeOrder[:], rec.table) {
			continue // the tables that the row contract leaves out
		}
		v := rawjson.Value(f.source.Held[rec.offset:rec.end])
		id := v.Get("session_id").String()
		if rec.table == "sessions" {
			id = v.Get("id").String()
		}
		row := rw.sessionRow(f, id, storeFirst)
		row.SourceLine = rec.rowid
		recordRows(rw, row, rec.table, v)
	}
}

// recordRows emits the rows of one record: none where what it would say is missing
// (ROWS.md, settled point 22).
func recordRows(rw *rowWriter, row timeline.Row, table string, v rawjson.Value) {
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

var checkpointColumns = [...]string{"overview", "history", "work_done", "technical_details", "important_files", "next_steps"}

func checkpointText(v rawjson.Value) string {
	var b strings.Builder
	b.WriteString("checkpoint " + number(v.Get("checkpoint_number"), "-") + ": " + v.Get("title").String())
	for _, column := range checkpointColumns {
		if s := v.Get(column).String(); s != "" {
			b.WriteString("\n" + column + ": " + s)
		}
	}
	return b.String()
}

// StoreSummary is the one line that says what a row of the store is.
func StoreSummary(table string, record []byte) timeline.Summary {
	v := rawjson.Value(record)
	text := func(key string) string { return v.Get(key).String() }
	switch table {
	case "turns":
		return timeline.Summary{Who: "you", Text: event.OneLine(firstOf(text("user_message"), odd(v.Get("user_message")), "(no prompt recorded)"))}
	case "session_files":
		return timeline.Summary{Who: text("tool_name"), Text: event.OneLine("File changed: " + text("file_path"))}
	case "session_refs":
		return timeline.Summary{Text: event.OneLine("Refers to " + text("ref_type") + " " + text("ref_value"))}
	case "checkpoints":
		return timeline.Summary{Text: event.OneLine("Checkpoint " + number(v.Get("checkpoint_number"), "") + ": " + firstOf(text("title"), text("overview")))}
	case "sessions":
		return timeline.Summary{Text: event.OneLine("Session " + firstOf(text("summary"), "without a name") + " in " + firstOf(text("cwd"), "no recorded directory"))}
	}
	return otherSummary(table, v)
}

// otherSummary is the line of a row that no other store repeats.
func otherSummary(table string, v rawjson.Value) timeline.Summary {
	text := func(key string) string { return v.Get(key).String() }
	switch table {
	case "assistant_usage_events":
		return timeline.Summary{Who: text("model"), Text: event.OneLine("Model call by " + firstOf(text("initiator"), "nobody recorded") + ": " +
			number(v.Get("input_tokens"), "no recorded") + " tokens in, " + number(v.Get("output_tokens"), "no recorded") + " out")}
	case "search_index_content":
		return timeline.Summary{Text: event.OneLine("Search text of " + firstOf(text("c3"), text("c2"), "nothing recorded") + ": " + text("c0"))}
	}
	return timeline.Summary{Text: event.OneLine(firstOf(text("command"), text("event_type"), table)), Mono: text("command") != ""}
}

// odd is a value of another kind than text as it stands: a column may hold anything.
func odd(v rawjson.Value) string {
	if v.Kind() == '"' {
		return ""
	}
	return string(v)
}

// StoreBlocks is a row's detail.
func StoreBlocks(table string, record []byte) []timeline.Block {
	v := rawjson.Value(record)
	var out []timeline.Block
	add := func(kind timeline.BlockKind, title, key string) {
		if s, ok := v.Get(key).Text(); ok {
			out = append(out, timeline.Block{Kind: kind, Title: title, Text: s})
		}
	}
	switch table {
	case "turns":
		add(timeline.TextBlock, "Prompt", "user_message")
		add(timeline.MarkdownBlock, "Reply", "assistant_response")
	case "checkpoints":
		for _, column := range checkpointColumns {
			add(timeline.TextBlock, column, column)
		}
	case "forge_trajectory_events":
		add(timeline.CodeBlock, "command", "command")
		add(timeline.TerminalBlock, "output", "output")
	case "search_index_content":
		add(timeline.TextBlock, "Text", "c0")
	case "assistant_usage_events":
		out = append(out, timeline.Block{Kind: timeline.TableBlock, Title: "Model call", Fields: fieldsOf(v)})
	}
	return out
}

// StoreTurn gives the two halves of a row of turns; answered is false where no reply is
// recorded.
func StoreTurn(record []byte) (prompt, reply string, answered bool) {
	v := rawjson.Value(record)
	reply, answered = v.Get("assistant_response").Text()
	return v.Get("user_message").String(), reply, answered
}

// fieldsOf lists the columns of a row that hold something.
func fieldsOf(v rawjson.Value) []timeline.Field {
	var out []timeline.Field
	for k, member := range v.Members() {
		if s := cell(member); s != "" {
			out = append(out, timeline.Field{Name: k.String(), Value: s})
		}
	}
	return out
}

// cell is a column's value as text.
func cell(v rawjson.Value) string {
	if v.Kind() == '"' {
		return v.String()
	}
	if v.Kind() == 'n' || v.Kind() == 0 {
		return ""
	}
	return string(v)
}
