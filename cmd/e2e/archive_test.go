package e2e

import (
	"encoding/json"
	"errors"
	"os/exec"
	"strings"
	"testing"
)

// checked is what `check --json` says of an archive, as far as the page repeats it.
type checked struct {
	Totals struct {
		Files, Sessions, Events, Prompts, Turns, SubAgents, Problems int
		Calls                                                        int   `json:"tool_calls"`
		Failed                                                       int   `json:"failed_calls"`
		Denied                                                       int   `json:"denied_calls"`
		Cancelled                                                    int   `json:"cancelled_calls"`
		Open                                                         int   `json:"open_calls"`
		Copied                                                       int   `json:"copied_events"`
		Lost                                                         int64 `json:"lost_bytes"`
	}
	Findings []struct {
		Rule, Severity, Sentence string
		Inferred                 bool
		Evidence                 []struct{ Record *string }
	}
	Checked []string
}

// check runs the command on an archive.
func check(t *testing.T, archive string) (c checked) {
	t.Helper()
	cmd := exec.Command("go", "run", "./cmd/flightlog", "check", "--json", archive)
	cmd.Dir = root()
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) { // 1: there are warnings
		t.Fatalf("check: %v", err)
	}
	if err := json.Unmarshal(out, &c); err != nil {
		t.Fatalf("check --json: %v", err)
	}
	return c
}

// TestOverview: an archive opens with its overview, whose numbers are those of check, and
// every finding that check prints stands on the page with evidence that opens.
func TestOverview(t *testing.T) {
	t.Parallel()
	b := openPage(t, newSite(t).url)
	for _, name := range []string{"daily.zip", "mcp-open.zip", "denied.zip", "cut.zip"} {
		path := shared(t, "real/"+name)
		want := check(t, path)
		b.dropFile(path)
		b.opened(name)
		b.see(".rail [aria-current]", map[bool]string{true: "", false: "Overview"}[want.Totals.Sessions == 1])
		b.follow("#/overview")
		n := &want.Totals
		for i, figure := range [][]string{
			{grouped(n.Sessions) + " session"}, {grouped(n.Prompts) + " prompt", grouped(n.Turns) + " turn", some(n.SubAgents, "subagent")},
			{grouped(n.Calls) + " tool call", some(n.Failed, "failed"), some(n.Denied, "denied"), some(n.Cancelled, "cancelled"), some(n.Open, "without a recorded result")},
			{grouped(n.Events) + " event", some(n.Copied, "copied by forks")}, {grouped(n.Files) + " file", grouped(n.Problems) + " problem", some(int(n.Lost), "byte")},
		} {
			got := b.texts(".figure")[i]
			for _, words := range figure {
				if !strings.Contains(got, words) {
					t.Errorf("%s: check says %q, the overview %q", name, words, got)
				}
			}
		}
		b.see(".board", "findings")
		b.see(".board .rest", grouped(len(want.Checked))+" rule")
		b.see(".rail [data-later=found]", grouped(len(want.Findings)))
		findings(b, want)
		dropped(b)
	}
	b.quiet()
}

// some is a number with its word, and nothing for none.
func some(n int, word string) string {
	if n == 0 {
		return ""
	}
	return grouped(n) + " " + word
}

// findings goes through the page of findings and opens the first record of each.
func findings(b *tab, want checked) {
	b.Helper()
	for i, f := range want.Findings {
		at := "#/findings/finding-" + grouped(i)
		b.follow(at)
		b.settled()
		row := `.finding[data-i="` + grouped(i) + `"]`
		b.see(row+" h2", oneLine(f.Sentence))
		b.see(row+" h2", map[bool]string{true: "inferred", false: "recorded"}[f.Inferred])
		if f.Evidence[0].Record == nil {
			continue
		}
		b.click(row+" .places a", "")
		b.wait("the record", `(record) => at.event === record && !document.querySelector('#panel').hidden`, *f.Evidence[0].Record)
		b.see(".panel", "line")
	}
	b.follow("#/findings")
	b.see(".checked h2", grouped(len(want.Checked))+" rule")
}

// dropped closes the archive, so that the next one begins without an address.
func dropped(b *tab) {
	b.Helper()
	b.click("[data-do=close]", "")
	b.see("#idle", "Choose a file")
}

