package viewer

import (
	"encoding/json"
	"fmt"
	"html"
	"path"
	"strings"
	"testing"

	"flightlog/parse/fixture"
)

// Secrets of shapes that are known; they are put together here, so that none stands in the
// sources.
var (
	body        = strings.Repeat("Ab3dEf9hK2", 4)
	plainToken  = "gh" + "p_" + body[:36]
	webToken    = "ey" + "J" + body + "." + body + "." + body
	keyLines    = []string{"-----BEGIN PRIV" + "ATE KEY-----", body + "1", body + "2", body + "3", "-----END PRIV" + "ATE KEY-----"}
	addressWord = "hunter2" + body[:9]
)

// seeds are the secrets with what may stand around them.
func seeds() string {
	return "see " + plainToken[:9] + "\x1b[31m" + plainToken[9:24] + "\x1b[0;1m" + plainToken[24:] + ", " + plainToken + ", " + webToken + " and https:" + "//me:" + addressWord + "@example.com/x\n" + strings.Join(keyLines, "\n") + "\nend"
}

// leaks are pieces of the secrets that no screen may hold.
func leaks() []string {
	return []string{plainToken[6:18], body[3:15], plainToken[11:22], plainToken[26:38], addressWord[:9], keyLines[1][20:], keyLines[3][20:]}
}

// seeded puts the secrets behind every text of more than one word in the logs of a home,
// and at the end of its other texts.
func seeded(files []fixture.File) []fixture.File {
	out := make([]fixture.File, len(files))
	for i, f := range files {
		out[i] = f
		switch path.Ext(f.Name) {
		case ".jsonl":
			var lines []string
			for line := range strings.Lines(string(f.Data)) {
				var v any
				if json.Unmarshal([]byte(line), &v) == nil {
					if text, err := json.Marshal(seed(v)); err == nil {
						line = string(text) + "\n"
					}
				}
				lines = append(lines, line)
			}
			out[i].Data = []byte(strings.Join(lines, ""))
		case ".md", ".log", ".txt":
			out[i].Data = []byte(string(f.Data) + "\n" + seeds() + "\n")
		}
	}
	return out
}

func seed(v any) any {
	switch v := v.(type) {
	case string:
		if strings.Contains(v, " ") {
			return v + "\n" + seeds()
		}
	case []any:
		for i := range v {
			v[i] = seed(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = seed(v[k])
		}
	}
	return v
}

// crawl asks for everything that a person could come to, and hands over each answer.
func crawl(t *testing.T, v *Viewer, frame string, see func(op, arg, markup string)) {
	t.Helper()
	asked := map[string]bool{}
	var places []string
	var answer func(op, arg string)
	take := func(op, arg, markup string) {
		see(op, arg, markup)
		s := look(t, markup)
		for _, href := range s.hrefs {
			places = append(places, strings.TrimPrefix(href, "#/"))
		}
		for _, l := range s.lists {
			for chunk := 0; chunk*l.chunk < l.count; chunk++ {
				answer("list", fmt.Sprintf("%s %d", l.name, chunk))
				if !strings.Contains(l.name, "?") {
					answer("sheet", fmt.Sprintf("%s %d whole", l.name, chunk))
				}
			}
		}
		for _, r := range s.rows {
			if r.toggle != "" && r.open == "false" {
				answer("act", r.toggle)
			}
		}
	}
	answer = func(op, arg string) {
		if asked[op+" "+arg] {
			return
		}
		asked[op+" "+arg] = true
		if out, err := v.Answer(op, arg); err == nil {
			take(op, arg, string(out))
		}
	}
	take("frame", "", frame)
	for _, s := range v.file.Sessions {
		for _, tab := range []string{"", "/events", "/changes", "/permissions", "/shell", "/raw"} {
			places = append(places, "s/"+pathOf(v, s)+tab)
		}
	}
	for len(places) > 0 {
		place := places[0]
		places = places[1:]
		if strings.ContainsAny(place, "?") && len(asked)%7 > 0 {
			continue // what a filter lets through was seen without it
		}
		answer("main", place)
		answer("panel", place)
		answer("outline", place)
	}
	for _, query := range []string{"see", "end", "example", "Ab3dEf9hK2A"} {
		for _, op := range []string{"find", "found"} {
			out, err := v.Answer(op, query)
			if err != nil {
				t.Fatal(err)
			}
			markup := strings.ReplaceAll(string(out), `data-search="`+query, "") // what was typed
			markup = strings.ReplaceAll(markup, ">"+query+"<", "")
			see(op, query, markup)
			for _, l := range look(t, markup).lists {
				for chunk := 0; chunk*l.chunk < l.count; chunk++ {
					answer("list", fmt.Sprintf("%s %d", l.name, chunk))
					delete(asked, fmt.Sprintf("list %s %d", l.name, chunk))
				}
			}
		}
		for op := range asked {
			if arg, isRow := strings.CutPrefix(op, "panel "); isRow && strings.Contains(arg, "events/events-") {
				delete(asked, op)
				answer("panel", arg) // with the marks of the search
				break
			}
		}
	}
}

// TestVeil: no answer of the program holds a secret of a known shape, nor a part of one,
// in any text or attribute, whatever record, file or list it stands in; once a person
// asks for them they are there; and the next archive begins masked.
func TestVeil(t *testing.T) {
	for _, c := range cases(t) {
		t.Run(c.Name, func(t *testing.T) {
			zip := fixture.Zip(t, seeded(c.Files), fixture.Shape{Stored: true})
			v, frame := show(t, zip)
			finish(t, v)
			masked := 0
			crawl(t, v, frame, func(op, arg, markup string) {
				text := html.UnescapeString(markup)
				for _, leak := range leaks() {
					if at := strings.Index(text, leak); at >= 0 {
						t.Errorf("%s %s holds %q: …%s…", op, arg, leak, text[max(at-120, 0):min(at+60, len(text))])
						return
					}
				}
				masked += strings.Count(text, "‹masked: GitHub token, 40 characters›")
			})
			if !strings.Contains(ask(t, v, "secrets", "on"), `data-do="secrets" aria-pressed="true"`) {
				t.Error("the switch does not say that it is on")
			}
			if c.Name == "sample" || c.Name == "every-type" {
				bare := 0
				crawl(t, v, frame, func(op, arg, markup string) { bare += strings.Count(markup, plainToken) })
				if bare == 0 || masked == 0 {
					t.Errorf("%d masked, %d shown on demand", masked, bare)
				}
			}
		})
	}
}
