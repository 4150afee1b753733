package components

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/a-h/templ"

	"flightlog/parse/timeline"
)

func sampleFound() Found {
	return Found{Query: "npm is:failed", Link: "is:failed", Rows: 4, Hits: 3, State: Done, Count: "3 hits in 1 session · 31 ms",
		Terms: []Refer{{Text: "npm", Query: "is:failed"}, {Text: "is:failed", Query: "npm"}},
		Facets: []Tally{
			{Name: "Kind", Items: []TallyItem{{Name: "tool call", Hits: 3, Query: "npm is:failed kind:tool"}}},
			{Name: "Outcome", Items: []TallyItem{{Name: "failed", Hits: 3, On: true, Bad: true, Query: "npm"}, {Name: "outcome not recorded", Hits: 1}}},
			{Name: "Session", Items: []TallyItem{{Name: "Fix failing test", Title: "Fix failing test · 1 Oct 2026", Hits: 3, Query: "npm is:failed session:5e55a0a1"}}, More: "and 5 more"},
		}}
}

func sampleHits() []HitRow {
	return []HitRow{
		{Index: 0, Heading: true, Who: "Fix failing test", TimeUTC: "1 Oct 2026, 09:02:31.000 UTC", Facts: []string{"proj", "3 hits"}, Href: "#/s/5e55a0a1"},
		{Index: 1, Href: "#/s/5e55a0a1/events-14", Icon: "failed", Look: "bad", Who: "bash", Text: []Piece{{Text: "npm", On: true}, {Text: " test"}}, Mono: true, Tags: []Tag{{Text: "exit 1", Tone: Bad}, {Text: "result"}},
			Time: "09:00:03", TimeUTC: "1 Oct 2026, 09:00:03.000 UTC", Context: []Piece{{Text: "…"}, {Text: "npm", On: true}, {Text: " ERR! code EUSAGE"}}, On: true},
		{Index: 2, Heading: true, Who: ".copilot/logs/process-1.log", Facts: []string{"1 hit"}},
		{Index: 3, Href: "#/files/file-3", Icon: "notice", Look: "system", Who: "line 12", Time: "no time"},
	}
}

func sampleFrame() FileFrame {
	return FileFrame{Path: ".copilot/logs/process-1.log", Kind: "processlog", State: timeline.Read, Bytes: 12_345, Back: "#/files/file-3",
		Levels: []Chip{{Name: "ERROR", Title: "Show lines of this level", Count: 1, On: true, Arg: "!file/+ERROR"}}, Problems: []Link{{Href: "#/problems/problem-0", Text: "A line is cut."}}}
}

// spansOf finds a text in another, all of its places.
func spansOf(word string) func(string) [][2]int {
	return func(text string) (out [][2]int) {
		for at := 0; word != ""; {
			i := strings.Index(text[at:], word)
			if i < 0 {
				break
			}
			out = append(out, [2]int{at + i, at + i + len(word)})
			at += i + len(word)
		}
		return out
	}
}

func TestMark(t *testing.T) {
	for _, c := range []struct{ markup, word, want string }{
		{`<p>one two one</p>`, "one", `<p><mark>one</mark> two <mark>one</mark></p>`},
		{`<p title="one">two</p>`, "one", `<p title="one">two</p>`},
		{`<pre>fu<span class="kw">nc ma</span>in</pre>`, "func main", `<pre><mark>fu</mark><span class="kw"><mark>nc ma</mark></span><mark>in</mark></pre>`},
		{`<p>on</p><p>e</p>`, "one", `<p>on</p><p>e</p>`},
		{`<p>a &lt;b&gt; &amp;amp; &#34;q&#34;</p>`, `<b> &amp; "`, `<p>a <mark>&lt;</mark><mark>b</mark><mark>&gt;</mark><mark> </mark><mark>&amp;</mark><mark>amp; </mark><mark>&#34;</mark>q&#34;</p>`},
		{`<p>lt</p><p>&lt;</p>`, "lt", `<p><mark>lt</mark></p><p>&lt;</p>`},
		{`<span class="tag bad">one</span><b>one</b>`, "one", `<span class="tag bad">one</span><b><mark>one</mark></b>`},
		{`<span class="tm"><span>one</span>one</span>one`, "one", `<span class="tm"><span>one</span>one</span><mark>one</mark>`},
		{`<h3>one</h3><a href="#/x" title="a > b">one</a>`, "one", `<h3>one</h3><a href="#/x" title="a > b"><mark>one</mark></a>`},
		{`<p>ünï</p>`, "nï", `<p>ü<mark>nï</mark></p>`},
	} {
		if got := string(Mark([]byte(c.markup), spansOf(c.word))); got != c.want {
			t.Errorf("%s marked with %q is\n%s, want\n%s", c.markup, c.word, got, c.want)
		}
	}
}

