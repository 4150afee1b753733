// Command lint holds the tree to the promises of the house that no compiler checks:
// where HTML may enter, what the page's scripts may touch, what a template may contain,
// and what never belongs in the repository.
//
// In: the root of the tree ("." by default). Out: one line a finding, "file:line: what
// and why"; exit 1 where there is one. A file that cannot be read or parsed is a finding
// too, never passed over.
package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// finding is one place that breaks a rule. Line is 1-based; 0 is the file as a whole.
type finding struct {
	file string
	line int
	text string
}

func main() {
	root := "."
	if len(os.Args) > 1 {
		root = os.Args[1]
	}
	files, err := read(root)
	if err != nil {
		fmt.Fprintln(os.Stderr, "lint:", err)
		os.Exit(1)
	}
	found := lint(files)
	for _, f := range found {
		fmt.Printf("%s:%d: %s\n", f.file, f.line, f.text)
	}
	if len(found) > 0 {
		os.Exit(1)
	}
	fmt.Printf("lint: %d files, nothing found\n", len(files))
}

// built is output: it never enters the repository.
var built = []string{".git", "dist", "shots", "cmd/flightlog/flightlog.wasm"}

// read returns every file of the tree that is source, by its slash path from the root.
func read(root string) (map[string][]byte, error) {
	files := map[string][]byte{}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if slices.Contains(built, rel) {
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil // a file; .git is one in a worktree
		}
		if !d.Type().IsRegular() {
			return nil
		}
		files[rel], err = os.ReadFile(name)
		return err
	})
	return files, err
}

// lint applies to each file the rules for its kind, in the order of names.
func lint(files map[string][]byte) []finding {
	var found []finding
	for name, src := range files {
		found = append(found, lintTree(name, src)...)
		if strings.HasPrefix(name, "testdata/") || strings.Contains(name, "/testdata/") {
			continue
		}
		switch path.Ext(name) {
		case ".go":
			found = append(found, lintGo(name, src)...)
		case ".templ":
			found = append(found, lintTempl(name, src)...)
		case ".html":
			found = append(found, lintPage(name, src)...)
		case ".js":
			found = append(found, lintScript(name, src)...)
		case ".css":
			found = append(found, lintStyle(name, src)...)
		}
	}
	slices.SortFunc(found, func(a, b finding) int {
		if c := strings.Compare(a.file, b.file); c != 0 {
			return c
		}
		return a.line - b.line
	})
	return found
}

// ban is a pattern that must not occur, and why.
type ban struct {
	pattern *regexp.Regexp
	why     string
}

// refused is a ban written down: the pattern, and a sentence on what to do instead.
func refused(pattern, why string) ban {
	return ban{regexp.MustCompile(pattern), why}
}

// scan reports each occurrence of each banned pattern. Patterns may span lines.
func scan(name string, src []byte, bans []ban) []finding {
	var found []finding
	for _, b := range bans {
		for _, at := range b.pattern.FindAllIndex(src, -1) {
			hit := bytes.TrimSpace(src[at[0]:at[1]])
			found = append(found, finding{name, lineAt(src, at[0]), fmt.Sprintf("%q: %s", hit, b.why)})
		}
	}
	return found
}

// lineAt is the 1-based line of a byte offset. A hit that begins with a line break, as
// a pattern with a leading blank can, counts for the line after it.
func lineAt(src []byte, offset int) int {
	if offset < len(src) && src[offset] == '\n' {
		offset++
	}
	return 1 + bytes.Count(src[:offset], []byte("\n"))
}
