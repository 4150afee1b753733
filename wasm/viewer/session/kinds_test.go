package session

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flightlog/cmd/flightlog/sample"
	"flightlog/components"
	"flightlog/parse/timeline"
)

// openKinds opens the sample and gives one call of each kind that a reader can tell apart,
// its tool, how it ended and who let it run, as it stands in the conversation when it is
// open.
func openKinds(t *testing.T) (headings []string, items []components.Item) {
	t.Helper()
	zip, err := sample.Zip()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, p := range opened(t, zip) {
		for n, it := range p.layoutOf().items {
			if it.kind != components.CallItem {
				continue
			}
			c := &p.s.Calls[it.call]
			kind := fmt.Sprintf("%s, %s", c.Tool, c.Outcome)
			if c.Decision != "" {
				kind += ", " + c.Decision
			}
			todos, changed := p.file.TodosAfter(p.s, it.call)
			if kind += " " + strings.Join(strings.Fields(todos.Title), " "); !changed {
				kind = strings.TrimSpace(kind)
			}
			if seen[kind] {
				continue
			}
			seen[kind], p.open[n] = true, true
			headings, items = append(headings, kind), append(items, p.item(int32(n)))
		}
	}
	return headings, items
}

// TestCallPage writes a page with every kind of call, open. It is a page that a browser
// shows as it stands, in light and in dark.
func TestCallPage(t *testing.T) {
	headings, items := openKinds(t)
	var body strings.Builder
	for i, heading := range headings {
		items[i].Index = 2*i + 1
		rows := []components.Item{{Kind: components.TurnItem, Index: 2 * i, Text: heading}, items[i]}
		for k := range rows {
			if err := components.ConversationItems(rows[k:k+1]).Render(t.Context(), &body); err != nil {
				t.Fatal(err)
			}
		}
	}
	got := "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"color-scheme\" content=\"light dark\">\n<title>Every kind of call</title>\n<link rel=\"stylesheet\" href=\"../../web/app.css\">\n<body>\n<main id=\"main\">\n<div class=\"stream\" role=\"list\">" +
		body.String() + "</div>\n</main>\n"
	for _, element := range []string{"div", "h2", "details", "dl", "dt", "table", "tr"} { // none of them stands in a <pre>
		got = strings.ReplaceAll(got, "><"+element, ">\n<"+element)
	}
	file := filepath.Join("..", "..", "..", "testdata", "golden", "calls.html")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines, old := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for i := range lines {
		if i >= len(old) || lines[i] != old[i] {
			t.Fatalf("%s, line %d: got %s\nif it should, run the test with -update", file, i+1, lines[i])
		}
	}
	if len(lines) != len(old) {
		t.Errorf("%s has %d lines, want %d", file, len(old), len(lines))
	}
	blocks := map[timeline.BlockKind]bool{}
	for _, it := range items {
		for _, b := range it.Blocks {
			blocks[b.Kind] = true
		}
	}
	for kind := timeline.TextBlock; kind <= timeline.ImageBlock; kind++ {
		if !blocks[kind] && kind != timeline.RawBlock { // a record as it stands is no part of a call
			t.Errorf("no call of the page shows a block of kind %d", kind)
		}
	}
}
