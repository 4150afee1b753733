package viewer

import (
	"fmt"
	"strings"
	"testing"

	"flightlog/parse/fixture"
	"flightlog/parse/timeline"
)

// opensAt: a link leads to a page that opens, and the row at its place is that of key.
func opensAt(t *testing.T, v *Viewer, href, key string) bool {
	t.Helper()
	place := strings.TrimPrefix(href, "#/")
	page := look(t, ask(t, v, "main", place))
	leads(t, v, []string{href})
	if page.text == "" {
		t.Errorf("%s shows nothing", href)
	}
	l := only(t, page)
	if l.count == 0 {
		return false
	}
	at := number(t, ask(t, v, "place", place))
	before, after, _ := strings.Cut(ask(t, v, "list", fmt.Sprintf("%s %d", l.name, at/l.chunk)), fmt.Sprintf(`data-i="%d"`, at))
	row, _, _ := strings.Cut(before[strings.LastIndexByte(before, '<'):]+after, ">")
	return strings.Contains(strings.NewReplacer(`"`, " ").Replace(row), " "+key+" ")
}

// TestProblemOpens: the panel of a problem leads to its file, which opens, at the line where
// the file is shown by lines or bytes; of the log of a session to the record on that line,
// or to the damage.
func TestProblemOpens(t *testing.T) {
	atLine, toRecord, toDamage := 0, 0, 0
	for _, c := range cases(t) {
		v, _ := show(t, fixture.Zip(t, c.Files, fixture.Shape{Stored: true}))
		for i := range v.file.Problems {
			p := &v.file.Problems[i]
			in := v.inspectProblem(v.route(fmt.Sprintf("problems/problem-%d", i)))
			if p.Source == timeline.None {
				if in.Open != "" || in.Source != "the archive itself" {
					t.Errorf("%s: %q is of %q and leads to %q", c.Name, p.Message, in.Source, in.Open)
				}
				continue
			}
			if want := fmt.Sprintf("#/file/%d", p.Source); in.Open != want && !strings.HasPrefix(in.Open, want+"/line-") {
				t.Errorf("%s: %q leads to %q", c.Name, p.Message, in.Open)
			}
			path := v.file.Sources[p.Source].Path
			marked := opensAt(t, v, in.Open, fmt.Sprintf("line-%d", p.Line))
			if p.Line > 0 && strings.HasSuffix(path, ".jsonl") {
				atLine++
				if !marked {
					t.Errorf("%s, %s: %s marks no line", c.Name, path, in.Open)
				}
			}
			for _, link := range in.Related {
				if to := v.route(strings.TrimPrefix(link.Href, "#/")); to.Problem >= 0 && len(v.inspectProblem(to).Related) > 0 {
					t.Errorf("%s: %q leads to its own row from there", c.Name, p.Message)
				}
				key := link.Href[strings.LastIndexByte(link.Href, '/')+1:]
				if !opensAt(t, v, link.Href, key) {
					t.Errorf("%s: %q leads to %s, which marks nothing", c.Name, p.Message, link.Href)
				}
				if strings.HasPrefix(key, "problem-") {
					toDamage++
				} else {
					toRecord++
				}
			}
			if !strings.Contains(ask(t, v, "panel", fmt.Sprintf("problems/problem-%d", i)), `href="`+in.Open+`"`) {
				t.Errorf("%s: the panel of %q has no link to its file", c.Name, p.Message)
			}
		}
	}
	if atLine == 0 || toRecord == 0 || toDamage == 0 {
		t.Errorf("%d lines, %d records, %d damaged places", atLine, toRecord, toDamage)
	}
}
