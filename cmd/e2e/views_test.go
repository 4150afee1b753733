package e2e

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	encoder "image/png"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// number reads the first number of a text, thousands separators in it.
func number(t testing.TB, text string) int {
	t.Helper()
	m := regexp.MustCompile(`\d[\d,]*`).FindString(text)
	n, err := strconv.Atoi(strings.ReplaceAll(m, ",", ""))
	if err != nil {
		t.Fatalf("there is no number in %q", text)
	}
	return n
}

// TestAllEvents: one timeline over every session and store of an archive. Its filters narrow
// it to as many rows as they say, its days lead to where they begin, what has no time has a
// place of its own at the end, and a row opens its session at that row.
func TestAllEvents(t *testing.T) {
	t.Parallel()
	b := openPage(t, newSite(t).url)
	for _, name := range []string{"daily.zip", "mcp-open.zip", "denied.zip", "cut.zip"} {
		path := shared(t, "real/"+name)
		want := check(t, path)
		b.dropFile(path)
		b.opened(name)
		b.click(`.rail a[href="#/all"]`, "All events")
		b.arrived("#/all")
		b.settled()
		all := number(t, b.text("#main h1 small"))
		if inRail := number(t, b.text(`.rail a[href="#/all"] .n`)); all != inRail || all < want.Totals.Events {
			t.Errorf("%s: %d records, the rail says %d, check %d events", name, all, inRail, want.Totals.Events)
		}
		allDays(b, name, all)
		allFilters(b, name, all)
		allRows(b, name)
		dropped(b)
	}
	if said := b.remarks(); len(said) > 0 {
		t.Errorf("the browser remarked %q", said)
	}
}

// allDays follows every day: its heading is then on top, with as many records as the day
// says, which together are all.
func allDays(b *tab, name string, all int) {
	b.Helper()
	type day struct {
		Href, Text string
		N          string
	}
	days := js[[]day](b, `[...document.querySelectorAll('.days a')].map((a) => ({ Href: a.getAttribute('href'), Text: a.firstChild.data.trim(), N: a.querySelector('span').textContent }))`)
	sum := 0
	for _, d := range days {
		sum += number(b, d.N)
		b.follow(d.Href)
		b.wait("the heading of "+d.Text+" in sight", `(text) => [...document.querySelectorAll('.ev.day')].some((e) => { const box = e.getBoundingClientRect(); return e.innerText.includes(text) && box.top >= 0 && box.bottom <= innerHeight; })`, d.Text)
		b.see(".ev.day", d.Text+" "+d.N+" record")
		b.see(`.days [aria-current=true]`, d.Text)
	}
	if sum != all {
		b.Errorf("%s: the days have %d records together, the page %d", name, sum, all)
	}
	if last := days[len(days)-1]; strings.Contains(last.Text, "No time") {
		b.settled()
		b.see(".ev.al .tm", "no time")
	} else if name != "cut.zip" {
		b.Errorf("%s: nothing without a time stands at the end: %q", name, last.Text)
	}
	b.follow("#/all")
	b.settled()
}

// allFilters takes the first choices of every facet: as many rows as it says are left.
func allFilters(b *tab, name string, all int) {
	b.Helper()
	type choice struct {
		Href, Name string
		N          string
	}
	choices := js[[]choice](b, `[...document.querySelectorAll('.facet')].flatMap((f) => [...f.querySelectorAll('.choice:not(.zero)')].slice(0, 2))
		.map((a) => ({ Href: a.getAttribute('href'), Name: a.querySelector('.t').textContent, N: a.querySelector('.n').textContent }))`)
	if len(choices) < 4 {
		b.Errorf("%s: only %d choices", name, len(choices))
	}
	for _, c := range choices {
		b.follow(c.Href)
		b.see(".facets .sum", fmt.Sprintf("%s of %s record", c.N, grouped(all)))
		b.see(`.choice[aria-current=true] .t`, c.Name)
		b.settled()
		headings := len(b.texts(".days a"))
		if rows := number(b, js[string](b, `document.querySelector('#main [data-list]').dataset.count`)); rows != number(b, c.N)+headings {
			b.Errorf("%s: the list of %s has %d rows, %s records on %d days", name, c.Name, rows, c.N, headings)
		}
	}
	b.click(".facets .sum a", "Clear all")
	b.arrived("#/all")
	b.settled()
}

// allRows opens rows of the list, of a session and of another file, and comes back.
func allRows(b *tab, name string) {
	b.Helper()
	hrefs := js[[]string](b, `[...document.querySelectorAll('.ev.al a.s')].map((a) => a.getAttribute('href'))`)
	opened := map[bool]int{} // a session's row, or another's
	for _, href := range hrefs {
		inSession := strings.HasPrefix(href, "#/s/")
		if opened[inSession]++; opened[inSession] > 2 {
			continue
		}
		js[any](b, `(href) => document.querySelector('.ev.al a.s[href="' + href + '"]').click()`, href)
		b.arrived(href)
		b.settled()
		if inSession {
			b.wait("the row of "+href+" in sight", `() => { const row = document.querySelector('#main .sel'); if (!row) return false; const box = row.getBoundingClientRect(); return box.bottom > 0 && box.top < innerHeight; }`, "")
			b.see(".panel", "line")
		} else {
			b.see("#main", "")
		}
		js[any](b, "history.back()")
		b.arrived("#/all")
		b.settled()
	}
	if opened[true] == 0 {
		b.Errorf("%s: no row leads to a session", name)
	}
}

