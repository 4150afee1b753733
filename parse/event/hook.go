package event

import "flightlog/parse/timeline"

func init() {
	register(
		Spec{Type: "hook.start", Kind: timeline.Hook,
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
