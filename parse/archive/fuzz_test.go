package archive

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"
	"unicode"

	"flightlog/parse/timeline"
)

// FuzzOpen holds whatever is opened to its promises: clean paths, in order and without
// duplicates; delivered bytes within the limits; the same list twice; and the same list
// from what is rebuilt of it in another order and in every other shape.
func FuzzOpen(f *testing.F) {
	three := []zipped{{name: log, data: text[:300]}, {name: ".copilot/b", data: "bbb", stored: true, descriptor: "signed"}, {name: `../x/.copilot\c`, data: "ccc", descriptor: "bare"}}
	f.Add(makeZip(zipOptions{}, three...))
	f.Add(makeZip(zipOptions{noEnd: true, prefix: "MZ"}, three...))
	f.Add(makeZip(zipOptions{noEnd: true, noDirectory: true}, three...))
	f.Add(makeZip(zipOptions{comment: sigEnd + "not the end", trailing: "x"}, three...))
	f.Add(makeZip(zipOptions{}, zipped{name: `a\session-state\x\events.jsonl`, extra: "\x55\x54\x05\x00\x01abcd"}, zipped{name: "a\x00\x1b\u202e"}))
	tars := []tarred{pax("path=.copilot/p", "mtime=1.5"), {name: "x"}, {name: log, data: text[:300]}, {name: "../.copilot/l", kind: '1'}, {name: ".copilot/s", kind: 'S', data: "x"}}
	f.Add(makeTar(tars...))
	f.Add(noEnd(tars...)[:1900])
	f.Add(gzipped(string(makeTar(tars...))))
	f.Add(gzipped(string(noEnd(tars...)))[:150])
	f.Add([]byte(`{"type":"session.start","data":{"sessionId":"` + id + `"}}` + "\n"))
	f.Add([]byte("SQLite format 3\x00"))
	f.Fuzz(func(t *testing.T, b []byte) {
		lim := timeline.DefaultLimits()
		lim.EntryBytes, lim.Entries, lim.Ratio, lim.FreeBytes = 1<<16, 64, 100, 1000
		opt := Options{Limits: lim}
		a, err := Open(bytes.NewReader(b), int64(len(b)), "fuzz.zip", opt)
		if err != nil {
			if _, ok := err.(*Error); !ok || err.Error() == "" {
				t.Fatalf("not a sentence: %#v", err)
			}
			return
		}
		checkEntries(t, a, lim)
		again, err := Open(bytes.NewReader(b), int64(len(b)), "fuzz.zip", opt)
		if err != nil || !slices.Equal(paths(again), paths(a)) || len(again.Problems) != len(a.Problems) {
			t.Fatalf("opened twice: %q, then %q, %v", paths(a), paths(again), err)
		}
		checkRebuilt(t, a, opt)
	})
}

func checkEntries(t *testing.T, a *Archive, lim timeline.Limits) {
	last := ""
	for _, e := range a.Entries {
		for _, part := range strings.Split(e.Path, "/") {
			if part == "" || part == "." || part == ".." {
				t.Fatalf("%q is not a clean path", e.Path)
			}
		}
		if strings.ContainsFunc(e.Path+e.Name, unicode.IsControl) || !strings.HasSuffix(e.Path, e.Rel) {
			t.Fatalf("path %q, Rel %q, name %q", e.Path, e.Rel, e.Name)
		}
		if e.Path < last {
			t.Fatalf("%q stands behind %q", e.Path, last)
		}
		last = e.Path
		if a.Sibling(e, "") != e {
			t.Fatalf("%q is listed and not found", e.Path)
		}
		n, _ := drain(e)
		if n > lim.EntryBytes || n > max(lim.Unpacked(e.Packed), e.Packed) {
			t.Fatalf("%q delivered %d bytes of %d packed", e.Path, n, e.Packed)
		}
		if all, _ := e.ReadAll(0); int64(len(all)) != n {
			t.Fatalf("%q: ReadAll gives %d bytes, Open %d", e.Path, len(all), n)
		}
	}
	for _, p := range a.Problems {
		if p.Message == "" || strings.ContainsFunc(p.Message, unicode.IsControl) {
			t.Fatalf("a problem says %q", p.Message)
		}
	}
}

// checkRebuilt packs the entries again by their cleaned names, last first.
func checkRebuilt(t *testing.T, a *Archive, opt Options) {
	if len(a.Entries) == 0 {
		return
	}
	var files []zipped
	for i, e := range a.Entries {
		files = append(files, zipped{name: string(rune('A'+e.Home)) + "/" + e.Path, data: string(rune('a' + i%26)), stored: true})
	}
	rebuild := func(r *Archive, err error) []string {
		if err != nil {
			t.Fatalf("rebuilt of %d files: %v", len(files), err)
		}
		var got []string
		for _, e := range r.Entries {
			rd, err := e.Open()
			if err != nil {
				t.Fatal(err)
			}
			data, err := io.ReadAll(rd)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, e.Path+"="+string(data))
		}
		return got
	}
	open := func(b []byte) (*Archive, error) { return Open(bytes.NewReader(b), int64(len(b)), "rebuilt", opt) }
	first := rebuild(open(makeZip(zipOptions{}, files...)))
	slices.Reverse(files)
	if second := rebuild(open(makeZip(zipOptions{}, files...))); !slices.Equal(first, second) {
		t.Fatalf("shuffled: %q, then %q", first, second)
	}
	var tars []tarred
	var loose []File
	for _, f := range files {
		tars = append(tars, pax("path="+f.name), tarred{data: f.data})
		loose = append(loose, File{Name: f.name, Size: 1, R: strings.NewReader(f.data)})
	}
	tar := makeTar(tars...)
	for shape, got := range map[string][]string{"tar": rebuild(open(tar)), "tar.gz": rebuild(open(gzipped(string(tar)))), "files": rebuild(OpenFiles(loose, "rebuilt", opt))} {
		if !slices.Equal(first, got) {
			t.Fatalf("as %s: %q, as zip %q", shape, got, first)
		}
	}
	for i, e := range a.Entries {
		if !strings.HasPrefix(first[i], e.Path+"=") {
			t.Fatalf("rebuilt: %q stands where %q was", first[i], e.Path)
		}
	}
}
