package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestReadBehindTheScreen: a home with much in its logs lists its sessions before they are
// read; the one that is opened then is shown as soon as its log is read, wherever that
// stands, and in the end the numbers are those of the whole home.
func TestReadBehindTheScreen(t *testing.T) {
	home := longHome(t, 90<<20, 40)
	b := openPage(t, fileURL())
	b.ready()
	b.upload("#file", home.path)
	b.wait("the list of sessions, before the logs are read", `document.querySelector('.reading') && document.querySelector('.archive .sum').textContent.includes('41 sessions') && document.querySelector('#rail a[href^="#/s/"]')`)
	const last = "#/s/5e550000-0000-4000-8000-000000000040"
	b.follow(last)
	b.see("#main", "Look through the files and say what they hold.")
	b.follow("#/all")
	b.see(".facets .sum", "records")
	b.wait("the end of the reading", `!document.querySelector('.reading')`)
	b.see(".archive .sum", grouped(home.events)+" events")
	b.follow("#/overview")
	b.see("#main", grouped(home.events))
	if js[bool](b, `document.querySelector('#main').innerText.includes('still to be read')`) {
		t.Error("the overview says that there is more to be read")
	}
	b.quiet()
}

// TestManySessionsAreListed: a home with very many small sessions lists them before it reads
// them, and they have their names in the end.
func TestManySessionsAreListed(t *testing.T) {
	t.Parallel()
	home := manyHome(t, 5000)
	b := openPage(t, fileURL())
	b.ready()
	js[chromedp.Void](b, `{
		globalThis.first = '';
		new MutationObserver((_, o) => {
			if (!document.querySelector('#rail a[href^="#/s/"]')) return;
			o.disconnect();
			first = document.querySelector('.archive .sum').innerText + (document.querySelector('.reading')?.innerText ?? '');
		}).observe(app, { childList: true, subtree: true });
	}`)
	b.upload("#file", home.path)
	b.wait("the list of sessions", `first !== ''`)
	if got := oneLine(js[string](b, "first")); !strings.HasPrefix(got, "5,000 sessions 0 events") || !strings.Contains(got, "reading logs") {
		t.Errorf("with the first list the bar says %q", got)
	}
	const last = "#/s/5e550000-0000-4000-8000-000000004999"
	b.follow(last)
	b.see("#main", "Question 4999")
	b.see("#main", "Session 4999")
	b.wait("the end of the reading", `!document.querySelector('.reading')`)
	b.see(".archive .sum", grouped(home.events)+" events")
	if rail := b.text("#rail"); !strings.Contains(rail, "Session 4") || strings.Contains(rail, "not read yet") {
		t.Errorf("in the end the rail says %.300q", rail)
	}
	b.quiet()
}

// TestReadOnKeepsThePlace: what the databases add enters a screen without taking the focus,
// what is typed or what is in view.
func TestReadOnKeepsThePlace(t *testing.T) {
	b := openPage(t, newSite(t).url)
	b.ready()
	b.upload("#file", shared(t, "real/daily.zip"))
	b.wait("the first screen", `document.querySelector('#main')?.firstElementChild`)
	js[bool](b, `(() => { $('find').focus(); $('find').value = 'is:fai'; globalThis.box = $('find'); return true; })()`)
	b.wait("the databases", `!document.querySelector('.reading') && document.querySelector('.archive .sum').textContent.includes('17 sessions')`)
	b.see("#rail", "recovered") // the session that only the database holds
	if !js[bool](b, `document.activeElement === globalThis.box && box.value === 'is:fai' && box.isConnected`) {
		t.Error("the box of the search lost its text or the focus")
	}
	b.quiet()
}

// TestDrawnAnew: a page that is drawn anew while a person reads it stays where they scrolled
// to meanwhile, with the focus on their row; and a link that they follow meanwhile leads.
func TestDrawnAnew(t *testing.T) {
	t.Parallel()
	b := openArchive(t, fileURL(), shared(t, "real/daily.zip"))
	b.openSession(dailyLargest)
	const start = `async (to) => {
		globalThis.asked = globalThis.call;
		globalThis.call = async (op, ...more) => {
			if (op === 'main' && drawn.main === 'what was on the screen') await new Promise((done) => setTimeout(done, 400));
			return asked(op, ...more);
		};
		drawn.main = 'what was on the screen';
		const done = joined(false);
		await new Promise((done) => setTimeout(done, 600));
	`
	const end = `
		await done;
		globalThis.call = asked;
	}`
	for range 6 {
		b.key("j")
	}
	b.wait("the focus in a row", `document.activeElement.closest('#main [data-key]') !== null`)
	key := js[string](b, `document.activeElement.closest('[data-key]').dataset.key`)
	top := js[int](b, `(`+start+`$('main').scrollTop += 150; await new Promise((done) => setTimeout(done, 100)); to.top = List.top($('main'));`+end[:len(end)-2]+` return to.top; })({})`)
	b.settled()
	b.wait("the row on top", `(top) => List.top($('main')) === top`, top)
	b.wait("the focus in its row", `(key) => document.activeElement.closest('#main [data-key]')?.dataset.key === key`, key)

	js[chromedp.Void](b, start+`location.hash = to;`+end, "#/s/"+dailyLargest+"/events-321")
	b.arrived("#/s/" + dailyLargest + "/events-321")
	b.wait("the row that the link names", `document.querySelector('#main .sel') && List.of(document.querySelector('#main .sel')).sees(document.querySelector('#main .sel'))`)
	b.quiet()
}

// TestDeathBehindTheScreen: a worker that dies of a database leaves what is on the screen,
// names the file, and the archive opens without it.
func TestDeathBehindTheScreen(t *testing.T) {
	t.Parallel()
	b := openPage(t, newSite(t).url)
	b.ready()
	b.inWorker(`{ let at = ''; Object.defineProperty(globalThis, 'flightlogAt', { get: () => at, set: (name) => {
		at = name;
		if (name.endsWith('session-store.db')) setTimeout(() => { throw new Error('a fault made by the test'); });
	} }); } undefined`)
	b.choose(shared(t, "real/daily.zip"))
	said := b.alert()
	for _, want := range []string{"session-store.db in hand", "a fault made by the test", "What is on the screen stays"} {
		if !strings.Contains(said, want) {
			t.Errorf("the page says %q, want %q in it", said, want)
		}
	}
	b.see(".archive .sum", "16 sessions") // all but the one that only the database holds
	b.wait("the end of the reading", `!document.querySelector('.reading')`)
	b.click("#alert button", "Open it without that file")
	b.opened("daily.zip")
	b.see(".archive .sum", "16 sessions")
	b.follow("#/problems")
	b.see(".pr", "was left out, as was asked")
}
