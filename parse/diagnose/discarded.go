package diagnose

import (
	"fmt"
	"strings"

	"flightlog/parse/timeline"
)

// discarded tells of rows of the store that give a prompt of the log an answer which the
// log does not hold: a reindex keeps the old answer of a turn that a rewind took back.
func discarded(k *run) {
	var evidence []Evidence
	for _, s := range k.Sessions {
		if !k.more() {
			return
		}
		if s.Has(timeline.Recovered) || s.Has(timeline.NoLog) || len(s.Events) == 0 || len(s.Store) == 0 {
			continue // nothing to compare
		}
		prompts, replies := map[string]bool{}, map[string]bool{}
		k.prompts(s, prompts)
		for i := range s.Events {
			if e := &s.Events[i]; e.Kind == timeline.Reply && e.Has(timeline.Spoken) {
				if l, ok := k.decode(e); ok {
					replies[strings.TrimSpace(l.Data.Content)] = true
				}
			}
		}
		k.turns(s, func(e *timeline.Event, prompt, reply string) {
			if prompts[prompt] && reply != "" && !replies[reply] {
				evidence = append(evidence, k.record(s, e, prompt+" — "+reply))
			}
		})
	}
	if n := len(evidence); n > 0 {
		k.find(Finding{Severity: timeline.Warning, Evidence: evidence,
			Sentence: fmt.Sprintf("%s of the session store give%s a prompt an answer that no record of its log holds.", many(n, "turn"), ends(n)),
			Advice:   "Trust the log: the answer may be that of a turn which was taken back, and the log's own answer is another one, or none."})
	}
}
