package parse_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"flightlog/parse"
	"flightlog/parse/archive"
	"flightlog/parse/fixture"
)

// tarGz packs files as `tar -czf` does.
func tarGz(tb testing.TB, files []fixture.File) []byte {
	tb.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	w := tar.NewWriter(z)
	for _, f := range files {
		err := w.WriteHeader(&tar.Header{Name: f.Name, Size: int64(len(f.Data)), Mode: 0o644, ModTime: fixture.Modified, Typeflag: tar.TypeReg})
		if err == nil {
			_, err = w.Write(f.Data)
		}
		if err != nil {
			tb.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		tb.Fatal(err)
	}
	if err := z.Close(); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

// TestEveryShape: the same home as zip, tar.gz, folder and loose files is the same
// timeline and gives the same rows; what is damaged in one is in all.
func TestEveryShape(t *testing.T) {
	for _, c := range cases(t) {
		whole := read(t, fixture.Zip(t, c.Files, fixture.Shape{}))
		want, wantRows := withoutRoots(whole), strings.Join(rowsOf(t, whole, parse.RowOptions{All: true, Thinking: true}), "\n")
		hold := func(shape string, o *parse.Opened, err error) {
			t.Helper()
			if err != nil {
				t.Errorf("%s as %s: %v", c.Name, shape, err)
				return
			}
			if o.Archive.Kind != shape {
				t.Errorf("%s: the kind is %s, want %s", c.Name, o.Archive.Kind, shape)
			}
			noInternalProblem(t, o)
			if got := withoutRoots(o); got != want {
				t.Errorf("%s as %s: %s", c.Name, shape, firstDifference(got, want))
			}
			if got := strings.Join(rowsOf(t, o, parse.RowOptions{All: true, Thinking: true}), "\n"); got != wantRows {
				t.Errorf("%s as %s: %s", c.Name, shape, firstDifference(got, wantRows))
			}
		}
		packed := tarGz(t, c.Files)
		o, err := parse.Open(bytes.NewReader(packed), int64(len(packed)), "x.tar.gz", parse.Options{Limits: limits()})
		hold("tar.gz", o, err)

		folder := fstest.MapFS{}
		var loose []archive.File
		plain := true
		for _, f := range c.Files {
			plain = plain && validPath(f.Name)
			folder[f.Name] = &fstest.MapFile{Data: f.Data, Mode: 0o644, ModTime: fixture.Modified}
			loose = append(loose, archive.File{Name: "export/" + f.Name, Size: int64(len(f.Data)), Modified: fixture.Modified, R: bytes.NewReader(f.Data)})
		}
		if !plain {
			continue // names that no folder on disk can have
		}
		o, err = parse.OpenFolder(folder, "export", parse.Options{Limits: limits()})
		hold("folder", o, err)
		o, err = parse.OpenFiles(loose, "export", parse.Options{Limits: limits()})
		hold("folder", o, err)
	}
}

// validPath reports whether a folder on disk can hold a file of that name, once.
func validPath(name string) bool {
	return !slices.ContainsFunc(strings.Split(name, "/"), func(part string) bool {
		return part == "" || part == "." || part == ".." || strings.Contains(part, `\`)
	})
}

// TestLooseLog: an event log alone is its session, with rows.
func TestLooseLog(t *testing.T) {
	for _, c := range cases(t) {
		if c.Name != "sample" {
			continue
		}
		for _, f := range c.Files {
			if !strings.HasSuffix(f.Name, "/events.jsonl") {
				continue
			}
			id := strings.Split(f.Name, "/")[2]
			o, err := parse.Open(bytes.NewReader(f.Data), int64(len(f.Data)), "events.jsonl", parse.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if len(o.Sessions) != 1 || o.Sessions[0].ID != id || len(o.Sessions[0].Events) == 0 || o.Archive.Kind != "log" {
				t.Errorf("as %s: %d sessions, %+v", o.Archive.Kind, len(o.Sessions), o.Sessions)
			}
			if rows := rowsOf(t, o, parse.RowOptions{}); len(rows) == 0 || !strings.Contains(rows[0], f.Name) {
				t.Errorf("%d rows: %v", len(rows), rows)
			}
		}
	}
}

// inflated gives the files of a genuine archive.
func inflated(b *testing.B, name string) []fixture.File {
	b.Helper()
	data, err := os.ReadFile(shared(b, name))
	if err != nil {
		b.Fatal(err)
	}
	arc, err := archive.Open(bytes.NewReader(data), int64(len(data)), name, archive.Options{})
	if err != nil {
		b.Fatal(err)
	}
	var files []fixture.File
	for _, e := range arc.Entries {
		data, err := e.ReadAll(0)
		if err != nil {
			b.Fatal(err)
		}
		files = append(files, fixture.File{Name: e.Path, Data: data})
	}
	return files
}

// BenchmarkShapes opens the content of big.zip in every shape; peak-MB is what the heap
// holds beside the archive while it is read, at its highest.
func BenchmarkShapes(b *testing.B) {
	files := inflated(b, "real/big.zip")
	size := int64(0)
	var loose []archive.File
	for _, f := range files {
		size += int64(len(f.Data))
		loose = append(loose, archive.File{Name: f.Name, Size: int64(len(f.Data)), R: bytes.NewReader(f.Data)})
	}
	zip, packed := fixture.Zip(b, files, fixture.Shape{}), tarGz(b, files)
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		b.Fatal(err)
	}
	tar, err := io.ReadAll(z)
	if err != nil {
		b.Fatal(err)
	}
	bytesOf := func(data []byte) func(parse.Options) (*parse.Opened, error) {
		return func(o parse.Options) (*parse.Opened, error) {
			return parse.Open(bytes.NewReader(data), int64(len(data)), "x", o)
		}
	}
	for _, shape := range []struct {
		name string
		open func(parse.Options) (*parse.Opened, error)
	}{
		{"zip", bytesOf(zip)}, {"tar", bytesOf(tar)}, {"tar.gz", bytesOf(packed)},
		{"files", func(o parse.Options) (*parse.Opened, error) { return parse.OpenFiles(loose, "x", o) }},
	} {
		b.Run(shape.name, func(b *testing.B) {
			b.SetBytes(size)
			var before, m runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			peak, looks := uint64(0), 0
			watch := func(int64, int64, string) error {
				if looks++; looks%16 == 0 {
					runtime.GC()
					runtime.ReadMemStats(&m)
					peak = max(peak, m.HeapAlloc-min(before.HeapAlloc, m.HeapAlloc))
				}
				return nil
			}
			if _, err := shape.open(parse.Options{Pause: watch}); err != nil {
				b.Fatal(err)
			}
			b.ResetTimer()
			for b.Loop() {
				if _, err := shape.open(parse.Options{}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(peak)/1e6, "peak-MB")
		})
	}
}
