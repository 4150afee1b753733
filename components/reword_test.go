package components

import (
	"strings"
	"testing"

	"flightlog/parse/timeline"
)

// instead puts a text in the place of a word, wherever it stands.
func instead(word, text, class string) func(string) []Edit {
	return func(s string) (out []Edit) {
		for _, at := range spansOf(word)(s) {
			out = append(out, Edit{at[0], at[1], text, class})
		}
		return out
	}
}

func TestReword(t *testing.T) {
	for _, c := range []struct{ markup, want string }{
		{`<p title="a one">one two one</p>`, `<p title="a &lt;1&gt;">&lt;1&gt; two &lt;1&gt;</p>`},
		{`<a href="#/one" data-key="one" aria-label="one">one</a>`, `<a href="#/one" data-key="one" aria-label="&lt;1&gt;">&lt;1&gt;</a>`},
		{`<pre>o<span class="kw">n</span>e</pre>`, `<pre>&lt;1&gt;<span class="kw"></span></pre>`},
		{`<p>a o<mark>ne</mark> b</p>`, `<p>a &lt;1&gt;<mark></mark> b</p>`},
		{`<p><mark>one</mark></p>`, `<p><mark>&lt;1&gt;</mark></p>`},
		{`<p>o<b>ne</b></p><p>on</p><p>e</p><i>on</i>e`, ""},
		{`<pre><span data-n="1">on</span><span data-n="2">e</span></pre>`, ""},
		{`<div class="dif"><div class="c" data-echo="    1   a one b"><span class="w">a o</span>ne b</div></div>`, `<div class="dif"><div class="c" data-echo="    1   a &lt;1&gt; b"><span class="w">a &lt;1&gt;</span> b</div></div>`},
		{`<div data-echo="    1   one"></div>`, `<div data-echo="    1   &lt;1&gt;"></div>`},
		{`<p>&lt;one&gt; &amp; one</p><br>one`, `<p>&lt;&lt;1&gt;&gt; &amp; &lt;1&gt;</p><br>&lt;1&gt;`},
		{`<p title="x">a > b</p>`, ""},
	} {
		if c.want == "" {
			c.want = c.markup
		}
		if got := string(Reword([]byte(c.markup), instead("one", "<1>", ""))); got != c.want {
			t.Errorf("%s is\n%s, want\n%s", c.markup, got, c.want)
		}
	}
	if got := string(Reword([]byte(`<p title="one">one</p>`), instead("one", "1", "veil"))); got != `<p title="1"><span class="veil">1</span></p>` {
		t.Errorf("with a class: %s", got)
	}
	rows := `<div class="dif"><div data-echo="   key a">key a</div><div data-echo="   b">b</div><div data-echo="   c end">c end</div></div>`
	if got := string(Reword([]byte(rows), instead("key a\nb\nc", "!", ""))); got != `<div class="dif"><div data-echo="   !">!</div><div data-echo="   "></div><div data-echo="    end"> end</div></div>` {
		t.Errorf("over rows: %s", got)
	}
}

// FuzzReword: a word is gone from every text and label of any view, nothing but texts and
// labels changes, and the markup stays well nested and on the allow-list.
func FuzzReword(f *testing.F) {
	f.Add("one two", "one")
	f.Add("a\n\x1b[31mb\x00 &lt;", "&lt;")
	f.Add("| one |\n|-|\n`one`", "one")
	f.Add(hostile, "alert")
	f.Fuzz(func(t *testing.T, text, word string) {
		if word == "" || strings.ContainsAny(word, "\n\r") || Visible(word) != word {
			return
		}
		blocks := []timeline.Block{{Kind: timeline.TextBlock, Title: text, Text: text}, {Kind: timeline.CodeBlock, Lang: "go", Text: text, Line: 1},
			{Kind: timeline.DiffBlock, Changes: []timeline.Change{{Path: text, Text: text, Hunks: []timeline.Hunk{{Lines: []timeline.DiffLine{{Kind: ' ', Old: 1, New: 1, Text: oneOf(text)}, {Kind: '+', New: 2, Text: oneOf(text), Marks: [][2]int{{0, len(oneOf(text)) / 2}}}}}}}}}}
		markup := render(t, Blocks(blocks)) + render(t, Prose(text, "")) + render(t, HitRows([]HitRow{{Text: []Piece{{Text: text}}, Context: []Piece{{Text: text}, {Text: text, On: true}}}}))
		got := string(Reword([]byte(markup), instead(word, "", "veil")))
		if err := inert(got); err != nil {
			t.Fatalf("%v in %s", err, got)
		}
		calls := 0
		again := Reword([]byte(got), func(s string) []Edit {
			calls++
			return nil
		})
		if string(again) != got || calls == 0 {
			t.Fatalf("without edits %q became %q", got, again)
		}
		if same := string(Reword([]byte(markup), instead(word, word, ""))); strings.Join(strings.Fields(told(t, same)), "") != strings.Join(strings.Fields(told(t, markup)), "") {
			t.Fatalf("%q in its own place changed %q to %q", word, markup, same)
		}
	})
}

func oneOf(text string) string { return strings.ReplaceAll(strings.ToValidUTF8(text, ""), "\n", " ") }

// BenchmarkReword measures what a screen costs whose texts are looked through and not changed.
func BenchmarkReword(b *testing.B) {
	markup := []byte(strings.Repeat(`<div class="ev" role="listitem" title="tool.execution_complete"><span class="s mono"><b>bash</b> go test ./... &amp;&amp; make build</span><pre>ok  	some/package	<span class="nu">0.021</span>s</pre></div>`, 400))
	b.SetBytes(int64(len(markup)))
	for b.Loop() {
		Reword(markup, func(string) []Edit { return nil })
	}
}
