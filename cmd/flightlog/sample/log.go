package sample

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"
)

// obj is a JSON object; its keys are written in the order of the alphabet.
type obj = map[string]any

// log writes the events.jsonl of one session, as the CLI would have.
type log struct {
	id      string
	name    string
	cwd     string
	repo    string
	branch  string
	version string
	model   string
	mode    string // agentMode of the prompts
	now     time.Time
	started time.Time

	b        bytes.Buffer
	n        int    // events so far
	parent   string // id of the event before
	agent    string // of the subagent that speaks, "" for the conversation itself
	under    string // the call that started it
	exchange string // interactionId
	turn     int
	calls    int
	prompts  []exchange // what the store keeps too, those included that a rewind took back
	edited   []string
	remote   string // further lines of workspace.yaml
	added    int
	removed  int
}

// exchange is a prompt and the last reply to it.
type exchange struct {
	prompt, reply string
	at            time.Time
}

func newLog(name, cwd, repo, branch, version, model string, at time.Time) *log {
	return &log{id: uuid("session", name), name: name, cwd: cwd, repo: repo, branch: branch, version: version, model: model, now: at, started: at}
}

func (l *log) dir() string { return "session-state/" + l.id + "/" }

// wait lets time pass.
func (l *log) wait(d time.Duration) { l.now = l.now.Add(d) }

func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

// put writes one event, some milliseconds after the one before.
func (l *log) put(kind string, data obj) {
	l.n++
	l.wait(time.Duration(7+l.n*13%40) * time.Millisecond)
	id := uuid(l.id, "event", l.n)
	line := struct {
		Type      string  `json:"type"`
		Data      obj     `json:"data"`
		Agent     string  `json:"agentId,omitempty"`
		ID        string  `json:"id"`
		Timestamp string  `json:"timestamp"`
		Parent    *string `json:"parentId"`
	}{kind, data, l.agent, id, stamp(l.now), nil}
	if l.parent != "" {
		parent := l.parent
		line.Parent = &parent
	}
	if l.under != "" && l.agent != "" {
		data["parentToolCallId"] = l.under
	}
	l.parent = id
	e := json.NewEncoder(&l.b)
	e.SetEscapeHTML(false)
	if err := e.Encode(line); err != nil {
		panic("the sample holds what is no JSON: " + err.Error()) // only a fault of this package
	}
}

func (l *log) context() obj {
	return obj{"cwd": l.cwd, "gitRoot": l.cwd, "repository": l.repo, "hostType": "github", "repositoryHost": "github.com", "branch": l.branch}
}

func (l *log) start() {
	l.put("session.start", obj{"sessionId": l.id, "version": 1, "producer": "copilot-agent", "copilotVersion": l.version, "startTime": stamp(l.now),
		"selectedModel": l.model, "context": l.context(), "alreadyInUse": false, "remoteSteerable": false})
	l.put("session.model_change", obj{"source": "startup", "newModel": l.model, "reasoningEffort": "medium"})
}

func (l *log) resume() {
	l.put("session.resume", obj{"resumeTime": stamp(l.now), "eventCount": l.n, "selectedModel": l.model, "context": l.context(),
		"alreadyInUse": false, "sessionWasActive": false})
}

func (l *log) shutdown() {
	files := l.edited
	if files == nil {
		files = []string{}
	}
	l.put("session.shutdown", obj{"shutdownType": "routine", "sessionStartTime": l.started.UnixMilli(), "currentModel": l.model,
		"codeChanges": obj{"linesAdded": l.added, "linesRemoved": l.removed, "filesModified": files}})
}

