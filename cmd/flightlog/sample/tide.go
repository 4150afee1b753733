package sample

import (
	"encoding/json"
	"fmt"
	"image/color"
	"strings"
	"time"
)

const (
	tideDir  = "/home/mira/src/tidewatch"
	tideRepo = "mira-voss/tidewatch"
	tableGo  = tideDir + "/internal/table/table.go"
	testGo   = tideDir + "/internal/table/clock_test.go"
	readMe   = tideDir + "/README.md"
)

const tableText = `// Package table lays out the tides of a day.
package table

import (
	"fmt"
	"time"
)

// Entry is one high or low water.
type Entry struct {
	At     time.Time
	Metres float64
	High   bool
}

// Rows writes a line an entry, in the time of the harbour.
func Rows(entries []Entry, harbour *time.Location) []string {
	var out []string
	for _, e := range entries {
		kind := "low "
		if e.High {
			kind = "high"
		}
		at := e.At.Add(2 * time.Hour) // summer time
		out = append(out, fmt.Sprintf("%s  %s  %+.2f m", kind, at.Format("15:04"), e.Metres))
	}
	return out
}
`

const testText = `package table

import (
	"testing"
	"time"
)

func TestClocksGoBack(t *testing.T) {
	harbour, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Skip("no time zones on this machine")
	}
	at := time.Date(2026, 11, 2, 5, 12, 0, 0, time.UTC)
	if got := Rows([]Entry{{at, 3.1, true}}, harbour)[0]; got != "high  06:12  +3.10 m" {
		t.Errorf("got %q", got)
	}
}
`

const readMeText = "# tidewatch\n\nReads tide gauges and prints the next high water.\n\n    go run ./cmd/tidewatch --harbour cuxhaven\n"

// tideTable is the rich session: a bug found, a test, a failing build, a moved file, an
// MCP server, pictures, a page, a refusal with its reason, a compaction, a second run on a
// later version and a rewind.
func (h *home) tideTable() *log {
	l := newLog("Tide table is one hour off", tideDir, tideRepo, "main", "1.0.92", "gpt-5.4", day(26, 8, 12))
	l.mode = "interactive"
	l.start()
	l.info("folder_trust", "Folder "+tideDir+" has been added to trusted folders.")
	l.findTheHour(h)
	l.moveStations()
	l.readBuoys()
	l.simulate()
	l.compact(h)
	l.shutdown()
	l.wait(22 * time.Hour)
	readMe := l.secondDay()
	l.shutdown()
	table := strings.Replace(tableText, lateHour, harbourTime, 1)
	index := obj{"version": 1, "snapshots": []any{
		h.snapshot(l, 0, shot{tableGo, tableText, table}, shot{testGo, "", testText}),
		h.snapshot(l, len(l.prompts)-3, readMe),
	}}
	text, _ := json.MarshalIndent(index, "", "  ") // strings and numbers only
	h.put(l.dir()+"rewind-file-snapshots/index.json", string(text)+"\n")
	l.remote = "mc_session_id: " + uuid("remote") + "\n"
	h.save(l)
	return l
}

const (
	lateHour    = "\t\tat := e.At.Add(2 * time.Hour) // summer time\n"
	harbourTime = "\t\tat := e.At.In(harbour)\n"
)

