package archive

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// mixed are entries whose paths begin alike, are the beginning of one another, or the same in
// several homes, in no order.
func mixed(n int) []*Entry {
	random := rand.New(rand.NewPCG(1, 2))
	var list []*Entry
	for i := range n {
		path := fmt.Sprintf(".copilot/session-state/%08d/files/%d", random.IntN(n/100+1), random.IntN(n))
		switch i % 5 {
		case 1:
			path = strings.Repeat("a", random.IntN(700))
		case 2:
			path = fmt.Sprintf("%s/\xff%c", path, rune(random.IntN(3000)))
		case 3:
			path = ".copilot/session-state/same"
		}
		list = append(list, &Entry{Path: path, Home: i})
	}
	random.Shuffle(n, func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// TestOrder: the order is that of comparing whole paths.
func TestOrder(t *testing.T) {
	for _, n := range []int{0, 1, few, few + 1, 3 * many} {
		got := mixed(n)
		want := slices.Clone(got)
		slices.SortFunc(want, (*Entry).compare)
		if err := order(got, func(*Entry) error { return nil }); err != nil || !slices.Equal(got, want) {
			t.Errorf("%d entries are in another order (%v)", n, err)
		}
	}
}

// TestOrderPauses: whoever waits has their turn each time that so many entries were gone
// through, and may end it.
func TestOrderPauses(t *testing.T) {
	for name, list := range map[string][]*Entry{"mixed": mixed(8 * many), "of one directory": mixed(8 * many)} {
		if name != "mixed" {
			for i, e := range list {
				e.Path = fmt.Sprintf("%s/%06d", strings.Repeat("d", 100), i*7919%len(list))
			}
		}
		pauses := 0
		if err := order(slices.Clone(list), func(*Entry) error { pauses++; return nil }); err != nil || pauses < len(list)/many {
			t.Errorf("%s: %d pauses (%v)", name, pauses, err)
		}
		stop := errors.New("enough")
		for n := 1; n <= pauses; n += pauses / 3 {
			left := n
			err := order(slices.Clone(list), func(*Entry) error {
				if left--; left == 0 {
					return stop
				}
				return nil
			})
			if err != stop || left != 0 {
				t.Errorf("%s: stopped at pause %d it went on (%v)", name, n, err)
			}
		}
	}
}