// prompt is what a person typed. more are further keys of the record.
func (l *log) prompt(text string, more obj) {
	l.exchange, l.turn = uuid(l.id, "exchange", l.n), 0
	data := obj{"content": text, "transformedContent": "<current_datetime>" + stamp(l.now) + "</current_datetime>\n\n" + text, "messageId": uuid(l.id, "message", l.n),
		"delivery": "idle", "interactionId": l.exchange, "turnId": "0", "attachments": []any{}}
	if l.mode != "" {
		data["agentMode"] = l.mode
	}
	for k, v := range more {
		data[k] = v
	}
	l.put("user.message", data)
	if l.agent == "" && data["source"] == nil {
		l.prompts = append(l.prompts, exchange{prompt: text, at: l.now})
	}
}

// says is a model turn: its reasoning, its words, the calls that it asks for, and what
// came of them.
func (l *log) says(reasoning, text string, calls ...*call) {
	l.put("assistant.turn_start", obj{"turnId": fmt.Sprint(l.turn), "interactionId": l.exchange})
	l.wait(1400*time.Millisecond + time.Duration(len(text)+len(reasoning))*6*time.Millisecond)
	requests := []any{}
	for _, c := range calls {
		l.calls++
		c.id = "call_" + hashOf(fmt.Sprint(l.id, l.calls))[:24]
		requests = append(requests, obj{"toolCallId": c.id, "name": c.tool, "arguments": c.args, "type": "function"})
	}
	message := obj{"messageId": uuid(l.id, "reply", l.n), "model": l.model, "content": text, "toolRequests": requests, "interactionId": l.exchange, "turnId": fmt.Sprint(l.turn)}
	if reasoning != "" {
		message["reasoningText"] = reasoning
	}
	l.put("assistant.message", message)
	l.put("session.usage_record", obj{"usage": obj{"model": l.model, "inputTokens": 9000 + 731*l.calls, "outputTokens": 40 + (len(text)+len(reasoning))/4, "cacheReadTokens": 6000 + 512*l.calls,
		"cacheWriteTokens": 0, "duration": 900 + 40*len(calls), "initiator": map[bool]string{true: "user", false: "sub-agent"}[l.agent == ""]}})
	if n := len(l.prompts); n > 0 && text != "" && l.agent == "" {
		l.prompts[n-1].reply = text
	}
	for _, c := range calls {
		c.run(l)
	}
	l.put("assistant.turn_end", obj{"turnId": fmt.Sprint(l.turn)})
	l.turn++
}

// rewind takes back what was written since a mark, as /rewind does: the log is cut there,
// and the store knows nothing of it.
func (l *log) rewind(size int, parent string) {
	l.b.Truncate(size)
	l.parent = parent
	l.wait(20 * time.Second)
	l.info("rewind", "Rewound the conversation. Your files were left unchanged.")
}

func (l *log) info(kind, text string) {
	l.put("session.info", obj{"infoType": kind, "message": text})
}

// asset keeps the bytes of a picture and answers the id under which records name it.
func (l *log) asset(picture []byte) obj {
	id := "sha256:" + hashOf(string(picture))
	l.put("session.binary_asset", obj{"assetId": id, "type": "image", "mimeType": "image/png", "byteLength": len(picture), "data": picture})
	return obj{"assetId": id, "type": "image", "mimeType": "image/png", "byteLength": len(picture)}
}

// workspace is the session's workspace.yaml.
func (l *log) workspace() string {
	return fmt.Sprintf("id: %s\ncwd: %s\ngit_root: %s\nrepository: %s\nhost_type: github\nbranch: %s\nname: %s\nuser_named: false\nclient_name: github/cli\nsummary_count: 0\ncreated_at: %s\nupdated_at: %s\n%s",
		l.id, l.cwd, l.cwd, l.repo, l.branch, l.name, stamp(l.started), stamp(l.now), l.remote)
}

// save puts the session's own files into the home.
func (h *home) save(l *log) {
	h.files[l.dir()+"events.jsonl"] = bytes.Clone(l.b.Bytes())
	h.put(l.dir()+"workspace.yaml", l.workspace())
	h.put(l.dir()+"rewind-file-snapshots/tracking.json", "{\n  \"version\": 1,\n  \"enabled\": true\n}\n")
}
