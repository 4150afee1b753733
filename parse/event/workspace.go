package event

import "flightlog/parse/timeline"

func init() {
	register(
		Spec{Type: "session.plan_changed", Kind: timeline.Notice,
			Line: func(r *Record) timeline.Summary { return said("Plan " + or(done(r.Str("operation")), "changed")) }},
		Spec{Type: "session.workspace_file_changed", Kind: timeline.Notice,
			Line: func(r *Record) timeline.Summary {
				return said("Session file " + or(done(r.Str("operation")), "changed") + ": " + or(r.Str("path"), "name not recorded"))
			}},
		Spec{Type: "session.canvas.recorded", Kind: timeline.Notice, Links: tied(timeline.CanvasThread, "instanceId"),
			Line: func(r *Record) timeline.Summary {
				return said(words("Canvas", or(quoted(r.Str("title")), canvasName(r)), "is open", after("in extension ", r.Str("extensionId"))))
			}},
		Spec{Type: "session.canvas.removed", Kind: timeline.Notice, Links: tied(timeline.CanvasThread, "instanceId"),
			Line: func(r *Record) timeline.Summary {
				return said(words("Canvas", canvasName(r), "was closed", after("in extension ", r.Str("extensionId"))))
			}},
	)
}

func canvasName(r *Record) string { return or(r.Str("canvasId"), r.Str("instanceId")) }
