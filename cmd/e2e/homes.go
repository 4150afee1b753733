package e2e

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// shared answers the path of a genuine archive. Where the folder beside the repository
// is missing, the test is skipped.
func shared(t testing.TB, name string) string {
	t.Helper()
	path := filepath.Join(root(), "..", "shared", "fixtures", filepath.FromSlash(name))
	if _, err := os.Stat(path); err != nil {
		t.Skipf("../shared/fixtures/%s is not here", name)
	}
	return path
}

// member is one file of an archive.
type member struct {
	name string
	body string
}

// zipOf makes a zip of the members, in their order.
func zipOf(t testing.TB, members ...member) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, m := range members {
		f, err := w.Create(m.name)
		if err == nil {
			_, err = f.Write([]byte(m.body))
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

// saved writes an archive to disk, where a file chooser can find it.
func saved(t testing.TB, name string, body []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, body, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// contents reads every file of a zip, by a reader that shares nothing with the product's.
func contents(t testing.TB, path string) map[string]string {
	t.Helper()
	r, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	out := map[string]string{}
	for _, f := range r.File {
		if strings.HasSuffix(f.Name, "/") {
			continue // a folder, not a file
		}
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		out[f.Name] = string(body)
	}
	return out
}

// logOf answers the event log of a session, line by line.
func logOf(t testing.TB, files map[string]string, session string) []string {
	t.Helper()
	body, ok := files[".copilot/session-state/"+session+"/events.jsonl"]
	if !ok {
		t.Fatalf("the archive has no log of %s", session)
	}
	return strings.Split(strings.TrimSuffix(body, "\n"), "\n")
}

type obj = map[string]any

// history writes the event log of a made session: a record a second from 1 October 2026 on.
type history struct {
	lines []string
}

func (h *history) add(kind string, data any) {
	n := len(h.lines)
	line, err := json.Marshal(obj{
		"id": fmt.Sprintf("e0000000-0000-4000-8000-%012d", n+1), "parentId": nil, "type": kind, "data": data,
		"timestamp": time.Date(2026, 10, 1, 9, 0, n, 0, time.UTC).Format("2006-01-02T15:04:05.000Z"),
	})
	if err != nil {
		panic(err) // values of ours always have a JSON form
	}
	h.lines = append(h.lines, string(line))
}

// text is the log as it stands in a file.
func (h *history) text() string { return strings.Join(h.lines, "\n") + "\n" }

// doc is a small JSON file.
func doc(o obj) string {
	text, err := json.Marshal(o)
	if err != nil {
		panic(err) // o is made of strings
	}
	return string(text)
}
