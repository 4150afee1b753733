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
	longest             float64 // task of the page's own thread, from the hand-over on
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
	js[chromedp.Void](b, "longest = 0, undefined")
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

// bigEvents are the events of big.zip, all of its log but for none.
const bigEvents = 7016

// bigLog writes the log of big.zip, inflated, into a file.
func bigLog(t *testing.T, big string) string {
	t.Helper()
	files := contents(t, big)
	body := files[".copilot/session-state/"+sessionDirs(files)[0]+"/events.jsonl"]
	return saved(t, "events.jsonl", []byte(body))
}

// rivalOf takes what plain JavaScript needs for a file of the events of big.zip.
func rivalOf(t *testing.T, path, script string) float64 {
	t.Helper()
	ms, events, err := plainly(t, path, script)
	if err != nil || events != bigEvents {
		t.Errorf("plain JavaScript saw %d events (%v)", events, err)
	}
	return ms
}

// TestBench prints one table of what the page and the parser take, each figure beside its
// rival in the same run.
func TestBench(t *testing.T) {
	if os.Getenv("BENCH") == "" {
		t.Skip("figures are taken with make bench")
	}
	big := shared(t, "real/big.zip")
	log := bigLog(t, big)
	const plain = "plain JavaScript on its log alone"
	taken := &figures{}
	natively(t, taken)
	firstScreens(t, taken)
	searching, scrolling := searchTab(t, big), scrollTab(t)
	for round := range rounds {
		turns := []func(){
			func() {
				o := opens(t, big, bigEvents, true)
				taken.note("big.zip, the page rested: all events, ms", o.events)
				taken.note("big.zip, the page rested: first rows, ms", o.rows)
				taken.note("big.zip, the page rested: the databases too, ms", o.whole)
				taken.note("navigation to drop zone painted, ms", o.painted)
				taken.note("navigation to ready, ms", o.ready)
			},
			func() {
				o := opens(t, big, bigEvents, false)
				taken.note("big.zip at once: all events, ms", o.events)
				taken.note("big.zip at once: first rows, ms", o.rows)
				taken.note("big.zip at once: the databases too, ms", o.whole)
			},
			func() {
				taken.note("its log, inflated, the page rested: all events, ms", opens(t, log, bigEvents, true).events)
			},
			func() {
				ms := rivalOf(t, big, rival)
				taken.beside("big.zip, the page rested: all events, ms", plain, ms)
				taken.beside("big.zip at once: all events, ms", plain, ms)
				taken.beside("its log, inflated, the page rested: all events, ms", "plain JavaScript", rivalOf(t, log, rivalAlone))
			},
			func() { searching.round(taken, round) },
			func() { scrolling.round(taken) },
		}
		if round%2 == 1 {
			slices.Reverse(turns)
		}
		for _, turn := range turns {
			turn()
		}
	}
	t.Logf("medians of %d rounds (least to most)\n%s", rounds, taken)

	sizes := &figures{}
	for _, megabytes := range []int64{1, 10, 100, 560} {
		home := longHome(t, megabytes<<20, map[bool]int{true: 2000}[megabytes == 560])
		o := opens(t, home.path, home.events, true)
		sizes.note(fmt.Sprintf("%3d MB of log, %d events: all events, ms", megabytes, home.events), o.events)
		sizes.note(fmt.Sprintf("%3d MB of log: longest task of the page, ms", megabytes), o.longest)
	}
	cluttered := clutteredHome(t, 6000, 450<<20)
	sizes.note("6,000 files with 450 MB of packages: all events, ms", opens(t, cluttered.path, cluttered.events, true).events)
	t.Logf("one round each; plain JavaScript holds no text of more than 512 MB\n%s", sizes)
}
