package viewer

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"flightlog/parse/diagnose"
)

// ticking makes the viewer's clock go on by a slice at every look.
func ticking(v *Viewer) {
	at := today
	v.clock = func() time.Time { at = at.Add(workSlice); return at }
	v.inquire()
}

// TestRulesRunInSlices: between two slices every screen is answered, and says how far the
// rules are; at the end they have said the same as in one go.
func TestRulesRunInSlices(t *testing.T) {
	v := genuine(t, "daily.zip")
	whole := genuine(t, "daily.zip")
	finish(t, whole)
	ticking(v)
	seen := map[string]bool{}
	n := 0
	for ask(t, v, "work", "") == "more" {
		n++
		seen[look(t, ask(t, v, "later", "brief")).text] = true
		if rows := look(t, ask(t, v, "main", "s/"+pathOf(v, v.file.Sessions[0]))); !strings.Contains(rows.text, v.file.Sessions[0].ID) {
			t.Fatalf("between two slices a session's page says %q", rows.text)
		}
		if found := ask(t, v, "later", "found"); found != "" {
			t.Fatalf("the rail counts %q while the rules run", found)
		}
	}
	if n < len(diagnose.Rules()) || len(seen) < len(diagnose.Rules())-1 {
		t.Errorf("%d slices, %d states of %d rules were seen", n, len(seen), len(diagnose.Rules()))
	}
	for _, name := range []string{"brief", "findings", "found"} {
		if got, want := ask(t, v, "later", name), ask(t, whole, "later", name); got != want {
			t.Errorf("%s in slices\n%s\nin one go\n%s", name, look(t, got).text, look(t, want).text)
		}
	}
}

// TestRulesStop: a person stops the rules and lets them go on; the page says where they are.
func TestRulesStop(t *testing.T) {
	v := genuine(t, "daily.zip")
	ticking(v)
	for range 9 {
		ask(t, v, "work", "")
	}
	ask(t, v, "work", "stop")
	if more := ask(t, v, "work", ""); more != "" {
		t.Errorf("stopped rules answer %q", more)
	}
	asked := v.rules.asked
	for range 5 {
		ask(t, v, "work", "")
	}
	page := ask(t, v, "main", "findings")
	if v.rules.asked != asked || !strings.Contains(look(t, page).text, "Stopped after") || !strings.Contains(page, `data-do="resume"`) {
		t.Errorf("stopped at %d rules, then %d: %s", asked, v.rules.asked, look(t, page).text)
	}
	ask(t, v, "work", "go")
	finish(t, v)
	if text := look(t, ask(t, v, "main", "overview")).text; !strings.Contains(text, "All 12 findings") {
		t.Errorf("after going on the overview says %q", text)
	}
	if _, err := v.Answer("work", "faster"); err == nil {
		t.Error("an unknown wish is obeyed")
	}
}

// TestEvidenceOpens: every place of every finding leads to a page that is there and, where
// it is a record, to that record.
func TestEvidenceOpens(t *testing.T) {
	for _, name := range []string{"daily.zip", "mcp-open.zip", "denied.zip", "cut.zip", "upgrade.zip"} {
		v := genuine(t, name)
		finish(t, v)
		for i := range v.rules.result.Findings {
			f := &v.rules.result.Findings[i]
			for k := range f.Evidence {
				e := &f.Evidence[k]
				p := v.evidence(f.Rule, e)
				place := strings.TrimPrefix(p.Href, "#/")
				r := v.route(place)
				switch {
				case p.Href == "" || p.Where == "" || r.name == "unknown":
					t.Errorf("%s, %s: the place %+v leads to %q", name, f.Rule, e, p.Href)
				case e.Link != "" && (r.Record == nil || r.page.Key(r.Record) != e.Link):
					t.Errorf("%s, %s: %s does not open the record %s", name, f.Rule, p.Href, e.Link)
				case e.Link != "" && look(t, ask(t, v, "panel", place)).text == "":
					t.Errorf("%s, %s: %s has no panel", name, f.Rule, p.Href)
				}
			}
			if f.Inferred == strings.Contains(look(t, ask(t, v, "list", "findings "+strconv.Itoa(i/findingsChunk))).rows[i%findingsChunk].text, "recorded ") {
				t.Errorf("%s, %s: inferred %v, but its row says otherwise", name, f.Rule, f.Inferred)
			}
		}
	}
}

// TestFindingUnfolds: a finding with many places shows few until all are asked for.
func TestFindingUnfolds(t *testing.T) {
	v := genuine(t, "daily.zip")
	finish(t, v)
	for i := range v.rules.result.Findings {
		f := &v.rules.result.Findings[i]
		row := v.finding(i)
		if len(f.Evidence) <= fewPlaces {
			if row.Toggle != "" || len(row.Places) != len(f.Evidence) {
				t.Errorf("%s has %d places, %d are shown", f.Rule, len(f.Evidence), len(row.Places))
			}
			continue
		}
		open := look(t, ask(t, v, "act", row.Toggle))
		if got := len(open.hrefs) - 1; got != len(f.Evidence) {
			t.Errorf("%s unfolds to %d of %d places", f.Rule, got, len(f.Evidence))
		}
		if again := look(t, ask(t, v, "act", row.Toggle)); len(again.hrefs)-1 != fewPlaces {
			t.Errorf("%s folds to %d places", f.Rule, len(again.hrefs)-1)
		}
		return
	}
	t.Error("no finding has many places, so nothing was tried")
}

// TestRulesHaveWords: every rule is told in words on the page.
func TestRulesHaveWords(t *testing.T) {
	for _, rule := range diagnose.Rules() {
		if ruleNames[rule] == "" {
			t.Errorf("the rule %s has no words", rule)
		}
	}
	if len(ruleNames) != len(diagnose.Rules()) {
		t.Errorf("%d names for %d rules", len(ruleNames), len(diagnose.Rules()))
	}
}
