package viewer

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"flightlog/parse/fixture"
)

// log writes an event log of a session as a zip: lines are type, seconds since nine
// o'clock, agentId or "", and data.
func log(tb testing.TB, lines ...[4]string) []byte {
	tb.Helper()
	var b strings.Builder
	for i, l := range lines {
		s, err := strconv.Atoi(l[1])
		if err != nil {
			tb.Fatal(err)
		}
		agent := ""
		if l[2] != "" {
			agent = fmt.Sprintf(`"agentId":%q,`, l[2])
		}
		fmt.Fprintf(&b, `{"type":%q,"data":{%s},%s"id":"e-%d","timestamp":"2026-10-05T%02d:%02d:%02d.000Z"}`+"\n", l[0], l[3], agent, i, 9+s/3600, s/60%60, s%60)
	}
	return fixture.Zip(tb, []fixture.File{{Name: ".copilot/session-state/" + sessionID + "/events.jsonl", Data: []byte(b.String())}}, fixture.Shape{})
}

const sessionID = "7a5e0099-0000-4000-8000-000000000099"

// texts are the rows of a conversation, one a line.
func texts(tb testing.TB, v *Viewer) []string {
	tb.Helper()
	var out []string
	for _, r := range rowsOf(tb, v, only(tb, look(tb, ask(tb, v, "main", "s/"+sessionID)))) {
		out = append(out, r.text)
	}
	return out
}

// expect: the rows hold these words, in this order.
func expect(t *testing.T, rows []string, words ...string) {
	t.Helper()
	i := 0
	for _, w := range words {
		for i < len(rows) && !strings.Contains(rows[i], w) {
			i++
		}
		if i == len(rows) {
			t.Fatalf("no row says %q in its place:\n%s", w, strings.Join(rows, "\n"))
		}
		i++
	}
}

func TestSegmentsAndIdle(t *testing.T) {
	v, _ := show(t, log(t,
		[4]string{"session.start", "0", "", `"copilotVersion":"1.0.98","selectedModel":"gpt-6.1-sol","context":{"cwd":"/srv/a"}`},
		[4]string{"user.message", "1", "", `"content":"one"`},
		[4]string{"assistant.message", "5", "", `"content":"done","model":"gpt-6.1-sol"`},
		[4]string{"session.shutdown", "400", "", `"shutdownType":"routine"`},
		[4]string{"session.resume", "4000", "", `"selectedModel":"claude-sonnet-5"`},
		[4]string{"session.shutdown", "4001", "", `"shutdownType":"routine"`},
		[4]string{"session.resume", "4100", "", ``},
		[4]string{"session.resume", "4105", "", ``},
		[4]string{"user.message", "4110", "", `"content":"two"`},
		[4]string{"assistant.message", "4109", "", `"content":"earlier","model":"gpt-6.1-sol"`},
		[4]string{"user.message", "6000", "", `"content":"three"`},
	))
	rows := texts(t, v)
	expect(t, rows, "Session started — Copilot CLI 1.0.98 in /srv/a gpt-6.1-sol", "Turn 1 09:00:01 4.0 s", "Session ended", "1 h 00 m until it was taken up again",
		"Session resumed opened and closed, no work claude-sonnet-5 version not recorded", "Session ended", "Session resumed version not recorded", "Session resumed version not recorded no end of the run above is recorded",
		"clock steps back earlier", "31 m 31 s idle", "Turn 3", "No end of this run is recorded")
}

