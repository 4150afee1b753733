package viewer

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"flightlog/components"
	"flightlog/parse/diagnose"
	"flightlog/parse/timeline"
	"flightlog/wasm/viewer/session"
)

const (
	workSlice     = 20 * time.Millisecond // how long the rules may run before another call is answered
	briefFindings = 6                     // on the overview
	fewPlaces     = 4                     // of a finding before all are asked for
	findingsChunk = 6
	findingsKey   = "!findings" // toggle key: no session's, since a "!" in one is escaped
)

// inquiry is the asking of the rules, which no screen waits for. It runs as a coroutine, a
// slice a call, so that every other call is answered between two slices; it is stopped by
// not being called.
type inquiry struct {
	next    func() (string, bool) // runs a slice, gives the rule at work
	end     func()
	asked   int
	rule    string
	stopped bool
	broken  bool
	open    map[int]bool // findings of which all places are listed

	result *diagnose.Result // nil until every rule answered
}

// errLeft ends rules whose archive is no longer open.
var errLeft = errors.New("another archive is open")

// inquire begins to ask the rules about the open archive; the first slice runs them.
func (v *Viewer) inquire() {
	if v.rules != nil {
		v.rules.end()
	}
	q := &inquiry{open: map[int]bool{}, rule: diagnose.Rules()[0]}
	file := v.file
	q.next, q.end = iter.Pull(func(yield func(string) bool) {
		began := v.clock()
		result, err := diagnose.Run(file.Timeline, file, func(done, _ int, rule string) error {
			q.asked, q.rule = done, rule
			if v.clock().Sub(began) < workSlice {
				return nil
			}
			if !yield(rule) {
				return errLeft
			}
			began = v.clock()
			return nil
		})
		if err == nil {
			q.result = result
		}
	})
	v.rules = q
}

// work runs a slice of the work that follows the first screen: the rest is read, then the
// rules are asked. It answers "more" while there is some left, and once, as rest.go has it,
// that the rest was read; stop and go are a person's wish for the rules.
func (v *Viewer) work(arg string) ([]byte, error) {
	q := v.rules
	switch arg {
	case "stop", "go":
		q.stopped = arg == "stop"
		return nil, nil
	case "":
	default:
		return nil, fmt.Errorf("the program knows no work %q", arg)
	}
	reading := v.readOn()
	if v.joined != "" {
		joined := v.joined
		v.joined = ""
		return []byte(joined), nil
	}
	if reading {
		return []byte("more"), nil
	}
	if q.stopped || q.broken || q.result != nil {
		return nil, nil
	}
	q.broken = true // a panic leaves it so
	_, more := q.next()
	q.broken = !more && q.result == nil
	if more {
		return []byte("more"), nil
	}
	return nil, nil
}

// later answers what stands in a place that is filled while the rules run.
func (v *Viewer) later(arg string) ([]byte, error) {
	name, number, _ := strings.Cut(arg, " ")
	switch name {
	case "brief":
		return render(v.findingsBrief())
	case "findings":
		at, _ := strconv.Atoi(number)
		return render(v.findingsInside(at))
	case "reading":
		return render(components.StillReading(v.reading()))
	case "found":
		return render(v.findingsFound())
	}
	return nil, fmt.Errorf("the program knows no place %q", arg)
}

func (v *Viewer) asking() templ.Component {
	q := v.rules
	return components.AskingRules(components.Inquiry{Reading: v.reading(), Asked: q.asked, All: len(diagnose.Rules()), Rule: ruleWords(q.rule), Stopped: q.stopped, Broken: q.broken})
}

func (v *Viewer) findingsBrief() templ.Component {
	found := v.rules.result
	if found == nil {
		return v.asking()
	}
	var first []components.Finding
	for i := range min(len(found.Findings), briefFindings) {
		first = append(first, v.finding(i))
	}
	return components.FindingsBrief(first, len(found.Findings), len(found.Checked))
}

// findingsFound is the number in the rail, nothing while the rules run.
func (v *Viewer) findingsFound() templ.Component {
	found := v.rules.result
	if found == nil {
		return templ.NopComponent
	}
	severe := len(found.Findings) > 0 && found.Findings[0].Severity > timeline.Note
	return components.FindingsFound(len(found.Findings), severe)
}

// findingsInside is the page of findings below its head, with one of them in view.
func (v *Viewer) findingsInside(at int) templ.Component {
	found := v.rules.result
	if found == nil {
		return v.asking()
	}
	var checked []string
	for _, name := range found.Checked {
		checked = append(checked, ruleWords(name))
	}
	return components.FindingsList(components.List{Name: "findings", Count: len(found.Findings), Chunk: findingsChunk, Est: 150, At: at, Label: "Findings"}, checked)
}

func (v *Viewer) findingRows(chunk int) []components.Finding {
	if v.rules.result == nil {
		return nil
	}
	from, to := components.ChunkOf(len(v.rules.result.Findings), findingsChunk, chunk)
	out := make([]components.Finding, 0, to-from)
	for i := from; i < to; i++ {
		out = append(out, v.finding(i))
	}
	return out
}

// findingAct lists all places of a finding, or few; nil for no such finding.
func (v *Viewer) findingAct(i int) templ.Component {
	q := v.rules
	if q.result == nil || i < 0 || i >= len(q.result.Findings) || v.finding(i).Toggle == "" {
		return nil
	}
	q.open[i] = !q.open[i]
	return components.FindingBody(v.finding(i))
}

