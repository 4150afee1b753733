package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// record is what the tests read of an event by themselves, to hold the page against.
type record struct {
	Type string `json:"type"`
	Time string `json:"timestamp"`
	Data struct {
		Content   string          `json:"content"`
		CallID    string          `json:"toolCallId"`
		Tool      string          `json:"toolName"`
		Arguments json.RawMessage `json:"arguments"`
		Success   *bool           `json:"success"`
		Shell     struct {
			ExitCode int `json:"exitCode"`
		} `json:"shellExecution"`
		Error struct {
			Code string `json:"code"`
		} `json:"error"`
		Result struct {
			Content string `json:"content"`
		} `json:"result"`
	} `json:"data"`
}

// records reads the lines of a log; a line that is no JSON gives a record without a type.
func records(lines []string) []record {
	out := make([]record, len(lines))
	for i, line := range lines {
		_ = json.Unmarshal([]byte(line), &out[i])
	}
	return out
}

// sessionDirs answers the ids of an archive's session folders, the largest log first.
func sessionDirs(files map[string]string) []string {
	logs := map[string]int{}
	for name, body := range files {
		parts := strings.Split(name, "/")
		if len(parts) < 4 || parts[1] != "session-state" || strings.HasPrefix(parts[2], ".") {
			continue
		}
		logs[parts[2]] += 0
		if parts[3] == "events.jsonl" {
			logs[parts[2]] = len(body)
		}
	}
	var ids []string
	for id := range logs {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b string) int { return logs[b] - logs[a] })
	return ids
}

// An archive goes in by every door, from a host and from disk; the next one takes the
// place of the one before.
func TestOpen(t *testing.T) {
	seed, daily := shared(t, "seed/seed.zip"), shared(t, "real/daily.zip")
	folders := sessionDirs(contents(t, daily))
	seedBytes, err := os.ReadFile(seed)
	if err != nil {
		t.Fatal(err)
	}
	origins(t, func(t *testing.T, url string) {
		b := openPage(t, url)
		b.see("h1", "Nothing leaves this tab")
		b.choose(seed)
		b.opened("seed.zip")
		if got := oneLine(b.text(".archive .sum")); got != "1 session 34 events 10.3 kB" {
			t.Errorf("of seed.zip the bar says %q", got)
		}

		b.dropFile(daily)
		b.opened("daily.zip")
		if got := oneLine(b.text(".archive .sum")); got != "17 sessions 1,090 events 830 kB" { // 1,087 lines and 3 rows of the deleted session
			t.Errorf("of daily.zip the bar says %q", got)
		}
		links := js[[]string](b, `[...document.querySelectorAll('.rail a.sess')].map((a) => a.hash.slice(4))`)
		var recovered []string
		for _, id := range links {
			if !slices.Contains(folders, id) {
				recovered = append(recovered, id)
			}
		}
		if len(links) != 17 || len(folders) != 16 || len(recovered) != 1 {
			t.Fatalf("want the 16 folders and 1 session of the database, got %v beside %v", links, folders)
		}
		b.see(`.rail a.gone[href="#/s/`+recovered[0]+`"] .tag`, "recovered")
		b.openSession(recovered[0])
		b.see(".head .note", "Only session-store.db still knows this session")
		b.see(".asked .prompt", "")

		b.dropBytes("again.zip", seedBytes)
		b.opened("again.zip")
		if got := b.texts(".rail a.sess .t"); len(got) != 1 || got[0] != "Fix failing test" {
			t.Errorf("after a third archive the rail shows %q", got)
		}
		b.see(".mute", "0 requests recorded since load")
	})
}

