package files

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"

	"flightlog/parse"
	"flightlog/parse/fixture"
	"flightlog/parse/timeline"
)

// opened opens a home and gives its files.
func opened(t *testing.T, home []fixture.File) *Files {
	t.Helper()
	zip := fixture.Zip(t, home, fixture.Shape{Stored: true})
	file, err := parse.Open(bytes.NewReader(zip), int64(len(zip)), "case.zip", parse.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return New(file, time.Now, func(s *timeline.Session) string { return "#/s/" + s.ID })
}

func cases(t *testing.T) []fixture.Case {
	t.Helper()
	root := os.DirFS("../../..")
	return append(fixture.Load(t, root, "testdata/cases/*.txtar"), fixture.Load(t, root, "testdata/broken/*.txtar")...)
}

// TestKinds: each kind of file is shown in a fitting way.
func TestKinds(t *testing.T) {
	home := map[string]viewKind{"logs/process-1-2.log": linesView, "mcp-config.json": blocksView, "notes.yaml": blocksView, "readme.md": blocksView, "long.txt": linesView,
		"data.bin": hexView, "pic.png": imageView, "cut.db": hexView, "empty": nothingView}
	var in []fixture.File
	for name, data := range map[string]string{"logs/process-1-2.log": "2026-10-05T09:00:00.000Z [INFO] done\n", "mcp-config.json": `{"mcpServers":{}}`, "notes.yaml": "a: 1\n", "readme.md": "# Title\n",
		"long.txt": strings.Repeat("a line\n", blockMost/6), "data.bin": "\x00\x01\x02ABC\xff", "pic.png": "\x89PNG\r\n\x1a\n0000", "cut.db": "SQLite format 3\x00", "empty": ""} {
		in = append(in, fixture.File{Name: ".copilot/" + name, Data: []byte(data)})
	}
	fs := opened(t, in)
	found := 0
	for i := range fs.file.Sources {
		name, _ := strings.CutPrefix(fs.file.Sources[i].Path, ".copilot/")
		want, is := home[name]
		if !is {
			continue
		}
		if found++; fs.look(i, 0).kind != want {
			t.Errorf("%s is shown as %d, want %d", name, fs.looked.kind, want)
		}
	}
	if found != len(home) {
		t.Errorf("%d of %d files were found", found, len(home))
	}
}
