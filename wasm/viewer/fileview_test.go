package viewer

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"flightlog/parse/fixture"
	"flightlog/parse/timeline"
	"flightlog/wasm/viewer/files"
)

// TestEveryFileOpens: each file of each fixture has a page, its rows have words and links
// that lead to them, and its SHA-256 is that of its bytes.
func TestEveryFileOpens(t *testing.T) {
	for _, c := range cases(t) {
		v, _ := show(t, fixture.Zip(t, c.Files, fixture.Shape{Stored: true}))
		for i := range v.file.Sources {
			s := &v.file.Sources[i]
			place := fmt.Sprintf("file/%d", i)
			page := look(t, ask(t, v, "main", place))
			leads(t, v, page.hrefs)
			if !strings.Contains(page.text, s.Path) {
				t.Errorf("%s, %s: %s", c.Name, s.Path, page.text)
			}
			for n, r := range rowsOf(t, v, only(t, page)) {
				if n > 50 {
					break
				}
				leads(t, v, r.hrefs)
				for _, href := range r.hrefs {
					if at := ask(t, v, "place", strings.TrimPrefix(href, "#/")); at != fmt.Sprint(n) {
						t.Errorf("%s, %s: row %d leads to row %s", c.Name, s.Path, n, at)
					}
					if ask(t, v, "panel", strings.TrimPrefix(href, "#/")) == "" {
						t.Errorf("%s, %s: row %d has no panel", c.Name, s.Path, n)
					}
				}
			}
			if s.State == timeline.Skipped || strings.Contains(c.Name, "zip") {
				continue
			}
			body, err := v.file.Contents(int32(i), 0)
			if err != nil {
				continue
			}
			want := sha256.Sum256(body)
			if got := ask(t, v, "act", files.Key+"/+sum 0"); !strings.Contains(got, hex.EncodeToString(want[:])) {
				t.Errorf("%s, %s: its SHA-256 is not %x", c.Name, s.Path, want)
			}
		}
	}
}

// fileHome is a home with a file of each kind; token is what looks like a secret.
func fileHome(t *testing.T) (v *Viewer, token string) {
	token = "ghp_" + strings.Repeat("a1B2", 9)
	v, _ = show(t, fixture.Zip(t, []fixture.File{
		{Name: ".copilot/session-state/7a5e0099-0000-4000-8000-000000000099/events.jsonl", Data: []byte(`{"type":"session.start","id":"1","timestamp":"2026-10-05T09:00:00.000Z","data":{"sessionId":"7a5e0099-0000-4000-8000-000000000099"}}` + "\n")},
		{Name: ".copilot/logs/process-1-2.log", Data: []byte("2026-10-05T09:00:00.000Z [INFO] Workspace initialized: 7a5e0099-0000-4000-8000-000000000099 (checkpoints: 0)\n2026-10-05T09:00:01.000Z [ERROR] sent " + token + "\n  at line two\n2026-10-05T09:00:02.000Z [INFO] done\n")},
		{Name: ".copilot/mcp-config.json", Data: []byte(`{"mcpServers":{"x":{"command":"run","env":{"KEY":"` + token + `"}}}}`)},
		{Name: ".copilot/notes.yaml", Data: []byte("a: 1\ntoken: " + token + "\n")},
		{Name: ".copilot/readme.md", Data: []byte("# Title\n\ntext\n")},
		{Name: ".copilot/data.bin", Data: []byte("\x00\x01\x02ABCDEFGHIJKLMNOPQRST\xff")},
		{Name: ".copilot/pic.png", Data: []byte("\x89PNG\r\n\x1a\n0000")},
	}, fixture.Shape{Stored: true}))
	return v, token
}

func sourceOf(t *testing.T, v *Viewer, suffix string) int {
	t.Helper()
	for i := range v.file.Sources {
		if strings.HasSuffix(v.file.Sources[i].Path, suffix) {
			return i
		}
	}
	t.Fatalf("no source %s", suffix)
	return 0
}

// TestFileViews: each kind of file is shown in a fitting way, and no secret is until it is
// asked for.
func TestFileViews(t *testing.T) {
	v, token := fileHome(t)
	for suffix, want := range map[string]string{".log": "ERROR", "mcp-config.json": "masked", "notes.yaml": "masked", "readme.md": "Title", "data.bin": "00 01 02 41", "pic.png": `data-image="files/file-`} {
		i := sourceOf(t, v, suffix)
		markup := ask(t, v, "main", fmt.Sprintf("file/%d", i))
		if l := only(t, look(t, markup)); l.count > 0 {
			markup += ask(t, v, "list", l.name+" 0")
		}
		if !strings.Contains(markup, want) {
			t.Errorf("%s is shown without %q: %s", suffix, want, markup)
		}
		if strings.Contains(markup, token) {
			t.Errorf("%s shows the secret: %s", suffix, markup)
		}
	}
	secret := sourceOf(t, v, "mcp-config.json")
	ask(t, v, "main", fmt.Sprintf("file/%d", secret))
	if bare := ask(t, v, "act", files.Key+"/+bare 0"); !strings.Contains(bare, token) || !strings.Contains(bare, "Mask its secrets again") {
		t.Errorf("asked for, the secret is not shown: %s", bare)
	}
	if again := ask(t, v, "act", files.Key+"/+bare 0"); strings.Contains(again, token) {
		t.Errorf("masked again, it is shown: %s", again)
	}
}

