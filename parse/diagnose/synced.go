package diagnose

import (
	"fmt"

	"flightlog/parse/timeline"
)

// synced tells of sessions that name a remote session of the account.
func synced(k *run) {
	var evidence []Evidence
	for _, s := range k.Sessions {
		if s.Has(timeline.Synced) {
			evidence = append(evidence, k.session(s, s.Name))
		}
	}
	if n := len(evidence); n > 0 {
		k.find(Finding{Severity: timeline.Note, Evidence: evidence,
			Sentence: fmt.Sprintf("%s name%s a remote session of the account in workspace.yaml.", many(n, "session"), ends(n)),
			Advice:   "A copy may be kept with the account: deleting the folder here does not delete it there."})
	}
}
