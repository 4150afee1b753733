package viewer

import (
	"bytes"
	"context"
	"slices"
	"testing"

	"flightlog/parse/archive"
	"flightlog/parse/fixture"
)

// TestRehearse reads every fixture and shows its views to nobody; it ends at once when
// somebody comes.
func TestRehearse(t *testing.T) {
	never := func(int64, int64, string) error { return nil }
	for _, c := range cases(t) {
		zip := fixture.Zip(t, c.Files, fixture.Shape{})
		in := []archive.File{{Name: "home.zip", Size: int64(len(zip)), R: bytes.NewReader(zip)}}
		steps := 0
		if err := Rehearse("home.zip", in, nil, func(int64, int64, string) error { steps++; return nil }); err != nil {
			t.Errorf("%s: %v", c.Name, err)
			continue
		}
		for _, at := range slices.Compact([]int{1, steps / 2}) {
			n := 0
			err := Rehearse("home.zip", in, nil, func(int64, int64, string) error {
				if n++; n == at {
					return context.Canceled
				}
				return nil
			})
			if err != context.Canceled || n != at {
				t.Errorf("%s: called away at step %d of %d, it took %d and said %v", c.Name, at, steps, n, err)
			}
		}
	}
	if err := Rehearse("x", []archive.File{{Name: "x", Size: 1, R: bytes.NewReader([]byte("x"))}}, nil, never); err == nil {
		t.Error("what is no archive was rehearsed")
	}
}
