package components_test

// Every row of a home, whatever stands in its files. It is here because the allow-list is;
// the views come through the viewer, as the page gets them.

import (
	"bytes"
	"html"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"flightlog/components"
	"flightlog/parse/archive"
	"flightlog/parse/fixture"
	"flightlog/wasm/viewer"
)

var (
	linked = regexp.MustCompile(`href="#/([^"]*)"`)
	listed = regexp.MustCompile(`data-list="([^"]*)" data-count="(\d+)" data-chunk="(\d+)"`)
	record = regexp.MustCompile(`/[a-z]+-(\d+(@\d+)?|[a-z_]+:\d+)$`)
	folded = regexp.MustCompile(`data-act="toggle" data-arg="([^"]*)"`)
)

// visitor goes everywhere in an open home, up to a number of answers.
type visitor struct {
	t    testing.TB
	v    *viewer.Viewer
	left int
	seen map[string]bool
}

// ask looks at an answer and at all that it leads to. The viewer may refuse; what it gives
// is on the allow-list.
func (s *visitor) ask(op, arg string) {
	if s.left <= 0 || s.seen[op+" "+arg] {
		return
	}
	s.left--
	s.seen[op+" "+arg] = true
	out, err := s.v.Answer(op, arg)
	if err != nil {
		if len(out) > 0 || !utf8.ValidString(err.Error()) {
			s.t.Fatalf("%s %q: %d bytes with the error %v", op, arg, len(out), err)
		}
		return
	}
	s.look(op+" "+arg, string(out))
}

func (s *visitor) look(where, markup string) {
	if err := components.Inert(markup); err != nil {
		s.t.Fatalf("%s: %v\n%.2000s", where, err, markup)
	}
	if strings.Contains(markup, "The program failed while reading this file") {
		s.t.Fatalf("%s: a reader failed\n%.2000s", where, markup)
	}
	if !utf8.ValidString(markup) {
		s.t.Fatalf("%s is no UTF-8", where)
	}
	for _, m := range listed.FindAllStringSubmatch(markup, -1) {
		count, _ := strconv.Atoi(m[2])
		chunk, _ := strconv.Atoi(m[3])
		for n := 0; chunk > 0 && n*chunk < count; n++ {
			s.ask("list", html.UnescapeString(m[1])+" "+strconv.Itoa(n))
		}
	}
	for _, m := range folded.FindAllStringSubmatch(markup, -1) {
		s.ask("act", html.UnescapeString(m[1]))
	}
	for _, m := range linked.FindAllStringSubmatch(markup, -1) {
		place := html.UnescapeString(m[1])
		if at := record.FindStringIndex(place); at != nil { // the view is looked at once, its records in the panel
			s.ask("panel", place)
			place = place[:at[0]]
		}
		s.ask("main", place)
	}
}

// visit opens a home and goes everywhere in it. It gives the number of answers that were
// looked at; a home that cannot be opened has none.
func visit(t testing.TB, files []fixture.File, most int) int {
	zip := fixture.Zip(t, files, fixture.Shape{Stored: true})
	s := &visitor{t: t, v: viewer.New(), left: most, seen: map[string]bool{}}
	frame, err := s.v.Open("home.zip", []archive.File{{Name: "home.zip", Size: int64(len(zip)), R: bytes.NewReader(zip)}}, nil, func(int64, int64, string) error { return nil })
	if err != nil {
		return 0
	}
	s.look("the frame", string(frame))
	s.ask("main", "overview")
	s.seen = map[string]bool{}
	for more := true; more; { // the databases
		out, err := s.v.Answer("work", "")
		if err != nil {
			t.Fatal(err)
		}
		more = string(out) == "more"
	}
	s.ask("main", "")
	return most - s.left
}

// TestHomesAreInert goes everywhere in every fixture.
func TestHomesAreInert(t *testing.T) {
	root := os.DirFS("..")
	for _, c := range append(fixture.Load(t, root, "testdata/cases/*.txtar"), fixture.Load(t, root, "testdata/broken/*.txtar")...) {
		if n := visit(t, c.Files, 600); n < 5 {
			t.Errorf("%s: only %d answers were looked at", c.Name, n)
		}
	}
}

// FuzzHome: every row of a home whose files may hold anything is on the allow-list, and
// nothing panics. A panic of a reader would be a problem that the page shows: it fails here.
func FuzzHome(f *testing.F) {
	root := os.DirFS("..")
	for _, c := range append(fixture.Load(f, root, "testdata/cases/*.txtar"), fixture.Load(f, root, "testdata/broken/*.txtar")...) {
		of := func(ending string) []byte {
			for _, file := range c.Files {
				if strings.HasSuffix(file.Name, ending) && len(file.Data) < 20_000 {
					return file.Data
				}
			}
			return nil
		}
		f.Add(of("events.jsonl"), of("workspace.yaml"), of("permissions-config.json"), of("index.json"), of(".log"))
	}
	f.Fuzz(func(t *testing.T, log, workspace, permissions, snapshots, process []byte) {
		if len(log)+len(workspace)+len(permissions)+len(snapshots)+len(process) > 50_000 {
			return
		}
		const session = ".copilot/session-state/5e55a0a1-0000-4000-8000-000000000001/"
		visit(t, []fixture.File{{Name: session + "events.jsonl", Data: log}, {Name: session + "workspace.yaml", Data: workspace}, {Name: session + "plan.md", Data: workspace},
			{Name: session + "rewind-file-snapshots/index.json", Data: snapshots}, {Name: ".copilot/permissions-config.json", Data: permissions}, {Name: ".copilot/settings.json", Data: permissions},
			{Name: ".copilot/command-history-state.json", Data: snapshots}, {Name: ".copilot/logs/process-1790845199002-4244.log", Data: process}}, 250)
	})
}
