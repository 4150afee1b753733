package archive

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"flightlog/parse/timeline"
)

// text is long enough for its packed form to be damaged in the middle.
var text = func() string {
	r := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	for i := range 400 {
		fmt.Fprintf(&b, "{\"type\":\"user.message\",\"n\":%d,\"r\":%d}\n", i, r.Uint64())
	}
	return b.String()
}()

func TestShapesOfZip(t *testing.T) {
	nested := string(makeZip(zipOptions{}, zipped{name: "inner/.copilot/session-state/z/events.jsonl", data: "inner"}))
	three := []zipped{{name: log, data: text}, {name: ".copilot/b", data: "bbb", stored: true}, {name: ".copilot/c", data: "ccc"}}
	with := func(f func(*zipped)) []zipped {
		out := slices.Clone(three)
		for i := range out {
			f(&out[i])
		}
		return out
	}
	tests := []struct {
		what  string
		bytes []byte
		codes []timeline.Code
	}{
		{"plain", makeZip(zipOptions{}, three...), nil},
		{"prefix", makeZip(zipOptions{prefix: "MZ stub\n"}, three...), nil},
		{"prefix counted by the offsets", makeZip(zipOptions{prefix: "MZ stub\n", shifted: true}, three...), nil},
		{"trailing bytes", makeZip(zipOptions{trailing: strings.Repeat("\x00", 100_000)}, three...), nil},
		{"a comment like an end record", makeZip(zipOptions{comment: "PK\x05\x06 not the end"}, three...), nil},
		{"a comment like a whole end record", makeZip(zipOptions{comment: sigEnd + strings.Repeat("\x00", 18)}, three...), nil},
		{"a stored zip last", makeZip(zipOptions{trailing: "x"}, append(three, zipped{name: ".copilot/d.zip", data: nested, stored: true})...), nil},
		{"signed descriptors", makeZip(zipOptions{}, with(func(f *zipped) { f.descriptor = "signed" })...), nil},
		{"bare descriptors", makeZip(zipOptions{}, with(func(f *zipped) { f.descriptor = "bare" })...), nil},
		{"zip64", makeZip(zipOptions{wide: true}, three...), nil},
		{"zip64 behind a prefix", makeZip(zipOptions{wide: true, prefix: "MZ stub\n"}, three...), nil},
		{"zip64 without its end record", makeZip(zipOptions{wide: true, noEnd: true}, three...), []timeline.Code{timeline.ZipTruncated}},
		{"a count that is wrong", makeZip(zipOptions{count: 7}, three...), nil},
		{"no end record", makeZip(zipOptions{noEnd: true}, three...), []timeline.Code{timeline.ZipTruncated}},
		{"no end record behind a prefix", makeZip(zipOptions{noEnd: true, prefix: "MZ stub\n"}, three...), []timeline.Code{timeline.ZipTruncated}},
		{"no directory", makeZip(zipOptions{noEnd: true, noDirectory: true}, three...), []timeline.Code{timeline.ZipTruncated}},
		{"no directory and trailing bytes", makeZip(zipOptions{noEnd: true, noDirectory: true, trailing: strings.Repeat("PK", 500)}, three...), []timeline.Code{timeline.ZipTruncated}},
		{"an end record over no directory", makeZip(zipOptions{noDirectory: true}, three...), []timeline.Code{timeline.ZipTruncated}},
		{"a damaged directory", makeZip(zipOptions{}, with(func(f *zipped) { f.hole = f.name == ".copilot/b" })...), []timeline.Code{timeline.ZipTruncated}},
	}
	for _, d := range []string{"signed", "bare", "signed64", "bare64"} {
		b := makeZip(zipOptions{noEnd: true, noDirectory: true}, with(func(f *zipped) { f.descriptor = d })...)
		tests = append(tests, struct {
			what  string
			bytes []byte
			codes []timeline.Code
		}{"no directory, descriptors " + d, b, []timeline.Code{timeline.ZipTruncated}})
	}
	for _, tt := range tests {
		a, err := open(t, tt.bytes)
		if err != nil {
			t.Errorf("%s: %v", tt.what, err)
			continue
		}
		if n := len(a.Problems); n > 0 && a.Problems[0].Kept != "3 files" {
			t.Errorf("%s: kept %q, want 3 files", tt.what, a.Problems[0].Kept)
		}
		if !slices.Equal(codes(a), tt.codes) {
			t.Errorf("%s: problems %+v, want %v", tt.what, a.Problems, tt.codes)
		}
		for _, f := range three {
			e := a.Find(0, strings.TrimPrefix(f.name, ".copilot/"))
			if e == nil {
				t.Errorf("%s: %s is not among %q", tt.what, f.name, paths(a))
				continue
			}
			if got, err := e.ReadAll(0); string(got) != f.data || err != nil {
				t.Errorf("%s: %s reads %d bytes, %v", tt.what, f.name, len(got), err)
			}
		}
		for _, e := range a.Entries {
			if strings.Contains(e.Name, "inner") {
				t.Errorf("%s: a file of the stored zip is listed", tt.what)
			}
		}
	}
}

