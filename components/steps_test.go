package components

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"flightlog/parse/decode/ansi"
	"flightlog/parse/secret"
	"flightlog/parse/timeline"
)

var moreArg = regexp.MustCompile(`data-act="more" data-arg="(ref)\.(\d+) (\d+)"`)

// allParts gives what a reader sees of a block who takes every step to its end, part by part.
func allParts(t *testing.T, b timeline.Block) []string {
	t.Helper()
	b.Ref = "ref"
	parts := []string{render(t, BlockView(b))}
	for {
		m := moreArg.FindStringSubmatch(parts[len(parts)-1])
		if m == nil {
			return parts
		}
		sub, _ := strconv.Atoi(m[2])
		from, _ := strconv.Atoi(m[3])
		parts = append(parts, render(t, More(b, sub, from)))
		if len(parts) > 100 {
			t.Fatal("the steps do not come to an end")
		}
	}
}

// Every kind of block opens in steps to its very end: nothing is lost or said twice.
func TestStepsReachTheEnd(t *testing.T) {
	var text strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&text, "line %d of é \"text\" /* not closed \n", i)
	}
	many, long := text.String(), strings.Repeat("wörter ohne ende ", 40_000)
	colours := "\x1b[31m" + strings.ReplaceAll(many, "\n", "\x1b[0m\n\x1b[31m")
	rows := make([][]string, 900)
	for i := range rows {
		rows[i] = []string{strconv.Itoa(i), "cell"}
	}
	change := timeline.Change{Path: "x", Text: many, Added: 5000, Hunks: []timeline.Hunk{{}}}
	for i, l := range strings.Split(strings.TrimSuffix(many, "\n"), "\n") {
		change.Hunks[0].Lines = append(change.Hunks[0].Lines, timeline.DiffLine{Kind: '+', New: i + 1, Text: l})
	}
	hits := []timeline.FileHits{{Path: "a.go"}, {Path: "b/c.go"}}
	for i, l := range strings.Split(strings.TrimSuffix(many, "\n"), "\n") {
		hits[1].Lines = append(hits[1].Lines, timeline.HitLine{N: i + 1, Text: l, Marks: [][2]int{{0, 4}}})
		hits[1].Count++
	}
	screen, wide := ansi.Read(colours), ansi.Read(long)
	for name, c := range map[string]struct {
		block timeline.Block
		want  string
		parts int
	}{
		"text":                 {timeline.Block{Kind: timeline.TextBlock, Text: many}, many, 3},
		"one line":             {timeline.Block{Kind: timeline.TextBlock, Text: long}, long, 4},
		"raw":                  {timeline.Block{Kind: timeline.RawBlock, Text: long}, long, 4},
		"code":                 {timeline.Block{Kind: timeline.CodeBlock, Lang: "go", Text: many}, many, 3},
		"code with numbers":    {timeline.Block{Kind: timeline.CodeBlock, Lang: "go", Text: many, Line: 7}, many, 3},
		"one line with number": {timeline.Block{Kind: timeline.CodeBlock, Text: long + "\nlast", Line: 7}, long + "\nlast", 4},
		"terminal":             {timeline.Block{Kind: timeline.TerminalBlock, Text: colours, Screen: &screen}, many, 3},
		"one line of a screen": {timeline.Block{Kind: timeline.TerminalBlock, Text: long, Screen: &wide}, long, 4},
		"diff as it stands":    {timeline.Block{Kind: timeline.DiffBlock, Text: many}, many, 3},
		"diff":                 {timeline.Block{Kind: timeline.DiffBlock, Text: many, Changes: []timeline.Change{{Path: "y", Kind: timeline.Deleted}, change}}, "deleted" + many, 3},
		"diff of many files":   {timeline.Block{Kind: timeline.DiffBlock, Text: many, Changes: slices.Repeat([]timeline.Change{{Path: "y", Kind: timeline.Deleted}}, 100)}, strings.Repeat("deleted", 100), 3},
		"field":                {timeline.Block{Kind: timeline.TableBlock, Fields: []timeline.Field{{Name: "a", Value: "short"}, {Name: "b", Value: many}}}, "short" + many, 3},
		"grid":                 {timeline.Block{Kind: timeline.GridBlock, Columns: []string{"n", "c"}, Rows: rows}, "", 5},
		"hits":                 {timeline.Block{Kind: timeline.HitsBlock, Text: "text", Hits: hits}, "a.go" + many, 3},
		"prose":                {timeline.Block{Kind: timeline.MarkdownBlock, Text: "```go\n" + many + "```\n"}, many, 3},
	} {
		parts := allParts(t, c.block)
		var got strings.Builder
		for i, p := range parts {
			if err := inert(p); err != nil {
				t.Errorf("%s, part %d: %v", name, i, err)
			}
			p = told(t, regexp.MustCompile(`(?s)<dt.*?</dt>|<pre hidden>.*?</pre>|<span class="dir">b/</span>c\.go|<th>.*?</th>|<span class="t".*?</span>|<summary>.*?</summary>|<button.*?</button>`).ReplaceAllString(p, ""))
			got.WriteString(p)
		}
		want := c.want
		if name == "grid" {
			for i := range rows {
				want += strconv.Itoa(i) + "cell"
			}
		}
		if strings.Contains(parts[0], "show the first") && !strings.Contains(parts[0], "show the first 2,000 lines of 5,00") && c.parts == 3 {
			t.Errorf("%s: the first step is not named: %s", name, regexp.MustCompile(`show the first[^<]*`).FindString(parts[0]))
		}
		if len(parts) != c.parts {
			t.Errorf("%s: %d parts, want %d", name, len(parts), c.parts)
		}
		// A part of a screen that follows a whole line has no line end of its own before it.
		plain := func(s string) string { return strings.Join(strings.Fields(s), " ") }
		if a, b := plain(got.String()), plain(want); a != b && strings.ReplaceAll(a, " ", "") != strings.ReplaceAll(b, " ", "") {
			at := 0
			for at < min(len(a), len(b)) && a[at] == b[at] {
				at++
			}
			t.Errorf("%s: the parts say %.80q at %d, want %.80q", name, a[max(at-20, 0):], at, b[max(at-20, 0):])
		}
	}
}

