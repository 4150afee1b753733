package viewer

import (
	"strings"
	"testing"
)

// TestSpan: a stretch of the tape has the rows whose time falls into it, and no other.
func TestSpan(t *testing.T) {
	v, _ := show(t, log(t,
		[4]string{"user.message", "0", "", `"content":"one"`},
		[4]string{"assistant.message", "10", "", `"content":"done"`},
		[4]string{"user.message", "20", "", `"content":"two"`},
		[4]string{"assistant.message", "30", "", `"content":"done too"`},
	))
	const list = "conversation/" + sessionID
	for stretch, want := range map[string]string{
		"0 1000": "4 rows, 5 Oct 2026, 09:00:00 – 09:00:30 UTC", "0 400": "2 rows, 5 Oct 2026, 09:00:00 – 09:00:10 UTC", "600 1000": "2 rows, 5 Oct 2026, 09:00:20 – 09:00:30 UTC",
		"0 0": "1 row, 5 Oct 2026, 09:00:00 UTC", "400 600": "No row stands in this stretch.",
	} {
		answer := ask(t, v, "span", list+" "+stretch)
		index, words, _ := strings.Cut(answer, " ")
		if words != want || (index == "-1") != strings.HasPrefix(want, "No row") {
			t.Errorf("%s has %q, want %q", stretch, answer, want)
		}
	}
	for _, arg := range []string{"", list, list + " 1 x", "events/" + sessionID + " 1 2", "conversation/none 0 1"} {
		if out, err := v.Answer("span", arg); err == nil {
			t.Errorf("span %q answers %q", arg, out)
		}
	}
}
