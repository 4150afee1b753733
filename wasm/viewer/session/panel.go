package session

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"flightlog/components"
	"flightlog/parse/timeline"
	"flightlog/wasm/viewer/filter"
)

// Inspect is the panel of a place's record.
func (p *Page) Inspect(r Place) components.Inspector {
	s, e := p.s, r.Record
	sum := p.file.Summary(s, e)
	raw := p.file.Raw(e)
	in := components.Inspector{
		Key: p.Key(e), Title: titled(sum), Tags: append(RecordTags(s, e), damageTags(s, e, r.Event)...), Source: p.file.Sources[e.Source].Path,
		Place: place(e), Raw: string(raw), RawBytes: len(raw), RawArg: strings.TrimPrefix(p.EventHref(e, false), "#/"), Blocks: p.eventBlocks(e),
	}
	in.Icon, in.Look = Face(e)
	in.Indented = components.Indented(raw)
	in.Link = p.EventHref(e, r.Events) + r.Filter.Behind()
	if r.Tab != "" {
		in.Link = p.tabHref(r.Tab, p.Key(e))
	}
	if p.Command(r) != "" {
		in.Command = "command " + in.RawArg
	}
	in.Time = components.UTC(e.Time)
	in.Fields = []timeline.Field{{Name: "Type", Value: e.Type}}
	if r.Event != timeline.None && e.Call != timeline.None {
		about := p.file.CallSummary(s, &s.Calls[e.Call])
		in.Title = titled(about)
		in.Fields = append(in.Fields, timeline.Field{Name: "This record", Value: sum.Text})
	}
	if e.Agent != timeline.None {
		in.Fields = append(in.Fields, timeline.Field{Name: "Subagent", Value: agentName(s, e.Agent)})
	}
	in.Fields = append(in.Fields, p.alsoIn(r)...)
	if r.Event != timeline.None && e.Call != timeline.None {
		c := &s.Calls[e.Call]
		in.Fields = append(in.Fields, timeline.Field{Name: "Call", Value: c.ID}, timeline.Field{Name: "Tool", Value: c.Tool}, timeline.Field{Name: "Outcome", Value: c.Outcome.String()})
		in.Fields = append(in.Fields, timeline.Field{Name: "Let run", Value: p.letRun(c)})
		if c.HasExit {
			in.Fields = append(in.Fields, timeline.Field{Name: "Exit code", Value: fmt.Sprint(c.ExitCode)})
		}
		in.Chain = p.chain(c, r)
		if r.Event == c.Start || r.Event == c.Result || r.Event == c.Request && e.Kind == timeline.Tool {
			in.Blocks = p.asCall(e, in.Blocks)
		}
	}
	if r.Event != timeline.None {
		in.Related = p.related(r)
	} else {
		in.Related = p.originals(r)
	}
	if in.Unseen = p.unseen(r); in.Unseen != "" {
		in.Among = p.amongEvents(r)
	}
	return in
}

// titled tells who it was apart from what it was.
func titled(sum timeline.Summary) string {
	if sum.Who == "" || sum.Text == "" {
		return sum.Who + sum.Text
	}
	return sum.Who + " — " + sum.Text
}

// unseen says why no row of the view at hand shows a place's record; "" where one does.
func (p *Page) unseen(r Place) string {
	switch {
	case r.Tab != "":
		return ""
	case r.Events && r.Event == timeline.None && len(r.Filter[filter.Store]) == 0:
		return "Rows of the store beside a log are listed where the filter asks for a store."
	case r.Events:
		if !filter.New(r.Filter).Takes(p.Values(r.Record, r.Event)) {
			return "The filter leaves this record out."
		}
		return ""
	}
	p.layoutOf()
	if _, _, own := p.find(r); own {
		return ""
	}
	return "No row of the conversation shows this record."
}

// amongEvents leads to a place's record among the events, with the filter that it takes.
func (p *Page) amongEvents(r Place) string {
	if r.Event != timeline.None {
		return p.EventHref(r.Record, true)
	}
	return p.EventHref(r.Record, true) + filter.Only(filter.Store, filter.StoreName(&p.file.Sources[r.Record.Source])).Behind()
}

// asCall shows a record of a call as the call: what was asked for and what came of it,
// whichever of the two the record holds. Its own fields stand aside, what the call shows
// already does not.
func (p *Page) asCall(e *timeline.Event, own []timeline.Block) []timeline.Block {
	out := p.callBlocks(e.Call)
	if len(out) == 0 {
		return own
	}
	for _, b := range own {
		if b.Kind == timeline.TableBlock {
			b.Aside = "The fields of this record alone"
			out = append(out, b)
		}
	}
	return out
}

// alsoIn names the rows of the store that say the same as a record.
func (p *Page) alsoIn(r Place) []timeline.Field {
	if r.Event == timeline.None || r.Record.Has(timeline.FromStore) {
		return nil
	}
	var out []timeline.Field
	for _, i := range p.copiesOf().Of[r.Event] {
		out = append(out, timeline.Field{Name: "Also in", Value: "session-store.db, " + place(&p.s.Store[i])})
	}
	return out
}

// place says where a record stands in its source.
func place(e *timeline.Event) string {
	if e.Has(timeline.FromStore) {
		where := fmt.Sprintf("table %s, rowid %d (shown as a JSON object of its columns)", e.Type, e.Line)
		if e.Has(timeline.OnlyInWAL) {
			where += ", only in the write-ahead log"
		}
		return where
	}
	return fmt.Sprintf("line %s · bytes %s to %s", components.Count(e.Line), components.Count(e.Offset), components.Count(e.Offset+int64(e.Length)))
}

// chain lists the records of a call in the order in which they stand.
func (p *Page) chain(c *timeline.Call, r Place) []components.Link {
	s := p.s
	type step struct {
		event int32
		text  string
	}
	steps := []step{
		{c.Request, "Requested"}, {c.Start, "Started"}, {c.Asked, "Permission asked"}, {c.Decided, ""}, {c.Answered, ""}, {c.Result, "Ended: " + c.Outcome.String()},
	}
	slices.SortStableFunc(steps, func(a, b step) int { return cmp.Compare(a.event, b.event) })
	var out []components.Link
	last := timeline.NoTime
	for _, step := range steps {
		if step.event == timeline.None {
			continue
		}
		e := &s.Events[step.event]
		icon := components.Link{Href: p.beside(r, step.event), Text: step.text, On: step.event == r.Event}
		_, icon.Look = Face(e)
		if step.text == "" {
			icon.Text = p.file.Summary(s, e).Text
		}
		icon.Note = "line " + components.Count(e.Line)
		if e.Time != timeline.NoTime {
			if last != timeline.NoTime {
				icon.Note += " · " + components.Delta(e.Time-last)
			} else {
				icon.Note += " · " + components.ClockMilli(e.Time) + " UTC"
			}
			last = e.Time
		}
		out = append(out, icon)
	}
	return out
}
