package viewer

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"flightlog/parse/fixture"
)

// TestNextWalk goes from stop to stop in every list of every fixture, down and up: both
// ways meet the same rows, each of them once, and every place that is answered is a row of
// the list at that index, drawn there even where it stands inside others.
func TestNextWalk(t *testing.T) {
	for _, c := range cases(t) {
		v, _ := show(t, fixture.Zip(t, c.Files, fixture.Shape{Stored: true}))
		for _, s := range v.file.Sessions {
			for _, tab := range []string{"conversation", "events", "changes", "permissions", "shell", "raw"} {
				for _, what := range []string{"prompt", "failure", "call"} {
					name := tab + "/" + pathOf(v, s)
					walkStops(t, v, name, what, "1", -1)
					down, up := walkStops(t, v, name, what, "1", -1), walkStops(t, v, name, what, "-1", 1<<30)
					for i := range down {
						if len(up) != len(down) || down[i] != up[len(up)-1-i] {
							t.Errorf("%s %s: %v down, %v up", name, what, down, up)
							break
						}
					}
				}
			}
		}
	}
}

func walkStops(t *testing.T, v *Viewer, name, what, by string, from int) []string {
	t.Helper()
	var out []string
	chunk := 0 // rows of one, where others may stand inside them
	if key, ok := strings.CutPrefix(name, "conversation/"); ok {
		if lists := look(t, ask(t, v, "main", "s/"+key)).lists; len(lists) > 0 {
			chunk = lists[0].chunk
		}
	}
	seen := map[string]bool{}
	for at := fmt.Sprintf("%d -", from); ; {
		answer := ask(t, v, "next", name+" "+what+" "+by+" "+at)
		if answer == "" {
			return out
		}
		if seen[answer] {
			t.Fatalf("%s %s %s: %q comes twice", name, what, by, answer)
		}
		seen[answer] = true
		out = append(out, answer)
		index, place, inside := strings.Cut(answer, " ")
		i, err := strconv.Atoi(index)
		if err != nil {
			t.Fatalf("%s: %q is no index", name, answer)
		}
		if inside {
			if body := ask(t, v, "list", fmt.Sprintf("%s %d", name, i/chunk)); !strings.Contains(body, `data-place="`+place+`"`) {
				t.Errorf("%s %s: place %s is not drawn in row %d", name, what, place, i)
			}
		} else {
			answer += " -"
		}
		at = answer
	}
}

// TestNext: from the top, what the keys lead to is what a person would look for.
func TestNext(t *testing.T) {
	v := showCase(t, "sample")
	const session = "5e55a0a1-0000-4000-8000-000000000001"
	text := func(answer string) string {
		index, _, _ := strings.Cut(answer, " ")
		i, err := strconv.Atoi(index)
		if err != nil {
			t.Fatalf("no row: %q", answer)
		}
		return rowsOf(t, v, only(t, look(t, ask(t, v, "main", "s/"+session))))[i].text
	}
	for what, want := range map[string]string{"prompt": "fix the failing test", "failure": "npm test", "call": "bash"} {
		if got := text(ask(t, v, "next", "conversation/"+session+" "+what+" 1 -1 -")); !strings.Contains(got, want) {
			t.Errorf("the first %s is %q", what, got)
		}
	}
	if got := ask(t, v, "next", "rail session 1 problems -"); !strings.HasPrefix(got, "1 #/s/") {
		t.Errorf("the first session of the rail is %q", got)
	}
	ask(t, v, "main", "all")
	if down, up := walkStops(t, v, "all", "failure", "1", -1), walkStops(t, v, "all?outcome=failed", "failure", "-1", 1<<30); len(down) == 0 || len(up) != len(down) {
		t.Errorf("over everything the failures stand at %v, those of the filter at %v", down, up)
	}
	for _, name := range []string{"audit/" + auditCommands, "hits"} {
		ask(t, v, "main", map[string]string{"hits": "search/is%3Afailed"}[name])
		for _, what := range []string{"failure", "call"} {
			down, up := walkStops(t, v, name, what, "1", -1), walkStops(t, v, name, what, "-1", 1<<30)
			if len(down) == 0 || len(up) != len(down) {
				t.Errorf("%s: %s at %v down, %v up", name, what, down, up)
			}
		}
	}
	if got := ask(t, v, "next", "nothing/"+session+" call 1 0 -"); got != "" {
		t.Errorf("a list without such rows has %q", got)
	}
	for _, arg := range []string{"", "x", "events/" + session + " call 2 0 -", "events/" + session + " call 1 x -", "rail session 1"} {
		if out, err := v.Answer("next", arg); err == nil {
			t.Errorf("next %q answers %q", arg, out)
		}
	}
}

// TestNextLeavesOutWhatIsHidden: a row that the reader hid is no stop.
func TestNextLeavesOutWhatIsHidden(t *testing.T) {
	v := showCase(t, "sample")
	const session = "5e55a0a1-0000-4000-8000-000000000001"
	ask(t, v, "act", session+"/+tools 0")
	if got := ask(t, v, "next", "conversation/"+session+" call 1 -1 -"); got != "" {
		t.Errorf("with tools hidden, a call stands at %q", got)
	}
}

func TestOutline(t *testing.T) {
	v := showCase(t, "sample")
	const session = "5e55a0a1-0000-4000-8000-000000000001"
	page := look(t, ask(t, v, "outline", "s/"+session+" 0"))
	rows := rowsOf(t, v, only(t, page))
	if len(rows) == 0 || !strings.Contains(rows[0].text, "fix the failing test") || !strings.HasPrefix(rows[0].text, "1 ") || !strings.Contains(page.text, fmt.Sprint(len(rows), " prompt")) {
		t.Errorf("the outline says %q and lists %v", page.text, rows)
	}
	for _, r := range rows {
		leads(t, v, r.hrefs)
	}
	if out, err := v.Answer("outline", "problems 0"); err == nil {
		t.Errorf("a page that is no session has the outline %q", out)
	}
}
