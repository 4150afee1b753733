package e2e

import (
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// scrollElements is a figure that a gate holds, too.
const scrollElements = "scroll of 300,000 events: elements, most"

// scrolled is a tab that shows 300,000 events.
type scrolled struct{ *tab }

// scrollTab opens a log of 300,000 short lines, all events of its session in one list.
func scrollTab(t *testing.T) scrolled {
	t.Helper()
	home := wideHome(t, 300_000)
	b := newTab(t)
	call(b, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: watched + stopwatchFor(home.events)})
	b.do(chromedp.Navigate(fileURL()))
	b.wait("the stopwatch", "clock.ready")
	b.upload("#file", home.path)
	b.wait("all events", "clock.frame && document.querySelector('#main')?.firstElementChild")
	b.follow("#/s/" + madeSession(0) + "/events")
	b.settled()
	return scrolled{b}
}

// round scrolls as a wheel does, three seconds at 7,200 px a second, and then jumps to twenty
// places all over the list. A frame is late after 25 ms; it is blank where no row stands in
// the middle of the view.
func (s scrolled) round(taken *figures) {
	s.Helper()
	got := js[struct{ Frames, Late, Blank, Wait, Longest, Elements float64 }](s.tab, `(async () => {
		const scroller = List.scroller(document.querySelector('#main [data-list]'));
		const out = { frames: 0, late: 0, blank: 0, wait: 0, elements: 0 };
		let last = performance.now();
		const frame = async () => {
			const now = await new Promise(requestAnimationFrame);
			out.frames++;
			if (now - last > 25) out.late++;
			last = now;
			out.elements = Math.max(out.elements, document.querySelectorAll('*').length);
			const { left, top } = scroller.getBoundingClientRect();
			return !!document.elementFromPoint(left + 200, top + scroller.clientHeight / 2)?.closest('[data-i]');
		};
		longest = 0;
		scroller.scrollTop = 0;
		while (!await frame());
		[out.frames, out.late] = [0, 0];
		for (let i = 0; i < 180; i++) {
			scroller.scrollTop += 120;
			if (!await frame()) out.blank++;
		}
		const waits = [];
		for (let i = 0; i < 20; i++) {
			scroller.scrollTop = scroller.scrollHeight * ((i * 37) % 100) / 100;
			const from = performance.now();
			while (!await frame());
			waits.push(performance.now() - from);
		}
		out.wait = Math.max(...waits);
		await new Promise((done) => setTimeout(done, 200)); // the observer tells late
		return { ...out, longest };
	})()`)
	taken.note("scroll of 300,000 events: late frames of 100", 100*got.Late/got.Frames)
	taken.note("scroll of 300,000 events: blank frames of 180", got.Blank)
	taken.note("scroll of 300,000 events: longest wait for rows, ms", got.Wait)
	taken.note("scroll of 300,000 events: longest task, ms", got.Longest)
	taken.note(scrollElements, got.Elements)
}
