package e2e

import (
	"strings"
	"testing"
)

// TestViews: what a person reads in a session's further views, opens there, and takes away.
func TestViews(t *testing.T) {
	t.Parallel()
	b := openArchive(t, newSite(t).url, shared(t, "real/daily.zip"))
	const session = "#/s/9de9529a-5cc9-4683-9991-12c4ff4cf473"

	b.follow(session + "/shell")
	b.see("#main .item", "rm -rf build dist asked · you denied it, with feedback")
	b.see("#main .item", "echo from the user shell && false run by you exit 1")
	b.see("#main .item", "ls src tests allow-all exit 0")
	script := b.copied("#main .intro button", "Copy as a script")
	if !strings.Contains(script, "\n# denied, not run:\n# rm -rf build dist\n") || !strings.Contains(script, "\n# failed with exit code 1:\npython3 tests/test_convert.py\n") {
		t.Errorf("the script says\n%s", script)
	}
	b.click("#main button.s", "sleep 2; echo waited")
	b.see("#main .open pre", "waited")

	b.follow(session + "/permissions")
	b.see("#main .item", "Asked to run rm -rf build dist — Remove build output asked · you denied it, with feedback after 14 s")
	b.see("#main .item", "Allow-all off → on")
	b.see("#main .item", "Allowed to write files")

	b.follow(session + "/changes")
	b.see("#main .intro", "3 changes to 2 files, +7 −1")
	b.see("#main .item", "src/convert.py edited in 2 changes in rewind snapshots +4 −1")

	b.follow(session + "/raw/events-300")
	b.see("#main .ln[aria-current]", "assistant.turn_end")
	b.see(".panel", "line 300")
	b.quiet()
}
