package session

import (
	"slices"
	"strings"

	"flightlog/components"
	"flightlog/parse"
	"flightlog/parse/timeline"
)

// permissionRow is a row of a session's permissions: a heading, a record with the answer
// to it, or a permission that stands.
type permissionRow struct {
	heading string
	event   int32           // the request, or another record of its kind; None for the others
	decided int32           // the answer to a request, or None
	grant   *timeline.Grant // or nil
}

// permissionsOf lists what the records say of permissions, in file order: requests with
// their answers, answers of which no request is recorded, and every change of the mode.
func (p *Page) permissionsOf() []permissionRow {
	t := p.tabsOf()
	if t.permissions != nil {
		return t.permissions
	}
	out := []permissionRow{}
	open := map[string]int{} // requests without an answer so far -> their row
	for i := range p.s.Events {
		e := &p.s.Events[i]
		if !ofPermissions(e.Type) {
			continue
		}
		row := permissionRow{event: int32(i), decided: timeline.None}
		switch e.Type {
		case "permission.requested":
			open[p.requestID(int32(i))] = len(out)
		case "permission.completed", "permission.carriedForward":
			id := p.requestID(int32(i))
			if at, asked := open[id]; asked && id != "" {
				out[at].decided = int32(i)
				delete(open, id)
				continue
			}
		}
		out = append(out, row)
	}
	if len(out) > 0 {
		out = append([]permissionRow{{heading: "Asked, answered and switched, in order", event: timeline.None, decided: timeline.None}}, out...)
	}
	t.permissions = append(out, p.standingFor()...)
	return t.permissions
}

// ofPermissions knows the records of requests, answers and modes. That the model was told
// of a mode changes none.
func ofPermissions(eventType string) bool {
	switch eventType {
	case "session.permissions_changed", "session.mode_changed", "session.permission_recovery", "session.autopilot_objective_changed":
		return true
	}
	return strings.HasPrefix(eventType, "permission.")
}

// requestID is what a request and its answer have in common: the id of the request, or
// that of the call where it has none.
func (p *Page) requestID(event int32) string {
	s := p.s
	if id := p.field(event, "requestId"); id != "" {
		return id
	}
	if c := s.Events[event].Call; c != timeline.None {
		return "call " + s.Calls[c].ID
	}
	return ""
}

// standingFor lists the permissions that stand for the session's directory, and the rules
// that hold everywhere.
func (p *Page) standingFor() []permissionRow {
	s := p.s
	var here, everywhere []permissionRow
	for i := range p.file.Grants {
		g := &p.file.Grants[i]
		row := permissionRow{event: timeline.None, decided: timeline.None, grant: g}
		switch {
		case g.Home != s.Home:
		case g.Location == "":
			everywhere = append(everywhere, row)
		case g.Location == s.Project:
			here = append(here, row)
		}
	}
	var out []permissionRow
	heading := func(text string, rows []permissionRow) {
		if len(rows) > 0 {
			if !slices.ContainsFunc(rows, func(r permissionRow) bool { return r.grant.Time != rows[0].grant.Time }) {
				text += ChangedWhen(rows[0].grant)
			}
			out = append(out, permissionRow{heading: text, event: timeline.None, decided: timeline.None})
			out = append(out, rows...)
		}
	}
	heading("Standing in "+s.Project+" when the archive was made", here)
	heading("Standing everywhere, for URLs", everywhere)
	return out
}

func (p *Page) permissionsIntro() (in components.Intro, title, none string) {
	asked, unanswered, denied, switched, others, standing := 0, 0, 0, 0, 0, 0
	waited, timed := int64(0), 0
	for _, row := range p.permissionsOf() {
		switch {
		case row.grant != nil:
			standing++
		case row.event == timeline.None:
		case !strings.HasPrefix(p.s.Events[row.event].Type, "permission."):
			switched++
		case p.s.Events[row.event].Type != "permission.requested":
			others++
		default:
			asked++
			if row.decided == timeline.None {
				unanswered++
				continue
			}
			if strings.HasPrefix(p.decision(row.decided), "denied") {
				denied++
			}
			if ms, ok := apart(p.s, row.event, row.decided); ok {
				waited, timed = waited+ms, timed+1
			}
		}
	}
	in.Text = "What was asked for, who or what decided, how long that took, and what then happened. Only records speak here: what no record tells is “not recorded”."
	in.Facts = components.Tell(in.Facts, asked, "request", "requests")
	in.Facts = components.Tell(in.Facts, denied, "denied", "denied")
	in.Facts = components.Tell(in.Facts, unanswered, "without a recorded answer", "without a recorded answer")
	if timed > 0 {
		in.Facts = append(in.Facts, components.Duration(waited)+" between asking and deciding, in all")
	}
	in.Facts = components.Tell(in.Facts, switched, "mode switch", "mode switches")
	in.Facts = components.Tell(in.Facts, others, "answer to no recorded request", "answers to no recorded request")
	in.Facts = components.Tell(in.Facts, standing, "permission stands", "permissions stand")
	return in, "Nothing was asked", "No record of this session asks for a permission or changes its mode, and no permission stands for its directory. What ran without being asked for is in Shell and in the conversation."
}

// decision is the answer that a record gives, as the producer spells it.
func (p *Page) decision(decided int32) string {
	s := p.s
	if c := s.Events[decided].Call; c != timeline.None && s.Calls[c].Decided == decided {
		return s.Calls[c].Decision
	}
	return p.field(decided, "result.kind")
}

// apart is the time from one record to a later one, where both have one.
func apart(s *timeline.Session, from, to int32) (ms int64, ok bool) {
	a, b := s.Events[from].Time, s.Events[to].Time
	return b - a, a != timeline.NoTime && b != timeline.NoTime && b >= a
}

