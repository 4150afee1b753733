package artifact

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"flightlog/parse/fixture"
	"flightlog/parse/timeline"
)

// manyTurns is a store with n turns, some hundred bytes each.
const manyTurns = `CREATE TABLE sessions (id TEXT PRIMARY KEY, summary TEXT, created_at TEXT);
CREATE TABLE turns (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT, turn_index INTEGER, user_message TEXT, assistant_response TEXT, timestamp TEXT);
CREATE TABLE session_files (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT, file_path TEXT, tool_name TEXT, turn_index INTEGER, first_seen_at TEXT);
INSERT INTO sessions VALUES ('5e55a0a1-0000-4000-8000-000000000001', 'Damaged', '2026-10-01T09:00:00.000Z');
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<400)
INSERT INTO turns SELECT i, '5e55a0a1-0000-4000-8000-000000000001', i, printf('prompt %d%200s', i, ''), 'reply', printf('2026-10-01T09:%02d:%02d.000Z', i/60, i%60) FROM n;
INSERT INTO session_files VALUES (1, '5e55a0a1-0000-4000-8000-000000000001', '/srv/x.go', 'edit', 1, '2026-10-01T09:00:00.000Z');
`

// leafWith gives the offset of the leaf page of a table that holds a text. Inner pages may
// hold the remains of what they once were.
func leafWith(t *testing.T, main []byte, text string) int {
	t.Helper()
	for at := 0; at < len(main); at += 4096 {
		if page := main[at : at+4096]; page[0] == 13 && bytes.Contains(page, []byte(text)) {
			return at
		}
	}
	t.Fatalf("no page holds %q", text)
	return 0
}

// TestDamagedTable: of a table with a damaged page the rows before it and behind it are
// read, the problem counts what may be missing between them, and other tables are whole.
func TestDamagedTable(t *testing.T) {
	main, _ := fixture.Database(t, manyTurns)
	at := leafWith(t, main, "prompt 200 ")
	lostRows := len(regexp.MustCompile(`prompt \d+ `).FindAll(main[at:at+4096], -1))
	for name, damage := range map[string]func(page []byte){
		"zeros": func(page []byte) { clear(page) },
		"noise": func(page []byte) { copy(page, strings.Repeat("noise", 900)) },
	} {
		t.Run(name, func(t *testing.T) {
			broken := bytes.Clone(main)
			damage(broken[at : at+4096])
			got := readWith(t, nil, fixture.File{Name: ".copilot/session-store.db", Data: broken})
			store := got.Sessions[0].Store
			var rowids []int64
			files := 0
			for i := range store {
				switch store[i].Type {
				case "turns":
					rowids = append(rowids, store[i].Line)
				case "session_files":
					files++
				}
			}
			if !slices.IsSorted(rowids) || len(rowids) != 400-lostRows || rowids[len(rowids)-1] != 400 || files != 1 {
				t.Errorf("%d turns from %d to %d, %d files", len(rowids), rowids[0], rowids[len(rowids)-1], files)
			}
			gap := slices.IndexFunc(rowids, func(id int64) bool { return id > 200 })
			before, behind := rowids[gap-1], rowids[gap]
			want := fmt.Sprintf("Between the rowids %d and %d as many as %d rows may be missing.", before, behind, behind-before-1)
			if int(behind-before-1) != lostRows {
				t.Errorf("rows %d to %d are missing, the page held %d", before+1, behind-1, lostRows)
			}
			if len(got.Problems) != 1 || got.Problems[0].Code != timeline.DBMalformed || !strings.HasSuffix(got.Problems[0].Message, want) ||
				got.Problems[0].Kept != fmt.Sprintf("%d rows before that, %d rows behind it", gap, len(rowids)-gap) {
				t.Errorf("%+v, want … %s", got.Problems, want)
			}
			if got.Sources[0].State != timeline.Partly || len(got.Sessions[0].Events) == 0 {
				t.Errorf("%+v", got.Sources[0])
			}
		})
	}
	t.Run("the first page of the table", func(t *testing.T) {
		broken := bytes.Clone(main)
		first := leafWith(t, main, "prompt 1 ")
		clear(broken[first : first+4096])
		got := readWith(t, nil, fixture.File{Name: ".copilot/session-store.db", Data: broken})
		n := 0
		for i := range got.Sessions[0].Store {
			if e := &got.Sessions[0].Store[i]; e.Type == "turns" {
				if n++; n == 1 && !strings.Contains(got.Problems[0].Message, "All rows before the rowid "+strconv.FormatInt(e.Line, 10)+" may be missing.") {
					t.Errorf("%+v", got.Problems)
				}
			}
		}
		if n == 0 || n >= 400 {
			t.Errorf("%d turns", n)
		}
	})
}

// TestOnlyInLog compares the rows of a store with those of its main file alone, for every
// kind of change, and holds that a log without changes marks nothing.
func TestOnlyInLog(t *testing.T) {
	const make = "CREATE TABLE turns (id INTEGER PRIMARY KEY, session_id TEXT, user_message TEXT);\n" +
		"INSERT INTO turns VALUES (1, 's', 'one'), (3, 's', 'three'), (5, 's', 'five'), (9, 's', 'nine');\n-- wal\n"
	for name, tt := range map[string]struct{ sql, want string }{
		"rows between":  {"INSERT INTO turns VALUES (2, 's', 'two'), (4, 's', 'four')", "2 4"},
		"a row behind":  {"INSERT INTO turns VALUES (10, 's', 'ten')", "10"},
		"a row before":  {"INSERT INTO turns VALUES (-7, 's', 'minus')", "-7"},
		"changed":       {"UPDATE turns SET user_message = 'other' WHERE id = 3", "3"},
		"gone":          {"DELETE FROM turns WHERE id IN (1, 9)", ""},
		"gone and back": {"DELETE FROM turns; INSERT INTO turns VALUES (3, 's', 'three'), (4, 's', 'four')", "4"},
		"a new column":  {"ALTER TABLE turns ADD COLUMN timestamp TEXT", ""},
		"its value":     {"ALTER TABLE turns ADD COLUMN timestamp TEXT; UPDATE turns SET timestamp = 'now' WHERE id = 5", "5"},
		"another table": {"CREATE TABLE sessions (id TEXT)", ""},
	} {
		main, wal := fixture.Database(t, make+tt.sql)
		got := readWith(t, nil, fixture.File{Name: ".copilot/session-store.db", Data: main}, fixture.File{Name: ".copilot/session-store.db-wal", Data: wal})
		var ids []string
		for i := range got.Sessions[0].Store {
			if e := &got.Sessions[0].Store[i]; e.Has(timeline.OnlyInWAL) {
				ids = append(ids, strconv.FormatInt(e.Line, 10))
			}
		}
		if s := strings.Join(ids, " "); s != tt.want {
			t.Errorf("%s: marked %q, want %q", name, s, tt.want)
		}
		if len(got.Problems) > 0 {
			t.Errorf("%s: %+v", name, got.Problems)
		}
	}
}
