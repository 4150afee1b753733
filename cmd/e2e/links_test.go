package e2e

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestLinks: a link leads to its record after a reload, once the archive is open again;
// back and forward restore the view, its filter and where it was scrolled to; what the
// panel copies leads back here, in the page and on the command line.
func TestLinks(t *testing.T) {
	t.Parallel()
	b := openPage(t, newSite(t).url)
	archive := shared(t, "real/daily.zip")
	b.choose(archive)
	b.opened("daily.zip")
	const session = "#/s/9de9529a-5cc9-4683-9991-12c4ff4cf473"

	// A record far down, its filter with it.
	b.follow(session + "/events/events-343?kind=permission,tool")
	b.see("#panel", "Copy link")
	b.wait("the record in view", `document.querySelector('#main .ev.sel') && List.of(document.querySelector('#main .ev.sel')).sees(document.querySelector('#main .ev.sel'))`)
	link := b.copied("[data-link]", "Copy link")
	if !strings.HasSuffix(link, session+"/events/events-343?kind=permission,tool") {
		t.Errorf("the link is %q", link)
	}
	command := b.copied("#panel [data-text^=command]", "Copy command")
	if command != "flightlog find 'session:9de9529a-5cc9-4683-9991-12c4ff4cf473 store:events line:343' daily.zip" {
		t.Errorf("the command is %q", command)
	}
	query := strings.Split(command, "'")[1]
	found, err := exec.CommandContext(context.Background(), "go", "run", "-C", root(), "./cmd/flightlog", "find", query, archive).CombinedOutput()
	if err != nil || !strings.Contains(string(found), "events.jsonl:343") {
		t.Errorf("the command prints %s (%v)", found, err)
	}

	b.do(chromedp.Reload())
	b.see("#news", "This link points into an archive")
	b.choose(archive)
	b.opened("daily.zip")
	b.see("#panel", "line 343")
	b.wait("the record in view again", `document.querySelector('#main .ev.sel') && List.of(document.querySelector('#main .ev.sel')).sees(document.querySelector('#main .ev.sel'))`)
	b.see(".facets .n", "of 460 events")

	// Scrolled in one view, gone to another, and back.
	b.openSession(session[4:])
	js[any](b, `document.querySelector('#main').scrollTop = 2600, undefined`)
	b.settled()
	top := js[int](b, `(async () => { // rows that are measured yet may move others
		for (let last = -1, same = 0; ; ) {
			await new Promise(requestAnimationFrame);
			const now = List.top($('main'));
			same = now === last ? same + 1 : 0;
			last = now;
			if (same > 20) return now;
		}
	})()`)
	b.follow(session + "/shell")
	b.settled()
	b.follow("#/files")
	js[any](b, `history.go(-2), undefined`)
	b.arrived(session)
	b.settled()
	b.wait("the same row on top, or the one beside it", `(top) => Math.abs(List.top($('main')) - top) <= 1`, top)
	js[any](b, `history.forward(), undefined`)
	b.arrived(session + "/shell")
	b.quiet()
}

// TestResizeKeepsThePlace: the row that is read stays where it is while the window gets
// narrower, until the document scrolls instead of the page in it, and wider again.
func TestResizeKeepsThePlace(t *testing.T) {
	t.Parallel()
	b := inTheMiddle(t)
	const onTop = `mainList().onTop()`
	key := js[string](b, onTop+`.dataset.key`)
	y := js[float64](b, onTop+`.getBoundingClientRect().top - mainList().edge()`)
	for _, width := range []int{1000, 500, 760, 1440} {
		b.emulate(width, 900, "light")
		b.wait(fmt.Sprintf("the row at %d px", width), `(width, key, y) => {
			const row = document.querySelector('#main [data-key="' + key + '"]');
			return innerWidth === width && row !== null && Math.abs(row.getBoundingClientRect().top - mainList().edge() - y) < 6;
		}`, width, key, y)
		b.settled()
	}
	b.quiet()
}
