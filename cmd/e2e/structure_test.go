package e2e

import (
	"strings"
	"testing"
	"time"
)

// shifted moves the time of the record that was added last.
func (h *history) shifted(by time.Duration) {
	n := len(h.lines) - 1
	at := time.Date(2026, 10, 1, 9, 0, n, 0, time.UTC)
	const form = "2006-01-02T15:04:05.000Z"
	h.lines[n] = strings.Replace(h.lines[n], at.Format(form), at.Add(by).Format(form), 1)
}

// TestStructure reads what no genuine home and not the sample holds: who put a prompt, a
// mode that was switched, a subagent without its end and one without its start, an idle gap,
// and a clock that steps back, each where it happened.
func TestStructure(t *testing.T) {
	const id = "57a0c000-0000-4000-8000-000000000001"
	var h history
	prompt := func(text string, more obj) {
		more["content"] = text
		h.add("user.message", more)
	}
	h.add("session.start", obj{"sessionId": id, "copilotVersion": "1.0.102", "selectedModel": "gpt-5.4", "context": obj{"cwd": "/srv/demo"}})
	prompt("Begin", obj{})
	prompt("No, the other file", obj{"delivery": "steering"})
	prompt("Afterwards the tests", obj{"delivery": "queued"})
	prompt("Say the time", obj{"source": "schedule-1"})
	prompt("How a review is done", obj{"source": "skill-review"})
	h.add("session.mode_changed", obj{"previousMode": "interactive", "newMode": "plan"})
	h.add("tool.execution_start", obj{"toolCallId": "c1", "toolName": "task", "arguments": obj{"description": "Look around", "agent_type": "explore", "prompt": "Find it"}})
	line := func(kind string, data obj, agent string) { // a record of a subagent
		h.add(kind, data)
		h.lines[len(h.lines)-1] = strings.Replace(h.lines[len(h.lines)-1], `{`, `{"agentId":"`+agent+`",`, 1)
	}
	line("subagent.started", obj{"toolCallId": "c1", "agentName": "explore", "agentDisplayName": "Explore Agent"}, "a1")
	line("assistant.message", obj{"content": "It is in main.go"}, "a1")
	line("assistant.message", obj{"content": "Nobody started me"}, "a2")
	h.add("assistant.message", obj{"content": "Then a rest"})
	h.add("assistant.message", obj{"content": "After the rest"})
	h.shifted(25 * time.Minute)
	h.add("assistant.message", obj{"content": "Before it again"})
	b := openArchive(t, newSite(t).url, saved(t, "structure.zip", zipOf(t, member{".copilot/session-state/" + id + "/events.jsonl", h.text()})))
	at := func(what string, number int) int { // of a line that holds the words
		for i, l := range h.lines {
			if strings.Contains(l, what) {
				if number--; number < 0 {
					return i + 1
				}
			}
		}
		t.Fatalf("no line holds %s", what)
		return 0
	}
	for _, r := range []told{
		{"steering", id, at("the other file", 0), []string{"you, while it worked", "No, the other file"}, nil},
		{"queued", id, at("Afterwards", 0), []string{"you, queued", "Afterwards the tests"}, nil},
		{"a schedule", id, at("Say the time", 0), []string{"by a schedule", "Say the time"}, nil},
		{"a skill", id, at("How a review", 0), []string{"by the skill review", "How a review is done"}, nil},
		{"a mode", id, at("mode_changed", 0), []string{"interactive → plan"}, nil},
		{"a subagent without its end", id, at(`"toolName":"task"`, 0), []string{"Look around", "no end recorded"}, []string{"It is in main.go"}},
		{"a clock that steps back", id, at("Before it again", 0), []string{"clock steps back", "Before it again"}, nil},
	} {
		b.reads(r)
	}
	b.see("#main .item", "no start recorded")
	b.see("#main .idle-line", "idle")
	b.wait("the step on the tape", `[...document.querySelectorAll('.tape .t-back + text')].some((e) => e.textContent.startsWith('clock steps back 24 m'))`)
	if x := js[[]float64](b, `['After the rest', 'Before it again'].map((words) => [...document.querySelectorAll('#main [data-x]')].find((row) => row.innerText.includes(words))).map((row) => Number(row.dataset.x))`); x[0] >= x[1] {
		t.Errorf("on the tape the row behind the step back stands at %v, before the one above it at %v", x[1], x[0])
	}
	order := js[string](b, `[...document.querySelectorAll('#main [data-i]')].map((row) => row.innerText).join('\n')`)
	if after, again := strings.Index(order, "After the rest"), strings.Index(order, "Before it again"); after < 0 || again < after {
		t.Errorf("rows are not in the order of the file: %d, then %d", after, again)
	}
	b.quiet()
}
