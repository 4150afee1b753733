package artifact

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the README's table anew")

// TestReadmeTable: the README says what is read in the words of the artifacts.
func TestReadmeTable(t *testing.T) {
	name := filepath.Join("..", "..", "README.md")
	readme, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok1 := strings.Cut(string(readme), "## What it reads\n\n")
	table, tail, ok2 := strings.Cut(rest, "\n\n")
	if !ok1 || !ok2 {
		t.Fatal("README.md has no section What it reads")
	}
	if *update {
		readme = []byte(head + "## What it reads\n\n" + strings.TrimSuffix(Table(), "\n") + "\n\n" + tail)
		if err := os.WriteFile(name, readme, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if table+"\n" != Table() {
		t.Errorf("README.md says\n%s\nthe artifacts say\n%s(go test ./parse/artifact -update writes it)", table, Table())
	}
	for _, a := range artifacts {
		if !strings.Contains(Table(), "`"+a.File+"`") {
			t.Errorf("the table leaves out %s", a.Name)
		}
	}
}
