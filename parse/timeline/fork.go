package timeline

import "slices"

// Family are logs that share events: a fork begins with a copy of its parent's log, ids
// included (FINDINGS.md, events.jsonl 6).
type Family struct {
	Sessions []*Session       // the oldest log first
	Copied   []map[int32]bool // per session, the indices of its events that an older log holds too
}

// early is how far into a log the first copied event is looked for: a fork's log begins
// with a session.start of its own.
const early = 4

// Families finds the logs of one home that share events, each log in one family at most.
// id gives an event's id, "" where it has none. Only logs that share an id near their
// start are compared, so that of most archives a few records are read.
func Families(sessions []*Session, id func(*Event) string) []Family {
	type place struct {
		home int
		id   string
	}
	first := map[place][]*Session{}
	var order []place
	for _, s := range sessions {
		for i := range min(early, len(s.Events)) {
			p := place{s.Home, id(&s.Events[i])}
			if p.id == "" || slices.Contains(first[p], s) {
				continue
			}
			if first[p] == nil {
				order = append(order, p)
			}
			first[p] = append(first[p], s)
		}
	}
	var out []Family
	done := map[*Session]bool{}
	for _, p := range order {
		members := first[p]
		if len(members) < 2 || slices.ContainsFunc(members, func(s *Session) bool { return done[s] }) {
			continue
		}
		for _, s := range members {
			done[s] = true
		}
		out = append(out, compare(members, id))
	}
	return out
}

// compare marks what the younger logs of a family hold of the older ones.
func compare(members []*Session, id func(*Event) string) Family {
	slices.SortStableFunc(members, func(a, b *Session) int {
		if a.Started != b.Started && len(a.Events) > 0 && len(b.Events) > 0 {
			// a fork's own start is later than all that it copied
			return int(min(max(a.Events[0].Time-b.Events[0].Time, -1), 1))
		}
		return 0
	})
	f := Family{Sessions: members}
	seen := map[string]bool{}
	for _, s := range members {
		copied := map[int32]bool{}
		var own []string
		for i := range s.Events {
			name := id(&s.Events[i])
			switch {
			case name == "":
			case seen[name]:
				copied[int32(i)] = true
			default:
				own = append(own, name)
			}
		}
		for _, name := range own {
			seen[name] = true
		}
		f.Copied = append(f.Copied, copied)
	}
	return f
}
