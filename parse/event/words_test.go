package event

import (
	"strings"
	"testing"

	"flightlog/parse/decode/rawjson"
	"flightlog/parse/timeline"
)

// decode reads a line that must be an event.
func decode(t testing.TB, line string) (*Record, timeline.Event, timeline.Links) {
	t.Helper()
	r := NewRecord(64)
	var e timeline.Event
	var l timeline.Links
	if err := r.Decode([]byte(line), &e, &l); err != nil {
		t.Fatalf("%v: %s", err, line)
	}
	return r, e, l
}

// TestExitCode: what a result says about the exit of its shell, and what only looks like it.
func TestExitCode(t *testing.T) {
	for _, tt := range []struct {
		data string
		code int32
		has  bool
	}{
		{`"shellExecution":{"exitCode":0}`, 0, true},
		{`"shellExecution":{"exitCode":137}`, 137, true},
		{`"shellExecution":{"exitCode":-1},"result":{"content":"x\n<shellId: 0 completed with exit code 1>"}`, -1, true},
		{`"shellExecution":{"exitCode":null},"result":{"content":"x\n<shellId: 0 completed with exit code 1>"}`, 1, true},
		{`"shellExecution":{"exitCode":99999999999}`, 0, false},
		{`"shellExecution":{"exitCode":"1"}`, 0, false},
		{`"result":{"content":"out\n<shellId: 12 completed with exit code 3>"}`, 3, true},
		{`"result":{"content":"\n<exited with exit code 0>"}`, 0, true},
		{`"result":{"content":"out\n<exited with exit code 2>"}`, 2, true},
		{`"result":{"content":"out\n<exited with exit code -2>"}`, -2, true},
		{`"result":{"content":"out <exited with exit code 2>"}`, 0, false},
		{`"result":{"content":"out\n<exited with exit code 2> and more"}`, 0, false},
		{`"result":{"content":"out\n<exited with exit code two>"}`, 0, false},
		{`"result":{"content":"out\n<exited with exit code 99999999999>"}`, 0, false},
		{`"result":{"content":"out\n<exited with exit code >"}`, 0, false},
		{`"result":{"content":"out\n<shellId: 0 is still running>"}`, 0, false},
		{`"result":{"content":"the tool said\n<tag exit code 1>"}`, 0, false},
		{`"result":"a string\n<exited with exit code 2>"`, 0, false},
		{`"result":{"content":""}`, 0, false},
		{`"result":null`, 0, false},
	} {
		r, _, l := decode(t, `{"type":"tool.execution_complete","data":{"toolCallId":"c",`+tt.data+`}}`)
		if l.ExitCode != tt.code && tt.has || l.HasExit != tt.has {
			t.Errorf("%s: exit %d, recorded %v, want %d, %v", tt.data, l.ExitCode, l.HasExit, tt.code, tt.has)
		}
		if failed := strings.HasPrefix(r.Summary().Text, "Failed with exit code"); failed != (tt.has && tt.code != 0) {
			t.Errorf("%s: its line says %q", tt.data, r.Summary().Text)
		}
	}
}

func TestDecision(t *testing.T) {
	for _, tt := range []struct{ kind, source, want string }{
		{"approved", "human_response", "Allowed once by a person"},
		{"approved-for-session", "human_response", "Allowed for this session by a person"},
		{"approved-for-location", "human_response", "Allowed here from now on by a person"},
		{"approved-read-only-for-session", "human_response", "Allowed to read for this session by a person"},
		{"approved", "assisted_approval", "Allowed once by assisted approval"},
		{"approved", "host_policy", "Allowed once by host policy"},
		{"approved", "authorization_carry_forward", "Allowed once by an earlier answer"},
		{"approved", "", "Allowed once (by whom is not recorded)"},
		{"approved", "new_source", "Allowed once by new_source"},
		{"cancelled", "", "Cancelled"},
		{"denied-interactively-by-user", "human_response", "Denied by a person"},
		{"denied-interactively-by-user", "", "Denied (by whom is not recorded)"},
		{"denied-no-approval-rule-and-could-not-request-from-user", "unattended_fallback", "Denied: no rule allowed it and nobody could be asked"},
		{"denied-no-approval-rule-and-could-not-request-from-user", "", "Denied: no rule allowed it and nobody could be asked"},
		{"denied-by-rules", "", "Denied by a rule"},
		{"denied-by-content-exclusion-policy", "", "Denied by the content exclusion policy"},
		{"denied-by-permission-request-hook", "", "Denied by a hook"},
		{"carried-forward", "authorization_carry_forward", "Carried forward from an earlier answer"},
		{"approved-someday", "human_response", "approved-someday by a person"},
		{"", "", "Decision not recorded"},
		{"", "human_response", "Decision not recorded by a person"},
	} {
		if got := Decision(tt.kind, tt.source); got != tt.want {
			t.Errorf("Decision(%q, %q) = %q, want %q", tt.kind, tt.source, got, tt.want)
		}
	}
}