func (v *Viewer) finding(i int) components.Finding {
	q := v.rules
	f := &q.result.Findings[i]
	key := "finding-" + strconv.Itoa(i)
	out := components.Finding{Index: i, Key: key, Href: "#/findings/" + key, Severity: f.Severity, Inferred: f.Inferred, Sentence: f.Sentence, Rule: f.Rule, Advice: f.Advice, Open: q.open[i], Unlisted: f.More}
	shown := len(f.Evidence)
	if shown > fewPlaces {
		out.Toggle = findingsKey + "/" + strconv.Itoa(i)
		if !out.Open {
			out.Shown = fmt.Sprintf("%s of %s places", components.Count(fewPlaces), components.Count(shown))
			shown = fewPlaces
		}
	}
	for k := range shown {
		out.Places = append(out.Places, v.evidence(f.Rule, &f.Evidence[k]))
	}
	return out
}

// evidence is a place that shows a finding, with the link that opens it.
func (v *Viewer) evidence(rule string, e *diagnose.Evidence) components.Place {
	out := components.Place{Where: "the archive", Text: e.Text}
	s := v.sessionOf(e.Session, e.Home)
	if e.Source != timeline.None {
		src := &v.file.Sources[e.Source]
		out.Where, out.Path, out.Href = pathEnd(src.Path), src.Path, fmt.Sprintf("#/files/file-%d", e.Source)
		switch {
		case e.Line > 0 && src.Kind == "history":
			out.At, out.Href = "entry "+components.Count(e.Line), "#/history/"+v.entryOf(e)
		case e.Line > 0:
			out.At = "line " + components.Count(e.Line)
		case e.Offset > 0:
			out.At = "byte " + components.Count(e.Offset)
		}
	}
	switch {
	case s != nil && e.Link != "":
		out.Where, _ = session.Name(s)
		out.Path, out.Href = "", v.pageOf(s).RecordHref(e.Link)
		if _, row, fromTable := strings.Cut(e.Link, ":"); fromTable {
			out.At = "row " + row
		}
	case s != nil && e.Source == timeline.None:
		out.Where, _ = session.Name(s)
		out.Href = v.sessionHref(s)
	case rule == "damage" || rule == "missing-file":
		if i := v.problemAt(e); i >= 0 {
			out.Href = fmt.Sprintf("#/problems/problem-%d", i)
		}
	}
	return out
}

// pathEnd is the end of a path, which tells files apart where room is short: the file with its
// folder, of which an id needs no more than its beginning.
func pathEnd(path string) string {
	parts := strings.Split(path, "/")
	n := len(parts)
	if n < 2 {
		return path
	}
	if folder := []rune(parts[n-2]); len(folder) > 16 {
		parts[n-2] = string(folder[:8]) + "…"
	}
	return parts[n-2] + "/" + parts[n-1]
}

// entryOf is the entry of the prompt history that evidence names, as links spell it.
func (v *Viewer) entryOf(e *diagnose.Evidence) string {
	return fmt.Sprintf("entry-%d", slices.IndexFunc(v.file.History, func(h timeline.Remembered) bool { return h.Source == e.Source && h.Index == e.Line }))
}

// problemAt is the problem of which evidence tells, or -1.
func (v *Viewer) problemAt(e *diagnose.Evidence) int {
	return slices.IndexFunc(v.file.Problems, func(p timeline.Problem) bool {
		return p.Source == e.Source && p.Line == e.Line && p.Offset == e.Offset
	})
}

// sessionOf finds a session by its id in its home, nil where there is none.
func (v *Viewer) sessionOf(id string, home int) *timeline.Session {
	if id == "" {
		return nil
	}
	for _, s := range v.file.Sessions {
		if s.ID == id && s.Home == home {
			return s
		}
	}
	return nil
}

// ruleNames say what each rule looks for.
var ruleNames = map[string]string{
	"damage": "Damaged files, lines and databases", "missing-file": "Files that should lie beside others", "cut-off": "Logs that end in the middle of a line",
	"in-use": "Sessions that were open", "secret-in-configuration": "Secrets in configuration files", "token-in-text": "Tokens and keys in prompts, commands and output",
	"session-error": "Session errors", "rate-limit": "Rate limits", "context-exhausted": "A context that was full", "mcp-not-started": "MCP servers that did not start",
	"hook-failed": "Hooks that failed", "repeated-failure": "Commands and tools that failed again and again", "unattended-denial": "Denials because nobody could be asked",
	"denial": "Denials by a person or a rule", "allow-all": "Stretches of allow-all", "autopilot": "Stretches of autopilot", "unasked-command": "Commands that ran without a recorded question",
	"sign-in-loop": "Sign-in loops", "log-flood": "Process logs that repeat one line", "output-elsewhere": "Outputs that are not in the archive", "deleted-session": "Sessions that only the database holds",
	"prompt-only-in-history": "Prompts that only the history holds", "prompt-only-in-store": "Prompts that only the database holds", "reply-only-in-store": "Replies in the database that the log contradicts",
	"fork": "Forks that would count twice", "version-change": "Sessions of several versions", "unknown-type": "Event types newer than this Flightlog", "clock-step": "Clocks that step back", "synced": "Sessions synced to the account",
}

func ruleWords(rule string) string {
	if words := ruleNames[rule]; words != "" {
		return words
	}
	return rule
}
