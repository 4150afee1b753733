package e2e

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// visible is a function of a selector and a text: is there such an element, drawn, and
// with these words in it?
const visible = `(selector, text) => [...document.querySelectorAll(selector)].some((e) =>
	e.checkVisibility() && e.getBoundingClientRect().width > 2 && e.innerText.replace(/\s+/g, ' ').includes(text))`

// see waits until an element with these words in it is drawn.
func (b *tab) see(selector, text string) {
	b.Helper()
	b.wait("“"+text+"” in "+selector, visible, selector, text)
}

// text answers what stands in the first element of that kind, as it is drawn.
func (b *tab) text(selector string) string {
	b.Helper()
	return js[string](b, `(s) => document.querySelector(s)?.innerText ?? ''`, selector)
}

// texts answers what stands in every such element, blanks run together.
func (b *tab) texts(selector string) []string {
	b.Helper()
	return js[[]string](b, `(s) => [...document.querySelectorAll(s)].map((e) => e.innerText.replace(/\s+/g, ' ').trim())`, selector)
}

// point answers the middle of the first drawn element of that kind with these words,
// scrolled into view.
func (b *tab) point(selector, text string) (x, y float64) {
	b.Helper()
	b.see(selector, text)
	at := js[[2]float64](b, `async (selector, text) => {
		const e = [...document.querySelectorAll(selector)].find((e) => e.checkVisibility() && e.getBoundingClientRect().width > 2 && e.innerText.includes(text));
		e.scrollIntoView({ block: 'center' });
		for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
		const box = e.getBoundingClientRect();
		return [box.left + Math.min(box.width / 2, 60), box.top + Math.min(box.height / 2, 12)];
	}`, selector, text)
	return at[0], at[1]
}

// click presses the mouse on an element.
func (b *tab) click(selector, text string) {
	b.Helper()
	x, y := b.point(selector, text)
	b.do(chromedp.MouseClickXY(x, y))
}

// choose opens a file as a person does: the button, the browser's file chooser, the file.
// A browser that was too busy to take the click for a person's opens no chooser, and the
// person clicks again.
func (b *tab) choose(path string) {
	b.Helper()
	call(b, page.SetInterceptFileChooserDialog, page.SetInterceptFileChooserDialogParams{Enabled: true})
	for range 3 {
		chooser, err := b.chooser()
		if err != nil {
			continue
		}
		call(b, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: []string{path}, BackendNodeID: chooser.BackendNodeID})
		return
	}
	b.Fatalf("no file chooser came\n%s", b.state())
}

// chooser clicks the button that opens files and answers the chooser that comes.
func (b *tab) chooser() (chooser page.EventFileChooserOpened, err error) {
	ctx, cancel := context.WithTimeout(b.ctx, patience/3)
	defer cancel()
	choosers := chromedp.Events(ctx, page.FileChooserOpened)
	b.click("[data-do=open]", "")
	for chooser, err = range choosers {
		return chooser, err
	}
	return chooser, ctx.Err()
}

// dropFile drags a file or a folder over the page and lets it go there.
func (b *tab) dropFile(path string) {
	b.Helper()
	data := &input.DragData{Items: []*input.DragDataItem{}, Files: []string{path}, DragOperationsMask: 1}
	for _, kind := range []input.DispatchDragEventType{"dragEnter", "dragOver", "drop"} {
		call(b, input.DispatchDragEvent, input.DispatchDragEventParams{Type: kind, X: 300, Y: 300, Data: data})
	}
}

// dropBytes drops a file that exists in the page's memory only.
func (b *tab) dropBytes(name string, body []byte) {
	b.Helper()
	js[chromedp.Void](b, `(name, base64) => {
		const data = new DataTransfer();
		data.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name));
		for (const kind of ['dragover', 'drop']) document.body.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
	}`, name, body)
}

// ready waits until the program runs, so that an archive opens without delay.
func (b *tab) ready() {
	b.Helper()
	b.wait("the program", "ready")
}

// opened waits until the archive of that name, all that is read of it, and its first view
// are on the screen.
func (b *tab) opened(name string) {
	b.Helper()
	b.wait(name+" on the screen", `(name) => document.querySelector('.archive b')?.textContent === name && !document.querySelector('#busy') && !!document.querySelector('#main')?.firstElementChild && !document.querySelector('.reading')`, name)
	b.settled()
}

// openArchive opens the page in a new tab, and an archive in it.
func openArchive(t testing.TB, url, path string) *tab {
	t.Helper()
	b := openPage(t, url)
	b.ready()
	b.choose(path)
	b.opened(filepath.Base(path))
	return b
}

// settled waits until every chunk of every list near the screen is filled.
func (b *tab) settled() {
	b.Helper()
	b.wait("the lists to be filled", `(async () => {
		const frame = () => new Promise(requestAnimationFrame);
		await frame(); // in which a list hears that it was scrolled
		await frame(); // in which it has asked for the rows that are seen now
		return !List.frame && [...document.querySelectorAll('[data-list]')].every((l) => (l.dataset.count === '0' || l.children.length > 2) && [...l.children].slice(1, -1).every((c) => c.firstElementChild));
	})()`)
}

// follow goes to a route as a link would, and waits until it is shown.
func (b *tab) follow(hash string) {
	b.Helper()
	js[chromedp.Void](b, `(hash) => { location.hash = hash; }`, hash)
	b.arrived(hash)
}

// arrived waits until the route is on the screen, its panel too.
func (b *tab) arrived(hash string) {
	b.Helper()
	b.wait("the view "+hash, `(hash) => location.hash === hash && at?.full === hash.slice(2).replace(/^sample\//, '') && $('panel').dataset.of === at.full`, hash)
}

// openSession follows the rail's link to a session, whose id the test knows.
func (b *tab) openSession(id string) {
	b.Helper()
	b.follow("#/s/" + id)
	b.settled()
}

// copied clicks a control and answers what it puts on the clipboard.
func (b *tab) copied(selector, text string) string {
	b.Helper()
	js[chromedp.Void](b, `globalThis.clipboard = null, navigator.clipboard.writeText = async (text) => { globalThis.clipboard = text; }, undefined`)
	b.click(selector, text)
	b.wait("the clipboard", "clipboard !== null")
	return js[string](b, "clipboard")
}

// alert waits for a sentence to the person and answers it, without its buttons.
func (b *tab) alert() string {
	b.Helper()
	b.wait("a sentence to the person", "document.querySelector('#alert').firstChild?.data")
	return js[string](b, "document.querySelector('#alert').firstChild.data")
}

// key presses one key.
func (b *tab) key(key string) {
	b.Helper()
	b.do(chromedp.KeyEvent(key))
}

// emulate sets the size of the window and the colours that the person prefers.
func (b *tab) emulate(width, height int, scheme string) {
	b.Helper()
	b.do(chromedp.EmulateViewport(int64(width), int64(height)))
	call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
	})
}

// oneLine is a text with its blanks run together, to compare what is drawn with what is
// meant.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
