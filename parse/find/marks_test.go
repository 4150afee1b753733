package find

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestSpans(t *testing.T) {
	for _, c := range []struct {
		query, text string
		limit       int
		want        string
	}{
		{"the", "The end of the tale", 9, "The|the"},
		{"the", "The end of the tale", 1, "The"},
		{"the heat !end", "the heat, theheat", 9, "the|heat|theheat"},
		{`/t\w*/i tool:end`, "The end to", 9, "The|to"},
		{"/x*/", "axxb", 9, "xx"},
		{"/^a/", "aaa\na", 9, "a|a"},
		{"größe", "GRO\u0308SSE gro\u0308ße Größe", 9, "gro\u0308ße|Größe"},
		{"aa", "aaaaa", 9, "aaaa"},
		{"is:failed", "failed", 9, ""},
		{"cmd:npm", "run npm ci", 9, "npm"},
	} {
		q, err := Compile(c.query)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, s := range q.Spans(c.text, c.limit) {
			got = append(got, c.text[s[0]:s[1]])
		}
		if s := strings.Join(got, "|"); s != c.want {
			t.Errorf("%s in %q marks %q, want %q", c.query, c.text, s, c.want)
		}
	}
}

// FuzzSpans: ranges of whole runes in order, apart, inside the text and not empty.
func FuzzSpans(f *testing.F) {
	f.Add("größe /o+/ x", "GRO\u0308ßE foo x\u212a")
	f.Fuzz(func(t *testing.T, query, text string) {
		q, err := Compile(query)
		if err != nil || !utf8.ValidString(text) || len(text) > 4096 {
			return
		}
		last := -1
		for _, s := range q.Spans(text, 50) {
			if s[0] <= last || s[1] <= s[0] || s[1] > len(text) || !utf8.ValidString(text[s[0]:s[1]]) {
				t.Fatalf("%q in %q: %v behind %d", query, text, s, last)
			}
			last = s[1]
		}
	})
}

// TestLinkable: no text that a person typed reaches an address.
func TestLinkable(t *testing.T) {
	for query, want := range map[string]string{
		`secret "my words" /x/ cmd:npm type:user tool:bash project:/srv`:       "",
		"kind:tool word !is:failed on:2026-11 session:a8ef502e":                "kind:tool !is:failed on:2026-11 session:a8ef502e",
		"session:payroll session:/a8ef/ session:abc session:decade after:2026": "after:2026",
	} {
		q, err := Compile(query)
		if err != nil {
			t.Fatal(err)
		}
		got := q.Linkable()
		if got != want {
			t.Errorf("%s: a link carries %q, want %q", query, got, want)
		}
		if got != "" {
			if _, err := Compile(got); err != nil {
				t.Errorf("%s: %v", fmt.Sprintf("%q", got), err)
			}
		}
	}
}
