package session

import (
	"sort"

	"github.com/a-h/templ"

	"flightlog/components"
	"flightlog/parse"
	"flightlog/parse/timeline"
	"flightlog/wasm/viewer/filter"
)

// sifted are the records of a session that a filter lets through. A record's number is its
// index among the session's events; behind them stand the rows of its store.
type sifted struct {
	filter string
	rows   []int32
	all    int // records that there are: events, and rows of the store where a filter asks for one
	facets []components.Facet
}

// record gives a record by its number; i is its index among the events, None for a row of
// the store.
func (p *Page) record(n int32) (e *timeline.Event, i int32) {
	if events := int32(len(p.s.Events)); n >= events {
		return &p.s.Store[n-events], timeline.None
	}
	return &p.s.Events[n], n
}

// sift filters the records of a session. The rows of the store beside a log say what the
// log says, so they are shown only where the filter asks for a store.
func (p *Page) sift(f filter.Filter) *sifted {
	query := f.String()
	if p.sifted != nil && p.sifted.filter == query {
		return p.sifted
	}
	out := &sifted{filter: query, all: len(p.s.Events)}
	sieve, beside := filter.New(f), filter.New(f)
	for n := range p.s.Events {
		if sieve.Takes(p.Values(&p.s.Events[n], int32(n))) {
			out.rows = append(out.rows, int32(n))
		}
	}
	if p.repeats() {
		if len(f[filter.Store]) > 0 {
			beside = sieve
			out.all += len(p.s.Store)
		}
		for n := range p.s.Store {
			if beside.Takes(p.Values(&p.s.Store[n], timeline.None)) && beside == sieve {
				out.rows = append(out.rows, int32(len(p.s.Events)+n))
			}
		}
		if beside != sieve {
			sieve.Learn(filter.Store, beside)
		}
	}
	out.facets = sieve.Facets(p.Href() + "/events")
	p.sifted = out
	return out
}

// repeats reports that rows of the store stand beside the events of a log.
func (p *Page) repeats() bool {
	return len(p.s.Events) > 0 && !p.s.Events[0].Has(timeline.FromStore) && len(p.s.Store) > 0
}

// at is where a route's record stands among those that are shown, or the one before it.
func (s *sifted) at(event int32) int {
	i := sort.Search(len(s.rows), func(i int) bool { return s.rows[i] > event })
	return max(i-1, 0)
}

func (p *Page) eventsPage(r Place) templ.Component {
	s := p.s
	h := p.head(true)
	if len(s.Events) == 0 {
		return components.SessionEmpty(h, emptyTitle(s), p.emptyText())
	}
	rows, noun := p.sift(r.Filter), "event"
	if rows.all > len(s.Events) {
		noun = "record"
	}
	return components.Events(h, components.Sifting{
		Shown: len(rows.rows), All: rows.all, Noun: noun, Chosen: r.Filter.Chosen(), Clear: p.Href() + "/events", Facets: rows.facets,
	}, components.List{Name: "events/" + p.path + r.Filter.Behind(), Count: len(rows.rows), Chunk: EventsChunk,
		Row: components.EventRowHeight, At: p.eventsAt(r), Label: "Events"})
}

// eventsAt is the row of a route's record, or of the one before it.
func (p *Page) eventsAt(r Place) int {
	rows := p.sift(r.Filter)
	if r.Event == timeline.None && r.Record != nil {
		for i, n := range rows.rows {
			if e, _ := p.record(n); e == r.Record {
				return i
			}
		}
	}
	return rows.at(r.Event)
}

func (p *Page) eventRows(f filter.Filter, chunk int) []components.EventRow {
	rows := p.sift(f).rows
	from, to := components.ChunkOf(len(rows), EventsChunk, chunk)
	out := make([]components.EventRow, 0, to-from)
	for at := from; at < to; at++ {
		e, i := p.record(rows[at])
		row := p.EventRow(e, i)
		row.Index, row.Href = at, p.EventHref(e, true)+f.Behind()
		if at > 0 {
			if above, _ := p.record(rows[at-1]); e.Time != timeline.NoTime && above.Time != timeline.NoTime {
				row.Delta = components.Delta(e.Time - above.Time)
			}
		}
		out = append(out, row)
	}
	return out
}

// EventRow asks for the words of one record; i is its index among the events, or None.
func (p *Page) EventRow(e *timeline.Event, i int32) components.EventRow {
	s := p.s
	sum := p.file.Summary(s, e)
	row := components.EventRow{
		Key: p.Key(e), Time: components.ClockMilli(e.Time), TimeUTC: components.UTC(e.Time),
		Kind: e.Kind.String(), Type: e.Type, Who: sum.Who, Text: sum.Text, Mono: sum.Mono,
	}
	if row.Who == "" && e.Call != timeline.None {
		row.Who = s.Calls[e.Call].Tool
	}
	row.Icon, row.Look = Face(e)
	row.Tags = append(RecordTags(s, e), damageTags(s, e, i)...)
	if i == timeline.None {
		row.Tags = append(row.Tags, components.Tag{Text: "session-store.db"})
	}
	return row
}

// RecordTags says of an event what its own record says: the end of its call, its agent.
func RecordTags(s *timeline.Session, e *timeline.Event) []components.Tag {
	var out []components.Tag
	if e.Has(timeline.StepsBack) {
		out = append(out, components.Tag{Text: "clock steps back"})
	}
	if e.Agent != timeline.None {
		out = append(out, components.Tag{Text: agentName(s, e.Agent)})
	}
	if e.Call != timeline.None && e.Type == "tool.execution_complete" {
		if tag, ok := Outcome(&s.Calls[e.Call]); ok {
			out = append(out, tag)
		}
	}
	if e.Kind == timeline.Unknown && !parse.StreamedOnly(e.Type) { // of the others the line says it
		out = append(out, components.Tag{Text: "unknown type"})
	}
	return out
}

// Values gives the answers of one record. i is its index among the events of the
// session, or None for a row of the store beside a log. The end of a call is told by one
// of its records only, so that a count of outcomes is a count of calls.
func (p *Page) Values(e *timeline.Event, i int32) filter.Values {
	s := p.s
	out := filter.Values{filter.Kind: e.Kind.String(), filter.Agent: filter.NoAgent, filter.Store: filter.StoreName(&p.file.Sources[e.Source])}
	if e.Agent != timeline.None {
		out[filter.Agent] = agentName(s, e.Agent)
	}
	if e.Call != timeline.None && i != timeline.None {
		c := &s.Calls[e.Call]
		if out[filter.Tool] = c.Tool; endOf(c) == i {
			out[filter.Outcome] = c.Outcome.String()
		}
	}
	if out[filter.Outcome] == "" && e.Has(timeline.Failed) && e.Call == timeline.None {
		out[filter.Outcome] = timeline.Errored.String()
	}
	return out
}

// endOf is the record of a call that tells its end: its result, or the last there is.
func endOf(c *timeline.Call) int32 {
	for _, i := range [...]int32{c.Result, c.Decided, c.Asked, c.Start, c.Request} {
		if i != timeline.None {
			return i
		}
	}
	return timeline.None
}
