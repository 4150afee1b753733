package viewer

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"flightlog/parse/archive"
	"flightlog/parse/fixture"
	"flightlog/parse/timeline"
)

var update = flag.Bool("update", false, "write the golden files anew")

// today is when every test looks at an archive.
var today = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

// show opens an archive, all of it, and gives the frame around it.
func show(tb testing.TB, zip []byte) (*Viewer, string) {
	tb.Helper()
	v := New()
	v.now = func() time.Time { return today }
	frame, err := v.Open("case.zip", []archive.File{{Name: "case.zip", Size: int64(len(zip)), R: bytes.NewReader(zip)}}, nil, func(int64, int64, string) error { return nil })
	if err != nil {
		tb.Fatal(err)
	}
	readAll(v)
	if v.joined != "" {
		if frame, err = v.frame(); err != nil {
			tb.Fatal(err)
		}
	}
	v.joined = ""
	return v, string(frame)
}

// readAll reads what the first screen did not wait for.
func readAll(v *Viewer) {
	for v.readOn() {
	}
}

func cases(tb testing.TB) []fixture.Case {
	tb.Helper()
	root := os.DirFS("../..")
	return append(fixture.Load(tb, root, "testdata/cases/*.txtar"), fixture.Load(tb, root, "testdata/broken/*.txtar")...)
}

func showCase(tb testing.TB, name string) *Viewer {
	tb.Helper()
	v, _ := show(tb, fixture.Zip(tb, caseOf(tb, name).Files, fixture.Shape{}))
	return v
}

func caseOf(tb testing.TB, name string) fixture.Case {
	tb.Helper()
	for _, c := range cases(tb) {
		if c.Name == name {
			return c
		}
	}
	tb.Fatalf("no fixture is called %s", name)
	return fixture.Case{}
}

// ask answers an operation that must not fail.
func ask(tb testing.TB, v *Viewer, op, arg string) string {
	tb.Helper()
	out, err := v.Answer(op, arg)
	if err != nil {
		tb.Fatalf("%s %s: %v", op, arg, err)
	}
	return string(out)
}

// pathOf is the key of a session as links spell it.
func pathOf(v *Viewer, s *timeline.Session) string {
	return strings.TrimPrefix(v.sessionHref(s), "#/s/")
}

// row is one row of a list as a person reads it, with what a program finds in it.
type row struct {
	index  int
	key    string
	text   string
	hrefs  []string
	toggle string
	open   string
}

// list is a windowed list as the page is told of it.
type list struct {
	name         string
	count, chunk int
}

// screen is what HTML shows: its lists, its rows, and all its words in order.
type screen struct {
	lists []list
	rows  []row
	text  string
	hrefs []string
}

// look reads HTML the way a person and app.js do: words without markup, icons and what
// is hidden; rows where data-i stands; lists where data-list stands.
func look(tb testing.TB, markup string) screen {
	tb.Helper()
	doc, err := html.Parse(strings.NewReader(markup))
	if err != nil {
		tb.Fatal(err)
	}
	var s screen
	var words []string
	var walk func(n *html.Node, in *row, pre *strings.Builder)
	walk = func(n *html.Node, in *row, pre *strings.Builder) {
		switch {
		case n.Type == html.TextNode && pre != nil:
			pre.WriteString(n.Data)
		case n.Type == html.TextNode:
			words = append(words, strings.Fields(n.Data)...)
		case n.Data == "svg":
			return
		case n.Data == "pre":
			pre = new(strings.Builder) // one text, whatever colours stand in it
		}
		at := map[string]string{}
		for _, a := range n.Attr {
			at[a.Key] = a.Val
		}
		if _, hidden := at["hidden"]; hidden && n.Data == "pre" {
			return
		}
		if name, ok := at["data-list"]; ok {
			s.lists = append(s.lists, list{name, number(tb, at["data-count"]), number(tb, at["data-chunk"])})
		}
		begin := -1
		if i, ok := at["data-i"]; ok {
			s.rows = append(s.rows, row{index: number(tb, i), key: at["data-key"]})
			in, begin = &s.rows[len(s.rows)-1], len(words)
		}
		if href := at["href"]; href != "" {
			s.hrefs = append(s.hrefs, href)
			if in != nil {
				in.hrefs = append(in.hrefs, href)
			}
		}
		if at["data-act"] == "toggle" && in != nil {
			in.toggle, in.open = at["data-arg"], at["aria-expanded"]
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c, in, pre)
		}
		if n.Data == "pre" {
			words = append(words, strconv.Quote(pre.String()))
		}
		if begin >= 0 {
			s.rows[len(s.rows)-1].text = strings.Join(words[begin:], " ")
		}
	}
	walk(doc, nil, nil)
	s.text = strings.Join(words, " ")
	return s
}

