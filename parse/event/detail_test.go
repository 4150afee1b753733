package event

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"flightlog/parse/timeline"
)

const callsFile = "../../testdata/golden/calls.txt"

// sampleCalls are calls of every tool that has a form of its own, and of some that have
// none: the arguments, and the data of the result, "" where none is recorded.
var sampleCalls = []struct{ what, tool, args, result string }{
	{"a command", "bash", `{"command":"npm test","description":"Run the tests"}`, `{"success":true,"shellExecution":{"exitCode":0},"result":{"content":"\u001b[32m✓\u001b[0m ok\r\n10%\r100%\u0007\n"}}`},
	{"a long command that failed", "bash", `{"command":"set -e\nmake all"}`, `{"success":false,"shellExecution":{"exitCode":2},"result":{"content":"make: *** No rule"},"error":{"message":"exit 2"}}`},
	{"a command without a result", "powershell", `{"command":"Get-Item ."}`, ""},
	{"a command without arguments", "bash", `{}`, `{"success":true,"result":{"content":"x"}}`},
	{"an output saved elsewhere", "bash", `{"command":"cat x"}`, `{"success":true,"result":{"content":"Output too large to read at once (213.9 KB). Saved to: /tmp/o.txt\nConsider using tools.\n\nPreview (first 500 chars):\nline 1\nline 2"},"toolTelemetry":{"properties":{"largeOutputOriginalSizeBytes":"219000"}}}`},
	{"the rest of a command", "read_bash", `{"shellId":"0","delay":5}`, `{"success":true,"result":{"content":"done\n<shellId: 0 completed with exit code 0>"}}`},
	{"a file", "view", `{"path":"/p/README.md"}`, `{"success":true,"result":{"content":"# demo\nA demo.\n","detailedContent":"\ndiff --git a/p/README.md b/p/README.md\nindex 0000000..0000000 100644\n--- a/p/README.md\n+++ b/p/README.md\n@@ -1,3 +1,3 @@\n # demo\n A demo.\n \n"}}`},
	{"a part of a file", "view", `{"path":"/p/a.go","view_range":[40,41]}`, `{"success":true,"result":{"content":"func a() {\n}\n","detailedContent":"\ndiff --git a/p/a.go b/p/a.go\n--- a/p/a.go\n+++ b/p/a.go\n@@ -40,2 +40,2 @@\n func a() {\n }\n"}}`},
	{"a file with the numbers of an older version", "view", `{"path":"/p/a.py"}`, `{"success":true,"result":{"content":"9. def f():\n10.     return 1\n11. "}}`},
	{"a folder", "view", `{"path":"/p/src"}`, `{"success":true,"result":{"content":"cli.py\n1.txt","detailedContent":"\ndiff --git a/p/src b/p/src\ncreate file mode 100644\nindex 0000000..0000000\n--- a/dev/null\n+++ b/p/src\n@@ -1,0 +1,2 @@\n cli.py\n 1.txt\n"}}`},
	{"a file that could not be read", "view", `{"path":"/etc/shadow"}`, `{"success":false,"error":{"message":"Permission denied","code":"denied"}}`},
	{"a new file", "create", `{"path":"/p/n.md","file_text":"# N\n"}`, `{"success":true,"result":{"content":"Created file /p/n.md with 4 characters","detailedContent":"\ndiff --git a/p/n.md b/p/n.md\ncreate file mode 100644\n--- a/dev/null\n+++ b/p/n.md\n@@ -1,0 +1,1 @@\n+# N\n"}}`},
	{"an edit as applied", "edit", `{"path":"/p/c.py","old_str":"/ 8","new_str":"/ 9"}`, `{"success":true,"result":{"content":"File /p/c.py updated with changes.","detailedContent":"\ndiff --git a/p/c.py b/p/c.py\nindex 0..0 100644\n--- a/p/c.py\n+++ b/p/c.py\n@@ -4,2 +4,2 @@\n def f(f):\n-    return (f - 32) * 5 / 8\n+    return (f - 32) * 5 / 9\n\n"}}`},
	{"an edit as proposed", "edit", `{"path":"/p/c.py","old_str":"a\nold word\nc","new_str":"a\nnew word\nc"}`, `{"success":false,"error":{"message":"No match found","code":"failure"}}`},
	{"an edit of nothing that is known", "edit", `{"path":"/p/c.py"}`, ""},
	{"a patch as applied", "apply_patch", `"*** Begin Patch\n*** Update File: /p/c.py\n@@\n-8\n+9\n*** End Patch\n"`, `{"success":true,"result":{"content":"Modified 1 file(s): /p/c.py","detailedContent":"\ndiff --git a/p/c.py b/p/c.py\n--- a/p/c.py\n+++ b/p/c.py\n@@ -5,1 +5,1 @@\n-8\n+9\n"}}`},
	{"a patch as proposed", "apply_patch", `{"input":"*** Begin Patch\n*** Update File: /p/a\n*** Move to: /p/b\n@@ def f\n x\n-y\n+z\n*** Delete File: /p/d\n*** End Patch"}`, `{"success":false,"error":{"message":"Tool 'apply_patch' does not exist.","code":"failure"}}`},
	{"a patch that is cut", "apply_patch", `"*** Begin Patch\n*** Update File: /p/c.py\n@@\n-8\n"`, ""},
	{"a search", "grep", `{"pattern":"def ","paths":["/p"],"output_mode":"content"}`, `{"success":true,"result":{"content":"/p/a.py:def a():\n/p/b.py:def b():"}}`},
	{"a search with numbers and lines beside", "rg", `{"pattern":"time\\.Hour|in","-i":true,"-n":true,"output_mode":"content"}`, `{"success":true,"result":{"content":"src/a-1-b.go-11-before\nsrc/a-1-b.go:12:x := time.Hour // IN\n--\nC:\\src\\z.go:3:in"}}`},
	{"a search in one file", "grep", `{"pattern":"TODO","path":"/p/a.go","output_mode":"content","-n":true}`, `{"success":true,"result":{"content":"7:// TODO: this\n8-next"}}`},
	{"a search that counts", "grep", `{"pattern":"TODO","output_mode":"count"}`, `{"success":true,"result":{"content":"a.go:2\nb.go:1"}}`},
	{"a search for files", "grep", `{"pattern":"TODO"}`, `{"success":true,"result":{"content":"a.go\ndir with blanks/b.go"}}`},
	{"files by name", "glob", `{"pattern":"**/*.md"}`, `{"success":true,"result":{"content":"./2026-10-05-notes.md\n./docs/a.md"}}`},
	{"a search that says a sentence", "glob", `{"pattern":"*.zig"}`, `{"success":true,"result":{"content":"No files matched the pattern."}}`},
	{"a search whose lines are of no known shape", "grep", `{"pattern":"x","paths":["/p"],"output_mode":"content"}`, `{"success":true,"result":{"content":"/p/a:x\nand a sentence: here"}}`},
	{"a search without hits", "glob", `{"pattern":"*.zig"}`, `{"success":true,"result":{"content":""}}`},
	{"a page", "web_fetch", `{"url":"https://example.com/","max_length":2000}`, `{"success":true,"result":{"content":"Example Domain\n\nThis domain is for use in examples."}}`},
	{"a question", "ask_user", `{"message":"Which format?","requestedSchema":{"properties":{"format":{"type":"string","title":"Format","enum":["Text","JSON"]}}}}`, `{"success":true,"result":{"content":"User responded: JSON","detailedContent":"User responded:\nformat: JSON"}}`},
	{"a question of the old form, unanswered", "ask_user", `{"question":"Go on?","choices":["yes","no"]}`, ""},
	{"todos", "sql", `{"description":"List","query":"SELECT id,status FROM todos;"}`, `{"success":true,"result":{"content":"2 row(s) returned:\n\n| id | status |\n| --- | --- |\n| kelvin | in_progress |\n| docs | pending |","detailedContent":"SQL: SELECT id,status FROM todos;\n\n2 row(s) returned"}}`},
	{"a change of todos", "sql", `{"query":"UPDATE todos SET status='done'"}`, `{"success":true,"result":{"content":"2 row(s) updated."}}`},
	{"a table that is none", "sql", `{"query":"SELECT 1"}`, `{"success":true,"result":{"content":"1 row(s) returned:\n\n| a | b |\n| --- | --- |\n| x | y | z |"}}`},
	{"a subagent", "task", `{"description":"Explore","agent_type":"explore","prompt":"Find it."}`, `{"success":true,"result":{"content":"**Found** it.","detailedContent":"Prompt to explore agent:\nFind it."}}`},
	{"the end of a task", "task_complete", `{"summary":"All done."}`, `{"success":true,"result":{"content":"All done.","detailedContent":"✓ Task completed: All done."}}`},
	{"a plan", "exit_plan_mode", `{"summary":"1. Read\n2. Write","actions":["interactive"]}`, `{"success":true,"result":{"content":"Plan approved."}}`},
	{"an MCP tool", "weather-get_forecast", `{"city":"Bern","options":{"days":2}}`, `{"success":true,"result":{"content":"{\"max\":20}","structuredContent":{"max":20}}}`},
	{"an MCP tool that says the same twice", "weather-get_forecast", `{"city":"Bern"}`, `{"success":true,"result":{"content":"{\n  \"max\": 20\n}\n\n{\"max\":20}","structuredContent":{"max":20}}}`},
	{"an MCP tool whose text says something else", "weather-get_forecast", `{"city":"Bern"}`, `{"success":true,"result":{"content":"Twenty degrees.","structuredContent":{"max":20}}}`},
	{"an MCP tool that wraps its text", "notes-read", `{"id":"7"}`, `{"success":true,"result":{"content":"A note.","structuredContent":{"result":"A note."}}}`},
	{"an MCP picture", "weather-chart", `{"city":"Bern"}`, `{"success":true,"result":{"content":"Chart","binaryResultsForLlm":[{"type":"image","assetId":"sha256:75","mimeType":"image/png","byteLength":1862}]}}`},
	{"a patch that moves and deletes", "apply_patch", `"*** Begin Patch\n*** Update File: /p/a\n*** Move to: /p/b\n@@\n x\n-y\n+z\n*** Delete File: /p/d\n*** End Patch\n"`, `{"success":true,"result":{"content":"Modified 1 file(s): /p/b","detailedContent":"\ndiff --git a/p/a b/p/b\nsimilarity index 90%\nrename from p/a\nrename to p/b\n--- a/p/a\n+++ b/p/b\n@@ -1,2 +1,2 @@\n x\n-y\n+z\ndiff --git a/p/d b/p/d\ndeleted file mode 100644\n--- a/p/d\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-gone\n"}}`},
	{"a tool nobody knows", "quantum", `{"a":1,"b":[true]}`, `{"success":true,"result":{"content":"42"}}`},
	{"arguments that are a text", "quantum", `"just words"`, ""},
	{"nothing at all", "", "", ""},
}

