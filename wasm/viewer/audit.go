package viewer

import (
	"cmp"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"flightlog/components"
	"flightlog/parse/timeline"
)

// The views of the audit, as links spell them behind "permissions".
const (
	auditRequests = "requests"
	auditCommands = "commands"
	auditStanding = "standing"
)

const auditChunk = 20

// Answers to the question who or what let a call run, as a person reads them.
const (
	youAllowed   = "you allowed it"
	youDenied    = "you denied it"
	ruleAllowed  = "allowed by a rule or policy"
	ruleDenied   = "denied by a rule or policy"
	nobodyThere  = "denied, nobody could be asked"
	byHook       = "answered by a hook"
	byAllowAll   = "allow-all"
	wasCancelled = "cancelled"
	byNobodyTold = "allowed, by whom is not recorded"
	otherAnswer  = "another answer"
	noAnswer     = "answer not recorded"
	modeSwitched = "mode switched"
	runByYou     = "run by you"
	notAsked     = "no question recorded"
)

// decisionIDs are these answers in links.
var decisionIDs = map[string]string{
	youAllowed: "allowed", youDenied: "denied", ruleAllowed: "rule", ruleDenied: "refused", nobodyThere: "nobody", byHook: "hook", byAllowAll: "allow-all", wasCancelled: "cancelled",
	byNobodyTold: "unnamed", otherAnswer: "other", noAnswer: "unanswered", modeSwitched: "mode", runByYou: "you", notAsked: "unasked",
}

// audit is what the archive says of permissions, over all sessions: newest session first,
// in the order of its log. It is gathered when it is first asked for.
type audit struct {
	views map[string][]auditRow
	sums  map[string]map[string]int // by view and answer
	waits []int64                   // ms from a question to the answer of a person

	sifted map[string]*siftedAudit // by view: what the filter of the last question let through
}

// auditRow is one row: a record of permissions, or the call of a shell.
type auditRow struct {
	p      *page
	row    permissionRow
	call   int32 // of a shell, or None
	values values
}

type siftedAudit struct {
	filter string
	rows   []int32
	facets []components.Facet
}

func (v *Viewer) audited() *audit {
	if v.auditing != nil {
		return v.auditing
	}
	a := &audit{views: map[string][]auditRow{}, sums: map[string]map[string]int{auditRequests: {}, auditCommands: {}}, sifted: map[string]*siftedAudit{}}
	v.auditing = a
	for _, s := range v.file.Sessions {
		p := v.sessions[v.keys[s]]
		for _, row := range v.permissionsOf(p) {
			if row.event != timeline.None {
				a.add(auditRequests, auditRow{p: p, row: row, call: timeline.None, values: v.requestValues(p, row)})
				if ms, ok := v.personWaited(s, row); ok {
					a.waits = append(a.waits, ms)
				}
			}
		}
		for _, at := range p.tabsOf().shell {
			a.add(auditCommands, auditRow{p: p, call: at, values: v.commandValues(p, &s.Calls[at])})
		}
	}
	slices.Sort(a.waits)
	return a
}

func (a *audit) add(view string, row auditRow) {
	a.views[view] = append(a.views[view], row)
	a.sums[view][row.values[decisionFacet]]++
}

// requestValues are what a filter asks of a record of permissions.
func (v *Viewer) requestValues(p *page, row permissionRow) values {
	out := values{decisionFacet: v.requestAnswer(p, row), projectFacet: v.projectLabel(p.s)}
	if c := callOf(p.s, row.event); c != nil {
		out[toolFacet], out[outcomeFacet] = c.Tool, c.Outcome.String()
	} else if out[decisionFacet] != modeSwitched {
		out[toolFacet] = v.field(p.s, row.event, "permissionRequest.kind")
	}
	return out
}

// commandValues are what a filter asks of a command.
func (v *Viewer) commandValues(p *page, c *timeline.Call) values {
	return values{decisionFacet: v.commandAnswer(p, c), projectFacet: v.projectLabel(p.s), toolFacet: c.Tool, outcomeFacet: c.Outcome.String()}
}

