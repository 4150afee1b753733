package parse_test

// The arrows of the house as a test: who may import whom. It reads the source of every
// folder of the repository, whatever its build tags, so it needs no toolchain run and
// sees the wasm entry on any machine. Test files are free.

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "flightlog"

// arrow says what the non-test files of a folder may import.
type arrow struct {
	folder string   // "parse/decode/*" stands for each folder right below
	ours   []string // folders of this module, same notation
	others []string // module paths of third parties
}

// engines answer questions over an open timeline and know nothing of files or screens.
var engines = []string{"parse/usage", "parse/trace", "parse/find", "parse/export", "parse/scrub", "parse/diagnose"}

// arrows is the whole picture, from the leaf up. The first row that fits a folder counts.
var arrows = []arrow{
	{folder: "parse/timeline"},
	{folder: "parse/secret"}, // a leaf too: what a secret looks like, for all who mask one
	{"parse/archive", to("parse/timeline"), to("github.com/klauspost/compress")},

	{"parse/decode/sqlitedb", to("parse/timeline"), to("github.com/ncruces/go-sqlite3")},
	{"parse/decode/yamldoc", to("parse/timeline"), to("gopkg.in/yaml.v3")},
	{"parse/decode/jsonc", to("parse/timeline", "parse/decode/rawjson"), to("github.com/tailscale/hujson")},
	{"parse/decode/*", to("parse/timeline", "parse/decode/rawjson"), nil},

	{"parse/event", to("parse/decode/*", "parse/secret", "parse/timeline"), nil},
	{"parse/artifact", to("parse/event", "parse/decode/*", "parse/archive", "parse/secret", "parse/timeline"), nil},
	// beside the walk, parse implements timeline.Reader: the words of one record, read again
	{"parse", to("parse/artifact", "parse/archive", "parse/event", "parse/decode/jsonl", "parse/timeline"), nil},

	{"parse/usage", to("parse/timeline"), nil},
	{"parse/trace", to("parse/timeline"), nil},
	// records that were repaired are decoded again before they are compared
	{"parse/find", to("parse/timeline", "parse/secret", "parse/decode/jsonl"), to("golang.org/x/text/unicode/norm")},
	{"parse/export", to("parse/timeline"), nil},
	{"parse/scrub", to("parse/timeline"), nil},
	{"parse/diagnose", to("parse/timeline", "parse/secret"), nil},

	{"components", to("parse/timeline", append(engines, "parse/secret")...), to("github.com/a-h/templ", "github.com/yuin/goldmark", "github.com/alecthomas/chroma/v2")},
	// the rooms of the viewer: what a reader may choose and how a long text is addressed, one session, the files, the search, then the archive around them
	{"wasm/viewer/part", to("parse/timeline"), nil},
	{"wasm/viewer/filter", to("components", "parse/timeline"), nil},
	{"wasm/viewer/session", to("parse", "parse/timeline", "parse/secret", "components", "wasm/viewer/filter", "wasm/viewer/part"), to("github.com/a-h/templ")},
	{"wasm/viewer/files", to("parse", "parse/timeline", "parse/secret", "components", "wasm/viewer/part", "wasm/viewer/session"), to("github.com/a-h/templ")},
	{"wasm/viewer/search", to("parse", "parse/find", "parse/timeline", "parse/secret", "components", "wasm/viewer/files", "wasm/viewer/session"), to("github.com/a-h/templ")},
	// parse.Options takes an archive.Inflater, and a view is a templ.Component
	{"wasm/viewer", to("parse", append(engines, "parse/timeline", "parse/secret", "parse/archive", "components", "wasm/viewer/files", "wasm/viewer/filter", "wasm/viewer/part", "wasm/viewer/search", "wasm/viewer/session")...), to("github.com/a-h/templ")},
	{"wasm", to("wasm/viewer", "parse/archive"), nil}, // the browser's inflate is an archive.Inflater

	// what tests make their archives with: no row names it, so nothing but tests imports it
	{"parse/fixture", nil, to("github.com/ncruces/go-sqlite3", "golang.org/x/tools/txtar")},

	{folder: "web"},
	// the made-up home that the page carries: SQLite writes its database, so that what reads it is held against the original; it runs where the page is built and is no part of it
	{"cmd/flightlog/sample", nil, to("github.com/ncruces/go-sqlite3")},
	{"cmd/flightlog", to("parse", append(engines, "parse/secret", "parse/timeline", "web", "cmd/flightlog/sample", "cmd/flightlog/sandbox", "cmd/flightlog/lean")...), to("github.com/spf13/cobra", "github.com/spf13/pflag")},
	{"cmd/flightlog/sandbox", nil, to("github.com/tetratelabs/wazero")},
	{folder: "cmd/flightlog/lean"},
	{folder: "cmd/flightlog/lean/*"},            // compiled into the page in the place of packages of the standard library
	{"cmd/e2e", nil, to("github.com/chromedp")}, // its own module
	{folder: "cmd/*"},                           // the programs that make calls: standard library only
}

