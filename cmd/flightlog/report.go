package main

import (
	"encoding/json"
	"io"
	"time"

	"flightlog/parse"
	"flightlog/parse/timeline"
)

// report is what `check --json` prints, one object:
//
//	archive   name, kind (zip, tar, tar.gz, folder, files, log, database), bytes (of a folder the sum of its
//	          files), sha256 (of the file that was given, in hex; "" for a folder)
//	homes     root (path of the .copilot folder in the archive, "" for bare contents), sessions (their number)
//	sources   source (path from the .copilot component on), kind, state (read, partly, skipped, unreadable,
//	          listed), files (1, or those of a skipped tree), bytes (unpacked), sha256 (of the unpacked bytes,
//	          null where nothing was unpacked), records, rows (of `export --include-thinking --all`), problems,
//	          lost_bytes, notes (facts about the file, as sentences)
//	sessions  id, home (index into homes), name, project, branch, repository, client ("" when not recorded),
//	          cli_versions, models, started, ended (ISO UTC with milliseconds, null when not recorded), prompts
//	          (typed by a person in the root conversation), turns, tool_calls, failed_calls (success false or a
//	          non-zero exit), denied_calls, cancelled_calls, open_calls (no result recorded), subagents, states
//	          (recovered, cut-off, never-prompted, no-log, desktop, synced, in-use, legacy, odd-name, other-id)
//	problems  source (null for the archive itself), line (1-based, 0 for none), offset, length (bytes), code,
//	          severity (note, warning, error), message, kept
//	findings  rule, severity, sentence, inferred (true for a conclusion that no record states), evidence (at most
//	          100 places: session, home, record (its link id within the session), source, line, offset; each null
//	          or 0 where it has none; text, secrets masked), more (places not listed), advice
//	checked   names of the rules that looked and found nothing
//	totals    files, sessions, events, copied_events (of forks, which the counts below count once), rows,
//	          dropped_rows, prompts, turns, tool_calls, failed_calls, denied_calls, cancelled_calls, open_calls,
//	          subagents, problems, lost_bytes
//
// Keys are never renamed or removed; new ones may come.
type report struct {
	Archive  archiveReport   `json:"archive"`
	Homes    []homeReport    `json:"homes"`
	Sources  []sourceReport  `json:"sources"`
	Sessions []sessionReport `json:"sessions"`
	Problems []problemReport `json:"problems"`
	Findings []findingReport `json:"findings"`
	Checked  []string        `json:"checked"`
	Totals   totalsReport    `json:"totals"`
}

