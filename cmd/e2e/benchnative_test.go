package e2e

import (
	"os"
	"regexp"
	"strconv"
	"testing"
)

// benchLine is a line of go test -bench: its name, and the ns of a turn.
var benchLine = regexp.MustCompile(`(?m)^Benchmark(\S+?)(?:-\d+)?\s+\d+\s+([\d.]+) ns/op`)

// natively takes the figures of the parser and the command on this machine, outside of a browser.
func natively(t *testing.T, taken *figures) {
	t.Helper()
	took := map[string][]float64{}
	for _, bench := range [][]string{{"OpenBig|LogToEvents|EncodingJSON", "./parse"}, {"Big/first/nowhere|Big/strings.Contains-lower", "./parse/find"}, {"Check|Export|Marshal", "./cmd/flightlog"}} {
		said := atRoot(t, os.Environ(), "go", "test", "-run", "^$", "-bench", bench[0], "-count", strconv.Itoa(rounds), bench[1])
		for _, m := range benchLine.FindAllStringSubmatch(said, -1) {
			ns, err := strconv.ParseFloat(m[2], 64)
			if err != nil {
				t.Fatal(err)
			}
			took[m[1]] = append(took[m[1]], ns/1e6)
		}
	}
	for _, row := range []struct{ name, ours, rival, theirs string }{
		{"natively, its log to all events, ms", "LogToEvents", "encoding/json, the envelope of each line", "EncodingJSON"},
		{"natively, big.zip to all events, ms", "OpenBig", "encoding/json, the envelope of each line", "EncodingJSON"},
		{"natively, search for a word that stands nowhere, ms", "Big/first/nowhere", "strings.Contains, in lower case", "Big/strings.Contains-lower"},
		{"check of big.zip, findings included, ms", "Check", "encoding/json, the envelope of each line", "EncodingJSON"},
		{"export of big.zip, ms", "Export", "encoding/json writing the same rows", "Marshal"},
	} {
		if len(took[row.ours]) == 0 || len(took[row.theirs]) == 0 {
			t.Errorf("%s: no figures of %s and %s", row.name, row.ours, row.theirs)
			continue
		}
		for i := range took[row.ours] {
			taken.note(row.name, took[row.ours][i])
			taken.beside(row.name, row.rival, took[row.theirs][i])
		}
	}
}