func TestSubagentsStandUnderTheirCalls(t *testing.T) {
	task := func(id string) string {
		return fmt.Sprintf(`"content":"","model":"m","toolRequests":[{"toolCallId":%q,"name":"task","arguments":{"description":"Look %s"}}]`, id, id)
	}
	call := func(id string) string {
		return fmt.Sprintf(`"content":"","model":"m","toolRequests":[{"toolCallId":%q,"name":"view","arguments":{"path":"%s.go"}}]`, id, id)
	}
	v, _ := show(t, log(t,
		[4]string{"user.message", "1", "", `"content":"go"`},
		[4]string{"assistant.message", "2", "early", call("e1") + `,"parentToolCallId":"t2"`}, // before its call is known
		[4]string{"assistant.message", "3", "", task("t1")},
		[4]string{"assistant.message", "3", "", task("t2")},
		[4]string{"subagent.started", "4", "one", `"toolCallId":"t1","agentName":"explore","executionMode":"background"`},
		[4]string{"user.message", "4", "one", `"content":"of one","parentToolCallId":"t1"`},
		[4]string{"assistant.message", "5", "stray", `"content":"of nobody's","model":"m"`},
		[4]string{"assistant.message", "6", "one", task("t3") + `,"parentToolCallId":"t1"`},
		[4]string{"assistant.message", "7", "inner", `"content":"deep inside","model":"m","parentToolCallId":"t3"`},
		[4]string{"assistant.message", "8", "early", `"content":"of early","model":"m","parentToolCallId":"t2"`},
		[4]string{"assistant.message", "9", "loop", task("t9") + `,"parentToolCallId":"t9"`}, // an agent that would stand inside itself
		[4]string{"subagent.failed", "44", "one", `"toolCallId":"t1","agentName":"explore","error":"ran out"`},
	))
	rows := texts(t, v)
	expect(t, rows, "task Look t1 explore · 1 tool call no result recorded background the subagent failed 40 s", "task Look t2 subagent · 1 tool call no result recorded no start recorded no end recorded 6.0 s",
		"the call that started it is not recorded", "the call that started it is not recorded")
	if all := strings.Join(rows, "\n"); strings.Contains(all, "of one") || strings.Contains(all, "of early") || strings.Contains(all, "deep inside") {
		t.Errorf("a closed subagent shows its rows:\n%s", all)
	}
	// A link to a record inside two agents opens both, and finds the row of the outer call.
	place := "s/" + sessionID + "/events-9"
	if i := number(t, ask(t, v, "place", place)); !strings.Contains(rows[i], "Look t1") {
		t.Errorf("%s leads to %q", place, rows[i])
	}
	if open := look(t, ask(t, v, "row", "conversation/"+sessionID+" "+ask(t, v, "place", place))).text; !strings.Contains(open, "of one") || !strings.Contains(open, "deep inside") || strings.Contains(open, "of early") {
		t.Errorf("the opened row says %q", open)
	}
}

func TestManyRowsInsideAnAgentComeInSteps(t *testing.T) {
	lines := [][4]string{{"assistant.message", "1", "", `"content":"","toolRequests":[{"toolCallId":"t","name":"task"}]`}}
	for i := range 250 {
		lines = append(lines, [4]string{"assistant.message", "2", "a", fmt.Sprintf(`"content":"word %d.","parentToolCallId":"t"`, i)})
	}
	v, _ := show(t, log(t, lines...))
	open := look(t, ask(t, v, "act", sessionID+"/0"))
	if !strings.Contains(open.text, "word 99.") || strings.Contains(open.text, "word 100.") || !strings.Contains(open.text, "150 rows more · show 100") {
		t.Errorf("the first step shows %q", open.text)
	}
	ask(t, v, "act", sessionID+"/0+")
	if more := look(t, ask(t, v, "act", sessionID+"/0+")).text; !strings.Contains(more, "word 249.") || strings.Contains(more, "more ·") {
		t.Errorf("the last step shows %q", more)
	}
	if at := look(t, ask(t, v, "main", "s/"+sessionID+"/events-200")); only(t, at).count != 1 {
		t.Errorf("%d rows", only(t, at).count)
	}
}

