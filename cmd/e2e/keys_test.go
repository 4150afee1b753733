package e2e

import (
	"slices"
	"strings"
	"testing"
)

// focused answers the words of the row that has the focus, blanks run together.
func (b *tab) focused() string {
	b.Helper()
	return js[string](b, `(document.activeElement?.closest('[data-item], [data-i]')?.innerText ?? '').replace(/\s+/g, ' ').trim()`)
}

// lands presses keys until none is left, and waits until the row that has the focus holds
// these words and is on the screen.
func (b *tab) lands(keys, words string) {
	b.Helper()
	for _, k := range strings.Fields(keys) {
		b.key(k)
	}
	b.wait(keys+" to land on “"+words+"”", `(words) => {
		const row = document.activeElement?.closest('[data-item], [data-i]');
		const handle = document.activeElement?.getBoundingClientRect();
		return row && row.innerText.replace(/\s+/g, ' ').includes(words) && handle.top >= 0 && handle.bottom <= innerHeight;
	}`, words)
}

// TestKeys: the whole map, on a session with subagents, failures and denials.
func TestKeys(t *testing.T) {
	t.Parallel()
	b := openArchive(t, newSite(t).url, shared(t, "real/daily.zip"))
	const session = "#/s/9de9529a-5cc9-4683-9991-12c4ff4cf473"
	b.openSession(session[4:])

	// Prompts, down and up again; the third is far below the first screen.
	b.lands("J", "Please list the project")
	b.lands("J", "Run the tests, please")
	b.lands("K", "Please list the project")
	// Failures, those inside a closed subagent too, which opens for it.
	b.lands("e", "python3 tests/test_convert.py")
	b.lands("e e e", "rg")
	if inside := js[bool](b, `!!document.activeElement.closest('.nest')`); !inside {
		t.Errorf("the fourth failure, a subagent's, has the focus outside of it: %q", b.focused())
	}
	failure := b.focused()
	b.key("k") // rows of a subagent are walked like others
	b.wait("the row above", `(below) => (document.activeElement?.closest('[data-item], [data-i]')?.innerText ?? below).replace(/\s+/g, ' ').trim() !== below`, failure)
	b.lands("j", "rg")
	b.lands("E", "exit 1")
	// Calls.
	before := b.focused()
	b.lands("t", "")
	b.wait("another call than "+before, `(before) => document.activeElement?.closest('.call') && document.activeElement.closest('.item').innerText.replace(/\s+/g, ' ').trim() !== before`, before)
	b.lands("T", "exit 1")
	// Enter opens and closes, the focus stays.
	b.key("\r")
	b.wait("the call to open", `document.activeElement.getAttribute('aria-expanded') === 'true'`)
	b.key("\r")
	b.wait("the call to close", `document.activeElement.getAttribute('aria-expanded') === 'false'`)

	// The outline goes to a prompt far away.
	b.key("o")
	b.see("#outline", ", 21 typed")
	b.wait("a prompt to have the focus", `document.activeElement.closest('.ol')`)
	b.lands("j j j j j", "Please edit the converter with the edit tool")
	b.key("\r")
	b.wait("the outline to close", `!document.querySelector('#outline').open`)
	b.see("#main .asked.sel .text", "Please edit the converter with the edit tool")

	// Esc closes the panel, and then leads back.
	b.key("\x1b")
	b.wait("the panel to close", `document.querySelector('#panel').hidden`)
	b.lands("j", "")

	// Sessions, in the order of the rail, and back.
	was := js[string](b, "location.hash")
	b.key("]")
	b.wait("the next session", `(was) => location.hash !== was && location.hash.startsWith("#/s/") && at.path === location.hash.slice(2)`, was)
	b.key("[")
	b.arrived(session)
	rail := js[[]string](b, `[...document.querySelectorAll('.rail a.sess')].map((a) => a.hash)`)
	js[any](b, `(turn(1), turn(1), undefined)`) // the second before the first arrived
	b.arrived(rail[slices.Index(rail, session)+2])
	js[any](b, `(turn(-1), turn(-1), undefined)`)
	b.arrived(session)
	b.key("g")
	b.key("d")
	b.arrived("#/files")
	b.key("\x1b")
	b.arrived(session)

	// The link of a row.
	b.settled()
	b.lands("j", "")
	b.lands("J", "")
	js[any](b, `globalThis.clipboard = null, navigator.clipboard.writeText = async (text) => { globalThis.clipboard = text; }, undefined`)
	b.key("y")
	b.wait("the clipboard", "clipboard !== null")
	if link := js[string](b, "clipboard"); !strings.Contains(link, session+"/events-") || !strings.HasPrefix(link, "http") {
		t.Errorf("y copies %q", link)
	}

	// The map names every key; keys do nothing in a field, with a modifier, or without a page.
	b.key("?")
	b.see("#keys", "the next failure")
	kbd := b.texts("#keys kbd")
	for _, k := range strings.Fields("j k ↓ ↑ Enter J K e E t T ] [ o / g a f p d Esc y ?") {
		if !slices.Contains(kbd, k) {
			t.Errorf("the map does not name %s: %q", k, kbd)
		}
	}
	b.key("?")
	b.wait("the map to close", `!document.querySelector('#keys').open`)
	b.quiet()
}

// TestKeysInLists: the same keys in the flat views, with a filter and without.
func TestKeysInLists(t *testing.T) {
	t.Parallel()
	b := openArchive(t, newSite(t).url, shared(t, "real/daily.zip"))
	const session = "#/s/9de9529a-5cc9-4683-9991-12c4ff4cf473"
	b.follow(session + "/events")
	b.settled()
	b.lands("e", "Failed with exit code 1")
	b.lands("e", "Tool 'apply_patch' does not exist")
	b.lands("E", "Failed with exit code 1")
	b.lands("J", "prompt you")
	b.lands("j", "")
	b.lands("K", "prompt you")
	b.key("\r")
	b.see("#panel", "Copy raw record")
	b.wait("the focus to stay", `document.activeElement.closest('.ev.sel')`)
	b.key("\r")
	b.wait("the panel to close", `document.querySelector('#panel').hidden`)
	b.wait("the focus on the row", `document.activeElement.closest('.ev')`)

	b.click(".choice", "failed")
	b.arrived(session + "/events?outcome=failed")
	b.see(".facets .sum", "6 of 460 events")
	b.wait("the focus to stay on the choice", `document.activeElement.closest('.choice')?.innerText.includes('failed')`)
	b.settled()
	if rows := b.texts("#main .ev:not(.hd)"); len(rows) != 6 {
		t.Errorf("6 events are announced, %d are drawn: %q", len(rows), rows)
	}
	b.lands("e", "Failed with exit code 1")
	b.key("\r")
	b.see("#panel", "Copy raw record")
	if hash := js[string](b, "location.hash"); !strings.HasSuffix(hash, "?outcome=failed") {
		t.Errorf("opening a row loses the filter: %s", hash)
	}
	b.key("\x1b") // the panel gives the filter its place
	b.wait("the panel to close", `document.querySelector('#panel').hidden`)
	b.click(".choice", "subagent")
	b.see("#main", "No event is like that")
	b.click("[data-stay=clear]", "Clear all")
	b.arrived(session + "/events")

	b.follow(session + "/shell")
	b.settled()
	b.lands("e", "python3 tests/test_convert.py")
	b.lands("t", "")
	b.follow(session + "/raw")
	b.settled()
	b.lands("e", "")
	b.lands("J", "user.message")
}
