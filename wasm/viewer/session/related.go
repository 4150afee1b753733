package session

import (
	"flightlog/components"
	"flightlog/parse/timeline"
)

// relatedMost bounds the records that a panel lists: a schedule may give a prompt a minute.
const relatedMost = 40

// related lists the records that belong with a route's record and are no step of its call.
func (p *Page) related(r Place) []components.Link {
	s := p.s
	all := p.file.Related(s, r.Event)
	own := map[int32]bool{}
	if c := s.Events[r.Event].Call; c != timeline.None {
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
			out = append(out, p.relatedLink(r, i))
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

func (p *Page) relatedLink(r Place, i int32) components.Link {
	s := p.s
	e := &s.Events[i]
	sum := p.file.Summary(s, e)
	link := components.Link{Href: p.beside(r, i), Text: sum.Text, Note: e.Type + " · line " + components.Count(e.Line), On: i == r.Event}
	_, link.Look = Face(e)
	return link
}