func TestWhoLetACallRun(t *testing.T) {
	start := func(id string) string {
		return fmt.Sprintf(`"toolCallId":%q,"toolName":"bash","arguments":{"command":"run %s"}`, id, id)
	}
	asked := func(id, more string) string {
		return fmt.Sprintf(`"requestId":"r-%s","permissionRequest":{"kind":"shell","toolCallId":%q}%s`, id, id, more)
	}
	answered := func(id, kind, by, more string) string {
		return fmt.Sprintf(`"requestId":"r-%s","toolCallId":%q,"decisionSource":%q,"result":{"kind":%q%s}`, id, id, by, kind, more)
	}
	v, _ := show(t, log(t,
		[4]string{"tool.execution_start", "1", "", start("a")},
		[4]string{"session.permissions_changed", "2", "", `"allowAllPermissions":true,"allowAllPermissionMode":"on"`},
		[4]string{"tool.execution_start", "3", "", start("b")},
		[4]string{"session.permissions_changed", "4", "", `"allowAllPermissions":false,"allowAllPermissionMode":"off"`},
		[4]string{"tool.execution_start", "5", "", start("c")}, [4]string{"permission.requested", "5", "", asked("c", "")}, [4]string{"permission.completed", "6", "", answered("c", "approved-for-session", "human_response", "")},
		[4]string{"tool.execution_start", "7", "", start("d")}, [4]string{"permission.requested", "7", "", asked("d", "")}, [4]string{"permission.completed", "8", "", answered("d", "denied-interactively-by-user", "human_response", `,"feedback":"not so"`)},
		[4]string{"tool.execution_start", "9", "", start("e")}, [4]string{"permission.requested", "9", "", asked("e", "")}, [4]string{"permission.completed", "9", "", answered("e", "approved", "authorization_carry_forward", "")},
		[4]string{"tool.execution_start", "10", "", start("f")}, [4]string{"permission.requested", "10", "", asked("f", `,"resolvedByHook":true`)},
		[4]string{"tool.execution_start", "11", "", start("g")}, [4]string{"permission.requested", "11", "", asked("g", "")},
		[4]string{"session.permissions_changed", "12", "", `"allowAllPermissions":true,"allowAllPermissionMode":"on"`},
		[4]string{"session.resume", "13", "", ``},
		[4]string{"tool.execution_start", "14", "", start("h")},
	))
	want := map[string]string{"a": "", "b": "allow-all", "c": "asked · you allowed it for the session", "d": "asked · you denied it, with feedback", "e": "allowed by an earlier answer",
		"f": "asked · answered by a hook", "g": "asked · answer not recorded", "h": ""}
	rows := texts(t, v)
	for id, tag := range want {
		i := slices.IndexFunc(rows, func(r string) bool { return strings.Contains(r, "run "+id) })
		got := strings.TrimSpace(strings.TrimSuffix(rows[i][strings.Index(rows[i], "run "+id)+5:], "no result recorded"))
		if got != tag {
			t.Errorf("%s: %q, want %q", id, got, tag)
		}
	}
	for line, want := range map[int]string{1: "Let run not recorded", 3: "Let run allow-all (allow-all was on: line 2 switched it on, and nothing was asked)"} {
		if got := look(t, ask(t, v, "panel", fmt.Sprintf("s/%s/events-%d", sessionID, line))).text; !strings.Contains(got, want) {
			t.Errorf("the panel of line %d says %q, want %q", line, got, want)
		}
	}
}

// BenchmarkScreen: what the rows of a screen of a conversation cost, as they go to the page.
func BenchmarkScreen(b *testing.B) {
	for _, n := range []int{100, 1_000, 7_000} {
		lines := make([][4]string, 0, n)
		for i := 0; len(lines) < n; i++ {
			id := strconv.Itoa(i)
			lines = append(lines, [4]string{"user.message", id, "", `"content":"do ` + id + `"`}, [4]string{"assistant.message", id, "", `"content":"","toolRequests":[{"toolCallId":"c` + id + `","name":"bash"}]`},
				[4]string{"tool.execution_start", id, "", `"toolCallId":"c` + id + `","toolName":"bash"`}, [4]string{"tool.execution_complete", id, "", `"toolCallId":"c` + id + `","success":true`},
				[4]string{"assistant.message", id, "", `"content":"done","model":"m"`})
		}
		v, _ := show(b, log(b, lines...))
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			for b.Loop() {
				ask(b, v, "list", "conversation/"+sessionID+" 1")
			}
		})
	}
}
