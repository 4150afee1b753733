package find

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

// spell prints a query as it was understood.
func spell(q *Query) string {
	var out []string
	for i := range q.terms {
		t := &q.terms[i]
		s := ""
		if t.not {
			s = "not "
		}
		if t.field != nil {
			s += t.field.name + " "
		}
		switch {
		case t.match.re != nil:
			s += "/" + t.match.re.String() + "/"
		case t.match.n != nil:
			s += fmt.Sprintf("%q", t.match.n.folded)
		case t.kinds != 0:
			s += fmt.Sprintf("%b", t.kinds)
		case t.state != "":
			s += t.state
		default:
			s += ms(t.from) + " to " + ms(t.to)
		}
		out = append(out, s)
	}
	return strings.Join(out, ", ")
}

func ms(n int64) string {
	if n < -1<<61 || n > 1<<61 {
		return "ever"
	}
	return time.UnixMilli(n).UTC().Format(time.RFC3339)
}

func TestCompile(t *testing.T) {
	for query, want := range map[string]string{
		"two  Words":                  `"two", "words"`,
		"\u00a0tab\tline\n":           `"tab", "line"`,
		`"two Words" one`:             `"two words", "one"`,
		`"a \"b\" \\ \c"`:             `"a \"b\" \\ \\c"`,
		`it"s`:                        `"it\"s"`,
		"!a -b --c - ! -- !-d":        `not "a", not "b", "--c", "-", "!", "--", not "-d"`,
		`-"a b" !/c d/ -tool:bash`:    `not "a b", not /(?m)c d/, not tool "bash"`,
		"/a/ /b c/i /d/e":             `/(?m)a/, /(?mi)b c/, "/d/e"`,
		`/a\/ b/ x`:                   `/(?m)a\/ b/, "x"`,
		"/home/dev /etc":              `"/home/dev", "/etc"`,
		"/home/dev/":                  `/(?m)home/dev/`,
		"// /":                        `/(?m)/ /`,
		"ÄÖÜ ẞ \u212a":                `"ÄÖÜ", "ß", "k"`,
		"type:user.message":           `type "user.message"`,
		`cmd:"npm ci" file:/\.go$/`:   `cmd "npm ci", file /(?m)\.go$/`,
		"is:failed !is:open":          `is failed, not is open`,
		"kind:tool":                   `kind 10000`,
		`kind:"tool call"`:            `kind 10000`,
		"kind:re":                     `kind 1100`,
		"on:2026":                     `on 2026-01-01T00:00:00Z to 2027-01-01T00:00:00Z`,
		"on:2026-12":                  `on 2026-12-01T00:00:00Z to 2027-01-01T00:00:00Z`,
		"before:2026-11-30":           `before ever to 2026-11-30T00:00:00Z`,
		"after:2026-11-30T14:05":      `after 2026-11-30T14:05:00Z to ever`,
		"-on:2026-11-30T14:05:06Z":    `not on 2026-11-30T14:05:06Z to 2026-11-30T14:05:07Z`,
		"https://x localhost:80":      `"https://x", "localhost:80"`,
		`main.go:12 C:\x Error: e: x`: `"main.go:12", "c:\\x", "error:", "e:", "x"`,
		"std::vector note:":           `"std::vector", "note:"`,
	} {
		q, err := Compile(query)
		if err != nil {
			t.Errorf("%q: %v", query, err)
		} else if got := spell(q); got != want {
			t.Errorf("%q is read as %s, want %s", query, got, want)
		}
	}
}

// TestCompileErrors: the place is that of the rune a person must change, and the sentence
// says what to do or what is wrong.
func TestCompileErrors(t *testing.T) {
	for _, c := range []struct {
		query string
		pos   int
		want  string
	}{
		{"", 1, "nothing to look for"},
		{" \t", 1, "nothing to look for"},
		{`ä "open`, 3, "not closed"},
		{`ä ""`, 3, "nothing between"},
		{`"a"b`, 4, "space is missing"},
		{`x "a""b"`, 6, "space is missing"},
		{"tools:bash", 1, `no field "tools"`},
		{"ä -tols:bash", 4, `no field "tols"`},
		{"tool:", 5, "needs a value"},
		{"a tool: b", 7, "needs a value"},
		{"is:broken", 4, "the states are failed, denied, cancelled, succeeded, open, recovered, repaired"},
		{"!is:/x/", 5, "takes a state"},
		{"ö kind:banana", 8, "the kinds are unknown, prompt, reply"},
		{"kind:/x/", 6, "takes a kind"},
		{"on:yesterday", 4, "no date"},
		{"on:2026-13", 4, "no date"},
		{"before:2026-02-30", 8, "no date"},
		{"after:/2026/", 7, "takes a date"},
		{"/a(/", 1, "does not parse: missing closing )"},
		{"ä /ö[z-a]/", 6, "invalid character class range, at z-a"},
		{"cmd:/ä*+?**/", 7, "invalid nested repetition operator"},
		{`/\8/`, 2, "invalid escape sequence"},
	} {
		_, err := Compile(c.query)
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%q gives %v", c.query, err)
		} else if e.Pos != c.pos || !strings.Contains(e.Message, c.want) {
			t.Errorf("%q: character %d: %s; want %d: …%s…", c.query, e.Pos, e.Message, c.pos, c.want)
		}
	}
}

// TestNeeded: what the bytes of a record are looked through for, the longest first.
func TestNeeded(t *testing.T) {
	for query, want := range map[string]string{
		"Words and":                  "words and",
		`path/to/File.go`:            "file.go",
		`"say \"hello\" now"`:        "hello",
		"größe":                      "gr",
		"-not tool:bash is:open":     "",
		"cmd:npm file:/src.*\\.go$/": "npm src .go",
		"/(foo|bar)baz+ (qux)?x{2}/": "ba",
		"/foo.*barbaz/i foo":         "barbaz foo",
		"/a*|b/":                     "",
		"/(?:abc)+d/":                "abc",
	} {
		q, err := Compile(query)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, n := range q.needed {
			got = append(got, string(n.folded))
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%s needs %q, want %q", query, s, want)
		}
	}
}

// TestFields: every field is known to the grammar and told of in the help.
func TestFields(t *testing.T) {
	for _, f := range Fields() {
		value := "2026"
		if len(f.Values) > 0 {
			value = f.Values[len(f.Values)-1]
		}
		if q, err := Compile(f.Name + ":" + value); err != nil || len(q.terms) != 1 || q.terms[0].field == nil || f.What == "" {
			t.Errorf("%+v: %v", f, err)
		}
	}
}
