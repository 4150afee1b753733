package e2e

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// tiny is a home of one session with a prompt and a reply.
func tiny(t testing.TB, more ...member) []byte {
	t.Helper()
	const id = "5e55a0a1-0000-4000-8000-00000000000a"
	var h history
	h.add("session.start", obj{"sessionId": id, "copilotVersion": "1.0.102", "context": obj{"cwd": "/srv/tiny"}})
	h.add("user.message", obj{"content": "is the kettle on?"})
	h.add("assistant.message", obj{"content": "It is."})
	return zipOf(t, append([]member{{".copilot/session-state/" + id + "/events.jsonl", h.text()}}, more...)...)
}

// encrypted sets the bit that says so in every header of a zip.
func encrypted(archive []byte) []byte {
	out := bytes.Clone(archive)
	for _, h := range []struct {
		mark string
		flag int
	}{{"PK\x03\x04", 6}, {"PK\x01\x02", 8}} {
		for at := 0; ; {
			i := bytes.Index(out[at:], []byte(h.mark))
			if i < 0 {
				break
			}
			at += i + len(h.mark)
			flags := out[at-4+h.flag:]
			binary.LittleEndian.PutUint16(flags, binary.LittleEndian.Uint16(flags)|1)
		}
	}
	return out
}

// What cannot be read gets one plain sentence, and the page stays usable.
func TestBadInput(t *testing.T) {
	t.Parallel()
	home := tiny(t)
	b := openPage(t, newSite(t).url)
	for _, c := range []struct {
		name string
		body []byte
		want string
	}{
		{"empty.zip", []byte{}, "The file is empty (0 bytes)"},
		{"notes.zip", []byte("just some words, no archive at all\n"), "This is not a zip"},
		{"picture.zip", []byte("\x89PNG\r\n\x1a\n and so on"), "This is not a zip"},
		{"locked.zip", encrypted(home), "encrypted; unpack it and zip it again without a password"},
		{"holiday.zip", zipOf(t, member{"photos/beach.txt", "sand"}), "This zip holds no Copilot data"},
		{"hollow.zip", zipOf(t), "This zip is empty"},
		{"stump.zip", home[:40], "The zip is cut"},
	} {
		b.dropBytes(c.name, c.body)
		said := b.alert()
		t.Logf("%-12s %s", c.name, said)
		if !strings.Contains(said, c.want) {
			t.Errorf("of %s the page says %q, want %q in it", c.name, said, c.want)
		}
		if !plainSentence(said) {
			t.Errorf("of %s the page says %q, which is no plain sentence", c.name, said)
		}
		b.see("#idle", "Choose a file")
		if c.name == "locked.zip" { // the sentence can be put away, and a choice puts it away too
			b.click("#alert button", "Close")
			b.wait("the sentence to go", `!document.querySelector('#alert').hasChildNodes()`)
		}
		b.dropBytes("tiny.zip", home)
		b.opened("tiny.zip")
		b.see(".asked", "is the kettle on?")
		b.wait("no sentence beside an archive that opened", `!document.querySelector('#alert').hasChildNodes()`)
	}
}

// plainSentence reports whether a text reads as one thing said to a person: it begins
// with a capital or a name in quotes, and no jargon of errors stands in it.
func plainSentence(s string) bool {
	for _, jargon := range []string{"Error", "error:", "EOF", "panic", "undefined", "null", "runtime", "\n"} {
		if strings.Contains(s, jargon) {
			return false
		}
	}
	return len(s) > 20 && (s[0] >= 'A' && s[0] <= 'Z' || strings.HasPrefix(s, "“"))
}

// Damage that leaves something to show is a problem of the archive that opens.
func TestDamageInside(t *testing.T) {
	t.Parallel()
	b := openPage(t, newSite(t).url)
	whole := tiny(t, member{".copilot/config.json", "{}"})
	for _, c := range []struct {
		name string
		body []byte
		want string // among the problems
	}{
		{"no-database.zip", tiny(t, member{".copilot/session-store.db", ""}), "session-store.db"},
		{"cut.zip", whole[:len(whole)-60], "The zip is cut"},
	} {
		b.dropBytes(c.name, c.body)
		b.opened(c.name)
		b.see(".asked", "is the kettle on?")
		b.follow("#/problems")
		b.settled()
		b.see(".pr", "")
		problems := strings.Join(b.texts(".pr"), "\n")
		t.Logf("%s: %s", c.name, problems)
		if !strings.Contains(problems, c.want) {
			t.Errorf("%s: want a problem with %q, got %q", c.name, c.want, problems)
		}
		if strings.Contains(problems, "internal") {
			t.Errorf("%s: a fault of ours is listed: %s", c.name, problems)
		}
	}
}

