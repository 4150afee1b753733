package diagnose

import (
	"strconv"

	"flightlog/parse/timeline"
)

// sessionErrors tells of the errors that logs record, by status code.
func sessionErrors(k *run) {
	var evidence []Evidence
	var codes tallies
	for _, s := range k.Sessions {
		if !k.more() {
			return
		}
		for _, e := range k.events(s) {
			if e.Type != "session.error" {
				continue
			}
			l, _ := k.decode(e)
			code := "no status code"
			if l.Data.StatusCode != 0 {
				code = "status " + strconv.Itoa(l.Data.StatusCode)
			}
			codes.add(code)
			evidence = append(evidence, k.said(s, e))
		}
	}
	if n := len(evidence); n > 0 {
		k.find(Finding{Severity: timeline.Warning, Evidence: evidence,
			Sentence: many(n, "session error") + " " + are(n) + " recorded: " + codes.list() + ".",
			Advice:   "Read the message of each. With a status of 500 or more the model's service failed; with 400 to 499 it refused what was sent, or who sent it."})
	}
}
