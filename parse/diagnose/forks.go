package diagnose

import (
	"fmt"

	"flightlog/parse/timeline"
)

// forks tells of events that would count twice.
func forks(k *run) {
	k.copied(nil)
	for _, f := range k.families {
		var evidence []Evidence
		sum := 0
		for i, s := range f.Sessions {
			text := "the oldest of them"
			if i > 0 {
				sum += len(f.Copied[i])
				text = fmt.Sprintf("%s of %d, the same in an older log", many(len(f.Copied[i]), "event"), len(s.Events))
			}
			evidence = append(evidence, k.session(s, text))
		}
		k.find(Finding{Severity: timeline.Note, Evidence: evidence,
			Sentence: fmt.Sprintf("%s share the beginning of one log: %s would count twice.", many(len(f.Sessions), "session"), many(sum, "event")),
			Advice:   "Totals here count such events once. Add up the figures of single sessions with care: each shows its whole log."})
	}
}

// copied gives the events of a log that an older log of its family holds too.
func (k *run) copied(s *timeline.Session) map[int32]bool {
	if k.copies == nil {
		k.copies = map[*timeline.Session]map[int32]bool{}
		k.families = timeline.Families(k.Sessions, func(e *timeline.Event) string {
			l, _ := k.decode(e)
			return l.ID
		})
		for _, f := range k.families {
			for i, s := range f.Sessions {
				k.copies[s] = f.Copied[i]
			}
		}
	}
	return k.copies[s]
}
