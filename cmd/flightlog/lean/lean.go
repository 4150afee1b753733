// Package lean keeps out of the page what its program imports and can never call. It
// gives `go build` an overlay that puts the small packages below this folder in the place
// of packages of the standard library. Native builds and tests use the real ones.
package lean

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
)

// replaced are packages of the standard library, and what stands in for each.
var replaced = map[string]string{
	"net/http":      "http/http.go",
	"html/template": "template/template.go",
}

// Overlay writes the file for go build's -overlay into dir and answers its name. root is
// the top of Flightlog's source tree, goroot that of the toolchain's.
func Overlay(dir, root, goroot string) (string, error) {
	replace := map[string]string{}
	for name, with := range replaced {
		folder := filepath.Join(goroot, "src", filepath.FromSlash(name))
		files, err := os.ReadDir(folder)
		if err != nil {
			return "", err
		}
		for _, f := range files {
			if strings.HasSuffix(f.Name(), ".go") {
				replace[filepath.Join(folder, f.Name())] = "" // as if it were not there
			}
		}
		replace[filepath.Join(folder, filepath.Base(with))] = filepath.Join(root, "cmd", "flightlog", "lean", filepath.FromSlash(with))
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	file := filepath.Join(dir, "overlay.json")
	return file, os.WriteFile(file, text, 0o644)
}
