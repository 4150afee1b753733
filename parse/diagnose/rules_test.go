package diagnose_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"flightlog/parse/diagnose"
	"flightlog/parse/fixture"
	"flightlog/parse/timeline"
)

type files = []fixture.File

const (
	good    = `"success":true,"result":{"content":"fine"}`
	bad     = `"success":false,"error":{"message":"no"}`
	yes     = `"result":{"kind":"approved"},"decisionSource":"human_response"`
	no      = `"result":{"kind":"denied-interactively-by-user"},"decisionSource":"human_response"`
	nobody  = `"result":{"kind":"denied-no-approval-rule-and-could-not-request-from-user"},"decisionSource":"unattended_fallback"`
	refused = `"success":false,"error":{"code":"denied","message":"refused"}`
)

// hub is the form of a GitHub token, made here so that the tree holds none.
var hub = "gh" + "p_" + strings.Repeat("A1b2", 9)

// ruleCases are, for each rule, an archive on which it speaks and one that is nearly so.
func ruleCases(t *testing.T) map[string]struct {
	fires files
	want  string // the sentence
	link  string // of the first evidence
	near  files
} {
	type c = struct {
		fires files
		want  string
		link  string
		near  files
	}
	prompt := event("user.message", `"content":"do it"`)
	first := log(1, start("1.0.102"), prompt)
	fork := log(2, start("1.0.102"), prompt)
	fork.Data = []byte(strings.SplitAfter(string(fork.Data), "\n")[0] + string(first.Data))
	later := log(2, start("1.0.102"), prompt)
	cut := log(1, start("1.0.102"), prompt)
	cut.Data = cut.Data[:len(cut.Data)-9]
	shell := func(n int, result string) []string { return call(n, "bash", `"command":"make test"`, result) }
	back := func(second string) fixture.File {
		f := log(1, start("1.0.102"), prompt, event("session.info", `"message":"a","infoType":"model"`), event("session.info", `"message":"b","infoType":"model"`))
		f.Data = []byte(strings.Replace(string(f.Data), "09:00:03.000Z", second, 1))
		return f
	}
	mode := func(kind, off, on string) files {
		return files{log(1, join([]string{start("1.0.102"), event(kind, on)}, shell(1, good), []string{event(kind, off)}, shell(2, good))...)}
	}
	return map[string]c{
		"damage":       {files{cut}, "1 problem in 1 file (1 warning); 125 bytes belong to no record that could be read.", "", files{first}},
		"missing-file": {store(t, 1, "do it", "-- wal lost\nINSERT INTO sessions (id) VALUES ('x');\n"), ".copilot/session-store.db: The database keeps a write-ahead log and none is in the archive: the newest rows may be missing.", "", store(t, 1, "do it", "-- wal\nINSERT INTO sessions (id) VALUES ('x');\n")},
		"cut-off":      {files{cut}, "The log of 1 session ends in the middle of a line.", "events-1", files{first}},
		"in-use":       {files{first, file("session-state/"+id(1)+"/inuse.7.lock", "")}, "1 session carries an in-use marker: the program was probably running when the archive was made, or it was killed.", "", files{first, file("session-state/"+id(1)+"/.workspace-fork.lock", "")}},
		"secret-in-configuration": {files{first, file("mcp-config.json", `{"mcpServers":{"w":{"command":"w","env":{"API_KEY":"0123456789","PORT":"8080"}}}}`)},
			".copilot/mcp-config.json keeps 1 value where secrets belong, in plain text: mcpServers.w.env.API_KEY (10 characters).", "",
			files{first, file("mcp-config.json", `{"mcpServers":{"w":{"command":"w","env":{"PORT":"8080"},"novelty":"a word"}}}`)}},
		"token-in-text": {files{log(1, start("1.0.102"), event("user.message", `"content":"use\n`+hub+`"`))}, "What looks like a GitHub token stands in plain text in 1 place: " + hub[:4] + "… (40 characters).", "events-2",
			files{log(1, start("1.0.102"), event("user.message", `"content":"use `+hub[:12]+`, and task-force-1-of-the-whole-world-we-know"`))}},
		"session-error": {files{log(1, start("1.0.102"), event("session.error", `"errorType":"query","message":"gone","statusCode":503`))}, "1 session error is recorded: status 503.", "events-2",
			files{log(1, start("1.0.102"), event("session.warning", `"message":"slow"`))}},
		"rate-limit": {files{log(1, start("1.0.102"), event("session.error", `"message":"slow down","statusCode":429`), event("session.model_change", `"newModel":"small","cause":"rate_limit_auto_switch"`))},
			"1 request was refused by a rate limit, and the model was switched because of one once.", "events-2",
			files{log(1, start("1.0.102"), event("session.error", `"message":"429 files","statusCode":400`), event("session.model_change", `"newModel":"small"`))}},
		"context-exhausted": {files{log(1, start("1.0.102"), event("session.truncation", `"messagesRemovedDuringTruncation":4`))}, "The context reached its limits in 1 session, or was made smaller on request: 1 truncation.", "events-2",
			files{log(1, start("1.0.102"), event("session.truncation", `"messagesRemovedDuringTruncation":0`))}},
		"mcp-not-started": {files{first, processLog(`[WARNING] MCP server connection failed {"server_name":"w","raw_error":"no such file"}`)}, "The MCP server w could not be connected to, once in 1 process log: no such file.", "",
			files{first, processLog(`[INFO] MCP server connected {"server_name":"failsafe"}`)}},
		"hook-failed": {files{log(1, start("1.0.102"), event("hook.end", `"hookInvocationId":"h","hookType":"preToolUse","success":false,"error":{"message":"code 3"}`))}, "1 hook run failed: preToolUse.", "events-2",
			files{log(1, start("1.0.102"), event("hook.end", `"hookInvocationId":"h","hookType":"preToolUse"`))}},
		"repeated-failure": {files{log(1, join([]string{start("1.0.102")}, shell(1, bad), shell(2, bad), shell(3, bad))...)}, "The tool bash failed 3 times on the same thing in one session: make test", "events-3",
			files{log(1, join([]string{start("1.0.102")}, shell(1, bad), shell(2, bad), shell(3, good))...), log(2, join([]string{start("1.0.102")}, shell(1, bad))...)}},
		"unattended-denial": {files{log(1, join([]string{start("1.0.102")}, asked(1, "bash", `"command":"rm x"`, nobody, refused))...)}, "1 tool call was denied with no rule to allow and nobody to ask: bash.", "events-5",
			files{log(1, join([]string{start("1.0.102")}, asked(1, "bash", `"command":"rm x"`, no, refused))...)}},
		"denial": {files{log(1, join([]string{start("1.0.102")}, asked(1, "bash", `"command":"rm x"`, no, refused))...)}, "1 tool call was denied: bash.", "events-5",
			files{log(1, join([]string{start("1.0.102")}, asked(1, "bash", `"command":"rm x"`, yes, bad))...)}},
		"allow-all": {mode("session.permissions_changed", `"allowAllPermissions":false,"allowAllPermissionMode":"off"`, `"allowAllPermissions":true,"allowAllPermissionMode":"on"`),
			"Allow-all was switched on once in 1 session; 1 tool call began while it was on.", "events-2", mode("session.permissions_changed", `"mode":"manual"`, `"mode":"assisted"`)},
		"autopilot": {mode("session.mode_changed", `"newMode":"interactive"`, `"newMode":"autopilot"`), "Autopilot was switched on once in 1 session; 1 tool call began while it was on.", "events-2",
			mode("session.mode_changed", `"previousMode":"autopilot","newMode":"interactive"`, `"newMode":"plan"`)},
		"unasked-command": {files{log(1, join([]string{start("1.0.102")}, shell(1, good), asked(2, "bash", `"command":"ls"`, yes, good))...)}, "1 of 2 shell commands of the agent ran without a recorded question.", "events-3",
			files{log(1, join([]string{start("1.0.102")}, asked(1, "bash", `"command":"ls"`, yes, good), call(2, "view", `"path":"a"`, good))...)}},
		"sign-in-loop": {files{first, processLog(times(5, "[INFO] Signed in to https://github.com as octocat.")...)}, "One process signed in 5 times, 5 of them within ten minutes or less: it looks like a sign-in loop.", "",
			files{first, processLog(append(times(4, "[INFO] Signed in to https://github.com as octocat."), times(9, "[INFO] Logged out")...)...)}},
		"log-flood": {files{first, processLog(times(20, "[ERROR] Request # failed: no route")...)}, ".copilot/logs/process-1790845199000-42.log says the same 20 times: Request 0 failed: no route", "",
			files{first, processLog(times(19, "[ERROR] Request # failed: no route")...)}},
		"output-elsewhere": {files{log(1, join([]string{start("1.0.102")}, shell(1, `"success":true,"result":{"content":"Output too large to read at once (213.9 KB). Saved to: /tmp/x"}`))...)},
			"1 tool output was too large for the log: only the beginning is recorded, the rest was saved outside ~/.copilot.", "events-3",
			files{log(1, join([]string{start("1.0.102")}, shell(1, `"success":true,"result":{"content":"grep: \"content\":\"Output too large to read at once"}`))...)}},
		"deleted-session":        {append(store(t, 1, "do it", ""), log(2, start("1.0.102"))), "1 session stands only in session-store.db: no folder of that id is in the archive.", "", append(store(t, 1, "do it", ""), first)},
		"prompt-only-in-history": {files{first, file("command-history-state.json", `{"commandHistory":["do it","and undo it","/exit"]}`)}, "1 entry of the prompt history stands as a prompt in no log and in no row of the session store.", "", files{first, file("command-history-state.json", `{"commandHistory":["do it","/exit","!ls"]}`)}},
		"prompt-only-in-store":   {append(store(t, 1, "do that", ""), first), "1 prompt in 1 session stands in the session store and not in the log: probably rewound, or the log was cut.", "store-turns:1", append(store(t, 1, "do it", ""), first)},
		"reply-only-in-store": {append(store(t, 1, "do it", ""), first, log(2, start("1.0.102"))), "1 turn of the session store gives a prompt an answer that no record of its log holds.", "store-turns:1",
			append(store(t, 1, "do it", ""), log(1, start("1.0.102"), prompt, event("assistant.message", `"content":"done"`)))},
		"fork":           {files{first, fork}, "2 sessions share the beginning of one log: 2 events would count twice.", "", files{first, later}},
		"version-change": {files{log(1, start("1.0.2"), start("1.0.102"))}, "1 session was written by more than one version of the program.", "", files{log(1, start("1.0.2"), start("1.0.2")), log(2, start("1.0.102"))}},
		"unknown-type":   {files{log(1, start("1.0.102"), event("session.novelty", ""), event("session.novelty", ""))}, "2 events of 1 type that this Flightlog can only show raw are recorded: session.novelty (2 times).", "events-2", files{log(1, start("1.0.102"), event("session.info", `"message":"novelty"`))}},
		"clock-step":     {files{back("08:00:02.000Z")}, "The time steps back once inside a log, by up to 1h0m0s.", "events-4", files{back("09:00:01.500Z")}},
		"synced":         {files{first, workspace(1, "mc_session_id: abc\n")}, "1 session names a remote session of the account in workspace.yaml.", "", files{first, workspace(1, "mc_session_id: null\n")}},
	}
}

