package jsonc

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	v, err := Read([]byte("\ufeff// written by hand\n{\n  \"a\": [1, 2,], /* two */\n  \"b\": \"// no comment\",\n}\n"))
	if err != nil || v.Get("b").String() != "// no comment" || v.Get("a").Compact() != "[1,2]" {
		t.Errorf("%s, %v", v, err)
	}
}

func TestReadDamaged(t *testing.T) {
	large := "[1] // " + strings.Repeat("x", edited)
	for text, line := range map[string]int{"": 1, "{\n\"a\": }": 2, "{\"a\": 1\n\n\"b\"": 3, strings.Repeat("[", depth+1): 1, "[1\n/* x": 2, "[,]": 1, "[1,,]": 1, "[1],": 1, "[1/**/2]": 1, large: 1} {
		_, err := Read([]byte(text))
		var se *SyntaxError
		if !errors.As(err, &se) || se.Line != line {
			t.Errorf("%.20q: got %v, want an error in line %d", text, err, line)
		}
	}
	if v, err := Read([]byte("[\"" + large[4:] + "\"]")); err != nil || len(v) < edited {
		t.Errorf("plain JSON of %d bytes: %v", len(large), err)
	}
	for text, want := range map[string]string{"[1,/*]*/]": "[1]", "{\"a\":[2,],\n}": `{"a":[2]}`, `["//","/*",",]",]`: `["//","/*",",]"]`, "[\"\\\",]\",//\n]": `["\",]"]`, "[1/**/]": "[1]", "[true,]": "[true]"} {
		if v, err := Read([]byte(text)); err != nil || v.Compact() != want {
			t.Errorf("%q: got %s, %v, want %s", text, v, err, want)
		}
	}
}

// FuzzRead: what encoding/json reads, reads the same here; and what reads here is JSON.
func FuzzRead(f *testing.F) {
	for _, s := range []string{`{"a":[1,2,],}`, "// c\n{}", `{"a":/**/1}`, "[\n1e5]", `{"a":"\x01"}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := Read([]byte(text))
		var want any
		if json.Unmarshal([]byte(text), &want) == nil && nesting([]byte(text)) < depth {
			var got any
			if err != nil || json.Unmarshal(v, &got) != nil || !reflect.DeepEqual(got, want) {
				t.Fatalf("%q: got %s, %v", text, v, err)
			}
		}
		if err == nil && !json.Valid(v) {
			t.Fatalf("%q gave %s, which is no JSON", text, v)
		}
	})
}
