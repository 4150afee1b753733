package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
)

// TestPrint: paper holds the whole session, not the window, without what cannot be pressed
// there; what is left out is said; the screen is afterwards as it was.
func TestPrint(t *testing.T) {
	t.Parallel()
	b := openArchive(t, newSite(t).url, shared(t, "real/daily.zip"))
	b.openSession("9de9529a-5cc9-4683-9991-12c4ff4cf473")
	js[any](b, `globalThis.print = () => { globalThis.printed = true; }, undefined`)
	rows := js[int](b, `Number(document.querySelector('#main [data-list]').dataset.count)`)

	b.click("[data-do=print]", "")
	b.see("#print", "All of it is printed")
	b.click("[data-do=paper]", "Prepare")
	b.wait("the page to print", "globalThis.printed")
	if n := js[int](b, `document.querySelectorAll('#paper [data-i]').length`); n != rows {
		t.Errorf("%d of %d rows are on paper", n, rows)
	}
	call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	text := oneLine(b.text("#paper"))
	for _, words := range []string{"Pasted log", "Printed from daily.zip", "39 tool calls, a line each", "Please list the project and tell me what is in it", "rg", "[Scheduled prompt #1] say the time"} {
		if !strings.Contains(text, words) {
			t.Errorf("paper does not say %q", words)
		}
	}
	for _, selector := range []string{"#app", "#paper .tabs", "#paper .tape", "#paper .chips", "dialog", "#paper .fold"} {
		if js[bool](b, `(s) => [...document.querySelectorAll(s)].some((e) => e.checkVisibility())`, selector) {
			t.Errorf("%s is drawn on paper", selector)
		}
	}
	call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{})
	if pdf := call(b, page.PrintToPDF, page.PrintToPDFParams{}); len(pdf.Data) < 20_000 {
		t.Errorf("the whole session is a PDF of %d bytes", len(pdf.Data))
	}
	b.wait("the paper to be put away", `!document.querySelector('#paper').firstChild && !document.body.classList.contains('printing')`)
	if js[bool](b, `document.querySelector('#paper').checkVisibility()`) {
		t.Error("paper is drawn on the screen")
	}

	// With what every row holds, and stopped on the way.
	b.click("[data-do=print]", "")
	b.click("#print label", "with what each row holds")
	js[any](b, `globalThis.printed = false, globalThis.ask = ((asked) => async (op, arg) => { if (op === 'sheet') await new Promise((go) => globalThis.more = go); return asked(op, arg); })(ask), undefined`)
	b.click("[data-do=paper]", "Prepare")
	b.see("#print-state", "Preparing 8 of")
	b.click("#print [data-close]", "Cancel")
	js[any](b, `globalThis.more(), undefined`)
	b.wait("nothing on paper", `!document.querySelector('#paper').firstChild`)
	if js[bool](b, "globalThis.printed") {
		t.Error("it was printed although it was stopped")
	}
	b.quiet()
}
