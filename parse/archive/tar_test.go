package archive

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"flightlog/parse/timeline"
)

// bothTars opens the bytes of a tar as they are and in a gzip, and holds the two to the
// same list, contents and problems.
func bothTars(t *testing.T, tar []byte) *Archive {
	t.Helper()
	plain, err := open(t, tar)
	if err != nil {
		t.Fatal(err)
	}
	zipped, err := open(t, gzipped(string(tar)))
	if err != nil {
		t.Fatalf("in a gzip: %v", err)
	}
	if plain.Kind != "tar" || zipped.Kind != "tar.gz" {
		t.Errorf("kinds %q and %q", plain.Kind, zipped.Kind)
	}
	if a, b := contentsOf(plain), contentsOf(zipped); !slices.Equal(a, b) {
		t.Errorf("the tar holds\n%q\nand in a gzip\n%q", a, b)
	}
	if a, b := messages(plain), messages(zipped); !slices.Equal(a, b) {
		t.Errorf("the problems of the tar are\n%q\nand in a gzip\n%q", a, b)
	}
	return plain
}

func contentsOf(a *Archive) []string {
	var out []string
	for _, e := range a.Entries {
		data, err := e.ReadAll(0)
		line := e.Path + " " + e.Modified.Format(time.RFC3339Nano) + " " + string(data)
		if err != nil {
			line += " " + err.Error()
		}
		out = append(out, line)
	}
	return out
}

func messages(a *Archive) []string {
	var out []string
	for _, p := range a.Problems {
		text := string(p.Code) + ": " + p.Message
		if p.Kept != "" {
			text += " kept: " + p.Kept
		}
		out = append(out, text)
	}
	return out
}

func TestTarNames(t *testing.T) {
	long := ".copilot/session-state/" + id + "/files/" + strings.Repeat("deep/", 60) + "x"
	tests := []struct {
		what     string
		files    []tarred
		want     string // the only entry
		modified string
	}{
		{"ustar", []tarred{{name: log}}, log, "2026-09-21T14:13:20Z"},
		{"a prefix", []tarred{{name: "events.jsonl", prefix: strings.TrimSuffix(log, "/events.jsonl")}}, log, "2026-09-21T14:13:20Z"},
		{"the oldest form", []tarred{{name: log, magic: "\x00\x00\x00\x00\x00\x00\x00\x00"}}, log, "2026-09-21T14:13:20Z"},
		{"GNU", []tarred{{name: log, magic: "ustar  \x00"}}, log, "2026-09-21T14:13:20Z"},
		{"a long GNU name", []tarred{{name: "././@LongLink", kind: 'L', data: long + "\x00"}, {name: long[:100]}}, long, "2026-09-21T14:13:20Z"},
		{"pax", []tarred{pax("path="+long, "mtime=1780000000.123456789"), {name: "short"}}, long, "2026-05-28T20:26:40.123456789Z"},
		{"pax for all is no file", []tarred{{name: "g", kind: 'g', data: "16 comment=hello\n"}, {name: log}}, log, "2026-09-21T14:13:20Z"},
		{"dot slash", []tarred{{name: "./.copilot/", kind: '5'}, {name: "./" + log}}, log, "2026-09-21T14:13:20Z"},
	}
	for _, tt := range tests {
		a := bothTars(t, makeTar(tt.files...))
		if len(a.Entries) != 1 || a.Entries[0].Path != tt.want || a.Entries[0].Modified.Format(time.RFC3339Nano) != tt.modified || len(a.Problems) > 0 {
			t.Errorf("%s: %q, %q, want %q of %s", tt.what, contentsOf(a), messages(a), tt.want, tt.modified)
		}
	}
}