func TestDamagedEntries(t *testing.T) {
	whole := makeZip(zipOptions{}, zipped{name: ".copilot/a", data: text}, zipped{name: ".copilot/b", data: "bbb"})
	flip := slices.Clone(whole)
	copy(flip[3000:], strings.Repeat("\xff", 64))
	tests := []struct {
		what  string
		bytes []byte
		code  timeline.Code // of reading the first entry
		least int           // right bytes that must have been had before
		says  string
	}{
		{"checksum", makeZip(zipOptions{}, zipped{name: ".copilot/a", data: text, crcOff: 1}), timeline.ZipBadCRC, len(text), "The checksum of “.copilot/a” does not match"},
		{"data", flip, timeline.ZipBadData, 2000, "“.copilot/a” is damaged: only "},
		{"a size that is too large", makeZip(zipOptions{}, zipped{name: ".copilot/a", data: text, size: 1 << 30}), "", len(text), ""},
		{"a size that is too small", makeZip(zipOptions{}, zipped{name: ".copilot/a", data: text, size: 1}), "", len(text), ""},
		{"a packed size that is too small", makeZip(zipOptions{}, zipped{name: ".copilot/a", data: text, lie: 3000}), timeline.ZipBadData, 2000, " of "},
		{"a packed size beyond the end", makeZip(zipOptions{}, zipped{name: ".copilot/a", data: text, lie: 1 << 30}), "", len(text), ""},
		{"cut inside", whole[:4000], timeline.ZipTruncated, 2000, "“.copilot/a” is cut: the archive ends inside it, after "},
		{"cut inside, no sizes", makeZip(zipOptions{}, zipped{name: ".copilot/a", data: text, descriptor: "signed"})[:4000], timeline.ZipTruncated, 2000, "“.copilot/a” is cut"},
		{"stored and cut", makeZip(zipOptions{}, zipped{name: ".copilot/a", data: text, stored: true})[:4000], timeline.ZipTruncated, 3900, "“.copilot/a” is cut"},
	}
	for _, tt := range tests {
		a, err := open(t, tt.bytes)
		if err != nil {
			t.Errorf("%s: %v", tt.what, err)
			continue
		}
		got, err := a.Entries[0].ReadAll(0)
		if len(got) < tt.least || string(got[:tt.least]) != text[:tt.least] {
			t.Errorf("%s: %d bytes, want the first %d of the text at least", tt.what, len(got), tt.least)
		}
		var e *Error
		if errors.As(err, &e) != (tt.code != "") || e != nil && (e.Code != tt.code || !strings.Contains(e.Message, tt.says) || e.Offset != int64(len(got))) {
			t.Errorf("%s: %#v, want %s", tt.what, err, tt.code)
		}
	}
	if a, err := open(t, flip); err != nil || len(a.Entries) != 2 {
		t.Errorf("damage in one entry: %v", err)
	} else if got, err := a.Entries[1].ReadAll(0); string(got) != "bbb" || err != nil {
		t.Errorf("damage in one entry, the next reads %q, %v", got, err)
	}
}

