package diagnose_test

import (
	"os"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"flightlog/parse"
	"flightlog/parse/diagnose"
	"flightlog/parse/fixture"
	"flightlog/parse/timeline"
)

// TestFixtures: whatever an archive holds, every rule is heard once or checked, and every
// place that a finding names is there to be opened.
func TestFixtures(t *testing.T) {
	root := os.DirFS("../..")
	opened := 0
	for _, c := range append(fixture.Load(t, root, "testdata/cases/*.txtar"), fixture.Load(t, root, "testdata/broken/*.txtar")...) {
		o := open(t, c.Files)
		r, err := diagnose.Run(o.Timeline, o, nil)
		if err != nil {
			t.Fatal(err)
		}
		heard := map[string]bool{}
		for _, f := range r.Findings {
			heard[f.Rule] = true
			if f.Sentence == "" || f.Advice == "" || len(f.Evidence) == 0 || strings.ContainsAny(f.Sentence+f.Advice, "\n\r") || !utf8.ValidString(f.Sentence) {
				t.Errorf("%s: %+v", c.Name, f)
			}
			for _, e := range f.Evidence {
				if e.Link != "" {
					opened++
					if !stands(o, &e) {
						t.Errorf("%s: %s names %s of session %s, which is not there", c.Name, f.Rule, e.Link, e.Session)
					}
				}
				if !utf8.ValidString(e.Text) || strings.Contains(e.Text, "\n") {
					t.Errorf("%s: %s shows %q", c.Name, f.Rule, e.Text)
				}
			}
		}
		if len(heard)+len(r.Checked) != len(diagnose.Rules()) {
			t.Errorf("%s: %d rules found something, %d nothing, of %d", c.Name, len(heard), len(r.Checked), len(diagnose.Rules()))
		}
	}
	if opened < 20 {
		t.Errorf("only %d records are named: the fixtures no longer show what the rules find", opened)
	}
}

// stands reports that evidence names a record of its session by source, line and offset.
func stands(o *parse.Opened, e *diagnose.Evidence) bool {
	for _, s := range o.Sessions {
		if s.ID != e.Session || s.Home != e.Home {
			continue
		}
		for _, list := range [][]timeline.Event{s.Events, s.Store} {
			for i := range list {
				if ev := &list[i]; ev.Source == e.Source && ev.Line == e.Line && ev.Offset == e.Offset &&
					strings.HasPrefix(e.Link, o.Sources[ev.Source].Kind+"-") && strings.Contains(e.Link, strconv.FormatInt(ev.Line, 10)) {
					return true
				}
			}
		}
	}
	return false
}
