package viewer

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"flightlog/components"
	"flightlog/parse/fixture"
	"flightlog/parse/timeline"
)

// TestFilterWalk follows every choice of every session of every fixture: it shows as many
// rows as it said, all of them are like that, and a second click takes it back.
func TestFilterWalk(t *testing.T) {
	for _, c := range cases(t) {
		v, _ := show(t, fixture.Zip(t, c.Files, fixture.Shape{Stored: true}))
		for _, s := range v.file.Sessions {
			walkFilter(t, v, s)
		}
	}
	names, _ := filepath.Glob(filepath.Join("..", "..", "..", "shared", "fixtures", "real", "d*.zip"))
	for _, name := range names {
		zip, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		v, _ := show(t, zip)
		for _, s := range v.file.Sessions {
			walkFilter(t, v, s)
		}
	}
}

func walkFilter(t *testing.T, v *Viewer, s *timeline.Session) {
	t.Helper()
	p := v.sessions[v.keys[s]]
	plain := v.sift(p, filter{})
	if len(plain.rows) != len(s.Events) {
		t.Errorf("%s: %d of %d events without a filter", s.ID, len(plain.rows), len(s.Events))
	}
	for _, f := range plain.facets {
		for _, c := range f.Choices {
			r := v.route(strings.TrimPrefix(c.Href, "#/"))
			if r.page != p || !r.events || r.filter.chosen() != 1 {
				t.Fatalf("%s: %s %q leads to %q", s.ID, f.Name, c.Name, c.Href)
			}
			if rows := v.sift(p, r.filter).rows; len(rows) != c.Count && c.Count > 0 {
				t.Errorf("%s: %s %q says %d and shows %d", s.ID, f.Name, c.Name, c.Count, len(rows))
			}
			for _, n := range v.sift(p, r.filter).rows {
				e, i := p.record(n)
				if !slices.Contains(anyOf(v.valuesOf(s, e, i)), c.Name) {
					t.Errorf("%s: %s %q shows %s", s.ID, f.Name, c.Name, v.key(e))
				}
			}
			if back := chosen(v.sift(p, r.filter).facets); len(back) != 1 || back[0].Name != c.Name || back[0].Href != v.sessionHref(s)+"/events" {
				t.Errorf("%s: after %q there is chosen %v", s.ID, c.Name, back)
			}
		}
	}
}

func anyOf(v values) []string { return v[:] }

func chosen(all []components.Facet) []components.Choice {
	var out []components.Choice
	for _, f := range all {
		for _, c := range f.Choices {
			if c.On {
				out = append(out, c)
			}
		}
	}
	return out
}

// TestFilterPage: what a person reads who chose, and who chose what nothing is like.
func TestFilterPage(t *testing.T) {
	v := showCase(t, "sample")
	const events = "s/5e55a0a1-0000-4000-8000-000000000001/events"
	page := look(t, ask(t, v, "main", events+"?outcome=failed&kind=tool"))
	rows := rowsOf(t, v, only(t, page))
	if len(rows) == 0 || !strings.Contains(page.text, "of 3") {
		t.Fatalf("failed tool calls: %d rows under %q", len(rows), page.text)
	}
	for _, r := range rows {
		if !strings.Contains(r.text, "exit 1") && !strings.Contains(r.text, "failed") {
			t.Errorf("among the failed stands %q", r.text)
		}
		leads(t, v, r.hrefs)
		if !strings.HasSuffix(r.hrefs[0], "?kind=tool&outcome=failed") {
			t.Errorf("the link %q loses the filter", r.hrefs[0])
		}
	}
	if none := look(t, ask(t, v, "main", events+"?kind=hook&outcome=denied")); !strings.Contains(none.text, "No event is like that") || !strings.Contains(none.text, "Clear all") {
		t.Errorf("nothing is like that, and the page says %q", none.text)
	}
	panel := look(t, ask(t, v, "panel", events+"/events-18?kind=tool"))
	if !slices.Contains(panel.hrefs, "#/"+events+"/events-14?kind=tool") {
		t.Errorf("the chain in the panel loses the filter: %q", panel.hrefs)
	}
}

// TestFilterHoldsNoContent: what a log calls its own tools and agents reaches no link.
func TestFilterHoldsNoContent(t *testing.T) {
	v, _ := show(t, log(t,
		[4]string{"user.message", "1", "", `"content":"one"`},
		[4]string{"tool.execution_start", "2", "", `"toolCallId":"a","toolName":"acme-secret-search","arguments":{}`},
		[4]string{"tool.execution_start", "3", "", `"toolCallId":"b","toolName":"bash","arguments":{"command":"ls"}`},
	))
	page := ask(t, v, "main", "s/"+sessionID+"/events")
	if !strings.Contains(page, "acme-secret-search") || !strings.Contains(page, "?tool=bash") {
		t.Errorf("the tools are not offered: %s", page)
	}
	for _, href := range look(t, page).hrefs {
		if strings.Contains(href, "acme") {
			t.Errorf("a link holds a name of the log: %s", href)
		}
	}
}

// FuzzFilter: a filter is the same after it went through a link, and a choice made twice
// is no choice.
func FuzzFilter(f *testing.F) {
	for _, q := range []string{"", "kind=tool", "kind=tool,prompt&outcome=failed", "tool=x00000000,,&&=&kind", "kind=a&kind=b,a", "store=log&agent=none"} {
		f.Add(q, "kind")
	}
	f.Fuzz(func(t *testing.T, query, id string) {
		once := parseFilter(query)
		if again := parseFilter(once.String()); again.String() != once.String() || again.chosen() != once.chosen() {
			t.Errorf("%q is %q and then %q", query, once, again)
		}
		if !isFilterID(id) {
			return
		}
		for k := range facetCount {
			if back := once.with(k, id).with(k, id); back.String() != once.String() {
				t.Errorf("%q with %s twice is %q", once, id, back)
			}
		}
	})
}
