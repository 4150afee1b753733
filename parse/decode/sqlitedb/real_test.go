package sqlitedb

import (
	"archive/zip"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// shared finds a file of the fixtures that lie beside the repository, or skips.
func shared(tb testing.TB, elem ...string) string {
	tb.Helper()
	path := filepath.Join(append([]string{"..", "..", "..", "..", "shared", "fixtures"}, elem...)...)
	if _, err := os.Stat(path); err != nil {
		tb.Skipf("no %s beside the repository", filepath.Join(elem...))
	}
	return path
}

// zipped reads a home's store out of a zip.
func zipped(tb testing.TB, name string) (main, wal []byte) {
	tb.Helper()
	z, err := zip.OpenReader(shared(tb, "real", name))
	if err != nil {
		tb.Fatal(err)
	}
	defer z.Close()
	for _, f := range z.File {
		var into *[]byte
		switch {
		case strings.HasSuffix(f.Name, "/session-store.db"):
			into = &main
		case strings.HasSuffix(f.Name, "/session-store.db-wal"):
			into = &wal
		default:
			continue
		}
		r, err := f.Open()
		if err != nil {
			tb.Fatal(err)
		}
		if *into, err = io.ReadAll(r); err != nil {
			tb.Fatal(err)
		}
		r.Close()
	}
	return main, wal
}

// loose reads a home's store from a folder.
func loose(tb testing.TB, name string) (main, wal []byte) {
	tb.Helper()
	dir := shared(tb, "bugs", name, ".copilot")
	main, err := os.ReadFile(filepath.Join(dir, "session-store.db"))
	if err != nil {
		tb.Fatal(err)
	}
	wal, _ = os.ReadFile(filepath.Join(dir, "session-store.db-wal"))
	return main, wal
}

// TestRealStores counts what the CLI's own databases hold, with and without their log.
func TestRealStores(t *testing.T) {
	for _, c := range []struct {
		name                          string
		sessions, turns               int
		sessionsWithout, turnsWithout int
		frames, valid                 int
	}{
		{"daily.zip", 14, 66, 13, 57, 1001, 210},
		{"big.zip", 1, 130, 1, 121, 1015, 714},
		{"denied.zip", 3, 3, 0, 0, 130, 130},
		{"killed-open.zip", 2, 1, 0, 0, 84, 84},
		{"mcp-open.zip", 4, 6, 0, 0, 229, 229},
		{"upgrade.zip", 1, 1, 0, 0, 61, 61},
	} {
		t.Run(c.name, func(t *testing.T) {
			main, wal := zipped(t, c.name)
			db := open(t, main, wal)
			if s, n := count(t, db, "sessions"), count(t, db, "turns"); s != c.sessions || n != c.turns {
				t.Errorf("%d sessions, %d turns; want %d, %d", s, n, c.sessions, c.turns)
			}
			facts := db.WAL()
			if facts.Frames != c.frames || facts.Applied != c.valid || facts.Torn || db.WantsWAL() || db.Damage() != nil {
				t.Errorf("%+v, damage %v; want %d of %d frames", facts, db.Damage(), c.valid, c.frames)
			}
			alone := open(t, main, nil)
			if s, n := count(t, alone, "sessions"), count(t, alone, "turns"); s != c.sessionsWithout || n != c.turnsWithout {
				t.Errorf("without the log %d sessions, %d turns; want %d, %d", s, n, c.sessionsWithout, c.turnsWithout)
			}
			if !alone.WantsWAL() {
				t.Error("without its log it does not want one")
			}
		})
	}
}

func TestRealStoreWithoutTables(t *testing.T) {
	main, wal := zipped(t, "cut.zip")
	db := open(t, main, wal)
	if tables, err := db.Tables(); len(tables) != 0 || err != nil || wal != nil || !db.WantsWAL() {
		t.Errorf("tables %q, %v; log %d bytes, wanted %v", tables, err, len(wal), db.WantsWAL())
	}
}

// TestSearchIndexContent reads what lies below the full-text index, without that module.
func TestSearchIndexContent(t *testing.T) {
	main, wal := zipped(t, "daily.zip")
	db := open(t, main, wal)
	tables, _ := db.Tables()
	if slices.Contains(tables, "search_index") || !slices.Contains(tables, "search_index_content") {
		t.Errorf("tables %q", tables)
	}
	if n := count(t, db, "search_index_content"); n != 78 {
		t.Errorf("%d rows, want 78", n)
	}
}

// TestReportedStores reads the small inputs modelled on public bug reports.
func TestReportedStores(t *testing.T) {
	for _, c := range []struct {
		name            string
		sessions, turns int
		torn, wants     bool
	}{
		{"24-wal-rows", 2, 5, false, false},
		{"26-wal-torn", 1, 4, true, false},
		{"28-main-without-wal", 1, 4, false, true},
		{"31-schema-drift", 1, 4, false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			main, wal := loose(t, c.name)
			db := open(t, main, wal)
			if s, n := count(t, db, "sessions"), count(t, db, "turns"); s != c.sessions || n != c.turns {
				t.Errorf("%d sessions, %d turns; want %d, %d", s, n, c.sessions, c.turns)
			}
			if db.WAL().Torn != c.torn || db.WantsWAL() != c.wants {
				t.Errorf("%+v, wants its log: %v", db.WAL(), db.WantsWAL())
			}
		})
	}
}
