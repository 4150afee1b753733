package part

import (
	"testing"

	"flightlog/parse/timeline"
)

// FuzzAddress: what was addressed is found again, and what is no address is said to be none.
func FuzzAddress(f *testing.F) {
	for _, s := range []string{"#/s/x/events-14", "files/file-2", "", "a/part-1.2", "a/image-3", "a/part-x.-1", "a/image-x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		blocks := Addressed(make([]timeline.Block, 2), s)
		place, name, sub, ok := OfText(blocks[1].Ref + ".7")
		if !ok || Ref(place, name) != blocks[1].Ref || name != "1" || sub != 7 {
			t.Errorf("%q is read as %q, %q, %d, %v", blocks[1].Ref, place, name, sub, ok)
		}
		if of, block, ok := OfImage(Image(s, 3)); !ok || of != place || block != 3 {
			t.Errorf("the picture of %q is read as %q, %d, %v", s, of, block, ok)
		}
		if _, _, sub, ok := OfText(s); ok && (sub < 0 || !IsText(s)) {
			t.Errorf("%q is taken for the address of a text", s)
		}
	})
}
