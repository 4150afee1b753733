package event

import (
	"strconv"

	"flightlog/parse/timeline"
)

func init() {
	register(
		Spec{Type: "hook.start", Kind: timeline.Hook,
			Rows: func(r *Record, t *Tracker) {
				t.row(timeline.SystemTurn, "hook "+or(r.Str("hookType"), "-")+" start: "+dash(r.Data("input"), "{}"), "", "", r.Str("parentToolCallId"))
			},
			Line: func(r *Record) timeline.Summary {
				return timeline.Summary{Who: r.Str("hookType"), Text: words("Hook", r.Str("hookType"), "started")}
			}},
		Spec{Type: "hook.end", Kind: timeline.Hook,
			Links: func(r *Record, _ *timeline.Links) timeline.Flag {
				if ok, said := r.Data("success").Bool(); said && !ok {
					return timeline.Failed
				}
				return 0
			},
			Rows: func(r *Record, t *Tracker) {
				success := "-"
				if ok, said := r.Data("success").Bool(); said {
					success = strconv.FormatBool(ok)
				}
				text := "hook " + or(r.Str("hookType"), "-") + " end: success=" + success + " output=" + dash(r.Data("output"), "{}")
				if e := r.Data("error"); e != nil {
					text += " error=" + e.Compact()
				}
				t.row(timeline.SystemTurn, text, "", "", r.Str("parentToolCallId"))
			},
			Line: func(r *Record) timeline.Summary {
				s := words("Hook", r.Str("hookType"), "ended, outcome not recorded")
				if ok, said := r.Data("success").Bool(); said && ok {
					s = words("Hook", r.Str("hookType"), "succeeded")
				} else if said {
					s = words("Hook", r.Str("hookType"), "failed:", or(r.Data("error").Get("message").String(), "no message recorded"))
				}
				return timeline.Summary{Who: r.Str("hookType"), Text: s}
			}},
	)
}
