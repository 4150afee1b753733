package viewer

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"flightlog/components"
	"flightlog/parse/timeline"
)

// The further views of a session, as links spell them. Each lists what the session's
// records say of one thing; where they say nothing, the view says that.
const (
	changesTab     = "changes"
	permissionsTab = "permissions"
	shellTab       = "shell"
	rawTab         = "raw"
)

func isTab(name string) bool {
	return name == changesTab || name == permissionsTab || name == shellTab || name == rawTab
}

// tabs are the rows of a session's further views. What a page's head needs is counted when
// it is first shown; the rest when its view is.
type tabs struct {
	counted bool
	shell   []int32 // calls of a shell
	edits   []int32 // calls of the tools that change files
	made    int     // of those, the ones that may have changed something
	asked   int     // requests for a permission

	permissions []permissionRow
	changes     []changeRow
	changeFacts []string
	log         *rawLog

	open map[string]bool // unfolded rows: "shell:12"
}

func (p *page) tabsOf() *tabs {
	t := &p.tabs
	if t.counted {
		return t
	}
	t.counted, t.open = true, map[string]bool{}
	for i := range p.s.Calls {
		c := &p.s.Calls[i]
		switch {
		case shells[c.Tool]:
			t.shell = append(t.shell, int32(i))
		case editors[c.Tool]:
			t.edits = append(t.edits, int32(i))
			if mayHaveChanged(c) {
				t.made++
			}
		}
	}
	for i := range p.s.Events {
		if p.s.Events[i].Type == "permission.requested" {
			t.asked++
		}
	}
	return t
}

// tabLinks leads from one view of a session to all of them.
func (v *Viewer) tabLinks(p *page, on string) []components.Tab {
	t, href := p.tabsOf(), v.sessionHref(p.s)
	return []components.Tab{
		{Href: href, Name: "Conversation", Count: -1, On: on == ""},
		{Href: href + "/events", Name: "Events", Count: len(p.s.Events), On: on == "events"},
		{Href: href + "/" + changesTab, Name: "Changes", Count: t.made, On: on == changesTab},
		{Href: href + "/" + permissionsTab, Name: "Permissions", Count: t.asked, On: on == permissionsTab},
		{Href: href + "/" + shellTab, Name: "Shell", Count: len(t.shell), On: on == shellTab},
		{Href: href + "/" + rawTab, Name: "Raw", Count: v.rawCount(p), On: on == rawTab},
	}
}

// tabPage is the main view of a route to one of them.
func (v *Viewer) tabPage(r route) templ.Component {
	p := r.page
	h := v.head(p, false)
	h.Tabs = v.tabLinks(p, r.tab)
	in, title, none := v.tabIntro(p, r.tab)
	l := components.List{Name: r.tab + "/" + v.path(p.s), Count: v.tabCount(p, r.tab), Chunk: conversationChunk, Est: 30, At: v.tabAt(r), Label: tabLabels[r.tab]}
	switch {
	case l.Count == 0:
		return components.SessionEmpty(h, title, none)
	case r.tab == rawTab:
		l.Row, l.Chunk = components.RawRowHeight, rawChunk
		return components.RawPage(h, in, l)
	}
	return components.TabPage(h, in, l)
}

var tabLabels = map[string]string{changesTab: "Changes", permissionsTab: "Permissions", shellTab: "Shell commands", rawTab: "Lines of the log"}

// tabIntro says what stands in a view, and what an empty one means.
func (v *Viewer) tabIntro(p *page, tab string) (in components.Intro, title, none string) {
	switch tab {
	case changesTab:
		in, title, none = v.changesIntro(p)
	case permissionsTab:
		in, title, none = v.permissionsIntro(p)
	case shellTab:
		in, title, none = v.shellIntro(p)
	default:
		in, title, none = v.rawIntro(p)
	}
	if p.s.Has(timeline.Recovered) {
		none = "Only session-store.db still knows this session. It keeps prompts and final replies; the log that held the rest is gone with its folder."
	} else if len(p.s.Events) == 0 {
		title, none = emptyTitle(p.s), v.emptyText(p.s)
	}
	return in, title, none
}

// tabCount is how many rows a view has.
func (v *Viewer) tabCount(p *page, tab string) int {
	switch tab {
	case changesTab:
		return len(v.changesOf(p))
	case permissionsTab:
		return len(v.permissionsOf(p))
	case shellTab:
		return len(p.tabsOf().shell)
	}
	return v.linesOf(p)
}

// tabRow asks for the words of one row of a view, other than a line of the log.
func (v *Viewer) tabRow(p *page, tab string, i int) components.Item {
	id := tabID(tab, i)
	out := components.Item{Kind: components.QuietItem, Index: i, Toggle: v.path(p.s) + "/" + id, Open: p.tabsOf().open[id]}
	switch tab {
	case changesTab:
		return v.changeItem(p, i, out)
	case permissionsTab:
		return v.permissionItem(p, i, out)
	}
	return v.shellItem(p, i, out)
}

// tabID names a row of a view among those that are open.
func tabID(tab string, i int) string { return tab + ":" + strconv.Itoa(i) }

