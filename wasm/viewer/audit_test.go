package viewer

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"flightlog/cmd/flightlog/sample"
	"flightlog/wasm/viewer/filter"
)

// TestAuditGolden holds the three views of the permissions to their golden files.
func TestAuditGolden(t *testing.T) {
	for _, name := range []string{"denied", "allowed", "rows-permissions", "cancelled", "user-shell", "recovered", "hostile"} {
		v := showCase(t, name)
		var b strings.Builder
		for _, place := range []string{"permissions", "permissions/commands", "permissions/standing"} {
			page := look(t, ask(t, v, "main", place))
			fmt.Fprintf(&b, "== %s\n%s\n", place, page.text)
			print(&b, place, rowsOf(t, v, only(t, page)))
		}
		golden(t, filepath.Join("..", "..", "testdata", "golden", "archive", name+"-permissions.txt"), b.String())
	}
}

// TestAuditIsWhole: every request and every command of every session is in it once, and
// each row leads to a row of its session.
func TestAuditIsWhole(t *testing.T) {
	for _, name := range []string{"daily.zip", "mcp-open.zip", "denied.zip", "cut.zip", "acp.zip"} {
		v := genuine(t, name)
		asked, commands := 0, 0
		for _, s := range v.file.Sessions {
			for i := range s.Events {
				if s.Events[i].Type == "permission.requested" {
					asked++
				}
			}
			for i := range s.Calls {
				if slices.Contains([]string{"bash", "powershell", "local_shell", "shell"}, s.Calls[i].Tool) {
					commands++
				}
			}
		}
		a := v.audited()
		if got := len(a.views[auditRequests]) - a.sums[auditRequests][filter.ModeSwitched]; got < asked || asked != v.asked() {
			t.Errorf("%s: %d requests, the audit has %d, the rail says %d", name, asked, got, v.asked())
		}
		if got := len(a.views[auditCommands]); got != commands {
			t.Errorf("%s: %d of %d commands", name, got, commands)
		}
		if page := look(t, ask(t, v, "main", "permissions")).text; !strings.Contains(page, fmt.Sprintf("Requests %d Shell commands %d ", asked, commands)) {
			t.Errorf("%s: %d requests and %d commands; the tabs say %s", name, asked, commands, page)
		}
		for _, place := range []string{"permissions", "permissions/commands"} {
			for _, r := range rowsOf(t, v, only(t, look(t, ask(t, v, "main", place)))) {
				to := v.route(strings.TrimPrefix(r.hrefs[0], "#/"))
				if to.Record == nil || r.text == "" {
					t.Fatalf("%s, %s: row %q leads to %s, where no record is", name, place, r.text, r.hrefs[0])
				}
				if list := only(t, look(t, ask(t, v, "main", strings.TrimPrefix(r.hrefs[0], "#/")))); list.count == 0 {
					t.Fatalf("%s: the view at %s is empty", name, r.hrefs[0])
				}
			}
		}
	}
}

// TestAuditFilters: what is chosen is shown alone, the choices are links whose counts hold,
// and nothing of a name stands in them.
func TestAuditFilters(t *testing.T) {
	v := genuine(t, "daily.zip")
	for _, view := range []string{auditRequests, auditCommands} {
		all := rowsOf(t, v, only(t, look(t, ask(t, v, "main", "permissions/"+view))))
		for _, f := range v.audited().sift(view, filter.Filter{}).facets {
			sum := 0
			for _, c := range f.Choices {
				rows := rowsOf(t, v, only(t, look(t, ask(t, v, "main", strings.TrimPrefix(c.Href, "#/")))))
				if sum += len(rows); len(rows) != c.Count {
					t.Errorf("%s, %s: %d rows, the choice says %d", view, c.Href, len(rows), c.Count)
				}
				if strings.Contains(c.Href, "thermo") || strings.Contains(c.Href, "%") {
					t.Errorf("content stands in the link %s", c.Href)
				}
			}
			if f.Name != "Tool" && f.Name != "Then" && sum != len(all) {
				t.Errorf("%s: the choices of %s add up to %d of %d", view, f.Name, sum, len(all))
			}
		}
	}
	page := look(t, ask(t, v, "main", "permissions?decision=denied,nobody,refused"))
	rows := rowsOf(t, v, only(t, page))
	if len(rows) != 3 || !strings.Contains(rows[0].text, "you denied it") {
		t.Errorf("denied are %+v", rows)
	}
	if page := look(t, ask(t, v, "main", "permissions?project=xffffffff")); only(t, page).count != 0 || !strings.Contains(page.text, "Clear all") {
		t.Errorf("a filter that nothing passes shows %q", page.text)
	}
}

// TestAuditFigures: what a figure leads to are as many rows as it says.
func TestAuditFigures(t *testing.T) {
	zip, err := sample.Zip()
	if err != nil {
		t.Fatal(err)
	}
	followed := 0
	all := map[string]*Viewer{}
	all["the sample"], _ = show(t, zip)
	for _, name := range []string{"cancelled", "rows-permissions", "allowed"} {
		all[name] = showCase(t, name)
	}
	for name, v := range all {
		for _, f := range v.auditFigures(v.audited()) {
			for _, p := range f.Parts {
				if p.Href == "" {
					continue
				}
				n, _, told := strings.Cut(p.Text, " ")
				if !told { // "show"
					n = f.N
				}
				if rows := rowsOf(t, v, only(t, look(t, ask(t, v, "main", strings.TrimPrefix(p.Href, "#/"))))); fmt.Sprint(len(rows)) != n {
					t.Errorf("%s: %s %s leads to %d rows", name, f.N, f.Noun, len(rows))
				}
				followed++
			}
		}
	}
	if followed < 10 {
		t.Errorf("%d links were followed", followed)
	}
}

// TestAuditCopies: requests that a fork copied are told apart: the other pages count them once.
func TestAuditCopies(t *testing.T) {
	if page := look(t, ask(t, genuine(t, "daily.zip"), "main", "permissions")).text; !strings.Contains(page, " 23 asked 9 of them copied by forks ") {
		t.Errorf("the page says %s", page)
	}
}
