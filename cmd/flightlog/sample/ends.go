package sample

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// cutOff is a session that was stopped twice and whose log ends in the middle of a line:
// the machine went down.
func (h *home) cutOff() *log {
	l := newLog("Cache the gauge readings", tideDir, tideRepo, "main", "1.0.102", "gpt-5.4", day(20, 16, 2))
	l.mode = "interactive"
	l.start()
	l.prompt("Cache the readings so that the page does not ask the gauge on every visit.", nil)
	l.says("", "", bash("go get example.org/cache/v9", "Fetch a cache library", "", 0, 0, &ask{kind: "shell", what: shellRequest("go get example.org/cache/v9", "Fetch a cache library"), result: obj{"kind": "cancelled", "reason": "Session aborted"}, thinking: 12 * time.Second}))
	l.put("abort", obj{"reason": "user_initiated"})
	l.wait(-40 * time.Minute) // somebody set the clock
	l.prompt("No library. A map with a time is enough.", nil)
	cache := tideDir + "/internal/gauge/cache.go"
	l.says("A map under a mutex, entries older than a minute are read again.", "", l.create(cache, "package gauge\n\nimport (\n\t\"sync\"\n\t\"time\"\n)\n\n// cached keeps the last reading of each gauge for a minute.\ntype cached struct {\n\tmu   sync.Mutex\n\tread map[string]reading\n}\n\ntype reading struct {\n\tmetres float64\n\tat     time.Time\n}\n", allowed("write", writing(cache, "Create file"), 6*time.Second)))
	l.put("assistant.turn_start", obj{"turnId": "1", "interactionId": l.exchange})
	l.put("assistant.message", obj{"messageId": uuid(l.id, "last"), "model": l.model, "content": "The cache keeps each reading for a minute. What is left: ask it in the page, and a test that", "toolRequests": []any{}, "turnId": "1"})
	l.b.Truncate(l.b.Len() - 120)
	h.save(l)
	h.put(l.dir()+"inuse.4821.lock", "")
	return l
}

// neverPrompted is a session that was opened and left.
func (h *home) neverPrompted() {
	l := newLog("", gardenDir, gardenRepo, "beds", "1.0.102", "gpt-5.4", day(23, 9, 41))
	h.put(l.dir()+"workspace.yaml", "id: "+l.id+"\ncwd: "+gardenDir+"\nrepository: "+gardenRepo+"\nbranch: beds\nclient_name: github/cli\ncreated_at: "+stamp(l.now)+"\nupdated_at: "+stamp(l.now)+"\n")
}

// settings are the files beside the sessions.
func (h *home) settings() {
	write := func(path string, v any) {
		text, _ := json.MarshalIndent(v, "", "  ") // strings and lists only
		h.put(path, string(text)+"\n")
	}
	write("command-history-state.json", obj{"commandHistory": []string{"Thank you. Anything else that is an hour off?", "/model", "/rewind", "Now say in the README in which zone the table is printed.", "!make lint", "No library. A map with a time is enough.", "Draw the beds as a map", "What would a second gauge cost?"}})
	write("permissions-config.json", obj{"locations": obj{tideDir: obj{"tool_approvals": []any{
		obj{"kind": "commands", "commandIdentifiers": []string{"go test"}}, obj{"kind": "mcp", "serverName": "buoys", "toolName": "get_reading"}}}}})
	write("settings.json", obj{"allowedUrls": []string{"https://harbour.example/notices"}})
	write("mcp-config.json", obj{"mcpServers": obj{
		"buoys":   obj{"type": "local", "command": "buoys-mcp", "args": []string{"--stdio"}, "env": obj{"BUOYS_KEY": hashOf("a key that opens nothing")[:24]}, "tools": []string{"*"}},
		"weather": obj{"type": "local", "command": "weather-mcp", "args": []string{}, "tools": []string{"*"}}}})
	write("config.json", obj{"trustedFolders": []string{tideDir, gardenDir, ledgerDir}, "recentModelIds": []string{"claude-sonnet-4.6", "gpt-5.4", "gpt-5.4-mini"}})
	write("open-sessions-state.json", obj{})
	h.put("copilot-instructions.md", "Write tests first. Say what you changed in one sentence.\n")
	h.put(processLog(day(24, 2, 0), 511), badNight())
	h.put(processLog(day(25, 13, 30), 4107), "2026-11-25T13:30:00.112Z [INFO] Starting Copilot CLI: 1.0.102\n"+
		"2026-11-25T13:30:00.480Z [INFO] Workspace initialized: "+uuid("session", "Watering schedule")+" (checkpoints: 0)\n"+
		"2026-11-25T13:30:01.031Z [INFO] Signed in to github.com as mira-voss.\n"+
		"2026-11-25T13:30:01.377Z [WARNING] [rust:copilot_runtime::mcp::native_connector] MCP server connection failed {\"server_name\":\"weather\",\"raw_error\":\"failed to spawn MCP server process: No such file or directory (os error 2)\"}\n"+
		"2026-11-25T13:31:12.804Z [ERROR] Telemetry could not be sent: the network is unreachable\n")
}

// processLog is the path of the log of a process that began then.
func processLog(began time.Time, pid int) string {
	return fmt.Sprintf("logs/process-%d-%d.log", began.UnixMilli(), pid)
}

// badNight is the process log of a sign-in that never held and a server that was never
// there.
func badNight() string {
	var b strings.Builder
	at := day(24, 2, 0)
	say := func(text string) {
		at = at.Add(9 * time.Second)
		b.WriteString(stamp(at) + " " + text + "\n")
	}
	say("[INFO] Starting Copilot CLI: 1.0.92")
	for range 5 {
		say("[INFO] Signed in to github.com as mira-voss.")
		say("[INFO] Logged out")
	}
	for i := range 21 {
		say("[ERROR] Request " + number(i) + " failed: no route to host")
	}
	return b.String()
}
