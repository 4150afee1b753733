package viewer

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"flightlog/components"
	"flightlog/parse/find"
	"flightlog/parse/timeline"
	"flightlog/wasm/viewer/session"
)

// searchKey is the toggle key of the search: no session's key, since a "!" in one is
// escaped.
const searchKey = "!search"

// searchOp answers the operations of the search: find begins that of a text and answers
// its page, found takes it on and answers what stands around the hits, halt ends it,
// complete answers what the last term of a text may become.
func (v *Viewer) searchOp(op, arg string) ([]byte, error) {
	switch op {
	case "find":
		v.advance(v.startSearch(arg))
		return render(v.searchPage(route{}))
	case "found", "halt":
		if v.search == nil {
			return nil, fmt.Errorf("nothing is looked for")
		}
		if v.advance(v.search); op == "halt" {
			v.endSearch()
		}
		return render(components.FoundView(v.found(v.search)))
	}
	return render(components.Completions(v.completions(arg)))
}

// searchPage is the page of the search. A link that asks for something else than what
// stands in the box begins a search.
func (v *Viewer) searchPage(r route) templ.Component {
	s := v.search
	if s == nil || r.query != "" && (s.query == nil || s.query.Linkable() != r.query) {
		s = v.startSearch(r.query)
		v.advance(s)
	}
	l := components.List{Name: "hits", Count: v.rows(s), Chunk: hitsChunk, Row: components.HitRowHeight, Label: "Hits"}
	if s.query != nil && !s.query.Reads() {
		l.Row, l.Chunk = components.FactRowHeight, 2*hitsChunk
	}
	if s.at >= 0 {
		l.At = v.hitRow(s, s.at)
	}
	return components.Search(v.found(s), l)
}

// found says how far a search is, and of what its hits are.
func (v *Viewer) found(s *search) components.Found {
	f := components.Found{Query: s.text, Rows: v.rows(s), Hits: s.total, State: s.state, Newest: v.newest}
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
	f.Count = v.counted(s)
	if s.state != components.Running {
		f.Facets = v.facets(s)
	}
	return f
}

// counted says how much was found, where and how fast.
func (v *Viewer) counted(s *search) string {
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
func (v *Viewer) facets(s *search) []components.Tally {
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

// completions are what the last term of a text may become, each with what it looks at.
func (v *Viewer) completions(text string) []components.Completion {
	if v.finder == nil {
		v.finder = find.New(v.file.Timeline, v.file)
	}
	what := map[string]string{}
	for _, f := range find.Fields() {
		what[f.Name+":"] = f.What
	}
	const most = 8
	var out []components.Completion
	for _, term := range v.finder.Complete(text, most) {
		out = append(out, components.Completion{Term: term, What: what[strings.TrimLeft(term, "!-")]})
	}
	return out
}

// hop answers "<number> <how many> <route>": the hit that stands by ±1 behind the one of
// a route, or behind the one that was visited last; by 0 only which one the route's is.
func (v *Viewer) hop(arg string) ([]byte, error) {
	number, at, _ := strings.Cut(arg, " ")
	by, err := strconv.Atoi(number)
	if err != nil || by < -1 || by > 1 {
		return nil, fmt.Errorf("the program knows no hop %q", number)
	}
	s := v.search
	if s == nil || len(s.hits) == 0 {
		return []byte("0 0 "), nil
	}
	here := v.hitOf(s, v.route(at))
	if here >= 0 {
		s.at = here
	}
	if by == 0 {
		place := 0
		if here >= 0 {
			place = v.number(s, here) + 1
		}
		return fmt.Appendf(nil, "%d %d ", place, s.total), nil
	}
	next := 0
	if s.at >= 0 {
		next = v.number(s, s.at) + by
	} else if by < 0 {
		next = len(s.hits) - 1
	}
	next = (next + len(s.hits)) % len(s.hits)
	if s.at = next; v.newest {
		s.at = int(v.sorted(s)[next])
	}
	return fmt.Appendf(nil, "%d %d %s", next+1, s.total, strings.TrimPrefix(v.hitHref(v.hit(s, s.at)), "#/")), nil
}

// number is the place of a hit in the order of the list.
func (v *Viewer) number(s *search, n int) int {
	if v.newest {
		return v.hitRow(s, n)
	}
	return n
}

// hitOf finds the hit that a route leads to, -1 for none.
func (v *Viewer) hitOf(s *search, r route) int {
	for n, at := range s.hits {
		switch {
		case at.session == timeline.None:
			if h := s.others[at.index]; r.Record != nil && h.Event == r.Record || r.name != "search" && r.hash != "" && v.hitHref(h) == "#/"+r.hash {
				return n
			}
		case r.Record != nil && r.page != nil && r.Event == at.index && v.file.Sessions[at.session] == r.page.Session():
			return n
		}
	}
	return -1
}

// orderHits switches the order of the list.
func (v *Viewer) orderHits(name string) ([]byte, error) {
	v.newest = name == "newest"
	return render(v.searchPage(route{}))
}

// highlight marks in an answer what the query matches. The rows of hits have marks of their
// own, and the page of the search needs none.
func (v *Viewer) highlight(markup []byte) []byte {
	if spans := v.spans(); spans != nil && !bytes.Contains(markup, []byte("data-search")) && !bytes.Contains(markup, []byte("<mark>")) {
		return components.Mark(markup, spans)
	}
	return markup
}
