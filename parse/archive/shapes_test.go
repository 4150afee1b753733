package archive_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"flightlog/parse/archive"
	"flightlog/parse/fixture"
)

// shapes are the ways in which people hand the same files over.
var shapes = []struct {
	kind string
	open func(t *testing.T, files []fixture.File) (*archive.Archive, error)
}{
	{"zip", func(t *testing.T, files []fixture.File) (*archive.Archive, error) {
		return openBytes(fixture.Zip(t, files, fixture.Shape{}), "x.zip")
	}},
	{"tar", func(t *testing.T, files []fixture.File) (*archive.Archive, error) {
		return openBytes(tarOf(t, files), "x.tar")
	}},
	{"tar.gz", func(t *testing.T, files []fixture.File) (*archive.Archive, error) {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		_, err := w.Write(tarOf(t, files))
		if err == nil {
			err = w.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		return openBytes(b.Bytes(), "x.tar.gz")
	}},
	{"folder", func(t *testing.T, files []fixture.File) (*archive.Archive, error) {
		m := fstest.MapFS{}
		for _, f := range files {
			m[f.Name] = &fstest.MapFile{Data: f.Data, Mode: 0o644, ModTime: fixture.Modified}
		}
		return archive.OpenFolder(m, "export", archive.Options{})
	}},
	{"folder", func(t *testing.T, files []fixture.File) (*archive.Archive, error) {
		dir := t.TempDir()
		for _, f := range files {
			full := filepath.Join(dir, filepath.FromSlash(f.Name))
			if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(full, f.Data, 0o644); err != nil {
				t.Fatal(err)
			}
			if err := os.Chtimes(full, fixture.Modified, fixture.Modified); err != nil {
				t.Fatal(err)
			}
		}
		return archive.OpenFolder(os.DirFS(dir), "export", archive.Options{})
	}},
	{"folder", func(t *testing.T, files []fixture.File) (*archive.Archive, error) {
		return archive.OpenFiles(looseOf("export/", files), "export", archive.Options{}) // as webkitRelativePath has it
	}},
}

func openBytes(b []byte, name string) (*archive.Archive, error) {
	return archive.Open(bytes.NewReader(b), int64(len(b)), name, archive.Options{})
}

func tarOf(t *testing.T, files []fixture.File) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, f := range files {
		err := w.WriteHeader(&tar.Header{Name: f.Name, Size: int64(len(f.Data)), Mode: 0o644, ModTime: fixture.Modified, Typeflag: tar.TypeReg})
		if err == nil {
			_, err = w.Write(f.Data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func looseOf(under string, files []fixture.File) []archive.File {
	var out []archive.File
	for _, f := range files {
		out = append(out, archive.File{Name: under + f.Name, Size: int64(len(f.Data)), Modified: fixture.Modified, R: bytes.NewReader(f.Data)})
	}
	return out
}

// listed describes an archive: every file with its home, time and contents.
func listed(t *testing.T, a *archive.Archive) []string {
	t.Helper()
	var out []string
	for _, e := range a.Entries {
		data, err := e.ReadAll(0)
		if err != nil && e.Bytes > 0 {
			t.Errorf("%s: %v", e.Path, err)
		}
		root := strings.TrimPrefix(strings.TrimPrefix(a.Homes[e.Home].Root, "export"), "/")
		out = append(out, fmt.Sprintf("%s | %s in %q, %d bytes of %s, %x %s", e.Path, e.Rel, root, e.Bytes, e.Modified.Truncate(time.Second).Format(time.RFC3339), sha256.Sum256(data), e.Odd))
	}
	for _, f := range a.Folders {
		out = append(out, "folder "+f.Path)
	}
	for _, p := range a.Problems {
		out = append(out, string(p.Code)+": "+p.Message)
	}
	return append(out, fmt.Sprintf("%d outside, %d junk", a.Outside, a.Junk))
}

// TestEveryShape: the same files give the same entries in every shape, times included,
// and, where there is one home, without its folder too.
func TestEveryShape(t *testing.T) {
	for _, c := range fixture.Load(t, os.DirFS("../.."), "testdata/cases/*.txtar") {
		bare := make([]fixture.File, 0, len(c.Files))
		for _, f := range c.Files {
			if !strings.HasPrefix(f.Name, ".copilot/") && len(c.Homes()) == 1 {
				continue // beside a bare home is inside it
			}
			bare = append(bare, fixture.File{Name: fixture.Bare(f.Name), Data: f.Data})
		}
		for name, files := range map[string][]fixture.File{"whole": c.Files, "bare": bare} {
			if name == "bare" && (len(c.Homes()) > 1 || strings.Contains(c.Files[0].Name, ".config/")) {
				continue
			}
			var want []string
			for _, shape := range shapes {
				a, err := shape.open(t, files)
				if err != nil {
					t.Errorf("%s, %s as %s: %v", c.Name, name, shape.kind, err)
					continue
				}
				folders := a.Folders
				a.Folders = nil // only some shapes name those of their files
				got := listed(t, a)
				if want == nil {
					want = got
				}
				if a.Kind != shape.kind || !slices.Equal(got, want) {
					t.Errorf("%s, %s as %s:\n%s\nwant\n%s", c.Name, name, a.Kind, strings.Join(got, "\n"), strings.Join(want, "\n"))
				}
				for _, f := range folders {
					if !slices.ContainsFunc(a.Entries, func(e *archive.Entry) bool { return strings.HasPrefix(e.Path, f.Path+"/") }) && f.Rel != "" {
						t.Errorf("%s as %s: an empty folder %s", c.Name, a.Kind, f.Path)
					}
				}
			}
		}
	}
}

// TestLooseFiles: files that come without their folder get the places that their names
// and first bytes say.
func TestLooseFiles(t *testing.T) {
	const (
		one = "5e55a0a1-0000-4000-8000-000000000061"
		two = "5e55a0a1-0000-4000-8000-000000000062"
	)
	start := func(id string) string {
		return `{"type":"session.start","timestamp":"2026-10-01T09:00:00.000Z","data":{"sessionId":"` + id + `"}}` + "\n"
	}
	const anonymous = `{"type":"user.message","data":{"content":"x"}}` + "\n"
	const database = "SQLite format 3\x00 and so on"
	tests := []struct {
		what string
		kind string
		in   []string // name=contents
		want []string // name -> path
	}{
		{"one log", "log", []string{"events.jsonl=" + start(one)}, []string{"events.jsonl -> .copilot/session-state/" + one + "/events.jsonl"}},
		{"its name does not matter", "log", []string{"for support.txt=" + start(one)}, []string{"for support.txt -> .copilot/session-state/" + one + "/events.jsonl"}},
		{"the id behind the first line", "log", []string{"e.jsonl=\xef\xbb\xbf" + anonymous + start(one)}, []string{"e.jsonl -> .copilot/session-state/" + one + "/events.jsonl"}},
		{"a log that names no session", "log", []string{"events.jsonl=" + anonymous}, []string{"events.jsonl -> .copilot/session-state/loose/events.jsonl"}},
		{"one that its file names", "log", []string{one + ".jsonl=" + anonymous}, []string{one + ".jsonl -> .copilot/session-state/" + one + "/events.jsonl"}},
		{"a log of damage only", "log", []string{"events.jsonl=\x00\x00\x00"}, []string{"events.jsonl -> .copilot/session-state/loose/events.jsonl"}},
		{"two logs", "files", []string{"a.jsonl=" + start(one), "b.jsonl=" + start(two)},
			[]string{"a.jsonl -> .copilot/session-state/" + one + "/events.jsonl", "b.jsonl -> .copilot/session-state/" + two + "/events.jsonl"}},
		{"two logs of one session", "files", []string{"a.jsonl=" + start(one), "b.jsonl=" + start(one)},
			[]string{"a.jsonl -> .copilot/session-state/" + one + "/events.jsonl", "b.jsonl -> .copilot/session-state/" + one + "~2/events.jsonl"}},
		{"the contents of a session's folder", "files", []string{"events.jsonl=" + start(one), "workspace.yaml=x: y", "checkpoints/001.md=x", "session.db=" + database},
			[]string{"checkpoints/001.md -> .copilot/session-state/" + one + "/checkpoints/001.md", "events.jsonl -> .copilot/session-state/" + one + "/events.jsonl",
				"session.db -> .copilot/session-state/" + one + "/session.db", "workspace.yaml -> .copilot/session-state/" + one + "/workspace.yaml"}},
		{"one database", "database", []string{"session-store.db=" + database}, []string{"session-store.db -> .copilot/session-store.db"}},
		{"renamed", "database", []string{"customer 7.db=" + database}, []string{"customer 7.db -> .copilot/session-store.db"}},
		{"with its log", "database", []string{"copy.db=" + database, "copy.db-wal=\x37\x7f\x06\x82"},
			[]string{"copy.db -> .copilot/session-store.db", "copy.db-wal -> .copilot/session-store.db-wal"}},
		{"a write-ahead log alone", "database", []string{"x.db-wal=\x37\x7f\x06\x83"}, []string{"x.db-wal -> .copilot/session-store.db-wal"}},
		{"a log and the database", "files", []string{"events.jsonl=" + start(one), "session-store.db=" + database},
			[]string{"events.jsonl -> .copilot/session-state/" + one + "/events.jsonl", "session-store.db -> .copilot/session-store.db"}},
		{"small files", "files", []string{"permissions-config.json={}", "process-1-2.log=x"},
			[]string{"process-1-2.log -> .copilot/logs/process-1-2.log", "permissions-config.json -> .copilot/permissions-config.json"}},
		{"one small file", "files", []string{"command-history-state.json={}"}, []string{"command-history-state.json -> .copilot/command-history-state.json"}},
		{"what stands in a home", "files", []string{"session-store.db=" + database, "session-state/" + one + "/events.jsonl=" + start(one), "config.json={}"},
			[]string{"config.json -> .copilot/config.json", "session-state/" + one + "/events.jsonl -> .copilot/session-state/" + one + "/events.jsonl", "session-store.db -> .copilot/session-store.db"}},
		{"a session's folder and the database", "files", []string{one + "/events.jsonl=" + start(one), one + "/plan.md=x", "session-store.db=" + database},
			[]string{one + "/events.jsonl -> .copilot/session-state/" + one + "/events.jsonl", one + "/plan.md -> .copilot/session-state/" + one + "/plan.md", "session-store.db -> .copilot/session-store.db"}},
		{"a home and a log", "files", []string{".copilot/config.json={}", "events.jsonl=" + start(one)},
			[]string{".copilot/config.json -> .copilot/config.json", "events.jsonl -> .copilot/session-state/" + one + "/events.jsonl"}},
		{"session folders", "folder", []string{one + "/events.jsonl=" + start(one), two + "/events.jsonl=" + start(two)},
			[]string{one + "/events.jsonl -> .copilot/session-state/" + one + "/events.jsonl", two + "/events.jsonl -> .copilot/session-state/" + two + "/events.jsonl"}},
	}
	for _, tt := range tests {
		var files []fixture.File
		for _, f := range tt.in {
			name, data, _ := strings.Cut(f, "=")
			files = append(files, fixture.File{Name: name, Data: []byte(data)})
		}
		for range 2 { // the order in which they come does not matter
			a, err := archive.OpenFiles(looseOf("", files), "x", archive.Options{})
			if err != nil {
				t.Errorf("%s: %v", tt.what, err)
				break
			}
			var got []string
			for _, e := range a.Entries {
				got = append(got, e.Name+" -> "+e.Path)
			}
			slices.Sort(got)
			if slices.Sort(tt.want); a.Kind != tt.kind || !slices.Equal(got, tt.want) {
				t.Errorf("%s: %s %q, want %s %q", tt.what, a.Kind, got, tt.kind, tt.want)
			}
			if len(a.Problems) > 0 {
				t.Errorf("%s: problem %q", tt.what, a.Problems[0].Message)
			}
			slices.Reverse(files)
		}
	}
}

// TestLooseFails: one sentence where nothing among the files is known.
func TestLooseFails(t *testing.T) {
	zip := string(fixture.Zip(t, []fixture.File{{Name: ".copilot/config.json"}}, fixture.Shape{}))
	for _, tt := range []struct {
		files []fixture.File
		want  string
	}{
		{[]fixture.File{{Name: "a.txt", Data: []byte("x")}, {Name: "b.txt", Data: []byte("y")}},
			"None of these 2 files is known from a .copilot folder; choose the folder itself, an events.jsonl or a session-store.db."},
		{[]fixture.File{{Name: "a.zip", Data: []byte(zip)}, {Name: "b.zip", Data: []byte(zip)}},
			"“a.zip” is an archive among 2 files: open it alone, or unpack it and open the folder."},
		{[]fixture.File{{Name: "work/a.txt", Data: []byte("x")}},
			"This folder holds no Copilot data: no .copilot folder, no session-state and no session-store.db were found among its 1 file; choose your .copilot folder itself; its name begins with a dot, so it may be hidden"},
	} {
		if a, err := archive.OpenFiles(looseOf("", tt.files), "x", archive.Options{}); err == nil || err.Error() != tt.want {
			t.Errorf("%v, %v, want %q", a, err, tt.want)
		}
	}
}

// TestFolderOdd: links are listed and never followed, and a file that changed since it
// was listed says so.
func TestFolderOdd(t *testing.T) {
	dir := t.TempDir()
	home := filepath.Join(dir, ".copilot")
	secret := filepath.Join(dir, "secret")
	if err := os.MkdirAll(filepath.Join(home, "session-state", "empty"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string]string{secret: "secret", filepath.Join(home, "config.json"): "{}", filepath.Join(home, "shrinks.log"): "some text", filepath.Join(home, "grows.log"): "some"} {
		if err := os.WriteFile(name, []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(secret, filepath.Join(home, "link")); err != nil {
		t.Skip("no links here")
	}
	if err := os.Symlink(dir, filepath.Join(home, "up")); err != nil {
		t.Fatal(err)
	}
	a, err := archive.OpenFolder(os.DirFS(home), ".copilot", archive.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string]string{"shrinks.log": "some", "grows.log": "some text"} {
		if err := os.WriteFile(filepath.Join(home, name), []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	for _, e := range a.Entries {
		data, err := e.ReadAll(0)
		line := e.Path + "=" + string(data)
		if err != nil {
			line += " " + err.Error()
		}
		got = append(got, line)
	}
	want := []string{".copilot/config.json={}", ".copilot/grows.log=some", ".copilot/link= “.copilot/link” is a symbolic link; it is listed and not followed.",
		".copilot/shrinks.log=some “.copilot/shrinks.log” could not be read to its end: it was moved, changed or locked since it was listed.",
		".copilot/up= “.copilot/up” is a symbolic link; it is listed and not followed."}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant\n%q", got, want)
	}
	if len(a.Folders) != 2 || len(a.Problems) != 2 || a.Homes[0].Root != ".copilot" {
		t.Errorf("folders %v, problems %v, homes %v", a.Folders, a.Problems, a.Homes)
	}
	if _, err := archive.OpenFolder(os.DirFS(filepath.Join(dir, "missing")), "missing", archive.Options{}); err == nil || err.Error() != "The folder “missing” cannot be looked into." {
		t.Errorf("a folder that is not there: %v", err)
	}
}
