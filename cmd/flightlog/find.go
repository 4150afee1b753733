package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"flightlog/parse"
	"flightlog/parse/find"
	"flightlog/parse/secret"
	"flightlog/parse/timeline"
)

func newFind() *cobra.Command {
	var asJSON, secrets bool
	var limit int
	cmd := &cobra.Command{
		Use:   "find QUERY PATH",
		Short: "Search everything an archive holds",
		Long: `Print every record that matches, newest session first and in file order inside, then what
belongs to no session: file and line (or table and row), time in UTC, session, kind, and the
match between « and » in its text. The counts of what was found stand at the end. With --json
one object a hit, without the counts. What has the form of a token, key or password is
masked in it, unless --secrets asks for it.

A query is made of terms that must all hold:
  word              a text, in any case
  "two words"       a text as it stands, in any case
  /expr/  /expr/i   a regular expression of Go; ^ and $ match at lines
  field:value       the value is a word, "words" or /expr/
  !term  -term      what must not hold

` + fieldHelp() + `
A query that begins with a dash must stand behind "--". What a shell reads itself needs
quotes: give the query in '…'.

` + pathHelp + `

Exit codes: 0 something was found, 1 nothing was, 2 bad query, input or usage.`,
		Example: `  flightlog find 'npm "not found"' copilot.zip
  flightlog find 'is:failed cmd:git' ~/.copilot
  flightlog find --limit 20 'session:a8ef502e kind:prompt after:2026-11-01' copilot.zip
  flightlog find --json '/timed? ?out/i !type:session.start' copilot.zip | jq -r .match`,
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			q, err := find.Compile(args[0])
			if err != nil {
				return err
			}
			if limit < 0 {
				return fmt.Errorf("--limit %d is less than nothing", limit)
			}
			opened, err := openArchive(args[1], parse.Options{Limits: limitsOf(cmd)})
			if err != nil {
				return err
			}
			p := &hitPrinter{o: opened, q: q, f: find.New(opened.Timeline, opened), limit: limit, json: asJSON, bare: secrets,
				w: bufio.NewWriterSize(cmd.OutOrStdout(), 64*timeline.KiB)}
			return p.print(cmd.Context().Err)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&asJSON, "json", false, "print one JSON object a hit for programs")
	f.BoolVar(&secrets, "secrets", false, "print what has the form of a secret as it stands")
	f.IntVar(&limit, "limit", 0, "print at most so many hits; 0 prints all")
	canRaise(cmd)
	return cmd
}

// fieldHelp lists the fields of the grammar.
func fieldHelp() string {
	var b strings.Builder
	b.WriteString("Fields:\n")
	for _, f := range find.Fields() {
		fmt.Fprintf(&b, "  %-9s %s\n", f.Name+":", f.What)
		if f.Values != nil {
			fmt.Fprintf(&b, "            (%s)\n", strings.Join(f.Values, ", "))
		}
	}
	return b.String()
}

// hitPrinter prints hits as they are found.
type hitPrinter struct {
	o     *parse.Opened
	q     *find.Query
	f     *find.Finder
	w     *bufio.Writer
	limit int
	json  bool
	bare  bool // secrets are printed
	shown int
	err   error // of writing
}

// print searches and prints. A reader that went away ends the printing quietly.
func (p *hitPrinter) print(pause func() error) error {
	res, err := p.f.Search(p.q, p.hit, pause)
	if err != nil {
		return err
	}
	if p.err == nil && !p.json {
		p.err = p.counts(res)
	}
	if p.err == nil {
		p.err = p.w.Flush()
	}
	switch {
	case errors.Is(p.err, syscall.EPIPE):
		return nil
	case p.err != nil:
		return p.err
	case res.Hits == 0:
		return errFindings
	}
	return nil
}

// hit prints one hit, or only lets it be counted; without counts to print the first ones
// are enough.
func (p *hitPrinter) hit(h *find.Hit) bool {
	if p.limit > 0 && p.shown == p.limit {
		return !p.json
	}
	p.shown++
	c := p.f.Context(p.q, h)
	if !p.bare {
		c = masked(c)
	}
	if p.json {
		p.err = p.object(h, c)
	} else {
		p.err = p.lines(h, c)
	}
	return p.err == nil
}

// masked is a hit in its text without the secrets. One that the match is in, or a part of,
// stands in place of the match.
func masked(c find.Context) find.Context {
	text := c.Before + c.Match + c.After
	from, to := len(c.Before), len(c.Before)+len(c.Match)
	var parts [3]strings.Builder
	write := func(start, end int) {
		for i, bound := range [...][2]int{{0, from}, {from, to}, {to, len(text)}} {
			if a, b := max(start, bound[0]), min(end, bound[1]); a < b {
				parts[i].WriteString(text[a:b])
			}
		}
	}
	at := 0
	secret.Each(text, func(start, end int, mask string) {
		write(at, start)
		part := 1
		switch {
		case end <= from:
			part = 0
		case start >= to:
			part = 2
		}
		parts[part].WriteString(mask)
		at = end
	})
	write(at, len(text))
	c.Before, c.Match, c.After = parts[0].String(), parts[1].String(), parts[2].String()
	return c
}

