package viewer

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"flightlog/parse/fixture"
	"flightlog/parse/timeline"
)

var tabNames = []string{"changes", "permissions", "shell", "raw"}

// TestTabsWalk goes through every further view of every session of every fixture: rows
// have words, keys and links of ours, open and close; a record's link leads to its row.
func TestTabsWalk(t *testing.T) {
	for _, c := range cases(t) {
		t.Run(c.Name, func(t *testing.T) {
			v, _ := show(t, fixture.Zip(t, c.Files, fixture.Shape{Stored: true}))
			walkTabs(t, v, 1)
		})
	}
}

func TestTabsWalkGenuine(t *testing.T) {
	names, _ := filepath.Glob(filepath.Join("..", "..", "..", "shared", "fixtures", "real", "*.zip"))
	if len(names) == 0 {
		t.Skip("no ../shared/fixtures/real beside the checkout: the genuine archives are not walked")
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			zip, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			v, _ := show(t, zip)
			walkTabs(t, v, 31)
		})
	}
}

func walkTabs(t *testing.T, v *Viewer, step int) {
	for _, s := range v.file.Sessions {
		for _, tab := range tabNames {
			walkTab(t, v, s, tab, step)
		}
	}
}

func walkTab(t *testing.T, v *Viewer, s *timeline.Session, tab string, step int) {
	place := "s/" + pathOf(v, s) + "/" + tab
	page := look(t, ask(t, v, "main", place))
	leads(t, v, page.hrefs)
	list := only(t, page)
	if list.count == 0 && !strings.Contains(page.text, "No") {
		t.Errorf("%s is empty and does not say so: %s", place, page.text)
	}
	keys := map[string]int{}
	for i, r := range rowsOf(t, v, list) {
		if r.text == "" {
			t.Errorf("%s: row %d is blank", place, i)
		}
		if first, twice := keys[r.key]; r.key != "" && twice {
			t.Errorf("%s: the rows %d and %d have one key, %s", place, first, i, r.key)
		}
		keys[r.key] = i
		if i%step != 0 {
			continue
		}
		leads(t, v, r.hrefs)
		if r.key != "" {
			at := fmt.Sprintf("%s/%s", place, r.key)
			if got := ask(t, v, "place", at); got != fmt.Sprint(i) {
				t.Errorf("%s stands in row %d and is looked for in row %s", at, i, got)
			}
			panel := look(t, ask(t, v, "panel", at))
			if panel.text == "" {
				t.Errorf("%s has no panel", at)
			}
			stays(t, v, list, panel.hrefs)
			if ask(t, v, "row", fmt.Sprintf("%s %d", list.name, i)) == "" {
				t.Errorf("%s: row %d cannot be asked for alone", place, i)
			}
		}
		if r.toggle == "" {
			continue
		}
		if open := ask(t, v, "act", r.toggle); !strings.Contains(open, `aria-expanded="true"`) || len(look(t, open).text) <= len(r.text) {
			t.Errorf("%s, row %d does not open: %s", place, i, look(t, open).text)
		}
		ask(t, v, "act", r.toggle)
		if again := look(t, ask(t, v, "list", fmt.Sprintf("%s %d", list.name, i/list.chunk))).rows[i%list.chunk]; again.text != r.text || again.open != "false" {
			t.Errorf("%s, row %d does not close", place, i)
		}
	}
}

// stays: what a panel links to inside the view at hand has a row there.
func stays(t *testing.T, v *Viewer, l list, hrefs []string) {
	t.Helper()
	leads(t, v, hrefs)
	tab, key, _ := strings.Cut(l.name, "/")
	for _, href := range hrefs {
		record, here := strings.CutPrefix(href, "#/s/"+key+"/"+tab+"/")
		if !here {
			continue
		}
		at := number(t, ask(t, v, "place", strings.TrimPrefix(href, "#/")))
		chunk := ask(t, v, "list", fmt.Sprintf("%s %d", l.name, at/l.chunk))
		_, row, _ := strings.Cut(chunk, fmt.Sprintf(`data-i="%d"`, at))
		row, _, _ = strings.Cut(row, ">")
		also, _, _ := strings.Cut(chunk, fmt.Sprintf(`data-i="%d"`, at))
		also = also[max(strings.LastIndexByte(also, '<'), 0):]
		if !slices.Contains(strings.FieldsFunc(also+" "+row, func(r rune) bool { return r == '"' || r == ' ' }), record) {
			t.Errorf("%s has no row of its own: row %d is <%s>", href, at, row)
		}
	}
}

