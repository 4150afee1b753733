package parse_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"flightlog/parse"
	"flightlog/parse/fixture"
	"flightlog/parse/timeline"
)

// rowsOf prints all rows as export does.
func rowsOf(t *testing.T, o *parse.Opened, opt parse.RowOptions) []string {
	t.Helper()
	var out []string
	err := o.Rows(opt, func(r *timeline.Row) error {
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(r); err != nil {
			return err
		}
		out = append(out, strings.TrimSuffix(b.String(), "\n"))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

var (
	replaced = regexp.MustCompile("\uFFFD+")
	reason   = regexp.MustCompile(`^parser: unparseable line \([^)]*\)`)
)

// comparable folds what two right implementations may spell differently
// (fixtures/real/README.md): runs of U+FFFD, and the reason of a bad line.
func comparable(t *testing.T, line string) map[string]any {
	t.Helper()
	row := map[string]any{}
	if err := json.Unmarshal([]byte(line), &row); err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	text, _ := row["text"].(string)
	row["text"] = reason.ReplaceAllString(replaced.ReplaceAllString(text, "\uFFFD"), "parser: unparseable line")
	return row
}

// TestRowsOfGenuineArchives compares every row with what an independent implementation
// of the same two documents prints.
func TestRowsOfGenuineArchives(t *testing.T) {
	for _, name := range []string{"seed/seed", "real/acp", "real/cut", "real/daily", "real/denied", "real/killed-open", "real/mcp-open", "real/upgrade", "real/v1.0.35"} {
		t.Run(name, func(t *testing.T) {
			got := rowsOf(t, open(t, name+".zip"), parse.RowOptions{Thinking: true, All: true, NoRepair: true})
			want := expectedRows(t, name)
			for i := range max(len(got), len(want)) {
				if i >= len(got) || i >= len(want) {
					t.Fatalf("%d rows, want %d", len(got), len(want))
				}
				a, b := comparable(t, got[i]), comparable(t, want[i])
				for key := range b {
					if a[key] != b[key] {
						t.Errorf("row %d, %s: got %.300q, want %.300q", i, key, a[key], b[key])
					}
				}
				if len(a) != len(b) {
					t.Errorf("row %d has %d keys, want %d", i, len(a), len(b))
				}
			}
		})
	}
	t.Run("real/big", func(t *testing.T) {
		if n := len(rowsOf(t, open(t, "real/big.zip"), parse.RowOptions{Thinking: true, All: true})); n != 5408 {
			t.Errorf("%d rows, want 5408", n)
		}
	})
}

func expectedRows(t *testing.T, name string) []string {
	t.Helper()
	full := shared(t, strings.Replace(name, "seed/seed", "seed/seed.rows.jsonl", 1)+map[bool]string{true: ".rows.jsonl.gz"}[strings.HasPrefix(name, "real/")])
	data, err := os.ReadFile(full)
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasSuffix(full, ".gz") {
		z, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if data, err = io.ReadAll(z); err != nil {
			t.Fatal(err)
		}
	}
	return strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
}

// TestRowsGolden holds the rows of the project's own cases.
func TestRowsGolden(t *testing.T) {
	for _, c := range cases(t) {
		rows := rowsOf(t, read(t, fixture.Zip(t, c.Files, fixture.Shape{})), parse.RowOptions{Thinking: true, All: true})
		golden(t, filepath.Join("..", "testdata", "golden", "rows", c.Name+".jsonl"), strings.Join(append(rows, ""), "\n"))
	}
}

// TestRowsInEveryShape: the same home gives the same rows however it is packed, and
// without --all exactly those that were not dropped.
func TestRowsInEveryShape(t *testing.T) {
	for _, c := range cases(t) {
		want := rowsOf(t, read(t, fixture.Zip(t, c.Files, fixture.Shape{})), parse.RowOptions{All: true})
		shuffled := rowsOf(t, read(t, fixture.Zip(t, c.Files, fixture.Shape{Shuffle: 7})), parse.RowOptions{All: true})
		if strings.Join(shuffled, "\n") != strings.Join(want, "\n") {
			t.Errorf("%s: other rows when its entries are shuffled", c.Name)
		}
		var kept []string
		for _, line := range want {
			if !strings.Contains(line, `"secondary":true,"dropped":true`) {
				kept = append(kept, line)
			}
		}
		if got := rowsOf(t, read(t, fixture.Zip(t, c.Files, fixture.Shape{})), parse.RowOptions{}); strings.Join(got, "\n") != strings.Join(kept, "\n") {
			t.Errorf("%s: %d rows without --all, want %d", c.Name, len(got), len(kept))
		}
	}
}
