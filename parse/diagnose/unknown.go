package diagnose

import (
	"cmp"
	"fmt"

	"flightlog/parse/timeline"
)

// unknownTypes tells of event types that this program has no words for.
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
			name := cmp.Or(shorten(e.Type), "(a type without a name)")
			if types.add(name); types.n[name] == 1 {
				evidence = append(evidence, k.record(s, e, "the first: "+k.reader.Summary(s, e).Text))
			}
		}
	}
	if n := len(evidence); n > 0 {
		k.find(Finding{Severity: timeline.Note, Evidence: evidence,
			Sentence: fmt.Sprintf("%s of %s that this Flightlog can only show raw %s recorded: %s.", many(events, "event"), many(n, "type"), are(events), types.list()),
			Advice:   "Such a type is newer than this Flightlog, or is meant for streaming and not for the log, which its line says then. No count here includes what it may mean."})
	}
}
