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

// TestBetween: what reads the same is said once.
func TestBetween(t *testing.T) {
	for want, until := range map[string]int64{"1 Jan 1970, 00:00:01 UTC": 1999, "1 Jan 1970, 00:00:01 – 00:00:02 UTC": 2000, "1 Jan 1970, 00:00:01 – 2 Jan 1970, 00:00:01 UTC": 86_401_000} {
		if got := Between(1000, until); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
