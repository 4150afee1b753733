package components

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"flightlog/parse/timeline"
)

// reference is a character reference: it is shown as the character it stands for.
var reference = regexp.MustCompile(`&#?[0-9A-Za-z]+;`)

var proseSeeds = []string{hostile, sampleReply, "[a]: http://x 'title'\n\n[a] ![b][a]", "| a |\n|-|\n| b | c | d |\n", "```go title=\"x\"\ncode\n```\n~~~\nopen", "<!-- gone? -->\n\n<p\nalign=left>t",
	"* [X] done\n* [ ] not\n\n3) three\n4) four", "\\<b\\> \\& &copy; &#x202e; &#0; &nosuch;", "a<br/>b  \nc\\\nd", "`` `a` `` ~~b~~ ***c*** __d__", "> > > > q\n- - - l\n\tcode", "<http://a.b/?c=d> <mailto:e@f.gh>",
	"# h1\n\nh2\n===\n\n|a\\|b|\n|:-|\n|`c\\|d`|", "\ufeffa\u200db\r\nc\rd", "| a |\n| - |\n|\\|", "\xff[\xfe](\xfd)", "[x](<a b> \"t\\\"u\")", "a\n\n    <script>\n", "- a\n\n  b\n- c\n", "```A"}

// What Prose writes is on the allow-list, and holds every letter of the text in order.
func FuzzProse(f *testing.F) {
	for _, s := range proseSeeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, markdown string) {
		if len(markdown) > 10_000 {
			return
		}
		markup := render(t, Prose(markdown, ""))
		if err := inert(markup); err != nil {
			t.Fatalf("%v\n%s", err, markup)
		}
		if lost := missing(letters(told(t, markup)), letters(reference.ReplaceAllString(markdown, ""))); lost != "" {
			t.Fatalf("lost %q of %q:\n%s", lost, markdown, markup)
		}
	})
}

// What a block writes is on the allow-list, and but for a Markdown block's markup it
// holds the visible form of title, text and fields to the letter.
func FuzzBlocks(f *testing.F) {
	for k := range uint8(10) {
		f.Add(k, hostile, hostile)
		f.Add(k, "", "--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y\n\n--- z")
		f.Add(k, "t", strings.Repeat("l\n", 61))
		f.Add(k, "0", "\n0")
	}
	f.Fuzz(func(t *testing.T, kind uint8, title, text string) {
		if len(text)+len(title) > 10_000 || lines(text) > MaxLines {
			return
		}
		b := timeline.Block{Kind: timeline.BlockKind(kind % 10), Title: title, Text: text, Fields: []timeline.Field{{Name: title, Value: text}},
			Columns: []string{title}, Rows: [][]string{{text}}, Image: timeline.Image{MIME: text, Ref: title}}
		markup := render(t, BlockView(b))
		if err := inert(markup); err != nil {
			t.Fatalf("%v\n%s", err, markup)
		}
		if b.Kind == timeline.MarkdownBlock {
			return
		}
		if got := told(t, markup); !strings.Contains(got, Visible(text)) || !strings.Contains(got, Visible(title)) {
			t.Fatalf("%q and %q became %q", title, text, got)
		}
	})
}

// Visible leaves nothing hidden, loses no letter and changes nothing twice.
func FuzzVisible(f *testing.F) {
	for _, s := range append(proseSeeds, "👩‍👩‍👧 ❤️ 1️⃣ 👍🏽", "می‌خواهم", "क्‍ष", "a\u200db", "x\ufe0f\ufe0f", "\u3164\u115f") {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := Visible(s)
		if !utf8.ValidString(got) {
			t.Fatalf("%q is no UTF-8", got)
		}
		for _, r := range got {
			if r < 0x20 && r != '\n' && r != '\t' || r >= 0x7f && r <= 0x9f || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == 0x200b || r == 0xfeff {
				t.Fatalf("%q still holds %U", got, r)
			}
		}
		if again := Visible(got); again != got {
			t.Fatalf("%q became %q, then %q", s, got, again)
		}
		if lost := missing(letters(got), letters(s)); lost != "" {
			t.Fatalf("%q lost %q", s, lost)
		}
	})
}