// TestTabsGolden holds what a person reads in the further views; what opens is shown open.
func TestTabsGolden(t *testing.T) {
	named := []string{"sample", "failing", "denied", "allowed", "cancelled", "lifecycle", "rows-permissions", "rows-stores", "recovered", "tools", "user-shell", "hostile", "bad-lines",
		"cut-last-line", "emptied", "glued", "raw-newlines", "repeats", "utf16", "nul-runs"}
	found := 0
	for _, c := range cases(t) {
		if !slices.Contains(named, c.Name) {
			continue
		}
		found++
		v, _ := show(t, fixture.Zip(t, c.Files, fixture.Shape{Stored: true}))
		var b strings.Builder
		fmt.Fprintf(&b, "%s\n", c.Comment)
		for _, s := range v.file.Sessions {
			for _, tab := range tabNames {
				page := look(t, ask(t, v, "main", "s/"+pathOf(v, s)+"/"+tab))
				_, words, _ := strings.Cut(page.text, "Conversation Events")
				fmt.Fprintf(&b, "\n== s/%s/%s\n%s\n", pathOf(v, s), tab, words)
				rows := rowsOf(t, v, only(t, page))
				for i := range rows {
					if text := []rune(rows[i].text); tab == "raw" && len(text) > 100 {
						rows[i].text = string(text[:100])
					}
				}
				print(&b, tab, rows)
				for _, r := range rows {
					if r.toggle != "" && tab != "shell" {
						fmt.Fprintf(&b, "  %d opened: %s\n", r.index, look(t, ask(t, v, "act", r.toggle)).text)
					}
				}
			}
			fmt.Fprintf(&b, "-- script\n%s", ask(t, v, "text", "s/"+pathOf(v, s)+"/shell"))
		}
		golden(t, filepath.Join("..", "..", "testdata", "golden", "tabs", c.Name+".txt"), b.String())
	}
	if found != len(named) {
		t.Errorf("%d of %d fixtures were found", found, len(named))
	}
}

// FuzzTabs: whatever stands behind a session in a link or in the id of a row, a page is
// shown, nothing fails, and only the link of the shell gives a script.
func FuzzTabs(f *testing.F) {
	for _, rest := range []string{"shell", "shell/events-18", "changes/events-25", "raw/problem-0", "permissions/events-16", "shell:0", "raw:1", "changes:99", "permissions:-1", "shell/", "raw/events-9@9"} {
		f.Add(rest)
	}
	v := showCase(f, "sample")
	s := v.file.Sessions[0]
	f.Fuzz(func(t *testing.T, rest string) {
		key := pathOf(v, s)
		if out, err := v.Answer("main", "s/"+key+"/"+rest); err != nil || len(out) == 0 {
			t.Errorf("the page of %q: %d bytes, %v", rest, len(out), err)
		}
		for op, arg := range map[string]string{"place": "s/" + key + "/" + rest, "act": key + "/" + rest, "row": rest + "/" + key + " 0", "list": rest + "/" + key + " 1"} {
			if out, err := v.Answer(op, arg); err != nil && len(out) > 0 {
				t.Errorf("%s %q answers %d bytes and %v", op, arg, len(out), err)
			}
		}
		out, _ := v.Answer("text", "s/"+key+"/"+rest)
		if script := strings.HasPrefix(string(out), "# Shell commands of session "); script != (rest == "shell") && !strings.HasSuffix(rest, "/shell") {
			t.Errorf("%q gives %q", rest, out)
		}
	})
}
