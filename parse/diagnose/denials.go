package diagnose

import (
	"fmt"

	"flightlog/parse/timeline"
)

// nobodyToAsk is how a decision is spelled that was made because nobody could be asked.
const nobodyToAsk = "denied-no-approval-rule-and-could-not-request-from-user"

// unattended tells of calls that were refused because nobody was there to ask.
func unattended(k *run) {
	evidence, tools := k.denied(func(c *timeline.Call) bool { return c.Decision == nobodyToAsk })
	if n := len(evidence); n > 0 {
		k.find(Finding{Severity: timeline.Warning, Evidence: evidence,
			Sentence: fmt.Sprintf("%s %s denied with no rule to allow and nobody to ask: %s.", many(n, "tool call"), were(n), tools),
			Advice:   "Where the run was meant to work without a person, start it with the permissions that it needs."})
	}
}

// denials tells of calls that a person or a rule refused.
func denials(k *run) {
	evidence, tools := k.denied(func(c *timeline.Call) bool { return c.Decision != nobodyToAsk })
	if n := len(evidence); n > 0 {
		k.find(Finding{Severity: timeline.Note, Evidence: evidence,
			Sentence: fmt.Sprintf("%s %s denied: %s.", many(n, "tool call"), were(n), tools),
			Advice:   "Each place says who or what decided, as far as a record does."})
	}
}

// denied lists the refused calls that fit.
func (k *run) denied(fits func(*timeline.Call) bool) ([]Evidence, string) {
	var evidence []Evidence
	var tools tallies
	for _, s := range k.Sessions {
		if !k.more() {
			break
		}
		for c := range k.calls(s) {
			if c.Outcome == timeline.Denied && fits(c) {
				who := k.reader.CallDecision(c)
				if c.Decision == "" && c.Result != timeline.None { // a rule writes no permission records
					who = k.reader.Summary(s, &s.Events[c.Result]).Text
				}
				tools.add(orUnnamed(c.Tool))
				evidence = append(evidence, k.call(s, c, c.Tool+" "+k.reader.CallSummary(s, c).Text+" — "+who))
			}
		}
	}
	return evidence, tools.list()
}

func orUnnamed(tool string) string {
	if tool == "" {
		return "a tool without a recorded name"
	}
	return tool
}
