package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
)

// TestTimes: the same moments in UTC, in a zone with a shift of its own, and since the
// session began; chunks that come later and the next archive follow the choice.
func TestTimes(t *testing.T) {
	t.Parallel()
	b := openPage(t, newSite(t).url)
	call(b, emulation.SetTimezoneOverride, emulation.SetTimezoneOverrideParams{TimezoneID: "Pacific/Chatham"})
	b.choose(shared(t, "real/daily.zip"))
	b.opened("daily.zip")
	b.follow("#/s/9de9529a-5cc9-4683-9991-12c4ff4cf473/events")
	b.settled()
	b.see(".facts", "30 Nov 2026, 18:11:44 – 18:30:34 UTC")
	b.see(".ev .tm", "18:11:44.291")

	b.click("[data-do=times]", "UTC")
	b.see("[data-do=times]", "Pacific/Chatham")
	b.see(".facts", "1 Dec 2026, 07:56:44 – 08:15:34 UTC+13:45")
	b.see(".ev .tm", "07:56:44.291")
	b.see(".ev.hd", "Time (local)")
	if title := js[string](b, `document.querySelector('.ev time').title`); title != "1 Dec 2026, 07:56:44.291 UTC+13:45 · 30 Nov 2026, 18:11:44.291 UTC" {
		t.Errorf("the title of a time says %q", title)
	}
	b.lands("e", "07:57:57") // a chunk that came after the choice

	b.click("[data-do=times]", "Pacific/Chatham")
	b.see("[data-do=times]", "since start")
	b.see(".facts", "30 Nov 2026, 18:11:44 – 18:30:34 UTC")
	b.lands("e", "+0:01:18.971")
	b.key("\r")
	b.see("#panel .src", "+0:01:18.971 since the session's start")
	b.follow("#/files")
	b.follow("#/s/9de9529a-5cc9-4683-9991-12c4ff4cf473")
	b.settled()
	b.see(".turn", "+0:00:56")
	if kept := js[string](b, `localStorage.getItem('layout')`); strings.Contains(kept, "9de9529a") || !strings.Contains(kept, "since") {
		t.Errorf("kept is %q", kept)
	}
	b.click("[data-do=times]", "since start")
	b.see(".turn", "18:12:40")
	b.quiet()
}
