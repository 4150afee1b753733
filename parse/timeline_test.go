package parse_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"flightlog/parse"
	"flightlog/parse/fixture"
	"flightlog/parse/timeline"
)

var update = flag.Bool("update", false, "write the golden files anew")

// smallDepth is low enough for a fixture of some hundred brackets to reach it.
const smallDepth = 64

func limits() timeline.Limits {
	l := timeline.DefaultLimits()
	l.Depth = smallDepth
	return l
}

// cases are the project's own fixtures, whole and broken.
func cases(tb testing.TB) []fixture.Case {
	tb.Helper()
	root := os.DirFS("..")
	return append(fixture.Load(tb, root, "testdata/cases/*.txtar"), fixture.Load(tb, root, "testdata/broken/*.txtar")...)
}

// read opens a zip with limits that the fixtures can reach.
func read(tb testing.TB, zip []byte) *parse.Opened {
	tb.Helper()
	o, err := parse.Open(bytes.NewReader(zip), int64(len(zip)), "case.zip", parse.Options{Limits: limits()})
	if err != nil {
		tb.Fatal(err)
	}
	return o
}

// TestGolden holds every fixture's whole timeline, as a person or a program meets it,
// to its golden file.
func TestGolden(t *testing.T) {
	for _, c := range cases(t) {
		got := c.Comment + "\n\n" + describe(read(t, fixture.Zip(t, c.Files, fixture.Shape{})))
		golden(t, filepath.Join("..", "testdata", "golden", "timeline", c.Name+".txt"), got)
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Errorf("%v (go test ./parse -update writes it)", err)
		return
	}
	if got != string(want) {
		t.Errorf("%s: %s", name, firstDifference(got, string(want)))
	}
}

// firstDifference shows the first line in which two texts differ.
func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(g), len(w)) {
		a, b := "(no more lines)", "(no more lines)"
		if i < len(g) {
			a = g[i]
		}
		if i < len(w) {
			b = w[i]
		}
		if a != b {
			return fmt.Sprintf("line %d is\n\t%s\nwant\n\t%s", i+1, a, b)
		}
	}
	return "no line differs"
}

// describe writes a timeline down. What depends on the archive's packing alone, its
// size and the folder around a home, is left out.
func describe(o *parse.Opened) string {
	var b strings.Builder
	for i := range o.Sources {
		s := &o.Sources[i]
		fmt.Fprintf(&b, "file %s%s: %s, %s", homeOf(o, s.Home), s.Path, s.Kind, s.State)
		if s.State == timeline.Read || s.State == timeline.Partly || s.State == timeline.Unreadable {
			fmt.Fprintf(&b, ", records %d, lost bytes %d", s.Records, s.Lost)
		}
		if s.Files != 1 {
			fmt.Fprintf(&b, ", files %d", s.Files)
		}
		b.WriteString("\n")
		for _, n := range s.Notes {
			fmt.Fprintf(&b, "     note: %s\n", n)
		}
		describeFile(&b, o, int32(i))
	}
	for _, s := range o.Sessions {
		describeSession(&b, o, s)
	}
	describeFacts(&b, o)
	b.WriteString("\nproblems\n")
	for i := range o.Problems {
		describeProblem(&b, o, &o.Problems[i])
	}
	return b.String()
}

// shownAsFiles are the kinds whose panels the goldens hold; the others repeat what a
// session shows.
var shownAsFiles = []string{"session-db", "mcp-config", "providers", "config", "settings", "checkpoint", "plan", "backup", "rewind-state", "vscode", "history-session", "objective"}

func describeFile(b *strings.Builder, o *parse.Opened, src int32) {
	if !slices.Contains(shownAsFiles, o.Sources[src].Kind) {
		return
	}
	for _, block := range o.FileBlocks(src) {
		fmt.Fprintf(b, "     shows %s\n", describeBlock(block))
	}
}

func describeFacts(b *strings.Builder, o *parse.Opened) {
	for i := range o.Facts {
		f := &o.Facts[i]
		if i == 0 {
			b.WriteString("\nfacts\n")
		}
		fmt.Fprintf(b, "  %s %s%s", f.Kind, homeOf(o, f.Home), o.Sources[f.Source].Path)
		if f.Line > 0 {
			fmt.Fprintf(b, ", line %d at byte %d, %d lines, %s", f.Line, f.Offset, f.Lines, f.Level)
		}
		fmt.Fprintf(b, ", session %s, %s: %s\n", dash(f.Session), stamp(f.Time), words(timeline.Summary{Text: f.Text}))
	}
}

func homeOf(o *parse.Opened, home int) string {
	if len(o.Homes) < 2 {
		return ""
	}
	return "[" + o.Homes[home].Root + "] "
}

