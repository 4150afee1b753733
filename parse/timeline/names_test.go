package timeline

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"testing"
)

// TestNames: every kind, outcome, state and mark has a name of its own; programs match
// on them and people read them.
func TestNames(t *testing.T) {
	var all []string
	for _, k := range Kinds() {
		all = append(all, "kind "+k.String())
	}
	for o := NoResult; o <= Unstated; o++ {
		all = append(all, "outcome "+o.String())
	}
	for s := Listed; s <= Unreadable; s++ {
		all = append(all, "state "+s.String())
	}
	for s := Note; s <= Error; s++ {
		all = append(all, "severity "+s.String())
	}
	for m := Recovered; m <= OtherID; m <<= 1 {
		names := m.Names()
		if len(names) != 1 {
			t.Errorf("the mark %d has the names %q", m, names)
			continue
		}
		all = append(all, "mark "+names[0])
	}
	for h := HookThread; h < threads; h++ {
		all = append(all, "thread "+h.String())
	}
	seen := map[string]bool{}
	for _, name := range all {
		if seen[name] || name[len(name)-1] == ' ' {
			t.Errorf("the name %q stands twice or is empty", name)
		}
		seen[name] = true
	}
	if got := (Recovered | InUse).Names(); !slices.Equal(got, []string{"recovered", "in-use"}) {
		t.Errorf("two marks are named %q", got)
	}
}

// TestSeverities: each declared code stands in the one table; another is an error.
func TestSeverities(t *testing.T) {
	tree, err := parser.ParseFile(token.NewFileSet(), "problem.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	declared := 0
	ast.Inspect(tree, func(n ast.Node) bool {
		v, ok := n.(*ast.ValueSpec)
		if !ok || len(v.Values) != 1 {
			return true
		}
		typ, ok := v.Type.(*ast.Ident)
		text, isText := v.Values[0].(*ast.BasicLit)
		if ok && isText && typ.Name == "Code" {
			declared++
			if _, listed := severities[Code(text.Value[1:len(text.Value)-1])]; !listed {
				t.Errorf("the code %s has no severity", text.Value)
			}
		}
		return true
	})
	if declared != len(severities) || declared < 20 {
		t.Errorf("%d codes are declared, %d have a severity", declared, len(severities))
	}
	if Code("made-up").Severity() != Error {
		t.Error("an unlisted code is no error")
	}
	tl := Timeline{Problems: []Problem{{Code: OddName}, {Code: BadLine}, {Code: CutLine}}}
	if tl.Severe() != 2 {
		t.Errorf("of a note, an error and a warning %d are severe", tl.Severe())
	}
}