// TestFindingsStop: the rules are stopped while they run and say so; they go on when asked.
func TestFindingsStop(t *testing.T) {
	t.Parallel()
	b := openArchive(t, newSite(t).url, shared(t, "real/big.zip"))
	js[any](b, `{ steerWork('stop'); }`) // what the button does; the rules may be done before a hand reaches it
	b.follow("#/findings")
	b.wait("the rules to stop or to have ended", `!!document.querySelector('.asking [data-do=resume], .finding')`)
	if js[bool](b, `!!document.querySelector('.asking')`) {
		b.see(".asking", "Stopped after")
		b.click(".asking [data-do=resume]", "Go on")
	}
	b.see(".finding h2", "")
	b.see(".checked h2", "rule")
}

// seededHome is a home with a secret in every place where one is found, and what of the secrets no screen may hold.
func seededHome(t *testing.T) (home []byte, secrets []string) {
	letters := func(n int, from string) string { return strings.Repeat(from, n/len(from)+1)[:n] }
	hub, key := "gh"+"p_"+letters(36, "A1b2C3"), letters(24, "k9Z8y7")
	pem := "-----BEGIN PRIV" + "ATE KEY-----\n" + letters(64, "pQ7") + "\n" + letters(64, "rS8") + "\n-----END PRIV" + "ATE KEY-----"
	coloured := hub[:10] + "\x1b[31m" + hub[10:20] + "\x1b[0m" + hub[20:]
	var h history
	h.add("session.start", obj{"sessionId": "5e55a0a1-0000-4000-8000-000000000001", "copilotVersion": "1.0.102", "context": obj{"cwd": "/home/alicia/work/moonbase", "repository": "big-corp/moonbase"}})
	h.add("user.message", obj{"content": "use " + hub + " for it"})
	h.add("assistant.message", obj{"messageId": "m1", "content": "I use `" + hub + "`:\n\n```go\nvar token = \"" + hub + "\"\n```\n\n" + pem, "reasoningText": "The token " + hub + " is given.",
		"toolRequests": []obj{{"toolCallId": "c1", "name": "bash", "arguments": obj{"command": "curl -H " + hub}}, {"toolCallId": "c2", "name": "edit", "arguments": obj{"path": "/home/alicia/work/moonbase/key.go", "old_str": "a\n" + pem + "\n", "new_str": "a\n" + hub + "\n"}}}})
	h.add("permission.requested", obj{"requestId": "r1", "permissionRequest": obj{"kind": "shell", "toolCallId": "c1", "fullCommandText": "curl -H " + hub, "intention": "Fetch"}})
	h.add("permission.completed", obj{"requestId": "r1", "toolCallId": "c1", "result": obj{"kind": "approved"}, "decisionSource": "human_response"})
	h.add("tool.execution_start", obj{"toolCallId": "c1", "toolName": "bash", "arguments": obj{"command": "curl -H " + hub}})
	h.add("tool.execution_complete", obj{"toolCallId": "c1", "success": true, "result": obj{"content": coloured + "\n" + pem + "\nexit"}})
	h.add("tool.execution_start", obj{"toolCallId": "c2", "toolName": "edit", "arguments": obj{"path": "/home/alicia/work/moonbase/key.go", "old_str": "a\n" + pem + "\n", "new_str": "a\n" + hub + "\n"}})
	h.add("tool.execution_complete", obj{"toolCallId": "c2", "success": true, "result": obj{"content": "edited"}})
	h.add("session.error", obj{"errorType": "auth", "message": "refused " + hub})
	dir := ".copilot/session-state/5e55a0a1-0000-4000-8000-000000000001/"
	return zipOf(t,
		member{dir + "events.jsonl", h.text()},
		member{dir + "workspace.yaml", "id: 5e55a0a1-0000-4000-8000-000000000001\nname: Use " + hub + "\ncwd: /home/alicia/work/moonbase\n"},
		member{dir + "plan.md", "# Plan\n\nUse " + hub + "\n"},
		member{dir + "files/notes.go", "package main\n\nconst token = \"" + hub + "\"\n"},
		member{".copilot/mcp-config.json", doc(obj{"mcpServers": obj{"w": obj{"command": "w", "env": obj{"API_KEY": key}, "headers": obj{"Authorization": "Bearer " + key}}}})},
		member{".copilot/providers.json", doc(obj{"providers": []obj{{"name": "own", "apiKey": key}}})},
		member{".copilot/config.json", doc(obj{"lastLoggedInUser": obj{"host": "https://github.com", "login": "alicia-gh"}, "copilotTokens": obj{"https://github.com:alicia-gh": hub}})},
		member{".copilot/command-history-state.json", doc(obj{"commandHistory": []string{"use " + hub}})},
		member{".copilot/logs/process-1790845199000-4242.log", "2026-10-01T09:00:00.000Z [ERROR] refused " + hub + "\n"},
	), []string{hub[8:], hub[11:19], hub[21:], key, letters(64, "pQ7"), letters(64, "rS8")}
}

