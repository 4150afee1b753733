// Package session turns one session of an open archive into its views: the conversation,
// its events, what it changed, what it asked for, its shell commands, the lines of its log,
// its tape and its outline; and the panel of each of its records.
//
// The open archive and one of its sessions come in, and with each question a place or a
// list of the session; components go out, finished but for their HTML. What is unfolded,
// hidden and chosen is kept here from one question to the next. Damage stands where it
// stands in the log, as a row of its own; what no record tells is said to be not recorded.
package session

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"flightlog/components"
	"flightlog/parse"
	"flightlog/parse/timeline"
	"flightlog/wasm/viewer/filter"
)

// Rows of a chunk. A chunk is rendered at once and less than a screen high: beside those
// that are seen, one above and one below stand in the document.
const (
	conversationChunk = 8
	EventsChunk       = 12 // of rows as high as those of events
)

// Page is one session, and what its views remember.
type Page struct {
	file   *parse.Opened
	s      *timeline.Session
	path   string       // the escaped key of the session in links
	unread bool         // its log was still to be read when the page was made
	layout *layout      // the conversation's rows
	chips  chips        // which of them are hidden
	shown  []int32      // those that are shown and stand in no other
	open   map[int]bool // indices of unfolded rows
	steps  map[int]int  // by row: how many of the rows inside it are shown
	sifted *sifted      // the events that the filter at hand lets through
	tape   *components.Tape
	scale  scale // from times to places on the tape

	copies *parse.Copies // what the store repeats of the log
	tabs   tabs          // the rows of its further views
}

// New makes the page of a session that links find under a key.
func New(file *parse.Opened, s *timeline.Session, key string) *Page {
	return &Page{file: file, s: s, path: url.PathEscape(key), unread: s.Has(timeline.Unread), open: map[int]bool{}, steps: map[int]int{}}
}

// Session is the session of the page.
func (p *Page) Session() *timeline.Session { return p.s }

// Stale reports that what was read since the page was made may tell of the session.
func (p *Page) Stale() bool { return p.unread || len(p.s.Store) > 0 }

// Place is what a link to a session leads to: a view of it, and a record in it.
type Place struct {
	Events  bool   // the events tab
	Tab     string // another tab: changes, permissions, shell or raw; "" for none
	Record  *timeline.Event
	Event   int32 // index of the record, None for a row of the store beside a log
	Problem int   // index into Timeline.Problems, or -1
	Filter  filter.Filter
}

// Href leads to the session.
func (p *Page) Href() string { return "#/s/" + p.path }

// EventHref leads to a record, in the conversation or among the events.
func (p *Page) EventHref(e *timeline.Event, events bool) string {
	if events {
		return p.Href() + "/events/" + p.Key(e)
	}
	return p.Href() + "/" + p.Key(e)
}

// RecordHref leads to a record by its link id: in the conversation, or among the events
// where no row of the conversation shows it.
func (p *Page) RecordHref(id string) string {
	e, i := p.Find(id)
	switch {
	case e == nil:
	case i != timeline.None && !InConversation(e):
		return p.EventHref(e, true)
	case i == timeline.None:
		if at := (Place{Record: e, Event: i, Problem: -1}); p.unseen(at) != "" {
			return p.amongEvents(at)
		}
	}
	return p.Href() + "/" + id
}

// Key is a record's link id: <source kind>-<line>, or <source kind>-<table>:<rowid>. Where
// several events may stand on a line, the byte offset tells them apart: events-14@5123.
func (p *Page) Key(e *timeline.Event) string {
	kind, line := p.file.Sources[e.Source].Kind, strconv.FormatInt(e.Line, 10)
	if e.Has(timeline.Repaired) {
		return kind + "-" + line + "@" + strconv.FormatInt(e.Offset, 10)
	}
	if e.Has(timeline.FromStore) {
		return kind + "-" + e.Type + ":" + line
	}
	return kind + "-" + line
}

// Find gives the record of a link id, nil where there is none. i is its index among the
// events, None for a row of the store.
func (p *Page) Find(id string) (e *timeline.Event, i int32) {
	kind, place, _ := strings.Cut(id, "-")
	table, number, fromTable := strings.Cut(place, ":")
	if !fromTable {
		number = place
	}
	number, offset, _ := strings.Cut(number, "@")
	line, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return nil, timeline.None
	}
	if i := strings.LastIndexByte(table, '-'); fromTable && i >= 0 { // the kind has a dash of its own
		kind, table = kind+"-"+table[:i], table[i+1:]
	}
	is := func(e *timeline.Event) bool {
		return e.Line == line && p.file.Sources[e.Source].Kind == kind && (!fromTable || e.Type == table)
	}
	for i := range p.s.Events {
		if e := &p.s.Events[i]; is(e) && (offset == "" || p.Key(e) == id) {
			return e, int32(i)
		}
	}
	for i := range p.s.Store {
		if e := &p.s.Store[i]; is(e) {
			return e, timeline.None
		}
	}
	return nil, timeline.None
}

// Main is the view of a place.
func (p *Page) Main(r Place) templ.Component {
	switch {
	case r.Events:
		return p.eventsPage(r)
	case r.Tab != "":
		return p.tabPage(r)
	}
	return p.conversationPage(r)
}

// Unread stands in the place of every view until the log is read.
func (p *Page) Unread() templ.Component {
	h := components.Head{ID: p.s.ID, Project: p.s.Project, Tags: Tags(p.s)}
	h.Name, h.Untold = Name(p.s)
	return components.SessionUnread(h)
}

// List answers the rows of one chunk of a list, nil for a list that a session does not have.
func (p *Page) List(kind string, f filter.Filter, chunk int) templ.Component {
	switch {
	case kind == "outline":
		return components.OutlineRows(p.outlineRows(chunk))
	case kind == "conversation":
		return components.ConversationItems(p.conversation(chunk))
	case kind == "events":
		return components.EventRows(p.eventRows(f, chunk))
	case IsTab(kind):
		return p.tabList(kind, chunk)
	}
	return nil
}

// Row answers the inside of a row of a list by its number, nil for no such row.
func (p *Page) Row(kind string, i int) templ.Component {
	switch {
	case IsTab(kind):
		return p.tabInside(kind, i)
	case kind != "conversation" || i < 0 || i >= len(p.visible()):
		return nil
	}
	return components.ItemBody(p.item(p.shown[i]))
}

// Act opens or closes a row, shows more of what stands inside it, or switches a kind of
// row, and answers what is then seen; nil for no such row.
func (p *Page) Act(arg string) templ.Component {
	if chip, ok := strings.CutPrefix(arg, "+"); ok {
		name, number, _ := strings.Cut(chip, " ")
		top, _ := strconv.Atoi(number)
		return p.chip(name, top)
	}
	if inside := p.tabAct(arg); inside != nil {
		return inside
	}
	if row, ok := p.rowAct(arg); ok {
		return components.ItemBody(row)
	}
	return nil
}

// At is the row of a place's record in the list of its view.
func (p *Page) At(r Place) int {
	switch {
	case r.Events:
		return p.eventsAt(r)
	case r.Tab != "":
		return p.tabAt(r)
	}
	return p.at(r)
}
