package e2e

import (
	"cmp"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// TestCancelIsPrompt: from the click on Cancel the page is back, and the program that read is
// ended, within 100 ms. The machine may be busy, so the best of five tries counts.
func TestCancelIsPrompt(t *testing.T) {
	home := longHome(t, 60<<20, 0)
	var back, ended []float64
	for range rounds {
		b := openPage(t, fileURL())
		b.ready()
		js[chromedp.Void](b, `{
			globalThis.cancelled = {};
			const since = () => performance.now() - cancelled.from;
			addEventListener('click', (e) => e.target.closest('#busy button') && (cancelled.from = performance.now()), { capture: true });
			new MutationObserver(() => { if (cancelled.from && !$('idle').hidden) cancelled.back ??= since(); }).observe($('idle'), { attributes: true });
			const { terminate } = Worker.prototype;
			Worker.prototype.terminate = function () { if (cancelled.from) cancelled.ended ??= since(); terminate.call(this); };
		}`)
		b.upload("#file", home.path)
		b.see("#busy-count", "MB of ")
		b.click("#busy button", "Cancel")
		b.wait("the end of the program, or of the reading", "cancelled.ended && cancelled.back || archive")
		if js[bool](b, "archive !== null") { // the browser was too busy to take the click in time
			chromedp.Cancel(b.ctx)
			continue
		}
		got := js[struct{ Back, Ended float64 }](b, "cancelled")
		back, ended = append(back, got.Back), append(ended, got.Ended)
		chromedp.Cancel(b.ctx)
	}
	if len(back) == 0 {
		t.Fatal("no click on Cancel came before the end of the reading")
	}
	t.Logf("from Cancel to the first page %.0f ms, to the end of the program %.0f ms, best of %d", slices.Min(back), slices.Min(ended), rounds)
	if slices.Min(back) > 100 || slices.Min(ended) > 100 {
		t.Errorf("the first page after %.0f ms, the end of the program after %.0f, at most 100", back, ended)
	}
}

// TestMemoryIsGivenBack: an archive that is closed, or gives way to another, takes its memory
// along. What the browser keeps beside it is its own: compiled code above all.
func TestMemoryIsGivenBack(t *testing.T) {
	const log, kept = 100 << 20, 64 << 20
	home := longHome(t, log, 0)
	ownBrowser(t)
	b := openPage(t, fileURL())
	b.ready()
	b.dropBytes("tiny.zip", tiny(t))
	b.opened("tiny.zip")
	b.click("[data-do=close]", "")
	b.see("#idle", "Choose a file")
	b.wait("the rehearsal", "ready && calls.size === 0")
	pids := drawers(t)
	for last := held(pids) + kept; last-held(pids) > kept/8; { // what the rehearsal took may still be on its way back
		last = held(pids)
		time.Sleep(time.Second)
	}
	closed := map[int]int64{} // by process: the browser has others beside the one that draws the page, and fills them when it likes
	for _, pid := range pids {
		closed[pid] = held([]int{pid})
	}
	for name, leave := range map[string]func(){
		"closed":   func() { b.click("[data-do=close]", ""); b.see("#idle", "Choose a file") },
		"replaced": func() { b.dropBytes("tiny.zip", tiny(t)); b.opened("tiny.zip") },
	} {
		b.upload("#file", home.path)
		b.opened(filepath.Base(home.path))
		grown := func(pid int) int64 { return held([]int{pid}) - closed[pid] }
		mine := slices.MaxFunc(pids, func(p, q int) int { return cmp.Compare(grown(p), grown(q)) })
		open := grown(mine)
		if open < log {
			t.Errorf("an open archive takes %d bytes, less than its log has: what is given back cannot be told", open)
		}
		leave()
		for end := time.Now().Add(patience); grown(mine) > kept && time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		}
		after := grown(mine)
		t.Logf("%-8s of %d MB %d MB are left", name, open>>20, after>>20)
		if after > kept {
			t.Errorf("%s: of %d MB only %d came back", name, open>>20, (open-after)>>20)
		}
	}
}
