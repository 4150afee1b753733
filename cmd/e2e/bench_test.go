package e2e

import (
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// mostOpen is how long the whole open of big.zip may take, measured in what plain
// JavaScript takes for its log alone in the same browser: the best round of each. It stands
// at the reached figure and only ever falls; the aim is 1.2. What is above that is the store:
// SQLite in the page.
const mostOpen = 2.0

// rest is how long a page is left alone before an archive comes, where the figure says so:
// after it has rehearsed the browser goes on optimising what ran, SQLite above all.
const rest = 10 * time.Second

// watched notes in the page every task of more than 50 ms from now on.
const watched = `{
	globalThis.longest = 0;
	new PerformanceObserver((list) => { for (const e of list.getEntries()) longest = Math.max(longest, e.duration); }).observe({ type: 'longtask' });
}`

// opening is what one open of an archive took, in ms, and what it left on the screen.
type opening struct {
	painted, ready      float64 // from navigation
	events, rows, whole float64 // from the hand-over to all events, to the first rows, and until the databases are read
	longest             float64 // task of the page's own thread
	elements            int
}

// opens opens an archive in a fresh page. rested: after the page has rehearsed.
func opens(t *testing.T, archive string, events int, rested bool) opening {
	t.Helper()
	b := newTab(t)
	defer chromedp.Cancel(b.ctx)
	call(b, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: watched + stopwatchFor(events)})
	b.do(chromedp.Navigate(fileURL()))
	b.wait("the stopwatch", "clock.ready")
	if rested {
		b.wait("the rehearsal", "calls.size === 0")
		time.Sleep(rest)
	}
	b.upload("#file", archive)
	b.wait("all events", "clock.whole && document.querySelector('#main')?.firstElementChild")
	b.settled()
	type times struct {
		Painted, Ready, Handed, Frame, Rows, Whole, Longest float64
		Elements                                            int
	}
	got := js[times](b, `({ painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0, rows: clock.frame, ...clock, longest, elements: document.querySelectorAll('*').length })`)
	return opening{got.Painted, got.Ready, got.Frame - got.Handed, got.Rows - got.Handed, got.Whole - got.Handed, got.Longest, got.Elements}
}

// TestBench prints what the page takes, each figure beside its rival in the same run.
func TestBench(t *testing.T) {
	if os.Getenv("BENCH") == "" {
		t.Skip("figures are taken with make bench")
	}
	big := shared(t, "real/big.zip")
	taken := map[string][]float64{}
	note := func(name string, ms float64) { taken[name] = append(taken[name], ms) }
	for round := range rounds {
		turns := []func(){
			func() {
				o := opens(t, big, 7016, false)
				note("big.zip at once: all events", o.events)
				note("big.zip at once: first rows", o.rows)
				note("big.zip at once: the databases too", o.whole)
			},
			func() {
				o := opens(t, big, 7016, true)
				note("big.zip, the page rested: all events", o.events)
				note("big.zip, the page rested: first rows", o.rows)
				note("big.zip, the page rested: the databases too", o.whole)
				note("navigation to drop zone painted", o.painted)
				note("navigation to ready", o.ready)
			},
			func() { measureRival(t, big, note) },
		}
		if round%2 == 1 {
			slices.Reverse(turns)
		}
		for _, turn := range turns {
			turn()
		}
	}
	t.Logf("medians of %d rounds, ms (least to most)\n%s", rounds, table(taken))

	sizes := map[string][]float64{}
	for _, megabytes := range []int64{1, 10, 100, 560} {
		home := longHome(t, megabytes<<20, map[bool]int{true: 2000}[megabytes == 560])
		o := opens(t, home.path, home.events, true)
		sizes[fmt.Sprintf("%3d MB of log, %d events: all events", megabytes, home.events)] = []float64{o.events}
		sizes[fmt.Sprintf("%3d MB of log: longest task of the page, %d elements", megabytes, o.elements)] = []float64{o.longest}
	}
	cluttered := clutteredHome(t, 6000, 450<<20)
	o := opens(t, cluttered.path, cluttered.events, true)
	sizes["6,000 files with 450 MB of packages: all events"] = []float64{o.events}
	t.Logf("one round each, ms; plain JavaScript holds no text of more than 512 MB\n%s", table(sizes))
}

// TestGate holds the page to ratios and counts, which a busy machine does not change much.
func TestGate(t *testing.T) {
	if os.Getenv("GATE") == "" {
		t.Skip("the gate is held with make bench-gate")
	}
	big := shared(t, "real/big.zip")
	var ours, rivals []float64
	for range rounds {
		o := opens(t, big, 7016, true)
		ours = append(ours, o.events)
		if o.elements > 1500 {
			t.Errorf("%d elements on the screen, at most 1500", o.elements)
		}
		measureRival(t, big, func(name string, ms float64) {
			if name == "plain JavaScript, its log alone, first time" {
				rivals = append(rivals, ms)
			}
		})
	}
	ratio := slices.Min(ours) / slices.Min(rivals)
	t.Logf("big.zip: all events after %.0f ms (%.0f to %.0f), plain JavaScript %.0f (%.0f to %.0f): %.2f, at most %.1f",
		slices.Min(ours), slices.Min(ours), slices.Max(ours), slices.Min(rivals), slices.Min(rivals), slices.Max(rivals), ratio, mostOpen)
	if ratio > mostOpen {
		t.Errorf("the open took %.2f times what plain JavaScript takes, at most %.1f", ratio, mostOpen)
	}
}
