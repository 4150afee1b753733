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
			link := p.recordLink(i, p.beside(r, i))
			link.On = i == r.Event
			out = append(out, link)
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

// originals lists the records of the log that a row of the store repeats.
func (p *Page) originals(r Place) (out []components.Link) {
	for i := range int32(len(p.s.Events)) {
		for _, row := range p.copiesOf().Of[i] {
			if &p.s.Store[row] == r.Record {
				out = append(out, p.recordLink(i, p.beside(r, i)))
			}
		}
	}
	return out
}

func (p *Page) recordLink(i int32, href string) components.Link {
	e := &p.s.Events[i]
	_, look := Face(e)
	return components.Link{Href: href, Text: p.file.Summary(p.s, e).Text, Note: e.Type + " · line " + components.Count(e.Line), Look: look}
}
