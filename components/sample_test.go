package components

import (
	"strings"

	"flightlog/parse/timeline"
)

// The sample is one small archive as a person would see it. The goldens, the gallery and
// the allow-list look at the same pieces, each also with a hostile text in every field.

func sampleApp() App {
	return App{Archive: "copilot-home.zip", Bytes: 48_213_004, Sessions: 37, Events: 11_204, All: 11_280, Problems: 6, Severe: true, Files: 412,
		Rail: List{Name: "rail", Count: 9, Chunk: 50, Est: 46, Label: "Sessions"}}
}

func sampleRail() []RailRow {
	day := func(d string) string { return d + " Sep 2026, 16:20:00.000 UTC" }
	return []RailRow{
		{Index: 0, Heading: "proj · main", Count: 4},
		{Index: 1, Href: "#/s/5e55a0a1", Name: "Fix failing test", When: "today 09:00", WhenUTC: "1 Oct 2026, 09:00:00.000 UTC", Span: "2 m 31 s", Prompts: 2, Calls: 14, Failed: 1},
		{Index: 2, Href: "#/s/2", Name: "Review the write-ahead log reader and the page cache under it", When: "yesterday 16:20", WhenUTC: day("30"), Span: "41 m 07 s", Prompts: 9, Calls: 88},
		{Index: 3, Href: "#/s/3", Name: "Summarise release notes", Gone: true, When: "28 Sep", WhenUTC: day("28"), Tags: []Tag{{Text: "recovered · 3 turns", Title: "Only the database still knows this session; its folder is gone", Tone: Ask}}},
		{Index: 4, Href: "#/s/4", Name: "Rename the flags package", When: "27 Sep", WhenUTC: day("27"), Span: "12 m 40 s", Prompts: 3, Calls: 21},
		{Index: 5, Heading: "thermo-demo", Count: 2},
		{Index: 6, Href: "#/s/5", Name: "Add a wind-chill function", When: "26 Sep", WhenUTC: day("26"), Span: "6 m 02 s", Prompts: 2, Calls: 17, Tags: []Tag{{Text: "cut off", Title: "The log ends inside a line"}}},
		{Index: 7, Href: "#/s/6", Name: "Plan the sensor rewrite", When: "25 Sep", WhenUTC: day("25"), Span: "1 h 08 m", Prompts: 22, Calls: 301},
		{Index: 8, Heading: "No project", Count: 1},
		{Index: 9, Href: "#/s/7", Name: "no name is recorded", Untold: true, When: "24 Sep", WhenUTC: day("24"), Tags: []Tag{{Text: "never prompted"}}},
	}
}

func sampleHead() Head {
	return Head{ID: "5e55a0a1-6b3e-4f0e-9d0c-3f1f9a3b7c11", Name: "Fix failing test",
		Tags:    []Tag{{Text: "Copilot CLI 1.0.98"}, {Text: "1 failed call", Tone: Bad}, {Text: "cut off", Title: "The log ends inside a line", Tone: Ask}},
		Project: "/srv/proj", Branch: "main", Span: "1 Oct 2026, 09:00:00 – 09:39:52 UTC", Models: []string{"gpt-6.1-sol", "auto"}, Client: "cli",
		Prompts: 2, Counts: timeline.CallCounts{Total: 14, Failed: 1, Denied: 1, Open: 2},
		Notes: []string{"The log ends in the middle of line 35; 58 bytes could not be read. What the database knows of the cut prompt is shown in its place."},
		Tabs:  []Tab{{Href: "#/s/5e55a0a1", Name: "Conversation", Count: -1, On: true}, {Href: "#/s/5e55a0a1/events", Name: "Events", Count: 35, Noun: "event"}},
		Chips: []Chip{{Name: "Thinking", Count: 1, Arg: "5e55a0a1/+thinking"}, {Name: "Tools", Count: 14, On: true, Arg: "5e55a0a1/+tools"}, {Name: "System", Count: 3, On: true, Arg: "5e55a0a1/+system"}},
		Tape:  sampleTape()}
}

