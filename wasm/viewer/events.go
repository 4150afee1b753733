package viewer

import (
	"sort"
	"strings"

	"github.com/a-h/templ"

	"flightlog/components"
	"flightlog/parse"
	"flightlog/parse/timeline"
)

// sifted are the records of a session that a filter lets through. A record's number is its
// index among the session's events; behind them stand the rows of its store.
type sifted struct {
	filter string
	rows   []int32
	all    int // records that there are without a filter
	facets []components.Facet
}

// record gives a record by its number; i is its index among the events, None for a row of
// the store.
func (p *page) record(n int32) (e *timeline.Event, i int32) {
	if events := int32(len(p.s.Events)); n >= events {
		return &p.s.Store[n-events], timeline.None
	}
	return &p.s.Events[n], n
}

// sift filters the records of a session. The rows of the store beside a log say what the
// log says, so they are shown only where the filter asks for a store.
func (v *Viewer) sift(p *page, f filter) *sifted {
	query := f.String()
	if p.sifted != nil && p.sifted.filter == query {
		return p.sifted
	}
	out := &sifted{filter: query, all: len(p.s.Events)}
	sieve, beside := newSieve(f), newSieve(f)
	for n := range p.s.Events {
		if sieve.takes(v.valuesOf(p.s, &p.s.Events[n], int32(n))) {
			out.rows = append(out.rows, int32(n))
		}
	}
	if p.repeats() {
		if len(f[storeFacet]) > 0 {
			beside = sieve
		}
		for n := range p.s.Store {
			if beside.takes(v.valuesOf(p.s, &p.s.Store[n], timeline.None)) && beside == sieve {
				out.rows = append(out.rows, int32(len(p.s.Events)+n))
			}
		}
		if beside != sieve {
			for name, val := range beside.seen[storeFacet] {
				sieve.seen[storeFacet][name] = val
			}
		}
	}
	out.facets = sieve.facets(v.sessionHref(p.s) + "/events")
	p.sifted = out
	return out
}

// repeats reports that rows of the store stand beside the events of a log.
func (p *page) repeats() bool {
	return len(p.s.Events) > 0 && !p.s.Events[0].Has(timeline.FromStore) && len(p.s.Store) > 0
}

// at is where a route's record stands among those that are shown, or the one before it.
func (s *sifted) at(event int32) int {
	i := sort.Search(len(s.rows), func(i int) bool { return s.rows[i] > event })
	return max(i-1, 0)
}

func (v *Viewer) eventsPage(r route) templ.Component {
	s := r.page.s
	h := v.head(r.page, true)
	if len(s.Events) == 0 {
		return components.SessionEmpty(h, emptyTitle(s), v.emptyText(s))
	}
	rows := v.sift(r.page, r.filter)
	return components.Events(h, components.Sifting{
		Shown: len(rows.rows), All: rows.all, Noun: "event", Chosen: r.filter.chosen(), Clear: v.sessionHref(s) + "/events", Facets: rows.facets,
	}, components.List{Name: "events/" + v.path(s) + r.filter.behind(), Count: len(rows.rows), Chunk: eventsChunk,
		Row: components.EventRowHeight, At: v.eventsAt(r), Label: "Events"})
}

// eventsAt is the row of a route's record, or of the one before it.
func (v *Viewer) eventsAt(r route) int {
	rows := v.sift(r.page, r.filter)
	if r.event == timeline.None && r.record != nil {
		for i, n := range rows.rows {
			if e, _ := r.page.record(n); e == r.record {
				return i
			}
		}
	}
	return rows.at(r.event)
}

func (v *Viewer) eventRows(p *page, f filter, chunk int) []components.EventRow {
	rows := v.sift(p, f).rows
	from, to := chunkOf(len(rows), eventsChunk, chunk)
	out := make([]components.EventRow, 0, to-from)
	for at := from; at < to; at++ {
		e, i := p.record(rows[at])
		row := v.eventRow(p.s, e, i)
		row.Index, row.Href = at, v.eventHref(p.s, e, true)+f.behind()
		if at > 0 {
			if above, _ := p.record(rows[at-1]); e.Time != timeline.NoTime && above.Time != timeline.NoTime {
				row.Delta = components.Delta(e.Time - above.Time)
			}
		}
		out = append(out, row)
	}
	return out
}

// eventRow asks for the words of one record; i is its index among the events, or None.
func (v *Viewer) eventRow(s *timeline.Session, e *timeline.Event, i int32) components.EventRow {
	sum := v.file.Summary(s, e)
	row := components.EventRow{
		Key: v.key(e), Time: components.ClockMilli(e.Time), TimeUTC: components.UTC(e.Time),
		Kind: e.Kind.String(), Type: e.Type, Who: sum.Who, Text: sum.Text, Mono: sum.Mono,
	}
	if row.Who == "" && e.Call != timeline.None {
		row.Who = s.Calls[e.Call].Tool
	}
	row.Icon, row.Look = face(e)
	row.Tags = append(eventTags(s, e), damageTags(s, e, i)...)
	if i == timeline.None {
		row.Tags = append(row.Tags, components.Tag{Text: "session-store.db"})
	}
	return row
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

// eventsList reads the name of a list of events: events/<session>?<filter>.
func eventsList(key string) (session string, f filter) {
	session, query, _ := strings.Cut(key, "?")
	return session, parseFilter(query)
}
