package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// TestMuchCode: a session whose replies are full of code stands in the document with no more
// elements than any other, be it one reply of thousands of lines or many of some lines.
func TestMuchCode(t *testing.T) {
	t.Parallel()
	fence := func(lines int) string {
		var b strings.Builder
		for i := range lines {
			fmt.Fprintf(&b, "\tif err := store.Put(ctx, \"key-%d\", %d); err != nil { return nil, fmt.Errorf(\"no: %%w\", err) } // %d\n", i, i, i)
		}
		return "So:\n\n```go\n" + b.String() + "```\n"
	}
	for name, replies := range map[string][]string{"one": {fence(3000)}, "many": strings.SplitAfter(strings.Repeat(fence(20)+"\f", 30), "\f")} {
		var h history
		h.add("session.start", obj{"sessionId": madeSession(0), "copilotVersion": "1.0.102"})
		h.add("user.message", obj{"content": "Write it"})
		for _, reply := range replies {
			h.add("assistant.message", obj{"content": reply})
		}
		b := openArchive(t, newSite(t).url, saved(t, name+".zip", zipOf(t, member{".copilot/session-state/" + madeSession(0) + "/events.jsonl", h.text()})))
		b.openSession(madeSession(0))
		b.see("#main .code", "key-19")
		for _, share := range []float64{0, .4, 1} {
			js[any](b, `(share) => { const { scroller } = mainList(); scroller.scrollTop = share * scroller.scrollHeight; }`, share)
			b.settled()
			if n := js[int](b, `document.querySelectorAll('*').length`); n >= mostElements {
				t.Errorf("%s: at %.1f of the list the document holds %d elements, want less than %d", name, share, n, mostElements)
			}
			if js[int](b, `document.querySelectorAll('#main .code .kw').length`) == 0 {
				t.Errorf("%s: no code is coloured", name)
			}
		}
		b.quiet()
	}
}