func sampleTape() *Tape {
	return &Tape{Label: "Tape of the session: 2 prompts, 3 model turns, 14 tool calls (1 failed), 1 subagent, 2 waits on a person; 1 Oct 2026, 09:00:00 – 09:39:52 UTC",
		Lanes: []TapeLane{{Name: "prompts", Look: "user"}, {Name: "model", Look: "assistant", Bars: []TapeRun{{14, 110}, {196, 322}, {400, 490}, {590, 650}, {750, 940}}},
			{Name: "tools", Look: "tool", Bars: []TapeRun{{374, 396}, {652, 664}, {668, 677}, {680, 732}}, Bad: []TapeRun{{160, 192}}},
			{Name: "subagents", Look: "agent", Bars: []TapeRun{{600, 730}}}, {Name: "waiting", Look: "ask", Bars: []TapeRun{{112, 156}, {328, 372}}}},
		Breaks:  []TapeBreak{{X: 540, Text: "38 m 12 s idle"}, {X: 700}},
		Prompts: []TapeLink{{X: 8, Href: "#/s/5e55a0a1/events-2", Label: "Prompt 1, 09:00:01 UTC"}, {X: 560, Href: "#/s/5e55a0a1/events-26", Label: "Prompt 2, 09:38:42 UTC"}},
		Slots:   []TapeLink{{X: 0, Width: 20, Href: "#/s/5e55a0a1/events-1", Label: "09:00:00 UTC"}, {X: 560, Width: 20, Href: "#/s/5e55a0a1/events-26", Label: "09:38:42 UTC"}}}
}

const sampleReply = "The fixture year was **stale**; it now reads `2026`. I changed one line in `date.test.js` and the suite is green again.\n\n" +
	"What I looked at, see [the docs](https://example.com/dates \"Dates\") and ![a chart](https://example.com/chart.png):\n\n" +
	"1. the fixture\n2. the *clock* of the test\n   - mocked\n   - real\n\n" +
	"- [x] run the suite\n- [ ] run the linter\n\n" +
	"| file | lines | state |\n|:-----|------:|:-----:|\n| date.test.js | 1 | changed |\n| clock.js | 0 | read | spare cell |\n\n" +
	"```js\nconst year = new Date().getUTCFullYear();\nassert.equal(year, 2026);\n```\n\n> Dates are hard.\n\n<b>raw</b> HTML stays text.\n"

