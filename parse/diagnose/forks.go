package diagnose

import (
	"fmt"
	"slices"

	"flightlog/parse/timeline"
)

// family are logs that share events: a fork begins with a copy of its parent's log, ids
// included (FINDINGS.md, events.jsonl 6). The oldest log comes first.
type family struct {
	sessions []*timeline.Session
	shared   []int // per session, its events that an earlier log of the family holds
}

// forks tells of events that would count twice.
func forks(k *run) {
	k.copied(nil)
	for _, f := range k.family {
		var evidence []Evidence
		sum := 0
		for i, s := range f.sessions {
			text := "the oldest of them"
			if i > 0 {
				sum += f.shared[i]
				text = fmt.Sprintf("%s of %d, the same in an older log", many(f.shared[i], "event"), len(s.Events))
			}
			evidence = append(evidence, k.session(s, text))
		}
		k.find(Finding{Severity: timeline.Note, Evidence: evidence,
			Sentence: fmt.Sprintf("%s share the beginning of one log: %s would count twice.", many(len(f.sessions), "session"), many(sum, "event")),
			Advice:   "Totals here count such events once. Add up the figures of single sessions with care: each shows its whole log."})
	}
}

// early is how far into a log the first copied event is looked for: a fork's log begins
// with a session.start of its own.
const early = 4

// copied gives the events of a log that an older log of its family holds too.
func (k *run) copied(s *timeline.Session) map[int32]bool {
	if k.copies == nil {
		k.copies = map[*timeline.Session]map[int32]bool{}
		k.families()
	}
	return k.copies[s]
}

func (k *run) families() {
	type place struct {
		home int
		id   string
	}
	first := map[place][]*timeline.Session{}
	var order []place
	for _, s := range k.Sessions {
		for i := range min(early, len(s.Events)) {
			l, ok := k.decode(&s.Events[i])
			if p := (place{s.Home, l.ID}); ok && l.ID != "" {
				if first[p] == nil {
					order = append(order, p)
				}
				if !slices.Contains(first[p], s) {
					first[p] = append(first[p], s)
				}
			}
		}
	}
	done := map[*timeline.Session]bool{}
	for _, p := range order {
		if members := first[p]; len(members) > 1 && !slices.ContainsFunc(members, func(s *timeline.Session) bool { return done[s] }) {
			for _, s := range members {
				done[s] = true
			}
			k.compare(members)
		}
	}
}

// compare marks what the younger logs of a family hold of the older ones.
func (k *run) compare(members []*timeline.Session) {
	slices.SortStableFunc(members, func(a, b *timeline.Session) int {
		if a.Started != b.Started && len(a.Events) > 0 && len(b.Events) > 0 {
			// a fork's own start is later than all that it copied
			return int(min(max(a.Events[0].Time-b.Events[0].Time, -1), 1))
		}
		return 0
	})
	f := family{sessions: members}
	seen := map[string]bool{}
	for _, s := range members {
		copied := map[int32]bool{}
		var ids []string
		for i := range s.Events {
			if !k.step() {
				return
			}
			if l, ok := k.decode(&s.Events[i]); ok && l.ID != "" {
				ids = append(ids, l.ID)
				if seen[l.ID] {
					copied[int32(i)] = true
				}
			}
		}
		for _, id := range ids {
			seen[id] = true
		}
		k.copies[s] = copied
		f.shared = append(f.shared, len(copied))
	}
	k.family = append(k.family, f)
}