// A comment that began before a part is a comment in it, and lines keep their numbers.
func TestStepsGoOn(t *testing.T) {
	b := timeline.Block{Kind: timeline.CodeBlock, Lang: "go", Line: 10, Text: "/*\n" + strings.Repeat("word\n", 2500) + "*/\nfunc f() {}\n"}
	parts := allParts(t, b)
	if len(parts) != 2 || !strings.HasPrefix(parts[1], `<pre class="code numbered" tabindex="0"><span data-n="2010"><span class="cm">word`) {
		t.Errorf("%d parts, the second begins %.200s", len(parts), parts[len(parts)-1])
	}
	if !strings.Contains(parts[1], `<span class="kw">func</span>`) {
		t.Error("what follows the comment is not coloured")
	}
	for _, want := range []string{"show the first 2,000 lines of 2,503", "… 2.5 kB more (2,520 bytes, 503 lines)", `<button type="button" data-text="ref.0">copy</button>`, ">show the rest</button>"} {
		if !strings.Contains(parts[0], want) {
			t.Errorf("the first part does not say %q: %.300s", want, parts[0][strings.Index(parts[0], `"cut"`):])
		}
	}
	if got := render(t, BlockView(timeline.Block{Kind: timeline.TerminalBlock, Text: strings.Repeat("x", MaxBytes+5)})); !strings.Contains(got, "… the line goes on: 5 B more (5 bytes, 1 line): open the raw record") {
		t.Errorf("a text without a place does not say where its rest is: %.200s", got[strings.Index(got, `"cut"`):])
	}
}

// No step divides a key: each of the parts masks what stands in it.
func TestStepsDivideNoKey(t *testing.T) {
	body := strings.Repeat("Ab3dEf9hK2", 6)
	lines := slices.Repeat([]string{"a line of no matter"}, 2500)
	lines[MaxLines-4] = "-----BEGIN PRIV" + "ATE KEY-----"
	for i := range 8 {
		lines[MaxLines-3+i] = body
	}
	lines[MaxLines+5] = "-----END PRIV" + "ATE KEY-----"
	text := strings.Join(lines, "\n")
	change := timeline.Change{Path: "x", Added: len(lines), Hunks: []timeline.Hunk{{}}}
	hits := timeline.FileHits{Path: "x", Count: len(lines)}
	for i, l := range lines {
		change.Hunks[0].Lines = append(change.Hunks[0].Lines, timeline.DiffLine{Kind: '+', New: i + 1, Text: l})
		hits.Lines = append(hits.Lines, timeline.HitLine{N: i + 1, Text: l})
	}
	screen := ansi.Read(text)
	for name, b := range map[string]timeline.Block{
		"text":     {Kind: timeline.TextBlock, Text: text},
		"terminal": {Kind: timeline.TerminalBlock, Text: text, Screen: &screen},
		"diff":     {Kind: timeline.DiffBlock, Text: text, Changes: []timeline.Change{change}},
		"hits":     {Kind: timeline.HitsBlock, Text: text, Hits: []timeline.FileHits{hits}},
	} {
		for i, p := range allParts(t, b) {
			masked := Reword([]byte(p), func(text string) (out []Edit) {
				secret.Each(text, func(start, end int, mask string) {
					out = append(out, Edit{From: start, To: end, Text: mask})
				})
				return out
			})
			if strings.Contains(string(masked), body[8:]) {
				t.Errorf("%s: part %d shows some of the key", name, i)
			}
		}
	}
}
