package viewer

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"flightlog/components"
	"flightlog/parse/find"
	"flightlog/parse/fixture"
)

// attribute gives the value of the first attribute of that name.
func attribute(t testing.TB, markup, name string) string {
	t.Helper()
	m := regexp.MustCompile(name + `="([^"]*)"`).FindStringSubmatch(markup)
	if m == nil {
		t.Fatalf("no %s in %s", name, markup)
	}
	return m[1]
}

// TestSearchIsTheEngines: in every fixture the page lists the hits that the engine gives,
// in its order, each under a heading and with a link that leads to it.
func TestSearchIsTheEngines(t *testing.T) {
	for _, c := range cases(t) {
		v, _ := show(t, fixture.Zip(t, c.Files, fixture.Shape{Stored: true}))
		for _, query := range []string{"e", "is:failed", "kind:prompt", `"the"`, "/[aeiou]{2}/ !kind:tool", "npm"} {
			q, err := find.Compile(query)
			if err != nil {
				t.Fatal(err)
			}
			var want []*find.Hit
			find.New(v.file.Timeline, v.file).Search(q, func(h *find.Hit) bool { want = append(want, h); return true }, nil)
			page := ask(t, v, "find", query)
			if got := attribute(t, page, "data-hits"); got != components.Count(len(want)) {
				t.Errorf("%s, %s: the page says %s hits, the engine %d", c.Name, query, got, len(want))
			}
			l := only(t, look(t, page))
			for i, r := range rowsOf(t, v, l) {
				if leads(t, v, r.hrefs); r.text == "" {
					t.Errorf("%s, %s: row %d is blank", c.Name, query, i)
				}
			}
			n, headings := 0, 0
			for chunk := 0; chunk*l.chunk < l.count; chunk++ {
				list := ask(t, v, "list", fmt.Sprintf("hits %d", chunk))
				over := strings.Count(list, `class="hit grp"`)
				hits := strings.Count(list, "data-i=") - over
				if n, headings = n+hits, headings+over; hits > 0 && q.Reads() && !strings.Contains(list, "<mark>") {
					t.Errorf("%s, %s: no mark in %s", c.Name, query, list)
				}
			}
			if n != len(want) || (n > 0) != (headings > 0) {
				t.Errorf("%s, %s: %d hits under %d headings, want %d", c.Name, query, n, headings, len(want))
			}
		}
	}
}

// TestFacetsNarrow: a value of a facet leads to a query with as many hits as it says, and
// back.
func TestFacetsNarrow(t *testing.T) {
	v := showCase(t, "sample")
	facet := regexp.MustCompile(`aria-pressed="(true|false)" data-find="([^"]*)"[^>]*><span class="t">([^<]*)</span> ?<span class="n">(\d+)</span>`)
	page := ask(t, v, "find", "e")
	all := facet.FindAllStringSubmatch(page, -1)
	if len(all) < 8 {
		t.Fatalf("%d values of facets in %s", len(all), page)
	}
	for _, m := range all {
		narrow := ask(t, v, "find", unhtml(m[2]))
		if got := attribute(t, narrow, "data-hits"); got != m[4] || m[1] != "false" {
			t.Errorf("%s says %s hits; %s finds %s", m[3], m[4], m[2], got)
		}
		back := slices.IndexFunc(facet.FindAllStringSubmatch(narrow, -1), func(f []string) bool { return f[1] == "true" && f[2] == "e" })
		if back < 0 {
			t.Errorf("from %s nothing leads back", m[2])
		}
	}
}

func unhtml(s string) string { return strings.NewReplacer("&#34;", `"`, "&amp;", "&").Replace(s) }

// TestSearchRunsInSlices: each answer takes the search on for a slice of time; a new one
// ends it; stopped, it keeps what it has.
func TestSearchRunsInSlices(t *testing.T) {
	lines := make([][4]string, 3000)
	for i := range lines {
		lines[i] = [4]string{"user.message", strconv.Itoa(i), "", fmt.Sprintf(`"content":"needle %d %s"`, i, strings.Repeat("hay ", 100))}
	}
	v, _ := show(t, log(t, lines...))
	clock := today
	v.now = func() time.Time { clock = clock.Add(8 * time.Millisecond); return clock }
	page := ask(t, v, "find", "needle")
	if got := attribute(t, page, "data-state"); got != "running" || !strings.Contains(page, "so far") {
		t.Fatalf("after one slice the search is %s: %s", got, page)
	}
	last := only(t, look(t, page)).count
	for slices, state := 0, "running"; state == "running"; slices++ {
		around := ask(t, v, "found", "")
		state = attribute(t, around, "data-state")
		if rows, _ := strconv.Atoi(attribute(t, around, "data-rows")); rows < last || slices > 1000 {
			t.Fatalf("slice %d: %d rows after %d", slices, rows, last)
		} else {
			last = rows
		}
	}
	if last != 3001 {
		t.Errorf("%d rows, want 3,000 hits and a heading", last)
	}
	ask(t, v, "find", "needle hay")
	if page := ask(t, v, "find", "nowhere"); attribute(t, page, "data-hits") != "0" {
		t.Errorf("the second search begins with %s", page)
	}
	ask(t, v, "find", "needle")
	around := ask(t, v, "halt", "")
	if n := attribute(t, around, "data-hits"); n == "0" || n == "3,000" || !strings.Contains(around, "stopped") || attribute(t, around, "data-state") != "stopped" {
		t.Errorf("stopped with %s hits: %s", n, around)
	}
}

