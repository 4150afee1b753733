package components

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestGolden(t *testing.T) {
	for name, view := range views() {
		t.Run(name, func(t *testing.T) {
			got := strings.ReplaceAll(render(t, view), "><", ">\n<") + "\n"
			file := filepath.Join("testdata", name+".html")
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("%s differs; if it should, run the test with -update.%s", file, firstDifference(got, string(want)))
			}
		})
	}
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return "\nline " + Count(i+1) + "\n got " + g[i] + "\nwant " + w[i]
		}
	}
	return "\nonly the length differs: " + Counted(len(g), "line") + " against " + Count(len(w))
}
