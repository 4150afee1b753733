package viewer

import (
	"bytes"
	"strings"
	"testing"

	"flightlog/parse/archive"
	"flightlog/parse/fixture"
)

// TestWishes: a limit that was met is said, raised it is met no more; a file that is not
// wanted is left out and told.
func TestWishes(t *testing.T) {
	zip := fixture.Zip(t, []fixture.File{
		{Name: ".copilot/session-state/7a5e0000-0000-4000-8000-000000000000/events.jsonl", Data: []byte(`{"type":"abort"}` + "\n")},
		{Name: ".copilot/session-state/7a5e0000-0000-4000-8000-000000000000/workspace.yaml", Data: []byte("name: found\n" + strings.Repeat("# long\n", 200_000))},
	}, fixture.Shape{Stored: true})
	problems := func(w Wish) string {
		v := New()
		v.Ask(w)
		if _, err := v.Open("x.zip", []archive.File{{Name: "x.zip", Size: int64(len(zip)), R: bytes.NewReader(zip)}}, nil, func(int64, int64, string) error { return nil }); err != nil {
			t.Fatal(err)
		}
		page := look(t, ask(t, v, "main", "problems"))
		for _, r := range rowsOf(t, v, list{"problems", len(v.file.Problems), problemsChunk}) {
			page.text += "\n" + r.text
		}
		return page.text
	}
	for _, c := range []struct {
		wish       Wish
		has, hasNo string
	}{
		{Wish{}, "A limit was met: something was left out", "as was asked"},
		{Wish{Raised: 4}, "No problems", "limit"},
		{Wish{Without: []string{".copilot/session-state/7a5e0000-0000-4000-8000-000000000000/workspace.yaml"}}, "workspace.yaml” was left out, as was asked.", "unpacks"},
	} {
		if got := problems(c.wish); !strings.Contains(got, c.has) || strings.Contains(got, c.hasNo) {
			t.Errorf("%+v gives %q", c.wish, got)
		}
	}
}
