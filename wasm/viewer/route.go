package viewer

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"flightlog/components"
	"flightlog/parse/timeline"
	"flightlog/wasm/viewer/files"
	"flightlog/wasm/viewer/filter"
	"flightlog/wasm/viewer/session"
)

// Rows of a chunk, which is rendered at once.
const (
	railChunk     = 8
	problemsChunk = 24
	pageChunk     = 60
)

// route is a place in the archive. Routes hold ids and never content:
//
//	""                      the overview, or the session where there is only one
//	overview, findings, findings/finding-3
//	permissions, permissions/commands, the two with a filter; permissions/standing, permissions/standing/grant-2
//	s/<session>             its conversation
//	s/<session>/events      its events
//	s/<session>/<record>    a record in the conversation: events-14, store-turns:3, problem-2
//	s/<session>/events/<record>
//	s/<session>/events?kind=tool&outcome=failed, and with a record: what the filter reads
//	s/<session>/changes, …/permissions, …/shell, …/raw, and a record of each
//	problems, problems/problem-2, files, files/file-2
//	history, history/entry-3
//	file/2, file/2/line-14, file/2/t1/row-3
//	all, all/day-20261130, all?kind=tool
//	search, search/<the part of a query that is kinds, states, dates and ids>
type route struct {
	name string // "session", "unknown", or that of a page
	page *session.Page
	session.Place
	file    int         // index into Timeline.Sources, or -1
	finding int         // place among the findings
	row     int         // of the list of a page, or -1
	query   string      // of the search
	look    files.Place // of the page of a file
	day     string      // of the timeline over everything: day-20261130
	hash    string      // as it was asked for, the filter left out
	view    string      // of the page of permissions
}

func (v *Viewer) route(arg string) route {
	r := route{name: "unknown", Place: session.Place{Event: timeline.None, Problem: -1}, file: -1, row: -1, look: files.Place{Table: -1}}
	arg, query, _ := strings.Cut(arg, "?")
	r.Filter = filter.Parse(query)
	arg = strings.Trim(arg, "/")
	r.hash = arg
	if arg == "" {
		arg = v.start
	}
	parts := strings.Split(arg, "/")
	switch parts[0] {
	case "s":
		if len(parts) < 2 {
			break
		}
		if r.page = v.sessions[unescape(parts[1])]; r.page == nil {
			break
		}
		r.name = "session"
		rest := parts[2:]
		if len(rest) > 0 && rest[0] == "events" {
			r.Events, rest = true, rest[1:]
		} else if len(rest) > 0 && session.IsTab(rest[0]) {
			r.Tab, rest = rest[0], rest[1:]
		}
		if len(rest) > 0 {
			v.find(&r, rest[0])
		}
	case "file":
		v.fileRoute(&r, parts[1:])
	case "all":
		if r.name = "all"; len(parts) > 1 {
			r.day = parts[1]
		}
	case "search":
		r.name, r.query = "search", unescape(strings.Join(parts[1:], "/"))
	case "permissions":
		r.name, r.view = "permissions", auditRequests
		if len(parts) > 1 {
			r.view = parts[1]
		}
		if r.view != auditRequests && r.view != auditCommands && r.view != auditStanding {
			r.name = "unknown"
		}
		if r.view == auditStanding {
			v.find(&r, parts[len(parts)-1])
		}
	case "overview", "findings", "problems", "files", "history":
		r.name = parts[0]
		if len(parts) > 1 {
			v.find(&r, parts[1])
		}
	}
	return r
}

// fileRoute reads the address of the page of a file: its number, of a database the number
// of a table, and a line or a row.
func (v *Viewer) fileRoute(r *route, parts []string) {
	if len(parts) == 0 {
		return
	}
	n, err := strconv.Atoi(parts[0])
	if err != nil || n < 0 || n >= len(v.file.Sources) {
		return
	}
	r.name, r.look.Source = "file", n
	for _, part := range parts[1:] {
		if table, err := strconv.Atoi(strings.TrimPrefix(part, "t")); err == nil && table >= 0 {
			r.look.Table = table
		}
		kind, number, _ := strings.Cut(part, "-")
		if line, err := strconv.Atoi(number); err == nil && line > 0 && (kind == "line" || kind == "row") {
			r.look.Line = line
		}
	}
}

// find points a route at a record by its link id.
func (v *Viewer) find(r *route, id string) {
	kind, place, _ := strings.Cut(id, "-")
	if kind == "problem" {
		if n, err := strconv.Atoi(place); err == nil && n >= 0 && n < len(v.file.Problems) {
			r.Problem = n
		}
		return
	}
	if kind == "finding" && r.name == "findings" {
		if n, err := strconv.Atoi(place); err == nil && n >= 0 {
			r.finding = n
		}
		return
	}
	if kind == "file" {
		if n, err := strconv.Atoi(place); err == nil && n >= 0 && n < len(v.file.Sources) {
			r.file = n
		}
		return
	}
	switch n, err := strconv.Atoi(place); {
	case err != nil || n < 0:
	case kind == "entry" && r.name == "history" && n < len(v.file.History):
		r.row = n
	case kind == "grant" && r.view == auditStanding && n < len(v.file.Grants):
		r.row = slices.IndexFunc(v.grants, func(g grantEntry) bool { return g.grant == &v.file.Grants[n] })
	}
	if r.page != nil {
		if e, i := r.page.Find(id); e != nil {
			r.Record, r.Event = e, i
		}
	}
}

// sessionList reads the name of a list behind its kind: <session>, or <session>?<filter>.
func sessionList(key string) (session string, f filter.Filter) {
	session, query, _ := strings.Cut(key, "?")
	return session, filter.Parse(query)
}

func unescape(s string) string {
	out, err := url.PathUnescape(s)
	if err != nil {
		return s
	}
	return out
}

// pageOf is the page of a session.
func (v *Viewer) pageOf(s *timeline.Session) *session.Page { return v.sessions[v.keys[s]] }

func (v *Viewer) sessionHref(s *timeline.Session) string { return v.pageOf(s).Href() }

// main is the main view of a route.
func (v *Viewer) main(r route) templ.Component {
	switch r.name {
	case "session":
		if r.page.Session().Has(timeline.Unread) {
			return v.want(r.page)
		}
		return r.page.Main(r.Place)
	case "overview":
		return components.OverviewPage(v.overview())
	case "permissions":
		return v.auditPage(r)
	case "findings":
		return components.FindingsPage(r.finding, v.findingsInside(r.finding))
	case "search":
		return v.search.Page(r.query)
	case "file":
		return v.files.Page(r.look)
	case "problems":
		if len(v.file.Problems) == 0 {
			return components.EmptyState("No problems", "Every file that this version reads was read to its end.")
		}
		return components.Problems(components.List{Name: "problems", Count: len(v.file.Problems), Chunk: problemsChunk,
			Row: components.ProblemRowHeight, At: max(r.Problem, 0), Label: "Problems"}, v.limits())
	case "history":
		return components.Page("Prompt history", "The prompts typed last, newest first, slash commands included. The file keeps no time, no session and no directory.", len(v.file.History),
			components.List{Name: "history", Count: len(v.file.History), Chunk: pageChunk, Est: 30, At: max(r.row, 0), Label: "Prompt history"})
	case "files":
		return v.files.Tree(r.file)
	}
	if v.rest != nil {
		return components.EmptyState("Not read yet", "What stands at this link may be in a file that is still to be read. The view follows.")
	}
	return components.EmptyState("Nothing stands at this link", "This archive has no such session or page. The link may belong to another archive: open that one, or choose a session on the left.")
}
