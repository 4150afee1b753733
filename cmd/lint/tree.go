package main

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"
)

// ceiling is the number of lines beyond which a file is two rooms in one.
const ceiling = 600

// topLevel are the names the top of the tree has a place for, beside dot files.
var topLevel = []string{
	"wasm", "web", "parse", "components", "cmd", "testdata",
	"go.mod", "go.sum", "Makefile", "README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md",
}

var machinePaths = refused(`(?:^|[^[:alnum:]])/(?:work|root|farm|tmp/spike)/`,
	"a path of one machine means nothing on the next; name files from the root of the repository")

// credentials are the shapes of real tokens. A test that needs one builds it at run time.
var credentials = func() []ban {
	const why = "looks like a credential; a test that needs one builds it from parts"
	return []ban{
		refused(`\bgh[pousr]_[A-Za-z0-9]{30,}`, why),
		refused(`\bgithub_pat_[A-Za-z0-9_]{30,}`, why),
		refused(`\bglpat-[A-Za-z0-9_-]{20,}`, why),
		refused(`\bnpm_[A-Za-z0-9]{30,}`, why),
		refused(`\bsk-[A-Za-z0-9_-]{20,}`, why),
		refused(`\bxox[abeoprs]-[A-Za-z0-9-]{10,}`, why),
		refused(`\b(?:AKIA|ASIA)[0-9A-Z]{16}\b`, why),
		refused(`\bAIza[0-9A-Za-z_-]{35}`, why),
		refused(`\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}`, why),
		refused(`-----BEGIN [A-Z ]*PRIVATE KEY-----`, why),
		refused(`\b[a-z][a-z0-9+.-]*://[^\s/:@"'<>{}$]+:[^\s/:@"'<>{}$]+@`, why),
	}
}()

// lintTree applies the rules that hold for every file, whatever it contains.
func lintTree(name string, src []byte) []finding {
	var found []finding
	top, _, _ := strings.Cut(name, "/")
	if !strings.HasPrefix(top, ".") && !slices.Contains(topLevel, top) {
		found = append(found, finding{name, 0, fmt.Sprintf("the top of the tree has no place for %q; see the layout in README.md", top)})
	}
	if name == "go.sum" || strings.HasSuffix(name, "/go.sum") {
		return found // hashes only
	}
	found = append(found, scan(name, src, append(credentials, machinePaths))...)
	if written(name) {
		if n := bytes.Count(src, []byte("\n")); n > ceiling {
			found = append(found, finding{name, 0, fmt.Sprintf("%d lines, the ceiling is %d: divide it where its subject divides", n, ceiling)})
		}
	}
	return found
}

// written reports whether a file is one that people write and read line by line.
func written(name string) bool {
	return slices.Contains([]string{".go", ".templ", ".js", ".css", ".html"}, path.Ext(name)) &&
		!strings.HasSuffix(name, "_templ.go") && !strings.Contains(name, "testdata/")
}
