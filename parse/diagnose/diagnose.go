// Package diagnose says what in an opened archive deserves a look.
//
// In go a timeline and the reader of its records; out come findings, each with one plain
// sentence, the records or files that show it, and what to do, and the names of the rules
// that looked and found nothing. Each rule stands in a file of its own; the table in this
// one is the registry. A rule speaks from records only: what it concludes beyond them is
// marked as inferred, and worded so. Damage is a finding like any other; a record that
// cannot be decoded adds nothing and stops nothing.
package diagnose

import (
	"slices"

	"flightlog/parse/timeline"
)

// Finding is one thing that deserves a look.
type Finding struct {
	Rule     string            // the rule's name; programs match on it
	Severity timeline.Severity // Error: data was lost or given away; Warning: something went wrong; Note: worth knowing
	Sentence string            // one plain sentence, secrets masked
	Inferred bool              // a conclusion that no record states; else a count of what records state
	Evidence []Evidence        // in reading order, at most maxEvidence of them
	More     int               // evidence that is not listed
	Advice   string            // what to do, one or two plain sentences
}

// Evidence is one place that shows a finding.
type Evidence struct {
	Session string // id of the session, "" where it belongs to none
	Home    int    // index into Timeline.Homes
	Link    string // link id of the record within its session, "" where it is no record
	Source  int32  // index into Timeline.Sources, or timeline.None for the archive itself
	Line    int64  // 1-based line, place in a list, or rowid; 0 for none
	Offset  int64  // byte offset in the unpacked source, 0 where Line says enough
	Text    string // what stands there, in a few words, secrets masked
}

// Result is the answer of all rules.
type Result struct {
	Findings []Finding // most severe first, then in the order of the rules
	Checked  []string  // rules that looked and found nothing
}

// Pause is called often with the rules done so far, their number, and the rule at work.
// Its error ends the run.
type Pause func(done, all int, rule string) error

// rule is one entry of the registry.
type rule struct {
	name string
	find func(*run)
}

// rules is the registry, in the order in which findings of equal severity are told.
var rules = []rule{
	{"damage", damage},
	{"missing-file", missingFile},
	{"cut-off", cutOff},
	{"in-use", inUse},
	{"secret-in-configuration", configuredSecrets},
	{"token-in-text", tokens},
	{"session-error", sessionErrors},
	{"rate-limit", rateLimits},
	{"context-exhausted", exhausted},
	{"mcp-not-started", mcpServers},
	{"hook-failed", hooks},
	{"repeated-failure", repeatedFailures},
	{"unattended-denial", unattended},
	{"denial", denials},
	{"allow-all", allowAll},
	{"autopilot", autopilot},
	{"unasked-command", unasked},
	{"sign-in-loop", signIns},
	{"log-flood", floods},
	{"output-elsewhere", outputs},
	{"deleted-session", deleted},
	{"prompt-only-in-history", historyOnly},
	{"prompt-only-in-store", storeOnly},
	{"reply-only-in-store", discarded},
	{"fork", forks},
	{"version-change", versions},
	{"unknown-type", unknownTypes},
	{"clock-step", clocks},
	{"synced", synced},
}

// Rules lists the names of all rules, in order.
func Rules() []string {
	out := make([]string, len(rules))
	for i := range rules {
		out[i] = rules[i].name
	}
	return out
}

// Run asks every rule. pause may be nil. The error is pause's own; there is no result then.
func Run(t *timeline.Timeline, reader timeline.Reader, pause Pause) (*Result, error) {
	k := &run{Timeline: t, reader: reader, pause: pause, all: len(rules)}
	for i := range rules {
		k.at, k.rule = i, rules[i].name
		before := len(k.findings)
		if !k.more() {
			return nil, k.err
		}
		if rules[i].find(k); k.err != nil {
			return nil, k.err
		}
		if len(k.findings) == before {
			k.checked = append(k.checked, rules[i].name)
		}
	}
	slices.SortStableFunc(k.findings, func(a, b Finding) int { return int(b.Severity) - int(a.Severity) })
	return &Result{Findings: k.findings, Checked: k.checked}, nil
}

// run is one asking of the rules.
type run struct {
	*timeline.Timeline
	reader   timeline.Reader
	pause    Pause
	err      error
	rule     string // at work
	at, all  int    // its place among the rules, and their number
	findings []Finding
	checked  []string
	looked   int // bytes since the last pause

	copies   map[*timeline.Session]map[int32]bool // what forks copied, see copied
	families []timeline.Family
}

// more lets others work; false ends the rule.
func (k *run) more() bool {
	if k.err == nil && k.pause != nil {
		k.err = k.pause(k.at, k.all, k.rule)
	}
	return k.err == nil
}

// sliceBytes is how many bytes of records are looked at between two pauses: a few
// milliseconds of work in the page.
const sliceBytes = 128 * timeline.KiB

// step is more for a loop over records: it pauses whenever so many bytes were looked at.
func (k *run) step(bytes int) bool {
	const each = 64 // what a record costs beside its bytes
	if k.looked += bytes + each; k.looked < sliceBytes {
		return k.err == nil
	}
	k.looked = 0
	return k.more()
}

// maxEvidence is how many places a finding lists: more than a person opens one by one.
const maxEvidence = 100

// find adds a finding of the rule at work.
func (k *run) find(f Finding) {
	f.Rule = k.rule
	if n := len(f.Evidence); n > maxEvidence {
		f.Evidence, f.More = f.Evidence[:maxEvidence:maxEvidence], f.More+n-maxEvidence
	}
	k.findings = append(k.findings, f)
}
