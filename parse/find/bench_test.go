package find_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flightlog/parse"
	"flightlog/parse/decode/jsonl"
	"flightlog/parse/find"
)

// big opens the largest genuine archive: a log of 33.6 MB, 7,016 records.
func big(tb testing.TB) *parse.Opened {
	tb.Helper()
	name := filepath.Join("..", "..", "..", "shared", "fixtures", "real", "big.zip")
	f, err := os.Open(name)
	if err != nil {
		tb.Skip("no ../shared beside the checkout: nothing large to search")
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		tb.Fatal(err)
	}
	o, err := parse.Open(f, info.Size(), "big.zip", parse.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	return o
}

// BenchmarkBig is a whole answer, beside a search that decodes everything and beside
// strings.Contains over lines that are decoded already.
func BenchmarkBig(b *testing.B) {
	o := big(b)
	var held int64
	var lines []string
	for _, s := range o.Sessions {
		for i := range s.Events {
			held += int64(s.Events[i].Length)
			lines = append(lines, string(jsonl.Trim(o.Raw(&s.Events[i]))))
		}
	}
	for _, q := range []struct{ name, query string }{
		{"nowhere", "xyzzyplugh"}, {"rare", "xfs"}, {"words", "shard gen.py"}, {"common", "the"}, {"letter", "e"}, {"expression", `/shard \d+ (failed|done)/`}, {"plainexpr", `/[a-f]\d{3}x/`},
		{"fields", "is:failed cmd:python3"}, {"not", "!the kind:tool"},
	} {
		query := compile(b, q.query)
		b.Run("first/"+q.name, func(b *testing.B) {
			b.SetBytes(held)
			for b.Loop() {
				find.New(o.Timeline, o).Search(query, func(*find.Hit) bool { return true }, nil)
			}
		})
		f := find.New(o.Timeline, o)
		b.Run("again/"+q.name, func(b *testing.B) {
			b.SetBytes(held)
			hits := 0
			for b.Loop() {
				res, _ := f.Search(query, func(*find.Hit) bool { return true }, nil)
				hits = res.Hits
			}
			b.ReportMetric(float64(hits), "hits")
		})
	}
	b.Run("decode-everything", func(b *testing.B) {
		b.SetBytes(held)
		terms := parseNaive("xyzzyplugh")
		for b.Loop() {
			for _, line := range lines {
				naive(b, []byte(line), terms)
			}
		}
	})
	b.Run("strings.Contains", func(b *testing.B) {
		b.SetBytes(held)
		for b.Loop() {
			for _, line := range lines {
				strings.Contains(line, "xyzzyplugh")
			}
		}
	})
	b.Run("strings.Contains-lower", func(b *testing.B) {
		b.SetBytes(held)
		for b.Loop() {
			for _, line := range lines {
				strings.Contains(strings.ToLower(line), "xyzzyplugh")
			}
		}
	})
}
