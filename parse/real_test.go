package parse_test

// Genuine archives and the inputs of public bug reports, read where they lie.

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"flightlog/parse"
	"flightlog/parse/fixture"
	"flightlog/parse/timeline"
)

// shared gives the path of a file that lies beside the checkout, and skips without it.
func shared(tb testing.TB, name string) string {
	tb.Helper()
	full := filepath.Join("..", "..", "shared", "fixtures", name)
	if _, err := os.Stat(full); err != nil {
		tb.Skipf("no %s beside the checkout: the tests on it do not run", filepath.Join("..", "shared", "fixtures", name))
	}
	return full
}

// open reads an archive from disk with the ordinary limits.
func open(tb testing.TB, name string) *parse.Opened {
	tb.Helper()
	f, err := os.Open(shared(tb, name))
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		tb.Fatal(err)
	}
	o, err := parse.Open(f, info.Size(), filepath.Base(name), parse.Options{})
	if err != nil {
		tb.Fatalf("%s: %v", name, err)
	}
	return o
}

// TestGenuineCounts: sessions, prompts and calls by their end. The figures come from a
// count of the raw lines that shares no code with ours.
func TestGenuineCounts(t *testing.T) {
	for _, tt := range []struct {
		name                                 string
		sessions, recovered, noLog, typed    int
		calls, failed, denied, cancelled, no int
		problems                             string
	}{
		{"acp", 1, 0, 0, 2, 4, 1, 0, 0, 0, ""},
		{"big", 1, 0, 0, 150, 1517, 191, 0, 0, 0, ""},
		{"cut", 1, 0, 0, 2, 1, 0, 0, 0, 0, "cut-line db-no-tables db-without-wal duplicate-event"},
		{"daily", 17, 1, 3, 61, 94, 13, 3, 1, 0, "no-log"},
		{"denied", 3, 0, 0, 3, 4, 0, 3, 0, 0, ""},
		{"killed-open", 2, 0, 0, 2, 3, 0, 0, 0, 1, ""},
		{"mcp-open", 4, 0, 0, 7, 12, 3, 1, 0, 0, ""},
		{"upgrade", 7, 0, 0, 10, 19, 2, 0, 0, 1, ""},
		{"v0.0.376", 6, 0, 0, 7, 15, 2, 0, 0, 1, ""},
		{"v1.0.35", 4, 0, 0, 5, 10, 1, 0, 0, 0, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := open(t, "real/"+tt.name+".zip")
			noInternalProblem(t, o)
			conserved(t, o)
			got := tt
			got.sessions, got.recovered, got.noLog, got.typed, got.calls, got.failed, got.denied, got.cancelled, got.no = len(o.Sessions), 0, 0, 0, 0, 0, 0, 0, 0
			for _, s := range o.Sessions {
				if s.Has(timeline.Recovered) {
					got.recovered++
				}
				if s.Has(timeline.NoLog) {
					got.noLog++
				}
				got.typed += s.Prompts
				got.calls += s.Counts.Total
				got.failed += s.Counts.Failed
				got.denied += s.Counts.Denied
				got.cancelled += s.Counts.Cancelled
				got.no += s.Counts.Open
			}
			got.problems = codesOf(o)
			if got != tt {
				t.Errorf("read  %+v\nwant %+v", got, tt)
			}
		})
	}
}

func codesOf(o *parse.Opened) string {
	var codes []string
	for _, p := range o.Problems {
		codes = append(codes, string(p.Code))
	}
	slices.Sort(codes)
	return strings.Join(codes, " ")
}

// TestGenuineTypes: the events of every archive by type, as an independent count has them.
func TestGenuineTypes(t *testing.T) {
	text, err := os.ReadFile(shared(t, "real/README.md"))
	if err != nil {
		t.Fatal(err)
	}
	entry := regexp.MustCompile(`(?m)^### (\S+)\.zip\n\nEvents by type: (.*)$`)
	found := entry.FindAllStringSubmatch(string(text), -1)
	if len(found) != 10 {
		t.Fatalf("the README tells of %d archives, want 10", len(found))
	}
	for _, m := range found {
		want := map[string]int{}
		for _, item := range strings.Split(m[2], ", ") {
			name, n, _ := strings.Cut(item, " ")
			want[name], _ = strconv.Atoi(n)
		}
		got := map[string]int{}
		for _, s := range open(t, "real/"+m[1]+".zip").Sessions {
			for i := range s.Events {
				if !s.Events[i].Has(timeline.FromStore) {
					got[s.Events[i].Type] += s.Copies(int32(i))
				}
			}
		}
		if !maps.Equal(got, want) {
			t.Errorf("%s:\n got %v\nwant %v", m[1], got, want)
		}
	}
}

