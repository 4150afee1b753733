package e2e

import (
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// lateHeights has the browser tell of heights that changed half a second late, as one does
// that has much to do: what a row grew by is known only when the reader is elsewhere.
const lateHeights = `globalThis.ResizeObserver = class extends ResizeObserver {
	constructor(tell) { super((entries) => setTimeout(() => tell(entries), 500)); }
};`

// TestJumpAfterOpening: a link that is followed at once after a row was opened leads to its
// record, and the record stays in view.
func TestJumpAfterOpening(t *testing.T) {
	t.Parallel()
	archive := shared(t, "real/daily.zip")
	b := newTab(t)
	call(b, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: lateHeights})
	b.do(chromedp.Navigate(fileURL()))
	b.ready()
	b.choose(archive)
	b.opened("daily.zip")
	const session = "#/s/" + dailyLargest
	for _, way := range []struct{ opened, to string }{
		{"/events-321", "/events-376"}, {"/events-321", "/events-61"}, {"/events-180", "/events-223"}, {"/events-223", "/events-281"}, {"/events-281", "/events-301"},
	} {
		b.follow(session)
		b.settled()
		b.follow(session + way.opened)
		b.see("#main .sel", "")
		seen := js[string](b, `async (to) => {
			const row = document.querySelector('#main .sel');
			const handle = row.querySelector(':scope > .row [data-act=toggle][aria-expanded=false]');
			const before = row.offsetHeight;
			if (handle) await toggle(handle);
			const grown = row.offsetHeight - before;
			location.hash = to;
			await new Promise((done) => setTimeout(done, 2000));
			const arrived = document.querySelector('#main .sel');
			return !arrived ? 'no row, grown ' + grown : List.of(arrived).sees(arrived) ? '' : 'out of sight, grown ' + grown;
		}`, session+way.to)
		if seen != "" {
			t.Errorf("from %s, opened, to %s: %s", way.opened, way.to, seen)
		}
	}
	b.quiet()
}
