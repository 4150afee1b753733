package diagnose

import (
	"strings"

	"flightlog/parse/timeline"
)

// tooMany is the status code by which a service says that it was asked too often.
const tooMany = 429

// rateLimits tells of requests that were refused for their number, and of the model
// switches that the program made because of it.
func rateLimits(k *run) {
	var evidence []Evidence
	refused, switched := 0, 0
	for _, s := range k.Sessions {
		if !k.more() {
			return
		}
		for _, e := range k.events(s) {
			if e.Type != "session.error" && e.Type != "session.model_change" {
				continue
			}
			l, _ := k.decode(e)
			switch {
			case e.Type == "session.error" && (l.Data.StatusCode == tooMany || strings.HasPrefix(l.Data.ErrorType, "rate_limit")):
				refused++
			case e.Type == "session.model_change" && l.Data.Cause == "rate_limit_auto_switch":
				switched++
			default:
				continue
			}
			evidence = append(evidence, k.said(s, e))
		}
	}
	if len(evidence) == 0 {
		return
	}
	var parts []string
	if refused > 0 {
		parts = append(parts, many(refused, "request")+" "+were(refused)+" refused by a rate limit")
	}
	if switched > 0 {
		parts = append(parts, "the model was switched because of one "+timesOver(switched))
	}
	sentence := strings.Join(parts, ", and ")
	k.find(Finding{Severity: timeline.Warning, Evidence: evidence, Sentence: strings.ToUpper(sentence[:1]) + sentence[1:] + ".",
		Advice: "Check the account's plan and what else uses it at that time; replies after a switch come from another model."})
}
