package parse_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"testing"

	"flightlog/parse"
	"flightlog/parse/archive"
)

// BenchmarkLogToEvents reads the log of big.zip, inflated already, to all of its events.
func BenchmarkLogToEvents(b *testing.B) {
	log := bigLog(b)
	b.SetBytes(int64(len(log)))
	b.ReportAllocs()
	for b.Loop() {
		o, err := parse.Open(bytes.NewReader(log), int64(len(log)), "events.jsonl", parse.Options{})
		if err != nil || o.Events() != 7016 {
			b.Fatal(o.Events(), err)
		}
	}
}

// TestGate holds the speed of reading to a ratio, which a busy machine does not change
// much: the best of three turns of each.
func TestGate(t *testing.T) {
	if os.Getenv("GATE") == "" {
		t.Skip("the gate is held with make bench-gate")
	}
	const least = 4.0
	best := func(so float64, bench func(*testing.B)) float64 {
		r := testing.Benchmark(bench)
		if r.N == 0 {
			t.Skip("../shared is not here")
		}
		return max(so, float64(r.Bytes)*float64(r.N)/r.T.Seconds()/1e6)
	}
	ours, rival := 0.0, 0.0
	for range 3 {
		ours, rival = best(ours, BenchmarkLogToEvents), best(rival, BenchmarkEncodingJSON)
	}
	t.Logf("log to events %.0f MB/s, encoding/json reading the envelope %.0f MB/s: %.1f times, at least %.1f", ours, rival, ours/rival, least)
	if ours < least*rival {
		t.Errorf("%.1f times encoding/json, at least %.1f", ours/rival, least)
	}
}

// TestSkippedTreesAreNotInflated opens a home with a package cache: of its bytes none is
// unpacked.
func TestSkippedTreesAreNotInflated(t *testing.T) {
	const files, each = 600, 4 << 10
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	add := func(name string, body []byte) {
		f, err := w.Create(name)
		if err == nil {
			_, err = f.Write(body)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	settings := []byte(`{"theme":"dark"}`)
	add(".copilot/settings.json", settings)
	random := rand.New(rand.NewPCG(1, 2))
	for i := range files {
		body := bytes.Repeat([]byte{byte(random.Uint32()), byte(i)}, each/2)
		add(fmt.Sprintf(".copilot/pkg/universal/1.0.%d/index.js", i), body)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	inflated := int64(0)
	count := func(p archive.Packed) io.ReadCloser { return &counted{archive.Inflate(p), &inflated} }
	o, err := parse.Open(bytes.NewReader(out.Bytes()), int64(out.Len()), "home.zip", parse.Options{Inflate: count})
	if err != nil {
		t.Fatal(err)
	}
	skipped := 0
	for _, s := range o.Sources {
		if s.Kind == "skipped" {
			skipped += s.Files
		}
	}
	if skipped != files || inflated != int64(len(settings)) {
		t.Errorf("%d files skipped, want %d; %d bytes inflated, want the %d of the settings", skipped, files, inflated, len(settings))
	}
}

// counted counts what is read through it.
type counted struct {
	io.ReadCloser
	bytes *int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	*c.bytes += int64(n)
	return n, err
}
