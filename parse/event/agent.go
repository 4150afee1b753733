package event

import "flightlog/parse/timeline"

func init() {
	links := func(r *Record, l *timeline.Links) timeline.Flag {
		l.AgentName = r.id("agentDisplayName")
		if len(l.AgentName) == 0 {
			l.AgentName = r.id("agentName")
		}
		if c := r.id("toolCallId"); c != nil {
			l.AgentCall = c
			if l.Agent == nil { // 0.0.376 and 1.0.2 write no envelope agentId
				l.Agent = c
			}
		}
		return 0
	}
	name := func(r *Record) string { return or(r.Str("agentDisplayName"), r.Str("agentName")) }
	line := func(verb string) func(*Record) timeline.Summary {
		return func(r *Record) timeline.Summary {
			s := words("Subagent", name(r), verb)
			if n, ok := r.Data("totalToolCalls").Int(); ok {
				s += ", " + plural(n, "tool call")
			}
			if e := or(r.Str("error"), r.Data("error").Get("message").String()); e != "" {
				s += ": " + e
			}
			return timeline.Summary{Who: name(r), Text: s}
		}
	}
	failed := func(r *Record, l *timeline.Links) timeline.Flag { links(r, l); return timeline.Failed }
	// The row contract knows subagent.*; the older family gives no rows.
	rows := func(family string) func(*Record, *Tracker) {
		if family != "subagent." {
			return nil
		}
		return mainText("summary", "content", "message", "prompt", "text")
	}
	for _, family := range []string{"subagent.", "custom_agent."} {
		register(
			Spec{Type: family + "started", Kind: timeline.Agent, Links: links, Rows: rows(family), Line: line("started")},
			Spec{Type: family + "completed", Kind: timeline.Agent, Links: links, Rows: rows(family), Line: line("completed")},
			Spec{Type: family + "failed", Kind: timeline.Agent, Links: failed, Rows: rows(family), Line: line("failed")},
			Spec{Type: family + "selected", Kind: timeline.Agent, Rows: rows(family), Line: line("selected")},
		)
	}
	register(
		Spec{Type: "subagent.configured", Kind: timeline.Agent, Rows: rows("subagent."),
			Line: func(r *Record) timeline.Summary { return said(words("Subagent configured for", r.Str("model"))) }},
		Spec{Type: "subagent.deselected", Kind: timeline.Agent, Rows: rows("subagent."),
			Line: func(*Record) timeline.Summary { return said("Subagent deselected") }},
	)
}
