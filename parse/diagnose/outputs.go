package diagnose

import (
	"bytes"
	"fmt"

	"flightlog/parse/timeline"
)

// A result whose text was saved elsewhere begins so. Inside a string the quotes would be
// escaped, so neither is found in a text that speaks of it.
var (
	savedElsewhere = []byte(`"content":"Output too large to read at once`)
	handledLarge   = []byte(`"largeOutputHandled":"true"`)
)

// outputs tells of results whose whole text is not in the archive.
func outputs(k *run) {
	var evidence []Evidence
	for _, s := range k.Sessions {
		if !k.more() {
			return
		}
		for c := range k.calls(s) {
			if c.Result == timeline.None {
				continue
			}
			raw := k.reader.Raw(&s.Events[c.Result])
			if bytes.Contains(raw, savedElsewhere) || bytes.Contains(raw, handledLarge) {
				evidence = append(evidence, k.call(s, c, c.Tool+": "+k.reader.CallSummary(s, c).Text))
			}
		}
	}
	if n := len(evidence); n > 0 {
		k.find(Finding{Severity: timeline.Note, Evidence: evidence,
			Sentence: fmt.Sprintf("%s %s too large for the log: only the beginning is recorded, the rest was saved outside ~/.copilot.", many(n, "tool output"), were(n)),
			Advice:   "The record names the file. It is usually in the temporary folder of that machine and may be gone: ask for it soon."})
	}
}