// FuzzMark: marks are all that is added, they are well nested in what was, and each text
// that holds the word has one.
func FuzzMark(f *testing.F) {
	f.Add("one <b> two", "o")
	f.Add("&lt; \x00 &amp;amp; é</pre>", "&")
	f.Add(hostile, "alert")
	f.Fuzz(func(t *testing.T, text, word string) {
		markup := render(t, HitRows([]HitRow{{Text: []Piece{{Text: text}}, Href: text, TimeUTC: text, Context: []Piece{{Text: text}}}})) + render(t, Prose(text, ""))
		got := string(Mark([]byte(markup), spansOf(word)))
		if strings.NewReplacer("<mark>", "", "</mark>", "").Replace(got) != markup {
			t.Fatalf("%q marked with %q is\n%s", markup, word, got)
		}
		if err := inert(got); err != nil {
			t.Fatalf("%v in %s", err, got)
		}
		if word != "" && strings.Contains(Visible(text), word) && !strings.Contains(got, "<mark>") {
			t.Fatalf("%q holds %q and is not marked: %s", text, word, got)
		}
	})
}

// The rows of a search are as high as the list over them says.
func TestHitRowHeights(t *testing.T) {
	css, err := os.ReadFile("../web/find.css")
	if err != nil {
		t.Fatal(err)
	}
	for selector, height := range map[string]int{`\.hit`: HitRowHeight, `\.flat \.hit`: FactRowHeight} {
		m := regexp.MustCompile(`(?m)^` + selector + ` \{[^}]*?\bheight: (\d+)px`).FindSubmatch(css)
		if m == nil || string(m[1]) != strconv.Itoa(height) {
			t.Errorf("%s: height %s, want %d px", selector, m, height)
		}
	}
	for _, word := range []string{"url(", "@import", "@font-face", "image-set(", "src("} {
		if strings.Contains(string(css), word) {
			t.Errorf("find.css contains %s", word)
		}
	}
}

