package viewer

import (
	"slices"

	"github.com/a-h/templ"

	"flightlog/components"
	"flightlog/parse/timeline"
	"flightlog/wasm/viewer/filter"
	"flightlog/wasm/viewer/session"
)

// The views of the audit, as links spell them behind "permissions".
const (
	auditRequests = "requests"
	auditCommands = "commands"
	auditStanding = "standing"
)

const auditChunk = 20

// audit is what the archive says of permissions, over all sessions: newest session first,
// in the order of its log. It is gathered when it is first asked for.
type audit struct {
	views map[string][]session.Asked
	sums  map[string]map[string]int // by view and answer
	waits []int64                   // ms from a question to the answer of a person

	sifted map[string]*siftedAudit // by view: what the filter of the last question let through
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
	a := &audit{views: map[string][]session.Asked{}, sums: map[string]map[string]int{auditRequests: {}, auditCommands: {}}, sifted: map[string]*siftedAudit{}}
	v.auditing = a
	for _, s := range v.file.Sessions {
		p := v.pageOf(s)
		for _, row := range p.Requests() {
			a.add(auditRequests, row, v.projectLabel(s))
			if ms, ok := row.Waited(); ok {
				a.waits = append(a.waits, ms)
			}
		}
		for _, row := range p.Commands() {
			a.add(auditCommands, row, v.projectLabel(s))
		}
	}
	slices.Sort(a.waits)
	return a
}

func (a *audit) add(view string, row session.Asked, project string) {
	row.Values[filter.Project] = project
	a.views[view] = append(a.views[view], row)
	a.sums[view][row.Values[filter.Decision]]++
}

// projectLabel is what a session's project is called: the last part of its directory, or
// the whole where another directory ends alike.
func (v *Viewer) projectLabel(s *timeline.Session) string {
	if v.projects == nil {
		v.projects = map[string]string{"": "no project recorded"}
		ends := map[string]int{}
		for _, s := range v.file.Sessions {
			if _, known := v.projects[s.Project]; !known {
				v.projects[s.Project] = session.Project(s.Project)
				ends[session.Project(s.Project)]++
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
func (a *audit) sift(view string, f filter.Filter) *siftedAudit {
	if out := a.sifted[view]; out != nil && out.filter == f.String() {
		return out
	}
	out, sieve := &siftedAudit{filter: f.String()}, filter.New(f)
	for i := range a.views[view] {
		if sieve.Takes(a.views[view][i].Values) {
			out.rows = append(out.rows, int32(i))
		}
	}
	out.facets = sieve.Facets(auditHref(view))
	for i := range out.facets {
		if out.facets[i].Name == filter.Outcome.String() {
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
		{Href: auditHref(auditRequests), Name: "Requests", Count: v.asked(), Noun: "request", On: r.view == auditRequests},
		{Href: auditHref(auditCommands), Name: "Shell commands", Count: len(a.views[auditCommands]), Noun: "command", On: r.view == auditCommands},
		{Href: auditHref(auditStanding), Name: "Standing rules", Count: len(v.file.Grants), Noun: "rule", On: r.view == auditStanding},
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
	rows, all := a.sift(r.view, r.Filter), len(a.views[r.view])
	if all == 0 {
		return components.AuditPage(page, components.EmptyState(none.Title, none.Text))
	}
	list := components.List{Name: "audit/" + r.view + r.Filter.Behind(), Count: len(rows.rows), Chunk: auditChunk, Row: components.AuditRowHeight, Label: kind + "s"}
	return components.AuditPage(page, components.Sifted(components.Sifting{Shown: len(rows.rows), All: all, Noun: kind, Chosen: r.Filter.Chosen(), Clear: auditHref(r.view), Facets: rows.facets},
		components.AuditTable(decided, waited, list)))
}

// auditFigures sum the answers; each leads to the rows that it counts.
func (v *Viewer) auditFigures(a *audit) []components.Figure {
	if len(a.views[auditRequests])+len(a.views[auditCommands]) == 0 {
		return nil
	}
	sums := a.sums[auditRequests]
	figure := func(n int, noun, view, query string, tone components.Tone) components.Figure {
		out := components.Figure{N: components.Count(n), Noun: noun}
		if n > 0 {
			out.Parts = []components.Part{{Text: "show", Tone: tone, Href: auditHref(view) + "?" + query}}
		}
		return out
	}
	asked := components.Figure{N: components.Count(v.asked()), Noun: "asked"}
	if n := v.totals().CopiedRequests; n > 0 {
		asked.Parts = append(asked.Parts, components.Part{Text: components.Count(n) + " of them copied by forks"})
	}
	for _, text := range components.Tell(components.Tell(nil, sums[filter.ModeSwitched], "mode switch listed with them", "mode switches listed with them"),
		len(a.views[auditRequests])-sums[filter.ModeSwitched]-v.asked(), "answer to no recorded request", "answers to no recorded request") {
		asked.Parts = append(asked.Parts, components.Part{Text: text})
	}
	if n := sums[filter.WasCancelled]; n > 0 {
		asked.Parts = append(asked.Parts, components.Part{Text: components.Count(n) + " cancelled", Href: auditHref(auditRequests) + "?decision=cancelled"})
	}
	if n := len(a.waits); n > 0 {
		asked.Parts = append(asked.Parts, components.Part{Text: "median wait " + components.Duration(a.waits[n/2])})
	}
	unasked := 0
	for i := range a.views[auditCommands] {
		if a.views[auditCommands][i].Unasked() {
			unasked++
		}
	}
	return []components.Figure{
		asked,
		figure(sums[filter.YouAllowed], "you allowed", auditRequests, "decision=allowed", components.Plain),
		figure(sums[filter.RuleAllowed]+sums[filter.ByHook]+sums[filter.ByAllowAll], "answered by rule, hook or allow-all", auditRequests, "decision=allow-all,hook,rule", components.Plain),
		figure(sums[filter.YouDenied]+sums[filter.RuleDenied]+sums[filter.NobodyThere], "denied", auditRequests, "decision=denied,nobody,refused", components.Bad),
		figure(sums[filter.NoAnswer]+sums[filter.ByNobodyTold], "without a recorded answer or decider", auditRequests, "decision=unanswered,unnamed", components.Plain),
		figure(unasked, noun(unasked, "command")+" ran without a recorded question", auditCommands, "outcome=failed,no,succeeded,unstated&decision=allow-all,unasked", components.Plain),
	}
}

// auditRows answers a chunk of a view: its list is named audit/<view>?<filter>.
func (v *Viewer) auditRows(view string, f filter.Filter, chunk int) []components.AuditRow {
	a := v.audited()
	rows := a.sift(view, f).rows
	from, to := components.ChunkOf(len(rows), auditChunk, chunk)
	out := make([]components.AuditRow, 0, to-from)
	for i := from; i < to; i++ {
		row := a.views[view][rows[i]].Row()
		row.Index = i
		out = append(out, row)
	}
	return out
}