func number(tb testing.TB, s string) int {
	tb.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		tb.Fatalf("%q is no number of a row or list", s)
	}
	return n
}

// rowsOf asks for every chunk of a list, as app.js does while one scrolls.
func rowsOf(tb testing.TB, v *Viewer, l list) []row {
	tb.Helper()
	if l.name == "" {
		return nil
	}
	var out []row
	for chunk := 0; chunk*l.chunk < l.count; chunk++ {
		part := look(tb, ask(tb, v, "list", fmt.Sprintf("%s %d", l.name, chunk))).rows
		if len(part) > l.chunk {
			tb.Errorf("chunk %d of %s has %d rows, %d at most", chunk, l.name, len(part), l.chunk)
		}
		out = append(out, part...)
	}
	for i, r := range out {
		if r.index != i {
			tb.Errorf("row %d of %s calls itself %d", i, l.name, r.index)
		}
	}
	if len(out) != l.count {
		tb.Errorf("%s has %d rows, its page says %d", l.name, len(out), l.count)
	}
	if past := look(tb, ask(tb, v, "list", fmt.Sprintf("%s %d", l.name, l.count/l.chunk+1))).rows; len(past) != 0 {
		tb.Errorf("behind its end %s has %d rows", l.name, len(past))
	}
	return out
}

// only gives the one list of a page; no list is an empty one.
func only(tb testing.TB, s screen) list {
	tb.Helper()
	if len(s.lists) > 1 {
		tb.Errorf("a page with %d lists: %v", len(s.lists), s.lists)
	}
	if len(s.lists) == 0 {
		return list{}
	}
	return s.lists[0]
}

// TestGolden holds what a person reads of a fixture, on every page of it, to its golden
// file; what opens is shown open.
func TestGolden(t *testing.T) {
	named := []string{"sample", "failing", "denied", "cancelled", "orphans", "subagents", "prompts", "lifecycle", "recovered", "two-homes", "tools", "hostile", "bad-lines", "cut-last-line", "emptied"}
	found := 0
	for _, c := range cases(t) {
		if !slices.Contains(named, c.Name) {
			continue
		}
		found++
		v, frame := show(t, fixture.Zip(t, c.Files, fixture.Shape{Stored: true}))
		var b strings.Builder
		fmt.Fprintf(&b, "%s\n", c.Comment)
		for _, l := range look(t, frame).lists {
			print(&b, "rail", rowsOf(t, v, l))
		}
		for _, s := range v.file.Sessions {
			place := "s/" + pathOf(v, s)
			page := look(t, ask(t, v, "main", place))
			fmt.Fprintf(&b, "\n== %s\n%s\n", place, page.text)
			print(&b, "conversation", rowsOf(t, v, only(t, page)))
			for _, r := range rowsOf(t, v, only(t, page)) {
				if r.toggle != "" {
					fmt.Fprintf(&b, "  %d opened: %s\n", r.index, look(t, ask(t, v, "act", r.toggle)).text)
				}
			}
			print(&b, "events", rowsOf(t, v, only(t, look(t, ask(t, v, "main", place+"/events")))))
		}
		for _, place := range []string{"problems", "files"} {
			page := look(t, ask(t, v, "main", place))
			fmt.Fprintf(&b, "\n== %s\n%s\n", place, page.text)
			print(&b, place, rowsOf(t, v, only(t, page)))
		}
		golden(t, filepath.Join("..", "..", "testdata", "golden", "viewer", c.Name+".txt"), b.String())
	}
	if found != len(named) {
		t.Errorf("%d of %d fixtures were found", found, len(named))
	}
}

func print(b *strings.Builder, title string, rows []row) {
	fmt.Fprintf(b, "-- %s\n", title)
	for _, r := range rows {
		fmt.Fprintf(b, "%4d %s\n", r.index, r.text)
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Errorf("%v (go test ./wasm/viewer -update writes it)", err)
		return
	}
	g, w := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			t.Errorf("%s: line %d is\n\t%s\nwant\n\t%s", name, i+1, g[i], w[i])
			return
		}
	}
	if len(g) != len(w) {
		t.Errorf("%s: %d lines, want %d", name, len(g), len(w))
	}
}
