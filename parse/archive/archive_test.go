package archive

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"flightlog/parse/timeline"
)

const (
	id  = "5e55a0a1-0000-4000-8000-000000000050"
	log = ".copilot/session-state/" + id + "/events.jsonl"
)

func TestOpenFindsHomes(t *testing.T) {
	f := func(names ...string) []zipped {
		var out []zipped
		for _, n := range names {
			out = append(out, zipped{name: n, data: "text of " + n})
		}
		return out
	}
	tests := []struct {
		what    string
		files   []zipped
		want    []string
		outside int
		junk    int
	}{
		{"the folder", f(".copilot/config.json", log), []string{".copilot/config.json", log}, 0, 0},
		{"deep inside", f("a/b/.copilot/config.json", "a/b/readme.txt"), []string{".copilot/config.json"}, 1, 0},
		{"bare contents", f("config.json", "session-state/x/events.jsonl"), []string{".copilot/config.json", ".copilot/session-state/x/events.jsonl"}, 0, 0},
		{"renamed", f("copilot-export/config.json", "copilot-export/session-store.db", "other/x"), []string{".copilot/config.json", ".copilot/session-store.db"}, 1, 0},
		{"dot slash and doubled", f("./.copilot//config.json"), []string{".copilot/config.json"}, 0, 0},
		{"flat logs of old versions", f("old/session-state/" + id + ".jsonl"), []string{".copilot/session-state/" + id + ".jsonl"}, 0, 0},
		{"lesser signs", f("x/logs/process-1-2.log", "x/config.json"), []string{".copilot/config.json", ".copilot/logs/process-1-2.log"}, 0, 0},
		{"one session", f(id+"/events.jsonl", id+"/plan.md", "note.txt"), []string{log, ".copilot/session-state/" + id + "/plan.md"}, 1, 0},
		{"contents of one session", f("events.jsonl", "plan.md"), []string{".copilot/session-state/copilot/events.jsonl", ".copilot/session-state/copilot/plan.md"}, 0, 0},
		{"two people", f("bob/.copilot/config.json", "alice/.copilot/config.json"),
			[]string{"alice/.copilot: .copilot/config.json", "bob/.copilot: .copilot/config.json"}, 0, 0},
		{"XDG folders are the same home", f("u/.copilot/config.json", "u/.local/state/.copilot/session-store.db", "u/.config/.copilot/config.json"),
			[]string{".config/.copilot/config.json", ".copilot/config.json", ".local/state/.copilot/session-store.db"}, 0, 0},
		{"a home in a home is not one", f(".copilot/session-state/x/files/.copilot/config.json"), []string{".copilot/session-state/x/files/.copilot/config.json"}, 0, 0},
		{"backslashes", f(`.copilot\config.json`, `.copilot\logs\`), []string{".copilot/config.json"}, 0, 0},
		{"a backslash in a name is one beside slashes", f(`.copilot/a\b`), []string{`.copilot/a\b`}, 0, 0},
		{"junk", f(".copilot/config.json", "__MACOSX/.copilot/._config.json", ".copilot/.DS_Store", ".copilot/logs/._x"), []string{".copilot/config.json"}, 0, 3},
	}
	for _, tt := range tests {
		a, err := open(t, makeZip(zipOptions{}, tt.files...))
		if err != nil {
			t.Errorf("%s: %v", tt.what, err)
			continue
		}
		if got := paths(a); !slices.Equal(got, tt.want) {
			t.Errorf("%s: entries %q, want %q", tt.what, got, tt.want)
		}
		if a.Outside != tt.outside || a.Junk != tt.junk {
			t.Errorf("%s: %d outside, %d junk, want %d, %d", tt.what, a.Outside, a.Junk, tt.outside, tt.junk)
		}
		if len(a.Problems) > 0 {
			t.Errorf("%s: problem %q", tt.what, a.Problems[0].Message)
		}
	}
}

func TestHomesAndRel(t *testing.T) {
	a, err := open(t, makeZip(zipOptions{}, zipped{name: "u/.local/state/.copilot/session-state/x/events.jsonl"}, zipped{name: "u/.copilot/session-store.db", data: "db"},
		zipped{name: "u/.copilot/session-store.db-wal", data: "wal"}, zipped{name: "u/.copilot/session-state/empty/"}))
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Homes) != 1 || a.Homes[0].Root != "u/.copilot" {
		t.Errorf("homes %+v, want the one u/.copilot", a.Homes)
	}
	if rel := a.Entries[2].Rel; rel != "session-state/x/events.jsonl" {
		t.Errorf("Rel %q below .local/state", rel)
	}
	db := a.Find(0, "session-store.db")
	if db == nil || a.Sibling(db, "-wal") == nil || a.Sibling(db, "-shm") != nil {
		t.Errorf("the database %v must have a -wal and no -shm", db)
	}
	if len(a.Folders) != 1 || a.Folders[0] != (Folder{Path: ".copilot/session-state/empty", Rel: "session-state/empty"}) {
		t.Errorf("folders %+v, want the empty session's", a.Folders)
	}
}

func TestOddNames(t *testing.T) {
	tests := []struct {
		name, path, message string
	}{
		{"/home/u/.copilot/config.json", ".copilot/config.json", "“/home/u/.copilot/config.json” is an absolute path; it is listed as “.copilot/config.json”."},
		{"../../.copilot/x", ".copilot/x", "“../../.copilot/x” climbs out with “..”; it is listed as “.copilot/x”."},
		{"C:/u/.copilot/x", ".copilot/x", "“C:/u/.copilot/x” is an absolute path; it is listed as “.copilot/x”."},
		{".copilot/a\x1b[31m", ".copilot/a␛[31m", "“.copilot/a␛[31m” holds control characters; it is listed as “.copilot/a␛[31m”."},
		{".copilot/\u202egnp.exe", ".copilot/‹U+202E›gnp.exe", "“.copilot/‹U+202E›gnp.exe” holds control characters; it is listed as “.copilot/‹U+202E›gnp.exe”."},
		{"/etc/passwd", "", "“/etc/passwd” is an absolute path; it belongs to no home and was left out."},
		{"", "", "The file at byte 0 has no name; it was left out."},
		{"..", "", "“..” climbs out with “..”; it belongs to no home and was left out."},
		{`C:\u\.copilot\x`, "", `“C:\u\.copilot\x” is an absolute path; it belongs to no home and was left out.`},
	}
	for _, tt := range tests {
		a, err := open(t, makeZip(zipOptions{}, zipped{name: tt.name, data: "x"}, zipped{name: log}))
		if err != nil {
			t.Fatalf("%q: %v", tt.name, err)
		}
		listed := slices.ContainsFunc(a.Entries, func(e *Entry) bool { return e.Path == tt.path && e.Odd != "" })
		if listed != (tt.path != "") || tt.path == "" && len(a.Entries) != 1 {
			t.Errorf("%q is listed among %q, want %q", tt.name, paths(a), tt.path)
		}
		if len(a.Problems) != 1 || a.Problems[0].Code != timeline.OddName || a.Problems[0].Message != tt.message {
			t.Errorf("%q: problems %+v, want %q", tt.name, a.Problems, tt.message)
		}
	}
	long := strings.Repeat("n", maxName+1)
	a, err := open(t, makeZip(zipOptions{}, zipped{name: ".copilot/" + long}, zipped{name: log}))
	if err != nil || len(a.Entries) != 1 || !slices.Equal(codes(a), []timeline.Code{timeline.OddName}) {
		t.Errorf("a name of %d bytes: %v, %v", len(long), a, err)
	}
}

func TestLegacyNames(t *testing.T) {
	a, err := open(t, makeZip(zipOptions{}, zipped{name: "M\x81ller/.copilot/x"}))
	if err != nil || a.Homes[0].Root != "Müller/.copilot" {
		t.Errorf("a name in code page 437: %+v, %v", a, err)
	}
}

func TestDuplicates(t *testing.T) {
	a, err := open(t, makeZip(zipOptions{}, zipped{name: log, data: "first"}, zipped{name: log, data: "second!"}))
	if err != nil {
		t.Fatal(err)
	}
	got, err := a.Entries[0].ReadAll(0)
	if len(a.Entries) != 1 || string(got) != "second!" || err != nil {
		t.Errorf("of two entries of a name %d are listed, the first reads %q, %v", len(a.Entries), got, err)
	}
	want := "“" + log + "” is in the archive more than once: the later one is used, of 7 bytes at byte 113, and not that of 5 bytes at byte 0."
	if len(a.Problems) != 1 || a.Problems[0].Message != want || a.Problems[0].Entry != a.Entries[0] {
		t.Errorf("problems %+v, want %q", a.Problems, want)
	}
	a, err = open(t, makeZip(zipOptions{}, zipped{name: log, data: "plain"}, zipped{name: "../" + log, data: "climber"}))
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := a.Entries[0].ReadAll(0); len(a.Entries) != 1 || string(got) != "plain" {
		t.Errorf("a climbing name took the place of a plain one: %q", got)
	}
}

func TestLinksAreNotFollowed(t *testing.T) {
	a, err := open(t, makeZip(zipOptions{}, zipped{name: log, data: "{}"}, zipped{name: ".copilot/link", data: "/etc/passwd", stored: true, mode: unixLink | 0o777}))
	if err != nil {
		t.Fatal(err)
	}
	link := a.Find(0, "link")
	if _, err := link.Open(); err == nil || err.Error() != "“.copilot/link” is a symbolic link; it is listed and not followed." {
		t.Errorf("a link opens: %v", err)
	}
	if !slices.Equal(codes(a), []timeline.Code{timeline.OddName}) {
		t.Errorf("problems %v", a.Problems)
	}
}

func TestOpenFails(t *testing.T) {
	secret := zipped{name: log, data: "x", flags: flagEncrypted}
	tests := []struct {
		what  string
		bytes []byte
		code  timeline.Code
		want  string
	}{
		{"nothing", nil, timeline.NotArchive, "The file is empty (0 bytes): copy or download it again, or zip the folder again with: zip -r copilot.zip .copilot"},
		{"a web page", []byte("<!DOCTYPE html>"), timeline.NotArchive, "This is not a zip: it begins with “<!DOCTYPE html>” and is a web page, probably the answer to a download that failed; download the zip again"},
		{"a JSON file", []byte(`{"name":"x","version":"1"}` + "\n"), timeline.NotArchive, "This is not a zip: it begins with “{\"name\":\"x\",\"version\":\"1” and is a JSON file; zip the whole folder with: zip -r copilot.zip .copilot"},
		{"a gzip cut in its first bytes", []byte("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03"), timeline.NotArchive, "The gzip file is cut or damaged: nothing in its 10 bytes can be unpacked; copy or download it again."},
		{"a gzip of a text", gzipped("just words"), timeline.NotArchive, "This gzip file holds no tar archive: unpacked it begins with “just words”; unpack it and open what comes out, or pack the folder with: tar -czf copilot.tar.gz .copilot"},
		{"an empty tar", makeTar(), timeline.NotArchive, "This is not a zip: it begins with 512 zero bytes, as a copy does that never finished; copy or download it again."},
		{"a tar of other things", makeTar(tarred{name: "a/", kind: '5'}, tarred{name: "a/b", data: "x"}), timeline.NoData, "This tar archive holds no Copilot data: no .copilot folder, no session-state and no session-store.db were found among its 1 file; pack the folder with: tar -czf copilot.tar.gz .copilot"},
		{"text", []byte("hello\nworld"), timeline.NotArchive, "This is not a zip: it begins with “hello”; zip the whole folder with: zip -r copilot.zip .copilot"},
		{"zeros", make([]byte, 4000), timeline.NotArchive, "This is not a zip: it begins with 512 zero bytes, as a copy does that never finished; copy or download it again."},
		{"an empty zip", makeZip(zipOptions{}), timeline.NoData, "This zip is empty: it holds no files; zip the folder again with: zip -r copilot.zip .copilot"},
		{"other things", makeZip(zipOptions{}, zipped{name: "a/"}, zipped{name: "a/b"}), timeline.NoData, "This zip holds no Copilot data: no .copilot folder, no session-state and no session-store.db were found among its 1 file; zip the folder with: zip -r copilot.zip .copilot"},
		{"encrypted", makeZip(zipOptions{}, secret, zipped{name: ".copilot/logs/"}), timeline.ZipEncrypted, "Every file in this zip is encrypted; unpack it and zip it again without a password."},
		{"a rare method", makeZip(zipOptions{}, zipped{name: log, data: "x", method: deflate64}), timeline.ZipMethod, "No file in this zip can be unpacked here: “" + log + "” is packed with Deflate64 (Windows does that to files over 2 GB), which is not read here; unpack the zip and zip it again with: zip -r copilot.zip .copilot"},
		{"cut in its first header", makeZip(zipOptions{}, zipped{name: log, data: "x"})[:40], timeline.ZipTruncated, "The zip is cut: not one whole file is left in its 40 bytes; copy or download it again."},
		{"split", []byte(sigEnd + "\x02\x00\x02\x00" + strings.Repeat("\x00", 14)), timeline.ZipTruncated, "This is one part of a split zip: join the parts first with: zip -s 0 split.zip --out copilot.zip"},
	}
	for _, tt := range tests {
		_, err := open(t, tt.bytes)
		e, ok := err.(*Error)
		if !ok || e.Code != tt.code || e.Message != tt.want {
			t.Errorf("%s: %#v, want %s %q", tt.what, err, tt.code, tt.want)
		}
	}
}

func TestOnlySomeEncrypted(t *testing.T) {
	a, err := open(t, makeZip(zipOptions{}, zipped{name: log, data: "x"}, zipped{name: ".copilot/a", data: "x", flags: flagEncrypted}, zipped{name: ".copilot/b", data: "x", method: 12}))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(codes(a), []timeline.Code{timeline.ZipEncrypted, timeline.ZipMethod}) || a.Problems[0].Entry != a.Entries[0] {
		t.Errorf("problems %+v", a.Problems)
	}
	if _, err := a.Entries[0].ReadAll(0); err == nil {
		t.Error("an encrypted entry is read")
	}
}

func TestModified(t *testing.T) {
	ut := "\x55\x54\x05\x00\x01" + string(le.AppendUint32(nil, 1_700_000_000))
	ntfs := "\x0a\x00\x20\x00\x00\x00\x00\x00\x01\x00\x18\x00" + string(le.AppendUint64(nil, 133_444_736_001_230_000)) + strings.Repeat("\x00", 16)
	dos := uint32((2024-1980)<<9|10<<5|1)<<16 | 12<<11 | 30<<5 | 5
	for _, tt := range []struct {
		what, extra string
		dos         uint32
		want        string
	}{
		{"extended timestamp first", ntfs + ut, dos, "2023-11-14T22:13:20Z"},
		{"then NTFS", ntfs, dos, "2023-11-14T22:13:20.123Z"},
		{"then DOS as UTC", "\x55\x54\x01\x00\x00", dos, "2024-10-01T12:30:10Z"},
		{"none", "", 0, "0001-01-01T00:00:00Z"},
	} {
		a, err := open(t, makeZip(zipOptions{}, zipped{name: log, extra: tt.extra, dos: tt.dos}))
		if err != nil {
			t.Fatal(err)
		}
		if got := a.Entries[0].Modified.Format(time.RFC3339Nano); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.what, got, tt.want)
		}
	}
}

func TestLimitOfEntries(t *testing.T) {
	lim := timeline.DefaultLimits()
	lim.Entries = 3
	b := makeZip(zipOptions{}, zipped{name: ".copilot/1"}, zipped{name: ".copilot/2"}, zipped{name: ".copilot/3"}, zipped{name: ".copilot/4"})
	a, err := Open(bytes.NewReader(b), int64(len(b)), "x.zip", Options{Limits: lim})
	if err != nil || len(a.Entries) != 3 || len(a.Problems) != 1 || a.Problems[0].Message != "The zip lists more than 3 files; the rest was left out." {
		t.Errorf("%+v, %v", a, err)
	}
}

func TestLimitOfProblems(t *testing.T) {
	lim := timeline.DefaultLimits()
	lim.Problems = 2
	b := makeZip(zipOptions{}, zipped{name: "../1"}, zipped{name: "../2"}, zipped{name: "../3"}, zipped{name: log})
	a, err := Open(bytes.NewReader(b), int64(len(b)), "x.zip", Options{Limits: lim})
	if err != nil || len(a.Problems) != 2 || a.Problems[1].Message != "2 further problems with names and entries of this archive are not listed." {
		t.Errorf("%+v, %v", a, err)
	}
}

func TestOrderOfEntriesDoesNotMatter(t *testing.T) {
	files := []zipped{{name: "b/.copilot/x"}, {name: "a/.copilot/x"}, {name: "a/.copilot/logs/y"}, {name: "a/.config/.copilot/z"}, {name: "../a/.copilot/odd"}, {name: "/a/b"}, {name: "x/session-state/1/events.jsonl"}}
	first, err := open(t, makeZip(zipOptions{}, files...))
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		rand.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
		a, err := open(t, makeZip(zipOptions{}, files...))
		if err != nil || !slices.Equal(paths(a), paths(first)) || !slices.Equal(a.Homes, first.Homes) {
			t.Fatalf("shuffled: %q, %v, want %q", paths(a), err, paths(first))
		}
		for i := range a.Problems {
			if a.Problems[i].Message != first.Problems[i].Message {
				t.Fatalf("shuffled: problem %q, want %q", a.Problems[i].Message, first.Problems[i].Message)
			}
		}
	}
}
