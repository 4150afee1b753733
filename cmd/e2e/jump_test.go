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

// TestJumpOvertaken: of two links that are followed one after the other the second one
// leads, also where the rows around the first one come later.
func TestJumpOvertaken(t *testing.T) {
	t.Parallel()
	archive := shared(t, "real/daily.zip")
	b := openArchive(t, fileURL(), archive)
	const session = "s/" + dailyLargest
	b.openSession(dailyLargest)
	type jumped struct {
		Late int
		Seen bool
	}
	got := js[jumped](b, `async (session) => {
		const wait = (ms) => new Promise((done) => setTimeout(done, ms));
		const list = List.of($('main').querySelector('[data-list]'));
		const [first, second] = [3 * list.per, 5 * list.per - 1]; // the first row of a chunk, the last one of the next
		const keys = {};
		for (let line = 1; line < 400; line++) keys[await ask('place', session + '/events-' + line)] ??= 'events-' + line;
		let late = 0;
		const asked = globalThis.call;
		globalThis.call = async (op, arg, ...more) => {
			const answer = await asked(op, arg, ...more);
			if (op === 'list' && arg.endsWith(' 3')) await wait(1000), late++;
			return answer;
		};
		location.hash = '#/' + session + '/' + keys[first];
		await wait(400);
		location.hash = '#/' + session + '/' + keys[second];
		await wait(2500);
		globalThis.call = asked;
		const row = document.querySelector('#main .sel');
		return { late, seen: row !== null && shows(row, keys[second]) && list.sees(row) };
	}`, session)
	if got.Late == 0 || !got.Seen {
		t.Errorf("the rows around the first came late: %d; the second is in view: %v", got.Late, got.Seen)
	}
	b.quiet()
}