// searchViews are the views of the search, each also with hostile text in every field.
func searchViews(tag []Tag, list List) map[string]templ.Component {
	return map[string]templ.Component{
		"search":                Search(sampleFound(), List{Name: "hits", Count: 4, Chunk: 16, Row: HitRowHeight, Label: "Hits"}),
		"search-none":           Search(Found{State: NoQuery, Help: []Refer{{Text: "tool:", Note: "the tool of the call that the record belongs to", Query: "tool:"}}}, List{Name: "hits"}),
		"search-faulty":         Search(Found{Query: "is:no", State: Faulty, Message: "There is no state no", Wrong: []Piece{{Text: "is:"}, {Text: "n", On: true}, {Text: "o"}}}, List{Name: "hits"}),
		"search-nothing":        Search(Found{Query: "x", State: Done, Count: "0 hits · 1 ms"}, List{Name: "hits", Row: FactRowHeight}),
		"search-hostile":        Search(Found{Query: hostile, Link: hostileName, State: Running, Count: hostile, Message: hostile, Terms: []Refer{{Text: hostile, Query: hostile}}, Facets: []Tally{{Name: "Tool", Items: []TallyItem{{Name: hostile, Title: hostile, Hits: 1, Query: hostile}, {Name: hostile}}, More: "and 2 more"}}}, list),
		"search-faulty-hostile": Search(Found{Query: hostile, State: Faulty, Message: hostile, Wrong: []Piece{{Text: hostile}, {Text: hostile, On: true}}}, list),
		"hit-rows":              HitRows(sampleHits()),
		"hit-rows-hostile":      HitRows([]HitRow{{Heading: true, Who: hostile, Facts: []string{hostile}, TimeUTC: hostile, Href: "javascript:alert(6)"}, {Heading: true, Who: hostile}, {Href: "//192.0.2.1/", Icon: hostileName, Look: hostileName, Who: hostile, Text: []Piece{{Text: hostile, On: true}}, Mono: true, Tags: tag, Time: hostile, TimeUTC: hostile, Context: []Piece{{Text: hostile}, {Text: hostile, On: true}}, On: true}}),
		"all":                   AllPage([]Link{{Href: "#/all/day-20261001", Text: "1 Oct 2026", Note: "35", On: true}, {Href: "#/all/day-0", Text: "No time", Note: "3"}}, 30, Sifting{Shown: 38, All: 38, Noun: "record"}, List{Name: "all", Count: 40, Chunk: 24, Row: AllRowHeight, Label: "All events"}),
		"all-none":              AllPage(nil, 3, Sifting{All: 3, Noun: "record", Chosen: 1, Clear: "#/all"}, List{Name: "all"}),
		"all-rows":              AllRows([]AllRow{{Day: "1 Oct 2026", Facts: "35 records"}, {EventRow: sampleEvents()[1], Session: "Fix failing test"}, {EventRow: EventRow{Index: 2, Href: "#/files/file-3/line-12", Type: "processlog", Text: "signed in", Time: "no time"}, File: ".copilot/logs/process-1.log"}}),
		"all-rows-hostile":      AllRows([]AllRow{{EventRow: EventRow{Href: "//192.0.2.1/", Time: hostile, TimeUTC: hostile, Icon: hostileName, Look: hostileName, Kind: hostile, Type: hostile, Who: hostile, Text: hostile, Mono: true, Tags: tag}, Session: hostile, File: hostile}}),
		"file-lines":            FileLines(sampleFrame(), List{Name: "file/3", Count: 4, Chunk: 40, Row: RawRowHeight, Label: "Lines of the file"}),
		"file-lines-none":       FileLines(FileFrame{Path: "logs/x.log"}, List{Name: "file/3"}),
		"file-blocks":           FileBlocks(FileFrame{Path: ".copilot/mcp-config.json", Secret: true, Sum: strings.Repeat("ab", 32)}, sampleBlocks()[:1]),
		"file-blocks-none":      FileBlocks(FileFrame{Path: "x", State: timeline.Skipped, Notes: []string{"It was counted."}}, nil),
		"file-grid":             FileGrid(FileFrame{Path: "session-store.db", Tables: []Tab{{Href: "#/file/3/t0", Name: "sessions", Count: -1, On: true}}}, []string{"id", "cwd"}, List{Name: "file/3", Count: 2, Chunk: 40, Row: RawRowHeight, Label: "Rows of the table"}),
		"file-grid-hostile":     FileGrid(FileFrame{Path: hostile, Kind: hostile, Sum: hostile, Notes: []string{hostile}, Problems: []Link{{Href: "//192.0.2.1/", Text: hostile}}, Back: "javascript:alert(1)", Secret: true, Bare: true, Tables: []Tab{{Href: "http://192.0.2.1/", Name: hostile}}}, []string{hostile}, list),
		"grid-rows":             GridRows([]GridRow{{Index: 0, Key: "row-1", Href: "#/file/3/t0/row-1", Cells: []string{"1", "/srv/proj"}}, {Index: 1, Key: "row-2", Href: "#/file/3/t0/row-2", Cells: []string{"", ""}}}),
		"grid-rows-hostile":     GridRows([]GridRow{{Key: hostileName, Href: "javascript:alert(6)", Cells: []string{hostile, hostile}}}),
		"completions":           Completions([]Completion{{Term: "tool:", What: "the tool of the call"}, {Term: "tool:bash"}}),
		"completions-hostile":   Completions([]Completion{{Term: hostile}}),
	}
}
