package diagnose

import "flightlog/parse/timeline"

// hooks tells of hooks that failed.
func hooks(k *run) {
	var evidence []Evidence
	var names tallies
	for _, s := range k.Sessions {
		if !k.more() {
			return
		}
		for _, e := range k.events(s) {
			if e.Type == "hook.end" && e.Has(timeline.Failed) {
				line := k.reader.Summary(s, e)
				name := line.Who
				if name == "" {
					name = "of an unrecorded kind"
				}
				names.add(name)
				evidence = append(evidence, k.record(s, e, line.Text))
			}
		}
	}
	if n := len(evidence); n > 0 {
		k.find(Finding{Severity: timeline.Warning, Evidence: evidence,
			Sentence: many(n, "hook run") + " failed: " + names.list() + ".",
			Advice:   "Read the message and run the hook's command by hand on that machine."})
	}
}
