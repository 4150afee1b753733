package event

import "flightlog/parse/timeline"

func init() {
	register(
		Spec{Type: "session.schedule_created", Kind: timeline.Notice, Links: tied(timeline.ScheduleThread, "id"), Rows: mainText("prompt"),
			Line: func(r *Record) timeline.Summary {
				what := or(quoted(or(r.Str("displayPrompt"), r.Str("prompt"))), "a prompt that is not recorded")
				return said(words("Schedule", scalar(r.Data("id")), "set:", what, rhythm(r)))
			},
			Blocks: text("prompt", "Prompt")},
		Spec{Type: "session.schedule_rearmed", Kind: timeline.Notice, Links: tied(timeline.ScheduleThread, "id"),
			Line: func(r *Record) timeline.Summary {
				return said(words("Schedule", scalar(r.Data("id")), "runs next at", or(moment(r.Data("nextRunAt")), "a time that is not recorded")))
			}},
		Spec{Type: "session.schedule_cancelled", Kind: timeline.Notice, Links: tied(timeline.ScheduleThread, "id"),
			Line: func(r *Record) timeline.Summary { return said(words("Schedule", scalar(r.Data("id")), "cancelled")) }},
	)
}

// rhythm says when a schedule runs: by an interval, a cron line, once at a time, or when
// the agent sees fit.
func rhythm(r *Record) string {
	again, told := r.Data("recurring").Bool()
	if paced, _ := r.Data("selfPaced").Bool(); paced {
		return "at the agent's own pace"
	}
	if cron := r.Str("cron"); cron != "" {
		return words("by cron", cron, paren(r.Str("tz")))
	}
	if at := moment(r.Data("at")); at != "" {
		return words("once at", at, paren(r.Str("tz")))
	}
	if every := span(r.Data("intervalMs")); every != "" {
		if told && !again {
			return "once, after " + every
		}
		return "every " + every
	}
	return ""
}
