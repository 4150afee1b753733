package files

import (
	"slices"
	"strings"
	"testing"

	"flightlog/parse/timeline"
)

// TestFileTree: each source has one row, below the folders that it lies in; a folder sums
// what is below it.
func TestFileTree(t *testing.T) {
	for _, c := range cases(t) {
		fs := opened(t, c.Files)
		tree := fs.treeOf()
		seen := map[int32]bool{}
		for i, n := range tree.nodes {
			if n.source == timeline.None {
				files, bytes := 0, int64(0)
				for _, m := range tree.nodes[i+1:] {
					if m.depth <= n.depth {
						break
					}
					if m.source != timeline.None {
						files, bytes = files+fs.file.Sources[m.source].Files, bytes+fs.file.Sources[m.source].Bytes
					}
				}
				if files != n.files || bytes != n.bytes || files == 0 {
					t.Errorf("%s: %s says %d files of %d bytes, has %d of %d", c.Name, n.path, n.files, n.bytes, files, bytes)
				}
				continue
			}
			if seen[n.source] || tree.at[n.source] != i {
				t.Errorf("%s: source %d has row %d and %d", c.Name, n.source, i, tree.at[n.source])
			}
			seen[n.source] = true
		}
		if len(seen) != len(fs.file.Sources) {
			t.Errorf("%s: %d rows for %d sources", c.Name, len(seen), len(fs.file.Sources))
		}
	}
}

// TestPathOrder: paths stand as their names do one by one, whatever sorts before a slash.
func TestPathOrder(t *testing.T) {
	paths := []string{"", "a", "a/", "a/b", "a/b/c", "a-b", "a-b/c", "a b/c", "a.b", "ab", "é/a", "é", "a!/b", "a/!b"}
	for _, a := range paths {
		for _, b := range paths {
			if got, want := comparePaths(a, b), slices.Compare(strings.Split(a, "/"), strings.Split(b, "/")); got != want {
				t.Errorf("%q and %q: %d, want %d", a, b, got, want)
			}
		}
	}
}
