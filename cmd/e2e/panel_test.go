package e2e

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// marked waits until one row is marked as the one that was followed, and in sight.
func (b *tab) marked(key string) {
	b.Helper()
	b.wait("the row of "+key, `(key) => {
		const rows = [...document.querySelectorAll('#main .sel')];
		return rows.length === 1 && rows[0].dataset.key === key && rows[0].ariaCurrent === 'true' && List.of(rows[0]).sees(rows[0]);
	}`, key)
}

// TestPanelOfLists: on the pages whose rows are those of the whole archive a row that is
// followed stays where it is, is marked, and its panel closes again.
func TestPanelOfLists(t *testing.T) {
	t.Parallel()
	b := openPage(t, newSite(t).url)
	sample(b)
	b.emulate(1200, 240, "light") // every list is longer than the window
	for _, page := range []struct{ at, key string }{{"files", "file-20"}, {"problems", "problem-2"}, {"findings", "finding-3"}} {
		b.follow("#/sample/overview")
		b.follow("#/sample/" + page.at)
		b.settled()
		panel := page.at != "findings"
		moved := js[float64](b, `async (key) => {
			const list = List.of(document.querySelector('#main [data-list]'));
			for (let i = 0; ; i++) if ((await list.reveal(i))?.dataset.key === key) break;
			await new Promise((done) => setTimeout(done, 200));
			const link = document.querySelector('#main [data-key="' + key + '"] a');
			const before = link.getBoundingClientRect().top;
			link.focus();
			link.click();
			for (let n = 0; n < 100 && $('panel').dataset.of !== route().full; n++) await new Promise((done) => setTimeout(done, 50));
			await new Promise((done) => setTimeout(done, 200));
			return link.isConnected ? Math.abs(link.getBoundingClientRect().top - before) : -1;
		}`, page.key)
		if moved < 0 || moved > 1 {
			t.Errorf("%s: the row that was followed moved by %v", page.at, moved)
		}
		b.marked(page.key)
		if panel {
			b.click("#panel [data-close]", "")
		} else {
			b.key(kb.Escape)
		}
		b.arrived("#/sample/" + page.at)
		b.wait("no panel and no mark", `$('panel').hidden && !document.querySelector('#main .sel')`)
	}
	// What leads to such a row from elsewhere, and from the same page.
	for _, to := range []struct{ hash, key string }{
		{"#/sample/files/file-30", "file-30"}, {"#/sample/files/file-1", "file-1"}, {"#/sample/history/entry-4", "entry-4"}, {"#/sample/permissions/standing/grant-0", "grant-0"},
		{"#/sample/permissions/standing/grant-2", "grant-2"}, {"#/sample/findings/finding-9", "finding-9"}, {"#/sample/findings/finding-0", "finding-0"},
	} {
		b.follow(to.hash)
		b.marked(to.key)
	}
	b.quiet()
}

// TestPanelKeepsRow: the panel makes the view narrower and its head higher; a row that a
// link leads to is not pushed out of sight by it.
func TestPanelKeepsRow(t *testing.T) {
	t.Parallel()
	b := openArchive(t, newSite(t).url, shared(t, "real/acp.zip"))
	const events = "#/s/a65b7fc8-b0b8-4794-adb5-e5f609ed058c/events"
	b.follow(events)
	b.settled()
	// As high as it takes for the last row in sight to stand at the lower edge, whatever the fonts are.
	height := js[int](b, `innerHeight + Math.ceil(document.querySelector('#main [data-key="events-25"]').getBoundingClientRect().bottom) + 2 - $('main').getBoundingClientRect().bottom`)
	b.emulate(1440, height, "light")
	b.follow("#/overview")
	b.follow(events + "/events-25")
	b.marked("events-25")
	b.quiet()
}

// TestPanelUnseen: a record that no row of the view shows says so, and leads to its row; a
// reply that only calls a tool has the row of the call.
func TestPanelUnseen(t *testing.T) {
	t.Parallel()
	b := openArchive(t, newSite(t).url, shared(t, "real/acp.zip"))
	const session = "#/s/a65b7fc8-b0b8-4794-adb5-e5f609ed058c"
	for _, from := range []string{session + "/events-12", session + "/events/events-12?kind=tool"} {
		b.follow(from)
		b.see("#panel .note", "this record")
		b.wait("no row that is marked", `!document.querySelector('#main .sel')`)
		js[any](b, `document.querySelector('#panel .note a').click()`) // it stands on two lines
		b.arrived(session + "/events/events-12")
		b.marked("events-12")
	}
	b.follow(session + "/events-20")
	b.wait("the row of the call", `document.querySelector('#main .call.sel')?.dataset.also.split(' ').includes('events-20') && !document.querySelector('#panel .note')`)
	b.quiet()
}

