package viewer

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"flightlog/parse/archive"
	"flightlog/parse/fixture"
	"flightlog/parse/timeline"
)

// TestWalk goes everywhere in every fixture.
func TestWalk(t *testing.T) {
	for _, c := range cases(t) {
		t.Run(c.Name, func(t *testing.T) {
			v, frame := show(t, fixture.Zip(t, c.Files, fixture.Shape{Stored: true}))
			walk(t, v, frame, 1)
		})
	}
}

// TestWalkGenuine goes everywhere in the genuine archives; of a long list it opens each
// row's place only now and then.
func TestWalkGenuine(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "shared", "fixtures", "real")
	names, _ := filepath.Glob(filepath.Join(dir, "*.zip"))
	if len(names) == 0 {
		t.Skip("no ../shared/fixtures/real beside the checkout: the genuine archives are not walked")
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			zip, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			v, frame := show(t, zip)
			walk(t, v, frame, 61)
		})
	}
}

// walk looks at every page, list, row, link and panel. step says of how many rows one
// is opened.
func walk(t *testing.T, v *Viewer, frame string, step int) {
	s := look(t, frame)
	leads(t, v, s.hrefs)
	for _, l := range s.lists {
		for _, r := range rowsOf(t, v, l) {
			leads(t, v, r.hrefs)
		}
	}
	places := []string{""} // and whatever the frame leads to
	for _, href := range s.hrefs {
		places = append(places, strings.TrimPrefix(href, "#/"))
	}
	if !slices.Contains(places, "problems") || !slices.Contains(places, "files") {
		t.Errorf("the frame leads to %q", places)
	}
	for _, place := range places {
		page := look(t, ask(t, v, "main", place))
		if page.text == "" {
			t.Errorf("the page %q is blank", place)
		}
		leads(t, v, page.hrefs)
		for i, r := range rowsOf(t, v, only(t, page)) {
			if i%step == 0 {
				leads(t, v, r.hrefs)
			}
		}
	}
	for _, s := range v.file.Sessions {
		conversation(t, v, s, step)
		events(t, v, s, step)
	}
	for i := range v.file.Problems {
		place := fmt.Sprintf("problems/problem-%d", i)
		p := &v.file.Problems[i]
		if panel := look(t, ask(t, v, "panel", place)); !strings.Contains(panel.text, string(p.Code)) {
			t.Errorf("the panel of %s says %q", place, panel.text)
		}
		if got := ask(t, v, "text", place); p.Line > 0 && p.Length > 0 && int64(len(got)) != p.Length {
			t.Errorf("the text of %s has %d bytes, the problem %d", place, len(got), p.Length)
		}
	}
}

// conversation: rows open and close and are then as before; their records lead back to them.
func conversation(t *testing.T, v *Viewer, s *timeline.Session, step int) {
	t.Helper()
	page := look(t, ask(t, v, "main", "s/"+pathOf(v, s)))
	if !strings.Contains(page.text, s.ID) {
		t.Errorf("the page of %s does not name it: %q", s.ID, page.text)
	}
	list := only(t, page)
	rows := rowsOf(t, v, list)
	keys := map[string]int{}
	for i, r := range rows {
		if r.text == "" {
			t.Errorf("%s, row %d of the conversation is blank", s.ID, i)
		}
		if r.key != "" {
			if first, twice := keys[r.key]; twice && !strings.HasPrefix(r.key, "store-") {
				t.Errorf("%s: the rows %d and %d of the conversation have one key, %s", s.ID, first, i, r.key)
			}
			keys[r.key] = i
		}
		if i%step != 0 {
			continue
		}
		leads(t, v, r.hrefs)
		if r.toggle == "" {
			continue
		}
		open := ask(t, v, "act", r.toggle)
		if !strings.Contains(open, `aria-expanded="true"`) || len(look(t, open).text) <= len(r.text) {
			t.Errorf("%s, row %d does not open: %s", s.ID, i, look(t, open).text)
		}
		ask(t, v, "act", r.toggle)
		again := look(t, ask(t, v, "list", fmt.Sprintf("%s %d", list.name, i/list.chunk))).rows[i%list.chunk]
		if again.text != r.text || again.open != "false" {
			t.Errorf("%s, row %d does not close", s.ID, i)
		}
	}
}