// screenWords is all that stands on the screen or in a title or label of it.
const screenWords = `[document.querySelector('#app').innerText, ...[...document.querySelectorAll('#app [title], #app [aria-label]')].flatMap((e) => [e.title, e.ariaLabel])].join('\n')`

// TestSeededSecrets: the views of a whole archive tell of secrets and show none; names are
// hidden with one switch, on every page, and shown again.
func TestSeededSecrets(t *testing.T) {
	t.Parallel()
	home, secrets := seededHome(t)
	b := openArchive(t, newSite(t).url, saved(t, "seeded.zip", home))
	pages := []string{"#/overview", "#/findings", "#/permissions", "#/permissions/commands", "#/permissions/standing"}
	look := func(not ...string) {
		t.Helper()
		for _, page := range pages {
			b.follow(page)
			b.see("#main", map[bool]string{true: "What to do", false: ""}[page == "#/findings"])
			b.settled()
			words := js[string](b, screenWords)
			for _, s := range not {
				if strings.Contains(words, s) {
					t.Errorf("%s shows %q", page, s)
				}
			}
		}
	}
	look(secrets...)
	b.follow("#/findings")
	b.see(".finding h2", "What looks like a GitHub token stands in plain text in")
	b.see(".finding h2", ".copilot/mcp-config.json keeps 2 values where secrets belong")
	b.see(".finding .what", "gh"+"p_… (40 characters)")
	b.see(".rail", "moonbase")

	b.click(".bar [data-do=names]", "Hide names")
	b.see(".bar [data-do=names][aria-pressed=true]", "Hide names")
	b.wait("the focus on the switch", `document.activeElement?.dataset.do === 'names'`)
	b.see(".rail", "project-1")
	pages = append(pages, "#/s/5e55a0a1-0000-4000-8000-000000000001", "#/files", "#/all")
	look(append(secrets[1:], "alicia", "moonbase", "big-corp")...)
	b.follow("#/s/5e55a0a1-0000-4000-8000-000000000001/events-1")
	b.see(".panel .src", "line 1")
	if raw := b.copied(".panel [data-text]", "Copy raw record"); !strings.Contains(raw, "/home/alicia/work/moonbase") {
		t.Errorf("a raw record is copied as %q", raw)
	}
	b.dropBytes("other.zip", home)
	b.opened("other.zip")
	b.see(".rail", "project-1")
	b.follow("#/overview")
	b.click(".hiding [data-do=names]", "Show names again")
	b.see(".rail", "moonbase")
	b.see(".bar [data-do=names][aria-pressed=false]", "Hide names")
	b.see(".hiding [data-do=names]", "Hide names on this screen")
	b.quiet()
}