// TestPanelRepeats: a row of the store that only repeats the log has the row of what it
// repeats; among the events its panel leads to where rows of the store are listed.
func TestPanelRepeats(t *testing.T) {
	t.Parallel()
	b := openArchive(t, newSite(t).url, shared(t, "real/daily.zip"))
	const session = "#/s/" + dailyLargest
	b.follow(session + "/events?store=store")
	b.settled()
	key := js[string](b, `[...document.querySelectorAll('#main [data-key^="store-turns:"]')].at(-1).dataset.key`)
	b.follow(session)
	b.settled()
	b.follow(session + "/" + key)
	b.wait("the row of what "+key+" repeats", `(key) => {
		const rows = [...document.querySelectorAll('#main .sel')];
		return rows.length === 1 && rows[0].dataset.also.split(' ').includes(key) && List.of(rows[0]).sees(rows[0]) && !document.querySelector('#panel .note');
	}`, key)
	b.follow(session + "/events/" + key)
	b.see("#panel .note", "where the filter asks for a store")
	js[any](b, `document.querySelector('#panel .note a').click()`) // it stands on two lines
	b.arrived(session + "/events/" + key + "?store=store")
	b.marked(key)
	b.quiet()
}

// TestProblemPanel: the panel of a problem leads to the line in its file and to its place in
// the session, and its sentence is whole.
func TestProblemPanel(t *testing.T) {
	t.Parallel()
	b := openArchive(t, newSite(t).url, shared(t, "real/cut.zip"))
	for _, to := range []struct{ link, hash, key string }{
		{"#panel .src a", `/line-20$`, "line-20"},
		{"#panel .chain a", `^#/s/[^/]+/problem-0$`, "problem-0"},
	} {
		b.follow("#/problems/problem-0")
		b.see("#panel .src", "events.jsonl, line 20")
		js[any](b, `(link) => document.querySelector(link).click()`, to.link) // it stands on several lines
		b.wait("where "+to.link+" leads", `(hash) => RegExp(hash).test(location.hash) && at.full === location.hash.slice(2)`, to.hash)
		b.marked(to.key)
	}
	b.choose(shared(t, "real/daily.zip"))
	b.opened("daily.zip")
	b.emulate(420, 900, "light")
	b.follow("#/problems/problem-0")
	b.wait("the whole sentence", `(({ scrollHeight, clientHeight }) => clientHeight > 70 && scrollHeight === clientHeight)(document.querySelector('#panel h2 .t'))`)
	b.quiet()
}

// TestLogPanel: in the panel of a process log the text of an entry has the width of the
// panel, and stands below the line that says when and how loud.
func TestLogPanel(t *testing.T) {
	t.Parallel()
	b := openArchive(t, newSite(t).url, shared(t, "real/daily.zip"))
	for _, width := range []int{1440, 420} {
		b.emulate(width, 900, "light")
		b.follow("#/files/file-4")
		b.see("#panel .log .bad", "ERROR")
		if wrong := js[string](b, `(() => {
			const grid = document.querySelector('#panel .log');
			if (grid.scrollWidth > grid.clientWidth) return 'it is wider than the panel';
			for (const row of [...grid.querySelectorAll('tr')].slice(1)) {
				const [line, , , , text] = [...row.cells].map((cell) => cell.getBoundingClientRect());
				if (text.width < grid.clientWidth - 30 || text.top < line.bottom - 1) return row.innerText;
			}
			return '';
		})()`); wrong != "" {
			t.Errorf("%d px wide: %s", width, wrong)
		}
	}
	b.quiet()
}

// TestPanelCloses: the panel that was closed is not what a way back leads to.
func TestPanelCloses(t *testing.T) {
	t.Parallel()
	b := openArchive(t, newSite(t).url, shared(t, "real/daily.zip"))
	const session = "#/s/" + dailyLargest
	b.follow("#/overview")
	b.follow(session)
	b.follow(session + "/events-61")
	b.key(kb.Escape)
	b.arrived(session)
	b.wait("the panel to close", `$('panel').hidden`)
	b.key(kb.Escape)
	b.arrived("#/overview")
	// A record that a link led to at once has no such view behind it.
	b.follow(session + "/events-61")
	b.key(kb.Escape)
	b.arrived(session)
	b.key(kb.Escape)
	b.arrived("#/overview")
	b.quiet()
}
