package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// rounds is how often each figure is taken; the median counts.
const rounds = 5

// stopwatch is that for big.zip.
var stopwatch = stopwatchFor(7016)

// stopwatchFor notes in the page when its program was ready, when a file was handed over,
// when the frame with all events stood there, when the first rows did, and when the databases
// were read, too. Times are
// milliseconds since navigation.
func stopwatchFor(events int) string {
	return fmt.Sprintf(`{
	const clock = globalThis.clock = {};
	const poll = setInterval(() => {
		try { if (!ready) return; } catch { return; }
		clock.ready = performance.now();
		clearInterval(poll);
		const take = openFile;
		openFile = (file) => { clock.handed = performance.now(); return take(file); };
		new MutationObserver(() => {
			if (!clock.frame && document.querySelector('.archive .sum')?.textContent.includes('%s events')) clock.frame = performance.now();
			if (clock.frame && !clock.whole && !document.querySelector('.reading')) clock.whole = performance.now();
			if (!clock.rows && document.querySelector('#main [data-i]')) clock.rows = performance.now();
		}).observe(document.querySelector('#app'), { childList: true, subtree: true });
	}, 1);
}`, grouped(events))
}

// rival is what a plain page would do for the same events: find the log in the zip's
// directory, inflate it, decode it, parse every line, and keep nothing.
const rival = `async () => {
	const file = document.querySelector('input').files[0], began = performance.now();
	const tail = new DataView(await file.slice(-65557).arrayBuffer());
	let end = tail.byteLength - 22;
	while (tail.getUint32(end, true) !== 0x06054b50) end--;
	const from = tail.getUint32(end + 16, true), size = tail.getUint32(end + 12, true);
	const directory = new DataView(await file.slice(from, from + size).arrayBuffer());
	const text = new TextDecoder();
	for (let at = 0; at < size; at += 46 + directory.getUint16(at + 28, true) + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true)) {
		const name = text.decode(new Uint8Array(directory.buffer, at + 46, directory.getUint16(at + 28, true)));
		if (!name.endsWith('/events.jsonl')) continue;
		const local = directory.getUint32(at + 42, true), packed = directory.getUint32(at + 20, true);
		const header = new DataView(await file.slice(local, local + 30).arrayBuffer());
		const start = local + 30 + header.getUint16(26, true) + header.getUint16(28, true);
		const stream = file.slice(start, start + packed).stream().pipeThrough(new DecompressionStream('deflate-raw'));
		const lines = text.decode(await new Response(stream).arrayBuffer()).split('\n');
		let events = 0;
		for (const line of lines) if (line && JSON.parse(line)) events++;
		return [performance.now() - began, events];
	}
}`

// measureRival takes what plain JavaScript needs for the log, in a page of its own: the first
// time, and once more when its code is warm.
func measureRival(t *testing.T, archive string, note func(string, float64)) {
	b := openPage(t, plainSite(t))
	defer chromedp.Cancel(b.ctx)
	js[chromedp.Void](b, `document.body.append(Object.assign(document.createElement('input'), { type: 'file' }))`)
	for _, when := range []string{"first", "second"} {
		b.upload("input", archive)
		got := js[[]float64](b, "("+rival+")()")
		if got[1] != 7016 {
			t.Errorf("plain JavaScript saw %v events", got[1])
		}
		note("plain JavaScript, its log alone, "+when+" time", got[0])
	}
}

// upload gives a file to an input without the browser's chooser.
func (b *tab) upload(selector, path string) {
	b.Helper()
	input := call(b, runtime.Evaluate, runtime.EvaluateParams{Expression: fmt.Sprintf("document.querySelector(%q)", selector)})
	call(b, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: []string{path}, ObjectID: input.Result.ObjectID})
}

// table prints a line a figure: name, median, range.
func table(taken map[string][]float64) string {
	var names []string
	for name := range taken {
		names = append(names, name)
	}
	slices.Sort(names)
	var out strings.Builder
	for _, name := range names {
		all := slices.Sorted(slices.Values(taken[name]))
		fmt.Fprintf(&out, "%-55s %7.0f  (%.0f to %.0f)\n", name, all[len(all)/2], all[0], all[len(all)-1])
	}
	return out.String()
}
