package diagnose

import (
	"fmt"
	"strings"

	"flightlog/parse/timeline"
)

// floodCount is how many entries of the same words in one log are a flood.
const floodCount = 20

// floods tells of process logs that say the same error over and over.
func floods(k *run) {
	type key struct {
		source int32
		words  string
	}
	places := map[key][]Evidence{}
	var order []key
	for i := range k.Facts {
		f := &k.Facts[i]
		if f.Kind != timeline.LogError && f.Kind != timeline.MCP || f.Level == "INFO" {
			continue
		}
		at := key{f.Source, plain(f.Text)}
		if places[at] == nil {
			order = append(order, at)
		}
		places[at] = append(places[at], k.stated(f))
	}
	for _, at := range order {
		if n := len(places[at]); n >= floodCount {
			k.find(Finding{Severity: timeline.Warning, Evidence: places[at],
				Sentence: fmt.Sprintf("%s says the same %d times: %s", k.Sources[at.source].Path, n, places[at][0].Text),
				Advice:   "Look at the first of them and at what stands right above it in the log."})
		}
	}
}

// plain takes the numbers and ids out of an entry, which differ from one to the next.
func plain(text string) string {
	words := strings.Fields(text)
	for i, w := range words {
		if strings.ContainsAny(w, "0123456789") {
			words[i] = "#"
		}
	}
	return strings.Join(words, " ")
}
