package diagnose

import (
	"fmt"
	"slices"

	"flightlog/parse/timeline"
)

// shells are the tools that run commands of the agent's choice.
var shells = map[string]bool{"bash": true, "powershell": true, "shell": true, "local_shell": true}

// unasked tells of shell commands of the agent's that ran without a recorded question.
func unasked(k *run) {
	var evidence []Evidence
	all, silent := 0, 0
	for _, s := range k.Sessions {
		if !k.more() {
			return
		}
		asks := slices.ContainsFunc(s.Events, func(e timeline.Event) bool { return e.Type == "permission.requested" })
		for c := range k.calls(s) {
			if !shells[c.Tool] || c.ByUser || c.Start == timeline.None || c.Outcome == timeline.Denied || c.Outcome == timeline.Cancelled {
				continue
			}
			if all++; c.Asked == timeline.None {
				evidence = append(evidence, k.call(s, c, k.reader.CallSummary(s, c).Text))
				if !asks {
					silent++
				}
			}
		}
	}
	if n := len(evidence); n > 0 {
		where := "."
		if silent == n {
			where = "; the logs of those sessions record no question at all."
		} else if silent > 0 {
			where = fmt.Sprintf("; %d of them in sessions whose log records no question at all.", silent)
		}
		k.find(Finding{Severity: timeline.Note, Evidence: evidence,
			Sentence: fmt.Sprintf("%d of %d shell commands of the agent ran without a recorded question%s", n, all, where),
			Advice:   "The log does not say why: a command may be taken for read-only, be allowed by a rule or by allow-all, or the version may write no permission records. Read them for what they did."})
	}
}
