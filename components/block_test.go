package components

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"flightlog/parse/timeline"
)

// sampleChange is a change with everything a diff can show: numbers, marked words, a long
// run of context, a second hunk.
func sampleChange() timeline.Change {
	lines := []timeline.DiffLine{
		{Kind: ' ', Old: 3, New: 3, Text: "const d = clock();"},
		{Kind: '-', Old: 4, Text: "assert.equal(d.year, 2025);", Marks: [][2]int{{21, 25}}},
		{Kind: '+', New: 4, Text: "assert.equal(d.year, 2026);", Marks: [][2]int{{21, 25}}},
	}
	for i := range 12 {
		lines = append(lines, timeline.DiffLine{Kind: ' ', Old: 5 + i, New: 5 + i, Text: fmt.Sprintf("\tkept(%d); // a line that stays as it was, and is long enough to be broken where two columns share the width", i)})
	}
	lines = append(lines, timeline.DiffLine{Kind: '-', Old: 17, Text: ""}, timeline.DiffLine{Kind: '-', Old: 18, Text: "gone();"}, timeline.DiffLine{Kind: '+', New: 17, Text: "one();"},
		timeline.DiffLine{Kind: ' ', Old: 19, New: 18, Text: ""})
	return timeline.Change{Path: "/srv/proj/date.test.js", Added: 3, Removed: 3, Text: "--- a/date.test.js\n+++ b/date.test.js\n", Hunks: []timeline.Hunk{
		{Lines: lines}, {Head: "function tail()", Lines: []timeline.DiffLine{{Kind: ' ', Old: 40, New: 39, Text: "}"}, {Kind: '+', New: 40, Text: "// the end \u202e<b>"}}}}}
}

// richBlocks are the blocks that a decoder has prepared, by what they show.
func richBlocks() []timeline.Block {
	moved := timeline.Change{Kind: timeline.Moved, From: "old name.go", Path: "new name.go", Note: "mode 100644, now 100755", Text: "rename from old name.go\nrename to new name.go"}
	created := timeline.Change{Kind: timeline.Created, Path: "RELEASE.md", Added: 2, Text: "# One\n\n", Hunks: []timeline.Hunk{{Lines: []timeline.DiffLine{{Kind: '+', New: 1, Text: "# One"}, {Kind: '+', New: 2, Text: ""}}}}}
	proposed := sampleChange()
	for h := range proposed.Hunks {
		for l := range proposed.Hunks[h].Lines {
			proposed.Hunks[h].Lines[l].Old, proposed.Hunks[h].Lines[l].New = 0, 0
		}
	}
	screen := &timeline.Screen{Dropped: 1, Overwritten: 12, Lines: [][]timeline.Span{
		nil,
		{{Text: "✓ ", Style: timeline.Style(0).WithFore(2)}, {Text: "12 passed, "}, {Text: "1 failed", Style: timeline.Bold.WithFore(1)}, {Text: " (1.9 s)", Style: timeline.Dim}},
		{{Text: " FAIL ", Style: timeline.Inverse.WithFore(1)}, {Text: " on ", Style: timeline.Style(0).WithBack(3)}, {Text: "blue on red", Style: timeline.Style(0).WithFore(4).WithBack(9)}, {Text: "it", Style: timeline.Italic | timeline.Underline | timeline.Strike}},
		{{Text: "bell \a and ⟨\u202e⟩ <script>"}},
	}}
	for colour := range 16 {
		screen.Lines = append(screen.Lines, []timeline.Span{{Text: "text", Style: timeline.Style(0).WithFore(colour)}, {Text: " "}, {Text: "ground", Style: timeline.Style(0).WithBack(colour)}, {Text: " "}, {Text: "both", Style: timeline.Inverse.WithFore(colour)}})
	}
	code := "package main\n\n// Say it.\nfunc main() {\n\tfmt.Println(\"hello\\n\", 0x2A, `raw\n\ttwo`) /* <b> */\n}\n"
	return []timeline.Block{
		{Kind: timeline.DiffBlock, Title: "as applied", Changes: []timeline.Change{sampleChange(), moved, created, {Kind: timeline.Deleted, Path: "gone.txt"}}},
		{Kind: timeline.DiffBlock, Title: "as proposed", Changes: []timeline.Change{proposed}},
		{Kind: timeline.DiffBlock, Title: "As proposed", Text: "*** Begin Patch\n+x\n", Note: "This patch could not be read: line 2 of the patch stands before the first file. It is shown as it stands."},
		{Kind: timeline.TerminalBlock, Title: "$ npm test", Text: "raw", Screen: screen},
		{Kind: timeline.TerminalBlock, Title: "$ true", Screen: &timeline.Screen{}},
		{Kind: timeline.CodeBlock, Title: "/srv/proj/main.go", Text: code, Line: 98},
		{Kind: timeline.CodeBlock, Title: "notes.txt", Text: "\nfor x in y\n", Line: 1},
		{Kind: timeline.HitsBlock, Title: "Found", Text: "src/a.go:12:x := time.Hour\nsrc/a.go-13-next\nREADME:3:Hour", Hits: []timeline.FileHits{
			{Path: "src/a.go", Count: 1, Lines: []timeline.HitLine{{N: 12, Text: "x := time.Hour", Marks: [][2]int{{5, 14}}}, {N: 13, Text: "next", Near: true}}}, {Path: "README", Count: 1, Lines: []timeline.HitLine{{N: 3, Text: "Hour", Marks: [][2]int{{0, 4}}}}}}},
		{Kind: timeline.HitsBlock, Title: "Found", Text: "src/a.go\nREADME", Hits: []timeline.FileHits{{Path: "src/a.go"}, {Path: "README"}}},
	}
}