// filesHome is a home with a file of every kind that has a view, and the bytes of each.
func filesHome(t *testing.T) ([]byte, map[string]string) {
	t.Helper()
	var picture bytes.Buffer
	if err := encoder.Encode(&picture, image.NewRGBA(image.Rect(0, 0, 12, 8))); err != nil {
		t.Fatal(err)
	}
	const id = "5e55a0a1-0000-4000-8000-000000000001"
	var h history
	h.add("session.start", obj{"sessionId": id, "copilotVersion": "1.0.102", "context": obj{"cwd": "/srv/demo"}})
	h.add("user.message", obj{"content": "Look at the files"})
	var log strings.Builder
	for i := range 400 {
		level := [...]string{"INFO", "INFO", "WARNING", "ERROR"}[i%4]
		fmt.Fprintf(&log, "2026-10-01T09:%02d:%02d.000Z [%s] entry %d of session %s\n", i/60, i%60, level, i, id)
		if i%4 == 3 {
			fmt.Fprintf(&log, "    at the second line of entry %d\n", i)
		}
	}
	files := map[string]string{
		"session-state/" + id + "/events.jsonl": h.text(), "session-state/" + id + "/workspace.yaml": "id: " + id + "\nname: Of every kind\ncwd: /srv/demo\n",
		"session-state/" + id + "/files/notes.json": `{"name":"Notes","list":[1,2,3]}`, "session-state/" + id + "/files/conf.yaml": "name: value\nlist:\n  - one\n",
		"session-state/" + id + "/files/read.md": "# A heading\n\nWith *words*.\n", "session-state/" + id + "/files/picture.png": picture.String(),
		"session-state/" + id + "/files/bytes.bin": "\x00\x01\x02\xff" + strings.Repeat("bytes of no text ", 20), "session-state/" + id + "/files/main.go": "package main\n\nfunc main() {}\n",
		"session-state/" + id + "/files/empty.txt": "", "logs/process-1790845199000-4242.log": log.String(),
	}
	var members []member
	for name, body := range files {
		members = append(members, member{".copilot/" + name, body})
	}
	return zipOf(t, members...), files
}

// fileNamed answers the number of a file, whose row is scrolled to on the page of files.
func (b *tab) fileNamed(path string) string {
	b.Helper()
	b.follow("#/files")
	b.settled()
	b.wait(path+" among the files", `(path) => {
		const main = $('main');
		if (document.querySelector('.fl .path[title$="' + path + '"] a')) return true;
		if (![...mainList().shown.values()].every((chunk) => chunk.firstElementChild)) return false;
		const was = main.scrollTop;
		main.scrollBy(0, innerHeight / 3);
		if (main.scrollTop === was) main.scrollTo(0, 0);
		return false;
	}`, path)
	href := js[string](b, `(path) => document.querySelector('.fl .path[title$="' + path + '"] a').getAttribute('href')`, path)
	return href[strings.LastIndexByte(href, '-')+1:]
}

// TestFileViews: the tree of the files, and a view for each kind of them.
func TestFileViews(t *testing.T) {
	t.Parallel()
	home, files := filesHome(t)
	b := openArchive(t, newSite(t).url, saved(t, "kinds.zip", home))
	b.follow("#/files")
	b.settled()
	if n := number(t, b.text("#main h1 small")); n != len(files) {
		t.Errorf("the page of files says %d, the archive has %d", n, len(files))
	}
	b.see(".fl.folder", "files/")
	// A row's panel says what became of the file and leads to its view.
	b.click(".fl .path a", "notes.json")
	b.see(".panel h2", "notes.json")
	b.click(".panel a.btn", "Open the file")
	b.see("#main h1", "notes.json")
	b.see("#main pre.code", `"name": "Notes"`)

	for path, see := range map[string][2]string{
		"files/conf.yaml": {"pre.code", "name: value"}, "files/read.md": {".prose h3", "A heading"}, "files/main.go": {"pre.code .kw", "package"},
		"workspace.yaml": {"#main", "Of every kind"}, "events.jsonl": {".lines [data-i]", "user.message"}, "files/bytes.bin": {".lines [data-i] .s", "00 01 02 ff"},
	} {
		b.follow("#/file/" + b.fileNamed(path))
		b.settled()
		b.see("#main h1", path[strings.LastIndexByte(path, '/')+1:])
		b.see("#main "+strings.TrimPrefix(see[0], "#main"), see[1])
	}
	b.follow("#/file/" + b.fileNamed("files/empty.txt"))
	b.see("#main .empty", "empty")
	b.follow("#/file/" + b.fileNamed("files/picture.png"))
	b.wait("the picture", `(() => { const img = document.querySelector('#main .picture img'); return img?.complete && img.naturalWidth === 12 && img.naturalHeight === 8; })()`)

	// The SHA-256 is computed when it is asked for, and is the file's.
	if b.text("#main .facts .id code") != "" {
		t.Error("a SHA-256 stands there before anybody asked")
	}
	b.click("#main [data-arg='!file/+sum']", "Compute its SHA-256")
	sum := sha256.Sum256([]byte(files["session-state/5e55a0a1-0000-4000-8000-000000000001/files/picture.png"]))
	b.see("#main .facts .id code", hex.EncodeToString(sum[:]))
	b.see("#main h1", "picture.png")
	if said := b.remarks(); len(said) > 0 {
		t.Errorf("the browser remarked %q", said)
	}
}

