package viewer

import (
	"html"
	"strings"
	"testing"

	xhtml "golang.org/x/net/html"

	"flightlog/components"
	"flightlog/parse/fixture"
)

// namedHome is a home in which a person, an account, an owner and two projects are named.
func namedHome(t *testing.T) []fixture.File {
	t.Helper()
	const log = `{"type":"session.start","data":{"sessionId":"ID","context":{"cwd":"/home/alicia/work/moonbase","repository":"big-corp/moonbase","branch":"alicia/fix"}},"id":"a","timestamp":"2026-10-06T09:00:00.000Z"}
{"type":"user.message","data":{"content":"Alicia (alicia@big-corp.example) broke moonbase in /home/alicia/work/moonbase/src/main.go; moonbases, BIG-CORP and al stay or go; C:\\Users\\bob-b\\x; <b>alicia</b> & \"moonbase\""},"id":"b","timestamp":"2026-10-06T09:00:01.000Z"}
`
	return []fixture.File{
		{Name: ".copilot/session-state/7c5e0001-0000-4000-8000-000000000001/events.jsonl", Data: []byte(strings.ReplaceAll(log, "ID", "7c5e0001-0000-4000-8000-000000000001"))},
		{Name: ".copilot/session-state/7c5e0002-0000-4000-8000-000000000002/events.jsonl", Data: []byte(strings.ReplaceAll(strings.ReplaceAll(log, "ID", "7c5e0002-0000-4000-8000-000000000002"), "moonbase", "al"))},
		{Name: ".copilot/logs/process-1790845199000-42.log", Data: []byte("2026-10-06T08:59:59.000Z [INFO] Signed in to https://git.big-corp.example as ali-c.\n")},
		{Name: ".copilot/config.json", Data: []byte(`{"lastLoggedInUser":{"host":"https://github.com","login":"alicia-gh"},"trustedFolders":["/srv/secret-lab"]}`)},
	}
}

// TestHideNames: with the switch on no page shows a name that the archive tells of, links
// lead where they led, and what is copied holds everything.
func TestHideNames(t *testing.T) {
	v, _ := show(t, fixture.Zip(t, namedHome(t), fixture.Shape{Stored: true}))
	finish(t, v)
	place := "s/7c5e0001-0000-4000-8000-000000000001"
	before := map[string]screen{}
	pages := []string{"overview", "findings", "permissions", "permissions/commands", "files", "history", place, place + "/events", place + "/raw"}
	for _, p := range pages {
		before[p] = look(t, ask(t, v, "main", p))
	}
	prompt := ask(t, v, "text", place+"/events-2")
	frame := ask(t, v, "names", "on")
	if !strings.Contains(frame, `data-do="names" aria-pressed="true"`) {
		t.Error("the switch does not say that it is on")
	}
	hides := func(where, markup string) {
		t.Helper()
		for _, name := range []string{"alicia", "bob-b", "moonbase", "big-corp", "ali-c.", "secret-lab", "@"} {
			for _, text := range seen(t, markup) {
				if at := strings.Index(strings.ToLower(text), name); at >= 0 && !strings.HasPrefix(strings.ToLower(text)[at:], "moonbases") {
					t.Errorf("%s shows %q in %q", where, name, text)
				}
			}
		}
	}
	hides("the frame", frame)
	for _, p := range pages {
		page := ask(t, v, "main", p)
		hides(p, page)
		after := look(t, page)
		if strings.Join(after.hrefs, " ") != strings.Join(before[p].hrefs, " ") {
			t.Errorf("%s: the links changed", p)
		}
		for _, l := range after.lists {
			hides(p, ask(t, v, "list", l.name+" 0"))
		}
		hides("the panel of "+p, ask(t, v, "panel", p))
	}
	hides("the rail", ask(t, v, "list", "rail 0"))
	row := look(t, ask(t, v, "list", "conversation/7c5e0001-0000-4000-8000-000000000001 0")).text
	for _, want := range []string{"user-1 (e-mail-1) broke project-1 in project-1/src/main.go; moonbases, owner-1 and al stay or go", `Users\\user-2\\x`, `<b>user-1</b> & \"project-1`} {
		if !strings.Contains(row, want) {
			t.Errorf("the conversation says %q, want %q in it", row, want)
		}
	}
	if again := ask(t, v, "text", place+"/events-2"); again != prompt || !strings.Contains(again, "alicia") {
		t.Error("what is copied changed")
	}
	ask(t, v, "names", "off")
	for _, p := range pages[1:] {
		if got := look(t, ask(t, v, "main", p)).text; got != before[p].text {
			t.Errorf("shown again, %s says %q", p, got)
		}
	}
}

