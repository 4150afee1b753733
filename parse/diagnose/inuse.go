package diagnose

import (
	"fmt"

	"flightlog/parse/timeline"
)

// inUse tells of sessions that a process held when the archive was made, or was killed on.
func inUse(k *run) {
	var evidence []Evidence
	n := 0
	for _, s := range k.Sessions {
		if !s.Has(timeline.InUse) {
			continue
		}
		n++
		before := len(evidence)
		for i := range k.Facts {
			if f := &k.Facts[i]; f.Kind == timeline.InUseBy && f.Session == s.ID && f.Home == s.Home {
				evidence = append(evidence, k.stated(f))
			}
		}
		if len(evidence) == before {
			evidence = append(evidence, k.session(s, "an in-use marker lies in its folder"))
		}
	}
	if n > 0 {
		k.find(Finding{Severity: timeline.Note, Evidence: evidence, Inferred: true,
			Sentence: fmt.Sprintf("%s carr%s an in-use marker: the program was probably running when the archive was made, or it was killed.", many(n, "session"), map[bool]string{true: "ies", false: "y"}[n == 1]),
			Advice:   "Ask whether the program was open. If it was not, it ended without cleaning up, and the last records may be missing."})
	}
}
