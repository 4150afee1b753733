package session

import (
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
	ShellTab       = "shell"
	rawTab         = "raw"
)

// IsTab reports the name of one of them.
func IsTab(name string) bool {
	return name == changesTab || name == permissionsTab || name == ShellTab || name == rawTab
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

func (p *Page) tabsOf() *tabs {
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
func (p *Page) tabLinks(on string) []components.Tab {
	t, href := p.tabsOf(), p.Href()
	return []components.Tab{
		{Href: href, Name: "Conversation", Count: -1, On: on == ""},
		{Href: href + "/events", Name: "Events", Count: len(p.s.Events), Noun: "event", On: on == "events"},
		{Href: href + "/" + changesTab, Name: "Changes", Count: t.made, Noun: "change", On: on == changesTab},
		{Href: href + "/" + permissionsTab, Name: "Permissions", Count: t.asked, Noun: "request", On: on == permissionsTab},
		{Href: href + "/" + ShellTab, Name: "Shell", Count: len(t.shell), Noun: "command", On: on == ShellTab},
		{Href: href + "/" + rawTab, Name: "Raw", Count: p.rawCount(), Noun: "line", On: on == rawTab},
	}
}

// tabPage is the main view of a route to one of them.
func (p *Page) tabPage(r Place) templ.Component {
	h := p.head(false)
	h.Tabs = p.tabLinks(r.Tab)
	in, title, none := p.tabIntro(r.Tab)
	l := components.List{Name: r.Tab + "/" + p.path, Count: p.tabCount(r.Tab), Chunk: conversationChunk, Est: 30, At: p.tabAt(r), Label: tabLabels[r.Tab]}
	switch {
	case l.Count == 0:
		return components.SessionEmpty(h, title, none)
	case r.Tab == rawTab:
		l.Row, l.Chunk = components.RawRowHeight, rawChunk
		return components.RawPage(h, in, l)
	}
	return components.TabPage(h, in, l)
}

var tabLabels = map[string]string{changesTab: "Changes", permissionsTab: "Permissions", ShellTab: "Shell commands", rawTab: "Lines of the log"}

// tabIntro says what stands in a view, and what an empty one means.
func (p *Page) tabIntro(tab string) (in components.Intro, title, none string) {
	switch tab {
	case changesTab:
		in, title, none = p.changesIntro()
	case permissionsTab:
		in, title, none = p.permissionsIntro()
	case ShellTab:
		in, title, none = p.shellIntro()
	default:
		in, title, none = p.rawIntro()
	}
	if p.s.Has(timeline.Recovered) {
		none = "Only session-store.db still knows this session. It keeps prompts and final replies; the log that held the rest is gone with its folder."
	} else if len(p.s.Events) == 0 {
		title, none = emptyTitle(p.s), p.emptyText()
	}
	return in, title, none
}

// tabCount is how many rows a view has.
func (p *Page) tabCount(tab string) int {
	switch tab {
	case changesTab:
		return len(p.changesOf())
	case permissionsTab:
		return len(p.permissionsOf())
	case ShellTab:
		return len(p.tabsOf().shell)
	}
	return p.linesOf()
}

// tabRow asks for the words of one row of a view, other than a line of the log.
func (p *Page) tabRow(tab string, i int) components.Item {
	id := tabID(tab, i)
	out := components.Item{Kind: components.QuietItem, Index: i, Toggle: p.path + "/" + id, Open: p.tabsOf().open[id]}
	switch tab {
	case changesTab:
		return p.changeItem(i, out)
	case permissionsTab:
		return p.permissionItem(i, out)
	}
	return p.shellItem(i, out)
}

// tabID names a row of a view among those that are open.
func tabID(tab string, i int) string { return tab + ":" + strconv.Itoa(i) }

// tabList answers the rows of a chunk of a view.
func (p *Page) tabList(tab string, chunk int) templ.Component {
	if tab == rawTab {
		return components.RawRows(p.rawRows(chunk))
	}
	from, to := components.ChunkOf(p.tabCount(tab), conversationChunk, chunk)
	out := make([]components.Item, 0, to-from)
	for i := from; i < to; i++ {
		out = append(out, p.tabRow(tab, i))
	}
	return components.ConversationItems(out)
}

// tabInside answers the inside of one row of a view, nil when there is no such row.
func (p *Page) tabInside(tab string, i int) templ.Component {
	switch {
	case i < 0 || i >= p.tabCount(tab):
		return nil
	case tab == rawTab:
		return components.RawBody(p.rawRow(i))
	}
	return components.ItemBody(p.tabRow(tab, i))
}

// tabAct opens or closes a row of a view by its id, "shell:12"; nil for no such row.
func (p *Page) tabAct(id string) templ.Component {
	tab, number, _ := strings.Cut(id, ":")
	i, err := strconv.Atoi(number)
	if err != nil || !IsTab(tab) || tab == rawTab || number != strconv.Itoa(i) {
		return nil
	}
	if i < 0 || i >= p.tabCount(tab) || p.tabRow(tab, i).Toggle == "" {
		return nil
	}
	t := p.tabsOf()
	t.open[id] = !t.open[id]
	return p.tabInside(tab, i)
}

// tabAt is the row of a view that shows a route's record, or 0.
func (p *Page) tabAt(r Place) int {
	if r.Tab == rawTab {
		return p.rawAt(r)
	}
	if r.Event == timeline.None {
		return 0
	}
	call := p.s.Events[r.Event].Call
	at := 0
	switch r.Tab {
	case ShellTab:
		at = slices.Index(p.tabsOf().shell, call)
	case changesTab:
		at = slices.IndexFunc(p.changesOf(), func(c changeRow) bool { return c.call == call && call != timeline.None })
	case permissionsTab:
		at = slices.IndexFunc(p.permissionsOf(), func(q permissionRow) bool { return q.event == r.Event || q.decided == r.Event })
	}
	return max(at, 0)
}

// tabHref is the link to a record beside the view at hand.
func (p *Page) tabHref(tab, key string) string {
	return p.Href() + "/" + tab + "/" + key
}

// beside is the link to a record that leaves the view at hand where it is when a row of it
// shows the record.
func (p *Page) beside(r Place, i int32) string {
	s, e, shows := p.s, &p.s.Events[i], false
	switch r.Tab {
	case rawTab:
		shows = !e.Has(timeline.FromStore)
	case permissionsTab:
		shows = ofPermissions(e.Type)
	case ShellTab, changesTab:
		if r.Event == timeline.None || e.Call == timeline.None || e.Call != s.Events[r.Event].Call {
			break
		}
		for _, own := range ownRecords(s, &s.Calls[e.Call]) {
			shows = shows || own == i
		}
	}
	if shows {
		return p.tabHref(r.Tab, p.Key(e))
	}
	return p.EventHref(e, r.Events) + r.Filter.Behind()
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
func (p *Page) callLine(at int32, tab string, out components.Item) components.Item {
	s, c := p.s, &p.s.Calls[at]
	e := &s.Events[c.First()]
	out.Kind, out.Time, out.TimeUTC = components.CallItem, components.Clock(e.Time), components.UTC(e.Time)
	out.Href = p.tabHref(tab, p.Key(e))
	var also []string
	for _, own := range ownRecords(s, c) {
		key := p.Key(&s.Events[own])
		if out.Key != "" {
			also = append(also, key)
			continue
		}
		out.Key, out.Href = key, p.tabHref(tab, key)
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
	if tag, ok := Outcome(c); ok {
		return tag
	}
	tag := components.Tag{Text: c.Outcome.String()}
	if c.Outcome == timeline.Succeeded {
		tag.Tone = components.OK
	}
	return tag
}