func (l *log) findTheHour(h *home) {
	l.wait(4 * time.Second)
	picture := l.asset(chart(0, color.RGBA{0x1f, 0x5f, 0xa8, 0xff}))
	l.prompt("The tide table is one hour off since the clocks changed, see the chart. Find out why and fix it.", obj{"attachments": []any{
		obj{"type": "file", "path": tideDir + "/tide-chart.png", "displayName": "tide-chart.png", "assetId": picture["assetId"], "mimeType": "image/png", "byteLength": picture["byteLength"]}}})
	l.says("**Where the hour is added**\n\nThe chart is right and the printed table is late, so the gauge and the model agree. Something adds hours between them: a fixed offset, or a location that is not the harbour's.",
		"I'll look at how the table is printed.",
		bash("git log --oneline | head -5", "See what changed last", "4f1c2aa Print metres with two digits\n9be01d7 Harbour by name\n71aa3c0 Read the gauge over HTTP\n02c88e1 Tables\n5d0f9a3 First light", 0, 120*time.Millisecond, allowed("shell", shellRequest("git log --oneline | head -5", "See what changed last"), 3*time.Second)),
		&call{tool: "glob", args: obj{"pattern": "internal/**/*.go"}, content: "./internal/gauge/gauge.go\n./internal/table/stub.go\n./internal/table/table.go"},
		&call{tool: "grep", args: obj{"pattern": "time\\.Hour|In\\(", "paths": []string{"internal"}, "output_mode": "content"}, content: tableGo + ":24:\t\tat := e.At.Add(2 * time.Hour) // summer time\n" + tideDir + "/internal/gauge/gauge.go:41:\tctx, stop := context.WithTimeout(ctx, 2*time.Hour)"},
		view(tableGo, strings.Join(strings.Split(tableText, "\n")[15:28], "\n")+"\n", 16, 28))
	edit, _ := l.edit(tableGo, tableText, lateHour, harbourTime, allowed("write", writing(tableGo, "Edit file"), 6*time.Second))
	l.says("", "There it is: `Rows` adds two hours, as in summer, all year. It should print in the harbour's own zone. First a test that fails.",
		l.create(testGo, testText, allowed("write", writing(testGo, "Create file"), 4*time.Second)),
		bash("go test ./...", "Run the tests", "ok  \ttidewatch/internal/gauge\t0.31s\n--- FAIL: TestClocksGoBack (0.00s)\n    clock_test.go:15: got \"high  07:12  +3.10 m\"\nFAIL\nFAIL\ttidewatch/internal/table\t0.006s\nFAIL", 1, 2400*time.Millisecond,
			allowedHere("shell", shellRequest("go test ./...", "Run the tests"), obj{"kind": "commands", "commandIdentifiers": []string{"go test"}}, tideDir, 9*time.Second)))
	l.says("", "", edit, &call{tool: "bash", args: obj{"command": "go test ./...", "description": "Run the tests again"}, took: 1900 * time.Millisecond, shell: true,
		content: "ok  \ttidewatch/internal/gauge\t(cached)\nok  \ttidewatch/internal/table\t0.005s\n<shellId: 0 completed with exit code 0>"})
	l.says("", "The table is right again. `Rows` added **two fixed hours**; it now prints in the harbour's zone:\n\n```go\nat := e.At.In(harbour)\n```\n\n| before | after | gauge |\n|:--|:--|--:|\n| 07:12 | 06:12 | 06:12 |\n| 13:40 | 12:40 | 12:40 |\n\n- [x] a test for the week in which the clocks change\n- [ ] the README still says \"UTC + 2\"; shall I change it?\n\nThe zone rules are those of [the Go documentation](https://pkg.go.dev/time#LoadLocation).")
	l.wait(50 * time.Second)
	l.userShell("make lint", "make: *** No rule to make target 'lint'.  Stop.")
}

// userShell is a command that the person ran with "!": it has no start and needs no leave.
func (l *log) userShell(command, failure string) {
	id := uuid(l.id, "user shell", l.n)
	l.put("tool.user_requested", obj{"toolCallId": id, "toolName": "local_shell", "arguments": obj{"command": command, "description": "Execute shell command: " + command}})
	l.wait(300 * time.Millisecond)
	l.put("tool.execution_complete", obj{"toolCallId": id, "success": false, "isUserRequested": true, "error": obj{"message": failure}})
}

