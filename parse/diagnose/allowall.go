package diagnose

import "flightlog/parse/timeline"

// allowAll tells of stretches in which every permission was given beforehand. A program
// that was started so writes no record of it.
func allowAll(k *run) {
	k.switched(func(e *timeline.Event) (on, off bool) {
		if e.Type != "session.permissions_changed" {
			return false, false
		}
		l, ok := k.decode(e)
		d := &l.Data
		on = d.Mode == "allow-all" || d.AllowMode == "on" || d.AllowMode == "" && d.AllowAll != nil && *d.AllowAll
		return ok && on, ok && !on
	}, "Allow-all", "While it is on the program need not ask: read what ran, one by one. A program that is started with allow-all may leave no such record.", timeline.Warning)
}
