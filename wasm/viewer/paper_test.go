package viewer

import (
	"fmt"
	"strings"
	"testing"

	"flightlog/parse/fixture"
)

// TestPaperWalk prints every session of every fixture, as lines and whole: each list has
// all its rows, nothing that stands inside a row is folded away, and the screen is
// afterwards as it was.
func TestPaperWalk(t *testing.T) {
	for _, c := range cases(t) {
		v, _ := show(t, fixture.Zip(t, c.Files, fixture.Shape{Stored: true}))
		for _, s := range v.file.Sessions {
			for _, tab := range []string{"", "/events", "/changes", "/permissions", "/shell", "/raw"} {
				l := only(t, look(t, ask(t, v, "main", "s/"+pathOf(v, s)+tab)))
				if l.count == 0 {
					continue
				}
				if said := look(t, ask(t, v, "paper", l.name+" lines")).text; !strings.Contains(said, "Printed from case.zip") {
					t.Errorf("%s says on paper: %q", l.name, said)
				}
				for _, mode := range []string{"lines", printWhole} {
					rows := 0
					for k := 0; k*l.chunk < l.count; k++ {
						before := ask(t, v, "list", fmt.Sprintf("%s %d", l.name, k))
						sheet := ask(t, v, "sheet", fmt.Sprintf("%s %d %s", l.name, k, mode))
						rows += strings.Count(sheet, "data-i=")
						if after := ask(t, v, "list", fmt.Sprintf("%s %d", l.name, k)); after != before {
							t.Errorf("%s %d is another after it was printed", l.name, k)
						}
						if mode == printWhole && strings.Contains(sheet, "call k-tool") && strings.Contains(sheet, "rows · show") {
							t.Errorf("%s %d has rows folded away on paper", l.name, k)
						}
					}
					if rows != l.count {
						t.Errorf("%s: %d of %d rows on paper", l.name, rows, l.count)
					}
				}
			}
		}
	}
}

// TestPaper: paper says what it leaves out, and whole leaves out nothing of a call.
func TestPaper(t *testing.T) {
	v := showCase(t, "sample")
	const list = "conversation/5e55a0a1-0000-4000-8000-000000000001"
	if said := look(t, ask(t, v, "paper", list+" lines")).text; !strings.Contains(said, "a line each unless it was open") {
		t.Errorf("paper says %q", said)
	}
	if said := look(t, ask(t, v, "paper", list+" whole")).text; strings.Contains(said, "a line each") {
		t.Errorf("whole, paper says %q", said)
	}
	for mode, shown := range map[string]bool{"lines": false, printWhole: true} {
		if got := strings.Contains(ask(t, v, "sheet", list+" 0 "+mode), "date.test.js: expected 2026"); got != shown {
			t.Errorf("%s: the output of the first call is on paper: %v", mode, got)
		}
	}
	if said := look(t, ask(t, v, "paper", "events/5e55a0a1-0000-4000-8000-000000000001?outcome=failed lines")).text; !strings.Contains(said, "Outcome failed") {
		t.Errorf("of a filtered list paper says %q", said)
	}
}