// seen is every text and title of HTML.
func seen(t *testing.T, markup string) (out []string) {
	t.Helper()
	doc, err := xhtml.Parse(strings.NewReader(markup))
	if err != nil {
		t.Fatal(err)
	}
	for n := range doc.Descendants() {
		if n.Type == xhtml.TextNode {
			out = append(out, n.Data)
		}
		for _, a := range n.Attr {
			if a.Key == "title" || a.Key == "aria-label" {
				out = append(out, a.Val)
			}
		}
	}
	return out
}

// FuzzHide: whatever stands around a name, the markup stays as it is but for texts, titles
// and labels; and none of them keeps the name as a word of its own.
func FuzzHide(f *testing.F) {
	for _, s := range []string{"alicia", "see alicia's /home/alicia/x", "ALICIA@x.example", "&amp; alicia & <b>", `C:\Users\alicia`, "aliciabcd alic", "é alicia é", "/home/zoe and zoe", "amp lt quot 39 34"} {
		f.Add(s, "alicia")
	}
	f.Add("amp; & quot 34", "amp")
	f.Add("\"<&>'", "\"<&>'")
	f.Fuzz(func(t *testing.T, text, name string) {
		n := newNames()
		n.add(userKind, name, false)
		spelled := html.EscapeString(components.Visible(text))
		markup := `<p class="` + spelled + `" title="` + spelled + `"><a href="` + spelled + `" data-key="` + spelled + `">` + spelled + `</a></p>`
		got := string(n.page([]byte(markup)))
		for _, left := range seen(t, got) {
			if told(left, name) {
				t.Fatalf("%q keeps %q in %q", markup, name, left)
			}
		}
		was, is := tokens(markup), tokens(got)
		if strings.Join(was, "\n") != strings.Join(is, "\n") {
			t.Fatalf("%q became %q", markup, got)
		}
	})
}

// told reports a name that stands in a text as a word of its own.
func told(text, name string) bool {
	if len(name) < shortestName || anybody[lower(name)] || components.Visible(name) != name || html.UnescapeString(name) != name || standIn.MatchString(name) || strings.Contains("user- e-mail-1", lower(name)) {
		return false
	}
	text, name = lower(text), lower(name)
	for at := 0; ; {
		i := strings.Index(text[at:], name)
		if i < 0 {
			return false
		}
		at += i
		end := at + len(name)
		if (at == 0 || !inWord(text[at-1])) && (end == len(text) || !inWord(text[end])) {
			return true
		}
		at++
	}
}

// tokens are the tags of HTML with the attributes that must stay.
func tokens(markup string) (out []string) {
	z := xhtml.NewTokenizer(strings.NewReader(markup))
	for {
		switch z.Next() {
		case xhtml.ErrorToken:
			return out
		case xhtml.TextToken:
		default:
			tok := z.Token()
			line := tok.Type.String() + " " + tok.Data
			for _, a := range tok.Attr {
				if a.Key != "title" && a.Key != "aria-label" {
					line += " " + a.Key + "=" + a.Val
				}
			}
			out = append(out, line)
		}
	}
}

// TestHideNamesDivided: a name that colours or marks divide is hidden as a whole, and words
// that stand side by side make none.
func TestHideNamesDivided(t *testing.T) {
	n := newNames()
	n.add(projectKind, "func-lab", true)
	for markup, want := range map[string]string{
		`<pre><span class="kw">func</span>-lab</pre>`:   `<pre><span class="kw">project-1</span></pre>`,
		`<p>see func-<mark>la</mark>b.</p>`:             `<p>see project-1<mark></mark>.</p>`,
		`<p><b>func</b><span>-lab</span></p>`:           `<p><b>func</b><span>-lab</span></p>`,
		`<a title="in func-lab">x</a><time>9</time>`:    `<a title="in project-1">x</a><time>9</time>`,
		`<div class="dif"><div>func<i></i></div></div>`: `<div class="dif"><div>func<i></i></div></div>`,
	} {
		if got := string(n.page([]byte(markup))); got != want {
			t.Errorf("%s is\n%s, want\n%s", markup, got, want)
		}
	}
}

// TestHideFolderOnce: a directory that many sessions ran in is one project, also where its own
// name tells of nobody.
func TestHideFolderOnce(t *testing.T) {
	n := newNames()
	for range 3 {
		n.folder("/home/zoe/app")
		n.folder("/home/zoe/tide-gauge")
	}
	if n.count[projectKind] != 2 || n.count[userKind] != 1 {
		t.Errorf("counted are %v", n.count)
	}
	if got := string(n.page([]byte("<p>in /home/zoe/app and /home/zoe/tide-gauge</p>"))); got != "<p>in project-1 and project-2</p>" {
		t.Error(got)
	}
}