// hostileRich has hostile text wherever a decoder may put text of an archive.
func hostileRich() []timeline.Block {
	line := timeline.DiffLine{Kind: '-', Old: -1, New: 1 << 40, Text: hostile, Marks: [][2]int{{0, 9}, {3, 1 << 30}}}
	c := timeline.Change{Kind: timeline.Moved, Path: hostile, From: hostileName, Note: hostile, Text: hostile, Added: 1, Removed: 1, Hunks: []timeline.Hunk{{Head: hostile, Lines: []timeline.DiffLine{line, {Kind: '?', Text: hostile}, {Kind: '+', Text: hostileName}}}}}
	return []timeline.Block{
		{Kind: timeline.DiffBlock, Title: hostile, Note: hostile, Changes: []timeline.Change{c, {}}},
		{Kind: timeline.TerminalBlock, Title: hostile, Screen: &timeline.Screen{Lines: [][]timeline.Span{{{Text: hostile, Style: 0xffff}}, {{}}, nil}, Dropped: -1}},
		{Kind: timeline.CodeBlock, Title: hostileName, Lang: "go", Text: hostile, Line: 1 << 40},
		{Kind: timeline.HitsBlock, Title: hostile, Text: hostile, Hits: []timeline.FileHits{{Path: hostile, Count: -1, Lines: []timeline.HitLine{{N: -1, Text: hostile, Marks: [][2]int{{2, 5}, {3, 1 << 30}}, Near: true}}}, {}}},
	}
}

// sourceSamples are pieces of every language that is coloured.
func sourceSamples() []timeline.Block {
	var out []timeline.Block
	for lang, text := range map[string]string{
		"python": "@cache\ndef f(x: int = 10) -> str:  # why\n    \"\"\"Doc\n    string.\"\"\"\n    return f'{x}' if x is not None else \"it's\"\n", "ts": "export const f = async (x?: number): Promise<void> => { await g(`a ${x}\n`); } // done\n",
		"yaml": "# list\nname: flight log\non: [push, \"pull_request\"]\nsteps:\n  - run: make test\n    if: true\n", "toml": "[package]\nname = \"x\" # y\nversion = 1.0\n", "sh": "for f in *.go; do\n  echo \"$f # no comment\" | sed 's/a/b/' # comment\ndone\n",
		"ps1": "Get-ChildItem -Path 'C:\\' | ForEach-Object { Write-Host \"$_\" } # all\nIf ($true) { Return 5 }\n", "html": "<!-- c -->\n<p class=\"a\" hidden>1 < 2 &amp; text</p>\n", "css": "/* c */ a:hover { color: #fff; margin: 0 4px }\n",
		"sql": "SELECT id, 'it''s' FROM todos WHERE n > 5 -- all\nGROUP BY id;\n", "markdown": "# Title\n\nwords `code` and\n```\nfence\n```\n> quote\n", "rust": "fn main() { let s: &'static str = \"x\"; println!(\"{}\", s); } // ok\n",
		"java": "public class A { /** d */ int x = 0xFF; String s = \"a\\\"b\"; }\n", "cpp": "#include <vector>\nint main(int argc, char** argv) { return argc > 1 ? 'a' : 0; }\n", "cs": "public record A(int X); // r\nvar s = \"x\";\n", "ruby": "def f(x) # c\n  puts \"#{x}\" unless x.nil?\nend\n",
		"dockerfile": "FROM golang:1.26 AS build\nRUN go build ./... # c\nCOPY --from=build /x /y\n", "makefile": "all: build ## everything\n\tgo build ./...\n", "json": "{\"a\": [1, -2.5e3, true, null], \"b\\\"\": \"c\"}\n",
		"diff?": "no such language `x` 1\n",
	} {
		out = append(out, timeline.Block{Kind: timeline.CodeBlock, Lang: lang, Title: lang, Text: text})
	}
	return out
}

