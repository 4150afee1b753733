package viewer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"flightlog/components"
	"flightlog/parse/timeline"
)

// panel answers the inspector of a route's record, or nothing.
func (v *Viewer) panel(r route) ([]byte, error) {
	switch {
	case r.problem >= 0:
		return render(components.InspectorPanel(v.inspectProblem(r)))
	case r.name == "file" && r.line > 0:
		if in, ok := v.inspectFile(r); ok {
			return render(components.InspectorPanel(in))
		}
	case r.file >= 0:
		return render(components.FilePanel(v.fileDetail(r.file)))
	case r.record != nil:
		return render(components.InspectorPanel(v.inspect(r)))
	}
	return nil, nil
}

func (v *Viewer) inspect(r route) components.Inspector {
	s, e := r.page.s, r.record
	sum := v.file.Summary(s, e)
	raw := v.file.Raw(e)
	in := components.Inspector{
		Key: v.key(e), Title: strings.TrimSpace(sum.Who + " " + sum.Text), Tags: append(eventTags(s, e), damageTags(s, e, r.event)...), Source: v.file.Sources[e.Source].Path,
		Place: place(e), Raw: string(raw), RawBytes: len(raw), RawArg: strings.TrimPrefix(v.eventHref(s, e, false), "#/"), Blocks: v.eventBlocks(s, e),
	}
	in.Icon, in.Look = face(e)
	in.Indented = indented(raw)
	in.Link = v.eventHref(s, e, r.events) + r.filter.behind()
	if r.tab != "" {
		in.Link = v.tabHref(s, r.tab, v.key(e))
	}
	if v.command(r) != "" {
		in.Command = "command " + in.RawArg
	}
	in.Time = components.UTC(e.Time)
	in.Fields = []timeline.Field{{Name: "Type", Value: e.Type}}
	if r.event != timeline.None && e.Call != timeline.None {
		about := v.file.CallSummary(s, &s.Calls[e.Call])
		in.Title = strings.TrimSpace(about.Who + " " + about.Text)
		in.Fields = append(in.Fields, timeline.Field{Name: "This record", Value: sum.Text})
	}
	if e.Agent != timeline.None {
		in.Fields = append(in.Fields, timeline.Field{Name: "Subagent", Value: agentName(s, e.Agent)})
	}
	in.Fields = append(in.Fields, v.alsoIn(r)...)
	if r.event != timeline.None && e.Call != timeline.None {
		c := &s.Calls[e.Call]
		in.Fields = append(in.Fields, timeline.Field{Name: "Call", Value: c.ID}, timeline.Field{Name: "Tool", Value: c.Tool}, timeline.Field{Name: "Outcome", Value: c.Outcome.String()})
		in.Fields = append(in.Fields, timeline.Field{Name: "Let run", Value: v.letRun(r.page, c)})
		if c.HasExit {
			in.Fields = append(in.Fields, timeline.Field{Name: "Exit code", Value: fmt.Sprint(c.ExitCode)})
		}
		in.Chain = v.chain(s, c, r)
		if r.event == c.Start || r.event == c.Result || r.event == c.Request && e.Kind == timeline.Tool {
			in.Blocks = v.asCall(s, e, in.Blocks)
		}
	}
	if r.event != timeline.None {
		in.Related = v.related(s, r)
	}
	return in
}

// asCall shows a record of a call as the call: what was asked for and what came of it,
// whichever of the two the record holds. Its own fields stand aside, what the call shows
// already does not.
func (v *Viewer) asCall(s *timeline.Session, e *timeline.Event, own []timeline.Block) []timeline.Block {
	out := v.callBlocks(s, e.Call)
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
func (v *Viewer) alsoIn(r route) []timeline.Field {
	if r.event == timeline.None || r.record.Has(timeline.FromStore) {
		return nil
	}
	var out []timeline.Field
	for _, i := range v.copiesOf(r.page).Of[r.event] {
		out = append(out, timeline.Field{Name: "Also in", Value: "session-store.db, " + place(&r.page.s.Store[i])})
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
func (v *Viewer) chain(s *timeline.Session, c *timeline.Call, r route) []components.Link {
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
		icon := components.Link{Href: v.beside(r, e), Text: step.text, On: step.event == r.event}
		_, icon.Look = face(e)
		if step.text == "" {
			icon.Text = v.file.Summary(s, e).Text
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

// damaged gives the bytes that a problem is about, as far as they are held.
func (v *Viewer) damaged(problem int) []byte {
	p := &v.file.Problems[problem]
	if p.Source == timeline.None {
		return nil
	}
	held := v.file.Sources[p.Source].Held
	from := min(max(p.Offset, 0), int64(len(held)))
	return held[from:min(from+max(p.Length, 0), int64(len(held)))]
}

func (v *Viewer) inspectProblem(r route) components.Inspector {
	row := v.problemRow(r.problem)
	raw := v.damaged(r.problem)
	in := components.Inspector{
		Key: fmt.Sprintf("problem-%d", r.problem), Title: row.Message, Icon: "problem", Look: "bad", Source: row.Source, Place: row.Place,
		Fields: []timeline.Field{{Name: "Severity", Value: row.Severity.String()}, {Name: "Code", Value: row.Code}},
		Raw:    string(raw), RawBytes: len(raw),
	}
	in.Link = row.Href
	if row.Kept != "" {
		in.Fields = append(in.Fields, timeline.Field{Name: "Kept", Value: row.Kept})
	}
	if len(raw) > 0 {
		in.RawArg = fmt.Sprintf("problems/problem-%d", r.problem)
	}
	return in
}
