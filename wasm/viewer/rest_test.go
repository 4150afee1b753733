package viewer

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
	"time"

	"flightlog/parse/archive"
	"flightlog/parse/fixture"
	"flightlog/parse/timeline"
	"flightlog/wasm/viewer/session"
)

// openEarly opens a fixture and leaves the databases, and more bytes of logs than early, to
// the work that follows. Every look at the clock takes longer than a slice.
func openEarly(t *testing.T, c fixture.Case, early int64) (*Viewer, string) {
	t.Helper()
	zip := fixture.Zip(t, c.Files, fixture.Shape{})
	v := New()
	v.early = early
	v.now = func() time.Time { return today }
	at := today
	v.clock = func() time.Time { at = at.Add(shownAfter); return at }
	frame, err := v.Open("case.zip", []archive.File{{Name: "case.zip", Size: int64(len(zip)), R: bytes.NewReader(zip)}}, nil, func(int64, int64, string) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	return v, string(frame)
}

// everything is what the pages of an archive and its sessions say, and those places.
func everything(t *testing.T, v *Viewer, places ...string) string {
	t.Helper()
	var b strings.Builder
	b.WriteString(ask(t, v, "frame", ""))
	for _, place := range append(places, "permissions", "all") {
		page := ""
		for page == "" { // all events come in slices
			page = ask(t, v, "main", place)
		}
		b.WriteString(page)
	}
	for _, s := range v.file.Sessions {
		b.WriteString(ask(t, v, "main", "s/"+v.keys[s]))
		b.WriteString(ask(t, v, "list", "conversation/"+v.keys[s]+" 0"))
	}
	return b.String()
}

// TestRest: whatever an archive holds, the views after the rest was read in slices are
// those of an archive that was read at once, and the page is told once that it is read.
func TestRest(t *testing.T) {
	waited := 0
	for _, c := range cases(t) {
		v, frame := openEarly(t, c, earlyLogs)
		if strings.Contains(frame, `class="reading"`) != v.file.Waiting() {
			t.Errorf("%s: the frame does not tell whether databases are still being read: %s", c.Name, frame)
		}
		if !v.file.Waiting() {
			continue
		}
		waited++
		ask(t, v, "main", "overview")
		told, slices := "", 0
		for ; told == ""; slices++ {
			if out := ask(t, v, "work", ""); out != "more" {
				told = out
			}
		}
		if !strings.HasPrefix(told, restWhole) {
			t.Errorf("%s: the work ended with %q", c.Name, told)
		}
		if again := ask(t, v, "work", ""); strings.HasPrefix(again, restWhole) {
			t.Errorf("%s: that it is read was told again", c.Name)
		}
		v.inquire() // as it stands before the rules look
		whole, _ := show(t, fixture.Zip(t, c.Files, fixture.Shape{}))
		if got, want := everything(t, v, "overview", "problems", "files"), everything(t, whole, "overview", "problems", "files"); got != want {
			t.Errorf("%s, after %d slices, the views are others than at once: %s", c.Name, slices, difference(got, want))
		}
	}
	if waited < 5 {
		t.Errorf("only %d fixtures have a database", waited)
	}
}

// TestRestOfASearch: what is looked for in everything waits for everything.
func TestRestOfASearch(t *testing.T) {
	v, _ := openEarly(t, caseOf(t, "rows-stores"), earlyLogs)
	if page := ask(t, v, "find", "deleted"); !strings.Contains(page, "hit") || v.file.Waiting() {
		t.Errorf("the databases were not searched: %s", page)
	}
	if told := ask(t, v, "work", ""); told != restWhole+restRail {
		t.Errorf("the page was told %q", told)
	}
}

// TestRestKeepsViews: a session keeps its address, and one of which no database tells keeps
// what is unfolded in it.
func TestRestKeepsViews(t *testing.T) {
	v, _ := openEarly(t, caseOf(t, "rows-stores"), earlyLogs)
	before := map[string]*session.Page{}
	for key, p := range v.sessions {
		before[key] = p
	}
	readAll(v)
	for key, p := range before {
		now := v.sessions[key]
		if now == nil || now.Session() != p.Session() {
			t.Errorf("%s leads elsewhere now", key)
		} else if len(p.Session().Store) == 0 && now != p {
			t.Errorf("%s forgot what is unfolded in it", key)
		}
	}
	if len(v.sessions) <= len(before) {
		t.Error("no session came from the database")
	}
}

// unordered is what follows the order in which logs are read: the numbers of problems, and
// the page that was first.
var unordered = regexp.MustCompile(`problem-[0-9]+|data-start="[^"]*"`)

// TestRestOfLogs: where there is much in the logs the sessions are listed before they are
// read, the one that is looked at is read next, and the views are those of all in the end.
// Where there are many small files they wait, too.
func TestRestOfLogs(t *testing.T) {
	for _, c := range cases(t) {
		t.Run(c.Name, func(t *testing.T) {
			whole, _ := show(t, fixture.Zip(t, c.Files, fixture.Shape{}))
			want := unordered.ReplaceAllString(everything(t, whole), "")
			restOf(t, c, 1, want)
			restOf(t, c, 128*timeline.KiB, want)
		})
	}
}

// restOf holds the reading of a case behind its first screen, which waits for so many bytes,
// against the views of all at once.
func restOf(t *testing.T, c fixture.Case, early int64, want string) {
	t.Helper()
	v, _ := openEarly(t, c, early)
	for _, s := range v.file.Sessions {
		if s.Has(timeline.Unread) && len(s.Events) > 0 {
			t.Errorf("%s has events and is not read", s.ID)
		}
	}
	unread, parts := v.unread(), 0
	for more := true; more; {
		out := ask(t, v, "work", "")
		if more = !strings.HasPrefix(out, restWhole) && v.Reading(); strings.HasPrefix(out, restPart) {
			parts++
		}
		for _, s := range v.file.Sessions { // somebody looks everywhere meanwhile
			ask(t, v, "main", "s/"+v.keys[s])
			ask(t, v, "panel", "s/"+v.keys[s]+"/events-1")
			ask(t, v, "list", "conversation/"+v.keys[s]+" 0")
		}
		ask(t, v, "main", "overview")
	}
	if unread > 3 && parts == 0 {
		t.Error("nothing was shown before all was read")
	}
	v.inquire()
	if got := unordered.ReplaceAllString(everything(t, v), ""); got != want {
		t.Errorf("the views are others than at once: %s", difference(got, want))
	}
}

// TestRestIsWanted: the session that a person opens jumps the queue and is shown as soon as
// its log is read.
func TestRestIsWanted(t *testing.T) {
	v, _ := openEarly(t, caseOf(t, "workspaces"), 1)
	at := today
	v.clock = func() time.Time { at = at.Add(workSlice); return at } // nothing has waited long
	var last *timeline.Session
	for _, s := range v.file.Sessions {
		if s.Has(timeline.Unread) {
			last = s
		}
	}
	if page := ask(t, v, "main", "s/"+v.keys[last]); !strings.Contains(page, "Not read yet") {
		t.Errorf("a session that is not read is shown as %s", page)
	}
	for out := ""; !strings.HasPrefix(out, restPart); {
		if out = ask(t, v, "work", ""); strings.HasPrefix(out, restWhole) {
			t.Fatal("it was shown after all others")
		}
	}
	if last.Has(timeline.Unread) || v.unread() == 0 {
		t.Errorf("it is unread: %v, others: %d", last.Has(timeline.Unread), v.unread())
	}
}

// difference is what two texts say where they part.
func difference(got, want string) string {
	at := 0
	for at < min(len(got), len(want)) && got[at] == want[at] {
		at++
	}
	around := func(text string) string { return text[max(0, at-200):min(len(text), at+200)] }
	return around(got) + "\nwant\n" + around(want)
}
