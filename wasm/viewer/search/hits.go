package search

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"flightlog/components"
	"flightlog/parse/find"
	"flightlog/parse/secret"
	"flightlog/parse/timeline"
	"flightlog/wasm/viewer/files"
	"flightlog/wasm/viewer/session"
)

// Rows answers the rows of a chunk of the hits, nil when nothing is looked for.
func (b *Box) Rows(chunk int) templ.Component {
	s := b.run
	if s == nil {
		return nil
	}
	size := hitsChunk
	if !s.query.Reads() {
		size *= 2
	}
	from, to := components.ChunkOf(b.rows(s), size, chunk)
	out := make([]components.HitRow, 0, to-from)
	for i := from; i < to; i++ {
		n, heading := b.rowHit(s, i)
		row := components.HitRow{}
		if heading != nil {
			row = b.groupRow(s, heading)
		} else {
			row = b.hitLine(s, n)
		}
		row.Index = i
		out = append(out, row)
	}
	return components.HitRows(out)
}

// groupRow is the heading of a run of hits.
func (b *Box) groupRow(s *run, g *hitGroup) components.HitRow {
	end := len(s.hits)
	for i := range s.groups {
		if s.groups[i].first > g.first {
			end = s.groups[i].first
			break
		}
	}
	hits := components.Counted(end-g.first, "hit")
	if g.session == timeline.None {
		return components.HitRow{Heading: true, Who: b.file.Sources[g.source].Path, Facts: []string{hits}}
	}
	in := b.file.Sessions[g.session]
	row := components.HitRow{Heading: true, Href: b.page(in).Href()}
	row.Who, _ = session.Name(in)
	var facts []string
	if in.Project != "" {
		facts = append(facts, session.Project(in.Project))
	}
	if home := session.Home(b.file.Timeline, in.Home); home != "" {
		facts = append(facts, "in "+home)
	}
	if row.Facts = append(facts, hits); in.Ended != timeline.NoTime {
		row.TimeUTC = components.UTC(in.Ended)
	}
	return row
}

// hitLine is one hit: what its record is, and the place in its text.
func (b *Box) hitLine(s *run, n int) components.HitRow {
	h := b.hit(s, n)
	e := h.Event
	row := components.HitRow{Href: b.hitHref(h), Time: components.Clock(e.Time), TimeUTC: components.UTC(e.Time), On: n == s.at}
	if b.newest && e.Time != timeline.NoTime {
		row.Time, row.Day = components.When(e.Time, b.now().UnixMilli()), true
	}
	row.Icon, row.Look = session.Face(e)
	c := b.finder.Context(s.query, h)
	switch {
	case h.Index == timeline.None && !e.Has(timeline.FromStore):
		row.Who = b.hitPlace(e)
		if b.newest {
			row.Who = b.file.Sources[e.Source].Path + ", " + row.Who
		}
		if !s.query.Reads() {
			row.Text = []components.Piece{{Text: components.OneLine(c.After)}}
		}
	case e.Call != timeline.None:
		about := b.file.CallSummary(h.Session, &h.Session.Calls[e.Call])
		row.Who, row.Mono = about.Who, about.Mono
		row.Text = b.pieces(s, about.Text)
		row.Tags = callTags(h)
	default:
		sum := b.file.Summary(h.Session, e)
		row.Who, row.Mono = sum.Who, sum.Mono
		row.Text = b.pieces(s, cmp.Or(sum.Text, e.Type))
		row.Tags = session.RecordTags(h.Session, e)
	}
	if s.query.Reads() {
		row.Context = b.context(s, c)
	}
	if b.newest && h.Session != nil {
		name, _ := session.Name(h.Session)
		row.Tags = append(row.Tags, components.Tag{Text: name})
	}
	return row
}

// callTags says which of a call's records a hit is, and how the call ended.
func callTags(h *find.Hit) []components.Tag {
	c := &h.Session.Calls[h.Event.Call]
	var out []components.Tag
	if tag, ok := session.Outcome(c); ok {
		out = append(out, tag)
	}
	for _, part := range [...]struct {
		event int32
		name  string
	}{{c.Request, "request"}, {c.Start, "start"}, {c.Asked, "permission asked"}, {c.Decided, "permission answered"}, {c.Result, "result"}} {
		if part.event == h.Index {
			return append(out, components.Tag{Text: part.name, Title: h.Event.Type})
		}
	}
	return append(out, components.Tag{Text: h.Event.Type})
}

// pieces divides a line of text by what the query matches in it.
func (b *Box) pieces(s *run, text string) []components.Piece {
	return split(components.OneLine(text), s.query.Spans(components.OneLine(text), 100))
}

// context is the place of a match in its text. What stands before it on the line stays
// short, so that the match is seen on a narrow screen too.
func (b *Box) context(s *run, c find.Context) []components.Piece {
	const before = 24
	text := c.Before + c.Match + c.After
	from := strings.LastIndexByte(c.Before, '\n') + 1
	if lead := []rune(c.Before[from:]); len(lead) > before {
		from = len(c.Before) - len(string(lead[len(lead)-before:]))
	}
	from, _ = secret.Across(text, from)
	cut := c.CutBefore || from > 0 && c.Before[from-1] != '\n'
	text = text[from:]
	spans := s.query.Spans(text, 100)
	if match := [2]int{len(c.Before) - from, len(c.Before) - from + len(c.Match)}; c.Match != "" && !slices.ContainsFunc(spans, func(s [2]int) bool { return s[0] < match[1] && match[0] < s[1] }) {
		spans = append(spans, match)
		slices.SortFunc(spans, func(a, b [2]int) int { return a[0] - b[0] })
	}
	out := split(text, spans)
	if cut {
		out = append([]components.Piece{{Text: "…"}}, out...)
	}
	if c.CutAfter {
		out = append(out, components.Piece{Text: "…"})
	}
	return out
}

// split divides a text at spans.
func split(text string, spans [][2]int) []components.Piece {
	var out []components.Piece
	at := 0
	for _, s := range spans {
		if s[0] > at {
			out = append(out, components.Piece{Text: text[at:s[0]]})
		}
		out = append(out, components.Piece{Text: text[s[0]:s[1]], On: true})
		at = s[1]
	}
	if at < len(text) {
		out = append(out, components.Piece{Text: text[at:]})
	}
	return out
}

// hitPlace says where in its file a hit stands that is no record of a session.
func (b *Box) hitPlace(e *timeline.Event) string {
	switch {
	case e.Type == "history" || e.Type == "grant":
		return "entry " + components.Count(e.Line)
	case e.Line > 0:
		return "line " + components.Count(e.Line)
	}
	return "the whole file"
}

// hitHref leads to where a hit is shown: in its session, or in its file.
func (b *Box) hitHref(h *find.Hit) string {
	e := h.Event
	switch {
	case h.Session != nil && h.Index != timeline.None && !session.InConversation(e):
		return b.page(h.Session).EventHref(e, true)
	case h.Session != nil && (h.Index != timeline.None || e.Has(timeline.FromStore)):
		return b.page(h.Session).EventHref(e, false)
	case e.Type == "history":
		return fmt.Sprintf("#/history/entry-%d", h.Entry)
	case e.Type == "grant":
		return fmt.Sprintf("#/permissions/standing/grant-%d", h.Entry)
	}
	return files.Href(e.Source, e.Line)
}