// TestFixtureIsForTests: a row that allowed parse/fixture would put SQL, zip writers and
// package testing into a program.
func TestFixtureIsForTests(t *testing.T) {
	for _, a := range arrows {
		if slices.ContainsFunc(a.ours, func(p string) bool { return fits(p, "parse/fixture") }) {
			t.Errorf("the row of %s allows parse/fixture", a.folder)
		}
	}
}

func to(first string, more ...string) []string {
	return append([]string{first}, more...)
}

// clock are the functions of package time that read the wall clock. A timeline that
// depends on the hour it is opened at would show a last turn that grows.
var clock = []string{"Now", "Since", "Until"}

func TestArrows(t *testing.T) {
	files := 0
	err := filepath.WalkDir("..", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel := strings.TrimPrefix(filepath.ToSlash(name), "../")
		if d.IsDir() {
			if name != ".." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || rel == "dist" || rel == "shots") {
				return fs.SkipDir
			}
			return nil
		}
		if path.Ext(rel) != ".go" || strings.HasSuffix(rel, "_test.go") {
			return nil
		}
		src, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		files++
		for _, refusal := range refusals(path.Dir(rel), path.Base(rel), src) {
			t.Error(refusal)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 8 {
		t.Errorf("only %d Go files were read: the walk no longer starts at the top of the repository", files)
	}
}

// refusals says, a sentence each, what one file of a folder imports or calls that the
// house does not allow.
func refusals(folder, file string, src []byte) []string {
	var out []string
	refuse := func(format string, args ...any) {
		out = append(out, folder+"/"+file+": "+fmt.Sprintf(format, args...))
	}
	row := slices.IndexFunc(arrows, func(a arrow) bool { return fits(a.folder, folder) })
	if row < 0 {
		refuse("the folder %s is not in the table of parse/imports_test.go: add a row that says what it may import, or move the file to the folder it belongs to", folder)
		return out
	}
	tree, err := parser.ParseFile(token.NewFileSet(), file, src, parser.SkipObjectResolution)
	if err != nil {
		refuse("%v", err)
		return out
	}
	timeName := ""
	for _, spec := range tree.Imports {
		imported, _ := strconv.Unquote(spec.Path.Value) // the parser accepted it
		if why := forbidden(arrows[row], folder, imported); why != "" {
			refuse("imports %s: %s", imported, why)
		}
		if imported == "time" {
			timeName = "time"
			if spec.Name != nil {
				timeName = spec.Name.Name
			}
		}
	}
	if !within("parse", folder) || folder == "parse/fixture" || timeName == "" { // fixtures measure, for tests only
		return out
	}
	if timeName == "." {
		refuse("imports time with a dot, which hides calls of time.Now")
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok && x.Name == timeName && slices.Contains(clock, s.Sel.Name) {
				refuse("time.%s reads the clock: in parse/ every time comes from the archive", s.Sel.Name)
			}
		}
		return true
	})
	return out
}