func sampleItems() []Item {
	asked, exit1 := Tag{Text: "asked · you allowed it here", Tone: Ask}, Tag{Text: "exit 1", Tone: Bad}
	at := func(it Item, key, time string) Item {
		it.Key, it.Href, it.Time, it.TimeUTC = "events-"+key, "#/s/5e55a0a1/events-"+key, time, "1 Oct 2026, "+time+".000 UTC"
		return it
	}
	nested := []Item{
		at(Item{Kind: CallItem, Index: -1, Icon: "search", Look: "tool", Who: "glob", Text: "**/.eslintrc*", Mono: true, Span: "12 ms", Toggle: "call_04"}, "28", "09:38:45"),
		at(Item{Kind: CallItem, Index: -1, Icon: "view", Look: "tool", Who: "view", Text: ".eslintrc.json", Mono: true, Span: "8 ms", Toggle: "call_05", Open: true, Blocks: sampleBlocks()[3:4]}, "29", "09:38:46"),
	}
	items := []Item{
		at(Item{Kind: SegmentItem, Icon: "session", Text: "Session started — Copilot CLI 1.0.98 in /srv/proj", Tags: []Tag{{Text: "gpt-6.1-sol"}}, Toggle: "events-1"}, "1", "09:00:00"),
		{Kind: TurnItem, N: 1, Time: "09:00:01", TimeUTC: "1 Oct 2026, 09:00:01.200 UTC", Span: "14 s", Calls: 2, Failed: 1},
		at(Item{Kind: PromptItem, Look: "user", Text: "fix the failing test"}, "2", "09:00:01"),
		at(Item{Kind: ThoughtItem, Icon: "reasoning", Look: "thinking", Text: "Run the tests first.", Label: "thinking", Toggle: "events-3"}, "3", "09:00:03"),
		at(Item{Kind: CallItem, Icon: "failed", Look: "bad", Who: "bash", Text: "npm test", Mono: true, Tags: []Tag{asked, exit1}, Span: "1.9 s", Also: "events-15 events-16 events-18", Toggle: "call_01", Open: true, Blocks: sampleBlocks()[:2]}, "14", "09:00:03"),
		at(Item{Kind: CallItem, Icon: "edit", Look: "tool", Who: "apply_patch", Text: "date.test.js", Mono: true, Tags: []Tag{asked, {Text: "+1 −1", Tone: OK}}, Span: "0.4 s", Toggle: "call_02", Open: true, Blocks: sampleBlocks()[2:3]}, "20", "09:00:10"),
		at(Item{Kind: ReplyItem, Text: sampleReply}, "22", "09:00:15"),
		at(Item{Kind: QuietItem, Icon: "model", Look: "system", Text: "Model gpt-6.1-sol → auto, from the model picker"}, "23", "09:00:20"),
		at(Item{Kind: MarkItem, Icon: "compaction", Look: "system", Text: "Context compacted: 120,104 → 18,220 tokens, 88 messages removed", Toggle: "events-24"}, "24", "09:00:30"),
		{Kind: IdleItem, Text: "38 m 12 s idle"},
		{Kind: TurnItem, N: 2, Time: "09:38:42", TimeUTC: "1 Oct 2026, 09:38:42.010 UTC", Span: "1 m 12 s", Calls: 12, Agents: 1},
		at(Item{Kind: PromptItem, Look: "user", Text: "and run lint\n\nonly on the files that changed", Label: "scheduled"}, "26", "09:38:42"),
		at(Item{Kind: CallItem, Icon: "agent", Look: "agent", Who: "explore", Text: "Find the lint configuration and every rule it turns off", Label: "8 tool calls", Span: "41 s", Toggle: "call_03", Open: true, Nested: nested, More: "call_03+", MoreText: "6 rows more · show 6"}, "27", "09:38:44"),
		at(Item{Kind: CallItem, Icon: "bash", Look: "tool", Who: "bash", Text: "npm run lint -- --max-warnings 0 --ext .js,.jsx,.ts,.tsx src test scripts && echo done", Mono: true, Tags: []Tag{{Text: "allowed by an earlier answer"}, {Text: "exit 0", Tone: OK}}, Span: "18 s", Toggle: "call_06"}, "31", "09:39:30"),
		at(Item{Kind: CallItem, Icon: "denied", Look: "bad", Who: "bash", Text: "rm -rf dist", Mono: true, Tags: []Tag{{Text: "denied", Tone: Bad}}, Toggle: "call_07"}, "32", "09:39:40"),
		at(Item{Kind: CallItem, Icon: "open-call", Look: "tool", Who: "web_fetch", Text: "https://example.com/rules", Mono: true, Tags: []Tag{{Text: "no result recorded"}}, Toggle: "call_08"}, "33", "09:39:41"),
		at(Item{Kind: QuietItem, Icon: "problem", Look: "bad", Text: "The log ends in the middle of line 35; 58 bytes could not be read", Tags: []Tag{{Text: "cut off", Tone: Bad}}}, "34", "09:39:52"),
	}
	for i := range items {
		items[i].Index = i
	}
	return items
}

