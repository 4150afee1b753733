package sandbox

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// TestOnly: a file system of one archive has nothing beside it, by whatever name.
func TestOnly(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"a.db": "main", "a.db-wal": "log", "a.db2": "other", "home/x.txt": "x", "homes.txt": "other", "secret.txt": "other"} {
		full := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("../secret.txt", filepath.Join(dir, "home", "link")); err != nil {
		t.Fatal(err)
	}
	for archive, want := range map[string]map[string]string{
		"a.db": {"a.db": "main", "a.db-wal": "log", "a.db2": "", "a.db-shm": "", "home/x.txt": "", "secret.txt": ""},
		"home": {"home/x.txt": "x", "homes.txt": "", "home/../secret.txt": "", "secret.txt": "", "home/link": "", "a.db": ""},
	} {
		o, err := openOnly(filepath.Join(dir, archive))
		if err != nil {
			t.Fatal(err)
		}
		for name, text := range want {
			got, _ := fs.ReadFile(o, inside(dir)+"/"+name)
			if string(got) != text {
				t.Errorf("in the sandbox of %s, %s holds %q", archive, name, got)
			}
		}
		if err := o.Close(); err != nil {
			t.Error(err)
		}
	}
}