// TestDaily: the home of daily use, session by session.
func TestDaily(t *testing.T) {
	o := open(t, "real/daily.zip")
	largest := slices.MaxFunc(o.Sessions, func(a, b *timeline.Session) int { return cmp.Compare(len(a.Events), len(b.Events)) })
	if largest.Prompts != 21 {
		t.Errorf("the largest session has %d prompts, a person typed 21", largest.Prompts)
	}
	folders := 0
	for i, s := range o.Sessions {
		if s.Dir != "" {
			folders++
		}
		if i > 0 && s.Ended > o.Sessions[i-1].Ended {
			t.Errorf("%s stands behind an older session", s.ID)
		}
		if recovered := strings.HasPrefix(s.ID, "89656e48"); s.Has(timeline.Recovered) != recovered {
			t.Errorf("%s is recovered: %v", s.ID, s.Has(timeline.Recovered))
		} else if recovered && (s.Prompts == 0 || s.Project == "" || s.Name == "" || s.Dir != "") {
			t.Errorf("the deleted session shows %d prompts, project %q, name %q", s.Prompts, s.Project, s.Name)
		}
		if s.Has(timeline.NoLog) && len(s.Events) > 0 || s.Has(timeline.NeverPrompted) && s.Prompts > 0 {
			t.Errorf("%s contradicts its marks %v", s.ID, s.Marks.Names())
		}
	}
	if folders != 16 {
		t.Errorf("%d session folders, want 16", folders)
	}
}

// TestGenuineWords: every event and call of every archive has something to say.
func TestGenuineWords(t *testing.T) {
	for _, name := range []string{"acp", "cut", "daily", "denied", "killed-open", "mcp-open", "upgrade", "v0.0.376", "v1.0.35"} {
		o := open(t, "real/"+name+".zip")
		for _, s := range o.Sessions {
			for i := range s.Events {
				e := &s.Events[i]
				if strings.TrimSpace(o.Summary(s, e).Text) == "" || len(o.Blocks(s, e)) == 0 && bytes.Contains(o.Raw(e), []byte(`"data":{"`)) {
					t.Errorf("%s, %s line %d (%s) says nothing", name, s.ID, e.Line, e.Type)
				}
			}
			for i := range s.Calls {
				c := &s.Calls[i]
				if c.Tool == "" || o.CallSummary(s, c).Text == "" {
					t.Errorf("%s, %s: call %s of %q says nothing", name, s.ID, c.ID, c.Tool)
				}
				if (c.Decided != timeline.None) != (c.Decision != "") {
					t.Errorf("%s, %s: call %s is decided as %q", name, s.ID, c.ID, c.Decision)
				}
			}
		}
	}
}

// bug zips a folder of a bug report and reads it.
func bug(t *testing.T, name string) *parse.Opened {
	t.Helper()
	dir := shared(t, "bugs/"+name)
	var files []fixture.File
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == "EXPECT.txt" {
			return err
		}
		data, err := os.ReadFile(p)
		rel, _ := filepath.Rel(dir, p)
		files = append(files, fixture.File{Name: filepath.ToSlash(rel), Data: data})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	o := read(t, fixture.Zip(t, files, fixture.Shape{}))
	noInternalProblem(t, o)
	conserved(t, o)
	return o
}

// brief lists the sessions of an archive, one a line: the end of the id, events, prompts,
// marks, name, project and calls; then the codes of the problems.
func brief(o *parse.Opened) string {
	var lines []string
	for _, s := range o.Sessions {
		id := s.ID
		if len(id) == 36 {
			id = id[34:]
		}
		line := fmt.Sprintf("%s %d events %d prompts %s %q %s", id, len(s.Events), s.Prompts, dash(strings.Join(s.Marks.Names(), ",")), s.Name, dash(s.Project))
		for i := range s.Calls {
			line += fmt.Sprintf("; %s %s", s.Calls[i].ID, s.Calls[i].Outcome)
			if s.Calls[i].Aborted {
				line += " (aborted)"
			}
		}
		lines = append(lines, line)
	}
	slices.Sort(lines)
	return strings.Join(append(lines, codesOf(o)), "\n")
}

