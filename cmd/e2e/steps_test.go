package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// TestLongTextOpensInSteps: an output of 4,500 lines stands folded with its size, opens part
// by part to its last line, and a copy is all of it from the first.
func TestLongTextOpensInSteps(t *testing.T) {
	const id = "57e90000-0000-4000-8000-000000000001"
	var output strings.Builder
	for i := range 4500 {
		fmt.Fprintf(&output, "line %d\n", i+1)
	}
	var h history
	h.add("session.start", obj{"sessionId": id, "copilotVersion": "1.0.70"})
	h.add("user.message", obj{"content": "Build it"})
	h.add("tool.execution_start", obj{"toolCallId": "c1", "toolName": "bash", "arguments": obj{"command": "make"}})
	h.add("tool.execution_complete", obj{"toolCallId": "c1", "success": true, "result": obj{"content": output.String()}})
	b := openArchive(t, newSite(t).url, saved(t, "steps.zip", zipOf(t, member{"session-state/" + id + "/events.jsonl", h.text()})))
	b.click("#main .item.call [data-act=toggle]", "make")
	b.see("#main .open .cap", "4,500 lines")
	if got := strings.TrimSuffix(b.copied("#main .open .cap button", "copy"), "\n"); got != strings.TrimSuffix(output.String(), "\n") {
		t.Errorf("a copy has %d bytes of %d", len(got), output.Len())
	}
	b.click("#main .open .fold summary", "show the first 2,000 lines of 4,500")
	for _, step := range []struct{ says, button, last string }{
		{"2,500 lines", "show more", "line 4000"},
		{"500 lines", "show the rest", "line 4500"},
	} {
		b.holds("#main .open .cut", step.says)
		js[any](b, `{ const by = document.querySelector('#main .open .cut button'); by.scrollIntoView({ block: 'center' }); by.focus(); }`)
		b.key("\r")
		b.wait("the new part has the focus", `(last) => document.activeElement.matches('pre.term') && document.activeElement.textContent.trimEnd().endsWith(last)`, step.last)
	}
	if n := js[int](b, `document.querySelectorAll('#main .open .cut').length`); n != 0 {
		t.Errorf("at the end %d lines still tell of more", n)
	}
	b.quiet()
}
