package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// searched is big.zip in the page, and its lines in a page of plain JavaScript.
type searched struct{ page, plain *tab }

func searchTab(t *testing.T, big string) searched {
	t.Helper()
	s := searched{openPage(t, fileURL()), openPage(t, plainSite(t))}
	s.page.ready()
	s.page.upload("#file", big)
	s.page.opened("big.zip")
	js[chromedp.Void](s.plain, `document.body.append(Object.assign(document.createElement('input'), { type: 'file' }))`)
	s.plain.upload("input", bigLog(t, big))
	js[chromedp.Void](s.plain, `(async () => { globalThis.lines = (await document.querySelector('input').files[0].text()).split('\n'); })()`)
	return s
}

// round looks for a word that stands everywhere, until its first hit is on the screen, and for
// one that stands nowhere, until all is looked through.
func (s searched) round(taken *figures, round int) {
	s.page.Helper()
	const search = `async (text) => {
		const from = performance.now();
		let first = 0;
		const seen = new MutationObserver(() => { if (!first && document.querySelector('#main .hits [data-i]')) first = performance.now() - from; });
		seen.observe(document.querySelector('#main'), { childList: true, subtree: true });
		Find.box().value = text;
		await Find.begin();
		while (Find.state === 'running' || (text.startsWith('the') && !first)) await new Promise((done) => setTimeout(done));
		seen.disconnect();
		return [first, performance.now() - from];
	}`
	const nowhere, includes = "search of big.zip, a word that stands nowhere, ms", "includes over its lines, in lower case"
	taken.note("search of big.zip, a common word: first hit, ms", js[[2]float64](s.page, search, fmt.Sprintf("the %c", 'a'+round))[0])
	word := fmt.Sprintf("xyzzy%d", round)
	taken.note(nowhere, js[[2]float64](s.page, search, word)[1])
	taken.beside(nowhere, includes, js[float64](s.plain, `(word) => {
		const from = performance.now();
		if (lines.filter((line) => line.toLowerCase().includes(word)).length > 0) throw new Error(word + ' stands somewhere');
		return performance.now() - from;
	}`, word))
}