// inLog is a deed in the worker whenever it tells that it reads an event log.
const inLog = `{ const tell = flightlogProgress; flightlogProgress = (...told) => { tell(...told); if (told[3].endsWith('events.jsonl')) %s; }; } undefined`

// A worker that dies while it reads becomes a message that names the file; the next
// archive opens.
func TestDeath(t *testing.T) {
	t.Parallel()
	big := shared(t, "real/big.zip")
	const words = `{ fs.writeSync(2, new TextEncoder().encode('%s')); setTimeout(() => { throw new Error('the program ended'); }); }`
	for name, c := range map[string]struct{ deed, says string }{
		"exception":      {`setTimeout(() => { throw new Error('a fault made by the test'); })`, "a fault made by the test"},
		"rejection":      {`Promise.reject(new Error('a fault made by the test'))`, "a fault made by the test"},
		"panic":          {fmt.Sprintf(words, `panic: a fault made by the test\n\ngoroutine 1 [running]:\n`), "panic: a fault made by the test"},
		"stack overflow": {fmt.Sprintf(words, `runtime: goroutine stack exceeds 1000000000-byte limit\nfatal error: stack overflow\n`), "nested too deep"},
		"deep in wasm":   {`setTimeout(() => { throw new RangeError('Maximum call stack size exceeded'); })`, "nested too deep"},
		"out of memory":  {fmt.Sprintf(words, `fatal error: runtime: out of memory\n`), "It needed more memory than a tab may have"},
	} {
		t.Run(name, func(t *testing.T) {
			b := openPage(t, newSite(t).url)
			b.ready()
			b.inWorker(fmt.Sprintf(inLog, c.deed))
			b.choose(big)
			said := b.alert()
			t.Log(said)
			for _, want := range []string{"events.jsonl in hand", c.says, "big.zip was not opened"} {
				if !strings.Contains(said, want) {
					t.Errorf("the page says %q, want %q in it", said, want)
				}
			}
			b.see("#idle", "Choose a file")
			b.click("#alert button", "Open it without that file")
			b.opened("big.zip")
			b.follow("#/problems")
			b.see(".pr", "was left out, as was asked")
			b.dropBytes("tiny.zip", tiny(t))
			b.opened("tiny.zip")
			b.see(".asked", "is the kettle on?")
		})
	}
}

// Where a limit was met, the page says so and opens the archive again with higher ones.
func TestLimitsRaised(t *testing.T) {
	t.Parallel()
	b := openPage(t, fileURL())
	b.ready()
	b.dropBytes("large.zip", tiny(t, member{".copilot/session-state/5e55a0a1-0000-4000-8000-00000000000a/workspace.yaml", "name: found\n" + strings.Repeat("# a comment\n", 120_000)}))
	b.opened("large.zip")
	b.follow("#/problems")
	b.see(".pr", "unpacks to more than 1,048,576 bytes")
	b.see("#main", "A limit was met")
	b.click("#main button", "Open again with higher limits")
	b.wait("the archive again", `archive?.raised === 4`)
	b.opened("large.zip")
	b.follow("#/files")
	b.see("#rail", "found")
	b.follow("#/problems")
	b.see(".empty h2", "No problems")
}

// A worker that dies while an archive is on the screen leaves it there, and the archive
// can be opened again without the file at hand.
func TestDeathLater(t *testing.T) {
	t.Parallel()
	b := openPage(t, newSite(t).url)
	b.ready()
	b.dropBytes("tiny.zip", tiny(t))
	b.opened("tiny.zip")
	b.inWorker(`setTimeout(() => { throw new Error('a fault made by the test'); }); undefined`)
	said := b.alert()
	t.Log(said)
	if !strings.Contains(said, "tiny.zip") || !strings.Contains(said, "What is on the screen stays") {
		t.Errorf("the page says %q", said)
	}
	b.see(".asked", "is the kettle on?")
	b.click("#alert button", "Open it again")
	b.wait("a new frame", `archive?.name === 'tiny.zip'`)
	b.opened("tiny.zip")
	b.follow("#/files")
	b.see(".fl", "events.jsonl")
}