func (p *Page) permissionItem(i int, out components.Item) components.Item {
	row := p.permissionsOf()[i]
	if row.heading != "" {
		return components.Item{Kind: components.TurnItem, Index: i, Text: row.heading}
	}
	if row.grant != nil {
		return Granted(p.file, row.grant, i)
	}
	s, e := p.s, &p.s.Events[row.event]
	sum := p.file.Summary(s, e)
	out.Time, out.TimeUTC, out.Key = components.Clock(e.Time), components.UTC(e.Time), p.Key(e)
	out.Href, out.Text = p.tabHref(permissionsTab, out.Key), sum.Text
	out.Icon, out.Look = Face(e)
	if e.Type != "permission.requested" {
		out.Look = "system"
		if out.Open {
			out.Blocks = p.eventBlocks(e)
		}
		return out
	}
	if e.Agent != timeline.None {
		out.Tags = append(out.Tags, components.Tag{Text: agentName(s, e.Agent), Title: "by this subagent"})
	}
	p.answered(row, &out)
	if out.Open {
		out.Blocks = p.addressed(p.permissionBlocks(row), p.rowPlace(permissionsTab, i))
	}
	return out
}

// answered adds to a request's row who answered it how, and what then happened.
func (p *Page) answered(row permissionRow, out *components.Item) {
	s := p.s
	c := callOf(s, row.event)
	switch {
	case c != nil && c.Asked == row.event && c.Decided == row.decided:
		p.layoutOf()
		if tag, ok := p.permit(c); ok {
			out.Tags = append(out.Tags, tag)
		}
	case row.decided == timeline.None:
		out.Tags = append(out.Tags, components.Tag{Text: "answer not recorded", Tone: components.Ask})
	default:
		out.Tags = append(out.Tags, components.Tag{Text: p.file.Summary(s, &s.Events[row.decided]).Text})
	}
	if row.decided != timeline.None {
		out.Also = p.Key(&s.Events[row.decided])
		if strings.HasPrefix(p.decision(row.decided), "denied") {
			out.Icon = "denied"
		}
		if ms, ok := apart(s, row.event, row.decided); ok {
			out.Span = "after " + components.Duration(ms)
		}
	}
	if c == nil {
		return
	}
	if tag, ok := Outcome(c); ok {
		out.Tags = append(out.Tags, tag)
	} else if c.Outcome == timeline.Succeeded {
		out.Tags = append(out.Tags, ended(c))
	}
}

// callOf is the call that an event is of, nil for none.
func callOf(s *timeline.Session, event int32) *timeline.Call {
	if at := s.Events[event].Call; at != timeline.None {
		return &s.Calls[at]
	}
	return nil
}

// scopes say for what an answer holds.
var scopes = map[string]string{
	"approved": "this once", "approved-for-session": "the rest of the session", "approved-for-location": "from now on, in a place", "approved-read-only-for-session": "reading, for the rest of the session",
}

// permissionBlocks is a request in full: from asking to what then happened.
func (p *Page) permissionBlocks(row permissionRow) []timeline.Block {
	s, e := p.s, &p.s.Events[row.event]
	var f []timeline.Field
	add := func(name, value string) {
		if value == "" {
			value = "not recorded"
		}
		f = append(f, timeline.Field{Name: name, Value: value})
	}
	add("Request", p.file.Summary(s, e).Text)
	add("Asked", components.UTC(e.Time)+", "+place(e))
	add("Mode then", p.field(row.event, "permissionMode"))
	c := callOf(s, row.event)
	if row.decided == timeline.None {
		add("Answer", "")
	} else {
		d := &s.Events[row.decided]
		add("Answer", p.file.Summary(s, d).Text)
		add("Answered", components.UTC(d.Time)+", "+place(d))
		add("Decided by", p.decidedBy(row.decided))
		if scope := p.scopeOf(row.decided); scope != "" {
			add("Holds for", scope)
		}
		waited := ""
		if ms, ok := apart(s, row.event, row.decided); ok {
			waited = components.Duration(ms)
		}
		add("Waited", waited)
	}
	switch {
	case c == nil:
		add("Then", "the request names no tool call of this log")
	case c.Result == timeline.None:
		add("Then", c.Outcome.String())
	default:
		add("Then", "the call: "+ended(c).Text+", "+place(&s.Events[c.Result]))
	}
	out := []timeline.Block{{Kind: timeline.TableBlock, Title: "From the question to its end", Fields: f}}
	for _, b := range p.file.Blocks(s, e) {
		if b.Kind == timeline.DiffBlock {
			out = append(out, b)
		}
	}
	return out
}

// ChangedWhen says when the file of permissions that stand was changed last: when one of them
// was given no record says.
func ChangedWhen(g *timeline.Grant) string {
	if g.Time == timeline.NoTime {
		return ""
	}
	return " · file changed " + components.Dated(g.Time) + " UTC"
}

// Granted is the row of a permission that stands, or of a rule for URLs; i is its number in
// the list at hand.
func Granted(file *parse.Opened, g *timeline.Grant, i int) components.Item {
	out := components.Item{Kind: components.QuietItem, Index: i, Icon: "permission", Look: "ask", Who: "Allowed to", Text: g.Words,
		Tags: []components.Tag{{Text: g.List + " " + components.Count(g.Index), Title: file.Sources[g.Source].Path + ChangedWhen(g) + ": " + g.Raw}}}
	if g.List == "deniedUrls" {
		out.Icon, out.Who = "denied", "Denied to"
	}
	if g.Kind != "" {
		out.Tags = append([]components.Tag{{Text: g.Kind}}, out.Tags...)
	}
	return out
}