// TestBytesLostInTheMiddle takes bytes out of the first file, so that the directory is
// right about one side only.
func TestBytesLostInTheMiddle(t *testing.T) {
	b := makeZip(zipOptions{}, zipped{name: ".copilot/0", data: "zero"}, zipped{name: ".copilot/a", data: text}, zipped{name: ".copilot/b", data: "bbb"})
	for _, b := range [][]byte{append(slices.Clone(b[:2000]), b[2100:]...), slices.Concat(b[:2000], []byte("inserted"), b[2000:])} {
		a, err := open(t, b)
		if err != nil {
			t.Fatal(err)
		}
		for rel, want := range map[string]string{"0": "zero", "b": "bbb"} {
			if got, err := a.Find(0, rel).ReadAll(0); string(got) != want || err != nil {
				t.Errorf("%s reads %q, %v", rel, got, err)
			}
		}
	}
	a, err := open(t, b[60:])
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Find(0, "0").ReadAll(0); err == nil || err.(*Error).Code != timeline.ZipTruncated {
		t.Errorf("the file before the lost head: %v", err)
	}
	if got, err := a.Find(0, "b").ReadAll(0); string(got) != "bbb" || err != nil {
		t.Errorf("a file behind a lost head reads %q, %v", got, err)
	}
}

func TestCutAnywhere(t *testing.T) {
	for _, descriptor := range []string{"", "signed", "bare"} {
		files := []zipped{{name: log, data: text[:600], descriptor: descriptor}, {name: ".copilot/b", data: "bbb", stored: true, descriptor: descriptor}, {name: ".copilot/c", data: text[600:900], descriptor: descriptor}}
		b := makeZip(zipOptions{}, files...)
		var ends []int
		for i := range files {
			ends = append(ends, len(makeZip(zipOptions{noEnd: true, noDirectory: true}, files[:i+1]...)))
		}
		for cut := range b {
			a, err := open(t, b[:cut])
			for i, f := range files {
				if cut < ends[i] || descriptor == "bare" && cut > ends[i] && cut < ends[i]+4 {
					break // a bare descriptor is known by what stands right behind it
				}
				if err != nil {
					t.Fatalf("%s cut at %d: %v", descriptor, cut, err)
				}
				e := a.Find(0, strings.TrimPrefix(f.name, ".copilot/"))
				if e == nil {
					t.Fatalf("%s cut at %d: %s is lost", descriptor, cut, f.name)
				}
				if got, err := e.ReadAll(0); string(got) != f.data || err != nil {
					t.Fatalf("%s cut at %d: %s reads %d of %d bytes, %v", descriptor, cut, f.name, len(got), len(f.data), err)
				}
			}
			if err == nil && !slices.Contains(codes(a), timeline.ZipTruncated) {
				t.Fatalf("cut at %d of %d and nothing is said", cut, len(b))
			}
		}
	}
}

func TestLimitsOfReading(t *testing.T) {
	zeros := strings.Repeat("\x00", 1<<20)
	b := makeZip(zipOptions{}, zipped{name: ".copilot/a", data: zeros}, zipped{name: ".copilot/b", data: text})
	lim := timeline.DefaultLimits()
	for _, tt := range []struct {
		what               string
		entry, ratio, max  int64
		want               int
		limited, secondToo bool
	}{
		{what: "none", entry: lim.EntryBytes, ratio: lim.Ratio, want: len(zeros)},
		{what: "bytes of an entry", entry: 1000, ratio: lim.Ratio, want: 1000, limited: true},
		{what: "exactly its bytes", entry: int64(len(zeros)), ratio: lim.Ratio, want: len(zeros)},
		{what: "ratio", entry: lim.EntryBytes, ratio: 10, want: 10 * len(deflate(zeros)), limited: true},
		{what: "max", entry: lim.EntryBytes, ratio: lim.Ratio, max: 77, want: 77, limited: true},
	} {
		l := lim
		l.EntryBytes, l.Ratio = tt.entry, tt.ratio
		if tt.ratio != lim.Ratio {
			l.FreeBytes = 1
		}
		a, err := Open(bytes.NewReader(b), int64(len(b)), "x.zip", Options{Limits: l})
		if err != nil {
			t.Fatal(err)
		}
		got, err := a.Entries[0].ReadAll(tt.max)
		var e *Error
		if len(got) != tt.want || errors.As(err, &e) != tt.limited || e != nil && e.Code != timeline.Limit {
			t.Errorf("%s: %d bytes, %v, want %d", tt.what, len(got), err, tt.want)
		}
	}
}

