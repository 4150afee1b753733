package components

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"flightlog/parse/fixture"
	"flightlog/parse/timeline"
)

// TestHostileText: texts that are made to be slow or large to render. What comes of each is
// on the allow-list, and its size is bounded by the text's.
func TestHostileText(t *testing.T) {
	rep := strings.Repeat
	row := "|" + rep("a|", 1000) + "\n"
	table := row + "|" + rep("-|", 1000) + "\n" + rep("|\n", 1000)
	for name, b := range map[string]timeline.Block{
		"markdown: 50,000 deep quotes":         {Kind: timeline.MarkdownBlock, Text: rep(">", 50_000) + "a"},
		"markdown: 5,000 deep lists":           {Kind: timeline.MarkdownBlock, Text: rep("- ", 5_000) + "a"},
		"markdown: lists that step inwards":    {Kind: timeline.MarkdownBlock, Text: steps(400)},
		"markdown: a table of a million cells": {Kind: timeline.MarkdownBlock, Text: table},
		"markdown: 50,000 open brackets":       {Kind: timeline.MarkdownBlock, Text: rep("[", 50_000)},
		"markdown: 50,000 links half done":     {Kind: timeline.MarkdownBlock, Text: rep("[a](", 50_000)},
		"markdown: 50,000 stars":               {Kind: timeline.MarkdownBlock, Text: rep("*a _b ", 50_000)},
		"markdown: backticks of all lengths":   {Kind: timeline.MarkdownBlock, Text: ticks(600)},
		"markdown: 50,000 references":          {Kind: timeline.MarkdownBlock, Text: rep("[a]: x\n", 50_000) + rep("[a]", 50_000)},
		"markdown: 50,000 open tags":           {Kind: timeline.MarkdownBlock, Text: rep("<a b=\"", 50_000)},
		"markdown: 50,000 entities":            {Kind: timeline.MarkdownBlock, Text: rep("&#x1f;", 50_000)},
		"terminal: a cursor that runs about":   {Kind: timeline.TerminalBlock, Text: rep("\x1b[9999;9999Hx\x1b[1;1Hy\x1b[9999B\x1b[9999C", 5_000)},
		"terminal: 999,999,999 lines down":     {Kind: timeline.TerminalBlock, Text: "a\x1b[999999999Bb\x1b[999999999Cc\x1b[999999999@\x1b[999999999L"},
		"terminal: links and titles":           {Kind: timeline.TerminalBlock, Text: rep("\x1b]8;;javascript:alert(1)\x07x\x1b]8;;\x07\x1b]0;t\x07\x1b]52;c;AAAA\x07\x1bPq#0\x1b\\", 5_000)},
		"terminal: sequences that never end":   {Kind: timeline.TerminalBlock, Text: rep("\x1b[", 50_000) + rep("\x1b]", 50_000) + "\x1b[" + rep("1;", 200_000)},
		"terminal: a colour for each letter":   {Kind: timeline.TerminalBlock, Text: rep("\x1b[38;2;1;2;3mx\x1b[48;5;7my", 20_000)},
		"diff: 100,000 hunks":                  {Kind: timeline.DiffBlock, Text: "--- a\n+++ b\n" + rep("@@ -1 +1 @@\n-a\n+b\n", 100_000)},
		"diff: a hunk that claims 2^63 lines":  {Kind: timeline.DiffBlock, Text: "--- a\n+++ b\n@@ -1,9223372036854775807 +9223372036854775807,99999999999999999999 @@\n-a\n+b\n"},
		"code: a line of a million brackets":   {Kind: timeline.CodeBlock, Lang: "json", Text: rep("[", 1_000_000)},
		"code: open quotes and comments":       {Kind: timeline.CodeBlock, Lang: "bash", Text: rep("\"$(`'#/*<<E ", 50_000)},
		"fields: 100,000":                      {Kind: timeline.TableBlock, Fields: make([]timeline.Field, 100_000)},
		"grid: 200 rows of 2,000 columns":      {Kind: timeline.GridBlock, Columns: make([]string, 2000), Rows: wide(200, 2000)},
	} {
		if handed(t, name, b) {
			continue
		}
		size := len(b.Text) + 100*len(b.Fields) + 100*len(b.Rows)*len(b.Columns)
		var markup string
		fixture.Spent(t, name, 128<<20+uint64(size)*400, func() { markup = render(t, BlockView(b)) })
		if err := inert(markup); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if most := 16<<20 + 60*size; len(markup) > most {
			t.Errorf("%s: %d bytes of markup from %d, %d at most are meant", name, len(markup), size, most)
		}
	}
}

// handed gives a text to who asked for hostile archives: a reply, or the result of a call,
// where the program makes such a block of it. Those that are rows of a table stand in no log.
func handed(t *testing.T, name string, b timeline.Block) bool {
	t.Helper()
	if os.Getenv(fixture.HandedEnv) == "" {
		return false
	}
	var log strings.Builder
	add := func(kind string, data any) {
		line, err := json.Marshal(map[string]any{"type": kind, "data": data})
		if err != nil {
			t.Fatal(err)
		}
		log.Write(append(line, '\n'))
	}
	call := func(text string) {
		add("tool.execution_start", map[string]any{"toolCallId": "c", "toolName": "bash", "arguments": map[string]any{"command": "cat"}})
		add("tool.execution_complete", map[string]any{"toolCallId": "c", "success": true, "result": map[string]any{"content": text}})
	}
	add("user.message", map[string]any{"content": "Hello"})
	switch b.Kind {
	case timeline.MarkdownBlock:
		add("assistant.message", map[string]any{"content": b.Text})
	case timeline.CodeBlock:
		add("assistant.message", map[string]any{"content": "```" + b.Lang + "\n" + b.Text + "\n```"})
	case timeline.DiffBlock:
		call("diff --git a b\n" + b.Text)
	case timeline.TerminalBlock:
		call(b.Text)
	default:
		return true
	}
	return fixture.Handed(t, name, fixture.Zip(t, []fixture.File{{Name: ".copilot/session-state/7a5e0000-0000-4000-8000-000000000000/events.jsonl", Data: []byte(log.String())}}, fixture.Shape{}), "")
}

// steps is a list whose every item stands inside the one before.
func steps(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat("  ", i) + "- a\n")
	}
	return b.String()
}

// ticks opens a code span with each number of backticks and closes none.
func ticks(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat("`", i+1) + " ")
	}
	return b.String()
}

func wide(rows, columns int) [][]string {
	out := make([][]string, rows)
	for i := range out {
		out[i] = make([]string, columns)
	}
	return out
}