func (l *log) moveStations() {
	l.wait(40 * time.Second)
	l.prompt("Good. Move the station list out of main.go into its own file, and drop the old stub.", nil)
	main, list, stub := tideDir+"/cmd/tidewatch/list.go", tideDir+"/internal/gauge/stations.go", tideDir+"/internal/table/stub.go"
	patch := "*** Begin Patch\n*** Update File: " + main + "\n*** Move to: " + list + "\n@@\n-package main\n+package gauge\n \n-var stations = []string{\"cuxhaven\", \"hallig\", \"list\"}\n+// Stations are the gauges that are read, by name.\n+var Stations = []string{\"cuxhaven\", \"hallig\", \"list\"}\n*** Delete File: " + stub + "\n*** End Patch\n"
	l.touched(list, 3, 2)
	l.says("", "", &call{tool: "apply_patch", args: patch, took: 90 * time.Millisecond, content: "Modified 2 file(s): " + list + ", " + stub,
		ask: allowed("write", writing(list, "Apply a patch"), 5*time.Second),
		detail: "\ndiff --git a" + main + " b" + list + "\nsimilarity index 61%\nrename from " + main[1:] + "\nrename to " + list[1:] + "\n--- a" + main + "\n+++ b" + list +
			"\n@@ -1,3 +1,4 @@\n-package main\n+package gauge\n \n-var stations = []string{\"cuxhaven\", \"hallig\", \"list\"}\n+// Stations are the gauges that are read, by name.\n+var Stations = []string{\"cuxhaven\", \"hallig\", \"list\"}\n" +
			"diff --git a" + stub + " b" + stub + "\ndeleted file mode 100644\nindex 0000000..0000000\n--- a" + stub + "\n+++ /dev/null\n@@ -1,3 +0,0 @@\n-package table\n-\n-func stub() {}\n"})
	l.says("", "Done: `stations.go` is part of the gauge package now, and `stub.go` is gone.")
}

func (l *log) readBuoys() {
	l.wait(3 * time.Minute)
	l.prompt("What does the Hallig buoy say right now?", nil)
	l.says("", "", &call{tool: "buoys-get_reading", mcp: [2]string{"buoys", "get_reading"}, args: obj{"station": "hallig"}, took: 480 * time.Millisecond,
		ask:     allowedHere("mcp", obj{"serverName": "buoys", "toolName": "buoys-get_reading", "toolTitle": "Get reading", "readOnly": true}, obj{"kind": "mcp", "serverName": "buoys", "toolName": "get_reading"}, tideDir, 4*time.Second),
		content: "{\n  \"metres\": 2.41,\n  \"rising\": true,\n  \"station\": \"hallig\"\n}\n\n{\"metres\":2.41,\"rising\":true,\"station\":\"hallig\"}", more: obj{"structuredContent": obj{"station": "hallig", "metres": 2.41, "rising": true}}},
		&call{tool: "buoys-history", mcp: [2]string{"buoys", "history"}, args: obj{"station": "hallig", "days": 400}, took: 90 * time.Millisecond, failure: "MCP server 'buoys': at most 90 days are kept.", code: "failure"})
	chart := l.asset(chart(1.7, color.RGBA{0x1b, 0x7f, 0x4b, 0xff}))
	l.says("", "", &call{tool: "buoys-chart", mcp: [2]string{"buoys", "chart"}, args: obj{"station": "hallig"}, took: 700 * time.Millisecond, content: "The last two days at Hallig.",
		more: obj{"binaryResultsForLlm": []any{chart}, "contents": []any{obj{"type": "resource_link", "uri": "buoy://hallig/2026-11-26", "name": "Raw readings", "mimeType": "text/csv"}}}})
	l.says("", "At Hallig the water stands at **2.41 m** and is rising.")
}

func (l *log) simulate() {
	l.wait(2 * time.Minute)
	l.prompt("Run the long simulation, then see what the harbour office publishes about this week.", nil)
	var first strings.Builder
	for i := range 9 {
		fmt.Fprintf(&first, "step %05d  level %+.3f m  flow %5.1f m3/s\n", i, 0.412+float64(i)*0.003, 81.2-float64(i)*0.4)
	}
	long := bash("go run ./cmd/simulate --days 30 --verbose", "Run the simulation", "", 0, 41*time.Second, nil)
	long.content = "Output too large to read at once (412.7 KB). Saved to: /tmp/1795767000000-copilot-tool-output-4107-" + uuid("output") + ".txt\nConsider using tools like grep (for searching), head/tail (for viewing start/end), view with view_range (for specific sections), or jq (for JSON) to examine portions of the output.\n\nPreview (first 500 chars):\n" + first.String() + "<shellId: 1 completed with exit code 0>"
	long.extra = obj{"toolTelemetry": obj{"properties": obj{"largeOutputHandled": "true", "largeOutputOriginalSizeBytes": "422604"}}}
	page := "https://harbour.example/notices/2026-48"
	l.says("", "", long, bash("seq -f 'sounding %g: clear' 1 240", "List the soundings", strings.TrimSuffix(soundings(), "\n"), 0, 80*time.Millisecond, nil),
		bash("printf 'fetching 10%%\\rfetching 60%%\\rfetching 100%%\\n'; printf '\\033[32mok\\033[0m all gauges answered\\n'", "Ask all gauges", "fetching 10%\rfetching 60%\rfetching 100%\n\u001b[32mok\u001b[0m all gauges answered", 0, 900*time.Millisecond, nil))
	l.prompt("leave out anything before Monday", obj{"delivery": "steering"})
	l.says("", "", &call{tool: "web_fetch", args: obj{"url": page, "max_length": 4000}, took: 1200 * time.Millisecond, ask: allowed("url", obj{"url": page, "intention": "Fetch content from this URL."}, 7*time.Second),
		content: "Notices to mariners, week 48\n\nThe lock at Hallig is closed on Thursday from 09:00 to 13:00.\nDredging north of the mole: keep 50 m clear.\n\nHigh waters of the week stand 20 cm above the table."},
		&call{tool: "web_fetch", args: obj{"url": "https://harbour.example/archive"}, failure: "The user rejected this tool call. User feedback: this week is enough", code: "denied",
			ask: denied("url", obj{"url": "https://harbour.example/archive", "intention": "Fetch content from this URL."}, "this week is enough", 5*time.Second)})
	l.says("", "The simulation ran for 30 days. The office reports high waters **20 cm above the table** this week, and the lock at Hallig is closed on Thursday morning.")
}

