package e2e

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"
)

// Gates, which stand at the reached figure and only ever fall.
const (
	// mostOpen is how long the whole open of big.zip may take, measured in what plain
	// JavaScript takes for its log alone in the same browser: the best round of each. The
	// databases follow behind the screen.
	mostOpen = 1.1
	// mostAlone is the same for the log, inflated already.
	mostAlone = 2.0
	// mostHeld is what the page may hold of a log of 560 MB with 2,000 sessions beside it:
	// memory of its programs and buffers, measured in bytes of logs.
	mostHeld = 1.6
	// mostTask is what a task of the page's own thread may take of the processor, in ms, from
	// the hand-over on and while it scrolls. What it waits for is in the figures of make bench.
	mostTask = 50
	// mostElements may stand in the document.
	mostElements = 1500
)

func gated(t *testing.T) {
	t.Helper()
	if os.Getenv("GATE") == "" {
		t.Skip("the gates are held with make bench-gate")
	}
}

// atMost holds the least of some rounds to a gate.
func atMost(t *testing.T, what string, most float64, rounds ...float64) {
	t.Helper()
	t.Logf("%s: %.2f (to %.2f), at most %.1f", what, slices.Min(rounds), slices.Max(rounds), most)
	if slices.Min(rounds) > most {
		t.Errorf("%s: %.2f, at most %.1f", what, slices.Min(rounds), most)
	}
}

// TestGate holds the page to ratios and counts, which a busy machine does not change much.
func TestGate(t *testing.T) {
	gated(t)
	big := shared(t, "real/big.zip")
	log := bigLog(t, big)
	var whole, alone, whole0, alone0, elements []float64
	for range rounds {
		o := opens(t, big, bigEvents, true)
		whole, elements = append(whole, o.events), append(elements, float64(o.elements))
		alone = append(alone, opens(t, log, bigEvents, true).events)
		whole0, alone0 = append(whole0, rivalOf(t, big, rival)), append(alone0, rivalOf(t, log, rivalAlone))
	}
	atMost(t, "big.zip to all events, of plain JavaScript's time for its log alone", mostOpen, slices.Min(whole)/slices.Min(whole0), slices.Max(whole)/slices.Max(whole0))
	atMost(t, "its log, inflated, to all events, of plain JavaScript's time", mostAlone, slices.Min(alone)/slices.Min(alone0), slices.Max(alone)/slices.Max(alone0))
	atMost(t, "elements", mostElements, slices.Max(elements))

	b := openPage(t, fileURL())
	b.ready()
	atMost(t, "longest task of the page from the hand-over of big.zip on, ms", mostTask, b.busiest(func() {
		b.upload("#file", big)
		b.opened("big.zip")
		b.wait("the work that no screen waits for", "!working")
	}))
}

// TestGateLarge holds it to them on a log of 560 MB, for which plain JavaScript has no text,
// and while it scrolls through 300,000 events.
func TestGateLarge(t *testing.T) {
	gated(t)
	home := longHome(t, 560<<20, 2000)
	if ms, events, err := plainly(t, home.path, rival); err == nil && events > 0 {
		t.Errorf("plain JavaScript read %d events in %.0f ms: there is a rival again", events, ms)
	} else {
		t.Logf("plain JavaScript, after %.0f ms: %d events (%v)", ms, events, err)
	}
	b := openPage(t, fileURL())
	b.ready()
	b.upload("#file", home.path)
	b.opened(filepath.Base(home.path))
	b.wait("all events", `(events) => document.querySelector('.archive .sum').textContent.includes(events) && !document.querySelector('.reading')`, grouped(home.events)+" events")
	programs, all := b.programs(), held(drawers(t))
	t.Logf("%d MB of logs: %d MB of programs' memory, %d MB in the page's processes, code and all", home.bytes>>20, programs>>20, all>>20)
	if programs == 0 {
		t.Error("no program tells how much memory it has")
	}
	atMost(t, "memory of the programs for a log of 560 MB, in bytes of logs", mostHeld, float64(programs)/float64(home.bytes))
	atMost(t, "elements", mostElements, js[float64](b, "document.querySelectorAll('*').length"))
	chromedp.Cancel(b.ctx)

	scrolling, taken := scrollTab(t), &figures{}
	atMost(t, "longest task of the page while it scrolls, ms", mostTask, scrolling.busiest(func() {
		for range rounds {
			scrolling.round(taken)
		}
	}))
	t.Log("\n" + taken.String())
	atMost(t, "elements while scrolling", mostElements, slices.Max(taken.line(scrollElements).ours))
}

// programs is how many bytes of memory the programs in the page's workers have. It never
// shrinks; each tells when it is asked for something next.
func (b *tab) programs() (bytes int64) {
	b.Helper()
	var workers []context.Context
	for len(b.workers) > 0 {
		workers = append(workers, b.worker())
	}
	for _, w := range workers {
		if _, err := eval[any](w, `{ const { _resume } = Go.prototype; Go.prototype._resume = function () { globalThis.memory = this._inst.exports.mem.buffer.byteLength; _resume.call(this); }; }`); err != nil {
			b.Fatal(err)
		}
	}
	b.follow("#/files")
	for _, w := range workers {
		n, err := eval[int64](w, "globalThis.memory ?? 0")
		if err != nil {
			b.Fatal(err)
		}
		bytes += n
	}
	return bytes
}