// textOf is the text of the first element of a class, as a browser has it.
func textOf(t *testing.T, markup, tag, class string) string {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(markup))
	if err != nil {
		t.Fatal(err)
	}
	for n := range doc.Descendants() {
		if n.Type != html.ElementNode || n.Data != tag {
			continue
		}
		for _, a := range n.Attr {
			if a.Key == "class" && strings.Fields(a.Val)[0] == class {
				var b strings.Builder
				for c := range n.Descendants() {
					if c.Type == html.TextNode {
						b.WriteString(c.Data)
					}
				}
				return b.String()
			}
		}
	}
	return "(nothing)"
}

// Colours and numbers add nothing to a text and take nothing from it.
func TestCodeKeepsItsText(t *testing.T) {
	for _, b := range append(sourceSamples(), richBlocks()...) {
		if b.Kind != timeline.CodeBlock {
			continue
		}
		for _, line := range []int{0, 7} {
			b.Line = line
			if got := textOf(t, render(t, BlockView(b)), "pre", "code"); got != Visible(b.Text) {
				t.Errorf("%s, from line %d: %q became %q", b.Title, line, b.Text, got)
			}
		}
	}
}

func TestColours(t *testing.T) {
	for lang, want := range map[string]string{
		"go":       "kw:func fn:main st:\"a\\\"b\" cm:// c",
		"python":   "kw:def fn:f st:'it' cm:# c",
		"json":     `ky:"a" nu:1 kw:true`,
		"sql":      "kw:SELECT st:'x' cm:-- c",
		"sh":       "kw:echo st:\"a # b\" cm:# c",
		"yaml":     "ky:name kw:true cm:# c",
		"html":     "kw:<p st:\"a\" kw:</p",
		"unknown?": "",
	} {
		text := map[string]string{"go": "func main() \"a\\\"b\" // c", "python": "def f('it') # c", "json": `{"a": 1, true}`, "sql": "SELECT 'x' -- c", "sh": "echo \"a # b\" # c", "yaml": "name: true # c", "html": `<p class="a">text 1</p>`, "unknown?": "func 1"}[lang]
		var got []string
		for _, r := range colouredFrom(text, 0, languageOf(timeline.Block{Lang: lang})) {
			if r.Class != "" {
				got = append(got, r.Class+":"+r.Text)
			}
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%s: %q gives %q, want %q", lang, text, s, want)
		}
	}
	if got := colouredFrom("func f() {}\n"+strings.Repeat("x", maxCodeLine+1), 0, "go"); len(got) != 1 {
		t.Errorf("a text with a line of %d bytes is coloured", maxCodeLine+1)
	}
}

func TestLanguageOf(t *testing.T) {
	for title, want := range map[string]string{"/srv/main.go": "go", "go": "go", "C:\\x\\Dockerfile": "dockerfile", "a/Makefile": "make", "jsonc title=x": "json", "x.tar.gz": "", "": "", "TSX": "js", "readme.MD": "markdown", ".bashrc": "bash"} {
		if got := languageOf(timeline.Block{Title: title}); got != want {
			t.Errorf("%q is %q, want %q", title, got, want)
		}
	}
}

// What a terminal showed is in the document to the letter.
func TestScreenKeepsItsText(t *testing.T) {
	for _, b := range richBlocks() {
		if b.Screen == nil || len(b.Screen.Lines) == 0 {
			continue
		}
		var want strings.Builder
		for i, l := range b.Screen.Lines {
			if i > 0 {
				want.WriteByte('\n')
			}
			for _, p := range l {
				want.WriteString(Visible(p.Text))
			}
		}
		markup := render(t, BlockView(b))
		if got := textOf(t, markup, "pre", "term"); got != want.String() {
			t.Errorf("%q became %q", want.String(), got)
		}
		if want := "12 characters overwritten, as on a terminal; 1 control sequence that shows nothing left out. The raw record has all of it."; !strings.Contains(markup, want) {
			t.Errorf("it does not say %q", want)
		}
	}
}

