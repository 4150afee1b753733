package diagnose

import "flightlog/parse/timeline"

// cutOff tells of logs that end inside a line.
func cutOff(k *run) {
	var evidence []Evidence
	for _, s := range k.Sessions {
		if s.Has(timeline.CutOff) {
			e := k.session(s, "the log ends inside a line")
			if n := len(s.Events); n > 0 {
				e = k.record(s, &s.Events[n-1], "the last whole record: "+k.reader.Summary(s, &s.Events[n-1]).Text)
			}
			evidence = append(evidence, e)
		}
	}
	if n := len(evidence); n > 0 {
		k.find(Finding{Severity: timeline.Warning, Evidence: evidence,
			Sentence: "The log of " + many(n, "session") + " ends in the middle of a line.",
			Advice:   "What followed was not written, or not copied. Look for a full disk, a killed process or a copy made while the program was writing. On resume the program drops such a line."})
	}
}
