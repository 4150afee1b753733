package viewer

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"flightlog/parse/fixture"
)

var moreButton = regexp.MustCompile(`data-act="more" data-arg="([^"]+)"`)

// longTexts is a session in which every kind of text is long: each ends with a word of its
// own.
func longTexts(t *testing.T) *Viewer {
	long := func(word string) string {
		var b strings.Builder
		for i := range 4500 {
			fmt.Fprintf(&b, "%s %d of many lines\n", word, i)
		}
		return b.String() + "END-" + word + "\n"
	}
	diff := func(word string) string {
		return "diff --git a/" + word + ".txt b/" + word + ".txt\n--- /dev/null\n+++ b/" + word + ".txt\n@@ -0,0 +1,4501 @@\n+" + strings.TrimSuffix(strings.ReplaceAll(long(word), "\n", "\n+"), "+")
	}
	var log strings.Builder
	line := 0
	put := func(kind string, data map[string]any) {
		line++
		b, err := json.Marshal(map[string]any{"type": kind, "data": data, "id": fmt.Sprint("e", line), "timestamp": fmt.Sprintf("2026-10-05T09:00:%02d.000Z", line)})
		if err != nil {
			t.Fatal(err)
		}
		log.Write(append(b, '\n'))
	}
	call := func(id, tool string, args, result map[string]any) {
		put("tool.execution_start", map[string]any{"toolCallId": id, "toolName": tool, "arguments": args})
		put("tool.execution_complete", map[string]any{"toolCallId": id, "success": true, "result": result})
	}
	put("session.start", map[string]any{"sessionId": "5e550000-0000-4000-8000-000000000005", "copilotVersion": "1.0.70", "startTime": "2026-10-05T09:00:00.000Z"})
	put("user.message", map[string]any{"content": long("prompt"), "transformedContent": "<current_datetime>now</current_datetime>\n" + long("sent")})
	put("assistant.message", map[string]any{"content": "```\n" + long("reply") + "```\n", "reasoningText": long("thought")})
	call("c1", "bash", map[string]any{"command": long("command")}, map[string]any{"content": long("output")})
	call("c2", "edit", map[string]any{"path": "/p/applied.txt", "old_str": "a", "new_str": "b"}, map[string]any{"content": "done", "detailedContent": diff("applied")})
	call("c3", "create", map[string]any{"path": "/p/created.go", "file_text": long("created")}, map[string]any{"content": "Created file"})
	call("c4", "weather-report", map[string]any{"city": long("argument")}, map[string]any{"content": long("answer")})
	put("permission.requested", map[string]any{"requestId": "r1", "permissionRequest": map[string]any{"kind": "write", "fileName": "/p/asked.txt", "diff": diff("asked"), "toolCallId": "c5"}})
	put("permission.completed", map[string]any{"requestId": "r1", "result": map[string]any{"kind": "approved"}})
	v, _ := show(t, fixture.Zip(t, []fixture.File{{Name: ".copilot/session-state/5e550000-0000-4000-8000-000000000005/events.jsonl", Data: []byte(log.String())},
		{Name: ".copilot/command-history-state.json", Data: []byte(`{"commandHistory":[` + quotedJSON(t, long("typed")) + `]}`)}}, fixture.Shape{}))
	return v
}

func quotedJSON(t *testing.T, s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestLongTextsOpenToTheEnd: wherever a long text is shown, the steps lead to its last word.
func TestLongTextsOpenToTheEnd(t *testing.T) {
	v := longTexts(t)
	const key = "5e550000-0000-4000-8000-000000000005"
	const s = "s/" + key
	ask(t, v, "act", key+"/+thinking 0")
	v.remembered[0] = true
	views := map[string]string{"history": ask(t, v, "list", "history 0")}
	for name, place := range map[string]string{"conversation": s, "changes": s + "/changes", "permissions": s + "/permissions", "shell": s + "/shell"} {
		l := only(t, look(t, ask(t, v, "main", place)))
		for _, r := range rowsOf(t, v, l) {
			if r.toggle != "" {
				ask(t, v, "act", r.toggle)
			}
		}
		for chunk := 0; chunk*l.chunk < l.count; chunk++ {
			views[name] += ask(t, v, "list", fmt.Sprintf("%s %d", l.name, chunk))
		}
	}
	for i := range v.sessions[key].Session().Events {
		views[fmt.Sprint("panel ", i+1)] = ask(t, v, "panel", fmt.Sprintf("%s/events-%d", s, i+1))
	}
	want := map[string][]string{
		"history": {"typed"}, "conversation": {"prompt", "sent", "reply", "thought", "command", "output", "applied", "created", "argument", "answer"},
		"changes": {"applied", "created"}, "permissions": {"asked"}, "shell": {"command", "output"},
		"panel 2": {"prompt", "sent"}, "panel 3": {"reply", "thought"}, "panel 5": {"output"}, "panel 12": {"asked"},
	}
	for name, markup := range views {
		starts := map[string]int{}
		for queue := moreButton.FindAllStringSubmatch(markup, -1); len(queue) > 0; queue = queue[1:] {
			arg := queue[0][1]
			if address, _, _ := cutLast(arg, " "); starts[address] > 50 {
				t.Fatalf("%s: %s does not come to an end", name, address)
			} else {
				starts[address]++
			}
			part := ask(t, v, "more", arg)
			queue = append(queue, moreButton.FindAllStringSubmatch(part, -1)...)
			markup += part
		}
		if strings.Contains(markup, "open the raw record") {
			t.Errorf("%s: a text stops at the raw record", name)
		}
		for _, word := range want[name] {
			if !strings.Contains(markup, "END-"+word) {
				t.Errorf("%s: the end of the %s cannot be reached", name, word)
			}
		}
		for address := range starts {
			text := ask(t, v, "text", address)
			if !regexp.MustCompile(`END-[a-z]+`).MatchString(text) {
				t.Errorf("%s: a copy of %s ends before its end", name, address)
			}
		}
	}
	for _, name := range []string{"panel 2"} {
		for _, part := range []string{"raw", "indented"} {
			if !strings.Contains(views[name], "/part-"+part+".0 ") {
				t.Errorf("%s: the record does not go on (%s)", name, part)
			}
		}
	}
	for _, bad := range []string{"", "x", s + "/events-2/part-0.0 x", s + "/events-2/part-0.0 -1", s + "/events-2/part-9.0 0", s + "/events-2/part-x.0 0", s + "/events-2/part-0.-1 0", s + "/events-999/part-raw.0 0", s + "/call-99/part-0.0 0", s + "/shell/row-99/part-0.0 0", "file/99/part-0.0 0"} {
		if out, err := v.Answer("more", bad); err == nil {
			t.Errorf("more %q answers %.80s", bad, out)
		}
	}
	if out := ask(t, v, "more", s+"/events-2/part-0.0 999999999"); strings.Contains(out, "END") {
		t.Errorf("behind the end stands %.80s", out)
	}
}
