package components

import (
	"testing"
	"time"

	"flightlog/parse/timeline"
)

// What UTC writes is read back as the same moment, and nothing else is taken for one.
func TestDatetime(t *testing.T) {
	for _, ms := range []int64{0, -1, 1_790_845_203_007, 253_402_300_799_999} {
		want := time.UnixMilli(ms).UTC().Format("2006-01-02T15:04:05.000Z")
		if got := datetime(UTC(ms)); got != want {
			t.Errorf("%s is %q, want %q", UTC(ms), got, want)
		}
	}
	for _, text := range []string{"", UTC(timeline.NoTime), "1 Oct 2026, 09:00:03 UTC", "1 Oct 2026, 09:00:03.000", "See the bytes", hostile} {
		if got := datetime(text); got != "" {
			t.Errorf("%q is taken for %s", text, got)
		}
	}
}
