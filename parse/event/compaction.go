package event

import "flightlog/parse/timeline"

func init() {
	register(
		Spec{Type: "session.compaction_start", Kind: timeline.Compaction, Links: tied(timeline.CompactionThread, "compactionAttemptId"),
			Line: func(r *Record) timeline.Summary {
				s := words("Compaction of the context started", compactionCause(r.Str("trigger")))
				now, limit := counted(r.Data("currentTokens"), "token"), counted(r.Data("tokenLimit"), "token")
				if used, _ := r.Data("currentTokens").Int(); now != "" && limit != "" {
					s += ": " + thousands(used) + " of " + limit + " in use"
				} else if now != "" {
					s += ": " + now + " in use"
				}
				return said(s)
			}},
		Spec{Type: "session.compaction_complete", Kind: timeline.Compaction, Links: compactionLinks,
			Rows: systemText("compaction summary: ", "summaryContent"), Line: compactionLine,
			Blocks: func(r *Record) []timeline.Block {
				out := textBlock(timeline.MarkdownBlock, "Summary that replaced the messages", r.Str("summaryContent"))
				out = append(out, textBlock(timeline.TextBlock, "Instructions for it", r.Str("customInstructions"))...)
				return append(out, textBlock(timeline.TextBlock, "Workflow in progress", or(r.Str("activeWorkflowSummary"), r.Str("activeFactorySummary")))...)
			}},
		Spec{Type: "session.truncation", Kind: timeline.Compaction,
			Line: func(r *Record) timeline.Summary {
				n, told := r.Data("messagesRemovedDuringTruncation").Int()
				tokens := counted(r.Data("tokensRemovedDuringTruncation"), "token")
				switch {
				case !told:
					return said("Context truncated")
				case n == 0:
					return said("Context checked for truncation: nothing had to be removed")
				}
				return said("Context truncated: " + list(plural(n, "message"), tokens) + " removed")
			}},
	)
}

func compactionLinks(r *Record, l *timeline.Links) timeline.Flag {
	tie(l, timeline.CompactionThread, r.id("compactionAttemptId"))
	if ok, told := r.Data("success").Bool(); told && !ok {
		return timeline.Failed
	}
	return 0
}

// compactionCause puts the schema's triggers into words.
func compactionCause(trigger string) string {
	switch trigger {
	case "":
		return ""
	case "threshold":
		return "because it was nearly full"
	case "context_limit_retry":
		return "because the model refused a prompt that was too long"
	case "manual":
		return "on request"
	case "memory_pressure":
		return "because memory ran short"
	case "model_switch":
		return "for a change of model"
	}
	return paren(trigger)
}

func compactionLine(r *Record) timeline.Summary {
	why := or(r.Data("error").Get("message").String(), r.Str("error"), r.Str("failureReason"), r.Str("outcomeReason"))
	if ok, told := r.Data("success").Bool(); told && !ok {
		return said("Compaction failed: " + or(why, "reason not recorded"))
	}
	s := "Context compacted"
	if o := r.Str("outcome"); o != "" && o != "applied" {
		s = words("Compaction ended as", quoted(o), paren(why))
	}
	before, ok1 := r.Data("preCompactionTokens").Int()
	after, ok2 := r.Data("postCompactionTokens").Int()
	if ok1 && ok2 {
		s += ": " + thousands(before) + " → " + thousands(after) + " tokens"
	}
	if n := counted(r.Data("messagesRemoved"), "message"); n != "" {
		s += ", " + n + " removed"
	}
	if n := scalar(r.Data("checkpointNumber")); n != "" {
		s += ", kept as checkpoint " + n
	}
	return said(s)
}