// sampleBlocks holds every kind of block, the long text last.
func sampleBlocks() []timeline.Block {
	var long strings.Builder
	for i := range 1204 {
		long.WriteString("line " + Count(i+1) + " of a long output\n")
	}
	return []timeline.Block{
		{Kind: timeline.TableBlock, Title: "Arguments", Fields: []timeline.Field{{Name: "command", Value: "npm test"}, {Name: "description", Value: "Run the test suite"}, {Name: "timeout", Value: ""}}},
		{Kind: timeline.TerminalBlock, Title: "Output", Text: "1 failing\n  date.test.js: expected 2026, \x1b[31mgot 2025\x1b[0m\n"},
		{Kind: timeline.DiffBlock, Title: "/srv/proj/date.test.js", Text: "--- a/date.test.js\n+++ b/date.test.js\n@@ -3,3 +3,3 @@\n const d = clock();\n-assert.equal(d.year, 2025);\n+assert.equal(d.year, 2026);\n--- a removed dashed line\n"},
		{Kind: timeline.CodeBlock, Title: ".eslintrc.json", Lang: "json", Text: "{\n\t\"root\": true,\n\t\"rules\": { \"no-console\": \"off\" }\n}\n"},
		{Kind: timeline.TextBlock, Title: "Error", Text: "Command exited with code 1"},
		{Kind: timeline.MarkdownBlock, Title: "Result", Text: "Found **2** files:\n\n- `.eslintrc.json`\n- `package.json`\n"},
		{Kind: timeline.RawBlock, Text: `{"type":"tool.execution_complete","data":{"toolCallId":"call_01","success":true,"result":{"content":"1 failing\n  date.test.js: expected 2026"}},"id":"0b2c","timestamp":"2026-10-01T09:00:08.000Z"}`},
		{Kind: timeline.CodeBlock, Text: "unnamed\n"},
		{Kind: timeline.GridBlock, Title: "Attachments", Columns: []string{"Name", "Type", "Size"}, Rows: [][]string{{"chart.png", "image/png", "12,449 bytes"}, {"spec.pdf", "application/pdf", "193 bytes"}}},
		{Kind: timeline.ImageBlock, Title: "chart.png", Image: timeline.Image{MIME: "image/png", Bytes: 12449, AssetID: "sha256:49c3", Ref: "s/5e55a0a1/events-2/image-0"}},
		{Kind: timeline.ImageBlock, Title: "plot.png", Image: timeline.Image{MIME: "image/png"}},
		{Kind: timeline.TerminalBlock, Title: "Output", Text: long.String()},
	}
}

func sampleSifting() Sifting {
	choice := func(facet, id, name string, n int) Choice {
		return Choice{Name: name, Count: n, Href: "#/s/5e55a0a1/events?" + facet + "=" + id, Stay: facet + " " + id}
	}
	failed := choice("outcome", "failed", "failed", 1)
	failed.On, failed.Href, failed.Tone = true, "#/s/5e55a0a1/events", Bad
	return Sifting{Shown: 14, All: 35, Noun: "event", Chosen: 1, Clear: "#/s/5e55a0a1/events", Facets: []Facet{
		{Name: "Kind", Choices: []Choice{choice("kind", "prompt", "prompt", 2), choice("kind", "reply", "reply", 3), choice("kind", "tool", "tool call", 14), choice("kind", "hook", "hook", 0)}},
		{Name: "Outcome", Choices: []Choice{choice("outcome", "succeeded", "succeeded", 9), failed}},
		{Name: "Tool", Choices: []Choice{choice("tool", "bash", "bash", 6), choice("tool", "x0f0f0f0f", "github-mcp-server-search_issues", 1)}},
	}}
}

