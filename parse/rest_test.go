package parse_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"flightlog/parse"
	"flightlog/parse/fixture"
	"flightlog/parse/timeline"
)

// TestListedBeforeItIsRead: a session whose log waits is listed by its workspace, or else
// by the first line of its log, and nothing of that contradicts what the log says.
func TestListedBeforeItIsRead(t *testing.T) {
	byLine := 0
	for _, c := range cases(t) {
		files := slices.Clone(c.Files)
		for i, f := range files {
			if strings.HasSuffix(f.Name, "/events.jsonl") { // too long to be read as soon as looked at
				files[i].Data = slices.Concat(f.Data, bytes.Repeat([]byte("\n"), 33*timeline.KiB))
			}
		}
		zip := fixture.Zip(t, files, fixture.Shape{})
		o, err := parse.Open(bytes.NewReader(zip), int64(len(zip)), "case.zip", parse.Options{Limits: limits(), Early: 1})
		if err != nil {
			t.Fatal(err)
		}
		listed := map[*timeline.Session]timeline.Session{}
		note := func() {
			o.Settle()
			for _, s := range o.Sessions {
				if s.Has(timeline.Unread) && len(s.Events) == 0 {
					listed[s] = *s
				}
			}
		}
		note()
		err = o.Rest(func(int64, int64, string) error { note(); return nil })
		if err != nil {
			t.Fatal(err)
		}
		for s, before := range listed {
			if s.Has(timeline.Unread) {
				t.Errorf("%s: session %s stays unread", c.Name, s.ID)
			}
			if before.Name != "" && before.Name != s.Name {
				t.Errorf("%s: session %s was listed as %q and is %q", c.Name, s.ID, before.Name, s.Name)
			}
			if before.Client == "" && before.Project != "" {
				byLine++
				if s.Project == "" {
					t.Errorf("%s: session %s was listed in %q and is in none", c.Name, s.ID, before.Project)
				}
			}
		}
	}
	if byLine < 10 {
		t.Errorf("only %d sessions were listed by their first line", byLine)
	}
}

// TestManySessions: very many sessions are listed before anything of them is read, however
// small their logs are; then they get their names, and then their logs are read.
func TestManySessions(t *testing.T) {
	const sessions, early = 300, 4 * timeline.MiB
	id := func(n int) string { return fmt.Sprintf("7a5e0000-0000-4000-8000-%012d", n) }
	home := func(workspaces bool) *parse.Opened {
		var files []fixture.File
		for n := range sessions {
			folder := ".copilot/session-state/" + id(n) + "/"
			files = append(files, fixture.File{Name: folder + "events.jsonl", Data: []byte(`{"type":"user.message","timestamp":"2026-10-01T09:00:00.000Z","data":{"content":"Hello"}}` + "\n")})
			if workspaces {
				files = append(files, fixture.File{Name: folder + "workspace.yaml", Data: fmt.Appendf(nil, "name: Session %d\nupdated_at: 2026-10-01T09:%02d:00.000Z\n", n, n%60)})
			}
		}
		zip := fixture.Zip(t, files, fixture.Shape{Stored: true})
		o, err := parse.Open(bytes.NewReader(zip), int64(len(zip)), "many.zip", parse.Options{Early: early})
		if err != nil {
			t.Fatal(err)
		}
		if len(o.Sessions) != sessions {
			t.Fatalf("%d sessions are listed, want %d", len(o.Sessions), sessions)
		}
		return o
	}
	named := func(o *parse.Opened) (named, read int) {
		for _, s := range o.Sessions {
			if s.Name != "" {
				named++
			}
			if !s.Has(timeline.Unread) {
				read++
			}
		}
		return named, read
	}
	if _, read := named(home(false)); read > 0 {
		t.Errorf("%d logs were read before the list was there", read)
	}
	o := home(true)
	if names, read := named(o); names+read > 0 {
		t.Errorf("%d workspaces and %d logs were read before the list was there", names, read)
	}
	first := o.Sessions[100]
	o.First(first)
	got := []string{}
	err := o.Rest(func(_, _ int64, path string) error {
		o.Settle()
		names, read := named(o)
		switch {
		case len(got) == 0 && read == 1:
			got = append(got, fmt.Sprintf("%v is named %q", !first.Has(timeline.Unread), first.Name))
		case len(got) == 1 && names == sessions:
			got = append(got, fmt.Sprintf("%d names with %d logs", names, read))
		case len(got) == 2 && read == 2:
			got = append(got, strings.Split(path, "/")[2])
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{`true is named "Session 100"`, "300 names with 1 logs", id(119)}; !slices.Equal(got, want) { // 59 minutes past: the newest, of which the first was read
		t.Errorf("while they are read %q, want %q", got, want)
	}
	if names, read := named(o); names != sessions || read != sessions || o.Waiting() {
		t.Errorf("in the end %d are named and %d read", names, read)
	}
}
