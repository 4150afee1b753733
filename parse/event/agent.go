package event

import "flightlog/parse/timeline"

func init() {
	name := func(r *Record) string { return or(r.Str("agentDisplayName"), r.Str("agentName")) }
	failed := func(r *Record, l *timeline.Links) timeline.Flag { agentLinks(r, l); return timeline.Failed }
	started := func(r *Record) timeline.Summary {
		s := words("Subagent", name(r), "started", paren(r.Str("model"), backgroundWords(r.Str("executionMode"))))
		return timeline.Summary{Who: name(r), Text: clause(s, r.Str("agentDescription"))}
	}
	ended := func(verb string) func(*Record) timeline.Summary {
		return func(r *Record) timeline.Summary {
			how := verb
			if c, _ := r.Data("cancelled").Bool(); c {
				how = "was cancelled"
			}
			s := list(words("Subagent", name(r), how, after("after ", span(r.Data("durationMs")))), counted(r.Data("totalToolCalls"), "tool call"), counted(r.Data("totalTokens"), "token"))
			return timeline.Summary{Who: name(r), Text: clause(s, or(r.Str("error"), r.Data("error").Get("message").String()))}
		}
	}
	selected := func(r *Record) timeline.Summary {
		tools := names(r.Data("tools"))
		s := words("Subagent", name(r), "selected")
		if len(tools) > 0 {
			s += " with " + plural(int64(len(tools)), "tool")
		}
		return timeline.Summary{Who: name(r), Text: s}
	}
	tools := func(r *Record) []timeline.Block {
		return textBlock(timeline.TextBlock, "Tools", few(names(r.Data("tools"))))
	}
	// The row contract knows subagent.*; the older family gives no rows.
	rows := mainText("summary", "content", "message", "prompt", "text")
	register(
		Spec{Type: "subagent.started", Kind: timeline.Agent, Links: agentLinks, Rows: rows, Line: started},
		Spec{Type: "subagent.completed", Kind: timeline.Agent, Links: agentLinks, Rows: rows, Line: ended("completed")},
		Spec{Type: "subagent.failed", Kind: timeline.Agent, Links: failed, Rows: rows, Line: ended("failed")},
		Spec{Type: "subagent.selected", Kind: timeline.Agent, Rows: rows, Line: selected, Blocks: tools},
		Spec{Type: "subagent.configured", Kind: timeline.Agent, Rows: rows, Line: configuredLine},
		Spec{Type: "subagent.deselected", Kind: timeline.Agent, Rows: rows,
			Line: func(*Record) timeline.Summary { return said("Subagent deselected") }},
		Spec{Type: "custom_agent.started", Kind: timeline.Agent, Links: agentLinks, Line: started},
		Spec{Type: "custom_agent.completed", Kind: timeline.Agent, Links: agentLinks, Line: ended("completed")},
		Spec{Type: "custom_agent.failed", Kind: timeline.Agent, Links: failed, Line: ended("failed")},
		Spec{Type: "custom_agent.selected", Kind: timeline.Agent, Line: selected, Blocks: tools},
	)
}

// agentLinks: the record belongs to the subagent, and beside the call that started it.
func agentLinks(r *Record, l *timeline.Links) timeline.Flag {
	l.AgentName = r.id("agentDisplayName")
	if len(l.AgentName) == 0 {
		l.AgentName = r.id("agentName")
	}
	if c := r.id("toolCallId"); c != nil {
		l.Part, l.CallID, l.AgentCall = timeline.Beside, c, c
		if l.Agent == nil { // 0.0.376 and 1.0.2 write no envelope agentId
			l.Agent = c
		}
	}
	return 0
}

func backgroundWords(mode string) string {
	switch mode {
	case "sync":
		return "" // the usual way: its call waits for it
	case "background", "async":
		return "in the background"
	}
	return mode
}

func configuredLine(r *Record) timeline.Summary {
	turns := ""
	if multi, told := r.Data("multiTurn").Bool(); told && multi {
		turns = "several turns"
	} else if told {
		turns = "one turn"
	}
	effort := r.Str("reasoningEffort")
	if effort != "" {
		effort += " effort"
	}
	return said(clause("Subagent configured", or(list(r.Str("model"), effort, turns), "how is not recorded")))
}