func sampleEvents() []EventRow {
	rows := []EventRow{
		{Key: "events-1", Time: "09:00:00.000", Icon: "session", Look: "system", Kind: "session", Type: "session.start", Text: "Session started — Copilot CLI 1.0.98 in /srv/proj"},
		{Key: "events-2", Time: "09:00:01.200", Delta: "+1.2 s", Icon: "prompt", Look: "user", Kind: "prompt", Type: "user.message", Who: "you", Text: "fix the failing test"},
		{Key: "events-14", Time: "09:00:03.000", Delta: "+1.8 s", Icon: "failed", Look: "bad", Kind: "tool call", Type: "tool.execution_start", Who: "bash", Text: "npm test", Mono: true, Tags: []Tag{{Text: "exit 1", Tone: Bad}}},
		{Key: "events-15", Time: "09:00:03.100", Delta: "+100 ms", Icon: "permission", Look: "ask", Kind: "permission", Type: "permission.requested", Who: "bash", Text: "Asked to run npm test — Run the test suite"},
		{Key: "events-16", Time: "09:00:06.000", Delta: "+2.9 s", Icon: "permission", Look: "ask", Kind: "permission", Type: "permission.completed", Who: "bash", Text: "Allowed here by a person, from now on", Tags: []Tag{{Text: "2.9 s wait", Tone: Ask}}},
		{Key: "events-20", Time: "09:00:10.000", Delta: "+4.0 s", Icon: "edit", Look: "tool", Kind: "tool call", Type: "tool.execution_start", Who: "apply_patch", Text: "/srv/proj/date.test.js", Mono: true, Tags: []Tag{{Text: "+1 −1", Tone: OK}}},
		{Key: "events-22", Time: "09:00:15.000", Delta: "+5.0 s", Icon: "reply", Kind: "reply", Type: "assistant.message", Who: "gpt-6.1-sol", Text: "The fixture year was stale; it now reads 2026."},
		{Key: "events-23", Time: "09:00:20.000", Delta: "+5.0 s", Icon: "model", Look: "system", Kind: "model", Type: "session.model_change", Text: "Model gpt-6.1-sol → auto, from the model picker"},
		{Key: "events-24", Time: "09:00:30.000", Delta: "+10 s", Icon: "usage", Look: "system", Kind: "usage", Type: "session.shutdown", Text: "Session ended (routine) — 1 file changed"},
		{Key: "events-26", Time: "09:38:42.010", Delta: "+38 m", Icon: "prompt", Look: "user", Kind: "prompt", Type: "user.message", Who: "you", Text: "and run lint"},
		{Key: "events-27", Time: "09:38:44.300", Delta: "+2.3 s", Icon: "agent", Look: "agent", Kind: "subagent", Type: "subagent.started", Who: "explore", Text: "Find the lint configuration and every rule it turns off", Tags: []Tag{{Text: "8 calls · 41 s"}}},
		{Key: "events-30", Time: "09:38:47.000", Delta: "−0.2 s", Icon: "unknown", Look: "system", Kind: "unknown", Type: "quantum.entangled", Tags: []Tag{{Text: "steps back", Tone: Ask}}},
		{Key: "events-31", Time: "09:39:30.000", Delta: "+43 s", Icon: "bash", Look: "tool", Kind: "tool call", Type: "tool.execution_start", Who: "bash", Text: "npm run lint", Mono: true, Tags: []Tag{{Text: "exit 0", Tone: OK}}},
		{Key: "turns:7", Time: "no time", Icon: "database", Kind: "prompt", Type: "turns", Who: "history", Text: "/model", Tags: []Tag{{Text: "database only"}}},
	}
	for i := range rows {
		rows[i].Index, rows[i].Href = i, "#/s/5e55a0a1/events/"+rows[i].Key
		rows[i].TimeUTC = "1 Oct 2026, " + rows[i].Time + " UTC"
	}
	return rows
}

func sampleInspector() Inspector {
	blocks := sampleBlocks()
	link := func(text, note, look, key string, on bool) Link {
		return Link{Href: "#/s/5e55a0a1/events/" + key, Text: text, Note: note, Look: look, On: on}
	}
	return Inspector{Key: "events-14", Title: "bash — npm test", Icon: "failed", Look: "bad", Tags: []Tag{{Text: "exit 1", Tone: Bad}},
		Source: "session-state/5e55a0a1-6b3e-4f0e-9d0c-3f1f9a3b7c11/events.jsonl", Place: "line 14 · bytes 8,412 to 8,977",
		Fields: []timeline.Field{{Name: "Asked for by", Value: "gpt-6.1-sol, turn 1"}, {Name: "Intention", Value: "Run the test suite"}, {Name: "Ran", Value: "09:00:06.100 → 09:00:08.000 (1.9 s)"}, {Name: "Call", Value: "call_01"}},
		Chain: []Link{link("Requested", "line 14 · 09:00:03.000", "tool", "events-14", true), link("Permission asked (shell, manual)", "line 15 · +0.1 s", "ask", "events-15", false),
			link("Approved for this project, by a person", "line 16 · +2.9 s", "ok", "events-16", false), link("Started", "line 17 · +0.1 s", "tool", "events-17", false), link("Failed: Command exited with code 1", "line 18 · +1.9 s", "bad", "events-18", false)},
		Blocks: blocks[:2], Raw: blocks[6].Text, RawBytes: len(blocks[6].Text), Link: "#/s/5e55a0a1/events-14", Command: "command s/5e55a0a1/events-14", RawArg: "5e55a0a1 events-14", Open: "#/file/1/line-14"}
}

