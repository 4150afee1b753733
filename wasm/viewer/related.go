package viewer

import (
	"strings"

	"flightlog/components"
	"flightlog/parse/timeline"
)

// relatedMost bounds the records that a panel lists: a schedule may give a prompt a minute.
const relatedMost = 40

// related lists the records that belong with a route's record and are no step of its call.
func (v *Viewer) related(s *timeline.Session, r route) []components.Link {
	all := v.file.Related(s, r.event)
	own := map[int32]bool{}
	if c := s.Events[r.event].Call; c != timeline.None {
		call := &s.Calls[c]
		for _, i := range [...]int32{call.Request, call.Asked, call.Decided, call.Start, call.Answered, call.Result} {
			own[i] = true
		}
	}
	var out []components.Link
	left := 0
	for _, i := range all {
		switch {
		case own[i]:
		case len(out) == relatedMost:
			left++
		default:
			out = append(out, v.relatedLink(s, r, i))
		}
	}
	if len(out) == 1 && out[0].On {
		return nil // nothing belongs with it
	}
	if left > 0 {
		out[len(out)-1].Note += " · and " + components.Counted(left, "more record")
	}
	return out
}

func (v *Viewer) relatedLink(s *timeline.Session, r route, i int32) components.Link {
	e := &s.Events[i]
	sum := v.file.Summary(s, e)
	link := components.Link{Href: v.beside(r, e), Text: sum.Text, Note: e.Type + " · line " + components.Count(e.Line), On: i == r.event}
	_, link.Look = face(e)
	return link
}

func cutLast(s, sep string) (before, after string, found bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}
