package archive

import (
	"cmp"
	"slices"
	"strings"
)

const (
	few  = 64   // entries that are sooner compared with each other than sorted by a byte
	many = 4096 // entries that are gone through between two pauses
)

// stretch is a part of a list in which all paths have their first bytes in common.
type stretch struct{ from, to, same int }

// order sorts entries by their paths, then by their homes. Paths of an archive begin alike:
// sorted by a byte at a time, what they have in common is looked at once, where each
// comparison would look at it again. pause is called often, with one of those at hand.
func order(list []*Entry, pause func(*Entry) error) error {
	spare := make([]*Entry, len(list))
	work := 0
	for todo := []stretch{{0, len(list), 0}}; len(todo) > 0; {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		part := list[s.from:s.to]
		if work += len(part); work >= many {
			work = 0
			if err := pause(part[0]); err != nil {
				return err
			}
		}
		if len(part) <= few {
			slices.SortFunc(part, func(a, b *Entry) int {
				return cmp.Or(strings.Compare(a.Path[s.same:], b.Path[s.same:]), cmp.Compare(a.Home, b.Home))
			})
			continue
		}
		alike := part[0].Path[s.same:]
		for _, e := range part {
			if rest := e.Path[s.same:]; !strings.HasPrefix(rest, alike) {
				alike = alike[:sameBytes(rest, alike)]
			}
		}
		s.same += len(alike)
		var ends [257]int
		for _, e := range part {
			ends[e.letter(s.same)]++
		}
		at := 0
		for c, n := range ends {
			if at += n; c > 0 && n > 1 {
				todo = append(todo, stretch{s.from + at - n, s.from + at, s.same + 1})
			}
			ends[c] = at
		}
		for i := len(part) - 1; i >= 0; i-- {
			c := part[i].letter(s.same)
			ends[c]--
			spare[s.from+ends[c]] = part[i]
		}
		copy(part, spare[s.from:s.to])
		slices.SortFunc(part[:ends[1]], (*Entry).compare) // of the same path, in several homes
	}
	return nil
}

// sameBytes is how many bytes two texts begin with in common.
func sameBytes(a, b string) (n int) {
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// letter is the byte at a place of the path, counted from 1, and 0 behind its end.
func (e *Entry) letter(at int) int {
	if at < len(e.Path) {
		return int(e.Path[at]) + 1
	}
	return 0
}
