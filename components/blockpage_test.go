package components

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flightlog/parse/timeline"
)

// TestBlockPage writes a page with every kind of block, which a browser shows as it
// stands, in light and in dark.
func TestBlockPage(t *testing.T) {
	all := append(append([]timeline.Block{}, sampleBlocks()[:11]...), richBlocks()...)
	all = append(all, timeline.Block{Kind: timeline.TextBlock, Title: "Output", Text: "the same again", Aside: "The result as text says the same"})
	shown := map[timeline.BlockKind]bool{}
	for _, b := range all {
		shown[b.Kind] = true
	}
	for kind := timeline.TextBlock; kind <= timeline.ImageBlock; kind++ {
		if !shown[kind] {
			t.Errorf("no block of kind %d is on the page", kind)
		}
	}
	got := "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"color-scheme\" content=\"light dark\">\n<title>Every kind of block</title>\n<link rel=\"stylesheet\" href=\"../../web/app.css\">\n<body>\n<main id=\"main\">\n<div class=\"stream\">" +
		render(t, Blocks(all)) + "</div>\n</main>\n"
	for _, element := range []string{"div", "details", "dl", "dt", "table", "tr"} { // none of them stands in a <pre>
		got = strings.ReplaceAll(got, "><"+element, ">\n<"+element)
	}
	file := filepath.Join("..", "testdata", "golden", "blocks.html")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; if it should, run the test with -update.%s", file, firstDifference(got, string(want)))
	}
}