// events: every event has a row, a panel, its exact bytes, and a place in the conversation.
func events(t *testing.T, v *Viewer, s *timeline.Session, step int) {
	t.Helper()
	list := only(t, look(t, ask(t, v, "main", "s/"+pathOf(v, s)+"/events")))
	if list.count != len(s.Events) {
		t.Errorf("%s: %d rows for %d events", s.ID, list.count, len(s.Events))
	}
	keys := map[string]bool{}
	for i, r := range rowsOf(t, v, list) {
		if r.text == "" || r.key == "" || keys[r.key] {
			t.Errorf("%s, event %d: row %q with the key %q", s.ID, i, r.text, r.key)
		}
		keys[r.key] = true
		if i%step != 0 {
			continue
		}
		place := "s/" + pathOf(v, s) + "/events/" + r.key
		if got := ask(t, v, "text", place); got != string(v.file.Raw(&s.Events[i])) {
			t.Errorf("%s: the text of %s is another record's", s.ID, place)
		}
		panel := look(t, ask(t, v, "panel", place))
		if !strings.Contains(panel.text, strings.Join(strings.Fields(v.file.Sources[s.Events[i].Source].Path), " ")) {
			t.Errorf("%s: the panel of %s does not say where it stands", s.ID, place)
		}
		leads(t, v, panel.hrefs)
		leads(t, v, r.hrefs)
		if at := only(t, look(t, ask(t, v, "main", place))); at.count != list.count {
			t.Errorf("%s: %s leads to a list of %d", s.ID, place, at.count)
		}
		ask(t, v, "main", "s/"+pathOf(v, s)+"/"+r.key)
	}
}

// leads: every link is one of ours, and its place is known.
func leads(t *testing.T, v *Viewer, hrefs []string) {
	t.Helper()
	for _, href := range hrefs {
		place, ours := strings.CutPrefix(href, "#/")
		if !ours {
			t.Errorf("a link that leads out: %q", href)
			continue
		}
		r := v.route(place)
		if r.name == "unknown" {
			t.Errorf("the link %q leads nowhere", href)
		}
		last := place[strings.LastIndexByte(place, '/')+1:]
		if (strings.HasPrefix(last, "events-") || strings.HasPrefix(last, "store-") || strings.HasPrefix(last, "legacy-")) && r.Record == nil {
			t.Errorf("the link %q finds no record", href)
		}
	}
}

// TestChain: the panel of a call's record shows all its records in order, the chosen one marked.
func TestChain(t *testing.T) {
	v := showCase(t, "sample")
	panel := look(t, ask(t, v, "panel", "s/5e55a0a1-0000-4000-8000-000000000001/events-18")).text
	last := -1
	for _, step := range []string{"Requested", "Permission asked", "Allowed here from now on by a person", "Started", "Ended: failed"} {
		at := strings.Index(panel, step)
		if at < 0 {
			t.Errorf("the panel does not say %q: %s", step, panel)
		} else if at < last {
			t.Errorf("%q stands too early: %s", step, panel)
		}
		last = max(last, at)
	}
	for _, fact := range []string{"tool.execution_complete", "call_01", "line 18 · bytes", "Exit code 1", "Tool bash"} {
		if !strings.Contains(panel, fact) {
			t.Errorf("the panel does not say %q: %s", fact, panel)
		}
	}
}

