package diagnose_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"flightlog/parse"
	"flightlog/parse/fixture"
)

const home = ".copilot/"

// id is the id of a test's n-th session.
func id(n int) string { return fmt.Sprintf("7a5e00%02d-0000-4000-8000-0000000000%02d", n, n) }

// event is one line of a log, without what log adds.
func event(kind, data string) string { return fmt.Sprintf(`{"type":%q,"data":{%s}`, kind, data) }

func start(version string) string {
	return event("session.start", `"version":1,"producer":"copilot-agent","copilotVersion":"`+version+`","context":{"cwd":"/srv/demo"}`)
}

// log makes the log of the n-th session: ids, and a second between two records.
func log(n int, events ...string) fixture.File {
	var b strings.Builder
	for i, e := range events {
		fmt.Fprintf(&b, "%s,\"id\":\"e%03d%04d-0000-4000-8000-000000000000\",\"timestamp\":\"2026-10-05T09:%02d:%02d.000Z\"}\n", e, n, i+1, i/60, i%60)
	}
	return fixture.File{Name: home + "session-state/" + id(n) + "/events.jsonl", Data: []byte(b.String())}
}

func workspace(n int, more string) fixture.File {
	return file("session-state/"+id(n)+"/workspace.yaml", "id: "+id(n)+"\ncwd: /srv/demo\n"+more)
}

func file(name, text string) fixture.File { return fixture.File{Name: home + name, Data: []byte(text)} }

// call is a tool call from start to end.
func call(n int, tool, args, result string) []string {
	return []string{
		event("tool.execution_start", fmt.Sprintf(`"toolCallId":"call_%d","toolName":%q,"arguments":{%s}`, n, tool, args)),
		event("tool.execution_complete", fmt.Sprintf(`"toolCallId":"call_%d",%s`, n, result)),
	}
}

// asked is a call whose permission was asked for and decided.
func asked(n int, tool, args, decision, result string) []string {
	c := call(n, tool, args, result)
	return []string{c[0],
		event("permission.requested", fmt.Sprintf(`"requestId":"r%d","permissionRequest":{"kind":"shell","toolCallId":"call_%d"}`, n, n)),
		event("permission.completed", fmt.Sprintf(`"requestId":"r%d","toolCallId":"call_%d",%s`, n, n, decision)),
		c[1]}
}

func join(parts ...[]string) []string {
	var out []string
	for _, p := range parts {
		out = append(out, p...)
	}
	return out
}

const tables = `CREATE TABLE sessions (id TEXT PRIMARY KEY, cwd TEXT, repository TEXT, host_type TEXT, branch TEXT, summary TEXT, created_at TEXT, updated_at TEXT);
CREATE TABLE turns (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL, turn_index INTEGER NOT NULL, user_message TEXT, assistant_response TEXT, timestamp TEXT);
`

// store is a database in which the n-th session has one turn.
func store(t *testing.T, n int, prompt, more string) []fixture.File {
	main, wal := fixture.Database(t, tables+fmt.Sprintf(`INSERT INTO sessions VALUES ('%s', '/srv/demo', NULL, NULL, NULL, 'A name', '2026-10-05T09:00:00.000Z', '2026-10-05T09:30:00.000Z');
INSERT INTO turns (session_id, turn_index, user_message, assistant_response, timestamp) VALUES ('%s', 0, '%s', 'done', '2026-10-05T09:00:01.000Z');
`, id(n), id(n), prompt)+more)
	out := []fixture.File{{Name: home + "session-store.db", Data: main}}
	if wal != nil {
		out = append(out, fixture.File{Name: home + "session-store.db-wal", Data: wal})
	}
	return out
}

// processLog makes a process log, a second between two lines.
func processLog(entries ...string) fixture.File {
	var b strings.Builder
	for i, e := range entries {
		fmt.Fprintf(&b, "2026-10-05T09:%02d:%02d.000Z %s\n", i/60, i%60, e)
	}
	return file("logs/process-1790845199000-42.log", b.String())
}

func times(n int, text string) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = strings.ReplaceAll(text, "#", fmt.Sprint(i))
	}
	return out
}

// open reads files as an archive.
func open(t testing.TB, files []fixture.File) *parse.Opened {
	t.Helper()
	zip := fixture.Zip(t, files, fixture.Shape{Stored: true})
	o, err := parse.Open(bytes.NewReader(zip), int64(len(zip)), "case.zip", parse.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return o
}