// A session is told as turns, prompts, replies and one row a call; a row opens to the
// arguments and the output.
func TestConversation(t *testing.T) {
	t.Parallel()
	daily := shared(t, "real/daily.zip")
	files := contents(t, daily)
	id := sessionDirs(files)[0]
	all := records(logOf(t, files, id))
	b := openArchive(t, newSite(t).url, daily)
	b.openSession(id)

	prompt := slices.IndexFunc(all, func(r record) bool { return r.Type == "user.message" })
	b.see(".turn h2", "1")
	b.see(".asked .prompt", oneLine(all[prompt].Data.Content))
	reply := slices.IndexFunc(all, func(r record) bool { return r.Type == "assistant.message" && r.Data.Content != "" })
	b.see(".said .prose", strings.Fields(all[reply].Data.Content)[0])

	failed := slices.IndexFunc(all, func(r record) bool { return r.Data.Success != nil && *r.Data.Success && r.Data.Shell.ExitCode == 1 })
	start := slices.IndexFunc(all, func(r record) bool {
		return r.Type == "tool.execution_start" && r.Data.CallID == all[failed].Data.CallID
	})
	var args struct{ Command string }
	if err := json.Unmarshal(all[start].Data.Arguments, &args); err != nil {
		t.Fatal(err)
	}
	b.follow(fmt.Sprintf("#/s/%s/events-%d", id, failed+1))
	b.settled()
	b.see(".call .row", args.Command)
	row := `(command) => { const row = [...document.querySelectorAll('.call')].find((r) => r.innerText.includes(command)); `
	if got := js[string](b, row+`return row.querySelector('.tag.bad').innerText; }`, args.Command); got != "exit 1" {
		t.Errorf("a call with success true and exit code 1 is marked %q", got)
	}

	b.click(".call button[data-act=toggle]", args.Command)
	b.wait("the row to open", row+`return row.querySelector('[aria-expanded=true]') && row.querySelectorAll('.open pre').length >= 1; }`, args.Command)
	inside := js[string](b, row+`return row.querySelector('.open').textContent; }`, args.Command)
	for _, want := range []string{args.Command, "AssertionError", "assert f_to_c(212) == 100"} {
		if !strings.Contains(inside, want) {
			t.Errorf("the open row lacks %q: %s", want, inside)
		}
	}
	b.click(".call button[data-act=toggle]", args.Command)
	b.wait("the row to close", row+`return row.querySelector('[aria-expanded=false]') && !row.querySelector('.open'); }`, args.Command)

	denied := slices.IndexFunc(all, func(r record) bool { return r.Data.Error.Code == "denied" })
	b.follow(fmt.Sprintf("#/s/%s/events-%d", id, denied+1))
	b.settled()
	b.see(".call .tag", "you denied it")
	b.see(".panel .inspector", "denied")
}

// A call that never ended, and one that a rule refused, are told as such.
func TestOutcomes(t *testing.T) {
	t.Parallel()
	b := openPage(t, newSite(t).url)
	for _, c := range []struct{ archive, session, word string }{
		{"killed-open.zip", "7e0fc5ab-1f55-4702-82df-24fd27dcab54", "no result recorded"},
		{"denied.zip", "0112f169-87ef-4fc3-aa95-a40c7aa26d4b", "denied"},
	} {
		b.dropFile(shared(t, "real/"+c.archive))
		b.opened(c.archive)
		b.openSession(c.session)
		b.see(".call .tag", c.word)
		if ok := b.texts(".call .tag.ok"); slices.Contains(ok, c.word) {
			t.Errorf("%s: %q stands in the colour of a success", c.archive, c.word)
		}
	}
}

// Every event has its row, and the record that a reader takes away is the file's bytes.
func TestRawLine(t *testing.T) {
	daily := shared(t, "real/daily.zip")
	files := contents(t, daily)
	id := sessionDirs(files)[0]
	lines := logOf(t, files, id)
	all := records(lines)
	longest := 0
	for i := range lines {
		if len(lines[i]) > len(lines[longest]) {
			longest = i
		}
	}
	origins(t, func(t *testing.T, url string) {
		b := openArchive(t, url, daily)
		b.openSession(id)
		b.click(".tabs a", "Events")
		b.arrived("#/s/" + id + "/events")
		b.settled()
		b.see(".tabs [aria-current] span", fmt.Sprint(len(lines)))
		for i, row := range b.texts(".ev[data-i]")[:20] {
			if clock := all[i].Time[11:23]; !strings.HasPrefix(row, clock) {
				t.Errorf("row %d reads %q, want the time %s", i, row, clock)
			}
		}

		offset := 0
		for i, line := range lines {
			if slices.Contains([]int{0, 4, longest, len(lines) - 1}, i) {
				checkRecord(b, id, i+1, offset, line)
			}
			offset += len(line) + 1
		}

		b.click(".ev[data-key] a.s", "")
		b.wait("the row to be marked", `document.querySelector('.ev.sel')?.dataset.key === at.event && !document.querySelector('#panel').hidden`)
		b.key("\x1b")
		b.wait("the panel to close", `document.querySelector('#panel').hidden && !at.event`)
	})
}