// A change shows every line once, and counts what it has no room for.
func TestChangeView(t *testing.T) {
	c := sampleChange()
	v := changeFrom(c, 0, "")
	var got, want []string
	var kinds []string
	for _, p := range v.Parts {
		kinds = append(kinds, p.Kind)
		for _, r := range p.Rows {
			s := ""
			for _, x := range r.Runs {
				s += x.Text
			}
			got = append(got, r.Class+r.Old+","+r.New+s)
		}
	}
	for _, h := range c.Hunks {
		for _, l := range h.Lines {
			want = append(want, map[byte]string{' ': "c", '+': "a", '-': "r"}[l.Kind]+lineNumber(l.Old)+","+lineNumber(l.New)+Visible(l.Text))
		}
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if s := strings.Join(kinds, " "); s != "same changed same hidden same changed same head same changed" {
		t.Errorf("parts %s", s)
	}

	long := timeline.Change{Path: "x", Hunks: []timeline.Hunk{{}}}
	for i := range MaxLines + 10 {
		long.Hunks[0].Lines = append(long.Hunks[0].Lines, timeline.DiffLine{Kind: '+', New: i + 1, Text: "12345678"})
	}
	if v := changeFrom(long, 0, ""); v.Past != 10 || v.Rest != 90 || !v.Long || len(v.Parts[0].Rows) != MaxLines {
		t.Errorf("%d lines and %d bytes left out, %d shown", v.Past, v.Rest, len(v.Parts[0].Rows))
	}
}

// The terminal's colours can be read on the ground of a block, on sunken ones too.
func TestTerminalColours(t *testing.T) {
	css := style(t)
	grounds := map[string][2]float64{}
	for _, m := range token.FindAllStringSubmatch(css, -1) {
		if grounds[m[1]] == [2]float64{} {
			grounds[m[1]] = [2]float64{luminance(m[2]), luminance(m[3])}
		}
	}
	found := 0
	for name, l := range grounds {
		if !regexp.MustCompile(`^t\d+$`).MatchString(name) {
			continue
		}
		found++
		for _, ground := range []string{"surface", "sunken"} {
			for theme, word := range []string{"light", "dark"} {
				a, b := l[theme], grounds[ground][theme]
				if c := (max(a, b) + .05) / (min(a, b) + .05); c < 4.5 {
					t.Errorf("--%s on --%s, %s: %.2f to 1", name, ground, word, c)
				}
			}
		}
	}
	if found != 16 {
		t.Errorf("app.css has %d of the 16 colours", found)
	}
}

// FuzzCode: whatever the text and the language, colouring is a division of the text.
func FuzzCode(f *testing.F) {
	for _, b := range sourceSamples() {
		f.Add(b.Lang, b.Text)
	}
	f.Add("go", hostile)
	f.Fuzz(func(t *testing.T, lang, text string) {
		if len(text) > 4096 {
			return
		}
		var b strings.Builder
		runs := colouredFrom(text, 0, languageOf(timeline.Block{Lang: lang}))
		for _, r := range runs {
			b.WriteString(r.Text)
		}
		if b.String() != text {
			t.Fatalf("%q became %q", text, b.String())
		}
		b.Reset()
		for i, l := range numbered(runs, 1, false) {
			if l.N != lineNumber(i+1) {
				t.Fatalf("line %d is numbered %s", i+1, l.N)
			}
			for _, r := range l.Runs {
				b.WriteString(r.Text)
			}
		}
		if b.String() != text {
			t.Fatalf("in lines, %q became %q", text, b.String())
		}
	})
}

func BenchmarkCode(b *testing.B) {
	text := strings.Repeat("\tif err := open(name, 0x1F); err != nil { return fmt.Errorf(\"open %s: %w\", name, err) } // as it stands\n", 1900)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		colouredFrom(text, 0, "go")
	}
}

// TestFewColours: code in replies uses up the colours that rows standing together have, and
// loses no word where they end.
func TestFewColours(t *testing.T) {
	code := strings.Repeat("if x := f(\"a\", 1); x { return 2 } // b\n", 200)
	reply := Item{Kind: ReplyItem, Text: "```go\n" + code + "```\n"}
	markup := render(t, ConversationItems([]Item{reply, reply}))
	if n := strings.Count(markup, `<span class="kw">`) + strings.Count(markup, `<span class="st">`) + strings.Count(markup, `<span class="fn">`) + strings.Count(markup, `<span class="nu">`) + strings.Count(markup, `<span class="cm">`); n != maxColours {
		t.Errorf("%d pieces are coloured, want %d", n, maxColours)
	}
	if n := strings.Count(markup, "// b"); n != 400 {
		t.Errorf("%d lines are shown, want 400", n)
	}
}
