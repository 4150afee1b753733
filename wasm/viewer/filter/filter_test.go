package filter

import "testing"

// FuzzFilter: a filter is the same after it went through a link, and a choice made twice
// is no choice.
func FuzzFilter(f *testing.F) {
	for _, q := range []string{"", "kind=tool", "kind=tool,prompt&outcome=failed", "tool=x00000000,,&&=&kind", "kind=a&kind=b,a", "store=log&agent=none"} {
		f.Add(q, "kind")
	}
	f.Fuzz(func(t *testing.T, query, id string) {
		once := Parse(query)
		if again := Parse(once.String()); again.String() != once.String() || again.Chosen() != once.Chosen() {
			t.Errorf("%q is %q and then %q", query, once, again)
		}
		if !isID(id) {
			return
		}
		for k := range facetCount {
			if back := once.with(k, id).with(k, id); back.String() != once.String() {
				t.Errorf("%q with %s twice is %q", once, id, back)
			}
		}
	})
}