func describeSession(b *strings.Builder, o *parse.Opened, s *timeline.Session) {
	fmt.Fprintf(b, "\nsession %s%s %q\n", homeOf(o, s.Home), s.ID, s.Name)
	fmt.Fprintf(b, "  dir %s; project %s; repository %s; branch %s; client %s\n", dash(s.Dir), dash(s.Project), dash(s.Repository), dash(s.Branch), dash(s.Client))
	fmt.Fprintf(b, "  versions %s; models %s; marks %s\n", dash(strings.Join(s.Versions, ", ")), dash(strings.Join(s.Models, ", ")), dash(strings.Join(s.Marks.Names(), ", ")))
	fmt.Fprintf(b, "  from %s to %s\n", stamp(s.Started), stamp(s.Ended))
	n := s.Counts
	fmt.Fprintf(b, "  prompts %d; calls %d: failed %d, denied %d, cancelled %d, open %d\n", s.Prompts, n.Total, n.Failed, n.Denied, n.Cancelled, n.Open)
	for i := range s.Events {
		e := &s.Events[i]
		fmt.Fprintf(b, "  %3d %s %s %s%s%s%s | %s\n", e.Line, stamp(e.Time), e.Kind, dash(e.Type), flags(e), index(" call ", e.Call), index(" agent ", e.Agent), words(o.Summary(s, e)))
	}
	line := func(i int32) string {
		if i == timeline.None {
			return "-"
		}
		return strconv.FormatInt(s.Events[i].Line, 10)
	}
	for i := range s.Calls {
		c := &s.Calls[i]
		fmt.Fprintf(b, "  call %d %s %s: request %s/%d, start %s, asked %s, decided %s, result %s", i, dash(c.ID), dash(c.Tool), line(c.Request), c.Slot, line(c.Start), line(c.Asked), line(c.Decided), line(c.Result))
		fmt.Fprintf(b, "%s; %s", index(", agent ", c.Agent), c.Outcome)
		if c.HasExit {
			fmt.Fprintf(b, ", exit %d", c.ExitCode)
		}
		for _, fact := range []struct {
			on   bool
			word string
		}{{c.ByUser, "by user"}, {c.Aborted, "aborted"}} {
			if fact.on {
				b.WriteString(", " + fact.word)
			}
		}
		if c.Decided != timeline.None {
			fmt.Fprintf(b, "; %s", o.CallDecision(c))
		}
		fmt.Fprintf(b, " | %s\n", words(o.CallSummary(s, c)))
		for _, block := range o.CallBlocks(s, c) {
			fmt.Fprintf(b, "      %s\n", describeBlock(block))
		}
	}
	for i, a := range s.Agents {
		fmt.Fprintf(b, "  agent %d %s %q: %d events%s\n", i, a.ID, a.Name, a.Events, index(", call ", a.Call))
	}
	for _, r := range s.Repeats {
		fmt.Fprintf(b, "  line %d, bytes %d to %d: a copy of line %s\n", r.Line, r.Offset, r.Offset+int64(r.Length), line(r.Event))
	}
	for _, t := range s.Turns {
		fmt.Fprintf(b, "  turn: prompt %s, lines %s to %s\n", line(t.Prompt), line(t.First), line(t.Last))
	}
}

var blockNames = [...]string{"text", "markdown", "code", "terminal", "diff", "table", "raw", "grid", "image", "hits"}

func describeBlock(b timeline.Block) string {
	out := fmt.Sprintf("%s %q", blockNames[b.Kind], b.Title)
	if b.Lang != "" {
		out += " " + b.Lang
	}
	for _, f := range b.Fields {
		out += fmt.Sprintf(" %s=%q", f.Name, f.Value)
	}
	if b.Text != "" {
		out += fmt.Sprintf(" %q", b.Text)
	}
	for _, row := range b.Rows {
		out += fmt.Sprintf(" %q", row)
	}
	if b.Kind == timeline.ImageBlock {
		out += fmt.Sprintf(" %s, %d bytes %s", b.Image.MIME, b.Image.Bytes, b.Image.AssetID)
	}
	return out
}

func describeProblem(b *strings.Builder, o *parse.Opened, p *timeline.Problem) {
	place := "the archive"
	if p.Source != timeline.None {
		place = homeOf(o, o.Sources[p.Source].Home) + o.Sources[p.Source].Path
	}
	fmt.Fprintf(b, "  %s %s: %s", p.Code.Severity(), p.Code, place)
	if p.Line > 0 {
		fmt.Fprintf(b, ", line %d", p.Line)
	}
	if p.Length > 0 {
		fmt.Fprintf(b, ", bytes %d to %d", p.Offset, p.Offset+p.Length)
	} else if p.Offset > 0 {
		fmt.Fprintf(b, ", from byte %d", p.Offset)
	}
	fmt.Fprintf(b, "\n    %s\n", p.Message)
	if p.Kept != "" {
		fmt.Fprintf(b, "    kept: %s\n", p.Kept)
	}
}

// words are the summary of a list, with its controls spelled.
func words(s timeline.Summary) string {
	text := strconv.QuoteToGraphic(s.Text)
	text = strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(text[1 : len(text)-1])
	if s.Mono {
		text = "`" + text + "`"
	}
	if s.Who != "" {
		return s.Who + ": " + text
	}
	return text
}

func flags(e *timeline.Event) string {
	out := ""
	for _, f := range []struct {
		flag timeline.Flag
		name string
	}{{timeline.Typed, "typed"}, {timeline.FromStore, "from-store"}, {timeline.Failed, "failed"}, {timeline.Spoken, "spoken"}, {timeline.StepsBack, "steps-back"}, {timeline.OnlyInWAL, "only-in-wal"}, {timeline.Repaired, "repaired"}, {timeline.Copied, "copied"}} {
		if e.Has(f.flag) {
			out += " +" + f.name
		}
	}
	return out
}

func stamp(ms int64) string {
	if ms == timeline.NoTime {
		return "(no time)"
	}
	return time.UnixMilli(ms).UTC().Format("2006-01-02T15:04:05.000Z")
}

func index(lead string, i int32) string {
	if i == timeline.None {
		return ""
	}
	return lead + strconv.Itoa(int(i))
}

func dash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