// tabList answers the rows of a chunk of a view.
func (v *Viewer) tabList(p *page, tab string, chunk int) templ.Component {
	if tab == rawTab {
		return components.RawRows(v.rawRows(p, chunk))
	}
	from, to := chunkOf(v.tabCount(p, tab), conversationChunk, chunk)
	out := make([]components.Item, 0, to-from)
	for i := from; i < to; i++ {
		out = append(out, v.tabRow(p, tab, i))
	}
	return components.ConversationItems(out)
}

// tabInside answers the inside of one row of a view, nil when there is no such row.
func (v *Viewer) tabInside(p *page, tab string, i int) templ.Component {
	switch {
	case i < 0 || i >= v.tabCount(p, tab):
		return nil
	case tab == rawTab:
		return components.RawBody(v.rawRow(p, i))
	}
	return components.ItemBody(v.tabRow(p, tab, i))
}

// tabAct opens or closes a row of a view by its id, "shell:12"; nil for no such row.
func (v *Viewer) tabAct(p *page, id string) templ.Component {
	tab, number, _ := strings.Cut(id, ":")
	i, err := strconv.Atoi(number)
	if err != nil || !isTab(tab) || tab == rawTab || number != strconv.Itoa(i) {
		return nil
	}
	if i < 0 || i >= v.tabCount(p, tab) || v.tabRow(p, tab, i).Toggle == "" {
		return nil
	}
	t := p.tabsOf()
	t.open[id] = !t.open[id]
	return v.tabInside(p, tab, i)
}

// tabAt is the row of a view that shows a route's record, or 0.
func (v *Viewer) tabAt(r route) int {
	p := r.page
	if r.tab == rawTab {
		return v.rawAt(r)
	}
	if r.event == timeline.None {
		return 0
	}
	call := p.s.Events[r.event].Call
	at := 0
	switch r.tab {
	case shellTab:
		at = slices.Index(p.tabsOf().shell, call)
	case changesTab:
		at = slices.IndexFunc(v.changesOf(p), func(c changeRow) bool { return c.call == call && call != timeline.None })
	case permissionsTab:
		at = slices.IndexFunc(v.permissionsOf(p), func(q permissionRow) bool { return q.event == r.event || q.decided == r.event })
	}
	return max(at, 0)
}

// tabHref is the link to a record beside the view at hand.
func (v *Viewer) tabHref(s *timeline.Session, tab, key string) string {
	return v.sessionHref(s) + "/" + tab + "/" + key
}

// beside is the link to a record that leaves the view at hand where it is when a row of it
// shows the record.
func (v *Viewer) beside(r route, e *timeline.Event) string {
	s, shows := r.page.s, false
	switch r.tab {
	case rawTab:
		shows = !e.Has(timeline.FromStore)
	case permissionsTab:
		shows = ofPermissions(e.Type)
	case shellTab, changesTab:
		if r.event == timeline.None || e.Call == timeline.None || e.Call != s.Events[r.event].Call {
			break
		}
		for _, own := range ownRecords(s, &s.Calls[e.Call]) {
			shows = shows || &s.Events[own] == e
		}
	}
	if shows {
		return v.tabHref(s, r.tab, v.key(e))
	}
	return v.eventHref(s, e, r.events) + r.filter.behind()
}

// ownRecords are the records that are of one call alone: a reply may begin several.
func ownRecords(s *timeline.Session, c *timeline.Call) []int32 {
	var out []int32
	for _, i := range [...]int32{c.Request, c.Start, c.Asked, c.Decided, c.Result} {
		if i == timeline.None || i == c.Request && s.Events[i].Type != "tool.user_requested" {
			continue
		}
		out = append(out, i)
	}
	return out
}

// callLine is the row of a call in a view: what it was, how it ended, how long it ran. Its
// keys are those of its own records.
func (v *Viewer) callLine(p *page, at int32, tab string, out components.Item) components.Item {
	s, c := p.s, &p.s.Calls[at]
	e := &s.Events[c.First()]
	out.Kind, out.Time, out.TimeUTC = components.CallItem, components.Clock(e.Time), components.UTC(e.Time)
	out.Href = v.tabHref(s, tab, v.key(e))
	var also []string
	for _, own := range ownRecords(s, c) {
		key := v.key(&s.Events[own])
		if out.Key != "" {
			also = append(also, key)
			continue
		}
		out.Key, out.Href = key, v.tabHref(s, tab, key)
	}
	out.Also = strings.Join(also, " ")
	out.Icon, out.Look = callFace(c)
	if e.Agent != timeline.None {
		out.Tags = append(out.Tags, components.Tag{Text: agentName(s, e.Agent), Title: "by this subagent"})
	}
	if c.ByUser {
		out.Label = "run by you"
	}
	out.Span = callSpan(s, c)
	return out
}

// ended says in a tag how a call ended, a plain success too.
func ended(c *timeline.Call) components.Tag {
	if tag, ok := outcomeTag(c); ok {
		return tag
	}
	tag := components.Tag{Text: c.Outcome.String()}
	if c.Outcome == timeline.Succeeded {
		tag.Tone = components.OK
	}
	return tag
}

// counted is a number of something, nothing for none.
func counted(out []string, n int, one, many string) []string {
	switch n {
	case 0:
		return out
	case 1:
		return append(out, "1 "+one)
	}
	return append(out, fmt.Sprintf("%s %s", components.Count(n), many))
}
