package viewer

import (
	"strings"
	"testing"

	"flightlog/parse/find"
	"flightlog/parse/fixture"
)

// TestCommand: the command that a record's panel gives finds that record, and no other.
func TestCommand(t *testing.T) {
	for _, c := range cases(t) {
		v, _ := show(t, fixture.Zip(t, c.Files, fixture.Shape{Stored: true}))
		if len(v.file.Homes) > 1 {
			continue // a session's id may stand in each
		}
		f := find.New(v.file.Timeline, v.file)
		for _, s := range v.file.Sessions {
			for i := range s.Events {
				place := "s/" + pathOf(v, s) + "/" + v.pageOf(s).Key(&s.Events[i])
				command := ask(t, v, "text", "command "+place)
				rest, ok := strings.CutPrefix(command, "flightlog find '")
				query, file, _ := strings.Cut(rest, "' ")
				if !ok || file != "case.zip" {
					t.Fatalf("%s: the command is %q", place, command)
				}
				q, err := find.Compile(strings.ReplaceAll(query, `'\''`, "'"))
				if err != nil {
					t.Fatalf("%s: %s: %v", place, command, err)
				}
				hits := 0
				if _, err := f.Search(q, func(h *find.Hit) bool {
					if hits++; h.Event.Line != s.Events[i].Line || h.Session != s {
						t.Errorf("%s: %s finds %s", place, command, v.pageOf(h.Session).Key(h.Event))
					}
					return true
				}, func() error { return nil }); err != nil || hits == 0 {
					t.Errorf("%s: %s finds %d, %v", place, command, hits, err)
				}
			}
		}
	}
}
