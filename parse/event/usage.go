package event

import "flightlog/parse/timeline"

// The figures of usage stay in the fields of their records: what they add up to, and what
// repeats what, is for the accounting to say.
func init() {
	register(
		Spec{Type: "session.usage_record", Kind: timeline.Usage,
			Line: func(r *Record) timeline.Summary {
				u := r.Data("usage")
				return said(list(words("Usage record", u.Get("model").String()), after("for ", callers[u.Get("initiator").String()])))
			}},
		Spec{Type: "session.usage_checkpoint", Kind: timeline.Usage,
			Line: func(r *Record) timeline.Summary { return said("Usage checkpoint") }},
	)
}

// callers puts the schema's initiators into words.
var callers = map[string]string{"user": "a prompt", "agent": "the agent's next step", "sub-agent": "a subagent", "compaction": "a compaction", "auto-compaction": "a compaction"}
