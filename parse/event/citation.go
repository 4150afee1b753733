package event

import (
	"strings"
	"unicode/utf16"

	"flightlog/parse/decode/rawjson"
	"flightlog/parse/timeline"
)

// citedSpans bounds how many passages of a reply are looked up for its sources.
const citedSpans = 200

// citationBlocks lists the sources that a reply names, each with the passages of the
// reply that it backs and what is quoted of it (seed, Citations). Addresses are words.
func citationBlocks(r *Record) []timeline.Block {
	sources := r.Data("citations").Get("sources")
	backs, quotes := map[string][]string{}, map[string][]string{}
	var content []uint16
	n := 0
	for span := range r.Data("citations").Get("spans").Elements() {
		if n++; n > citedSpans {
			break
		}
		if content == nil {
			content = utf16.Encode([]rune(r.Str("content")))
		}
		passage := between(content, span.Get("startIndex"), span.Get("endIndex"))
		for ref := range span.Get("references").Elements() {
			id := ref.Get("sourceId").String()
			backs[id] = append(backs[id], quoted(passage))
			quotes[id] = append(quotes[id], quoted(ref.Get("citedText").String()))
		}
	}
	grid := timeline.Block{Kind: timeline.GridBlock, Title: "Sources", Columns: []string{"Source", "Where", "Backs", "Quoted from it"}}
	for s := range sources.Elements() {
		if s.Kind() != '{' {
			continue
		}
		id := s.Get("id").String()
		where := or(s.Get("url").String(), s.Get("path").String())
		grid.Rows = append(grid.Rows, []string{or(s.Get("title").String(), where, id, "not named"), where, joined(backs[id]), joined(quotes[id])})
	}
	if len(grid.Rows) == 0 {
		return nil
	}
	return []timeline.Block{grid}
}

// between cuts a passage by offsets in UTF-16 units, "" where they do not fit the text.
func between(text []uint16, from, to rawjson.Value) string {
	a, ok1 := from.Int()
	b, ok2 := to.Int()
	if !ok1 || !ok2 || a < 0 || b < a || b > int64(len(text)) {
		return ""
	}
	return string(utf16.Decode(text[a:b]))
}

// joined puts passages one after the other, each once.
func joined(all []string) string {
	var out []string
	seen := map[string]bool{"": true}
	for _, s := range all {
		if !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	return strings.Join(out, " ")
}
