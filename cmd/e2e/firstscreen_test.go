package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// firstScreen goes from the overview to a session and answers how long that takes, until its
// rows are drawn, and how many elements then stand in the page.
const firstScreen = `async (hash) => {
	const began = performance.now();
	location.hash = hash;
	while (at?.full !== hash.slice(2) || !document.querySelector('#main [data-list] [data-i]')) await new Promise(requestAnimationFrame);
	return [performance.now() - began, document.querySelectorAll('*').length];
}`

// firstScreens takes what the first screen of a session of so many events takes: it must not
// depend on their number.
func firstScreens(t *testing.T, taken *figures) {
	t.Helper()
	sizes := []int{100, 1000, 7000}
	var members []member
	session := func(events int) string { return fmt.Sprintf("f1a50000-0000-4000-8000-%012d", events) }
	for _, events := range sizes {
		var h history
		h.add("session.start", obj{"sessionId": session(events), "copilotVersion": "1.0.70"})
		for i := 0; len(h.lines) < events; i++ {
			id := fmt.Sprintf("call_%d", i)
			switch len(h.lines) % 5 {
			case 1:
				h.add("user.message", obj{"content": fmt.Sprintf("Prompt %d: please look at it again", i)})
			case 4:
				h.add("assistant.message", obj{"content": "It is **done**, see `main.go`.", "model": "gpt-6.1-sol"})
			default:
				h.add("tool.execution_start", obj{"toolCallId": id, "toolName": "bash", "arguments": obj{"command": "make check"}})
				h.add("tool.execution_complete", obj{"toolCallId": id, "success": true, "result": obj{"content": "ok"}})
			}
		}
		h.lines = h.lines[:events]
		members = append(members, member{".copilot/session-state/" + session(events) + "/events.jsonl", h.text()})
	}
	b := openPage(t, fileURL())
	defer chromedp.Cancel(b.ctx)
	b.ready()
	b.choose(saved(t, "screens.zip", zipOf(t, members...)))
	b.opened("screens.zip")
	for range rounds + 2 {
		for _, events := range sizes {
			b.follow("#/overview")
			got := js[[2]float64](b, firstScreen, "#/s/"+session(events))
			taken.note(fmt.Sprintf("first screen of a session of %5d events, ms", events), got[0])
			taken.note(fmt.Sprintf("first screen of a session of %5d events, elements", events), got[1])
		}
	}
}
