package archive

import (
	stdzip "archive/zip"
	"bytes"
	stdflate "compress/flate"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
)

var ports = []struct {
	name    string
	inflate Inflater
}{
	{"klauspost", Inflate},
	{"stdlib", func(p Packed) io.ReadCloser { return stdflate.NewReader(p.Reader()) }},
}

// BenchmarkInflate unpacks the 33.6 MB log of big.zip, checksum included, with each decoder.
func BenchmarkInflate(b *testing.B) {
	zip := fixture(b, "real/big.zip")
	for _, port := range ports {
		b.Run(port.name, func(b *testing.B) {
			a, err := Open(bytes.NewReader(zip), int64(len(zip)), "big.zip", Options{Inflate: port.inflate})
			if err != nil {
				b.Fatal(err)
			}
			i := slices.IndexFunc(a.Entries, func(e *Entry) bool { return strings.HasSuffix(e.Path, "/events.jsonl") })
			b.SetBytes(a.Entries[i].Bytes)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := a.Entries[i].ReadAll(0); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkDirectory lists a zip of 100,000 files beside the reader of the standard library.
func BenchmarkDirectory(b *testing.B) {
	var out bytes.Buffer
	w := stdzip.NewWriter(&out)
	for i := range 100_000 {
		f, _ := w.Create(fmt.Sprintf(".copilot/pkg/universal/1.0.102/some/folder/file-%d.js", i))
		io.WriteString(f, "hello")
	}
	w.Close()
	zip := out.Bytes()
	b.Run("ours, to entries", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := Open(bytes.NewReader(zip), int64(len(zip)), "x.zip", Options{}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("ours, headers only", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			z := &zipFile{r: bytes.NewReader(zip), size: int64(len(zip))}
			z.opt.Limits.Entries = 200_000
			end, _ := z.findEnd()
			if h, whole, err := z.directory(end); len(h) != 100_000 || !whole || err != nil {
				b.Fatal(len(h))
			}
		}
	})
	b.Run("archive/zip, headers only", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := stdzip.NewReader(bytes.NewReader(zip), int64(len(zip))); err != nil {
				b.Fatal(err)
			}
		}
	})
}
