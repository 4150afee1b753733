package viewer

import "flightlog/parse/archive"

// Rehearse reads an archive, shows its first views to nobody, and forgets it. A browser
// compiles a function when it is called for the first time, and makes those fast that run
// often: what would be waited for when the first archive is opened is done here, while the
// page waits for it. The error is that of pause, or says why the archive is none.
func Rehearse(name string, in []archive.File, inflate archive.Inflater, pause Pause) error {
	v := New()
	if _, err := v.Open(name, in, inflate, pause); err != nil {
		return err
	}
	for v.readOn() {
		if err := pause(0, 0, name); err != nil {
			return err
		}
	}
	views := []string{"", "problems", "files", "permissions", "history"}
	lists := []string{"rail"}
	for key, p := range v.sessions {
		views = append(views, "s/"+key, "s/"+key+"/events")
		lists = append(lists, "conversation/"+key, "events/"+key)
		if len(p.Session().Events) > 0 {
			views = append(views, "s/"+key+"/"+p.Key(&p.Session().Events[0]))
		}
	}
	for _, op := range []struct {
		name string
		args []string
	}{{"main", views}, {"panel", views}, {"list", lists}} {
		for _, arg := range op.args {
			if err := pause(0, 0, name); err != nil {
				return err
			}
			if op.name == "list" {
				arg += " 0"
			}
			_, _ = v.Answer(op.name, arg) // a view that this archive does not have is none to rehearse
		}
	}
	return nil
}
