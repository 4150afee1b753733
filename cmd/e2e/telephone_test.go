package e2e

import "testing"

// TestTelephone: on a small telephone nothing is wider than the window, the tab that is chosen
// is in sight, and what stands beside a row's words takes no room from them.
func TestTelephone(t *testing.T) {
	t.Parallel()
	b := openPage(t, newSite(t).url)
	sample(b)
	b.emulate(320, 1300, "light")
	session := js[string](b, `'#/sample/' + document.querySelector('#rail a[href^="#/s/"]').hash.slice(2)`)
	for _, page := range []struct{ at, what, wrong string }{
		{session + "/raw", "the tab", `[...document.querySelectorAll('.tabs [aria-current]')].filter((e) => e.getBoundingClientRect().right > innerWidth || e.getBoundingClientRect().left < 0)`},
		{"#/sample/history", "a row's label", `[...document.querySelectorAll('#main .d')].filter((e) => e.scrollWidth > e.clientWidth || e.getBoundingClientRect().top < e.parentElement.querySelector('.s').getBoundingClientRect().bottom - 4)`},
		{"#/sample/problems", "a place", `[...document.querySelectorAll('#main .pr .w')].filter((e) => e.scrollWidth > e.clientWidth)`},
		{"#/sample/search/is%3Afailed", "a tag", `[...document.querySelectorAll('#main .hit .d > *')].filter((e) => e.checkVisibility() && e.getBoundingClientRect().left < e.parentElement.getBoundingClientRect().left - 1)`},
		{"#/sample/search/is%3Afailed", "the head", `[document.querySelector('.qbar')].filter((e) => e.offsetHeight > 100)`},
		{"#/sample/overview", "the last figure", `[[...document.querySelectorAll('.figure')].at(-1)].filter((e) => e.getBoundingClientRect().right < innerWidth - 30)`},
	} {
		b.follow(page.at)
		b.settled()
		if n := js[int](b, page.wrong+".length"); n > 0 {
			t.Errorf("%s: %s is out of place, %d times", page.at, page.what, n)
		}
		if over := js[int](b, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
			t.Errorf("%s: the page is %d px wider than the window: %v", page.at, over, wide(b))
		}
	}
	b.quiet()
}
