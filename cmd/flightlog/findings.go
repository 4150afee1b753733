package main

import (
	"fmt"
	"io"
	"strings"

	"flightlog/parse"
	"flightlog/parse/diagnose"
	"flightlog/parse/timeline"
)

type findingReport struct {
	Rule     string           `json:"rule"`
	Severity string           `json:"severity"`
	Sentence string           `json:"sentence"`
	Inferred bool             `json:"inferred"`
	Evidence []evidenceReport `json:"evidence"`
	More     int              `json:"more"`
	Advice   string           `json:"advice"`
}

type evidenceReport struct {
	Session *string `json:"session"`
	Home    int     `json:"home"`
	Record  *string `json:"record"`
	Source  *string `json:"source"`
	Line    int64   `json:"line"`
	Offset  int64   `json:"offset"`
	Text    string  `json:"text"`
}

// findings asks the rules and adds what they say.
func (r *report) findings(o *parse.Opened) error {
	found, err := diagnose.Run(o.Timeline, o, nil)
	if err != nil {
		return err
	}
	r.Findings, r.Checked = []findingReport{}, list(found.Checked)
	for _, f := range found.Findings {
		out := findingReport{Rule: f.Rule, Severity: f.Severity.String(), Sentence: f.Sentence, Inferred: f.Inferred, Evidence: []evidenceReport{}, More: f.More, Advice: f.Advice}
		for _, e := range f.Evidence {
			place := evidenceReport{Session: orNull(e.Session), Home: e.Home, Record: orNull(e.Link), Line: e.Line, Offset: e.Offset, Text: e.Text}
			if e.Source != timeline.None {
				place.Source = &r.Sources[e.Source].Source
			}
			out.Evidence = append(out.Evidence, place)
		}
		r.Findings = append(r.Findings, out)
	}
	return nil
}

func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// fewPlaces is how many places of a finding are printed; --json has more.
const fewPlaces = 5

// printFindings prints what deserves a look, and which rules found nothing.
func printFindings(w io.Writer, o *parse.Opened) error {
	found, err := diagnose.Run(o.Timeline, o, nil)
	if err != nil {
		return err
	}
	if len(found.Findings) == 0 {
		fmt.Fprintln(w, "\nNo findings.")
	} else {
		fmt.Fprintln(w, "\nFINDINGS")
	}
	for _, f := range found.Findings {
		inferred := ""
		if f.Inferred {
			inferred = " (inferred)"
		}
		fmt.Fprintf(w, "%s %s%s: %s\n", f.Severity, f.Rule, inferred, visible(f.Sentence))
		shown := min(len(f.Evidence), fewPlaces)
		for i := range shown {
			fmt.Fprintf(w, "  %s\n", visible(evidence(o.Timeline, &f.Evidence[i])))
		}
		if left := len(f.Evidence) - shown + f.More; left > 0 {
			fmt.Fprintf(w, "  and %d more\n", left)
		}
		fmt.Fprintf(w, "  what to do: %s\n", visible(f.Advice))
	}
	fmt.Fprintf(w, "\nChecked, nothing found: %s.\n", strings.Join(found.Checked, ", "))
	return nil
}

// evidence says in one line where something stands.
func evidence(t *timeline.Timeline, e *diagnose.Evidence) string {
	var place []string
	if len(t.Homes) > 1 {
		place = append(place, t.Homes[e.Home].Root)
	}
	if e.Session != "" {
		place = append(place, "session "+e.Session)
	}
	switch {
	case e.Link != "":
		place = append(place, e.Link)
	case e.Source != timeline.None:
		src := &t.Sources[e.Source]
		place = append(place, src.Path)
		if e.Line > 0 && src.Kind == "history" {
			place = append(place, fmt.Sprintf("entry %d", e.Line))
		} else if e.Line > 0 {
			place = append(place, fmt.Sprintf("line %d", e.Line))
		}
	}
	if e.Text == "" {
		return strings.Join(place, ", ")
	}
	return strings.Join(place, ", ") + ": " + e.Text
}