// TestUnknownPlaces: a link of another archive, or one that is broken, gives a page that
// says so; an operation that the page would not ask for gives one sentence.
func TestUnknownPlaces(t *testing.T) {
	v := showCase(t, "two-homes")
	for _, place := range []string{"s", "s/", "s/none", "x/y", "s/none/events", "problems/problem-99", "%zz", "s/%zz", "s/7a5e0011-0000-4000-8000-000000000011~9"} {
		if text := look(t, ask(t, v, "main", place)).text; text == "" {
			t.Errorf("the page of %q is blank", place)
		}
		if panel := ask(t, v, "panel", place); panel != "" {
			t.Errorf("the panel of %q shows %s", place, look(t, panel).text)
		}
	}
	const id = "s/7a5e0011-0000-4000-8000-000000000011"
	for _, place := range []string{"/events-999", "/events-x", "/store-turns:x", "/legacy-1", "/events/", "/problem-7"} {
		if text := look(t, ask(t, v, "main", id+place)).text; !strings.Contains(text, "Of Alice") {
			t.Errorf("%s%s does not fall back on its session: %q", id, place, text)
		}
	}
	for _, q := range [][2]string{{"list", ""}, {"list", "rail"}, {"list", "rail -1"}, {"list", "rail x"}, {"list", "conversation/none 0"}, {"list", "nothing 0"},
		{"act", ""}, {"act", "x"}, {"act", "none/0"}, {"act", id[2:] + "/99"}, {"act", id[2:] + "/-1"}, {"text", "s/none/events-1"}, {"text", id}, {"text", id + "/events-99"}, {"dance", ""}} {
		if out, err := v.Answer(q[0], q[1]); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s %q answers %q, %v", q[0], q[1], out, err)
		}
	}
	damaged := showCase(t, "bad-lines")
	if out, err := damaged.Answer("text", "s/7a5e0052-0000-4000-8000-000000000052/events-2"); err == nil {
		t.Errorf("the link to a line that is no event gives %q", out)
	}
	if out := ask(t, v, "list", "rail 9223372036854775807"); out != "" && len(look(t, out).rows) != 0 {
		t.Errorf("a chunk far behind the end shows %s", out)
	}
}

// TestTwoHomes: sessions of one id in two homes are two places, each with its own words.
func TestTwoHomes(t *testing.T) {
	v := showCase(t, "two-homes")
	for key, words := range map[string][2]string{"": {"from alice", "from bob"}, "~1": {"from bob", "from alice"}} {
		var all string
		for _, r := range rowsOf(t, v, only(t, look(t, ask(t, v, "main", "s/7a5e0011-0000-4000-8000-000000000011"+key)))) {
			all += r.text + "\n"
		}
		if !strings.Contains(all, words[0]) || strings.Contains(all, words[1]) {
			t.Errorf("%q shows %s", key, all)
		}
		if raw := ask(t, v, "text", "s/7a5e0011-0000-4000-8000-000000000011"+key+"/events-2"); !strings.Contains(raw, words[0]) {
			t.Errorf("%q: line 2 is %s", key, raw)
		}
	}
}

// TestNextArchive: an archive that cannot be read leaves the open one; without any, an
// operation says so.
func TestNextArchive(t *testing.T) {
	if _, err := New().Answer("main", ""); err == nil {
		t.Error("without an archive there is a page")
	}
	v := showCase(t, "sample")
	before := ask(t, v, "main", "")
	if _, err := v.Open("bad.zip", []archive.File{{Name: "bad.zip", Size: 4, R: strings.NewReader("nope")}}, nil, func(int64, int64, string) error { return nil }); err == nil {
		t.Error("four bytes were opened")
	}
	if ask(t, v, "main", "") != before {
		t.Error("a failed opening changed what is shown")
	}
}

// FuzzAnswer: no operation and no link makes the program fail or answer nothing at all
// for a page.
func FuzzAnswer(f *testing.F) {
	for _, place := range []string{"", "problems", "files", "s/5e55a0a1-0000-4000-8000-000000000001/events/events-14", "s/5e55a0a1-0000-4000-8000-000000000001/store-turns:1", "problems/problem-0"} {
		f.Add("main", place)
		f.Add("panel", place)
		f.Add("text", place)
	}
	f.Add("list", "conversation/5e55a0a1-0000-4000-8000-000000000001 0")
	f.Add("act", "5e55a0a1-0000-4000-8000-000000000001/4")
	v := showCase(f, "sample")
	f.Fuzz(func(t *testing.T, op, arg string) {
		out, err := v.Answer(op, arg)
		if op == "main" && (err != nil || len(out) == 0) {
			t.Errorf("the page of %q: %d bytes, %v", arg, len(out), err)
		}
		if err != nil && (len(out) > 0 || strings.ContainsAny(err.Error(), "\n\x00")) {
			t.Errorf("%s %q: %d bytes with the error %q", op, arg, len(out), err)
		}
	})
}