func sampleProblems() []ProblemRow {
	log := "session-state/5e55a0a1-6b3e-4f0e-9d0c-3f1f9a3b7c11/events.jsonl"
	return []ProblemRow{
		{Index: 0, Severity: timeline.Error, Code: "bad-line", Source: log, Place: "line 12 · byte 7,001 · 214 bytes", Message: "This line is no JSON: a string holds a raw line feed.", Kept: "the lines around it were read", Href: "#/s/5e55a0a1/events/events-11"},
		{Index: 1, Severity: timeline.Warning, Code: "cut-line", Source: log, Place: "line 35 · byte 20,118 · 58 bytes", Message: "The log ends in the middle of line 35.", Kept: "34 of 35 lines"},
		{Index: 2, Severity: timeline.Note, Code: "duplicate-entry", Message: "The archive holds the same name twice: session-state/5e55a0a1-6b3e-4f0e-9d0c-3f1f9a3b7c11/workspace.yaml, and the two are not the same."},
	}
}

func sampleFiles() []FileRow {
	return []FileRow{
		{Index: 0, Key: "file-0", Path: "session-state/5e55a0a1-6b3e-4f0e-9d0c-3f1f9a3b7c11/events.jsonl", Kind: "events", State: timeline.Partly, Files: 1, Bytes: 41_804_113, Records: 10_611, Lost: 58},
		{Index: 1, Key: "file-1", Path: "session-store.db", Kind: "session store", State: timeline.Read, Files: 1, Bytes: 1_601_536, Records: 1944, Notes: []string{"Its schema has the version 8.", "57 of 66 rows stand only in the write-ahead log."}, Href: "#/files/file-1"},
		{Index: 2, Key: "file-2", Path: "session-state/5e55a0a1-6b3e-4f0e-9d0c-3f1f9a3b7c11/workspace.yaml", Kind: "workspace", State: timeline.Read, Files: 1, Bytes: 412, Records: 1},
		{Index: 3, Key: "file-3", Path: "logs/process-1792273608752-2868.log", Kind: "other", State: timeline.Listed, Files: 1, Bytes: 4_100_012},
		{Index: 6, Path: ".copilot/session-state/", Folder: true, Depth: 1, Files: 12, Bytes: 48_000_000, Problems: 2},
		{Index: 4, Key: "file-4", Depth: 1, Problems: 1, Path: "pkg/", Kind: "package cache", State: timeline.Skipped, Files: 255, Bytes: 191_900_441},
		{Index: 5, Key: "file-5", Path: "session-state/aa/workspace.yaml", Kind: "workspace", State: timeline.Unreadable, Files: 1, Bytes: 312, Lost: 312},
	}
}

func sampleFile() FileDetail {
	return FileDetail{Key: "file-7", Path: ".copilot/mcp-config.json", State: timeline.Read, TextArg: "files/file-7",
		Fields: []timeline.Field{{Name: "Kind", Value: "mcp-config"}, {Name: "Size", Value: "312 bytes"}, {Name: "Records", Value: "1"}},
		Notes:  []string{"Tokens, keys and other secrets are masked; the file's own text is not kept."},
		Blocks: []timeline.Block{{Kind: timeline.CodeBlock, Title: "mcp-config.json", Lang: "json", Text: "{\n  \"mcpServers\": {\n    \"weather\": {\n      \"command\": \"/usr/bin/weather\",\n      \"env\": {\n        \"WEATHER_KEY\": \"‹masked: 16 characters›\"\n      }\n    }\n  }\n}"},
			{Kind: timeline.GridBlock, Title: "todos, 2 rows", Columns: []string{"id", "title", "status"}, Rows: [][]string{{"read", "Read the code", "done"}, {"write", "Write a test", "pending"}}}}}
}
