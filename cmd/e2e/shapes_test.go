package e2e

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// give answers the file chooser that a button opens with these paths.
func (b *tab) give(button string, paths ...string) {
	b.Helper()
	call(b, page.SetInterceptFileChooserDialog, page.SetInterceptFileChooserDialogParams{Enabled: true})
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	choosers := chromedp.Events(ctx, page.FileChooserOpened)
	b.click(button, "")
	for chooser, err := range choosers {
		if err != nil {
			b.Fatalf("no file chooser came: %v\n%s", err, b.state())
		}
		call(b, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: paths, BackendNodeID: chooser.BackendNodeID})
		return
	}
}

// laid writes members below a folder of the test and gives it.
func laid(t testing.TB, members ...member) string {
	t.Helper()
	dir := t.TempDir()
	for _, m := range members {
		full := filepath.Join(dir, filepath.FromSlash(m.name))
		err := os.MkdirAll(filepath.Dir(full), 0o700)
		if err == nil {
			err = os.WriteFile(full, []byte(m.body), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func tarGzOf(t testing.TB, members ...member) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	w := tar.NewWriter(z)
	for _, m := range members {
		err := w.WriteHeader(&tar.Header{Name: m.name, Size: int64(len(m.body)), Mode: 0o600, Typeflag: tar.TypeReg})
		if err == nil {
			_, err = w.Write([]byte(m.body))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// kettle is a home of two sessions, with what the browser must not stumble over: an
// empty session folder, and a tree of many files that are no history.
func kettle(skipped int) []member {
	var members []member
	for i, prompt := range []string{"is the kettle on?", "and the lamp?"} {
		id := fmt.Sprintf("5e55a0a1-0000-4000-8000-00000000007%d", i+1)
		var h history
		h.add("session.start", obj{"sessionId": id, "copilotVersion": "1.0.102", "context": obj{"cwd": "/srv/tiny"}})
		h.add("user.message", obj{"content": prompt})
		h.add("assistant.message", obj{"content": "It is."})
		members = append(members, member{".copilot/session-state/" + id + "/events.jsonl", h.text()})
	}
	members = append(members, member{".copilot/config.json", "{}"})
	for i := range skipped {
		members = append(members, member{fmt.Sprintf(".copilot/pkg/universal/1.0.102/some/folder-%d/file-%d.js", i/100, i), "hello"})
	}
	return members
}

// The same home through every door, from a host and from disk: the same sessions.
func TestShapes(t *testing.T) {
	home := kettle(250)
	dir := laid(t, home...)
	const empty = "5e55a0a1-0000-4000-8000-000000000079"
	if err := os.Mkdir(filepath.Join(dir, ".copilot", "session-state", empty), 0o700); err != nil {
		t.Fatal(err)
	}
	log := filepath.Join(dir, filepath.FromSlash(home[0].name))
	second := filepath.Join(dir, filepath.FromSlash(home[1].name))
	packed := saved(t, "home.tar.gz", tarGzOf(t, home...))
	origins(t, func(t *testing.T, url string) {
		b := openPage(t, url)
		b.ready()
		b.see("#how", "Drop a zip, a tar.gz, the folder itself, or a single events.jsonl")

		b.give("[data-do=open]", packed)
		b.opened("home.tar.gz")
		b.see(".archive .sum", "2 sessions 6 events")
		b.see("nav", "253")

		b.dropFile(dir + "/.copilot")
		b.opened(".copilot")
		b.see(".archive .sum", "3 sessions 6 events") // the drop knows the empty folder too
		b.openSession("5e55a0a1-0000-4000-8000-000000000071")
		b.see(".asked", "is the kettle on?")
		b.follow("#/files")
		b.settled()
		b.see(".fl", ".copilot/pkg/")

		b.dropFile(log)
		b.opened("events.jsonl")
		b.see(".archive .sum", "1 session 3 events")
		b.openSession("5e55a0a1-0000-4000-8000-000000000071")
		b.see(".asked", "is the kettle on?")

		if strings.HasPrefix(url, "http") { // the way of browsers that give no handles
			js[chromedp.Void](b, `delete DataTransferItem.prototype.getAsFileSystemHandle, undefined`)
			b.dropFile(dir)
			b.opened(filepath.Base(dir))
			b.see(".archive .sum", "3 sessions 6 events")
		}

		b.click("[data-do=close]", "")
		b.see("#idle", "Choose a folder")
		b.give("[data-do=folder]", filepath.Join(dir, ".copilot"))
		b.opened(".copilot")
		b.see(".archive .sum", "2 sessions 6 events")

		b.click("[data-do=close]", "")
		b.give("[data-do=open]", log, second)
		b.opened("events.jsonl and 1 more")
		b.see(".archive .sum", "2 sessions 6 events")
		b.see(".mute", "0 requests recorded since load")
	})
}

// Several things that are nothing, and a folder of something else, get one sentence.
func TestShapesRefused(t *testing.T) {
	t.Parallel()
	dir := laid(t, member{"photos/beach.txt", "sand"}, member{"photos/hut.txt", "wood"})
	b := openPage(t, newSite(t).url)
	b.ready()
	b.dropFile(filepath.Join(dir, "photos"))
	if said := b.alert(); !strings.Contains(said, "This folder holds no Copilot data") || !plainSentence(said) {
		t.Errorf("of a folder of photos the page says %q", said)
	}
	b.give("[data-do=open]", filepath.Join(dir, "photos", "beach.txt"), filepath.Join(dir, "photos", "hut.txt"))
	b.wait("another sentence", `document.querySelector('#alert').firstChild?.data.includes('None of these 2 files')`)
	b.dropBytes("tiny.zip", tiny(t))
	b.opened("tiny.zip")
}

// A folder of thousands of files: only what is history is opened. Gathering them can be
// cancelled, and be overtaken by another archive.
func TestLargeFolder(t *testing.T) {
	t.Parallel()
	dir := laid(t, kettle(6000)...)
	b := openPage(t, newSite(t).url)
	b.ready()
	began := time.Now()
	b.dropFile(filepath.Join(dir, ".copilot"))
	b.opened(".copilot")
	t.Logf("a folder of 6,003 files, from the drop to the screen: %.2f s", time.Since(began).Seconds())
	b.see(".archive .sum", "2 sessions 6 events")
	b.see("nav", "6,003")

	js[chromedp.Void](b, `{ const quick = fileOf; fileOf = async (thing) => { await new Promise((done) => setTimeout(done, 150)); return quick(thing); }; } undefined`)
	b.dropFile(filepath.Join(dir, ".copilot"))
	b.see("#busy", "Reading .copilot")
	b.see("#busy-count", "files and folders found")
	b.click("#busy button", "Cancel")
	b.see("#app", "Cancelled. .copilot was not opened.")
	b.watchTitles() // the first .copilot has left the screen
	b.dropBytes("tiny.zip", tiny(t))
	b.opened("tiny.zip")

	b.dropFile(filepath.Join(dir, ".copilot"))
	b.see("#busy-count", "files and folders found")
	b.dropBytes("tiny.zip", tiny(t))
	b.opened("tiny.zip")
	time.Sleep(time.Second) // what was overtaken would have been there by now
	b.only("tiny.zip")
}
