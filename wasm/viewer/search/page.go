package search

import (
	"bytes"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"flightlog/components"
	"flightlog/parse/find"
	"flightlog/parse/timeline"
	"flightlog/wasm/viewer/session"
)

// Key is the toggle key of the search: no session's key, since a "!" in one is escaped.
const Key = "!search"

// Find begins the search of a text and answers its page.
func (b *Box) Find(text string) templ.Component {
	b.advance(b.start(text))
	return b.Page("")
}

// Found takes the search on, for the last time where it is to halt, and answers what stands
// around the hits; nil when nothing is looked for.
func (b *Box) Found(halt bool) templ.Component {
	if b.run == nil {
		return nil
	}
	if b.advance(b.run); halt {
		b.Halt()
	}
	return components.FoundView(b.found(b.run))
}

// Page is the page of the search. A link that asks for something else than what stands in
// the box begins a search.
func (b *Box) Page(link string) templ.Component {
	s := b.run
	if s == nil || link != "" && (s.query == nil || s.query.Linkable() != link) {
		s = b.start(link)
		b.advance(s)
	}
	l := components.List{Name: "hits", Count: b.rows(s), Chunk: hitsChunk, Row: components.HitRowHeight, Label: "Hits"}
	if s.query != nil && !s.query.Reads() {
		l.Row, l.Chunk = components.FactRowHeight, 2*hitsChunk
	}
	if s.at >= 0 {
		l.At = b.hitRow(s, s.at)
	}
	return components.Search(b.found(s), l)
}

// found says how far a search is, and of what its hits are.
func (b *Box) found(s *run) components.Found {
	f := components.Found{Query: s.text, Rows: b.rows(s), Hits: s.total, State: s.state, Newest: b.newest}
	switch {
	case s.state == components.NoQuery:
		for _, field := range find.Fields() {
			note := field.What
			if len(field.Values) > 0 {
				note += ": " + strings.Join(field.Values, ", ")
			}
			f.Help = append(f.Help, components.Refer{Text: field.Name + ":", Note: note, Query: field.Name + ":"})
		}
		return f
	case s.fault != nil:
		f.Message = s.fault.Message
		at := min(max(s.fault.Pos-1, 0), len([]rune(s.text)))
		runes := append([]rune(s.text), ' ')
		f.Wrong = []components.Piece{{Text: string(runes[:at])}, {Text: string(runes[at : at+1]), On: true}, {Text: string(runes[at+1:])}}
		return f
	}
	f.Link = s.query.Linkable()
	terms := s.query.Terms()
	for i, term := range terms {
		if rest := slices.Delete(slices.Clone(terms), i, i+1); len(terms) > 1 {
			f.Terms = append(f.Terms, components.Refer{Text: term, Query: strings.Join(rest, " ")})
		}
	}
	f.Count = b.counted(s)
	if s.state != components.Running {
		f.Facets = b.facets(s)
	}
	return f
}

// counted says how much was found, where and how fast.
func (b *Box) counted(s *run) string {
	text := components.Counted(s.total, "hit")
	if s.state == components.Running {
		return text + " so far"
	}
	if n := len(s.result.Facets.Sessions); n > 0 {
		text += " in " + components.Counted(n, "session")
	}
	if s.state == components.Stopped {
		text += ", stopped"
	}
	if len(s.hits) < s.total {
		text += ", the first " + components.Count(len(s.hits)) + " are listed"
	}
	return text + " · " + components.Duration(s.took.Milliseconds())
}

// mostFacets is how many values of a facet are listed.
const mostFacets = 10

// facets counts the hits of a search that has ended. Each value is a term of a query.
func (b *Box) facets(s *run) []components.Tally {
	terms := s.query.Terms()
	var out []components.Tally
	add := func(name string, counts []find.Count, item func(*find.Count) (components.TallyItem, string)) {
		facet := components.Tally{Name: name}
		for i := range counts {
			if i == mostFacets {
				facet.More = "and " + components.Count(len(counts)-i) + " more"
				break
			}
			it, term := item(&counts[i])
			it.Hits = counts[i].Hits
			if n := slices.Index(terms, term); n >= 0 {
				it.On, it.Query = true, strings.Join(slices.Delete(slices.Clone(terms), n, n+1), " ")
			} else if term != "" {
				it.Query = strings.TrimSpace(s.text + " " + term)
			}
			facet.Items = append(facet.Items, it)
		}
		if len(counts) > 0 {
			out = append(out, facet)
		}
	}
	facets := &s.result.Facets
	add("Kind", facets.Kinds, func(c *find.Count) (components.TallyItem, string) {
		word, _, _ := strings.Cut(c.Name, " ")
		return components.TallyItem{Name: c.Name}, "kind:" + word
	})
	add("Outcome", facets.Outcomes, func(c *find.Count) (components.TallyItem, string) {
		return components.TallyItem{Name: c.Name, Bad: c.Name == timeline.Errored.String()}, outcomeTerms[c.Name]
	})
	add("Tool", facets.Tools, func(c *find.Count) (components.TallyItem, string) {
		return components.TallyItem{Name: c.Name}, toolTerm(c.Name, facets.Tools)
	})
	add("Session", facets.Sessions, func(c *find.Count) (components.TallyItem, string) {
		name, _ := session.Name(c.Session)
		return components.TallyItem{Name: name, Title: name + " · " + components.Between(c.Session.Started, c.Session.Ended)}, "session:" + find.Value(c.Session.ID)
	})
	return out
}

