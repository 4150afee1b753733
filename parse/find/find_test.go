package find_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"flightlog/parse"
	"flightlog/parse/find"
	"flightlog/parse/fixture"
	"flightlog/parse/timeline"
)

var update = flag.Bool("update", false, "write the golden files anew")

// load opens fixtures of the repository as one reads an archive.
func load(tb testing.TB, pattern string) map[string]*parse.Opened {
	tb.Helper()
	out := map[string]*parse.Opened{}
	for _, c := range fixture.Load(tb, os.DirFS("../.."), "testdata/"+pattern+".txtar") {
		out[c.Name] = opened(tb, fixture.Zip(tb, c.Files, fixture.Shape{Stored: true}))
	}
	return out
}

func opened(tb testing.TB, zip []byte) *parse.Opened {
	tb.Helper()
	o, err := parse.Open(bytes.NewReader(zip), int64(len(zip)), "case.zip", parse.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	return o
}

func compile(tb testing.TB, query string) *find.Query {
	tb.Helper()
	q, err := find.Compile(query)
	if err != nil {
		tb.Fatalf("%s: %v", query, err)
	}
	return q
}

// place names a hit as a person would point at it.
func place(o *parse.Opened, h *find.Hit) string {
	return fmt.Sprintf("%s:%d %s", o.Sources[h.Event.Source].Path, h.Event.Line, h.Event.Type)
}

func search(tb testing.TB, o *parse.Opened, query string) (places []string, hits []find.Hit, res find.Result) {
	tb.Helper()
	res, err := find.New(o.Timeline, o).Search(compile(tb, query), func(h *find.Hit) bool {
		places, hits = append(places, place(o, h)), append(hits, *h)
		return true
	}, nil)
	if err != nil || res.Hits != len(hits) {
		tb.Errorf("%s: %d hits, %d emitted, %v", query, res.Hits, len(hits), err)
	}
	return places, hits, res
}

// naive is the other way: it decodes everything with encoding/json and looks at every
// string. It knows words, phrases and expressions with their negations, of a file's
// records only.
type naiveTerm struct {
	not  bool
	text string
	re   *regexp.Regexp
	keys []string // nil for any
}

func (t naiveTerm) in(text string) bool {
	if len(text) >= 256 && regexp.MustCompile(`^[A-Za-z0-9+/=_-]*$`).MatchString(text) && (t.re != nil || len(folded(t.text)) < 12) {
		return false
	}
	if t.re != nil {
		return t.re.MatchString(text)
	}
	want := folded(norm.NFC.String(t.text))
	if strings.IndexFunc(want, func(r rune) bool { return r >= utf8.RuneSelf }) >= 0 {
		text = norm.NFC.String(text)
	}
	return strings.Contains(folded(text), want)
}

func folded(s string) string {
	return strings.Map(func(r rune) rune {
		least := r
		for x := unicode.SimpleFold(r); x != r; x = unicode.SimpleFold(x) {
			least = min(least, x)
		}
		return least
	}, s)
}

type keyed struct{ key, text string }

// decoded gives the string values of a record, those of an envelope's type and timestamp
// left out.
func decoded(tb testing.TB, raw []byte) (out []keyed) {
	raw = raw[bytes.IndexByte(raw, '{') : bytes.LastIndexByte(raw, '}')+1] // NULs and a BOM may stand around
	d := json.NewDecoder(bytes.NewReader(raw))
	var open []json.Delim // the brackets around
	key, isKey := "", false
	for {
		tok, err := d.Token()
		if err == io.EOF {
			return out
		}
		if err != nil {
			tb.Fatalf("%q: %v", raw, err)
		}
		object := len(open) > 0 && open[len(open)-1] == '{'
		if delim, ok := tok.(json.Delim); ok {
			if delim == '{' || delim == '[' {
				open, isKey = append(open, delim), delim == '{'
			} else {
				open = open[:len(open)-1]
				isKey = len(open) > 0 && open[len(open)-1] == '{'
			}
			continue
		}
		s, ok := tok.(string)
		if ok && object && isKey {
			key, isKey = s, false
			continue
		}
		if ok && !(len(open) == 1 && (key == "type" || key == "timestamp")) {
			out = append(out, keyed{key, s})
		}
		isKey = object
	}
}

func naive(tb testing.TB, raw []byte, terms []naiveTerm) bool {
	texts := decoded(tb, raw)
	for _, t := range terms {
		if t.not == slices.ContainsFunc(texts, func(k keyed) bool { return (t.keys == nil || slices.Contains(t.keys, k.key)) && t.in(k.text) }) {
			return false
		}
	}
	return true
}

// parseNaive reads the part of the grammar that naive knows.
func parseNaive(query string) (terms []naiveTerm) {
	for _, w := range strings.Fields(query) {
		t := naiveTerm{}
		if len(w) > 1 && w[0] == '!' {
			t.not, w = true, w[1:]
		}
		if v, ok := strings.CutPrefix(w, "cmd:"); ok {
			w, t.keys = v, []string{"command", "fullCommandText"}
		}
		if len(w) > 2 && w[0] == '/' && w[len(w)-1] == '/' {
			t.re = regexp.MustCompile("(?m)" + w[1:len(w)-1])
		}
		t.text = w
		terms = append(terms, t)
	}
	return terms
}

// home makes an archive of one log of those lines.
func home(tb testing.TB, lines ...string) *parse.Opened {
	log := `{"type":"session.start","data":{"sessionId":"11111111-1111-4111-8111-111111111111"},"id":"e0","timestamp":"2026-11-30T10:00:00.000Z","parentId":null}` + "\n" + strings.Join(lines, "\n") + "\n"
	return opened(tb, fixture.Zip(tb, []fixture.File{{Name: ".copilot/session-state/11111111-1111-4111-8111-111111111111/events.jsonl", Data: []byte(log)}}, fixture.Shape{Stored: true}))
}

// agree holds the scanner against the naive matcher, twice: the second search knows which
// records are odd.
func agree(tb testing.TB, o *parse.Opened, query string) {
	tb.Helper()
	q, err := find.Compile(query)
	if err != nil {
		return
	}
	terms := parseNaive(query)
	var want []string
	seen := map[string]bool{}
	spot := func(e *timeline.Event) string { return fmt.Sprint(e.Source, " ", e.Offset) }
	for _, s := range o.Sessions {
		for _, list := range [...][]timeline.Event{s.Events, s.Store} {
			for i := range list {
				if e := &list[i]; !seen[spot(e)] && !e.Has(timeline.Repaired) && naive(tb, o.Raw(e), terms) {
					seen[spot(e)] = true
					want = append(want, spot(e))
				}
			}
		}
	}
	f := find.New(o.Timeline, o)
	for range 2 {
		var got []string
		_, err := f.Search(q, func(h *find.Hit) bool {
			if (h.Index != timeline.None || h.Event.Has(timeline.FromStore)) && !h.Event.Has(timeline.Repaired) {
				got = append(got, spot(h.Event))
			}
			return true
		}, nil)
		if err != nil || !slices.Equal(got, want) {
			tb.Errorf("%s: hits %q, a naive search finds %q (%v)", query, got, want, err)
		}
	}
}

// queries meet every way in which a record and a query can spell the same.
var queries = []string{"the", "npm", "K", "sS", "<b>", "<", "a/b", `say"`, `\d`, "größe", "GRÖSSE", "é", "\u212a", "ſ", "error !npm", "!the", "/o+k/", "/^[A-Z]/", `/\bfail/`, "cmd:test", "cmd:/^git/", "!cmd:git status",
	"2026", "user.message", "/(?i)KELVIN/", "\U0001f600", "\ufffd", "`", "==", "gro\u0308ße", "e\u0301", "e", "a;ö"}

// TestAgreesOnFixtures: on every record of every fixture the answers are those of a search
// that decodes everything.
func TestAgreesOnFixtures(t *testing.T) {
	for _, dir := range []string{"cases/*", "broken/*"} {
		for name, o := range load(t, dir) {
			t.Run(name, func(t *testing.T) {
				for _, query := range queries {
					agree(t, o, query)
				}
			})
		}
	}
}

// spellings are records that write the same text in other ways.
var spellings = []string{
	`{"type":"user.message","data":{"content":"The kettle says: \u003cb\u003e \"ok\" a\/b c\\d"},"id":"e1","timestamp":"2026-11-30T10:00:01.000Z","parentId":"e0"}`,
	`{"type":"user.message","data":{"content":"\u0054he \u212aelvin mi\u017fs \ud83d\ude00 \ud83d x"},"id":"e2","timestamp":"2026-11-30T10:00:02.000Z","parentId":"e1"}`,
	`{"type":"user.message","data":{"content":"Größe ` + "\u212a \u017f" + ` GRÖSSE line\nError\tfailed\u001b[0m"},"id":"e3","timestamp":"2026-11-30T10:00:03.000Z","parentId":"e2"}`,
	`{"type":"tool.execution_start","data":{"toolCallId":"c1","toolName":"bash","arguments":{"command":"git status","the":["npm","test"],"n":1}},"id":"e4","timestamp":"2026-11-30T10:00:04.000Z","parentId":"e3"}`,
	`{"type":"user.message","data":{"content":"Gro` + "\u0308" + `ße, cafe\u0301 a` + "\u037e" + `ö, ` + "\u1fef" + `"},"id":"e6","timestamp":"2026-11-30T10:00:04.500Z","parentId":"e3"}`,
	`{"type":"odd","data":{"npm":1,"x":"` + strings.Repeat("npmK", 80) + `","x":"\\u0054\\"},"id":"e5","timestamp":"2026-11-30T10:00:05.000Z","parentId":"e4"}`,
}

func TestAgreesOnSpellings(t *testing.T) {
	o := home(t, spellings...)
	for _, query := range append(queries, "the", "The k", "kelvin", "miss", "says:", `"ok"`, "status", "npmKnpmKnpmK", `\u0054`, "u0054", "x") {
		agree(t, o, query)
	}
	for query, want := range map[string]int{"kelvin": 1, "miss": 1, "the": 2, "größe": 2, "gro\u0308ße": 2, "CAFÉ": 1, "cafe": 1, "grösse": 1, "<b>": 1, "a/b": 1, `"\"ok\""`: 1, "npm": 1, "npmknpmknpmk": 1, "cmd:status": 1, "user.message": 0, "type:message": 4, "/^Error\tf/": 1, "-type:message": 3} {
		if places, _, _ := search(t, o, query); len(places) != want {
			t.Errorf("%s finds %q, want %d", query, places, want)
		}
	}
}

// FuzzAgrees: whatever a record and a query spell, the scanner finds what the naive
// matcher finds.
func FuzzAgrees(f *testing.F) {
	for i, query := range queries {
		f.Add(spellings[i%len(spellings)], query)
	}
	f.Add(`{"type":"x","data":{"a":"\u006b\u0130İı"}}`, "K")
	f.Fuzz(func(t *testing.T, line, query string) {
		if strings.ContainsAny(query, "\":") || len(line) > 4096 || len(query) > 64 {
			return // what the naive matcher does not parse
		}
		for _, w := range strings.Fields(query) { // likewise
			if strings.HasPrefix(strings.TrimPrefix(w, "!"), "-") || strings.Contains(w, "!") && w[0] != '!' || strings.HasPrefix(w, "!!") || strings.Contains(w, "/") {
				return
			}
		}
		agree(t, home(t, line, spellings[0]), query)
	})
}

// TestWhatIsSearched: undated prompts, standing permissions, files and database rows
// alike, and sessions that only the store knows.
func TestWhatIsSearched(t *testing.T) {
	for _, c := range []struct{ file, query, want string }{
		{"recovered", "is:recovered kind:prompt", "turns"},
		{"every-file", "type:history", "history"},
		{"every-file", "type:grant", "grant"},
		{"store-tables", "store:session-store.db", "assistant_usage_events"},
		{"store-tables", "type:store", "store"},
		{"cancelled", "is:cancelled", "tool.execution"},
		{"denied", "is:denied tool:bash", "permission"},
		{"failing", "is:failed", "tool.execution_complete"},
		{"subagents", "agent:/./", "tool"},
		{"sample", "session:5e55a0a1 store:index.json", "rewind"},
	} {
		o := load(t, "cases/"+c.file)[c.file]
		places, hits, _ := search(t, o, c.query)
		if !strings.Contains(strings.Join(places, "\n"), c.want) {
			t.Errorf("%s in %s finds %q, want one with %s", c.query, c.file, places, c.want)
		}
		q := compile(t, c.query)
		for i := range hits {
			if ctx := find.New(o.Timeline, o).Context(q, &hits[i]); ctx.Before != "" && ctx.Match == "" {
				t.Errorf("%s: context %+v", places[i], ctx)
			}
		}
	}
}

// TestEveryRecord: a query that excludes nothing finds every event and row once, newest
// session first and in file order.
func TestEveryRecord(t *testing.T) {
	for name, o := range load(t, "cases/*") {
		var want []string
		for _, s := range o.Sessions {
			for i := range s.Events {
				want = append(want, place(o, &find.Hit{Event: &s.Events[i]}))
			}
		}
		_, hits, res := search(t, o, "!type:nothing-has-this")
		var got []string
		seen := map[[2]int64]bool{}
		for i := range hits {
			if h := &hits[i]; h.Index != timeline.None {
				got = append(got, place(o, h))
			}
			if e := hits[i].Event; e.Length > 0 {
				key := [2]int64{int64(e.Source), e.Offset}
				if seen[key] {
					t.Errorf("%s: %s is found twice", name, place(o, &hits[i]))
				}
				seen[key] = true
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: found\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		sum := 0
		for _, k := range res.Facets.Kinds {
			sum += k.Hits
		}
		if sum != res.Hits {
			t.Errorf("%s: the kinds count %d of %d hits", name, sum, res.Hits)
		}
	}
}

// TestStop: the taker ends a search without an error, the pause with its own.
func TestStop(t *testing.T) {
	o := load(t, "cases/sample")["sample"]
	f := find.New(o.Timeline, o)
	n := 0
	res, err := f.Search(compile(t, "!type:x"), func(*find.Hit) bool { n++; return n < 3 }, nil)
	if n != 3 || err != nil || res.Hits != 3 {
		t.Errorf("%d hits were taken, %d counted, %v", n, res.Hits, err)
	}
	stop := errors.New("stop")
	var lines []string
	for i := range 3000 {
		lines = append(lines, strings.Replace(spellings[0], "e1", fmt.Sprint("n", i), 1))
	}
	big := home(t, lines...)
	pauses := 0
	_, err = find.New(big.Timeline, big).Search(compile(t, "nowhere"), func(*find.Hit) bool { return true }, func() error {
		if pauses++; pauses == 2 {
			return stop
		}
		return nil
	})
	if err != stop || pauses != 2 {
		t.Errorf("after %d pauses: %v", pauses, err)
	}
}

// TestOneCall: a message that asks for two calls is not found by the end of one and the
// command of the other; one that alone tells of a call is.
func TestOneCall(t *testing.T) {
	o := home(t,
		`{"type":"assistant.message","data":{"content":"","toolRequests":[{"toolCallId":"a","name":"bash","arguments":{"command":"git push"}},{"toolCallId":"b","name":"bash","arguments":{"command":"ls"}},{"toolCallId":"c","name":"grep","arguments":{}}]},"id":"e1","timestamp":"2026-11-30T10:00:01.000Z","parentId":"e0"}`,
		`{"type":"tool.execution_start","data":{"toolCallId":"a","toolName":"bash","arguments":{"command":"git push"}},"id":"e2","timestamp":"2026-11-30T10:00:02.000Z","parentId":"e1"}`,
		`{"type":"tool.execution_start","data":{"toolCallId":"b","toolName":"bash","arguments":{"command":"ls"}},"id":"e3","timestamp":"2026-11-30T10:00:03.000Z","parentId":"e2"}`,
		`{"type":"tool.execution_complete","data":{"toolCallId":"a","success":false,"error":{"message":"rejected"}},"id":"e4","timestamp":"2026-11-30T10:00:04.000Z","parentId":"e3"}`,
		`{"type":"tool.execution_complete","data":{"toolCallId":"b","success":true,"result":{"content":"x"}},"id":"e5","timestamp":"2026-11-30T10:00:05.000Z","parentId":"e4"}`)
	for query, want := range map[string]string{
		"is:failed cmd:git": "3", "is:failed cmd:ls": "", "tool:grep": "2", "is:open": "2", "tool:bash !is:failed": "4 6", "cmd:push": "2 3", "cmd:/^ls$/": "2 4", "is:failed": "3 5",
	} {
		_, hits, _ := search(t, o, query)
		var lines []string
		for _, h := range hits {
			lines = append(lines, fmt.Sprint(h.Event.Line))
		}
		if got := strings.Join(lines, " "); got != want {
			t.Errorf("%s finds the lines %q, want %q", query, got, want)
		}
	}
}

// TestContext: the first term's match with what stands around it, cut between runes.
func TestContext(t *testing.T) {
	long := strings.Repeat("ä", 100) + "Needle" + strings.Repeat("ö", 200)
	o := home(t, `{"type":"user.message","data":{"content":"`+long+`"},"id":"e1","timestamp":"2026-11-30T10:00:01.000Z","parentId":"e0"}`)
	_, hits, _ := search(t, o, "type:user needle ä")
	if len(hits) != 1 {
		t.Fatal(hits)
	}
	f := find.New(o.Timeline, o)
	got := f.Context(compile(t, "type:user needle ä"), &hits[0])
	want := find.Context{Before: strings.Repeat("ä", 60), Match: "Needle", After: strings.Repeat("ö", 120), CutBefore: true, CutAfter: true}
	if got != want {
		t.Errorf("context %+v", got)
	}
	nfd := home(t, `{"type":"user.message","data":{"content":"xx GRO`+"\u0308"+`SSE!"},"id":"e1","timestamp":"2026-11-30T10:00:01.000Z","parentId":"e0"}`)
	_, decomposed, _ := search(t, nfd, "röss")
	want = find.Context{Before: "xx G", Match: "RO\u0308SS", After: "E!"}
	if got := find.New(nfd.Timeline, nfd).Context(compile(t, "röss"), &decomposed[0]); got != want {
		t.Errorf("decomposed: %+v", got)
	}
	if got := f.Context(compile(t, "type:user"), &hits[0]); got.Match != "" || !strings.HasPrefix(got.After, "ää") {
		t.Errorf("without a text: %+v", got)
	}
}

// TestFacets holds counts by kind, tool, session and outcome to a golden file.
func TestFacets(t *testing.T) {
	var b strings.Builder
	for _, c := range []struct{ file, query string }{
		{"sample", "!type:x"}, {"sample", "is:failed"}, {"sample", "the"}, {"failing", "tool:bash"}, {"denied", "is:denied"}, {"store-tables", "store:store"}, {"two-homes", "kind:prompt"},
	} {
		o := load(t, "cases/"+c.file)[c.file]
		_, _, res := search(t, o, c.query)
		fmt.Fprintf(&b, "%s in %s: %d\n", c.query, c.file, res.Hits)
		for i, list := range [][]find.Count{res.Facets.Kinds, res.Facets.Tools, res.Facets.Sessions, res.Facets.Outcomes} {
			fmt.Fprintf(&b, "  %s:", [...]string{"kinds", "tools", "sessions", "outcomes"}[i])
			for _, n := range list {
				fmt.Fprintf(&b, " %s %d,", n.Name, n.Hits)
			}
			fmt.Fprintln(&b)
		}
	}
	name := filepath.Join("..", "..", "testdata", "golden", "find-facets.txt")
	if *update {
		if err := os.WriteFile(name, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil || string(want) != b.String() {
		t.Errorf("%v; facets are\n%s\nwant\n%s", err, b.String(), want)
	}
}

// TestComplete: names, then values of the archive, the most frequent first; every one is a
// term that parses.
func TestComplete(t *testing.T) {
	o := load(t, "cases/sample")["sample"]
	f := find.New(o.Timeline, o)
	for query, want := range map[string]string{
		"word":                 "",
		"":                     "",
		"to":                   "tool:",
		"x !s":                 "!session: !store:",
		"is:":                  "is:failed is:denied is:cancelled",
		"a kind:pro":           "kind:prompt",
		"tool:":                "tool:apply_patch tool:bash",
		"-tool:BAS":            "-tool:bash",
		"project:":             `project:"/srv/proj"`,
		"type:execution_start": "type:tool.execution_start",
		"nofield:":             "",
	} {
		got := f.Complete(query, 3)
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%q becomes %q, want %q", query, s, want)
		}
		for _, term := range got {
			if !strings.HasSuffix(term, ":") {
				compile(t, term)
			}
		}
	}
}
