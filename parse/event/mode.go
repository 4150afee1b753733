package event

import "flightlog/parse/timeline"

func init() {
	register(
		Spec{Type: "session.mode_changed", Kind: timeline.Permission,
			Rows: func(r *Record, t *Tracker) {
				t.system("agent mode: " + or(r.Str("previousMode"), "-") + " -> " + or(r.Str("newMode"), "-"))
			},
			Line: func(r *Record) timeline.Summary {
				return said(change("Agent mode", r.Str("previousMode"), r.Str("newMode")))
			}},
		Spec{Type: "session.mode_notice_delivered", Kind: timeline.Permission,
			Line: func(r *Record) timeline.Summary {
				return said("The model was told its mode: " + or(r.Str("mode"), "not recorded"))
			},
			Blocks: text("content", "Notice")},
		Spec{Type: "session.permissions_changed", Kind: timeline.Permission, Rows: permissionsRows, Line: permissionsLine},
		Spec{Type: "session.session_limits_changed", Kind: timeline.Usage,
			Line: func(r *Record) timeline.Summary {
				limits := r.Data("sessionLimits")
				if n := scalar(limits.Get("maxAiCredits")); n != "" {
					return said("Session limit: " + n + " AI credits")
				}
				if r.null("sessionLimits") {
					return said("Session limits lifted")
				}
				return said("Session limits changed")
			}},
		Spec{Type: "session.autopilot_objective_changed", Kind: timeline.Notice, Links: tied(timeline.ObjectiveThread, "id"),
			Line: func(r *Record) timeline.Summary {
				s := words("Autopilot objective", scalar(r.Data("id")), or(done(r.Str("operation")), "changed"))
				if st := r.Str("status"); st != "" {
					s += ", now " + objectiveWords(st)
				}
				return said(s)
			}},
		Spec{Type: "session.task_complete", Kind: timeline.Notice, Links: tied(timeline.ObjectiveThread, "objectiveId"), Rows: mainText("summary"), Line: taskLine, Blocks: markdown("summary", "Summary")},
		Spec{Type: "session.completion_receipt", Kind: timeline.Notice,
			Line: func(r *Record) timeline.Summary {
				good, bad := counted(r.Data("successfulToolCount"), "tool call"), counted(r.Data("failedToolCount"), "")
				if good != "" {
					good += " succeeded"
				}
				if bad != "" {
					n, _ := r.Data("failedToolCount").Int()
					bad = thousands(n) + " failed"
				}
				return said(clause(words("Run finished", paren(r.Str("stopReason"))), list(good, bad)))
			}},
	)
}

// text makes the blocks of a type that has one text.
func text(key, title string) func(*Record) []timeline.Block {
	return func(r *Record) []timeline.Block { return textBlock(timeline.TextBlock, title, r.Str(key)) }
}

// done puts the schema's operations into the past tense.
func done(operation string) string {
	switch operation {
	case "create":
		return "created"
	case "update":
		return "updated"
	case "delete":
		return "deleted"
	}
	return operation
}

func objectiveWords(status string) string {
	if status == "cap_reached" {
		return "stopped at its cap"
	}
	return status
}

// taskLine: the agent itself reports; whether its task is done nobody has checked.
func taskLine(r *Record) timeline.Summary {
	why := or(r.Str("summary"), r.Str("reason"), r.Data("blocker").Get("message").String(), r.Str("blocker"))
	ok, told := r.Data("success").Bool()
	switch {
	case r.Str("outcome") == "blocked":
		return said(clause("Task reported blocked", or(r.Str("reason"), r.Data("blocker").Get("message").String(), r.Str("blocker"), why)))
	case r.Str("outcome") == "continue":
		return said(clause("Task reported unfinished, to be continued", why))
	case told && !ok:
		return said(clause("Task reported as not successful", why))
	}
	return said(clause("Task reported complete", why))
}

// permissionsLine reads both forms: the schema's mode, and the allow-all form that the
// CLI 1.0.102 and the Desktop app write (FINDINGS.md, events.jsonl 3).
func permissionsLine(r *Record) timeline.Summary {
	if mode := r.Str("mode"); mode != "" {
		return said(change("Permission mode", r.Str("previousMode"), mode))
	}
	was, now := r.Str("previousAllowAllPermissionMode"), r.Str("allowAllPermissionMode")
	if now == "" {
		if on, ok := r.Data("allowAllPermissions").Bool(); ok {
			now = map[bool]string{true: "on", false: "off"}[on]
		}
	}
	return said(change("Allow-all", was, now))
}

// permissionsRows: the plain form tracks the mode, the allow-all form tracks its own
// spelling of it (ROWS.md, settled point 11).
func permissionsRows(r *Record, t *Tracker) {
	from, to := r.Str("previousMode"), r.Str("mode")
	lead := ""
	if from == "" && to == "" {
		lead, from, to = "allow-all ", r.Str("previousAllowAllPermissionMode"), r.Str("allowAllPermissionMode")
	}
	from, now := or(from, "-"), or(to, "-")
	t.system("permission mode: " + lead + from + " -> " + now)
	if t.mode = to; lead != "" {
		t.mode = lead + now
	}
}
