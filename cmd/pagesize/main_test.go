package main

import (
	"math/rand/v2"
	"strings"
	"testing"
)

func page(program string) []byte {
	return []byte(`<!doctype html><style>a{}</style><p>x</p><script>go()</script><script type="x" id="program">` + program + `</script>`)
}

func TestReport(t *testing.T) {
	noise := make([]byte, 4000) // letters that no compressor makes much of
	r := rand.NewChaCha8([32]byte{1})
	for i := range noise {
		noise[i] = 'A' + byte(r.Uint64()%50)
	}
	for _, c := range []struct {
		name                 string
		program              string
		pageLimit, gzipLimit int
		err                  string
	}{
		{"within", strings.Repeat("a", 4000), 5000, 5000, ""},
		{"page over", strings.Repeat("a", 4000), 4050, 5000, "the page is"},
		{"gzip over", string(noise), 5000, 2000, "the gzipped page is"},
		{"no program", "", 5000, 5000, "without its program"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out strings.Builder
			err := report(&out, page(c.program), c.pageLimit, c.gzipLimit, 1000)
			if (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
				t.Errorf("want error %q, got %v", c.err, err)
			}
			if !strings.Contains(out.String(), "sha256 ") {
				t.Errorf("no digest in\n%s", out.String())
			}
		})
	}
}

func TestParts(t *testing.T) {
	src := page(strings.Repeat("a", 70))
	got := parts(src)
	want := []part{{"style", 3}, {"script", 4}, {"script program", 70}, {"the shell around them", len(src) - 77}}
	if len(got) != len(want) {
		t.Fatalf("got %v", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("part %d: want %v, got %v", i, want[i], got[i])
		}
	}
}