// TestCalls writes what a person finds in every kind of call when they open it.
func TestCalls(t *testing.T) {
	var b strings.Builder
	for _, c := range sampleCalls {
		fmt.Fprintf(&b, "== %s (%s)\n", c.what, c.tool)
		var p Parts
		if c.args != "" {
			p.Start = opened(t, "tool.execution_start", fmt.Sprintf(`{"toolCallId":"c","toolName":%q,"arguments":%s}`, c.tool, c.args))
		}
		if c.result != "" {
			p.Result = opened(t, "tool.execution_complete", c.result)
		}
		for _, block := range p.Blocks(c.tool) {
			writeBlock(&b, block)
		}
	}
	if *update {
		if err := os.WriteFile(callsFile, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(callsFile)
	if err != nil {
		t.Fatal(err)
	}
	got, old := strings.Split(b.String(), "\n"), strings.Split(string(want), "\n")
	for i := range got {
		if i >= len(old) || got[i] != old[i] {
			t.Fatalf("%s, line %d: got %q; if it should, run the test with -update", callsFile, i+1, got[i])
		}
	}
	if len(got) != len(old) {
		t.Errorf("%s has %d lines, want %d", callsFile, len(old), len(got))
	}
}

func opened(t *testing.T, typ, data string) *Record {
	t.Helper()
	line, err := json.Marshal(map[string]any{"type": typ, "data": json.RawMessage(data)})
	if err != nil {
		t.Fatal(err)
	}
	r := NewRecord(64)
	if err := r.Open(line); err != nil {
		t.Fatal(err)
	}
	return r
}

var kindNames = [...]string{"text", "markdown", "code", "terminal", "diff", "fields", "raw", "grid", "image", "hits"}

// writeBlock writes a block as a reader of it would tell it.
func writeBlock(b *strings.Builder, k timeline.Block) {
	fmt.Fprintf(b, "%s %q", kindNames[k.Kind], k.Title)
	if k.Lang != "" {
		b.WriteString(" in " + k.Lang)
	}
	if k.Line > 0 {
		fmt.Fprintf(b, " from line %d", k.Line)
	}
	if k.Aside != "" {
		fmt.Fprintf(b, " behind %q", k.Aside)
	}
	if k.Note != "" {
		fmt.Fprintf(b, " note %q", k.Note)
	}
	b.WriteByte('\n')
	for _, f := range k.Fields {
		fmt.Fprintf(b, "    %s = %q\n", f.Name, f.Value)
	}
	switch {
	case k.Kind == timeline.GridBlock:
		for _, row := range append([][]string{k.Columns}, k.Rows...) {
			b.WriteString("    " + strings.Join(row, " | ") + "\n")
		}
	case k.Kind == timeline.ImageBlock:
		fmt.Fprintf(b, "    %s, %d bytes, %s\n", k.Image.MIME, k.Image.Bytes, k.Image.AssetID)
	case k.Screen != nil:
		for _, l := range k.Screen.Lines {
			b.WriteString("   ")
			for _, span := range l {
				fmt.Fprintf(b, " %q", span.Text)
				if span.Style != 0 {
					fmt.Fprintf(b, " (style %#x)", uint16(span.Style))
				}
			}
			b.WriteByte('\n')
		}
	case k.Hits != nil:
		for _, f := range k.Hits {
			fmt.Fprintf(b, "    %s, %d\n", f.Path, f.Count)
			for _, l := range f.Lines {
				fmt.Fprintf(b, "    %4d %q %v near %v\n", l.N, l.Text, l.Marks, l.Near)
			}
		}
	case k.Changes != nil:
		for _, c := range k.Changes {
			fmt.Fprintf(b, "    %s %s %s +%d -%d\n", c.Kind, c.From, c.Path, c.Added, c.Removed)
			for _, h := range c.Hunks {
				for _, l := range h.Lines {
					fmt.Fprintf(b, "    %4d %4d %c%s %v\n", l.Old, l.New, l.Kind, l.Text, l.Marks)
				}
			}
		}
	case k.Text != "":
		fmt.Fprintf(b, "    %q\n", k.Text)
	}
}

// FuzzCalls: whatever arguments and results are, every detail can be shown, and what a
// file, a page or a command gave is in it to the letter.
func FuzzCalls(f *testing.F) {
	for i, c := range sampleCalls {
		f.Add(i, c.args, c.result)
	}
	f.Fuzz(func(t *testing.T, i int, args, result string) {
		if !json.Valid([]byte(args)) || !json.Valid([]byte(result)) || len(args)+len(result) > 10_000 {
			return
		}
		tool := sampleCalls[uint(i)%uint(len(sampleCalls))].tool
		start, end := NewRecord(64), NewRecord(64)
		if start.Open([]byte(`{"type":"tool.execution_start","data":{"arguments":`+args+`}}`)) != nil || end.Open([]byte(`{"type":"tool.execution_complete","data":`+result+`}`)) != nil {
			return
		}
		p := Parts{Start: start, Result: end}
		var all strings.Builder
		for _, b := range p.Blocks(tool) {
			for _, row := range b.Rows {
				if len(row) != len(b.Columns) {
					t.Fatalf("a row of %d cells under %d heads", len(row), len(b.Columns))
				}
			}
			all.WriteString(b.Text + "\n")
		}
		text := end.Data("result").Get("content").String()
		if _, away := savedElsewhere(end.Data("result")); away || text == "" || end.Data("result").Get("detailedContent") != nil {
			return
		}
		if plain, _, ok := unnumbered(text); ok && tool == "view" {
			text = plain
		}
		switch tool {
		case "view", "web_fetch", "grep", "bash", "quantum":
			if !strings.HasPrefix(strings.TrimLeft(text, "\n"), "diff --git ") && !strings.Contains(all.String(), text) {
				t.Fatalf("%q is not in %q", text, all.String())
			}
		}
	})
}
