package event

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path"
	"strings"
	"testing"

	"flightlog/parse/fixture"
	"flightlog/parse/timeline"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const sentencesFile = "../../testdata/golden/events.txt"

// TestSentences reads a log with an event of every type: what a list says about each, its
// joins and what its detail holds, as a person can read them in one file.
func TestSentences(t *testing.T) {
	c := fixture.Load(t, os.DirFS("../.."), "testdata/cases/every-type.txtar")[0]
	var b strings.Builder
	seen := map[string]bool{}
	r := NewRecord(64)
	for _, f := range c.Files {
		if path.Ext(f.Name) != ".jsonl" {
			continue
		}
		for line := range bytes.Lines(f.Data) {
			var e timeline.Event
			var l timeline.Links
			if err := r.Decode(bytes.TrimSuffix(line, []byte("\n")), &e, &l); err != nil {
				t.Fatalf("%v: %s", err, line)
			}
			seen[e.Type] = true
			describe(&b, r, &e, &l)
		}
	}
	for _, typ := range Types() {
		if !seen[typ] {
			t.Errorf("the log has no %s", typ)
		}
	}
	if *update {
		if err := os.WriteFile(sentencesFile, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(sentencesFile)
	if err != nil {
		t.Fatal(err)
	}
	if got := b.String(); got != string(want) {
		g, w := strings.Split(got, "\n"), strings.Split(string(want), "\n")
		i := 0
		for i < len(g)-1 && i < len(w)-1 && g[i] == w[i] {
			i++
		}
		t.Errorf("%s, line %d:\n got %s\nwant %s", sentencesFile, i+1, g[i], w[i])
	}
}

// describe writes an event on a line, its joins and its blocks below it.
func describe(b *strings.Builder, r *Record, e *timeline.Event, l *timeline.Links) {
	s := r.Summary()
	who := ""
	if s.Who != "" {
		who = s.Who + ": "
	}
	flags := ""
	if e.Has(timeline.Failed) {
		flags = ", failed"
	}
	fmt.Fprintf(b, "%s (%s%s)\n    %s%s\n", e.Type, e.Kind, flags, who, s.Text)
	var joins []string
	if len(l.CallID) > 0 {
		joins = append(joins, "call "+string(l.CallID))
	}
	if len(l.RequestID) > 0 {
		joins = append(joins, "request "+string(l.RequestID))
	}
	if len(l.Agent) > 0 {
		joins = append(joins, "subagent "+string(l.Agent))
	}
	for _, tie := range l.Ties {
		joins = append(joins, tie.Thread.String()+" "+string(tie.ID))
	}
	if len(joins) > 0 {
		fmt.Fprintf(b, "    joins: %.160s\n", strings.Join(joins, ", "))
	}
	for _, block := range r.Blocks() {
		if block.Title != "Data" {
			fmt.Fprintf(b, "    %s: %s\n", block.Title, gist(block))
		}
	}
	b.WriteString("\n")
}

// gist is the beginning of what a block shows.
func gist(b timeline.Block) string {
	switch b.Kind {
	case timeline.TableBlock:
		var out []string
		for _, f := range b.Fields {
			out = append(out, f.Name+" = "+f.Value)
		}
		return OneLine(strings.Join(out, "; "))
	case timeline.GridBlock:
		out := []string{strings.Join(b.Columns, " | ")}
		for _, row := range b.Rows {
			out = append(out, strings.Join(row, " | "))
		}
		return strings.Join(out, "\n        ")
	case timeline.ImageBlock:
		return fmt.Sprintf("%s, %d bytes, asset %.16s, %d characters of base64", b.Image.MIME, b.Image.Bytes, b.Image.AssetID, len(b.Image.Base64))
	}
	return fmt.Sprintf("%.160s", OneLine(b.Text))
}