// forbidden says why a folder may not import a path, "" when it may.
func forbidden(a arrow, folder, imported string) string {
	first, _, _ := strings.Cut(imported, "/")
	switch {
	case imported == module || strings.HasPrefix(imported, module+"/"):
		target := strings.TrimPrefix(strings.TrimPrefix(imported, module), "/")
		if slices.ContainsFunc(a.ours, func(p string) bool { return fits(p, target) }) {
			return ""
		}
		return fmt.Sprintf("of ours, %s may import %s", folder, list(a.ours))
	case strings.Contains(first, "."):
		if slices.ContainsFunc(a.others, func(p string) bool { return within(p, imported) }) {
			return ""
		}
		return fmt.Sprintf("of third parties, %s may import %s", folder, list(a.others))
	case imported == "syscall/js":
		if folder == "wasm" {
			return ""
		}
		return "only wasm/ speaks to JavaScript"
	case imported == "unsafe" || imported == "C":
		return "the bytes come from strangers: no unsafe, no cgo"
	case folder == "parse/fixture" && imported == "os": // hostile inputs are handed to other tests as files
		return ""
	case within("parse", folder) && (within("os", imported) || within("net", imported) || imported == "syscall" || imported == "io/ioutil"):
		return "parse/ gets its bytes handed in and reaches for nothing"
	}
	return ""
}

// fits reports whether a folder is the one a pattern names.
func fits(pattern, folder string) bool {
	ok, err := path.Match(pattern, folder)
	return ok && err == nil
}

// within reports whether a path is root or stands below it.
func within(root, p string) bool {
	return p == root || strings.HasPrefix(p, root+"/")
}

func list(allowed []string) string {
	if len(allowed) == 0 {
		return "nothing"
	}
	return strings.Join(allowed, ", ")
}

// TestArrowsRefuse holds the test above to its word with files that nobody wrote.
func TestArrowsRefuse(t *testing.T) {
	for _, c := range []struct{ folder, imports, body, want string }{
		{"parse/timeline", `"flightlog/parse/archive"`, "", "parse/timeline may import nothing"},
		{"parse/timeline", `"github.com/klauspost/compress/flate"`, "", "of third parties"},
		{"parse/archive", `"flightlog/parse/event"`, "", "of ours"},
		{"parse/archive", `"os"`, "", "reaches for nothing"},
		{"parse/archive", `"net/http"`, "", "reaches for nothing"},
		{"parse/archive", `"os/exec"`, "", "reaches for nothing"},
		{"parse/decode/jsonl", `"flightlog/parse/archive"`, "", "of ours"},
		{"parse/decode/jsonl", `"flightlog/parse/event"`, "", "of ours"},
		{"parse/decode/jsonl", `"flightlog/parse/artifact"`, "", "of ours"},
		{"parse/decode/patch", `"flightlog/parse/decode/jsonl"`, "", "of ours"},
		{"parse/decode/jsonl", `"github.com/ncruces/go-sqlite3"`, "", "of third parties"},
		{"parse/event", `"flightlog/parse/artifact"`, "", "of ours"},
		{"parse/event", `"syscall/js"`, "", "only wasm/"},
		{"parse/artifact", `"flightlog/parse"`, "", "of ours"},
		{"parse", `"flightlog/components"`, "", "of ours"},
		{"parse", `"flightlog/wasm/viewer"`, "", "of ours"},
		{"parse", `"flightlog/web"`, "", "of ours"},
		{"parse", `"flightlog/cmd/flightlog"`, "", "of ours"},
		{"parse", `"flightlog/parse/decode/sqlitedb"`, "", "of ours"},
		{"parse", `"github.com/a-h/templ"`, "", "of third parties"},
		{"parse/find", `"flightlog/parse"`, "", "of ours"},
		{"components", `"flightlog/parse"`, "", "of ours"},
		{"components", `"flightlog/parse/event"`, "", "of ours"},
		{"wasm/viewer", `"syscall/js"`, "", "only wasm/"},
		{"wasm/viewer", `"flightlog/parse/artifact"`, "", "of ours"},
		{"wasm/viewer", `"github.com/tetratelabs/wazero"`, "", "of third parties"},
		{"wasm/viewer/session", `"flightlog/wasm/viewer"`, "", "of ours"},
		{"wasm/viewer/session", `"flightlog/parse/find"`, "", "of ours"},
		{"wasm/viewer/session", `"flightlog/wasm/viewer/files"`, "", "of ours"},
		{"wasm/viewer/files", `"flightlog/wasm/viewer/search"`, "", "of ours"},
		{"wasm/viewer/search", `"flightlog/wasm/viewer"`, "", "of ours"},
		{"wasm/viewer/filter", `"flightlog/wasm/viewer/session"`, "", "of ours"},
		{"wasm/viewer/part", `"flightlog/components"`, "", "of ours"},
		{"wasm", `"flightlog/components"`, "", "of ours"},
		{"wasm", `"flightlog/parse/timeline"`, "", "of ours"},
		{"web", `"flightlog/parse"`, "", "of ours"},
		{"cmd/flightlog", `"flightlog/wasm/viewer"`, "", "of ours"},
		{"cmd/flightlog", `"github.com/chromedp/chromedp"`, "", "of third parties"},
		{"cmd/flightlog", `"github.com/tetratelabs/wazero"`, "", "of third parties"},
		{"cmd/lint", `"flightlog/parse"`, "", "of ours"},
		{"parse", `"flightlog/parse/fixture"`, "", "of ours"},
		{"wasm/viewer", `"flightlog/parse/fixture"`, "", "of ours"},
		{"cmd/flightlog", `"flightlog/parse/fixture"`, "", "of ours"},
		{"components", `"unsafe"`, "", "no unsafe"},
		{"parse/event", `"time"`, "var _ = time.Now()", "time.Now reads the clock"},
		{"parse/event", `"time"`, "var now = time.Now", "time.Now reads the clock"},
		{"parse/event", `clock "time"`, "var _ = clock.Since(clock.Time{})", "time.Since reads the clock"},
		{"parse/event", `. "time"`, "var _ = Now()", "with a dot"},
		{"parse/common", `"fmt"`, "", "add a row"},
		{"parse/decode", `"fmt"`, "", "add a row"},
		{"internal", `"fmt"`, "", "add a row"},
		{"parse/event", `"fmt`, "", "x.go:"},
	} {
		src := "package x\n\nimport " + c.imports + "\n" + c.body + "\n"
		got := strings.Join(refusals(c.folder, "x.go", []byte(src)), "\n")
		if !strings.Contains(got, c.want) {
			t.Errorf("%s with import %s %s: want a refusal with %q, got %q", c.folder, c.imports, c.body, c.want, got)
		}
	}
}

