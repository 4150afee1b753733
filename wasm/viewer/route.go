package viewer

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"flightlog/components"
	"flightlog/parse/timeline"
)

// Rows of a chunk. A chunk is rendered at once and less than a screen high: beside those
// that are seen, one above and one below stand in the document.
const (
	railChunk         = 8
	conversationChunk = 8
	eventsChunk       = 12
	problemsChunk     = 24
	filesChunk        = 24
	pageChunk         = 60
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
//	s/<session>/events?kind=tool&outcome=failed, and with a record: what filter.go reads
//	s/<session>/changes, …/permissions, …/shell, …/raw, and a record of each
//	problems, problems/problem-2, files, files/file-2
//	history, history/entry-3
//	file/2, file/2/line-14, file/2/t1/row-3
//	all, all/day-20261130, all?kind=tool
//	search, search/<the part of a query that is kinds, states, dates and ids>
type route struct {
	name    string // "session", "unknown", or that of a page
	page    *page
	events  bool   // the events tab
	tab     string // another tab: changes, permissions, shell or raw; "" for none
	record  *timeline.Event
	event   int32 // index of the record, None for a row of the store beside a log
	problem int   // index into Timeline.Problems, or -1
	file    int   // index into Timeline.Sources, or -1
	filter  filter
	finding int    // place among the findings
	row     int    // of the list of a page, or -1
	query   string // of the search
	shown   int    // of the page of a file: index into Timeline.Sources
	table   int    // of a database, or -1
	line    int    // of that file, 1-based, or the place of a row in its table; 0 for none
	day     string // of the timeline over everything: day-20261130
	hash    string // as it was asked for, the filter left out
	view    string // of the page of permissions
}

func (v *Viewer) route(arg string) route {
	r := route{name: "unknown", event: timeline.None, problem: -1, file: -1, row: -1, table: -1}
	arg, query, _ := strings.Cut(arg, "?")
	r.filter = parseFilter(query)
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
			r.events, rest = true, rest[1:]
		} else if len(rest) > 0 && isTab(rest[0]) {
			r.tab, rest = rest[0], rest[1:]
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
	r.name, r.shown = "file", n
	for _, part := range parts[1:] {
		if table, err := strconv.Atoi(strings.TrimPrefix(part, "t")); err == nil && table >= 0 {
			r.table = table
		}
		kind, number, _ := strings.Cut(part, "-")
		if line, err := strconv.Atoi(number); err == nil && line > 0 && (kind == "line" || kind == "row") {
			r.line = line
		}
	}
}

// find points a route at a record by its link id.
func (v *Viewer) find(r *route, id string) {
	kind, place, _ := strings.Cut(id, "-")
	if kind == "problem" {
		if n, err := strconv.Atoi(place); err == nil && n >= 0 && n < len(v.file.Problems) {
			r.problem = n
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
	if r.page == nil {
		return
	}
	table, number, fromTable := strings.Cut(place, ":")
	if !fromTable {
		number = place
	}
	number, offset, _ := strings.Cut(number, "@")
	line, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return
	}
	if i := strings.LastIndexByte(table, '-'); fromTable && i >= 0 { // the kind has a dash of its own
		kind, table = kind+"-"+table[:i], table[i+1:]
	}
	for i := range r.page.s.Events {
		e := &r.page.s.Events[i]
		if v.is(e, kind, table, line, fromTable) && (offset == "" || v.key(e) == id) {
			r.record, r.event = e, int32(i)
			return
		}
	}
	for i := range r.page.s.Store {
		if e := &r.page.s.Store[i]; v.is(e, kind, table, line, fromTable) {
			r.record = e
			return
		}
	}
}

func (v *Viewer) is(e *timeline.Event, kind, table string, line int64, fromTable bool) bool {
	return e.Line == line && v.file.Sources[e.Source].Kind == kind && (!fromTable || e.Type == table)
}

// key is a record's link id: <source kind>-<line>, or <source kind>-<table>:<rowid>. Where
// several events may stand on a line, the byte offset tells them apart: events-14@5123.
func (v *Viewer) key(e *timeline.Event) string {
	kind, line := v.file.Sources[e.Source].Kind, strconv.FormatInt(e.Line, 10)
	if e.Has(timeline.Repaired) {
		return kind + "-" + line + "@" + strconv.FormatInt(e.Offset, 10)
	}
	if e.Has(timeline.FromStore) {
		return kind + "-" + e.Type + ":" + line
	}
	return kind + "-" + line
}

// path is the escaped key of a session in a link.
func (v *Viewer) path(s *timeline.Session) string { return url.PathEscape(v.keys[s]) }

func unescape(s string) string {
	out, err := url.PathUnescape(s)
	if err != nil {
		return s
	}
	return out
}

func (v *Viewer) sessionHref(s *timeline.Session) string { return "#/s/" + v.path(s) }

func (v *Viewer) eventHref(s *timeline.Session, e *timeline.Event, events bool) string {
	if events {
		return v.sessionHref(s) + "/events/" + v.key(e)
	}
	return v.sessionHref(s) + "/" + v.key(e)
}

// main is the main view of a route.
func (v *Viewer) main(r route) templ.Component {
	switch r.name {
	case "session":
		if r.page.s.Has(timeline.Unread) {
			return v.want(r.page)
		}
		if r.events {
			return v.eventsPage(r)
		}
		if r.tab != "" {
			return v.tabPage(r)
		}
		return v.conversationPage(r)
	case "overview":
		return components.OverviewPage(v.overview())
	case "permissions":
		return v.auditPage(r)
	case "findings":
		return components.FindingsPage(r.finding, v.findingsInside(r.finding))
	case "search":
		return v.searchPage(r)
	case "file":
		return v.filePage(r)
	case "problems":
		if len(v.file.Problems) == 0 {
			return components.EmptyState("No problems", "Every file that this version reads was read to its end.")
		}
		return components.Problems(components.List{Name: "problems", Count: len(v.file.Problems), Chunk: problemsChunk,
			Row: components.ProblemRowHeight, At: max(r.problem, 0), Label: "Problems"}, v.limits())
	case "history":
		return components.Page("Prompt history", "The prompts typed last, newest first, slash commands included. The file keeps no time, no session and no directory.", len(v.file.History),
			components.List{Name: "history", Count: len(v.file.History), Chunk: pageChunk, Est: 30, At: max(r.row, 0), Label: "Prompt history"})
	case "files":
		return components.Files(len(v.file.Sources), components.List{Name: "files", Count: len(v.tree().nodes), Chunk: filesChunk,
			Row: components.FileRowHeight, At: v.fileTreeAt(r.file), Label: "Files of the archive"})
	}
	if v.rest != nil {
		return components.EmptyState("Not read yet", "What stands at this link may be in a file that is still to be read. The view follows.")
	}
	return components.EmptyState("Nothing stands at this link", "This archive has no such session or page. The link may belong to another archive: open that one, or choose a session on the left.")
}
