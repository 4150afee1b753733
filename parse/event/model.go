package event

import "flightlog/parse/timeline"

func init() {
	register(
		Spec{Type: "session.model_change", Kind: timeline.Model, Line: modelLine,
			Links: func(r *Record, l *timeline.Links) timeline.Flag { l.NewModel = r.id("newModel"); return 0 },
			Rows:  modelRows},
		Spec{Type: "session.auto_mode_resolved", Kind: timeline.Model,
			Rows: func(r *Record, t *Tracker) {
				lead := "model: "
				if t.model != "" {
					lead += t.model + " -> "
				}
				t.system(lead + r.Str("chosenModel") + " (auto, " + r.Str("routingMethod") + ")")
			},
			Line: func(r *Record) timeline.Summary {
				s := words("Auto chose", or(r.Str("chosenModel"), "a model that is not recorded"), paren(r.Str("routingMethod"), r.Str("selectionReason")))
				if fell, _ := r.Data("fallback").Bool(); fell {
					s += words(" as a fallback", after("— ", r.Str("fallbackReason")))
				}
				return said(s)
			}},
		Spec{Type: "session.model_deselected", Kind: timeline.Model,
			Line: func(r *Record) timeline.Summary {
				why := r.Str("reason")
				if why == "provider_withdrawn" {
					why = "its provider withdrew it"
				}
				return said(clause("Model "+or(r.Str("previousModel"), "(not named)")+" deselected", why))
			}},
		Spec{Type: "assistant.turn_start", Kind: timeline.Model,
			Line: func(r *Record) timeline.Summary {
				return said(words("Model turn", scalar(r.Data("turnId")), "started"))
			}},
		Spec{Type: "assistant.turn_end", Kind: timeline.Model,
			Line: func(r *Record) timeline.Summary { return said(words("Model turn", scalar(r.Data("turnId")), "ended")) }},
	)
}

// modelSources puts the schema's ModelChangeSource into words.
var modelSources = map[string]string{
	"model_picker": "from the model picker", "automatic": "automatically", "startup": "at startup", "model_command": "by /model",
	"settings_command": "by the settings command", "config_command": "by the config command", "agent": "by the agent",
	"plan_mode": "by plan mode", "managed_settings": "by managed settings", "repo_settings": "by the repository's settings", "sdk": "by the SDK",
}

var modelCauses = map[string]string{"initial_resolution": "first choice", "rate_limit_auto_switch": "after a rate limit"}

func modelLine(r *Record) timeline.Summary {
	from, to := r.Str("previousModel"), r.Str("newModel")
	if from == to {
		from = "" // written at startup and when only the effort changes
	}
	s := change("Model", from, to)
	if e := r.Str("reasoningEffort"); e != "" {
		s += " (" + e + ")"
	}
	if src := r.Str("source"); src != "" {
		s += ", " + or(modelSources[src], src)
	}
	if c := r.Str("cause"); c != "" {
		s += ", " + or(modelCauses[c], c)
	}
	return said(s)
}

// modelRows: the row already carries the new model; the old one is previousModel, else
// the tracked one (ROWS.md, settled points 8 and 9).
func modelRows(r *Record, t *Tracker) {
	text := "model: "
	if old := or(r.Str("previousModel"), t.model); old != "" {
		text += old + " -> "
	}
	text += r.Str("newModel")
	for _, f := range [...][2]string{{"cause", "cause"}, {"source", "source"}, {"effort", "reasoningEffort"}} {
		if s := r.Str(f[1]); s != "" {
			text += " " + f[0] + "=" + s
		}
	}
	t.model = r.Str("newModel")
	t.system(text)
}
