package viewer

import (
	"github.com/a-h/templ"

	"flightlog/components"
	"flightlog/parse"
	"flightlog/parse/timeline"
)

func (v *Viewer) eventsPage(r route) templ.Component {
	s := r.page.s
	h := v.head(r.page, true)
	if len(s.Events) == 0 {
		return components.SessionEmpty(h, emptyTitle(s), v.emptyText(s))
	}
	return components.Events(h, components.List{Name: "events/" + v.path(s), Count: len(s.Events), Chunk: eventsChunk,
		Row: components.EventRowHeight, At: int(max(r.event, 0)), Label: "Events"})
}

func (v *Viewer) eventRows(p *page, chunk int) []components.EventRow {
	s := p.s
	from, to := chunkOf(len(s.Events), eventsChunk, chunk)
	out := make([]components.EventRow, 0, to-from)
	for i := from; i < to; i++ {
		e := &s.Events[i]
		sum := v.file.Summary(s, e)
		row := components.EventRow{
			Index: i, Key: v.key(e), Href: v.eventHref(s, e, true), Time: components.ClockMilli(e.Time), TimeUTC: components.UTC(e.Time),
			Kind: e.Kind.String(), Type: e.Type, Who: sum.Who, Text: sum.Text, Mono: sum.Mono,
		}
		if i > 0 && e.Time != timeline.NoTime && s.Events[i-1].Time != timeline.NoTime {
			row.Delta = components.Delta(e.Time - s.Events[i-1].Time)
		}
		if row.Who == "" && e.Call != timeline.None {
			row.Who = s.Calls[e.Call].Tool
		}
		row.Icon, row.Look = face(e)
		row.Tags = append(eventTags(s, e), damageTags(s, e, int32(i))...)
		out = append(out, row)
	}
	return out
}

// eventTags says of an event what its own record says: the end of its call, its agent.
func eventTags(s *timeline.Session, e *timeline.Event) []components.Tag {
	var out []components.Tag
	if e.Has(timeline.StepsBack) {
		out = append(out, components.Tag{Text: "clock steps back"})
	}
	if e.Agent != timeline.None {
		out = append(out, components.Tag{Text: agentName(s, e.Agent)})
	}
	if e.Call != timeline.None && e.Type == "tool.execution_complete" {
		if tag, ok := outcomeTag(&s.Calls[e.Call]); ok {
			out = append(out, tag)
		}
	}
	if e.Kind == timeline.Unknown && !parse.StreamedOnly(e.Type) { // of the others the line says it
		out = append(out, components.Tag{Text: "unknown type"})
	}
	return out
}