// TestHexMasks: bytes of a secret are not shown, be they UTF-16 or far inside a long token.
func TestHexMasks(t *testing.T) {
	token := "gh" + "p_" + strings.Repeat("a1B2", 9)
	var wide []byte
	for _, c := range []byte("the token is " + token) {
		wide = append(wide, c, 0)
	}
	long := "\x00\xff" + token + strings.Repeat("a1B2", 5000)
	v, _ := show(t, fixture.Zip(t, []fixture.File{
		{Name: ".copilot/session-state/7a5e0099-0000-4000-8000-000000000099/events.jsonl", Data: []byte("{}\n")},
		{Name: ".copilot/little.bin", Data: append([]byte("\xff\xfe"), wide...)}, {Name: ".copilot/big.bin", Data: append([]byte("\xfe\xff\x00"), wide...)},
		{Name: ".copilot/words.bin", Data: []byte("\x01x\x00" + token + "\x00")}, {Name: ".copilot/long.bin", Data: []byte(long)},
	}, fixture.Shape{Stored: true}))
	for _, name := range []string{"little.bin", "big.bin", "words.bin", "long.bin"} {
		l := only(t, look(t, ask(t, v, "main", fmt.Sprintf("file/%d", sourceOf(t, v, name)))))
		for chunk := 0; chunk*l.chunk < l.count; chunk++ {
			markup := ask(t, v, "list", fmt.Sprintf("%s %d", l.name, chunk))
			if strings.Contains(markup, "61 31 42 32") || strings.Contains(markup, "61 00 31 00") || strings.Contains(markup, "a1B2") {
				t.Errorf("%s, chunk %d: %.600s", name, chunk, markup)
				break
			}
			if !strings.Contains(markup, "·· ··") {
				t.Errorf("%s: nothing is masked", name)
			}
		}
	}
}

// TestLogLevels: a level that is switched off takes its lines away, those that continue an
// entry with it; the panel of a line holds the whole entry and leads to the session it names.
func TestLogLevels(t *testing.T) {
	v, token := fileHome(t)
	place := fmt.Sprintf("file/%d", sourceOf(t, v, ".log"))
	if n := only(t, look(t, ask(t, v, "main", place))).count; n != 4 {
		t.Errorf("%d lines", n)
	}
	if n := only(t, look(t, ask(t, v, "act", files.Key+"/+ERROR 0"))).count; n != 2 {
		t.Errorf("%d lines without errors", n)
	}
	if n := only(t, look(t, ask(t, v, "act", files.Key+"/+ERROR 0"))).count; n != 4 {
		t.Errorf("%d lines with errors again", n)
	}
	if panel := ask(t, v, "panel", place+"/line-3"); !strings.Contains(panel, "at line two") || strings.Contains(panel, token) || !strings.Contains(panel, "[ERROR]") {
		t.Errorf("the panel of an entry's second line: %s", panel)
	}
	if panel := ask(t, v, "panel", place+"/line-1"); !strings.Contains(panel, "#/s/7a5e0099-0000-4000-8000-000000000099") {
		t.Errorf("the panel leads to no session: %s", panel)
	}
}

// TestTables: the tables of a store can be chosen and read, row by row.
func TestTables(t *testing.T) {
	v := showCase(t, "store-tables")
	source := int32(sourceOf(t, v, "session-store.db"))
	place := fmt.Sprintf("file/%d", source)
	names, err := v.file.Tables(source)
	if err != nil {
		t.Fatal(err)
	}
	page := look(t, ask(t, v, "main", place))
	tables := 0
	for _, href := range page.hrefs {
		if !strings.Contains(href, "/t") || !strings.HasPrefix(href, "#/file/") {
			continue
		}
		tables++
		rows := rowsOf(t, v, only(t, look(t, ask(t, v, "main", strings.TrimPrefix(href, "#/")))))
		n, err := strconv.Atoi(href[strings.LastIndex(href, "/t")+2:])
		if err != nil {
			t.Fatal(err)
		}
		table, err := v.file.Table(source, names[n])
		if err != nil || len(rows) != len(table.Rows) {
			t.Errorf("%s: %d rows of %+v (%v)", href, len(rows), table, err)
		}
	}
	if tables < 3 {
		t.Errorf("%d tables: %s", tables, page.text)
	}
}
