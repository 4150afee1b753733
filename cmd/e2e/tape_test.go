package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// TestTape: a stretch is marked with the mouse and with the keyboard, its rows are told and
// marked and come into view, and Esc takes it away without leaving the page.
func TestTape(t *testing.T) {
	t.Parallel()
	b := openArchive(t, newSite(t).url, shared(t, "real/daily.zip"))
	const session = "#/s/9de9529a-5cc9-4683-9991-12c4ff4cf473"
	b.openSession(session[4:])
	if label := js[string](b, `document.querySelector('.tape').getAttribute('aria-label')`); label == "" || js[int](b, `document.querySelectorAll('.t-prompt:not([tabindex="-1"])').length`) != 1 {
		t.Errorf("the tape is no single stop of the Tab key, or says nothing: %q", label)
	}

	box := js[[4]float64](b, `(() => { const r = document.querySelector('.tape svg svg').getBoundingClientRect(); return [r.left, r.top, r.width, r.height]; })()`)
	at := func(kind input.DispatchMouseEventType, share float64) {
		call(b, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: kind, X: box[0] + share*box[2], Y: box[1] + box[3]/2, Button: input.MouseButtonLeft, Buttons: 1, ClickCount: 1})
	}
	at("mousePressed", .45)
	at("mouseMoved", .5)
	at("mouseMoved", .6)
	at("mouseReleased", .6)
	b.wait("the rows to be told", `/^\d+ rows, 30 Nov 2026, 18:1\d:\d\d – /.test(document.querySelector('[data-told]').innerText)`)
	b.wait("the first of them in view", `[...document.querySelectorAll('.item.within')].some((row) => mainList().sees(row))`)
	b.arrived(session) // a drag follows no link
	b.key("\x1b")
	b.wait("the stretch to be gone", `!document.querySelector('.item.within') && document.querySelector('[data-told]').innerText === ''`)
	b.arrived(session)

	js[any](b, `document.querySelector('.t-prompt').focus(), undefined`)
	shift := func() {
		b.do(chromedp.KeyEvent("\u0303", chromedp.KeyModifiers(chromedp.ModifierShift))) // the right arrow
	}
	b.key("\u0303")
	b.wait("the next mark", `document.activeElement.getAttribute('aria-label').startsWith('Prompt 3,')`) // the second lies too close to the first
	shift()
	shift()
	b.wait("the fifth prompt", `document.activeElement.getAttribute('aria-label').startsWith('Prompt 5,')`)
	b.see("[data-told]", "18:13:03 – 18:13:44 UTC")
	b.key("\r")
	b.see("#panel", "Now delete the build folder")
	b.quiet()
}

// unreached names what a person looks for in the bar and does not find there: not drawn, out
// of the window or without a name.
const unreached = `(() => {
	const bar = document.querySelector('.app .bar');
	return ['.archive b', '#find', '.count', ...['times', 'names', 'secrets', 'mute', 'open', 'print', 'keys', 'theme', 'close'].map((deed) => '[data-do=' + deed + ']')].filter((what) => {
		const e = bar.querySelector(what), { left, right, width } = e.getBoundingClientRect();
		return !e.checkVisibility() || width < 20 || left < 0 || right > innerWidth || !(e.textContent.trim() || e.ariaLabel);
	});
})()`

// TestNarrow: on a small screen nothing is wider than it, the bar holds all that it holds on
// a large one, and no row cuts its marks.
func TestNarrow(t *testing.T) {
	t.Parallel()
	b := openArchive(t, newSite(t).url, shared(t, "real/daily.zip"))
	js[any](b, `(deeds.times(), deeds.times(), document.querySelector('.count span').firstChild.data = '1,234', undefined)`) // the longest words
	for _, width := range []int{1440, 1281, 1280, 1101, 1024, 941, 940, 800, 721, 720, 561, 560, 420, 320} {
		b.emulate(width, 800, "light")
		b.wait(fmt.Sprintf("a page of %d px", width), `(width) => innerWidth === width`, width)
		if lost := js[[]string](b, unreached); len(lost) > 0 {
			t.Errorf("the bar at %d px holds no %q", width, lost)
		}
		if wide := js[int](b, `Math.max(document.documentElement.scrollWidth, document.querySelector('.app .bar').scrollWidth)`); wide > width {
			t.Errorf("the bar at %d px is %d px wide", width, wide)
		}
	}
	for _, width := range []int{420, 320} {
		b.emulate(width, 800, "light")
		for _, view := range []string{"", "/events", "/changes", "/permissions", "/shell", "/raw"} {
			b.follow("#/s/9de9529a-5cc9-4683-9991-12c4ff4cf473" + view)
			b.settled()
			if wide := js[int](b, `document.documentElement.scrollWidth`); wide > width {
				t.Errorf("%s at %d px is %d px wide", view, width, wide)
			}
			if cut := js[[]string](b, `[...document.querySelectorAll('#main .row .d > .tag')].filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.innerText)`); len(cut) > 0 {
				t.Errorf("%s at %d px cuts %q", view, width, cut)
			}
		}
	}
}
