package jsonl

import (
	"bytes"
	"slices"
	"testing"
)

func startsOf(t testing.TB, log []byte) []int64 {
	var want []int64
	if _, err := Read(bytes.NewReader(log), 0, func(l Line) { want = append(want, l.Offset) }, func(int64) error { return nil }); err != nil {
		t.Fatal(err)
	}
	return want
}

// FuzzStarts: lines begin where they began when the log was read.
func FuzzStarts(f *testing.F) {
	for _, s := range []string{"", "\n", "a", "a\n", "a\n\nb", "{\x00}\x00\n\x00{\x00}\x00", "\xff\xfe{\x00\n\x00\x0a\x0a", "\xfe\xff\x00{\x00\n\x00", "\x00{\x00\""} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, log []byte) {
		if got, want := Starts(log), startsOf(t, log); !slices.Equal(got, want) {
			t.Errorf("%q: lines begin at %v, and were read at %v", log, got, want)
		}
	})
}