// TestClaimsAreNotBelieved: an entry of few bytes that claims to unpack to a gigabyte
// must not make anybody set a gigabyte aside.
func TestClaimsAreNotBelieved(t *testing.T) {
	b := makeZip(zipOptions{}, zipped{name: ".copilot/a", data: text, size: 1 << 30, lie: 1 << 30})
	a, err := open(t, b)
	if err != nil {
		t.Fatal(err)
	}
	e := a.Entries[0]
	if guess := e.firstGuess(e.body.limit()); guess > int64(len(b))*16+1024 {
		t.Errorf("%d bytes are set aside for an archive of %d", guess, len(b))
	}
}

// TestInflaterPort: the page unpacks by slicing the original file.
func TestInflaterPort(t *testing.T) {
	b := makeZip(zipOptions{prefix: "MZ"}, zipped{name: ".copilot/a", data: text})
	var seen Packed
	a, err := Open(bytes.NewReader(b), int64(len(b)), "x.zip", Options{Inflate: func(p Packed) io.ReadCloser { seen = p; return Inflate(p) }})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := a.Entries[0].ReadAll(0); string(got) != text || err != nil {
		t.Fatal(err)
	}
	if got := string(b[seen.Offset : seen.Offset+seen.Size]); got != deflate(text) || seen.Unpacked != int64(len(text)) {
		t.Errorf("the port was given %d bytes at %d", seen.Size, seen.Offset)
	}
	p, err := a.Entries[0].Locate()
	if err != nil || p.Offset != seen.Offset {
		t.Errorf("Locate: %+v, %v", p, err)
	}
}

func TestUnreadableFile(t *testing.T) {
	_, err := Open(broken{}, 1000, "x.zip", Options{})
	if err == nil || err.Error() != "The file could not be read: it was moved, changed or locked since it was chosen; choose it again." {
		t.Error(err)
	}
}

type broken struct{}

func (broken) ReadAt([]byte, int64) (int, error) { return 0, errors.New("NotReadableError") }

// TestZipPause: a long list tells which file is at hand while it is read, and ends at once
// with the error it is given.
func TestZipPause(t *testing.T) {
	files := []zipped{{name: log, data: "{}\n"}}
	for i := range 4 * often {
		files = append(files, zipped{name: fmt.Sprintf(".copilot/pkg/%d", i)})
	}
	b := makeZip(zipOptions{}, files...)
	looks := map[string]int{}
	opt := Options{Pause: func(done, total int64, name string) error {
		if done > total || total <= 0 {
			t.Errorf("%d of %d, in %q", done, total, name)
		}
		looks[name]++
		return nil
	}}
	if _, err := Open(bytes.NewReader(b), int64(len(b)), "x.zip", opt); err != nil || len(looks) < 5 {
		t.Fatalf("%v after %v", err, looks)
	}
	if looks[log] < 6 { // the directory, its headers, names, homes, their numbers, entries
		t.Errorf("the first file was named %d times: a walk over all of them is in one piece", looks[log])
	}
	calls := 0
	for _, n := range looks {
		calls += n
	}
	stop := errors.New("enough")
	for n := 1; n <= calls; n++ {
		left := n
		opt.Pause = func(int64, int64, string) error {
			if left--; left == 0 {
				return stop
			} else if left < 0 {
				t.Errorf("it went on after look %d", n)
			}
			return nil
		}
		if a, err := Open(bytes.NewReader(b), int64(len(b)), "x.zip", opt); a != nil || err != stop {
			t.Errorf("stopped at look %d: %v", n, err)
		}
	}
}
