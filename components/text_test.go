package components

import (
	"math"
	"strings"
	"testing"

	"flightlog/parse/timeline"
)

func TestVisible(t *testing.T) {
	for in, want := range map[string]string{
		"plain ASCII, tab\tand\nline": "plain ASCII, tab\tand\nline",
		"Zürich, 東京, שלום, ελληνικά":  "Zürich, 東京, שלום, ελληνικά",
		"a\r\nb\rc":                  "a\nb⟨CR⟩c",
		"\x1b[31mred\x1b[0m":         "⟨ESC⟩[31mred⟨ESC⟩[0m",
		"nul\x00 del\x7f c1\u0085":   "nul⟨NUL⟩ del⟨DEL⟩ c1⟨U+0085⟩",
		"\u202egpj.exe\u202c":        "⟨U+202E⟩gpj.exe⟨U+202C⟩",
		"pass\u200bword\u00ad\ufeff": "pass⟨U+200B⟩word⟨U+00AD⟩⟨U+FEFF⟩",
		"tags \U000e0041\U000e0042":  "tags ⟨U+E0041⟩⟨U+E0042⟩",
		"blank \u3164 line\u2028":    "blank ⟨U+3164⟩ line⟨U+2028⟩",
		"bytes \xff\xc3":             "bytes ⟨0xff⟩⟨0xc3⟩",
		"family 👩‍👩‍👧 heart ❤️ one 1️⃣ skin 👍🏽": "family 👩‍👩‍👧 heart ❤️ one 1️⃣ skin 👍🏽",
		"hidden 👍\ufe0f\ufe01\ufe02":            "hidden 👍\ufe0f⟨U+FE01⟩⟨U+FE02⟩",
		"می‌خواهم क्‍ष":                         "می‌خواهم क्‍ष",
		"la\u200dtin\u200c":                     "la⟨U+200D⟩tin⟨U+200C⟩",
	} {
		if got := Visible(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

func TestFormats(t *testing.T) {
	const day = int64(1_790_845_203_007) // 1 Oct 2026, 09:00:03.007 UTC
	for _, c := range []struct{ got, want string }{
		{Count(0), "0"}, {Count(999), "999"}, {Count(11_204), "11,204"}, {Count(-1_000_000), "−1,000,000"}, {Count(int64(math.MinInt64)), "−9,223,372,036,854,775,808"},
		{Counted(1, "prompt"), "1 prompt"}, {Counted(1204, "line"), "1,204 lines"},
		{Bytes(0), "0 B"}, {Bytes(999), "999 B"}, {Bytes(1000), "1.0 kB"}, {Bytes(48_213_004), "48.2 MB"}, {Bytes(191_900_441), "192 MB"}, {Bytes(999_949), "1.0 MB"}, {Bytes(math.MaxInt64), "9.2 EB"},
		{ExactBytes(48_213_004), "48,213,004 bytes"}, {ExactBytes(1), "1 byte"},
		{Duration(0), "0 ms"}, {Duration(12), "12 ms"}, {Duration(1900), "1.9 s"}, {Duration(9_960), "10 s"}, {Duration(14_000), "14 s"}, {Duration(59_600), "1 m 00 s"}, {Duration(151_000), "2 m 31 s"},
		{Duration(4_080_000), "1 h 08 m"}, {Duration(273_600_000), "3 d 04 h"}, {Duration(-1900), "−1.9 s"}, {Duration(math.MinInt64)[:3], "−"},
		{Delta(0), "+0 ms"}, {Delta(1800), "+1.8 s"}, {Delta(59_499), "+59 s"}, {Delta(59_500), "+1 m"}, {Delta(2_311_510), "+38 m"}, {Delta(18_000_000), "+5 h"}, {Delta(300_000_000), "+3 d"}, {Delta(-200), "−200 ms"},
		{Clock(day), "09:00:03"}, {ClockMilli(day), "09:00:03.007"}, {UTC(day), "1 Oct 2026, 09:00:03.007 UTC"}, {Clock(timeline.NoTime), "no time"}, {UTC(timeline.NoTime), "no time is recorded"},
		{Between(day, day+148_000), "1 Oct 2026, 09:00:03 – 09:02:31 UTC"}, {Between(day, day+86_400_000), "1 Oct 2026, 09:00:03 – 2 Oct 2026, 09:00:03 UTC"},
		{Between(day, timeline.NoTime), "1 Oct 2026, 09:00:03 UTC"}, {Between(timeline.NoTime, timeline.NoTime), "no time is recorded"},
		{When(day, day+3600_000), "today 09:00"}, {When(day, day+86_400_000), "yesterday 09:00"}, {When(day, day+3*86_400_000), "1 Oct"}, {When(day, day+366*86_400_000), "1 Oct 2026"}, {When(day+86_400_000, day), "2 Oct"}, {When(timeline.NoTime, day), "no time"},
	} {
		if got := c.got; got != c.want && (c.want != "−" || !strings.HasPrefix(got, c.want)) {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// A text is shown in full or says to the byte and the line what is left out.
func TestFold(t *testing.T) {
	line := strings.Repeat("é", 40) + "\n" // 81 bytes
	for _, c := range []struct {
		name       string
		text       string
		long       bool
		rest, past int
	}{
		{"empty", "", false, 0, 0},
		{"60 lines", strings.Repeat(line, 60), false, 0, 0},
		{"61 lines", strings.Repeat(line, 61), true, 0, 0},
		{"2,000 lines", strings.Repeat(line, 2000), true, 0, 0},
		{"2,001 lines", strings.Repeat(line, 2001), true, 81, 1},
		{"one line of 300,001 bytes", "x" + strings.Repeat("é", 150_000), true, 300_001 - 199_999, 1},
		{"lines of 2 kB", strings.Repeat(strings.Repeat("a", 1999)+"\n", 150), true, 100_000, 50},
	} {
		f := fold(c.text, true)
		if f.Long != c.long || f.Rest != c.rest || f.Past != c.past {
			t.Errorf("%s: long %v, %d bytes and %d lines left out; want %v, %d, %d", c.name, f.Long, f.Rest, f.Past, c.long, c.rest, c.past)
		}
		if f.Text != c.text[:len(c.text)-f.Rest] {
			t.Errorf("%s: the shown part is not the beginning of the text", c.name)
		}
	}
	cut := render(t, BlockView(timeline.Block{Kind: timeline.TerminalBlock, Text: strings.Repeat(line, 2001)}))
	if want := "… 81 B more (81 bytes, 1 line): open the raw record"; !strings.Contains(cut, want) {
		t.Errorf("a cut text does not say %q", want)
	}
}

func TestDiffLines(t *testing.T) {
	text := "--- a/x\n+++ b/x\n@@ -1,3 +1,2 @@\n same\n--- dashes\n-old\n+new\n\n*** Update File: y"
	var classes []string
	var whole strings.Builder
	for _, l := range diffLines(text) {
		classes = append(classes, l.Class)
		whole.WriteString(l.Text)
	}
	if got := strings.Join(classes, ","); got != "h,h,h,,r,r,a,,h" {
		t.Errorf("classes %s", got)
	}
	if whole.String() != text {
		t.Errorf("the lines do not make the text again: %q", whole.String())
	}
	if got := diffSize(text); got != "+1 −2" {
		t.Errorf("size %q", got)
	}
}

// Prose shows where links and images point, and keeps what Markdown would drop.
func TestProseKeeps(t *testing.T) {
	for markdown, want := range map[string]string{
		"[docs](https://example.com/a?b=c)":   `<span class="link-text">docs</span> <span class="cmd url"><code>https://example.com/a?b=c</code>`,
		"![chart](https://example.com/c.png)": `<code>https://example.com/c.png</code>`,
		"[run](javascript:alert%281%29)":      `<code>javascript:alert%281%29</code>`,
		"[a]: https://example.com/hidden":     `<p>[a]: https://example.com/hidden</p>`,
		"<!-- a comment -->":                  `<pre class="html">&lt;!-- a comment --&gt;`,
		"a <b onclick=x>b</b>":                `<code class="html">&lt;b onclick=x&gt;</code>b`,
		"| a |\n|:-:|\n| b | c |":             `<td class="mid">b | c</td>`,
		"&lt;b&gt; \\* &#x202e;":              `&lt;b&gt; * ⟨U+202E⟩`,
		"```sh -x\nls\n```":                   `<span class="t" title="sh -x">sh -x</span>`,
		strings.Repeat("> ", 60) + "deep":     `<pre class="html">&gt; &gt;`,
		strings.Repeat("[a](", 3000):          `<pre class="html">[a]([a](`,
		strings.Repeat("a|", 2000) + "\n" + strings.Repeat("-|", 2000) + strings.Repeat("\nb", 90): `<pre class="html">a|a|`,
		strings.Repeat("word ", 45_000) + "\nlast":                                                 "more (25,005 bytes",
	} {
		if got := render(t, Prose(markdown, "")); !strings.Contains(got, want) {
			t.Errorf("%.40q gives\n%.600s\nwithout %s", markdown, got, want)
		}
	}
}
