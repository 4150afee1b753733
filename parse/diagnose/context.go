package diagnose

import (
	"strings"

	"flightlog/parse/timeline"
)

// exhausted tells of conversations that outgrew the model's context: what was summed up,
// what was cut away, and what was refused for its length.
func exhausted(k *run) {
	var evidence []Evidence
	var compacted, failed, truncated, refused, sessions int
	for _, s := range k.Sessions {
		if !k.more() {
			return
		}
		before := len(evidence)
		for _, e := range k.events(s) {
			switch e.Type {
			case "session.compaction_complete":
				if e.Has(timeline.Failed) {
					failed++
				} else {
					compacted++
				}
			case "session.truncation":
				if l, _ := k.decode(e); l.Data.Removed != nil && *l.Data.Removed == 0 {
					continue // early versions write that they looked and removed nothing
				}
				truncated++
			case "session.error":
				l, _ := k.decode(e)
				if !strings.Contains(l.Data.Message, "context_length") && !strings.Contains(l.Data.ErrorType, "context_length") {
					continue
				}
				refused++
			default:
				continue
			}
			evidence = append(evidence, k.said(s, e))
		}
		if len(evidence) > before {
			sessions++
		}
	}
	if len(evidence) == 0 {
		return
	}
	var parts []string
	for _, p := range []struct {
		n     int
		thing string
	}{{compacted, "compaction"}, {failed, "failed compaction"}, {truncated, "truncation"}, {refused, "request refused for its length"}} {
		if p.n > 0 {
			parts = append(parts, strings.Replace(many(p.n, p.thing), "request refused for its lengths", "requests refused for their length", 1))
		}
	}
	severity := timeline.Note
	if truncated+refused > 0 {
		severity = timeline.Warning
	}
	k.find(Finding{Severity: severity, Evidence: evidence,
		Sentence: "The context reached its limits in " + many(sessions, "session") + ", or was made smaller on request: " + strings.Join(parts, ", ") + ".",
		Advice:   "After a compaction the model knew only a summary of what came before, after a truncation only the newer part. Compare the replies before and after."})
}
