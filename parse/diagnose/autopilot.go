package diagnose

import "flightlog/parse/timeline"

// autopilot tells of stretches in which the agent went on by itself.
func autopilot(k *run) {
	k.switched(func(e *timeline.Event) (on, off bool) {
		if e.Type != "session.mode_changed" {
			return false, false
		}
		l, ok := k.decode(e)
		on = l.Data.NewMode == "autopilot"
		return ok && on, ok && !on
	}, "Autopilot", "Prompts in such a stretch may be the program's own; the conversation says who wrote each.", timeline.Note)
}