// TestArrowsAllow: what the table names passes, and so does what nobody forbids.
func TestArrowsAllow(t *testing.T) {
	for _, c := range []struct{ folder, imports, body string }{
		{"parse/timeline", `"time"`, "var _ time.Time"},
		{"parse/decode/jsonl", `"flightlog/parse/decode/rawjson"`, ""},
		{"parse/decode/sqlitedb", `"github.com/ncruces/go-sqlite3/vfs"`, ""},
		{"parse/event", `"flightlog/parse/decode/rawjson"`, ""},
		{"parse/artifact", `"flightlog/parse/decode/sqlitedb"`, ""},
		{"parse", `"flightlog/parse/artifact"`, ""},
		{"components", `"flightlog/parse/find"`, ""},
		{"wasm/viewer", `"flightlog/components"`, ""},
		{"wasm/viewer", `"flightlog/wasm/viewer/session"`, ""},
		{"wasm/viewer/session", `"flightlog/wasm/viewer/filter"`, ""},
		{"wasm", `"syscall/js"`, ""},
		{"wasm", `"flightlog/parse/archive"`, ""},
		{"wasm", `"time"`, "var _ = time.Now()"},
		{"cmd/flightlog", `"net/http"`, ""},
		{"cmd/flightlog/sandbox", `"github.com/tetratelabs/wazero"`, ""},
		{"cmd/lint", `"os"`, ""},
	} {
		src := "package x\n\nimport " + c.imports + "\n" + c.body + "\n"
		if got := refusals(c.folder, "x.go", []byte(src)); len(got) > 0 {
			t.Errorf("%s with import %s %s: %q", c.folder, c.imports, c.body, got)
		}
	}
}
