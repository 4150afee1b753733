package e2e

import (
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// sample opens the page's own sample by its button.
func sample(b *tab) {
	b.Helper()
	b.ready()
	b.click("[data-do=sample]", "Try the sample")
	b.opened("sample.zip")
}

// session follows the rail's link to a session of the sample, by its name, and answers the
// address at which it stands.
func (b *tab) session(name string) string {
	b.Helper()
	b.click(".rail a", name)
	b.see("#main h1", name)
	b.wait("the address of the sample", `location.hash.startsWith('#/sample/s/') && $('panel').dataset.of === at?.full`)
	b.settled()
	return js[string](b, "location.hash")
}

// TestSample: a visitor opens the sample with one click, its addresses lead back into it
// after a reload and in a new tab, over http and from disk, and another archive that is
// opened next has addresses of its own.
func TestSample(t *testing.T) {
	for _, url := range []string{newSite(t).url, fileURL()} {
		t.Run(url[:4], func(t *testing.T) {
			b := openPage(t, url)
			sample(b)
			if n := js[int](b, `document.querySelectorAll('.rail a[href^="#/s/"]').length`); n != 8 {
				t.Errorf("the rail lists %d sessions", n)
			}
			for _, project := range []string{"tidewatch", "seedling", "ledgerbox"} {
				b.see(".rail", project)
			}
			here := b.session("Tide table is one hour off")
			if !regexp.MustCompile(`^#/sample/s/[0-9a-f-]{36}$`).MatchString(here) {
				t.Errorf("a session of the sample stands at %s", here)
			}
			b.click(".item .row .tm", ":")
			b.wait("a record's address", `/^#\/sample\/s\/[0-9a-f-]{36}\/events-\d+$/.test(location.hash) && !$('panel').hidden`)
			record := js[string](b, "location.hash")
			b.do(chromedp.Reload())
			b.opened("sample.zip")
			b.arrived(record)
			b.see("#main h1", "Tide table is one hour off")
			b.do(chromedp.NavigateBack())
			b.arrived(here)

			other := openPage(t, url+here)
			other.opened("sample.zip")
			other.arrived(here)
			other.dropBytes("home.zip", zipOf(t, member{".copilot/session-state/5e55a0a1-0000-4000-8000-000000000001/events.jsonl", `{"type":"user.message","data":{"content":"hello"},"id":"1","timestamp":"2026-11-01T10:00:00Z","parentId":null}` + "\n"}))
			other.opened("home.zip")
			other.wait("an address that is not the sample's", `!location.hash.includes('sample')`)
			for _, said := range append(b.remarks(), other.remarks()...) {
				if !strings.HasPrefix(said, "console.debug") {
					t.Errorf("the console says: %s", said)
				}
			}
			if asked := b.requests(); len(asked) > 2 { // the page, and the page again
				t.Errorf("requests: %q", asked)
			}
		})
	}
}