// soundings is an output long enough to be folded.
func soundings() string {
	var b strings.Builder
	for i := range 240 {
		fmt.Fprintf(&b, "sounding %d: clear\n", i+1)
	}
	return b.String()
}

func (l *log) compact(h *home) {
	l.wait(time.Minute)
	summary := "<overview>\nThe tide table was one hour off. `Rows` added two hours all year; it now prints in the harbour's zone, with a test for the week in which the clocks change. The station list moved to the gauge package.\n</overview>\n<next_steps>\nThe README still says \"UTC + 2\".\n</next_steps>"
	l.put("session.compaction_start", obj{"model": l.model, "currentTokens": 48211, "tokenLimit": 128000, "trigger": "manual"})
	l.wait(5 * time.Second)
	l.put("session.compaction_complete", obj{"success": true, "outcome": "applied", "preCompactionMessagesLength": 61, "messagesRemoved": 60, "preCompactionTokens": 48211, "postCompactionTokens": 12904, "tokensRemoved": 35307,
		"summaryContent": summary, "trigger": "manual", "checkpointNumber": 1, "checkpointPath": "/home/mira/.copilot/" + l.dir() + "checkpoints/001-the-tide-table-was-one-hour-off.md"})
	h.put(l.dir()+"checkpoints/index.md", "# Checkpoints\n\n1. [The tide table was one hour off](001-the-tide-table-was-one-hour-off.md)\n")
	h.put(l.dir()+"checkpoints/001-the-tide-table-was-one-hour-off.md", summary+"\n")
}

// secondDay goes on with a later version and another model; its last prompt is rewound and
// put anew.
func (l *log) secondDay() shot {
	l.version = "1.0.102"
	l.start()
	l.put("session.model_change", obj{"source": "picker", "previousModel": "gpt-5.4", "newModel": "claude-sonnet-4.6", "reasoningEffort": "medium"})
	l.info("model", "Model changed from gpt-5.4 (medium) to claude-sonnet-4.6 (medium) for this session")
	l.model = "claude-sonnet-4.6"
	l.wait(9 * time.Second)
	l.prompt("Now say in the README in which zone the table is printed.", nil)
	edit, after := l.edit(readMe, readMeText, "Reads tide gauges and prints the next high water.\n", "Reads tide gauges and prints the next high water, in the time of the harbour.\n", allowed("write", writing(readMe, "Edit file"), 3*time.Second))
	l.says("", "", edit)
	l.says("", "The README says it in its first sentence.")
	l.wait(30 * time.Second)
	size, parent := l.b.Len(), l.parent
	l.prompt("Translate the README into German.", nil)
	l.says("", "I have translated it: »Liest Pegel und nennt das nächste Hochwasser.«")
	l.rewind(size, parent)
	l.prompt("Thank you. Anything else that is an hour off?", nil)
	l.says("The gauge stores UTC; only the table printed local time.", "No. The gauge keeps UTC, and only the table turned it into local time.")
	return shot{readMe, readMeText, after}
}
