package diagnose

import (
	"fmt"
	"strings"

	"flightlog/parse/timeline"
)

// versions tells of sessions that several versions of the program wrote.
func versions(k *run) {
	var evidence []Evidence
	for _, s := range k.Sessions {
		if len(s.Versions) > 1 {
			evidence = append(evidence, k.session(s, strings.Join(s.Versions, ", then ")))
		}
	}
	if n := len(evidence); n > 0 {
		k.find(Finding{Severity: timeline.Note, Evidence: evidence,
			Sentence: fmt.Sprintf("%s %s written by more than one version of the program.", many(n, "session"), were(n)),
			Advice:   "What changed between two runs may be the program and not the person or the model."})
	}
}
