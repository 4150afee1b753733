package yamldoc

import (
	"errors"
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	d, err := Read([]byte("id: 5e55\r\nname: |-\r\n  two\r\n  lines\r\ncwd: \"C:\\\\x\"\nempty:\ntilde: ~\nflag: true\nnested: {a: 1}\nemoji: 🚀 go\n"))
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{"id": "5e55", "name": "two\nlines", "cwd": `C:\x`, "empty": "", "tilde": "", "nested": "", "absent": "", "emoji": "🚀 go"} {
		if got := d.Str(key); got != want {
			t.Errorf("%s: got %q, want %q", key, got, want)
		}
	}
	if !d.Bool("flag") || d.Bool("id") {
		t.Error("flag is true and id is not")
	}
}

func TestReadDamaged(t *testing.T) {
	for text, want := range map[string]struct {
		line int
		id   string
	}{
		"":                               {0, ""},
		"  \n":                           {0, ""},
		"- a\n":                          {1, ""},
		"id: x\ncwd: /a\nname: \"open\n": {3, "x"},
		"id: x\n\tbad: tab\n":            {2, "x"},

		"id: x\nname: " + strings.Repeat("[", 1001):        {2, "x"},
		"id: x\nname:\r" + strings.Repeat("- ", 501) + "a": {2, "x"},
	} {
		d, err := Read([]byte(text))
		var se *SyntaxError
		if !errors.As(err, &se) || se.Line != want.line || d.Str("id") != want.id {
			t.Errorf("%q: got %v with id %q, want line %d with id %q", text, err, d.Str("id"), want.line, want.id)
		}
	}
}

// FuzzRead: a document that reads gives the same scalars with a comment line before it,
// and every error names a line inside the document.
func FuzzRead(f *testing.F) {
	f.Add("a: b\n")
	f.Add("a: &x [*x]\n")
	f.Add("a: |-\n  b\n?\n")
	f.Fuzz(func(t *testing.T, text string) {
		d, err := Read([]byte(text))
		var se *SyntaxError
		if errors.As(err, &se) && (se.Line < 0 || se.Line > len(text)+2) {
			t.Fatalf("line %d of %d bytes", se.Line, len(text))
		}
		if err != nil || len(text) > 0 && text[0] != 'a' {
			return
		}
		again, err := Read([]byte("# c\n" + text))
		if err != nil || again.Len() != d.Len() {
			t.Fatalf("%v: %d scalars, then %d", err, d.Len(), again.Len())
		}
	})
}
