package components

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/a-h/templ"
)

var gallery = flag.String("gallery", "", "write the gallery, pages to look at with a browser, to this folder")

// TestGallery writes every view with the sample in it as pages over the style of web:
//
//	go test ./components -run TestGallery -gallery DIR
func TestGallery(t *testing.T) {
	if *gallery == "" {
		t.Skip("no -gallery folder was named")
	}
	css := style(t)
	for name, body := range galleryPages(t) {
		for _, theme := range []string{"light", "dark"} {
			page := `<!doctype html><html lang="en" data-theme="` + theme + `"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>` + name + `</title><style>` + css + `</style><body><div id="app">` + body + `</div></body></html>`
			if err := os.WriteFile(filepath.Join(*gallery, name+"-"+theme+".html"), []byte(page), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// galleryPages composes views as the page does, with every list filled.
func galleryPages(t testing.TB) map[string]string {
	fill := func(name string, frame, rows templ.Component) string {
		return strings.Replace(render(t, frame), `aria-label="`+name+`"></div>`, `aria-label="`+name+`">`+render(t, rows)+`</div>`, 1)
	}
	rail := strings.Replace(fill("Sessions", Shell(sampleApp()), RailRows(sampleRail())), `href="#/s/5e55a0a1"`, `aria-current="page" href="#/s/5e55a0a1"`, 1)
	page := func(main string, panel string) string {
		s := strings.Replace(rail, `tabindex="-1"></main>`, `tabindex="-1">`+main+`</main>`, 1)
		if panel != "" {
			s = strings.Replace(s, ` hidden></aside>`, `>`+panel+`</aside>`, 1)
		}
		return s
	}
	current := func(s, key string) string {
		return strings.Replace(s, `data-key="`+key+`"`, `data-key="`+key+`" aria-current="true"`, 1)
	}
	events := sampleHead()
	events.Tabs = []Tab{{Href: "#/s/5e55a0a1", Name: "Conversation", Count: -1}, {Href: "#/s/5e55a0a1/events", Name: "Events", Count: 35, Noun: "event", On: true}}
	list := func(n int, label string) List { return List{Name: "x", Count: n, Chunk: 100, Row: 26, Label: label} }
	conversation := current(fill("Conversation", Conversation(sampleHead(), list(16, "Conversation")), ConversationItems(sampleItems())), "events-14")
	blocks := `<div class="stream">` + render(t, Blocks(sampleBlocks())) + `</div>`
	return map[string]string{
		"session":  page(conversation, render(t, InspectorPanel(sampleInspector()))),
		"closed":   page(conversation, ""),
		"events":   page(current(fill("Events", Events(events, sampleSifting(), list(14, "Events")), EventRows(sampleEvents())), "events-14"), ""),
		"problems": page(fill("Problems", Problems(list(3, "Problems"), LimitNote{Met: 1, Raised: 1}), ProblemRows(sampleProblems())), ""),
		"files":    page(fill("Files", Files(6, list(6, "Files")), FileRows(sampleFiles())), render(t, FilePanel(sampleFile()))),
		"none":     page(render(t, Problems(List{}, LimitNote{})), ""),
		"blocks":   page(blocks, ""),
		"rich":     page(`<div class="stream">`+render(t, Blocks(richBlocks()))+strings.ReplaceAll(render(t, Blocks(richBlocks()[:2])), `class="sides"`, `class="sides" open`)+render(t, Blocks(sourceSamples()))+`</div>`, ""),
		"hostile":  page(`<div class="stream">`+render(t, ConversationItems(hostileItems()))+`</div>`, ""),
	}
}
