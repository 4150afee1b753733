// Command notices holds every module that goes into the page or the command to a licence
// that is known and permissive, and writes the notices that the page carries.
//
// In: the module graph and the licence files of the modules as the Go toolchain has them,
// run at the top of the tree. Out: web/notices.txt, the licence text of each module inside
// the page; the command's other modules are checked only. A module without a licence file,
// or with one that is not known here, is an error and nothing is written.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

const file = "web/notices.txt"

// module is a module that is linked into one of the programs.
type module struct {
	path, version, dir string
	page               bool // into the page's
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "notices:", err)
		os.Exit(1)
	}
}

func run() error {
	modules, err := linked()
	if err != nil {
		return err
	}
	text, err := notices(modules)
	if err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o644)
}

// linked lists the modules of both programs, the toolchain's own library first.
func linked() ([]module, error) {
	goroot, err := golang(nil, "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	out := []module{{path: "The library and the runtime of Go", dir: strings.TrimSpace(goroot), page: true}}
	for _, program := range []struct {
		env     []string
		pattern string
	}{{[]string{"GOOS=js", "GOARCH=wasm"}, "./wasm"}, {nil, "./cmd/flightlog"}} {
		list, err := golang(program.env, "list", "-e", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}{{end}}", program.pattern)
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(list) {
			f := strings.Split(strings.TrimSpace(line), "\t")
			if len(f) == 3 && !slices.ContainsFunc(out, func(m module) bool { return m.path == f[0] }) {
				out = append(out, module{f[0], f[1], f[2], program.pattern == "./wasm"})
			}
		}
	}
	slices.SortStableFunc(out[1:], func(a, b module) int { return strings.Compare(a.path, b.path) })
	return out, nil
}

func golang(env []string, args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), env...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	return string(out), err
}

// notices checks every module and gives the text for those in the page.
func notices(modules []module) ([]byte, error) {
	var out bytes.Buffer
	var bad []error
	out.WriteString("This page holds works of others, each under the licence that follows its name. SQLite itself, from which\ngo-sqlite3-wasm is made, is in the public domain.\n")
	for _, m := range modules {
		text, kinds, err := licence(m.dir)
		if err != nil {
			bad = append(bad, fmt.Errorf("%s: %w", m.path, err))
			continue
		}
		if m.page {
			fmt.Fprintf(&out, "\n\n%s (%s)\n\n%s\n", strings.TrimSpace(m.path+" "+m.version), strings.Join(kinds, ", "), text)
		}
	}
	return out.Bytes(), errors.Join(bad...)
}

// licence reads the licence file of a module, and its notice where there is one.
func licence(dir string) (text string, kinds []string, err error) {
	for _, name := range []string{"LICENSE", "LICENSE.txt", "LICENSE.md", "LICENCE", "COPYING"} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			continue
		}
		kinds, err := kindsOf(string(data))
		if err != nil {
			return "", nil, err
		}
		text = clean(string(data))
		if notice, err := os.ReadFile(filepath.Join(dir, "NOTICE")); err == nil {
			text += "\n\n" + clean(string(notice))
		}
		return text, kinds, nil
	}
	return "", nil, errors.New("no licence file")
}

// clean takes off what would differ between two checkouts or be lost in a page.
func clean(text string) string {
	var out []string
	for line := range strings.Lines(strings.ReplaceAll(text, "\t", "    ")) {
		out = append(out, strings.TrimRight(line, " \r\n\f"))
	}
	return strings.Trim(strings.Join(out, "\n"), "\n")
}