// TestHop goes round all hits in both directions, through their links.
func TestHop(t *testing.T) {
	v := showCase(t, "sample")
	ask(t, v, "find", "year")
	total, err := strconv.Atoi(strings.Fields(ask(t, v, "hop", "0 search"))[1])
	if err != nil {
		t.Fatal(err)
	}
	at := "search"
	for i := range total + 1 {
		words := strings.Split(ask(t, v, "hop", "1 "+at), " ")
		if want := strconv.Itoa(i%total + 1); words[0] != want || words[1] != strconv.Itoa(total) {
			t.Fatalf("hop %d answers %q", i, words)
		}
		at = words[2]
		leads(t, v, []string{"#/" + at})
		if again := ask(t, v, "hop", "0 "+at); again != words[0]+" "+words[1]+" " {
			t.Errorf("at %s the page counts %q", at, again)
		}
	}
	if words := strings.Split(ask(t, v, "hop", "-1 "+at), " "); words[0] != strconv.Itoa(total) {
		t.Errorf("back from the first hit: %q", words)
	}
	if got := ask(t, v, "hop", "0 problems"); got != fmt.Sprintf("0 %d ", total) {
		t.Errorf("on another page: %q", got)
	}
	ask(t, v, "find", "")
	if got := ask(t, v, "hop", "1 "+at); got != "0 0 " {
		t.Errorf("without a query: %q", got)
	}
}

// TestSearchLinks: a link carries kinds, states, dates and ids, and nothing that was
// typed; what it carries is searched when it is opened.
func TestSearchLinks(t *testing.T) {
	v := showCase(t, "sample")
	page := ask(t, v, "find", `kind:prompt secretword is:failed cmd:hidden`)
	if got := attribute(t, page, "data-address"); got != "kind:prompt is:failed" {
		t.Errorf("the link carries %q", got)
	}
	same := ask(t, v, "main", "search/"+url.PathEscape("kind:prompt is:failed"))
	if got := attribute(t, same, "data-search"); !strings.Contains(got, "secretword") {
		t.Errorf("coming back finds %q in the box", got)
	}
	v = showCase(t, "sample")
	page = ask(t, v, "main", "search/"+url.PathEscape("kind:prompt"))
	if query, hits := attribute(t, page, "data-search"), attribute(t, page, "data-hits"); query != "kind:prompt" || hits == "0" {
		t.Errorf("the link opens %q with %s hits", query, hits)
	}
	if page := ask(t, showCase(t, "sample"), "main", "search"); attribute(t, page, "data-state") != "none" || !strings.Contains(page, "regular expression") {
		t.Errorf("without a query the page shows %s", page)
	}
}

// TestFaultyQuery points at the place and keeps what it points at.
func TestFaultyQuery(t *testing.T) {
	v := showCase(t, "sample")
	for query, want := range map[string]string{"ä kind:banana x": "ä kind:<mark>b</mark>anana x ", `"open`: `<mark>&#34;</mark>open `, "tool:": "tool<mark>:</mark> ", "/a(/": "<mark>/</mark>a(/ "} {
		if page := ask(t, v, "find", query); !strings.Contains(page, "<pre>"+want+"</pre>") || attribute(t, page, "data-state") != "faulty" {
			t.Errorf("%s: %s", query, page)
		}
	}
}

// TestHitsAreMarked: what is looked for is marked in a session's rows, in what opens and in
// the panel, and no longer when the box is empty.
func TestHitsAreMarked(t *testing.T) {
	v := showCase(t, "sample")
	place := "s/" + pathOf(v, v.file.Sessions[0])
	look := func() (n int) {
		l := only(t, look(t, ask(t, v, "main", place)))
		n = strings.Count(ask(t, v, "list", l.name+" 0"), "<mark>")
		return n
	}
	if look() != 0 {
		t.Error("marks before anything was looked for")
	}
	ask(t, v, "find", "fixture")
	if look() == 0 || !strings.Contains(ask(t, v, "panel", strings.SplitN(ask(t, v, "hop", "1 "), " ", 3)[2]), "<mark>fixture</mark>") {
		t.Error("no marks of what was looked for")
	}
	ask(t, v, "find", "")
	if look() != 0 {
		t.Error("marks after the box was emptied")
	}
}

func TestCompletions(t *testing.T) {
	v := showCase(t, "sample")
	if got := ask(t, v, "complete", "npm to"); attribute(t, got, "data-term") != "tool:" || !strings.Contains(got, "the tool of the call") {
		t.Errorf("to becomes %s", got)
	}
	if got := ask(t, v, "complete", "is:fa"); attribute(t, got, "data-term") != "is:failed" {
		t.Errorf("is:fa becomes %s", got)
	}
	if got := ask(t, v, "complete", ""); got != "" {
		t.Errorf("nothing becomes %s", got)
	}
}

// TestHitsHideNames: with names hidden, no mark divides one so that it is shown, and hits
// are marked all the same; no hit is marked twice.
func TestHitsHideNames(t *testing.T) {
	v := showCase(t, "sample")
	ask(t, v, "find", "srv")
	if list := ask(t, v, "list", "hits 0"); strings.Contains(list, "<mark><mark>") || !strings.Contains(list, "<mark>") {
		t.Errorf("the marks are %s", list)
	}
	ask(t, v, "names", "on")
	hidden := strings.NewReplacer("<mark>", "", "</mark>", "").Replace(ask(t, v, "find", "pro") + ask(t, v, "list", "hits 0"))
	ask(t, v, "names", "off")
	if shown := ask(t, v, "find", "pro") + ask(t, v, "list", "hits 0"); !strings.Contains(strings.NewReplacer("<mark>", "", "</mark>", "").Replace(shown), "/srv/proj") {
		t.Fatalf("nothing to hide in %s", shown)
	}
	if strings.Contains(hidden, "/srv/proj") {
		t.Errorf("a folder is shown: %s", hidden)
	}
}