// TestRules: each rule says what it found, with its first place, and is among the checked
// where it found nothing.
func TestRules(t *testing.T) {
	cases := ruleCases(t)
	for _, rule := range diagnose.Rules() {
		c, ok := cases[rule]
		if !ok {
			t.Errorf("the rule %s has no case", rule)
			continue
		}
		found := ask(t, c.fires)
		i := slices.IndexFunc(found.Findings, func(f diagnose.Finding) bool { return f.Rule == rule })
		if i < 0 {
			t.Errorf("%s says nothing on its case", rule)
			continue
		}
		if f := found.Findings[i]; f.Sentence != c.want || len(f.Evidence) == 0 || f.Evidence[0].Link != c.link || f.Advice == "" {
			t.Errorf("%s says\n%s\n%+v\nwant\n%s\nfirst at %q", rule, f.Sentence, f.Evidence, c.want, c.link)
		}
		if near := ask(t, c.near); !slices.Contains(near.Checked, rule) {
			t.Errorf("%s speaks on its near miss: %+v", rule, near.Findings)
		}
	}
}

func ask(t *testing.T, f files) *diagnose.Result {
	t.Helper()
	o := open(t, f)
	r, err := diagnose.Run(o.Timeline, o, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range r.Findings {
		if i > 0 && f.Severity > r.Findings[i-1].Severity {
			t.Errorf("%s (%s) stands behind %s (%s)", f.Rule, f.Severity, r.Findings[i-1].Rule, r.Findings[i-1].Severity)
		}
		if slices.Contains(r.Checked, f.Rule) {
			t.Errorf("%s found something and is listed as having found nothing", f.Rule)
		}
		for _, e := range f.Evidence {
			if strings.Contains(e.Text+f.Sentence, hub) {
				t.Errorf("%s shows a secret: %s", f.Rule, e.Text)
			}
			if e.Source != timeline.None && int(e.Source) >= len(o.Sources) {
				t.Errorf("%s points at source %d", f.Rule, e.Source)
			}
		}
	}
	return r
}

// TestPause: the run asks before every rule at least, and ends with the error it is given.
func TestPause(t *testing.T) {
	o := open(t, files{log(1, start("1.0.102"))})
	var seen []string
	if _, err := diagnose.Run(o.Timeline, o, func(done, all int, rule string) error {
		if all != len(diagnose.Rules()) || diagnose.Rules()[done] != rule {
			t.Errorf("pause is told %d of %d, %s", done, all, rule)
		}
		if !slices.Contains(seen, rule) {
			seen = append(seen, rule)
		}
		return nil
	}); err != nil || !slices.Equal(seen, diagnose.Rules()) {
		t.Errorf("%v; paused in %v", err, seen)
	}
	stop := errors.New("stop")
	for _, at := range diagnose.Rules() {
		r, err := diagnose.Run(o.Timeline, o, func(_, _ int, rule string) error {
			if rule == at {
				return stop
			}
			return nil
		})
		if r != nil || err != stop {
			t.Errorf("stopped in %s: %v, %v", at, r, err)
		}
	}
}

// TestManyPlaces: a finding lists no more places than a person opens, and counts the rest.
func TestManyPlaces(t *testing.T) {
	var events []string
	for range 130 {
		events = append(events, event("session.error", `"message":"m `+hub+`"`))
	}
	for _, f := range ask(t, files{log(1, events...)}).Findings {
		if f.Rule != "session-error" && f.Rule != "token-in-text" {
			continue
		}
		if len(f.Evidence) != 100 || f.More != 30 || !strings.Contains(f.Sentence, "130 ") {
			t.Errorf("%s: %d places and %d more; %s", f.Rule, len(f.Evidence), f.More, f.Sentence)
		}
	}
}
