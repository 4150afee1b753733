package main

import (
	"strings"
	"testing"
)

// TestExportRepair: with repair each row of damage stays and what was found follows it;
// with --no-repair only the first is printed.
func TestExportRepair(t *testing.T) {
	zip := packed(t, "broken/raw-newlines")
	for flag, want := range map[string]int{"--format=rows": 6, "--no-repair": 0} {
		code, stdout, stderr := command("export", flag, zip)
		if code != 0 || stderr != "" {
			t.Fatalf("exit %d, stderr %q", code, stderr)
		}
		rows := strings.Split(strings.TrimSuffix(stdout, "\n"), "\n")
		repaired, bad := 0, 0
		for i, row := range rows {
			switch {
			case strings.HasSuffix(row, `,"repaired":true}`):
				if repaired++; !strings.Contains(rows[i-1], "parser: unparseable line") && !strings.HasSuffix(rows[i-1], `"repaired":true}`) {
					t.Errorf("%s follows %s", row, rows[i-1])
				}
			case strings.Contains(row, "parser: unparseable line"):
				bad++
			}
		}
		if repaired != want || bad != 24 {
			t.Errorf("%s: %d repaired rows, want %d; %d rows of damage", flag, repaired, want, bad)
		}
	}
}
