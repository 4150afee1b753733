package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
)

// proseFile is the one file whose output reaches the page without templ's escaping: it
// renders Markdown from goldmark's tree with a printer of ours.
const proseFile = "components/prose.go"

// linkFunc is the helper through which every computed link of a template goes: it lets
// through what begins with #/.
const linkFunc = "inside"

const templModule = "github.com/a-h/templ"

// lintGo holds Go source to two rules: HTML that is not escaped enters in one file, and
// nothing steps outside the type system. Generated templates are judged by the .templ
// file they come from.
func lintGo(name string, src []byte) []finding {
	if strings.HasSuffix(name, "_templ.go") {
		return nil
	}
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
	if err != nil {
		return []finding{{name, 0, err.Error()}}
	}
	var found []finding
	report := func(at token.Pos, text string) {
		found = append(found, finding{name, fset.Position(at).Line, text})
	}
	templName := ""
	for _, spec := range tree.Imports {
		imported, _ := strconv.Unquote(spec.Path.Value) // the parser accepted it
		local := ""
		if spec.Name != nil {
			local = spec.Name.Name
		}
		switch imported {
		case "unsafe", "C":
			report(spec.Pos(), "no unsafe and no cgo: the bytes come from strangers")
		case templModule:
			templName = "templ"
			if local != "" {
				templName = local
			}
			if local == "." {
				report(spec.Pos(), "import templ by name: a dot hides calls of templ.Raw")
			}
		}
	}
	if templName == "" || name == proseFile {
		return found
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Recv != nil && n.Name.Name == "Render" {
				report(n.Pos(), "a component that writes its own bytes stands in "+proseFile+" only")
			}
			return n.Recv != nil || n.Name.Name != linkFunc // the helper makes what it has checked a templ.SafeURL
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && x.Name == templName && templEscapes[n.Sel.Name] != "" {
				report(n.Pos(), "templ."+n.Sel.Name+": "+templEscapes[n.Sel.Name])
			}
		}
		return true
	})
	return found
}

// templEscapes are the functions and types by which templ lets bytes through unescaped.
var templEscapes = map[string]string{
	"ComponentFunc":    "a component that writes its own bytes stands in " + proseFile + " only",
	"Raw":              "unescaped HTML enters in " + proseFile + " only",
	"FromGoHTML":       "unescaped HTML enters in " + proseFile + " only",
	"SafeURL":          "an unchecked address; links of ours begin with #/",
	"SafeCSS":          "the page's policy refuses style attributes",
	"SafeCSSProperty":  "the page's policy refuses style attributes",
	"SafeScript":       "the page's policy refuses inline scripts",
	"SafeScriptInline": "the page's policy refuses inline scripts",
	"ComponentScript":  "the page's policy refuses inline scripts",
	"JSFuncCall":       "the page's policy refuses inline scripts",
	"JSUnsafeFuncCall": "the page's policy refuses inline scripts",
	"JSExpression":     "the page's policy refuses inline scripts",
	"JSONScript":       "the page's policy refuses inline scripts",
}
