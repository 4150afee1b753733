package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// focusIs tells of the element that has the focus what a person at the keyboard needs: that
// there is one, that it is in the window, and that it is ringed.
const focusIs = `() => {
	const e = document.activeElement;
	if (!e || e === document.body || e === document.documentElement) return 'nothing has the focus';
	const { top, bottom, left, right, width } = e.getBoundingClientRect();
	const at = e.localName + (e.id && '#' + e.id) + ' “' + e.textContent.replace(/\s+/g, ' ').slice(0, 40) + '”';
	if (!width || bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth) return at + ' is out of sight';
	const ringed = (x, pseudo) => getComputedStyle(x, pseudo).outlineStyle !== 'none';
	if (!e.matches('input') && !ringed(e) && !ringed(e, '::after')) return at + ' is not ringed';
	return '';
}`

// presses gives keys one after the other, with a blank between those of one deed; after
// each the focus comes to be seen.
func (b *tab) presses(keys ...string) {
	b.Helper()
	for _, key := range keys {
		for k := range strings.FieldsSeq(key) {
			if named := map[string]string{"Enter": kb.Enter, "Esc": kb.Escape, "Tab": kb.Tab}[k]; named != "" {
				k = named
			}
			b.key(k)
		}
		b.wait("the focus to be seen after "+key, "(globalThis.focusIs = ("+focusIs+")()) === '' || performance.now() > (globalThis.focusEnd ??= performance.now() + 15000) && (globalThis.focusEnd = undefined, true)")
		if why := js[string](b, "("+focusIs+")()"); why != "" {
			b.Fatalf("after %s: %s, at %s", key, why, js[string](b, "location.hash"))
		}
	}
}

// reaches waits until a key has led to a page.
func (b *tab) reaches(hash string) {
	b.Helper()
	b.wait("the page "+hash, `(hash) => location.hash.startsWith(hash) && at?.full === location.hash.slice(2).replace(/^sample\//, '') && $('panel').dataset.of === at.full`, hash)
	b.settled()
}

// TestKeyboardAlone walks the pages of an archive and the views of a session without a
// mouse: wherever a key leads, the focus is in the window and ringed.
func TestKeyboardAlone(t *testing.T) {
	b := openPage(t, newSite(t).url)
	sample(b)
	for _, page := range []struct{ key, hash string }{{"g o", "#/sample/overview"}, {"g a", "#/sample/all"}, {"g f", "#/sample/findings"}, {"g p", "#/sample/permissions"}, {"g d", "#/sample/files"}} {
		b.presses(page.key)
		b.reaches(page.hash)
		b.presses("Tab", "Tab")
		if page.hash != "#/sample/overview" {
			b.presses("j", "j", "k")
		}
	}
	b.presses("]")
	b.wait("a session", `location.hash.startsWith('#/sample/s/')`)
	session := strings.TrimSuffix(js[string](b, "location.hash"), "/")
	b.reaches(session)
	b.presses("j", "j", "Enter", "Enter", "J", "J", "K", "t", "t", "Enter", "Tab", "e", "E", "T", "Enter")
	b.presses("o")
	b.wait("the outline", "document.activeElement.closest('#outline [data-i]') !== null")
	b.presses("j", "j")
	b.presses("Enter") // to a prompt of the outline: the focus goes with it
	b.wait("the prompt", `location.hash.includes('/events-')`)
	b.wait("the focus in its row", `document.activeElement.closest('[data-i]')?.matches('.sel') ?? false`)
	b.presses("Esc", "?", "Esc", "/", "Esc")
	b.follow(session)
	for _, view := range []string{"events", "changes", "permissions", "shell", "raw", ""} {
		b.wait("the tab "+view, `(end) => { const to = [...document.querySelectorAll('.tabs a')].find((a) => a.hash.endsWith(end)); to?.focus(); return document.activeElement === to; }`, view)
		b.key("\r")
		b.reaches(strings.TrimSuffix(session+"/"+view, "/"))
		if js[bool](b, `!document.querySelector('#main [data-i]')`) {
			continue
		}
		b.presses("j", "j", "k", "Enter", "Enter", "Tab")
	}
	b.quiet()
}

// inTheMiddle opens the largest genuine session and scrolls to the middle of its conversation.
func inTheMiddle(t testing.TB) *tab {
	t.Helper()
	b := openArchive(t, newSite(t).url, shared(t, "real/daily.zip"))
	b.openSession(dailyLargest)
	js[float64](b, `mainList().scroller.scrollTop = mainList().scroller.scrollHeight / 2`)
	b.settled()
	return b
}