// outcomeTerms are the terms that ask for an outcome.
var outcomeTerms = map[string]string{timeline.Errored.String(): "is:failed", timeline.Denied.String(): "is:denied", timeline.Cancelled.String(): "is:cancelled",
	timeline.Succeeded.String(): "is:succeeded", timeline.NoResult.String(): "is:open"}

// toolTerm is the term that asks for a tool and for none of the others that were found
// whose name holds its name.
func toolTerm(name string, all []find.Count) string {
	low := strings.ToLower(name)
	for i := range all {
		if tool := strings.ToLower(all[i].Name); tool != low && strings.Contains(tool, low) {
			return "tool:" + find.Exactly(name)
		}
	}
	return "tool:" + find.Value(name)
}

// Complete answers what the last term of a text may become, each with what it looks at.
func (b *Box) Complete(text string) templ.Component {
	what := map[string]string{}
	for _, f := range find.Fields() {
		what[f.Name+":"] = f.What
	}
	const most = 8
	var out []components.Completion
	for _, term := range b.engine().Complete(text, most) {
		out = append(out, components.Completion{Term: term, What: what[strings.TrimLeft(term, "!-")]})
	}
	return components.Completions(out)
}

// Place is what is shown when a person asks for another hit.
type Place struct {
	Session *timeline.Session
	Record  *timeline.Event
	Event   int32  // index of the record, None for a row of the store
	Link    string // of a page of the archive
}

// Hop goes by ±1 to the hit that stands behind the one of a place, or behind the one that
// was visited last; by 0 it tells only which one the place's is. It answers the hit's place
// among all, and its link.
func (b *Box) Hop(by int, at Place) (place, total int, link string) {
	s := b.run
	if s == nil || len(s.hits) == 0 {
		return 0, 0, ""
	}
	here := b.hitOf(s, at)
	if here >= 0 {
		s.at = here
	}
	if by == 0 {
		if here >= 0 {
			place = b.number(s, here) + 1
		}
		return place, s.total, ""
	}
	next := 0
	if s.at >= 0 {
		next = b.number(s, s.at) + by
	} else if by < 0 {
		next = len(s.hits) - 1
	}
	next = (next + len(s.hits)) % len(s.hits)
	if s.at = next; b.newest {
		s.at = int(b.sorted(s)[next])
	}
	return next + 1, s.total, b.hitHref(b.hit(s, s.at))
}

// number is the place of a hit in the order of the list.
func (b *Box) number(s *run, n int) int {
	if b.newest {
		return b.hitRow(s, n)
	}
	return n
}

// hitOf finds the hit that is shown at a place, -1 for none.
func (b *Box) hitOf(s *run, r Place) int {
	for n, at := range s.hits {
		switch {
		case at.session == timeline.None:
			if h := s.others[at.index]; r.Record != nil && h.Event == r.Record || r.Link != "" && b.hitHref(h) == r.Link {
				return n
			}
		case r.Record != nil && r.Event == at.index && b.file.Sessions[at.session] == r.Session:
			return n
		}
	}
	return -1
}

// Order lists the newest hit first, or hits by session, and answers the page.
func (b *Box) Order(newest bool) templ.Component {
	b.newest = newest
	return b.Page("")
}

// Stops gives the rows of the hits and which of them are stops.
func (b *Box) Stops(what string) (count int, is func(i int) bool) {
	if b.run == nil {
		return 0, nil
	}
	return b.rows(b.run), func(i int) bool {
		n, heading := b.rowHit(b.run, i)
		if heading != nil {
			return false
		}
		h := b.hit(b.run, n)
		return h.Session != nil && session.IsStop(h.Session, h.Event, h.Index, what)
	}
}

// Highlight marks in an answer what the query matches. The rows of hits have marks of their
// own, and the page of the search needs none.
func (b *Box) Highlight(markup []byte) []byte {
	if spans := b.spans(); spans != nil && !bytes.Contains(markup, []byte("data-search")) && !bytes.Contains(markup, []byte("<mark>")) {
		return components.Mark(markup, spans)
	}
	return markup
}
