package event

import (
	"encoding/json"
	"io"
	"reflect"
	"strings"

	"flightlog/parse/decode/rawjson"
	"flightlog/parse/timeline"
)

// withStructure adds an MCP result's structured content to its text. Servers send both
// for the sake of clients that read only one, so the two often say the same: then one
// stands there and the other waits behind a click.
func withStructure(text []timeline.Block, v rawjson.Value) []timeline.Block {
	if v == nil {
		return text
	}
	structured := timeline.Block{Kind: timeline.CodeBlock, Title: "Structured result", Lang: "json", Text: pretty(v)}
	if len(text) != 1 {
		return append(text, structured)
	}
	switch said := text[0].Text; {
	case copies(said, v):
		text[0].Aside = "The result as text says the same"
		return []timeline.Block{structured, text[0]}
	case wrapped(said, v):
		structured.Aside = "The structured result says the same"
	}
	return append(text, structured)
}

// copies reports that a text holds a value as JSON, once or several times, and nothing
// else.
func copies(text string, v rawjson.Value) bool {
	want, ok := decoded(v)
	if !ok {
		return false
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	for n := 0; ; n++ {
		var got any
		if err := d.Decode(&got); err == io.EOF {
			return n > 0
		} else if err != nil || !reflect.DeepEqual(got, want) {
			return false
		}
	}
}

func decoded(v rawjson.Value) (out any, ok bool) {
	d := json.NewDecoder(strings.NewReader(string(v)))
	d.UseNumber()
	return out, d.Decode(&out) == nil
}

// wrapped reports that a value holds a text as its only member, and nothing else: what a
// server makes of a function that gives a string.
func wrapped(text string, v rawjson.Value) bool {
	n, same := 0, false
	for _, m := range v.Members() {
		n++
		s, ok := m.Text()
		same = ok && s == text
	}
	return n == 1 && same
}
