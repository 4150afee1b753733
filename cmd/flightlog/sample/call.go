package sample

import (
	"strings"
	"time"
)

// call is a tool call before it is written: what is asked, who lets it run, what comes of
// it.
type call struct {
	tool string
	args any
	ask  *ask
	took time.Duration
	mcp  [2]string // server and tool

	open    bool // no result is recorded
	content string
	detail  string // detailedContent
	failure string // the error's message: success is false
	code    string // the error's code
	exit    int
	shell   bool
	more    obj // further keys of the result
	extra   obj // further keys of the record

	inside func() // what a subagent does meanwhile
	answer obj    // human_response.recorded

	id string
}

// ask is a permission request and its answer.
type ask struct {
	kind     string // commands, write, read, url, mcp
	what     obj
	result   obj // nil: the answer is not recorded
	by       string
	thinking time.Duration
}

func (c *call) run(l *log) {
	start := obj{"toolCallId": c.id, "toolName": c.tool, "arguments": c.args, "turnId": "0"}
	if c.mcp[0] != "" {
		start["mcpServerName"], start["mcpToolName"], start["mcpTransport"] = c.mcp[0], c.mcp[1], "stdio"
	}
	l.put("tool.execution_start", start)
	if c.ask != nil && !c.decide(l) {
		return
	}
	if c.answer != nil {
		l.wait(c.took)
		l.put("human_response.recorded", obj{"requestId": uuid(c.id, "question"), "toolCallId": c.id, "actor": "human_response", "response": c.answer})
	}
	if c.inside != nil {
		c.inside()
	}
	if c.open {
		return
	}
	if c.answer == nil {
		l.wait(max(c.took, 40*time.Millisecond))
	}
	c.finish(l)
}

// decide writes the request and its answer; false when the call ends here.
func (c *call) decide(l *log) bool {
	request := obj{"kind": c.ask.kind, "toolCallId": c.id}
	for k, v := range c.ask.what {
		request[k] = v
	}
	id := uuid(c.id, "permission")
	l.put("permission.requested", obj{"requestId": id, "permissionRequest": request, "agentMode": "interactive", "permissionMode": "manual", "ownerSessionId": l.id})
	if c.ask.result == nil {
		return true
	}
	l.wait(c.ask.thinking)
	done := obj{"requestId": id, "toolCallId": c.id, "result": c.ask.result}
	if c.ask.by != "" {
		done["decisionSource"] = c.ask.by
	}
	l.put("permission.completed", done)
	return c.ask.result["kind"] != "cancelled"
}

func (c *call) finish(l *log) {
	data := obj{"toolCallId": c.id, "model": l.model, "interactionId": l.exchange, "success": c.failure == ""}
	if c.failure != "" {
		e := obj{"message": c.failure}
		if c.code != "" {
			e["code"] = c.code
		}
		data["error"] = e
	} else {
		result := obj{"content": c.content}
		if c.detail != "" {
			result["detailedContent"] = c.detail
		}
		for k, v := range c.more {
			result[k] = v
		}
		data["result"] = result
	}
	if c.shell {
		data["shellExecution"] = obj{"exitCode": c.exit}
	}
	for k, v := range c.extra {
		data[k] = v
	}
	l.put("tool.execution_complete", data)
}

// Who lets a call run.

func shellRequest(command, why string) obj {
	first, _, _ := strings.Cut(command, " ")
	return obj{"fullCommandText": command, "shellType": "bash", "intention": why, "commands": []any{obj{"identifier": first, "readOnly": false}}, "canOfferSessionApproval": true}
}

func allowed(kind string, what obj, thinking time.Duration) *ask {
	return &ask{kind: kind, what: what, result: obj{"kind": "approved"}, by: "human_response", thinking: thinking}
}

func allowedHere(kind string, what obj, approval obj, place string, thinking time.Duration) *ask {
	return &ask{kind: kind, what: what, result: obj{"kind": "approved-for-location", "approval": approval, "locationKey": place}, by: "human_response", thinking: thinking}
}

func denied(kind string, what obj, feedback string, thinking time.Duration) *ask {
	return &ask{kind: kind, what: what, result: obj{"kind": "denied-interactively-by-user", "feedback": feedback}, by: "human_response", thinking: thinking}
}

// Calls of the tools that the sample uses.

func bash(command, why, output string, exit int, took time.Duration, a *ask) *call {
	if exit != 0 || output != "" {
		output += "\n"
	}
	return &call{tool: "bash", args: obj{"command": command, "description": why}, ask: a, took: took, shell: true, exit: exit,
		content: output + "<shellId: 0 completed with exit code " + string(rune('0'+exit)) + ">"}
}

func view(path, text string, from, to int) *call {
	args := obj{"path": path}
	if from > 0 {
		args["view_range"] = []int{from, to}
	}
	return &call{tool: "view", args: args, content: text, detail: "\ndiff --git a" + path + " b" + path + "\n--- a" + path + "\n+++ b" + path + "\n"}
}

// changed is the difference that the CLI records beside an edit: context, then lines with
// their signs, from a line on.
func changed(path string, from, old, now int, lines ...string) string {
	var b strings.Builder
	b.WriteString("\ndiff --git a" + path + " b" + path + "\nindex 0000000..0000000 100644\n--- a" + path + "\n+++ b" + path + "\n")
	b.WriteString(hunk(from, old, now) + strings.Join(lines, "\n") + "\n")
	return b.String()
}

func created(path, text string) string {
	lines := strings.Split(text, "\n")
	return "\ndiff --git a" + path + " b" + path + "\ncreate file mode 100644\nindex 0000000..0000000\n--- a/dev/null\n+++ b" + path + "\n" +
		"@@ -1,0 +1," + number(len(lines)) + " @@\n+" + strings.Join(lines, "\n+") + "\n"
}

func hunk(from, old, now int) string {
	return "@@ -" + number(from) + "," + number(old) + " +" + number(from) + "," + number(now) + " @@\n"
}
