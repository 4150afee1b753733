package e2e

import (
	"os"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// shown follows a link and times it until the list on the page shows rows where it is
// looked at.
const shown = `async (hash, what) => {
	const filled = () => { const list = document.querySelector('#main [data-list]'); return !!list && [...list.children].slice(1, -1).every((c) => c.firstElementChild) && list.children.length > 2; };
	const frame = () => new Promise((done) => { const channel = new MessageChannel(); channel.port1.onmessage = done; requestAnimationFrame(() => channel.port2.postMessage(0)); });
	const from = performance.now();
	if (what === 'go') location.hash = hash;
	else $('main').scrollTop = $('main').scrollHeight * Number(what);
	await frame();
	while (!(filled() && (what !== 'go' || at?.full === hash.slice(2)))) {
		if (performance.now() - from > 30000) throw new Error('no rows of ' + hash);
		await frame();
	}
	return performance.now() - from;
}`

// TestBenchAllEvents prints what the timeline over everything takes with a log of 560 MB
// and 2,000 sessions beside it.
func TestBenchAllEvents(t *testing.T) {
	if os.Getenv("BENCH") == "" {
		t.Skip("figures are taken with make bench")
	}
	home := longHome(t, 560<<20, 2000)
	b := openPage(t, fileURL())
	defer chromedp.Cancel(b.ctx)
	b.ready()
	b.upload("#file", home.path)
	for end := time.Now().Add(3 * time.Minute); time.Now().Before(end) && !js[bool](b, "!!archive && !working && !!worked"); {
		time.Sleep(200 * time.Millisecond)
	}
	b.settled()
	taken := new(figures)
	measure := func(name, hash, what string) {
		taken.note(name, js[float64](b, shown, hash, what))
	}
	for i := range 3 {
		measure(map[bool]string{true: "opens for the first time", false: "opens again"}[i == 0], "#/all", "go")
		measure("filter: prompts", "#/all?kind=prompt", "go")
		measure("filter: tool calls", "#/all?kind=tool", "go")
		measure("no filter again", "#/all", "go")
		measure("half way down", "#/all", "0.5")
		measure("to the end", "#/all", "1")
		measure("back to the overview", "#/findings", "go")
	}
	n := js[int](b, "document.querySelectorAll('*').length")
	t.Logf("%d events, %d elements at the end; ms (least to most)\n%s", home.events, n, taken)
}
