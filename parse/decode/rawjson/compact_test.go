package rawjson

import (
	"encoding/json"
	"reflect"
	"testing"
)

func TestCompact(t *testing.T) {
	for in, want := range map[string]string{
		`{ "b" : [ 1.50 , -0 ] , "a" : {"z":null,"é":"\u00e9"} }`: `{"a":{"z":null,"é":"é"},"b":[1.50,-0]}`,
		`"\u003c\u0001\n\u007f\/"`:                                "\"<\\u0001\\n\x7f/\"",
		`{"\ud83d\ude00":1,"\uffff":2,"a":3}`:                     "{\"a\":3,\"\uffff\":2,\"😀\":1}",
		`{"a":1,"a":2}`:                                           `{"a":2}`,
	} {
		if got := Value(in).Compact(); got != want {
			t.Errorf("%s: got %s, want %s", in, got, want)
		}
	}
}

// FuzzCompact: what is written says the same, and writing it again changes nothing.
func FuzzCompact(f *testing.F) {
	f.Add(`{"b":[1,{"c":"\u0000"}],"a":-1e5}`)
	f.Fuzz(func(t *testing.T, text string) {
		if Valid([]byte(text), 1000) != nil {
			return
		}
		v := Value(text[blanks([]byte(text), 0):])
		end, _ := scanner{b: v}.skip(0, 0)
		out := v[:end].Compact()
		var a, b any
		if json.Unmarshal([]byte(text), &a) != nil {
			return // a number beyond float64
		}
		if err := json.Unmarshal([]byte(out), &b); err != nil || !reflect.DeepEqual(a, b) {
			t.Fatalf("%s became %s: %v", text, out, err)
		}
		if again := Value(out).Compact(); again != out {
			t.Fatalf("%s, written again, is %s", out, again)
		}
	})
}
