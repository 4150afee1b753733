package session

import (
	"cmp"
	"strings"

	"flightlog/components"
	"flightlog/parse/timeline"
	"flightlog/wasm/viewer/filter"
)

// Asked is a row of the audit over all sessions: a record of permissions, or a command that
// was run without a look at one.
type Asked struct {
	Values filter.Values // what a filter asks of it; its project is for the archive to say
	p      *Page
	row    permissionRow
	shell  int // of a command: its row among those of the shell, else -1
}

// Requests are the records that ask for a permission, answer one or switch a mode.
func (p *Page) Requests() []Asked {
	var out []Asked
	for _, row := range p.permissionsOf() {
		if row.event == timeline.None {
			continue
		}
		a := Asked{Values: filter.Values{filter.Decision: p.requestAnswer(row)}, p: p, row: row, shell: -1}
		if c := callOf(p.s, row.event); c != nil {
			a.Values[filter.Tool], a.Values[filter.Outcome] = c.Tool, c.Outcome.String()
		} else if a.Values[filter.Decision] != filter.ModeSwitched {
			a.Values[filter.Tool] = p.field(row.event, "permissionRequest.kind")
		}
		out = append(out, a)
	}
	return out
}

// Commands are the calls of a shell.
func (p *Page) Commands() []Asked {
	var out []Asked
	for i, at := range p.tabsOf().shell {
		c := &p.s.Calls[at]
		out = append(out, Asked{Values: filter.Values{filter.Decision: p.commandAnswer(c), filter.Tool: c.Tool, filter.Outcome: c.Outcome.String()}, p: p, shell: i})
	}
	return out
}

// call is the call that the row is of, nil for none.
func (a *Asked) call() *timeline.Call {
	if a.shell >= 0 {
		return &a.p.s.Calls[a.p.tabsOf().shell[a.shell]]
	}
	return callOf(a.p.s, a.row.event)
}

// Stop reports whether the row is a stop.
func (a *Asked) Stop(what string) bool { return callIs(a.call(), what) }

// Unasked reports a command that ran, and no record holds a question about it.
func (a *Asked) Unasked() bool {
	c := a.call()
	return a.shell >= 0 && c.Outcome != timeline.Denied && c.Outcome != timeline.Cancelled && (a.Values[filter.Decision] == filter.NotAsked || a.Values[filter.Decision] == filter.ByAllowAll)
}

// Waited is how long a request waited for a person.
func (a *Asked) Waited() (ms int64, ok bool) {
	if a.shell >= 0 || a.row.decided == timeline.None || a.p.decidedBy(a.row.decided) != "human_response" {
		return 0, false
	}
	return apart(a.p.s, a.row.event, a.row.decided)
}

// Row asks for the words of the row: those that the view of its session has.
func (a *Asked) Row() components.AuditRow {
	p, s, c := a.p, a.p.s, a.call()
	out := components.AuditRow{Project: s.Project, Who: a.Values[filter.Tool], Took: "waited"}
	out.Session, _ = Name(s)
	at := a.row.event
	if a.shell >= 0 {
		at = c.First()
		item := p.shellItem(a.shell, components.Item{})
		out.Took = "ran"
		out.Text, out.Mono, out.Icon, out.Look, out.Href, out.Waited = item.Text, item.Mono, item.Icon, item.Look, item.Href, item.Span
		if c.Decided != timeline.None {
			out.Scope = p.scopeOf(c.Decided)
		}
	} else {
		e := &s.Events[at]
		out.Text, out.Href = p.file.Summary(s, e).Text, p.tabHref(permissionsTab, p.Key(e))
		out.Icon, out.Look = Face(e)
		if a.row.decided != timeline.None {
			if ms, ok := apart(s, at, a.row.decided); ok {
				out.Waited = components.Duration(ms)
			}
			out.Scope = p.scopeOf(a.row.decided)
		}
	}
	out.When, out.WhenUTC = components.Dated(s.Events[at].Time), components.UTC(s.Events[at].Time)
	out.Decided = components.Tag{Text: a.Values[filter.Decision], Tone: answerTones[a.Values[filter.Decision]]}
	if c != nil && c.Decided != timeline.None {
		out.Decided.Title = p.file.Summary(s, &s.Events[c.Decided]).Text
	}
	switch {
	case a.Values[filter.Decision] == filter.ModeSwitched:
	case c == nil:
		out.Then = []components.Tag{{Text: "not recorded", Title: "the request names no tool call of its log"}}
	default:
		out.Then = []components.Tag{ended(c)}
	}
	return out
}

var answerTones = map[string]components.Tone{
	filter.YouAllowed: components.OK, filter.YouDenied: components.Bad, filter.RuleDenied: components.Bad, filter.NobodyThere: components.Bad, filter.ByAllowAll: components.Ask, filter.ModeSwitched: components.Ask, filter.NotAsked: components.Ask, filter.ByNobodyTold: components.Ask,
}

// requestAnswer says who or what answered a request, as far as a record does.
func (p *Page) requestAnswer(row permissionRow) string {
	s := p.s
	switch e := &s.Events[row.event]; {
	case !strings.HasPrefix(e.Type, "permission."):
		return filter.ModeSwitched
	case e.Type != "permission.requested": // an answer of which no request is recorded
		return answer(p.decision(row.event), p.decidedBy(row.event))
	case row.decided != timeline.None:
		if p.field(row.event, "resolvedByHook") == "true" {
			return filter.ByHook
		}
		return answer(p.decision(row.decided), p.decidedBy(row.decided))
	case p.field(row.event, "resolvedByHook") == "true":
		return filter.ByHook
	case p.field(row.event, "permissionMode") == "allow-all":
		return filter.ByAllowAll
	}
	return filter.NoAnswer
}

// commandAnswer says who or what let a command run, or did not.
func (p *Page) commandAnswer(c *timeline.Call) string {
	switch {
	case c.ByUser:
		return filter.RunByYou
	case c.Decided != timeline.None && p.field(c.Asked, "resolvedByHook") != "true":
		return answer(c.Decision, c.DecidedBy)
	case c.Asked != timeline.None:
		return p.requestAnswer(permissionRow{event: c.Asked, decided: c.Decided})
	}
	p.layoutOf()
	if _, ok := p.unasked(c); ok {
		return filter.ByAllowAll
	}
	return filter.NotAsked
}

// decidedBy is who decided, as the producer spells it.
func (p *Page) decidedBy(decided int32) string {
	return cmp.Or(p.field(decided, "decisionSource"), p.field(decided, "result.decisionSource"))
}

// answer puts the producer's words for a decision and its source into ours.
func answer(decision, by string) string {
	allowed := strings.HasPrefix(decision, "approved") || decision == "carried-forward"
	switch {
	case decision == "denied-by-permission-request-hook":
		return filter.ByHook
	case decision == "denied-interactively-by-user":
		return filter.YouDenied
	case decision == "denied-no-approval-rule-and-could-not-request-from-user":
		return filter.NobodyThere
	case strings.HasPrefix(decision, "denied"):
		return filter.RuleDenied
	case decision == "cancelled":
		return filter.WasCancelled
	case allowed && by == "human_response":
		return filter.YouAllowed
	case allowed && (by != "" || decision == "carried-forward"):
		return filter.RuleAllowed
	case allowed:
		return filter.ByNobodyTold
	}
	return filter.OtherAnswer
}

// scopeOf says for what an answer holds, "" where it does not say.
func (p *Page) scopeOf(decided int32) string {
	scope := scopes[p.decision(decided)]
	if at := p.field(decided, "result.locationKey"); at != "" && scope != "" {
		return "from now on, in " + at
	}
	return scope
}