// projectLabel is what a session's project is called: the last part of its directory, or
// the whole where another directory ends alike.
func (v *Viewer) projectLabel(s *timeline.Session) string {
	if v.projects == nil {
		v.projects = map[string]string{"": "no project recorded"}
		ends := map[string]int{}
		for _, s := range v.file.Sessions {
			if _, known := v.projects[s.Project]; !known {
				v.projects[s.Project] = projectName(s.Project)
				ends[projectName(s.Project)]++
			}
		}
		for project, name := range v.projects {
			if ends[name] > 1 {
				v.projects[project] = project
			}
		}
	}
	return v.projects[s.Project]
}

// requestAnswer says who or what answered a request, as far as a record does.
func (v *Viewer) requestAnswer(p *page, row permissionRow) string {
	s := p.s
	switch e := &s.Events[row.event]; {
	case !strings.HasPrefix(e.Type, "permission."):
		return modeSwitched
	case e.Type != "permission.requested": // an answer of which no request is recorded
		return answer(v.decision(s, row.event), v.decidedBy(s, row.event))
	case row.decided != timeline.None:
		if v.field(s, row.event, "resolvedByHook") == "true" {
			return byHook
		}
		return answer(v.decision(s, row.decided), v.decidedBy(s, row.decided))
	case v.field(s, row.event, "resolvedByHook") == "true":
		return byHook
	case v.field(s, row.event, "permissionMode") == "allow-all":
		return byAllowAll
	}
	return noAnswer
}

// commandAnswer says who or what let a command run, or did not.
func (v *Viewer) commandAnswer(p *page, c *timeline.Call) string {
	switch {
	case c.ByUser:
		return runByYou
	case c.Decided != timeline.None && v.field(p.s, c.Asked, "resolvedByHook") != "true":
		return answer(c.Decision, c.DecidedBy)
	case c.Asked != timeline.None:
		return v.requestAnswer(p, permissionRow{event: c.Asked, decided: c.Decided})
	}
	v.layoutOf(p)
	if _, ok := v.unasked(p, c); ok {
		return byAllowAll
	}
	return notAsked
}

// decidedBy is who decided, as the producer spells it.
func (v *Viewer) decidedBy(s *timeline.Session, decided int32) string {
	return cmp.Or(v.field(s, decided, "decisionSource"), v.field(s, decided, "result.decisionSource"))
}

// answer puts the producer's words for a decision and its source into ours.
func answer(decision, by string) string {
	allowed := strings.HasPrefix(decision, "approved") || decision == "carried-forward"
	switch {
	case decision == "denied-by-permission-request-hook":
		return byHook
	case decision == "denied-interactively-by-user":
		return youDenied
	case decision == "denied-no-approval-rule-and-could-not-request-from-user":
		return nobodyThere
	case strings.HasPrefix(decision, "denied"):
		return ruleDenied
	case decision == "cancelled":
		return wasCancelled
	case allowed && by == "human_response":
		return youAllowed
	case allowed && (by != "" || decision == "carried-forward"):
		return ruleAllowed
	case allowed:
		return byNobodyTold
	}
	return otherAnswer
}

// personWaited is how long a request waited for a person.
func (v *Viewer) personWaited(s *timeline.Session, row permissionRow) (ms int64, ok bool) {
	if row.decided == timeline.None || v.decidedBy(s, row.decided) != "human_response" {
		return 0, false
	}
	return apart(s, row.event, row.decided)
}

// asked counts the requests for a permission.
func (v *Viewer) asked() int {
	n := 0
	for _, s := range v.file.Sessions {
		for i := range s.Events {
			if s.Events[i].Type == "permission.requested" {
				n++
			}
		}
	}
	return n
}

// sift filters the rows of a view.
func (a *audit) sift(view string, f filter) *siftedAudit {
	if out := a.sifted[view]; out != nil && out.filter == f.String() {
		return out
	}
	out, sieve := &siftedAudit{filter: f.String()}, newSieve(f)
	for i := range a.views[view] {
		if sieve.takes(a.views[view][i].values) {
			out.rows = append(out.rows, int32(i))
		}
	}
	out.facets = sieve.facets(auditHref(view))
	for i := range out.facets {
		if out.facets[i].Name == facetNames[outcomeFacet] {
			out.facets[i].Name = "Then"
		}
	}
	a.sifted[view] = out
	return out
}