// watchTitles keeps the name of every archive that was ever on the screen.
func (b *tab) watchTitles() {
	b.Helper()
	js[chromedp.Void](b, `globalThis.titles = new Set(), new MutationObserver(() => {
		const title = document.querySelector('.archive b')?.textContent;
		if (title) titles.add(title);
	}).observe(document.querySelector('#app'), { childList: true, subtree: true }), undefined`)
}

// Reading can be cancelled in its middle, or overtaken by another archive; what was left
// never shows up.
func TestCancel(t *testing.T) {
	t.Parallel()
	big, daily := shared(t, "real/big.zip"), shared(t, "real/daily.zip")
	for name, deed := range map[string]string{
		"while it listens": `{ const end = performance.now() + 100; while (performance.now() < end); }`,
		"while it is deaf": `{ const end = performance.now() + 20000; while (performance.now() < end); }`,
	} {
		t.Run(name, func(t *testing.T) {
			b := openPage(t, newSite(t).url)
			b.ready()
			b.watchTitles()
			b.inWorker(fmt.Sprintf(inLog, deed))
			b.choose(big)
			b.see("#busy-at", "events.jsonl")
			b.see("#busy-count", "MB of ")
			asked := time.Now()
			b.click("#busy button", "Cancel")
			b.see("#app", "Cancelled. big.zip was not opened.")
			b.see("#idle", "Choose a file")
			b.choose(daily)
			b.opened("daily.zip")
			t.Logf("from Cancel to daily.zip on the screen: %.1f s", time.Since(asked).Seconds())
			b.only("daily.zip")
		})
	}
	t.Run("overtake", func(t *testing.T) {
		b := openPage(t, newSite(t).url)
		b.ready()
		b.watchTitles()
		b.inWorker(fmt.Sprintf(inLog, `{ const end = performance.now() + 20000; while (performance.now() < end); }`))
		b.choose(big)
		b.see("#busy-at", "events.jsonl")
		b.dropFile(daily)
		b.opened("daily.zip")
		b.only("daily.zip")
	})
}

// only asserts that no other archive was ever shown, after the program answered once more.
func (b *tab) only(name string) {
	b.Helper()
	b.follow("#/files")
	b.settled()
	if got := js[[]string](b, "[...titles]"); len(got) != 1 || got[0] != name {
		b.Errorf("want %s alone on the screen, got %q", name, got)
	}
}

// On a slow line the shell is there long before the program; a file that is dropped
// meanwhile is opened as soon as the program runs.
func TestDroppedEarly(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	release := s.holdProgram()
	b := newTab(t)
	go func() { _ = chromedp.Do(b.ctx, chromedp.Navigate(s.url)) }()
	b.wait("the shell", `!!document.querySelector('#idle') && typeof take === 'function' && document.readyState === 'loading'`)
	b.see("h1", "Nothing leaves this tab")
	b.dropBytes("early.zip", tiny(t))
	b.see("#busy", "early.zip")
	release()
	b.opened("early.zip")
	b.see(".asked", "is the kettle on?")
}

// Another process may change the file between the choice and the reading.
func TestFileGone(t *testing.T) {
	t.Parallel()
	b := openPage(t, newSite(t).url)
	b.ready()
	path := saved(t, "gone.zip", tiny(t))
	js[chromedp.Void](b, `globalThis.held = openFile, openFile = (file) => { file.size; globalThis.late = file; }, undefined`) // the browser remembers what it was asked of
	b.choose(path)
	b.wait("the file", "globalThis.late")
	if err := os.WriteFile(path, []byte("something else"), 0o600); err != nil {
		t.Fatal(err)
	}
	later := time.Now().Add(time.Hour)
	if err := os.Chtimes(path, later, later); err != nil {
		t.Fatal(err)
	}
	js[chromedp.Void](b, `openFile = held, openFile(late), undefined`)
	said := b.alert()
	if !strings.Contains(said, "moved, changed or locked") {
		t.Errorf("of a file that changed since it was chosen the page says %q", said)
	}
	b.dropBytes("tiny.zip", tiny(t))
	b.opened("tiny.zip")
}
