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
	for text, want := range map[string]string{
		"": "the text ends before its value does in line 1, column 1", "{\n\"a\": }": "an unexpected “}” in line 2, column 6", "{\"a\": 1\n\n\"b\"": "an unexpected “\"” in line 3, column 1",
		strings.Repeat("[", depth+1): "nested deeper than 1000 levels in line 1, column 1001", "[1\n/* x": "a comment that never ends in line 2, column 1",
		"[,]": "an unexpected “,” in line 1, column 2", "[1,,]": "an unexpected “,” in line 1, column 4", "{,}": "an unexpected “,” in line 1, column 2", `{"a":,}`: "an unexpected “,” in line 1, column 6",
		"[1]/": "an unexpected “/” in line 1, column 4", "[1],": "an unexpected “,” in line 1, column 4", "// x": "the text ends before its value does in line 1, column 5", "\"a": "the text ends before its value does in line 1, column 3",
		"[1/**/2]": "an unexpected “2” in line 1, column 7",
	} {
		_, err := Read([]byte(text))
		var se *SyntaxError
		if !errors.As(err, &se) || se.Error() != want {
			t.Errorf("%.20q: got %v, want %s", text, err, want)
		}
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
		if json.Unmarshal([]byte(text), &want) == nil && strings.Count(text, "[")+strings.Count(text, "{") < depth {
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
