package e2e

import "testing"

// TestFonts: the fonts in which the pages of an archive are drawn were found before it came,
// so that no layout waits for one.
func TestFonts(t *testing.T) {
	t.Parallel()
	b := openPage(t, fileURL())
	b.ready()
	b.wait("the specimen of the fonts to be gone", `!document.querySelector('body > span[aria-hidden]')`)
	js[any](b, `{
		globalThis.warm = new Set(FONTS.map(([style, weight, size, family]) => [style, weight, size + 'px', family].join(' ')));
		globalThis.fonts = () => [...document.querySelectorAll('body *')].filter((e) => e.checkVisibility() && [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
			.map((e) => getComputedStyle(e)).filter((s) => s.fontSize !== '0px')
			.map((s) => [s.fontStyle, s.fontWeight, s.fontSize, s.fontFamily.includes('mono') ? 'mono' : 'ui'].join(' '));
		for (const font of fonts()) warm.add(font);
	}`)
	sample(b)
	links := js[[]string](b, `[...document.querySelectorAll('.rail a[href]')].map((a) => a.getAttribute('href').replace('#/', '#/sample/'))`)
	for _, link := range append(links, b.session("Tide table is one hour off")+"/events") {
		b.follow(link)
		b.settled()
		if cold := js[[]string](b, `[...new Set(fonts())].filter((font) => !warm.has(font))`); len(cold) > 0 {
			t.Errorf("%s is drawn in %q, which FONTS in web/files.js does not name", link, cold)
		}
	}
}
