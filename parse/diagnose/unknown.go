package diagnose

import (
	"fmt"

	"flightlog/parse/timeline"
)

// unknownTypes tells of event types that this program does not know.
func unknownTypes(k *run) {
	var evidence []Evidence
	var types tallies
	events := 0
	for _, s := range k.Sessions {
		for _, e := range k.events(s) {
			if e.Kind != timeline.Unknown || e.Has(timeline.FromStore) {
				continue
			}
			events++
			if types.add(shorten(e.Type)); types.n[shorten(e.Type)] == 1 {
				evidence = append(evidence, k.record(s, e, "the first "+e.Type))
			}
		}
	}
	if n := len(evidence); n > 0 {
		k.find(Finding{Severity: timeline.Note, Evidence: evidence, Inferred: true,
			Sentence: fmt.Sprintf("%s of %s that this Flightlog does not know %s recorded, probably by a newer version: %s.", many(events, "event"), many(n, "type"), are(events), types.list()),
			Advice:   "They are kept and shown raw, and no count here includes what they may mean."})
	}
}
