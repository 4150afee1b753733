package viewer

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"flightlog/parse/fixture"
	"flightlog/parse/timeline"
)

// opened shows a fixture.
func opened(t *testing.T, name string) *Viewer {
	t.Helper()
	v, _ := show(t, fixture.Zip(t, fixture.Load(t, os.DirFS("../.."), "testdata/"+name+".txtar")[0].Files, fixture.Shape{Stored: true}))
	return v
}

// TestFilePanels: every row of the page of files leads to a panel that names the file and
// its kind; what is copied from it is what it shows.
func TestFilePanels(t *testing.T) {
	for _, name := range []string{"cases/every-file", "cases/store-tables", "broken/broken-files", "cases/two-homes"} {
		v := opened(t, name)
		for i := range v.file.Sources {
			s := &v.file.Sources[i]
			place := fmt.Sprintf("files/file-%d", i)
			panel := look(t, ask(t, v, "panel", place))
			for _, want := range append([]string{s.Path, s.Kind, s.State.String()}, s.Notes...) {
				if !strings.Contains(panel.text, want) {
					t.Errorf("%s: the panel of %s does not say %q: %s", name, s.Path, want, panel.text)
				}
			}
			if text := ask(t, v, "text", place); text != "" && text != string(s.Held) {
				t.Errorf("%s: the text of %s is %.80q", name, s.Path, text)
			}
		}
	}
	v := opened(t, "cases/every-file")
	for path, want := range map[string]string{
		"session.db": "Write a test", "plan.md": "Read", "001-first.md": "First checkpoint", "mcp-config.json": "‹masked: 16 characters›", "process-1790845199000-742.log": "Hook command failed",
		"index.json": "snapshots", "vscode.metadata.json": "/srv/demo", "36d32dd20a272d77c6ef3d65d01bef8721f5ce5dee13f9a5e74e72cb5f717c15": "content before the change",
	} {
		for i := range v.file.Sources {
			if s := &v.file.Sources[i]; strings.HasSuffix(s.Path, "/"+path) && !strings.Contains(s.Path, "mcp-secrets") {
				if panel := look(t, ask(t, v, "panel", fmt.Sprintf("files/file-%d", i))); !strings.Contains(panel.text, want) {
					t.Errorf("%s shows %q, want %q in it", s.Path, panel.text, want)
				}
			}
		}
	}
}

// TestBesideTheLog: the head of a session says what lies beside its log, and nothing of
// what is in it.
func TestBesideTheLog(t *testing.T) {
	v := opened(t, "cases/every-file")
	page := ask(t, v, "main", "")
	for _, want := range []string{"2 copies of this log lie beside it; Files lists them.", "lists this session as open since 6 Oct 2026, 09:00:00 UTC"} {
		if !strings.Contains(page, want) {
			t.Errorf("the head does not say %q", want)
		}
	}
	if len(v.file.Sessions) != 1 || len(v.file.Sessions[0].Events) != 2 {
		t.Errorf("the copies were read: %d sessions", len(v.file.Sessions))
	}
}

// TestOnlyInLog: the place of a row says when it stands only in the write-ahead log.
func TestOnlyInLog(t *testing.T) {
	v := opened(t, "cases/store-tables")
	for record, only := range map[string]bool{"store-turns:1": false, "store-turns:2": true, "store-turns:3": true, "store-assistant_usage_events:1": false, "store-search_index_content:1": false} {
		panel := look(t, ask(t, v, "panel", "s/7a5e0075-0000-4000-8000-000000000075/"+record))
		if got := strings.Contains(panel.text, "only in the write-ahead log"); got != only || !strings.Contains(panel.text, "rowid") {
			t.Errorf("%s: %s", record, panel.text)
		}
	}
}

// TestRailGroups: sessions stand under one heading when home, directory and branch are the
// same; directories and homes that would read the same are told apart.
func TestRailGroups(t *testing.T) {
	session := func(home int, project, branch string) *timeline.Session {
		return &timeline.Session{Home: home, Project: project, Branch: branch}
	}
	one := []timeline.Home{{Root: ".copilot"}}
	two := []timeline.Home{{Root: ""}, {Root: "bob/.copilot"}}
	for name, tt := range map[string]struct {
		homes    []timeline.Home
		sessions []*timeline.Session
		want     string
	}{
		"one group":          {one, []*timeline.Session{session(0, "/srv/demo", "main"), session(0, "/srv/demo", "main")}, "demo · main 2"},
		"branches":           {one, []*timeline.Session{session(0, "/srv/demo", "main"), session(0, "/srv/demo", "")}, "demo · main 1; demo 1"},
		"the same last name": {one, []*timeline.Session{session(0, "/srv/demo", ""), session(0, `C:\work\demo`, ""), session(0, "/srv/other", "")}, `/srv/demo 1; C:\work\demo 1; other 1`},
		"no project":         {one, []*timeline.Session{session(0, "", "main"), session(0, "", "")}, "No project recorded 2"},
		"homes":              {two, []*timeline.Session{session(0, "/srv/demo", ""), session(1, "/srv/demo", ""), session(0, "/srv/demo", "")}, "demo · in the top of the archive 2; demo · in bob/.copilot 1"},
	} {
		var got []string
		for _, e := range railOf(&timeline.Timeline{Homes: tt.homes, Sessions: tt.sessions}) {
			if e.s == nil {
				got = append(got, fmt.Sprintf("%s %d", e.heading, e.count))
			}
		}
		if s := strings.Join(got, "; "); s != tt.want {
			t.Errorf("%s: %s, want %s", name, s, tt.want)
		}
	}
	v := opened(t, "cases/two-homes")
	for _, s := range v.file.Sessions {
		if head := look(t, ask(t, v, "main", "s/"+pathOf(v, s))); !strings.Contains(head.text, v.file.Homes[s.Home].Root) {
			t.Errorf("the head of %s does not name its home: %s", s.Name, head.text)
		}
	}
}
