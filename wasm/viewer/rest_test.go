package viewer

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"flightlog/parse/archive"
	"flightlog/parse/fixture"
)

// openEarly opens a fixture and leaves the databases to the work that follows. Every look
// at the clock takes longer than a slice.
func openEarly(t *testing.T, c fixture.Case) (*Viewer, string) {
	t.Helper()
	zip := fixture.Zip(t, c.Files, fixture.Shape{})
	v := New()
	v.now = func() time.Time { return today }
	at := today
	v.clock = func() time.Time { at = at.Add(2 * workSlice); return at }
	frame, err := v.Open("case.zip", []archive.File{{Name: "case.zip", Size: int64(len(zip)), R: bytes.NewReader(zip)}}, nil, func(int64, int64, string) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	return v, string(frame)
}

// everything is what the pages of an archive and its sessions say.
func everything(t *testing.T, v *Viewer) string {
	t.Helper()
	frame := ask(t, v, "frame", "")
	var b strings.Builder
	b.WriteString(frame)
	for _, place := range []string{"overview", "problems", "files", "permissions", "all"} {
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
		v, frame := openEarly(t, c)
		if strings.Contains(frame, "still being read") != v.file.Waiting() {
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
		if !strings.HasPrefix(told, restRead) {
			t.Errorf("%s: the work ended with %q", c.Name, told)
		}
		if again := ask(t, v, "work", ""); strings.HasPrefix(again, restRead) {
			t.Errorf("%s: that it is read was told again", c.Name)
		}
		v.inquire() // as it stands before the rules look
		whole, _ := show(t, fixture.Zip(t, c.Files, fixture.Shape{}))
		if got, want := everything(t, v), everything(t, whole); got != want {
			t.Errorf("%s, after %d slices: the views are others than at once:\n%s", c.Name, slices, got)
		}
	}
	if waited < 5 {
		t.Errorf("only %d fixtures have a database", waited)
	}
}

// TestRestOfASearch: what is looked for in everything waits for everything.
func TestRestOfASearch(t *testing.T) {
	v, _ := openEarly(t, caseOf(t, "rows-stores"))
	if page := ask(t, v, "find", "deleted"); !strings.Contains(page, "hit") || v.file.Waiting() {
		t.Errorf("the databases were not searched: %s", page)
	}
	if told := ask(t, v, "work", ""); told != restSessions {
		t.Errorf("the page was told %q", told)
	}
}

// TestRestKeepsViews: a session keeps its address, and one of which no database tells keeps
// what is unfolded in it.
func TestRestKeepsViews(t *testing.T) {
	v, _ := openEarly(t, caseOf(t, "rows-stores"))
	before := map[string]*page{}
	for key, p := range v.sessions {
		before[key] = p
	}
	v.readAll()
	for key, p := range before {
		now := v.sessions[key]
		if now == nil || now.s != p.s {
			t.Errorf("%s leads elsewhere now", key)
		} else if len(p.s.Store) == 0 && now != p {
			t.Errorf("%s forgot what is unfolded in it", key)
		}
	}
	if len(v.sessions) <= len(before) {
		t.Error("no session came from the database")
	}
}