// TestBugReports: the inputs that broke other tools give what their EXPECT.txt asks for.
func TestBugReports(t *testing.T) {
	for _, tt := range []struct{ name, want string }{
		{"06-cut-last-line", `06 2 events 1 prompts cut-off "Demo 06" /srv/demo
cut-line`},
		{"08-unknown-types", `08 8 events 1 prompts - "Demo 08" /srv/demo
`},
		{"10-orphan-tools", `10 10 events 2 prompts - "Demo 10" /srv/demo; c1 no result recorded (aborted); c1 succeeded; never-started failed
`},
		{"14-ghost-dirs", `14 5 events 1 prompts - "Demo 14" /srv/demo
15 0 events 0 prompts never-prompted,no-log "" /srv/demo
16 0 events 0 prompts no-log "" -
17 1 events 0 prompts - "" /srv/demo
18 0 events 0 prompts no-log,in-use "" -
19 1 events 0 prompts other-id "" /srv/demo
20 0 events 0 prompts no-log "" -
not-a-uuid 1 events 0 prompts odd-name "" /srv/demo
emptied-log emptied-log id-mismatch no-log`},
		{"16-workspace-yaml-shapes", `23 3 events 1 prompts - "first line: with a colon\n# not a comment\n\nsecond paragraph" /srv/demo
24 3 events 1 prompts - "it's quoted: yes" /srv/demo
25 3 events 1 prompts - "" /srv/demo
26 3 events 1 prompts - "" /srv/demo
27 3 events 1 prompts - "folded text" /srv/demo
bad-yaml bad-yaml`},
		{"19-timestamps", `30 9 events 8 prompts - "Demo 30" /srv/demo
bad-timestamp`},
		{"24-wal-rows", `40 2 events 2 prompts recovered "Demo 0" -
41 1 events 1 prompts recovered "Demo 1" /srv/gone
`},
		{"26-wal-torn", `40 2 events 2 prompts recovered "Demo 0" -
wal-torn`},
		{"28-main-without-wal", `40 2 events 2 prompts recovered "Demo 0" -
db-without-wal`},
		{"31-schema-drift", `40 3 events 2 prompts recovered "Demo 0" -
`},
	} {
		if got := brief(bug(t, tt.name)); got != tt.want {
			t.Errorf("%s:\n%s\nwant\n%s", tt.name, got, tt.want)
		}
	}
}

// TestBugTimestamps: file order holds; what steps back is marked, what cannot be read has
// no time and stays.
func TestBugTimestamps(t *testing.T) {
	o := bug(t, "19-timestamps")
	s := o.Sessions[0]
	var got []string
	for i := range s.Events {
		got = append(got, fmt.Sprintf("%d %s%s", s.Events[i].Line, stamp(s.Events[i].Time), flags(&s.Events[i])))
	}
	want := []string{"1 2026-10-01T09:00:00.000Z", "2 2026-10-01T09:00:05.000Z +typed +spoken", "3 2026-10-01T09:00:06.500Z +typed +spoken",
		"4 2026-10-01T08:59:00.000Z +typed +spoken +steps-back", "5 (no time) +typed +spoken", "6 (no time) +typed +spoken", "7 2026-10-01T09:00:07.000Z +typed +spoken",
		"8 2026-10-25T00:30:00.000Z +typed +spoken", "9 2026-10-25T01:30:00.000Z +typed +spoken"}
	if !slices.Equal(got, want) {
		t.Errorf("\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if stamp(s.Started) != "2026-10-01T08:59:00.000Z" || stamp(s.Ended) != "2026-10-25T01:30:00.000Z" {
		t.Errorf("the session spans %s to %s", stamp(s.Started), stamp(s.Ended))
	}
}

// TestBugSegments: four runs of the program on one log; the one that was opened and closed
// did nothing.
func TestBugSegments(t *testing.T) {
	s := bug(t, "12-multi-shutdown-resume").Sessions[0]
	var got []string
	for _, g := range s.Segments() {
		got = append(got, fmt.Sprintf("lines %d to %d, ended %v, worked %v", s.Events[g.First].Line, s.Events[g.Last].Line, g.End != timeline.None, g.Worked))
	}
	want := []string{"lines 1 to 4, ended true, worked true", "lines 5 to 6, ended true, worked false", "lines 7 to 10, ended true, worked true", "lines 11 to 14, ended true, worked true"}
	if !slices.Equal(got, want) {
		t.Errorf("\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestBugConfiguration: comments, trailing commas and a byte order mark are read; what is of
// another shape beside what is known is told and costs its neighbours nothing.
func TestBugConfiguration(t *testing.T) {
	o := bug(t, "23-jsonc")
	var got []string
	for _, h := range o.History {
		got = append(got, fmt.Sprintf("%d %q", h.Index, h.Text))
	}
	for _, g := range o.Grants {
		got = append(got, fmt.Sprintf("%s %s: %s", dash(g.Location), g.List, g.Words))
	}
	want := []string{`1 "last\nwith two lines"`, `2 "/model"`,
		`C:\srv\Demo tool_approvals: run make fix, git push`, `C:\srv\Demo tool_approvals: use every tool of MCP server srv`, `C:\srv\Demo tool_approvals: use t of MCP server srv`,
		`C:\srv\Demo tool_approvals: write files`, `C:\srv\Demo tool_approvals: brand-new`, `C:\srv\Demo allowed_directories: work in D:\data`, `c:\srv\demo tool_approvals: write files`,
		`- allowedUrls: open https://a.example//x`, `- allowedUrls: open http://b.example/*y*/`}
	if !slices.Equal(got, want) || codesOf(o) != "unknown-shape unknown-shape" {
		t.Errorf("problems %q and\n%s\nwant\n%s", codesOf(o), strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
