package artifact

import (
	"crypto/sha256"
	"encoding/hex"
	"testing"

	"flightlog/parse/decode/patch"
	"flightlog/parse/timeline"
)

func sum(text string) string {
	h := sha256.Sum256([]byte(text))
	return hex.EncodeToString(h[:])
}

func TestReplayIsProvenByTheHash(t *testing.T) {
	read := func(text string) timeline.Change {
		c, err := patch.Read("*** Begin Patch\n" + text + "*** End Patch")
		if err != nil {
			t.Fatal(err)
		}
		return c[0]
	}
	steps := []timeline.Change{
		read("*** Update File: x\n@@\n-zzz\n+rewound\n"),
		read("*** Update File: x\n@@\n-b\n+B\n"),
		read("*** Update File: x\n@@\n-c\n+C\n"),
	}
	for _, c := range []struct{ what, before, want string }{
		{"the first that fits", "a\nb\nc\n", "a\nB\nc\n"},
		{"two in a row", "a\nb\nc\n", "a\nB\nC\n"},
		{"one alone, the others rewound", "a\nb\nc\n", "a\nb\nC\n"},
		{"what no call made", "a\nb\nc\n", ""},
	} {
		hash := sum(c.want)
		if c.want == "" {
			hash = sum("something else")
		}
		if got, n, ok := Replay(c.before, steps, hash); got != c.want || ok != (c.want != "") || ok && n == 0 {
			t.Errorf("%s: got %q by %d changes, %v", c.what, got, n, ok)
		}
	}
	if got, _, ok := Replay("", []timeline.Change{read("*** Add File: x\n+a\n+b\n")}, sum("a\nb\n")); !ok || got != "a\nb\n" {
		t.Errorf("an added file: got %q, %v", got, ok)
	}
}
