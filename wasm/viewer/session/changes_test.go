package session

import (
	"testing"

	"flightlog/parse/timeline"
)

// TestFromProject: only what lies in the session's directory is told from there on.
func TestFromProject(t *testing.T) {
	for _, c := range []struct{ project, paths, want string }{
		{"/srv/demo", "/srv/demo/a.go", "a.go"},
		{"/srv/demo/", "/srv/demo/in/a.go, /srv/demo/b.go, /srv/demo2/c.go", "in/a.go, b.go, /srv/demo2/c.go"},
		{"/srv/demo", "/backup/srv/demo/a.go", "/backup/srv/demo/a.go"},
		{"/srv/demo", "/srv/demo", "/srv/demo"},
		{`C:\work`, `C:\work\a.go`, "a.go"},
		{"", "/srv/demo/a.go", "/srv/demo/a.go"},
		{"/", "/a.go", "a.go"},
	} {
		p := &Page{s: &timeline.Session{Project: c.project}}
		if got := p.fromProject(c.paths); got != c.want {
			t.Errorf("%q in %q is told as %q, not %q", c.paths, c.project, got, c.want)
		}
	}
}