func auditHref(view string) string {
	if view == auditRequests {
		return "#/permissions"
	}
	return "#/permissions/" + view
}

// auditPage is the main view of a route to one of the views.
func (v *Viewer) auditPage(r route) templ.Component {
	a := v.audited()
	page := components.Audit{Tabs: []components.Tab{
		{Href: auditHref(auditRequests), Name: "Requests", Count: len(a.views[auditRequests]), On: r.view == auditRequests},
		{Href: auditHref(auditCommands), Name: "Shell commands", Count: len(a.views[auditCommands]), On: r.view == auditCommands},
		{Href: auditHref(auditStanding), Name: "Standing rules", Count: len(v.file.Grants), On: r.view == auditStanding},
	}}
	page.Text = "What was asked, who or what decided, how long that took, and what then happened, over all sessions. Only records speak here: what no record tells is “not recorded”."
	page.Figures = v.auditFigures(a)
	var none components.AuditNone
	decided, waited, kind := "Decided by", "Waited", "record"
	switch r.view {
	case auditStanding:
		if len(v.grants) == 0 {
			return components.AuditPage(page, components.EmptyState("No standing rules", "No permissions-config.json and no list of URLs in settings.json is in this archive, or they are empty."))
		}
		return components.AuditPage(page, components.AuditStanding(components.List{Name: "standing", Count: len(v.grants), Chunk: pageChunk, Est: 30, At: max(r.row, 0), Label: "Standing rules"}))
	case auditCommands:
		decided, waited, kind = "Let run by", "Ran", "command"
		none = components.AuditNone{Title: "No shell commands", Text: "No record of this archive calls a shell."}
	default:
		none = components.AuditNone{Title: "Nothing was asked", Text: "No record of this archive asks for a permission or switches a mode. What ran without being asked for is in Shell commands."}
	}
	rows, all := a.sift(r.view, r.filter), len(a.views[r.view])
	if all == 0 {
		return components.AuditPage(page, components.EmptyState(none.Title, none.Text))
	}
	list := components.List{Name: "audit/" + r.view + r.filter.behind(), Count: len(rows.rows), Chunk: auditChunk, Row: components.AuditRowHeight, Label: kind + "s"}
	return components.AuditPage(page, components.Sifted(components.Sifting{Shown: len(rows.rows), All: all, Noun: kind, Chosen: r.filter.chosen(), Clear: auditHref(r.view), Facets: rows.facets},
		components.AuditTable(decided, waited, list)))
}

// auditFigures sum the answers; each leads to the rows that it counts.
func (v *Viewer) auditFigures(a *audit) []components.Figure {
	if len(a.views[auditRequests])+len(a.views[auditCommands]) == 0 {
		return nil
	}
	sums := a.sums[auditRequests]
	figure := func(n int, noun, view, id string, tone components.Tone) components.Figure {
		out := components.Figure{N: components.Count(n), Noun: noun}
		if n > 0 {
			out.Parts = []components.Part{{Text: "show", Tone: tone, Href: auditHref(view) + "?decision=" + id}}
		}
		return out
	}
	asked := components.Figure{N: components.Count(v.asked()), Noun: "asked"}
	for _, text := range counted(counted(nil, sums[modeSwitched], "switch of a mode besides", "switches of a mode besides"),
		len(a.views[auditRequests])-sums[modeSwitched]-v.asked(), "answer to no recorded request", "answers to no recorded request") {
		asked.Parts = append(asked.Parts, components.Part{Text: text})
	}
	if n := len(a.waits); n > 0 {
		asked.Parts = append(asked.Parts, components.Part{Text: "median wait for a person " + components.Duration(a.waits[n/2])})
	}
	unasked := 0
	for i := range a.views[auditCommands] {
		r := &a.views[auditCommands][i]
		if c := &r.p.s.Calls[r.call]; c.Outcome != timeline.Denied && c.Outcome != timeline.Cancelled && (r.values[decisionFacet] == notAsked || r.values[decisionFacet] == byAllowAll) {
			unasked++
		}
	}
	return []components.Figure{
		asked,
		figure(sums[youAllowed], "you allowed", auditRequests, "allowed", components.Plain),
		figure(sums[ruleAllowed]+sums[byHook]+sums[byAllowAll], "answered by rule, hook or allow-all", auditRequests, "allow-all,hook,rule", components.Plain),
		figure(sums[youDenied]+sums[ruleDenied]+sums[nobodyThere], "denied", auditRequests, "denied,nobody,refused", components.Bad),
		figure(sums[noAnswer]+sums[byNobodyTold], "without a recorded answer or decider", auditRequests, "unanswered,unnamed", components.Plain),
		figure(unasked, noun(unasked, "command")+" ran without a recorded question", auditCommands, "allow-all,unasked", components.Plain),
	}
}

