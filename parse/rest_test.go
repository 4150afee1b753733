package parse_test

import (
	"bytes"
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
		zip := fixture.Zip(t, c.Files, fixture.Shape{})
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
