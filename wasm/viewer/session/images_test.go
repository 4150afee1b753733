package session

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"flightlog/parse/timeline"
)

// TestTrueBeforeAndAfter: in a genuine home, what a prompt did to a file is shown from the
// two ends that the snapshot's hashes prove, be they backups or composed from the calls.
func TestTrueBeforeAndAfter(t *testing.T) {
	zip, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "shared", "fixtures", "real", "daily.zip"))
	if err != nil {
		t.Skip("no ../shared/fixtures/real beside the checkout: the genuine home is not looked at")
	}
	pages := opened(t, zip)
	p := pages[slices.IndexFunc(pages, func(p *Page) bool { return p.s.ID == "9de9529a-5cc9-4683-9991-12c4ff4cf473" })]
	proven := map[string]string{}
	for _, f := range p.changesOf() {
		if f.file == nil {
			continue
		}
		for _, b := range p.fileHistory(f.file) {
			if b.Kind == timeline.DiffBlock && strings.HasSuffix(b.Title, "checked by hash") {
				proven[filepath.Base(f.file.path)] += b.Note + "\n" + b.Text
			}
		}
	}
	for file, want := range map[string]string{
		"convert.py": "Before: backups/b35a138038b57063bfecfd40c70cea00090cf20faf083434b6b1021a5dd99130. After: backups/0a718829a24a34a83da10b6455b921f8a70882357c839be30500a4e557813b04.\n" +
			" def c_to_f(c):\n     return c * 9 / 5 + 32\n \n def f_to_c(f):\n-    return (f - 32) * 5 / 8\n+    return (f - 32) * 5 / 9\n",
		"cli.py": "Before: there was no such file. After: composed from 1 call, and its SHA-256 is the recorded one.\n+",
	} {
		if !strings.HasPrefix(proven[file], want) {
			t.Errorf("%s is told as\n%s", file, proven[file])
		}
	}
	// a backup that was changed proves nothing
	for i := range p.file.Sources {
		if src := &p.file.Sources[i]; src.Kind == "backup" {
			src.Held = append([]byte("x"), src.Held...)
		}
	}
	for _, f := range p.changesOf() {
		if f.file == nil || filepath.Base(f.file.path) != "convert.py" {
			continue
		}
		for _, b := range p.fileHistory(f.file) {
			if strings.HasSuffix(b.Title, "checked by hash") {
				t.Errorf("a changed backup is taken for the truth: %s", b.Note)
			}
		}
	}
}
