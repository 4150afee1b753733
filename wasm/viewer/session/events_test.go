package session

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"flightlog/components"
	"flightlog/wasm/viewer/filter"
)

// TestFilterWalk follows every choice of every session of every fixture: it shows as many
// rows as it said, all of them are like that, and a second click takes it back.
func TestFilterWalk(t *testing.T) {
	for _, pages := range cases(t) {
		for _, p := range pages {
			walkFilter(t, p)
		}
	}
	names, _ := filepath.Glob(filepath.Join("..", "..", "..", "..", "shared", "fixtures", "real", "d*.zip"))
	for _, name := range names {
		zip, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range opened(t, zip) {
			walkFilter(t, p)
		}
	}
}

func walkFilter(t *testing.T, p *Page) {
	t.Helper()
	s, plain := p.s, p.sift(filter.Filter{})
	if len(plain.rows) != len(s.Events) {
		t.Errorf("%s: %d of %d events without a filter", s.ID, len(plain.rows), len(s.Events))
	}
	for _, f := range plain.facets {
		stands := 0
		for _, c := range f.Choices {
			stands += c.Count
		}
		for _, c := range f.Choices {
			query, here := strings.CutPrefix(c.Href, p.Href()+"/events?")
			choice := filter.Parse(query)
			if !here || choice.Chosen() != 1 {
				t.Fatalf("%s: %s %q leads to %q", s.ID, f.Name, c.Name, c.Href)
			}
			if rows := p.sift(choice).rows; len(rows) != c.Count && c.Count > 0 {
				t.Errorf("%s: %s %q says %d and shows %d", s.ID, f.Name, c.Name, c.Count, len(rows))
			}
			if all := p.sift(choice).all; f.Name == filter.Store.String() && all != stands {
				t.Errorf("%s: the stores hold %d records, beside the filter stands %d", s.ID, stands, all)
			}
			for _, n := range p.sift(choice).rows {
				e, i := p.record(n)
				if !slices.Contains(anyOf(p.Values(e, i)), c.Name) {
					t.Errorf("%s: %s %q shows %s", s.ID, f.Name, c.Name, p.Key(e))
				}
			}
			if back := chosen(p.sift(choice).facets); len(back) != 1 || back[0].Name != c.Name || back[0].Href != p.Href()+"/events" {
				t.Errorf("%s: after %q there is chosen %v", s.ID, c.Name, back)
			}
		}
	}
}

func anyOf(v filter.Values) []string { return v[:] }

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

// TestOwnToolsStandInLinks: what the views know as a tool of Copilot's own is spelled in the
// link that asks for it, and no other name is.
func TestOwnToolsStandInLinks(t *testing.T) {
	sieve := filter.New(filter.Filter{})
	known := map[string]bool{}
	for name := range toolIcons {
		known[name] = true
	}
	for _, names := range []map[string]bool{editors, shells, asksPerson} {
		for name := range names {
			known[name] = true
		}
	}
	for name := range known {
		sieve.Takes(filter.Values{filter.Tool: name})
	}
	sieve.Takes(filter.Values{filter.Tool: "acme"})
	for _, c := range sieve.Facets("#/all")[0].Choices {
		if spelled := strings.HasSuffix(c.Href, "?tool="+c.Name); spelled != known[c.Name] {
			t.Errorf("%s is asked for by %s", c.Name, c.Href)
		}
	}
}
