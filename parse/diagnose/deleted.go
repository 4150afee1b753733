package diagnose

import (
	"fmt"
	"strings"

	"flightlog/parse/timeline"
)

// deleted tells of sessions whose folder is gone.
func deleted(k *run) {
	var evidence []Evidence
	for _, s := range k.Sessions {
		if s.Has(timeline.Recovered) {
			evidence = append(evidence, k.session(s, strings.TrimSuffix(many(len(s.Store), "row")+" in the session store: "+s.Name, ": ")))
		}
	}
	if n := len(evidence); n > 0 {
		k.find(Finding{Severity: timeline.Note, Evidence: evidence,
			Sentence: fmt.Sprintf("%s stand%s only in session-store.db: no folder of that id is in the archive.", many(n, "session"), ends(n)),
			Advice:   "Prompts and replies are shown from the store; tool calls are not in it. Such a session cannot be resumed. If it was deleted, that did not remove its text."})
	}
}