type archiveReport struct {
	Name   string `json:"name"`
	Kind   string `json:"kind"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

type homeReport struct {
	Root     string `json:"root"`
	Sessions int    `json:"sessions"`
}

type sourceReport struct {
	Source   string  `json:"source"`
	Kind     string  `json:"kind"`
	State    string  `json:"state"`
	Files    int     `json:"files"`
	Bytes    int64   `json:"bytes"`
	SHA256   *string `json:"sha256"`
	Records  int     `json:"records"`
	Rows     int     `json:"rows"`
	Problems int     `json:"problems"`
	Lost     int64   `json:"lost_bytes"`

	Notes []string `json:"notes"`
}

type callsReport struct {
	ToolCalls int `json:"tool_calls"`
	Failed    int `json:"failed_calls"`
	Denied    int `json:"denied_calls"`
	Cancelled int `json:"cancelled_calls"`
	Open      int `json:"open_calls"`
}

type sessionReport struct {
	ID         string   `json:"id"`
	Home       int      `json:"home"`
	Name       string   `json:"name"`
	Project    string   `json:"project"`
	Branch     string   `json:"branch"`
	Repository string   `json:"repository"`
	Client     string   `json:"client"`
	Versions   []string `json:"cli_versions"`
	Models     []string `json:"models"`
	Started    *string  `json:"started"`
	Ended      *string  `json:"ended"`
	Prompts    int      `json:"prompts"`
	Turns      int      `json:"turns"`
	callsReport
	SubAgents int      `json:"subagents"`
	States    []string `json:"states"`
}

type problemReport struct {
	Source   *string `json:"source"`
	Line     int64   `json:"line"`
	Offset   int64   `json:"offset"`
	Length   int64   `json:"length"`
	Code     string  `json:"code"`
	Severity string  `json:"severity"`
	Message  string  `json:"message"`
	Kept     string  `json:"kept"`
}

type totalsReport struct {
	Files    int `json:"files"`
	Sessions int `json:"sessions"`
	Events   int `json:"events"`
	Copied   int `json:"copied_events"`
	Rows     int `json:"rows"`
	Dropped  int `json:"dropped_rows"`
	Prompts  int `json:"prompts"`
	Turns    int `json:"turns"`
	callsReport
	SubAgents int   `json:"subagents"`
	Problems  int   `json:"problems"`
	Lost      int64 `json:"lost_bytes"`
}

// writeReport prints the report for programs, indented.
func writeReport(out io.Writer, o *parse.Opened, sha256 string) error {
	r, err := newReport(o)
	if err != nil {
		return err
	}
	r.Archive.SHA256 = sha256
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(r)
}

func newReport(o *parse.Opened) (*report, error) {
	t := o.Timeline
	r := &report{
		Archive: archiveReport{Name: t.Archive.Name, Kind: t.Archive.Kind, Bytes: t.Archive.Bytes},
		Homes:   make([]homeReport, len(t.Homes)), Sources: []sourceReport{}, Sessions: []sessionReport{}, Problems: []problemReport{},
	}
	for i := range t.Homes {
		r.Homes[i].Root = t.Homes[i].Root
	}
	for _, s := range t.Sessions {
		r.Homes[s.Home].Sessions++
		r.Sessions = append(r.Sessions, reportSession(s))
	}
	for i := range t.Sources {
		r.Sources = append(r.Sources, reportSource(&t.Sources[i]))
		r.Totals.Files += t.Sources[i].Files
		r.Totals.Lost += t.Sources[i].Lost
	}
	r.problems(t)
	if err := r.rows(o); err != nil {
		return nil, err
	}
	if err := r.findings(o); err != nil {
		return nil, err
	}
	sum := o.Totals()
	r.Totals.Sessions, r.Totals.Events, r.Totals.Copied, r.Totals.Prompts, r.Totals.Turns = sum.Sessions, sum.Events, sum.Copied, sum.Prompts, sum.Turns
	r.Totals.callsReport, r.Totals.SubAgents = reportCalls(sum.Calls), sum.SubAgents
	return r, nil
}

func reportCalls(n timeline.CallCounts) callsReport {
	return callsReport{n.Total, n.Failed, n.Denied, n.Cancelled, n.Open}
}

func reportSession(s *timeline.Session) sessionReport {
	out := sessionReport{
		ID: s.ID, Home: s.Home, Name: s.Name, Project: s.Project, Branch: s.Branch, Repository: s.Repository, Client: s.Client,
		Versions: list(s.Versions), Models: list(s.Models), Started: isoTime(s.Started), Ended: isoTime(s.Ended), Prompts: s.Prompts,
		callsReport: reportCalls(s.Counts), SubAgents: len(s.Agents), States: list(s.Marks.Names()),
	}
	for i := range s.Turns {
		if s.Turns[i].Prompt != timeline.None {
			out.Turns++
		}
	}
	return out
}

// list keeps an empty list from being null.
func list(names []string) []string {
	if names == nil {
		return []string{}
	}
	return names
}

func isoTime(ms int64) *string {
	if ms == timeline.NoTime {
		return nil
	}
	s := time.UnixMilli(ms).UTC().Format("2006-01-02T15:04:05.000Z")
	return &s
}

func reportSource(s *timeline.Source) sourceReport {
	out := sourceReport{Source: s.Path, Kind: s.Kind, State: s.State.String(), Files: s.Files, Bytes: s.Bytes, Records: s.Records, Lost: s.Lost, Notes: list(s.Notes)}
	if s.SHA256 != "" {
		out.SHA256 = &s.SHA256
	}
	return out
}

func (r *report) problems(t *timeline.Timeline) {
	for i := range t.Problems {
		p := &t.Problems[i]
		out := problemReport{Line: p.Line, Offset: p.Offset, Length: p.Length, Code: string(p.Code), Severity: p.Code.Severity().String(), Message: p.Message, Kept: p.Kept}
		if p.Source != timeline.None {
			out.Source = &r.Sources[p.Source].Source
			r.Sources[p.Source].Problems++
		}
		r.Problems = append(r.Problems, out)
	}
	r.Totals.Problems = len(r.Problems)
}

// rows counts the rows of every source.
func (r *report) rows(o *parse.Opened) error {
	return o.Rows(parse.RowOptions{Thinking: true, All: true}, func(row *timeline.Row) error {
		r.Sources[row.From].Rows++
		r.Totals.Rows++
		if row.Dropped {
			r.Totals.Dropped++
		}
		return nil
	})
}