func TestTarOddEntries(t *testing.T) {
	a := bothTars(t, makeTar(tarred{name: log, data: "{}\n"}, tarred{name: ".copilot/hard", kind: '1', size: 99}, tarred{name: ".copilot/soft", kind: '2'},
		tarred{name: ".copilot/pipe", kind: '6'}, tarred{name: ".copilot/holes", kind: 'S', data: "abc"}, tarred{name: "../climbs/.copilot/up", data: "x"},
		pax("GNU.sparse.major=1", "GNU.sparse.name=.copilot/holes2", "GNU.sparse.realsize=9"), tarred{name: ".copilot/GNUSparseFile.0/holes2", data: "def"},
		tarred{name: "._x", data: "x"}, tarred{name: ".copilot/.DS_Store"}))
	want := []string{
		"odd-name: “.copilot/hard” is a hard link; it is listed and not followed.",
		"zip-method: “.copilot/holes” is a sparse file, stored without its holes, which is not read here; pack the folder again with: tar -czf copilot.tar.gz .copilot",
		"zip-method: “.copilot/holes2” is a sparse file, stored without its holes, which is not read here; pack the folder again with: tar -czf copilot.tar.gz .copilot",
		"odd-name: “.copilot/pipe” is a device, pipe or socket; it is listed and not followed.",
		"odd-name: “.copilot/soft” is a symbolic link; it is listed and not followed.",
		"odd-name: “../climbs/.copilot/up” climbs out with “..”; it is listed as “.copilot/up”.",
	}
	if got := messages(a); !slices.Equal(got, want) {
		t.Errorf("problems\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if a.Junk != 2 || len(a.Entries) != 7 || len(a.Homes) != 2 {
		t.Errorf("%d junk, %q", a.Junk, paths(a))
	}
}

// TestTarDamage: what stands before and behind damage is kept, and what was lost is told
// with its place.
func TestTarDamage(t *testing.T) {
	two := []tarred{{name: log, data: strings.Repeat("{}\n", 300)}, {name: ".copilot/config.json", data: "{}"}}
	whole := makeTar(two...)
	sized := ".copilot/config.json 2026-09-21T14:13:20Z {}"
	broken := bytes.Clone(whole)
	broken[3] ^= 1
	tests := []struct {
		what     string
		tar      []byte
		contents []string // the last entry by path is the log
		problems []string
	}{
		{"no end", noEnd(two...), nil, []string{"zip-truncated: The tar archive is cut: it ends after 2,560 bytes, without the mark of an end, so files may be missing; copy or download it again if you can. kept: 2 files"}},
		{"cut in the log", whole[:812], []string{log + " 2026-09-21T14:13:20Z " + strings.Repeat("{}\n", 100) + " “" + log + "” is cut: the archive ends inside it, after 300 of 900 bytes could be read."},
			[]string{"zip-truncated: The tar archive is cut: it ends after 812 bytes, without the mark of an end, so files may be missing; copy or download it again if you can. kept: 1 file, the last one, “" + log + "”, in part"}},
		{"cut in a header", whole[:1600], nil, []string{"zip-truncated: The tar archive is cut: it ends after 1,600 bytes, without the mark of an end, so files may be missing; copy or download it again if you can. kept: 1 file"}},
		{"two tars, one behind the other", append(makeTar(two[0]), makeTar(two[1])...), []string{sized, ""}, nil},
		{"padding behind the end", append(bytes.Clone(whole), "some words"...), nil, nil},
	}
	for _, tt := range tests {
		a := bothTars(t, tt.tar)
		if got := messages(a); !slices.Equal(got, tt.problems) {
			t.Errorf("%s: problems %q, want %q", tt.what, got, tt.problems)
		}
		got := contentsOf(a)
		for i, want := range tt.contents {
			if want != "" && got[i] != want {
				t.Errorf("%s: %q, want %q", tt.what, got[i], want)
			}
		}
	}
	t.Run("a damaged header", func(t *testing.T) {
		hurt := makeTar(two[1], two[0], tarred{name: ".copilot/z", data: "z"})
		hurt[2*blockSize+5] ^= 1
		a := bothTars(t, hurt)
		if got := contentsOf(a); len(got) != 2 || got[0] != sized || !strings.HasSuffix(got[1], " z") {
			t.Errorf("kept %q", got)
		}
		want := []string{"zip-bad-data: The tar archive is damaged at byte 1,024: 1,536 bytes there lead to no file, so files may be missing. kept: 2 files and folders around them"}
		if got := messages(a); !slices.Equal(got, want) {
			t.Errorf("problems %q, want %q", got, want)
		}
	})
}

func TestGzipDamage(t *testing.T) {
	noise := make([]byte, 40_000) // so that the gzip is long enough to be cut in the middle
	x := uint32(1)
	for i := range noise {
		x = x*1664525 + 1013904223
		noise[i] = byte(x >> 24)
	}
	whole := makeTar(tarred{name: ".copilot/config.json", data: "{}"}, tarred{name: log, data: string(noise)})
	packed := gzipped(string(whole))
	for _, tt := range []struct {
		what   string
		change func([]byte) []byte
		code   timeline.Code // of the archive's only problem
		all    bool          // nothing is lost
	}{
		{"the checksum", func(b []byte) []byte { b[len(b)-8]++; return b }, timeline.ZipBadCRC, true},
		{"the length", func(b []byte) []byte { b[len(b)-1]++; return b }, timeline.ZipBadCRC, true},
		{"a cut trailer", func(b []byte) []byte { return b[:len(b)-5] }, timeline.ZipTruncated, true},
		{"a cut", func(b []byte) []byte { return b[:len(b)/2] }, timeline.ZipTruncated, false},
		{"padding behind", func(b []byte) []byte { return append(b, make([]byte, 600)...) }, "", true},
		{"two members", func([]byte) []byte {
			return append(gzipped(string(whole[:700])), gzipped(string(whole[700:]))...)
		}, "", true},
		{"a bad checksum in the first of two members", func([]byte) []byte {
			first := gzipped(string(whole[:700]))
			first[len(first)-8]++
			return append(first, gzipped(string(whole[700:]))...)
		}, timeline.ZipBadCRC, true},
	} {
		a, err := open(t, tt.change(bytes.Clone(packed)))
		if err != nil {
			t.Errorf("%s: %v", tt.what, err)
			continue
		}
		var want []timeline.Code
		if tt.code != "" {
			want = []timeline.Code{tt.code}
		}
		if !slices.Equal(codes(a), want) {
			t.Errorf("%s: problems %q", tt.what, messages(a))
		}
		last := a.Entries[len(a.Entries)-1]
		data, err := last.ReadAll(0)
		if tt.all != (err == nil && bytes.Equal(data, noise)) || len(data) < 10_000 || !bytes.HasPrefix(noise, data) {
			t.Errorf("%s: %d bytes, %v", tt.what, len(data), err)
		}
	}
}

// TestTarGzAgain: whatever is not in memory (large, skipped, or read before) is unpacked
// anew, and gives the same bytes.
func TestTarGzAgain(t *testing.T) {
	large := strings.Repeat("0123456789abcde\n", 3*timeline.MiB/16)
	files := []tarred{{name: ".copilot/pkg/universal/x.js", data: "program"}, {name: ".copilot/session-state/" + id + "/files/large.bin", data: large}, {name: log, data: large}}
	b := gzipped(string(makeTar(files...)))
	a, err := open(t, b)
	if err != nil || len(a.Entries) != 3 {
		t.Fatal(err)
	}
	for _, e := range a.Entries {
		k := e.body.(*kept)
		if inMemory := k.chunks != nil; inMemory != (e.Path == log) {
			t.Errorf("%s is in memory: %v", e.Path, inMemory)
		}
		for range 2 {
			got, err := e.ReadAll(0)
			if err != nil || int64(len(got)) != e.Bytes || !strings.HasPrefix(large+"program", string(got)) && string(got) != "program" {
				t.Errorf("%s reads %d of %d bytes, %v", e.Path, len(got), e.Bytes, err)
			}
		}
		if k.chunks != nil {
			t.Errorf("%s is still in memory after it was read", e.Path)
		}
	}
	lim := timeline.DefaultLimits()
	lim.TotalBytes = timeline.MiB // nothing large may be kept, and still all can be read
	small, err := Open(bytes.NewReader(b), int64(len(b)), "x.tar.gz", Options{Limits: lim})
	if err != nil {
		t.Fatal(err)
	}
	if e := small.Find(0, strings.TrimPrefix(log, ".copilot/")); e.body.(*kept).chunks != nil {
		t.Error("more than the limit is kept in memory")
	} else if got, err := e.ReadAll(0); err != nil || string(got) != large {
		t.Errorf("without memory: %d bytes, %v", len(got), err)
	}
}

func TestSkippedTrees(t *testing.T) {
	for name, want := range map[string]bool{
		".copilot/pkg/a": true, "./.copilot/pkg/a": true, "a/b/c/.copilot/marketplaces/x/y": true, "pkg/a": true, "backup/installed-plugins/a/b": true, "./pkg/a": true,
		".copilot/session-state/1/files/pkg/a": false, ".copilot/pkg": false, "session-state/pkg/events.jsonl": true, "a/b/pkg/c": false, log: false,
	} {
		if passes(name) != want {
			t.Errorf("%s passes: %v", name, !want)
		}
	}
}

// TestTarGzPause: unpacking tells how far it is, never backwards, and ends at once with
// the error it is given.
func TestTarGzPause(t *testing.T) {
	b := gzipped(string(makeTar(tarred{name: log, data: strings.Repeat("{}\n", 1<<20)}, tarred{name: ".copilot/pkg/x", data: strings.Repeat("x", 1<<20)})))
	calls, last := 0, int64(0)
	opt := Options{Pause: func(done, total int64, name string) error {
		if calls++; done < last || total != int64(len(b)) || done > total {
			t.Errorf("%d of %d after %d, in %q", done, total, last, name)
		}
		last = done
		return nil
	}}
	if _, err := Open(bytes.NewReader(b), int64(len(b)), "x.tar.gz", opt); err != nil || calls < 20 {
		t.Fatalf("%v after %d looks", err, calls)
	}
	stop := errors.New("enough")
	for _, n := range []int{1, 2, calls / 2, calls} {
		left := n
		opt.Pause = func(int64, int64, string) error {
			if left--; left == 0 {
				return stop
			} else if left < 0 {
				t.Errorf("it went on after look %d", n)
			}
			return nil
		}
		if a, err := Open(bytes.NewReader(b), int64(len(b)), "x.tar.gz", opt); a != nil || err != stop {
			t.Errorf("stopped at look %d: %v", n, err)
		}
	}
}

// TestTarNumbers: sizes beyond eight digits of octal, and nonsense.
func TestTarNumbers(t *testing.T) {
	for text, want := range map[string]int64{"00000000017\x00": 15, "     17 \x00": 15, "\x80\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x00": 8 << 30, "": 0} {
		if n, ok := tarNumber([]byte(text)); !ok || n != want {
			t.Errorf("%q reads %d, %v, want %d", text, n, ok, want)
		}
	}
	for _, text := range []string{"00000000018\x00", "-1", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", "\x80\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"} {
		if n, ok := tarNumber([]byte(text)); ok {
			t.Errorf("%q reads %d", text, n)
		}
	}
	huge := makeTar(tarred{name: log, data: "x"})
	copy(huge[124:136], "\x80\x00\x00\x00\x7f\xff\xff\xff\xff\xff\xff\xff")
	huge = append(tarred{name: ".copilot/config.json", data: "{}"}.bytes(), huge...)
	if a, err := open(t, huge); err != nil || len(a.Problems) == 0 {
		t.Errorf("a size that no disk has: %v, %v", a, err)
	}
}
