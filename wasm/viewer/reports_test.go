package viewer

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flightlog/parse/fixture"
)

// report zips the home of a public bug report.
func report(t *testing.T, name string) []byte {
	t.Helper()
	dir := filepath.Join("..", "..", "..", "shared", "fixtures", "bugs", name)
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no ../shared/fixtures/bugs beside the checkout: the inputs of bug reports are not walked")
	}
	var files []fixture.File
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == "EXPECT.txt" {
			return err
		}
		data, err := os.ReadFile(p)
		rel, _ := filepath.Rel(dir, p)
		files = append(files, fixture.File{Name: filepath.ToSlash(rel), Data: data})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return fixture.Zip(t, files, fixture.Shape{})
}

// TestWalkReports goes everywhere in the homes that broke other tools.
func TestWalkReports(t *testing.T) {
	for _, name := range []string{"01-u2028", "03-nul-middle", "04-raw-newline-in-string", "06-cut-last-line", "08-unknown-types", "10-orphan-tools", "12-multi-shutdown-resume",
		"14-ghost-dirs", "16-workspace-yaml-shapes", "18-ansi-html-bidi", "19-timestamps", "21-crlf-bom-utf16", "23-jsonc", "24-wal-rows", "26-wal-torn", "28-main-without-wal", "31-schema-drift"} {
		t.Run(name, func(t *testing.T) {
			v, frame := show(t, report(t, name))
			walk(t, v, frame, 1)
		})
	}
}

// TestReportOfHostileText: markup is text, escapes are colours or nothing, a link that the
// terminal would make is none, and what would turn the text around is visible.
func TestReportOfHostileText(t *testing.T) {
	v, _ := show(t, report(t, "18-ansi-html-bidi"))
	s := v.file.Sessions[0]
	var words, markup strings.Builder
	for _, r := range []string{"events-2", "events-4", "events-5"} {
		panel := ask(t, v, "panel", "s/"+pathOf(v, s)+"/"+r)
		markup.WriteString(panel)
		words.WriteString(look(t, panel).text)
	}
	for _, want := range []string{"<img src=x onerror=alert(1)>", "<iframe src=//evil.example></iframe>", "https://evil.example/t.png", "javascript:alert(3)", "red", "U+202E"} {
		if !strings.Contains(words.String(), want) {
			t.Errorf("%q is not to be read in\n%s", want, words.String())
		}
	}
	for _, bad := range []string{"\x1b", "\u202e", "<img", "<iframe", "<script", `href="http`, `href="javascript`} {
		if strings.Contains(markup.String(), bad) {
			t.Errorf("the markup holds %q", bad)
		}
	}
}