// TestProcessLog: a process log line by line: levels are left out and taken in again, an
// entry of several lines is one in the panel, and it leads to the session that it names.
func TestProcessLog(t *testing.T) {
	t.Parallel()
	home, _ := filesHome(t)
	b := openArchive(t, newSite(t).url, saved(t, "kinds.zip", home))
	page := "#/file/" + b.fileNamed("process-1790845199000-4242.log")
	b.follow(page)
	b.settled()
	rows := func() int {
		return number(t, js[string](b, `document.querySelector('#main [data-list]').dataset.count`))
	}
	if rows() != 500 {
		t.Errorf("%d rows for 400 entries, 100 of them of two lines", rows())
	}
	for _, level := range []struct {
		name  string
		lines int
	}{{"INFO", 200}, {"WARNING", 100}} {
		before := rows()
		chip := "#main .chip[data-arg='!file/+" + level.name + "']"
		b.see(chip+"[aria-pressed=true]", level.name+" "+grouped(level.lines))
		b.click(chip, level.name)
		b.see(chip+"[aria-pressed=false]", level.name)
		b.settled()
		if rows() != before-level.lines {
			t.Errorf("without %s %d rows of %d are left", level.name, rows(), before)
		}
	}
	for _, row := range b.texts(".lines [data-i]") {
		if strings.Contains(row, "[INFO]") || strings.Contains(row, "[WARNING]") {
			t.Errorf("a level that is left out is shown: %q", row)
		}
	}
	b.see(".lines [data-i]", "[ERROR] entry 3 of session")
	b.click(".lines [data-i] a", "entry 3 of session")
	b.see(".panel", "[ERROR] entry 3 of session")
	b.see(".panel", "at the second line of entry 3")
	b.see(".panel dd", "ERROR")
	b.click(".panel a", "Of every kind")
	b.arrived("#/s/5e55a0a1-0000-4000-8000-000000000001")
	js[any](b, "history.back()")
	b.see(".panel", "entry 3 of session")
	b.click("#main .chip[data-arg='!file/+INFO']", "INFO")
	b.see("#main .chip[data-arg='!file/+INFO'][aria-pressed=true]", "INFO")
	if said := b.remarks(); len(said) > 0 {
		t.Errorf("the browser remarked %q", said)
	}
}

// TestFilesOfGenuineArchives: every file of the tree has a view that opens, and the tables
// of a database are told by their names.
func TestFilesOfGenuineArchives(t *testing.T) {
	t.Parallel()
	b := openPage(t, newSite(t).url)
	for _, name := range []string{"daily.zip", "mcp-open.zip", "denied.zip", "cut.zip"} {
		b.dropFile(shared(t, "real/"+name))
		b.opened(name)
		b.follow("#/files")
		b.settled()
		paths := js[[]string](b, `[...document.querySelectorAll('.fl .path a')].map((a) => a.closest('.path').title)`)
		if len(paths) < 5 {
			t.Errorf("%s: %d files on the first screen", name, len(paths))
		}
		seen := map[string]bool{}
		for _, path := range paths {
			kind := path[strings.LastIndexByte(path, '.')+1:]
			if seen[kind] {
				continue
			}
			seen[kind] = true
			b.follow("#/file/" + b.fileNamed(path))
			b.settled()
			b.see("#main h1", path[strings.LastIndexByte(path, '/')+1:])
			b.wait("something of "+path, `!!document.querySelector('#main :is(.lines [data-i], .gr[data-i], pre, .prose, dl, .empty, .picture, table)')`)
		}
		b.follow("#/file/" + b.fileNamed("session-store.db"))
		if name == "cut.zip" { // its write-ahead log, where all tables were, is not in the archive
			b.see("#main .note", "The database holds no tables")
			dropped(b)
			continue
		}
		b.click("#main .tabs a", "sessions")
		b.see("#main .tabs [aria-current=page]", "sessions")
		b.see("#main .grid .gr.hd", "id")
		b.see("#main .gr[data-i]", "")
		b.click("#main .gr[data-i] a", "")
		b.see(".panel", "rowid")
		dropped(b)
	}
	if said := b.remarks(); len(said) > 0 {
		t.Errorf("the browser remarked %q", said)
	}
}
