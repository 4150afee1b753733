package event

import "flightlog/parse/timeline"

// One answer of a fused model: a route is chosen, phases of several models run, one of
// them is committed. All its records share a fusionId.
func init() {
	fused := tied(timeline.FusionThread, "fusionId")
	failed := func(r *Record, l *timeline.Links) timeline.Flag { fused(r, l); return timeline.Failed }
	register(
		Spec{Type: "session.fusion_resolved", Kind: timeline.Model, Links: fused,
			Line: func(r *Record) timeline.Summary {
				return said(clause(words("Fusion", r.Str("syntheticModel"), after("took the pattern ", r.Str("pattern"))),
					list(after("primary ", r.Str("primaryModel")), after("secondary ", r.Str("secondaryModel")), after("judge ", r.Str("judgeModel")), after("repair ", r.Str("repairModel")))))
			}},
		Spec{Type: "session.fusion_route_failed", Kind: timeline.Model,
			Links: func(*Record, *timeline.Links) timeline.Flag { return timeline.Failed },
			Line: func(r *Record) timeline.Summary {
				s := clause(words("Fusion", r.Str("syntheticModel"), "found no route"), or(r.Str("errorMessage"), r.Str("reason"), "reason not recorded"))
				if m := r.Str("fallbackModel"); m != "" {
					s += " — " + m + " answers instead"
				}
				return said(s)
			}},
		Spec{Type: "assistant.fusion_phase_completed", Kind: timeline.Model, Links: fused,
			Line: func(r *Record) timeline.Summary {
				verb := "completed"
				if st := r.Str("status"); st != "" && st != "completed" && st != "success" {
					verb = "ended as " + st
				}
				s := words(phase(r), verb, after("in ", span(r.Data("durationMs"))))
				return timeline.Summary{Who: r.Str("model"), Text: clause(s, after("verdict ", or(scalar(r.Data("verdict")), scalar(r.Data("verdict").Get("decision")))))}
			},
			Blocks: markdown("content", "What the phase gave")},
		Spec{Type: "assistant.fusion_phase_failed", Kind: timeline.Model, Links: failed,
			Line: func(r *Record) timeline.Summary {
				s := words(phase(r), "failed", after("after ", span(r.Data("durationMs"))))
				s = clause(s, or(r.Str("errorMessage"), r.Str("reason"), "reason not recorded"))
				if to := r.Str("degradedToPhaseId"); to != "" {
					s += " — phase " + to + " stands in"
				}
				return timeline.Summary{Who: r.Str("model"), Text: s}
			}},
		Spec{Type: "session.fusion_handoff", Kind: timeline.Model, Links: fused,
			Line: func(r *Record) timeline.Summary {
				return said(clause(words("Fusion phase", r.Str("sourcePhaseId"), "hands over to", or(r.Str("targetModel"), "a model that is not recorded")), quoted(r.Str("message"))))
			},
			Blocks: text("message", "Message")},
		Spec{Type: "session.fusion_commit_started", Kind: timeline.Model,
			Links: func(r *Record, l *timeline.Links) timeline.Flag {
				l.Part, l.CallID = timeline.Beside, r.id("toolCallId")
				return fused(r, l)
			},
			Line: func(r *Record) timeline.Summary {
				return said(words("Fusion commits", or(after("phase ", r.Str("sourcePhaseId")), "a phase"), after("of ", r.Str("sourceModel")), paren(r.Str("kind"))))
			}},
		Spec{Type: "session.fusion_completed", Kind: timeline.Model, Links: fused,
			Line: func(r *Record) timeline.Summary {
				s := words("Fusion", r.Str("syntheticModel"), "ended", after("in ", span(r.Data("durationMs"))))
				s = list(s, words(r.Str("outcome"), paren(r.Str("degradedReason"))))
				return said(clause(s, list(after("answer by ", r.Str("finalSourceModel")), counted(r.Data("phaseCount"), "phase"), counted(r.Data("requestCount"), "request"))))
			}},
		Spec{Type: "session.fusion_change_checkpoint", Kind: timeline.Model,
			Line: func(r *Record) timeline.Summary {
				return said(words("Fusion noted the files changed so far") + changes(r.Data("codeChanges")))
			}},
	)
}

// phase names a phase of a fusion by what it does.
func phase(r *Record) string {
	return words("Fusion phase", or(r.Str("phaseKind"), r.Str("phaseId")), paren(r.Str("role")))
}
