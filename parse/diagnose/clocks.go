package diagnose

import (
	"fmt"
	"time"

	"flightlog/parse/timeline"
)

// stepBack is the smallest step that is told, in ms: records of work that ran side by side
// differ by less.
const stepBack = 1000

// clocks tells of logs whose time steps back. The step from a log's first record to its
// second is left out: a fork's own start is later than all that it copied.
func clocks(k *run) {
	var evidence []Evidence
	longest := int64(0)
	for _, s := range k.Sessions {
		last := timeline.NoTime
		for i, e := range k.events(s) {
			if e.Time == timeline.NoTime || e.Has(timeline.FromStore) {
				continue
			}
			if step := last - e.Time; last != timeline.NoTime && i > 1 && e.Has(timeline.StepsBack) && step >= stepBack {
				longest = max(longest, step)
				evidence = append(evidence, k.record(s, e, fmt.Sprintf("%s earlier than the record above it: %s", span(step), e.Type)))
			}
			last = e.Time
		}
	}
	if n := len(evidence); n > 0 {
		k.find(Finding{Severity: timeline.Note, Evidence: evidence,
			Sentence: fmt.Sprintf("The time steps back %s inside a log, by up to %s.", timesOver(n), span(longest)),
			Advice:   "Trust the order of the lines, not the times: the clock of that machine was set, or several processes wrote. Durations across such a step mean nothing."})
	}
}

func span(ms int64) string { return (time.Duration(ms) * time.Millisecond).String() }