// auditRows answers a chunk of a view: its list is named audit/<view>?<filter>.
func (v *Viewer) auditRows(view string, f filter, chunk int) []components.AuditRow {
	a := v.audited()
	rows := a.sift(view, f).rows
	from, to := chunkOf(len(rows), auditChunk, chunk)
	out := make([]components.AuditRow, 0, to-from)
	for i := from; i < to; i++ {
		row := v.auditRow(&a.views[view][rows[i]])
		row.Index = i
		out = append(out, row)
	}
	return out
}

// auditRow asks for the words of one row: those that the view of its session has.
func (v *Viewer) auditRow(r *auditRow) components.AuditRow {
	s := r.p.s
	out := components.AuditRow{Project: s.Project, Who: r.values[toolFacet], Took: "waited"}
	out.Session, _ = nameOf(s)
	var c *timeline.Call
	var at int32
	if r.call != timeline.None {
		c = &s.Calls[r.call]
		at = c.First()
		item := v.shellItem(r.p, slices.Index(r.p.tabsOf().shell, r.call), components.Item{})
		out.Took = "ran"
		out.Text, out.Mono, out.Icon, out.Look, out.Href, out.Waited = item.Text, item.Mono, item.Icon, item.Look, item.Href, item.Span
	} else {
		at, c = r.row.event, callOf(s, r.row.event)
		e := &s.Events[at]
		out.Text, out.Href = v.file.Summary(s, e).Text, v.tabHref(s, permissionsTab, v.key(e))
		out.Icon, out.Look = face(e)
		if r.row.decided != timeline.None {
			if ms, ok := apart(s, at, r.row.decided); ok {
				out.Waited = components.Duration(ms)
			}
			out.Scope = v.scopeOf(s, r.row.decided)
		}
	}
	out.When, out.WhenUTC = components.Dated(s.Events[at].Time), components.UTC(s.Events[at].Time)
	out.Decided = components.Tag{Text: r.values[decisionFacet], Tone: answerTones[r.values[decisionFacet]]}
	if c != nil && c.Decided != timeline.None {
		out.Decided.Title = v.file.Summary(s, &s.Events[c.Decided]).Text
	}
	if r.call != timeline.None && c.Decided != timeline.None {
		out.Scope = v.scopeOf(s, c.Decided)
	}
	switch {
	case r.values[decisionFacet] == modeSwitched:
	case c == nil:
		out.Then = []components.Tag{{Text: "not recorded", Title: "the request names no tool call of its log"}}
	default:
		out.Then = []components.Tag{ended(c)}
	}
	return out
}

// scopeOf says for what an answer holds, "" where it does not say.
func (v *Viewer) scopeOf(s *timeline.Session, decided int32) string {
	scope := scopes[v.decision(s, decided)]
	if at := v.field(s, decided, "result.locationKey"); at != "" && scope != "" {
		return "from now on, in " + at
	}
	return scope
}

var answerTones = map[string]components.Tone{
	youAllowed: components.OK, youDenied: components.Bad, ruleDenied: components.Bad, nobodyThere: components.Bad, byAllowAll: components.Ask, modeSwitched: components.Ask, notAsked: components.Ask, byNobodyTold: components.Ask,
}
