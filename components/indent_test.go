package components

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"
)

func TestIndented(t *testing.T) {
	for raw, want := range map[string]string{
		`{"a":1.50,"b":[],"c":{"d":"x, {y}: \"z\"","e":[1,2]}}`: "{\n  \"a\": 1.50,\n  \"b\": [],\n  \"c\": {\n    \"d\": \"x, {y}: \\\"z\\\"\",\n    \"e\": [\n      1,\n      2\n    ]\n  }\n}",
		`{ "a" : 1 }`: "{\n  \"a\": 1\n}", `{}`: "{}", `[ ]`: "[]", `not json`: "", ``: "",
	} {
		if got := Indented([]byte(raw)); got != want {
			t.Errorf("%s is written\n%s\nwant\n%s", raw, got, want)
		}
	}
}

// FuzzIndented: of valid JSON nothing but blanks is changed, of anything else not a byte
// is lost or added but blanks.
func FuzzIndented(f *testing.F) {
	for _, raw := range []string{`{"a":[1,{"b":"\\\""}],"c":null}`, `{"a":"}`, `[[[[`, `{]}`, `{"a" : "b c" , "d":[ ]}`, `{"\u2028":1e400}`, "[\xe3 \x81\x82]"} {
		f.Add([]byte(raw))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		got := Indented(raw)
		if got == "" {
			return
		}
		var was, is bytes.Buffer
		if json.Compact(&was, raw) == nil {
			if err := json.Compact(&is, []byte(got)); err != nil || was.String() != is.String() {
				t.Errorf("%q is another document: %q (%v)", raw, got, err)
			}
		}
		bare := func(s string) string { // byte by byte: blanks may stand inside a broken letter
			return string(slices.DeleteFunc([]byte(s), jsonBlank))
		}
		if bare(got) != bare(string(raw)) {
			t.Errorf("%q became %q", raw, got)
		}
	})
}
