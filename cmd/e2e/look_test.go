package e2e

import "testing"

// TestLook: what stands beside a text does not squeeze it, words of a choice are whole, and
// what can be pressed looks like that.
func TestLook(t *testing.T) {
	t.Parallel()
	b := openPage(t, newSite(t).url)
	sample(b)
	b.follow("#/sample/permissions/commands")
	b.settled()
	if cut := js[[]string](b, `[...document.querySelectorAll('.choice .t')].filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent)`); len(cut) > 0 {
		t.Errorf("choices that are cut: %q", cut)
	}
	session := js[string](b, `'#/sample/' + document.querySelector('#rail a[href^="#/s/"]').hash.slice(2)`)
	b.follow(session + "/events-5")
	b.see("#panel .chain", "user.message")
	b.see("#panel h2", "you — The tide table")
	if squeezed := js[[]string](b, `[...document.querySelectorAll('#panel .chain li')].filter((li) => {
		const [text, note] = [...li.children].map((e) => e.getBoundingClientRect());
		return text.height > 30 && note.top < text.bottom - 2;
	}).map((li) => li.innerText)`); len(squeezed) > 0 {
		t.Errorf("squeezed by their notes: %q", squeezed)
	}
	if over := js[int](b, `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('#panel .cards'))`); over > 0 {
		t.Errorf("the attachments are %d px wider than the panel", over)
	}
	b.follow("#/sample/file/1")
	b.wait("links in the colour of links", `(() => {
		const links = [...document.querySelectorAll('.head .facts button.link')];
		return links.length > 0 && links.every((e) => getComputedStyle(e).color === getComputedStyle(document.querySelector('.head .facts a')).color);
	})()`)
	c := openArchive(t, newSite(t).url, shared(t, "real/mcp-open.zip"))
	c.follow("#/findings")
	c.see(".places", "line 23")
	if cut := js[[]string](c, `[...document.querySelectorAll('.places .where')].filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent)`); len(cut) > 0 {
		t.Errorf("evidence whose file is cut: %q", cut)
	}
	b.quiet()
}