// TestFocusStays: a row that opens or closes late, when the reader has gone on to the next
// control, leaves that one where it is.
func TestFocusStays(t *testing.T) {
	t.Parallel()
	b := inTheMiddle(t)
	type spot struct {
		At     string
		Y, By  int
		Unseen string
	}
	for _, row := range js[[]int](b, `[...document.querySelectorAll('#main [data-i]')].filter((r) => r.querySelector('[data-act=toggle]') && mainList().sees(r)).slice(0, 3).map((r) => Number(r.dataset.i))`) {
		for _, doing := range []string{"opens", "closes"} {
			js[any](b, `async (i) => {
				const by = (await mainList().reveal(i)).querySelector('[data-act=toggle]');
				by.focus();
				globalThis.answer = 0;
				globalThis.asked ??= globalThis.call;
				globalThis.call = async (op, ...more) => {
					const html = await asked(op, ...more);
					if (op === 'act') await new Promise((done) => globalThis.answer = done);
					return html;
				};
			}`, row)
			b.key("\r")
			b.wait("the answer", "answer !== 0")
			for range 9 { // what stands in an open row comes first
				if b.key(kb.Tab); js[bool](b, `(i) => Number(document.activeElement.closest('[data-i]')?.dataset.i) > i`, row) {
					break
				}
			}
			got := js[spot](b, `async (i) => {
				const on = document.activeElement;
				const { top } = on.getBoundingClientRect();
				const before = mainList().el.offsetHeight;
				answer();
				await new Promise((done) => setTimeout(done, 300));
				return { At: document.activeElement === on ? '' : 'the focus went', Y: Math.round(on.getBoundingClientRect().top - top),
					By: mainList().el.offsetHeight - before, Unseen: (`+focusIs+`)() };
			}`, row)
			if got.At != "" || got.Unseen != "" || got.By == 0 || got.Y < -1 || got.Y > 1 {
				t.Errorf("row %d %s: %+v", row, doing, got)
			}
		}
	}
	b.quiet()
}

// TestFocusOfAClosedRow: a row that is longer than the window and is closed from its lower
// end comes into view, with the focus.
func TestFocusOfAClosedRow(t *testing.T) {
	t.Parallel()
	b := openArchive(t, newSite(t).url, shared(t, "real/daily.zip"))
	b.openSession(dailyLargest)
	why := js[string](b, `(async () => {
		const list = mainList();
		for (let i = 0; i < list.count; i++) {
			const row = await list.reveal(i);
			const by = () => row.querySelector('[data-act=toggle]');
			if (by()?.ariaExpanded !== 'false') continue;
			by().focus();
			await toggle(by());
			const high = list.scroller.clientHeight;
			if (row.offsetHeight > 1.5 * high) {
				list.scroller.scrollTop += row.getBoundingClientRect().bottom - high;
				await toggle(by());
				const { top, bottom } = document.activeElement.getBoundingClientRect();
				return by() !== document.activeElement ? 'the focus is elsewhere' : bottom > list.edge() && top < list.edge() + high ? '' : 'it is out of sight';
			}
			await toggle(by());
		}
		return 'no row is longer than the window';
	})()`)
	if why != "" {
		t.Error(why)
	}
	b.quiet()
}

// TestFocusAfterDialog: a page that is drawn anew below a dialog has the focus when it closes.
func TestFocusAfterDialog(t *testing.T) {
	t.Parallel()
	b := openArchive(t, newSite(t).url, shared(t, "real/denied.zip"))
	b.follow("#/files")
	b.settled()
	b.lands("j", "")
	b.key("?")
	b.follow("#/overview")
	b.key(kb.Escape)
	b.wait("the focus in the page", `!document.querySelector('dialog[open]') && document.activeElement === $('main')`)
	b.quiet()
}

// TestFocusLeavesTheRail: on a narrow screen the rail folds when its link was followed, and
// the focus goes to the page; on a wide one it stays in the rail, at the session that ] leads to.
func TestFocusLeavesTheRail(t *testing.T) {
	t.Parallel()
	b := openArchive(t, newSite(t).url, shared(t, "real/daily.zip"))
	js[any](b, `$('rail').querySelector('a.sess').focus()`)
	for range 12 { // more than the window is high
		b.key("]")
	}
	b.wait("the focus at the session on the screen", `document.activeElement?.matches('#rail a.sess[aria-current=page]') && ('#/' + at.full) === document.activeElement.hash && calls.size === 0`)
	if why := js[string](b, "("+focusIs+")()"); why != "" {
		t.Error(why)
	}
	b.emulate(420, 800, "light")
	b.follow("#/overview")
	js[any](b, `(app.querySelector('[data-rail]').open = true, $('rail').querySelector('a[href="#/files"]').focus())`)
	b.key("\r")
	b.arrived("#/files")
	b.wait("the rail folded and the focus in the page", `!app.querySelector('[data-rail]').open && document.activeElement === $('main')`)
	b.quiet()
}