// lines prints a hit for people: where, when and what, and below it the match in its text.
func (p *hitPrinter) lines(h *find.Hit, c find.Context) error {
	e := h.Event
	source := &p.o.Sources[e.Source]
	place := visible(source.Path)
	switch {
	case e.Has(timeline.FromStore):
		place += fmt.Sprintf(" %s row %d", visible(e.Type), e.Line)
	case e.Line > 0:
		place += fmt.Sprintf(":%d", e.Line)
	}
	facts := []string{"not dated", e.Kind.String(), "no session"}
	if e.Time != timeline.NoTime {
		facts[0] = time.UnixMilli(e.Time).UTC().Format("2006-01-02 15:04:05 UTC")
	}
	if h.Tool != "" {
		facts[1] += " " + visible(h.Tool)
	}
	if h.Outcome != "" {
		facts[1] += " (" + h.Outcome + ")"
	}
	if h.Session != nil {
		facts[2] = "session " + visible(h.Session.ID)
	}
	if len(p.o.Homes) > 1 {
		facts = append(facts, "home "+visible(p.o.Homes[source.Home].Root))
	}
	text := piece(c.Before)
	if c.CutBefore {
		text = "…" + text
	}
	if c.Match != "" {
		text += "«" + piece(c.Match) + "»"
	}
	text += piece(c.After)
	if c.CutAfter {
		text += "…"
	}
	_, err := fmt.Fprintf(p.w, "%s  %s\n    %s\n", place, strings.Join(facts, "  "), strings.TrimSpace(text))
	return err
}

// piece makes a part of a line visible and keeps the blanks at its ends.
func piece(s string) string {
	lead, trail := "", ""
	if t := strings.TrimLeft(s, " \t\r\n"); t != s {
		lead = " "
	}
	if t := strings.TrimRight(s, " \t\r\n"); t != s && t != "" {
		trail = " "
	}
	return lead + visible(s) + trail
}

// hitObject is a hit for programs.
type hitObject struct {
	Home    *string `json:"home,omitempty"` // only where there is more than one
	Source  string  `json:"source"`
	Line    int64   `json:"line"` // 1-based; the rowid of a database row
	Session string  `json:"session"`
	Kind    string  `json:"kind"`
	Type    string  `json:"type"`
	Time    string  `json:"time"` // UTC, "" where it is not dated
	Tool    string  `json:"tool"`
	Outcome string  `json:"outcome"`
	Before  string  `json:"before"`
	Match   string  `json:"match"`
	After   string  `json:"after"`
}

func (p *hitPrinter) object(h *find.Hit, c find.Context) error {
	e := h.Event
	source := &p.o.Sources[e.Source]
	out := hitObject{Source: source.Path, Line: e.Line, Kind: e.Kind.String(), Type: e.Type, Tool: h.Tool, Outcome: h.Outcome, Before: c.Before, Match: c.Match, After: c.After}
	if len(p.o.Homes) > 1 {
		out.Home = &p.o.Homes[source.Home].Root
	}
	if h.Session != nil {
		out.Session = h.Session.ID
	}
	if e.Time != timeline.NoTime {
		out.Time = time.UnixMilli(e.Time).UTC().Format("2006-01-02T15:04:05.000Z")
	}
	enc := json.NewEncoder(p.w)
	enc.SetEscapeHTML(false)
	return enc.Encode(out)
}

// counts prints how much was found, and of what.
func (p *hitPrinter) counts(res find.Result) error {
	if res.Hits == 0 {
		_, err := io.WriteString(p.w, "Nothing was found.\n")
		return err
	}
	fmt.Fprintf(p.w, "\n%s", count(res.Hits, "hit"))
	if p.shown < res.Hits {
		fmt.Fprintf(p.w, ", the first %d printed", p.shown)
	}
	fmt.Fprintln(p.w)
	for _, f := range []struct {
		name string
		list []find.Count
	}{{"kinds", res.Facets.Kinds}, {"tools", res.Facets.Tools}, {"outcomes", res.Facets.Outcomes}, {"sessions", res.Facets.Sessions}} {
		var parts []string
		for _, c := range f.list {
			parts = append(parts, fmt.Sprintf("%s %d", visible(c.Name), c.Hits))
		}
		const most = 12
		if n := len(parts); n > most {
			parts = append(parts[:most], fmt.Sprintf("and %d more", n-most))
		}
		if len(parts) > 0 {
			fmt.Fprintf(p.w, "  %s: %s\n", f.name, strings.Join(parts, ", "))
		}
	}
	return nil
}
