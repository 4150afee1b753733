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

// rivalAlone is what it would do for a log that is inflated already.
const rivalAlone = `async () => {
	const file = document.querySelector('input').files[0], began = performance.now();
	const lines = new TextDecoder().decode(await file.arrayBuffer()).split('\n');
	let events = 0;
	for (const line of lines) if (line && JSON.parse(line)) events++;
	return [performance.now() - began, events];
}`

// plainly runs a script of plain JavaScript on a file, in a page of its own, and answers how
// many ms it took and how many events it saw.
func plainly(t *testing.T, path, script string) (ms float64, events int, err error) {
	t.Helper()
	b := openPage(t, plainSite(t))
	defer chromedp.Cancel(b.ctx)
	js[chromedp.Void](b, `document.body.append(Object.assign(document.createElement('input'), { type: 'file' }))`)
	b.upload("input", path)
	got, err := eval[[2]float64](b.ctx, "("+script+")()")
	return got[0], int(got[1]), err
}

// upload gives a file to an input without the browser's chooser.
func (b *tab) upload(selector, path string) {
	b.Helper()
	input := call(b, runtime.Evaluate, runtime.EvaluateParams{Expression: fmt.Sprintf("document.querySelector(%q)", selector)})
	call(b, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: []string{path}, ObjectID: input.Result.ObjectID})
}

// figures are what a run measured, a line each: what is ours and, beside it, its rival's.
type figures struct{ lines []*figure }

type figure struct {
	name, rival  string
	ours, theirs []float64
}

func (f *figures) line(name string) *figure {
	for _, l := range f.lines {
		if l.name == name {
			return l
		}
	}
	f.lines = append(f.lines, &figure{name: name})
	return f.lines[len(f.lines)-1]
}

// note adds a round of a figure, beside one of its rival.
func (f *figures) note(name string, n float64) { l := f.line(name); l.ours = append(l.ours, n) }
func (f *figures) beside(name, rival string, n float64) {
	l := f.line(name)
	l.rival, l.theirs = rival, append(l.theirs, n)
}

// String is the table: the median of each, the least and the most, and what of the rival's ours is.
func (f *figures) String() string {
	var out strings.Builder
	spread := func(rounds []float64) (median float64, words string) {
		all := slices.Sorted(slices.Values(rounds))
		return all[len(all)/2], fmt.Sprintf("%8.1f (%.1f to %.1f)", all[len(all)/2], all[0], all[len(all)-1])
	}
	for _, l := range f.lines {
		ours, words := spread(l.ours)
		fmt.Fprintf(&out, "%-56s %-30s", l.name, words)
		if l.rival != "" {
			theirs, words := spread(l.theirs)
			fmt.Fprintf(&out, " %5.2f of %s: %s", ours/theirs, l.rival, strings.TrimSpace(words))
		}
		out.WriteByte('\n')
	}
	return out.String()
}
