package sample

import (
	"encoding/binary"
	"encoding/hex"
	"time"
)

const (
	ledgerDir  = "/home/mira/src/ledgerbox"
	ledgerRepo = "mira-voss/ledgerbox"
)

// token has the shape of an access token and was never one: it is computed here, so that
// no text of the project looks like a secret.
func token() string {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	sum, _ := hex.DecodeString(hashOf("a token that opens nothing") + hashOf("and never did"))
	out := []byte("gh" + "p_")
	for i := range 36 {
		out = append(out, letters[int(binary.BigEndian.Uint16(sum[i:]))%len(letters)])
	}
	return string(out)
}

// nightlyImport runs unattended: what nobody can allow is denied, a rule denies more, the
// model fails, and a token ends up in an output.
func (h *home) nightlyImport() *log {
	l := newLog("Nightly import", ledgerDir, ledgerRepo, "main", "1.0.92", "gpt-5.4-mini", day(24, 2, 0))
	l.start()
	l.prompt("Import last night's bank statement and tell me about every line that has no account.", nil)
	l.says("", "", view(ledgerDir+"/inbox/2026-11-23.csv", "date,text,amount\n2026-11-23,GREEN GROCER,-23.40\n2026-11-23,UNKNOWN 4471,-9.99\n", 0, 0),
		bash("python3 -m ledgerbox import inbox/2026-11-23.csv", "Import the statement", "", 0, 0, unattended(shellRequest("python3 -m ledgerbox import inbox/2026-11-23.csv", "Import the statement"))).refuse())
	l.says("", "", (&call{tool: "bash", args: obj{"command": "rm -f inbox/*.lock", "description": "Remove the lock"}, failure: "Permission to run this tool was denied due to the following rules: `shell(rm)`", code: "denied"}))
	l.says("", "I may not run the import: nobody is there to allow it. Of two lines, one has no account: `UNKNOWN 4471`, 9.99.")
	l.shutdown()
	l.wait(6 * time.Hour)
	l.resume()
	l.prompt("Try once more, I am here now.", nil)
	l.retry()
	for range 3 {
		l.says("", "", bash("python3 -m ledgerbox check", "Check the books", "Traceback (most recent call last):\n  File \"ledgerbox/check.py\", line 88, in balance\nKeyError: 'UNKNOWN 4471'", 1, 400*time.Millisecond, nil))
	}
	l.says("", "", bash("env | grep -i token", "Look for the bank's settings", "LEDGER_TOKEN="+token(), 0, 20*time.Millisecond, allowed("shell", shellRequest("env | grep -i token", "Look for the bank's settings"), 2*time.Second)))
	l.says("", "The check fails on a line without an account: `KeyError: 'UNKNOWN 4471'`. It should report the line and go on.\n\nNote that the environment holds an access token, and that it stands in this log now.")
	l.shutdown()
	l.prompts[1].reply = "Both lines are imported." // of an answer that a rewind took back
	h.save(l)
	return l
}

// retry is a model call that fails, is tried again, and then answers.
func (l *log) retry() {
	l.put("assistant.turn_start", obj{"turnId": "0", "interactionId": l.exchange})
	l.wait(16 * time.Second)
	l.put("session.error", obj{"errorType": "rate_limit", "statusCode": 429, "message": "429 Too many requests: wait 30 seconds"})
	l.wait(30 * time.Second)
	l.put("session.error", obj{"errorType": "query", "statusCode": 503, "message": "Failed to get response from the AI model; retried 5 times (total retry wait time: 15.65 seconds) Last error: 503 Service unavailable"})
	l.put("assistant.turn_end", obj{"turnId": "0"})
	l.wait(40 * time.Second)
	l.prompt("again, please", nil)
}

func unattended(what obj) *ask {
	return &ask{kind: "shell", what: what, result: obj{"kind": "denied-no-approval-rule-and-could-not-request-from-user"}, by: "unattended_fallback"}
}

// refuse is what the model is told of a call that nobody could allow.
func (c *call) refuse() *call {
	c.failure, c.code, c.shell = "Permission denied and could not request permission from user", "denied", false
	return c
}

// autopilot works by itself: allow-all, turns that nobody typed, a schedule.
func (h *home) autopilot() *log {
	l := newLog("Reconcile the accounts", ledgerDir, ledgerRepo, "main", "1.0.102", "claude-sonnet-4.6", day(24, 18, 5))
	l.mode = "interactive"
	l.start()
	l.put("session.permissions_changed", obj{"previousAllowAllPermissions": false, "allowAllPermissions": true, "previousAllowAllPermissionMode": "off", "allowAllPermissionMode": "on"})
	l.put("session.mode_changed", obj{"previousMode": "interactive", "newMode": "autopilot"})
	l.mode = "autopilot"
	check := ledgerDir + "/ledgerbox/check.py"
	text := "def balance(lines, accounts):\n    total = 0\n    for line in lines:\n        accounts[line.text] += line.amount\n        total += line.amount\n    return total\n"
	l.prompt("Make the check report lines without an account, and go on.", nil)
	edit, _ := l.edit(check, text, "        accounts[line.text] += line.amount\n", "        account = accounts.get(line.text)\n        if account is None:\n            report(line)\n            continue\n        account += line.amount\n", nil)
	l.says("", "", edit, bash("python3 -m ledgerbox check", "Check the books", "1 line without an account: UNKNOWN 4471, -9.99\nbalanced: 412.18", 0, 600*time.Millisecond, nil))
	l.says("", "The check goes on now. Next the tests.")
	l.prompt("Continue until the task is done.", obj{"source": "autopilot"})
	l.says("", "", bash("python3 -m pytest -q", "Run the tests", ".........\n9 passed in 0.42s", 0, 1100*time.Millisecond, nil),
		&call{tool: "task_complete", args: obj{"summary": "Lines without an account are reported, and the check goes on. 9 tests pass."}, content: "Lines without an account are reported, and the check goes on. 9 tests pass.", detail: "✓ Task completed: Lines without an account are reported, and the check goes on. 9 tests pass."})
	l.put("session.task_complete", obj{"summary": "Lines without an account are reported, and the check goes on. 9 tests pass.", "success": true})
	l.put("session.mode_changed", obj{"previousMode": "autopilot", "newMode": "interactive"})
	l.put("session.permissions_changed", obj{"previousAllowAllPermissions": true, "allowAllPermissions": false, "previousAllowAllPermissionMode": "on", "allowAllPermissionMode": "off"})
	l.mode = "interactive"
	l.put("session.weather_noticed", obj{"sky": "fog"}) // a type that no version writes
	l.put("session.schedule_created", obj{"id": 1, "intervalMs": 600000, "prompt": "check the books", "recurring": true, "origin": "user"})
	l.wait(10 * time.Minute)
	l.prompt("[Scheduled prompt #1]\ncheck the books", obj{"source": "schedule-1"})
	l.says("", "", bash("python3 -m ledgerbox check", "Check the books", "balanced: 412.18", 0, 500*time.Millisecond, nil))
	l.says("", "The books balance.")
	l.put("session.schedule_cancelled", obj{"id": 1})
	l.shutdown()
	h.save(l)
	return l
}