// checkRecord opens the record of a line and holds its place and its copy against the file.
func checkRecord(b *tab, session string, n, offset int, line string) {
	b.Helper()
	key := fmt.Sprintf("events-%d", n)
	b.follow("#/files") // a page that is entered anew shows its record's row
	b.follow("#/s/" + session + "/events/" + key)
	place := fmt.Sprintf("line %s · bytes %s to %s", grouped(n), grouped(offset), grouped(offset+len(line)))
	b.see(".panel .src", place)
	b.see(".panel .src", session+"/events.jsonl")
	b.wait("the row of "+key, `(key) => !!document.querySelector('.ev.sel[data-key="' + key + '"]')`, key)
	if got := b.copied(".panel [data-text]", "Copy raw record"); got != line {
		b.Errorf("line %d: the copy differs from the file's %d bytes: %.200q", n, len(line), got)
	}
	shown := js[string](b, `document.querySelector('.panel pre.raw').textContent`)
	if len(line) < 4000 && shown != line {
		b.Errorf("line %d: the panel shows %.200q", n, shown)
	}
}

// grouped spells a number as the page does.
func grouped(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Of 7,016 rows a few stand in the document, and all can be reached.
func TestWindow(t *testing.T) {
	t.Parallel()
	big := shared(t, "real/big.zip")
	id := sessionDirs(contents(t, big))[0]
	b := openArchive(t, newSite(t).url, big)
	b.see(".archive .sum", "7,016 events")
	b.follow("#/s/" + id + "/events")
	b.settled()
	elements := func(where string) {
		t.Helper()
		b.settled()
		if n := js[int](b, `document.querySelectorAll('*').length`); n >= 1500 {
			t.Errorf("%s of the list the document holds %d elements, want less than 1,500", where, n)
		}
	}
	elements("at the start")
	var got []int
	for screen, more := 0, true; more; screen += 20 {
		rows := js[[]int](b, `async (screen) => {
			const { el, scroller, shown } = mainList(), seen = new Set();
			for (let n = screen; n < screen + 20; n++) {
				scroller.scrollTop = n * scroller.clientHeight;
				do await new Promise(requestAnimationFrame); while (![...shown.values()].every((chunk) => chunk.firstElementChild));
				for (const row of el.querySelectorAll('[data-i]')) seen.add(Number(row.dataset.i));
			}
			return [...seen];
		}`, screen)
		more = !slices.Contains(got, slices.Max(rows)) // at the end the same rows come again
		got = append(got, rows...)
	}
	slices.Sort(got)
	got = slices.Compact(got)
	if len(got) != 7016 || got[0] != 0 || got[7015] != 7015 {
		t.Errorf("%d of 7,016 rows were reached", len(got))
	}
	b.wait("the last row on the screen", `(() => { const e = document.querySelector('.ev[data-i="7015"]'), box = e?.getBoundingClientRect(); return box && box.bottom <= innerHeight + 1 && box.top > 0; })()`)
	elements("at the end")
	js[any](b, `{ const s = List.scroller(document.querySelector('#main [data-list]')); s.scrollTop = s.scrollHeight / 2; }`)
	b.wait("a row in the middle", `!!document.querySelector('.ev[data-i="3508"]')`)
	elements("in the middle")
	b.follow("#/s/" + id)
	b.settled()
	elements("at the start of the conversation")
}

// The cut last line is a problem with its line and bytes, which lead to the bytes.
func TestProblemsAndFiles(t *testing.T) {
	t.Parallel()
	cut := shared(t, "real/cut.zip")
	files := contents(t, cut)
	id := sessionDirs(files)[0]
	body := files[".copilot/session-state/"+id+"/events.jsonl"]
	from := strings.LastIndex(body, "\n") + 1
	b := openArchive(t, newSite(t).url, cut)
	b.click(".bar a.count", "problem")
	b.arrived("#/problems")
	b.settled()
	place := fmt.Sprintf("line %d · bytes %s to %s", strings.Count(body, "\n")+1, grouped(from), grouped(len(body)))
	b.see(".pr", place)
	b.click(".pr a.s", "The log ends in the middle of line 20")
	b.see(".panel .src", place)
	if got := b.copied(".panel [data-text]", "Copy raw record"); got != body[from:] {
		t.Errorf("the copy of the damaged bytes is %q", got)
	}

	b.follow("#/files")
	b.settled()
	b.see("h1 small", grouped(len(files)))
	rows := b.texts(".fl[data-i]")
	for name := range files {
		if !slices.ContainsFunc(rows, func(row string) bool { return strings.Contains(row, name) }) {
			t.Errorf("the list of files lacks %s: %q", name, rows)
		}
	}
}

// Back and forward lead through the places; a link without its archive says what to do,
// and leads there once the archive is open.
func TestHistory(t *testing.T) {
	t.Parallel()
	daily := shared(t, "real/daily.zip")
	ids := sessionDirs(contents(t, daily))
	url := newSite(t).url
	b := openArchive(t, url, daily)
	stops := []string{"#/s/" + ids[0], "#/s/" + ids[0] + "/events", "#/s/" + ids[0] + "/events/events-5", "#/problems", "#/files", "#/s/" + ids[1]}
	for _, stop := range stops {
		b.follow(stop)
	}
	for _, stop := range slices.Backward(stops[:len(stops)-1]) {
		js[any](b, "history.back()")
		b.arrived(stop)
	}
	b.see(".tabs [aria-current]", "Conversation")
	for _, stop := range stops[1:4] {
		js[any](b, "history.forward()")
		b.arrived(stop)
	}
	b.see(".pr", "hold no event log")

	deep := "#/s/" + ids[0] + "/events/events-7"
	again := openPage(t, url+deep)
	again.see("#app", "This link points into an archive")
	again.choose(daily)
	again.opened("daily.zip")
	again.arrived(deep)
	again.see(".panel .src", "line 7 ·")
}

// Nothing of the content reaches the address, the title or the history.
func TestAddressHoldsNoContent(t *testing.T) {
	t.Parallel()
	b := openPage(t, newSite(t).url)
	var h history
	h.add("session.start", obj{"sessionId": "5e55a0a1-0000-4000-8000-000000000001", "context": obj{"cwd": "/srv/secret-project"}})
	h.add("user.message", obj{"content": "secret words"})
	h.add("assistant.message", obj{"content": "secret answer"})
	home := zipOf(t, member{".copilot/session-state/5e55a0a1-0000-4000-8000-000000000001/events.jsonl", h.text()})
	b.choose(saved(t, "secret.zip", home))
	b.opened("secret.zip")
	b.see(".asked", "secret words")
	b.click(".tabs a", "Events")
	b.see(".ev", "secret words")
	b.click(".ev a.s", "secret words")
	b.see(".panel", "secret words")
	address := js[string](b, `[location.href, document.title, JSON.stringify(history.state), JSON.stringify({ ...localStorage })].join(' ')`)
	if strings.Contains(address, "secret") {
		t.Errorf("content stands in the address, title, history or storage: %s", address)
	}
}

// While a long list is read the page names the files in it, those too of which no more is read.
func TestListIsTold(t *testing.T) {
	t.Parallel()
	home := clutteredHome(t, 60_000, 60_000)
	b := openPage(t, newSite(t).url)
	b.ready()
	js[chromedp.Void](b, `globalThis.told = [], new MutationObserver(() => told.push(busyAt.textContent)).observe(busyAt, { childList: true }), undefined`)
	b.choose(home.path)
	b.opened(filepath.Base(home.path))
	if told := js[[]string](b, "told"); !slices.ContainsFunc(told, func(name string) bool {
		return strings.Contains(name, "/marketplaces/") || strings.Contains(name, "/pkg/")
	}) {
		t.Errorf("the page named %q", told)
	}
}