// TestSecretsInSessions: over every view of a session and of the archive no secret stands
// anywhere in the document, text or attribute, until a person asks for it; then it does; and
// the next archive begins masked.
func TestSecretsInSessions(t *testing.T) {
	t.Parallel()
	home, secrets := seededHome(t)
	b := openArchive(t, newSite(t).url, saved(t, "seeded.zip", home))
	const session = "#/s/5e55a0a1-0000-4000-8000-000000000001"
	// found answers which secrets stand in the document, the page's own program left out.
	found := func() []string {
		b.settled()
		return js[[]string](b, `(secrets) => {
			const all = [document.title, location.href, JSON.stringify(history.state)];
			const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
			while (walk.nextNode()) {
				const n = walk.currentNode;
				if (n.parentElement.closest('script')) continue;
				if (n.nodeType === 3) all.push(n.data);
				else all.push(...n.getAttributeNames().map((a) => n.getAttribute(a)), n.value ?? '');
				if (n.matches?.('pre')) all.push(n.textContent);
			}
			const words = all.join('\n');
			return secrets.filter((s) => words.includes(s));
		}`, secrets)
	}
	masks := func() int {
		return js[int](b, `[...document.querySelectorAll('#app .veil')].length`)
	}
	none := func(where string) {
		t.Helper()
		for _, s := range found() {
			t.Errorf("%s holds %q", where, s)
		}
	}
	pages := []string{session, session + "/events", session + "/changes", session + "/permissions", session + "/shell", session + "/raw",
		"#/all", "#/history", "#/files", "#/findings", "#/overview", "#/permissions", "#/permissions/commands"}
	for i := range 10 {
		pages = append(pages, session+"/events/events-"+grouped(i+1))
	}
	for i := range 9 {
		pages = append(pages, "#/file/"+grouped(i))
	}
	for _, page := range pages {
		b.follow(page)
		none(page)
		// every row and every folded text open
		js[any](b, `(async () => { for (let by; by = document.querySelector('#main [data-act="toggle"][aria-expanded="false"]'); ) await toggle(by); })()`)
		js[any](b, `document.querySelectorAll('#app details').forEach((d) => { d.open = true; })`)
		none(page + ", opened,")
	}
	b.follow(session + "/events/events-2")
	b.see(".panel", "use ‹masked: GitHub token, 40 characters› for it")
	b.typed("curl")
	b.hits("curl")
	none("the search")
	b.see(".hit .ctx", "curl -H ‹masked: GitHub token, 40 characters›")
	b.follow(session)
	if masks() == 0 {
		t.Error("nothing is masked in the conversation")
	}

	// By the keyboard: the switch of the bar.
	js[any](b, `document.querySelector('.bar [data-do=secrets]').focus()`)
	b.key("\r")
	b.see(".bar [data-do=secrets][aria-pressed=true]", "Show secrets")
	b.wait("the focus on the switch", `document.activeElement?.dataset.do === 'secrets'`)
	b.see("#main", "use gh"+"p_")
	if got := found(); len(got) == 0 {
		t.Error("what was asked for is not shown")
	}
	if masks() > 0 {
		t.Errorf("%d masks are left", masks())
	}
	b.dropBytes("other.zip", home)
	b.opened("other.zip")
	b.see(".bar [data-do=secrets][aria-pressed=false]", "Show secrets")
	b.follow(session)
	none("the next archive")
	b.follow(session + "/events/events-2")
	if raw := b.copied(".panel [data-text]", "Copy raw record"); !strings.Contains(raw, secrets[0]) {
		t.Errorf("the raw record is copied as %q", raw)
	}
	if said := b.remarks(); len(said) > 0 {
		t.Errorf("the browser remarked %q", said)
	}
}

// TestAudit: the permissions over all sessions, a choice that narrows them, and the way to
// a record and back.
func TestAudit(t *testing.T) {
	t.Parallel()
	b := openArchive(t, newSite(t).url, shared(t, "real/daily.zip"))
	b.click(".rail a", "Permissions")
	b.arrived("#/permissions")
	b.see(".au[data-i]", "Asked to run rm -rf build dist — Remove build output")
	b.see(".figure", "19 you allowed")
	b.click(".figure a", "show")
	b.wait("a choice in the address", `location.hash.startsWith('#/permissions?decision=') && $('panel').dataset.of === at?.full`)
	b.follow("#/permissions?decision=denied")
	b.see(".facets .sum", "3 of 31 records")
	b.settled()
	for _, row := range b.texts(".au[data-i]") {
		if !strings.Contains(row, "you denied it") {
			t.Errorf("among what you denied stands %q", row)
		}
	}
	b.click(".tabs a", "Shell commands")
	b.arrived("#/permissions/commands")
	b.see(".au[data-i]", "python3 tests/test_convert.py")
	b.see(".au[data-i]", "exit 1")
	b.click(".tabs a", "Standing rules")
	b.see("#main .item", "Allowed to write files")
	b.follow("#/permissions?decision=denied")
	b.settled()
	b.click(".au[data-i] a.s", "rm -rf build dist")
	b.wait("the record", `/\/permissions\/events-\d+$/.test(location.hash) && !$('panel').hidden`)
	b.see(".panel", "rm -rf build dist")
	js[any](b, "history.back()")
	b.arrived("#/permissions?decision=denied")
	b.quiet()
}