// TestCallLine: what a call is about, per tool.
func TestCallLine(t *testing.T) {
	patch := `*** Begin Patch\n*** Update File: a.go\n@@\n-x\n*** Delete File: b.go\r\n*** Add File: c d.go\n+*** Update File: not.go\n*** End Patch`
	for _, tt := range []struct {
		tool, args, want string
		mono             bool
	}{
		{"bash", `{"description":"List","command":"ls -l\n  pwd"}`, "ls -l pwd", true},
		{"powershell", `{"command":"dir"}`, "dir", true},
		{"write_bash", `{"shellId":"1","input":"y"}`, "y", true},
		{"read_bash", `{"shellId":"1","delay":5}`, "1", true},
		{"view", `{"path":"/a","view_range":[1,2]}`, "/a", true},
		{"edit", `{"old_str":"x","new_str":"y","path":"/a"}`, "/a", true},
		{"create", `{"file_text":"x","path":"/a"}`, "/a", true},
		{"grep", `{"path":".","pattern":"TODO"}`, "TODO", true},
		{"web_fetch", `{"url":"https://example.org"}`, "https://example.org", true},
		{"web_search", `{"query":"go"}`, "go", false},
		{"ask_user", `{"message":"Which?","requestedSchema":{}}`, "Which?", false},
		{"ask_user", `{"question":"Old form?","choices":[]}`, "Old form?", false},
		{"task", `{"prompt":"all of it","description":"Explore"}`, "Explore", false},
		{"sql", `{"query":"SELECT 1"}`, "SELECT 1", false},
		{"apply_patch", `"` + patch + `"`, "a.go, b.go, c d.go", true},
		{"apply_patch", `{"input":"` + patch + `"}`, "a.go, b.go, c d.go", true},
		{"apply_patch", `"no patch"`, `"no patch"`, true},
		{"my-tool", `{"n":1,"text":"","first":"chosen","second":"not"}`, "chosen", true},
		{"my-tool", `{"n":1}`, `{"n":1}`, true},
		{"my-tool", `"free text"`, "free text", true},
		{"my-tool", ``, "(no arguments)", true},
		{"bash", `{"command":7}`, `{"command":7}`, true},
	} {
		var args rawjson.Value
		if tt.args != "" {
			args = rawjson.Value(tt.args)
		}
		s := callLine(tt.tool, args)
		if s.Who != tt.tool || s.Text != tt.want || s.Mono != tt.mono {
			t.Errorf("%s %s: %+v, want %q", tt.tool, tt.args, s, tt.want)
		}
	}
	if s := callLine("", nil); s.Who == "" || s.Text == "" {
		t.Errorf("a call of nothing says %+v", s)
	}
}

// TestCallArguments: a call finds its own entry in the request, whatever stands before it.
func TestCallArguments(t *testing.T) {
	r, _, l := decode(t, `{"type":"assistant.message","data":{"toolRequests":[{"name":"no id"},{"toolCallId":null},{"toolCallId":7,"name":"a number"},
		{"toolCallId":"a","name":"bash","arguments":{"command":"first"}},{"toolCallId":"","name":"view","arguments":{"path":"second"}},{"toolCallId":"c","name":"bash","arguments":{"command":"third"}}]}}`)
	want := []string{"first", "second", "third"}
	if len(l.Requests) != len(want) {
		t.Fatalf("%d requests, want %d", len(l.Requests), len(want))
	}
	for slot, q := range l.Requests {
		p := Parts{Request: r, Slot: slot}
		if got := p.Summary(string(q.Tool)).Text; got != want[slot] {
			t.Errorf("slot %d (%s) is about %q, want %q", slot, q.ID, got, want[slot])
		}
	}
}

// TestPrompts: who put a prompt, whether a person typed it, and whether it opens a turn.
func TestPrompts(t *testing.T) {
	for _, tt := range []struct {
		data, agent  string
		label        string
		typed, opens bool
	}{
		{`"content":"x"`, "", "you", true, true},
		{`"source":"user","delivery":"idle"`, "", "you", true, true},
		{`"source":null,"delivery":null`, "", "you", true, true},
		{`"delivery":"queued"`, "", "you, queued", true, true},
		{`"delivery":"steering"`, "", "you, while it worked", true, false},
		{`"source":"schedule-1"`, "", "schedule", false, true},
		{`"source":"autopilot"`, "", "autopilot", false, false},
		{`"isAutopilotContinuation":true`, "", "autopilot", false, false},
		{`"source":"skill-review"`, "", "skill-review", false, false},
		{`"source":"command-init"`, "", "command-init", false, false},
		{`"source":"agent-5e55"`, "", "agent-5e55", false, false},
		{`"content":"x"`, `"agentId":"a",`, "task", false, false},
		{`"parentToolCallId":"c"`, "", "task", false, false},
		{`"source":"schedule-2"`, `"agentId":"a",`, "task", false, false},
	} {
		r, e, l := decode(t, `{"type":"user.message",`+tt.agent+`"data":{`+tt.data+`}}`)
		if got := PromptLabel(r); got != tt.label || e.Has(timeline.Typed) != tt.typed || l.NewTurn != tt.opens {
			t.Errorf("%s %s: %q, typed %v, opens a turn %v", tt.agent, tt.data, got, e.Has(timeline.Typed), l.NewTurn)
		}
	}
}

func TestOneLine(t *testing.T) {
	for in, want := range map[string]string{
		"": "", " a\n\tb  c\r\n": "a b c", strings.Repeat("é", lineRunes): strings.Repeat("é", lineRunes), strings.Repeat("é", lineRunes+1): strings.Repeat("é", lineRunes) + "…",
	} {
		if got := OneLine(in); got != want {
			t.Errorf("OneLine(%.20q) = %.20q, want %.20q", in, got, want)
		}
	}
	if got := OneLine(strings.Repeat("\U0001F600", 2000)); !strings.HasSuffix(got, "…") || strings.ContainsRune(got, '�') {
		t.Errorf("a long line of emoji is cut inside one: %q", got[len(got)-12:])
	}
}
