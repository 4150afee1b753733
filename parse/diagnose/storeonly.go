package diagnose

import (
	"fmt"

	"flightlog/parse/timeline"
)

// storeOnly tells of prompts that a session's rows in the store hold and its log does not.
func storeOnly(k *run) {
	var evidence []Evidence
	sessions := 0
	for _, s := range k.Sessions {
		if !k.more() {
			return
		}
		if s.Has(timeline.Recovered) || s.Has(timeline.NoLog) || len(s.Events) == 0 {
			continue // no log to compare with
		}
		known := map[string]bool{}
		k.prompts(s, known)
		before := len(evidence)
		k.turns(s, func(e *timeline.Event, text, _ string) {
			if !known[text] {
				evidence = append(evidence, k.record(s, e, text))
			}
		})
		if len(evidence) > before {
			sessions++
		}
	}
	if n := len(evidence); n > 0 {
		k.find(Finding{Severity: timeline.Note, Evidence: evidence, Inferred: true,
			Sentence: fmt.Sprintf("%s in %s stand%s in the session store and not in the log: probably rewound, or the log was cut.", many(n, "prompt"), many(sessions, "session"), ends(n)),
			Advice:   "Trust the log for what happened; the store keeps turns that a rewind took back, and may pair their answers with other prompts."})
	}
}
