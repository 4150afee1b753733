package find

import (
	"cmp"
	"slices"

	"flightlog/parse/timeline"
)

// Facets count the hits of a search by what they are. Each list is ordered by count, then
// by name, and hits without such a thing are in none of them.
type Facets struct {
	Kinds    []Count // by the name of the kind
	Tools    []Count
	Sessions []Count // by id
	Outcomes []Count
}

// Count is one value of a facet.
type Count struct {
	Name    string
	Session *timeline.Session // of the facet of sessions; ids repeat from home to home
	Hits    int
}

// counter counts while a search runs.
type counter struct {
	kinds           [32]int
	tools, outcomes map[string]int
	sessions        map[*timeline.Session]int
}

func (c *counter) add(h *Hit) {
	if c.tools == nil {
		c.tools, c.outcomes, c.sessions = map[string]int{}, map[string]int{}, map[*timeline.Session]int{}
	}
	c.kinds[h.Event.Kind]++
	if h.Tool != "" {
		c.tools[h.Tool]++
	}
	if h.Outcome != "" {
		c.outcomes[h.Outcome]++
	}
	if h.Session != nil {
		c.sessions[h.Session]++
	}
}

func (c *counter) facets() Facets {
	var f Facets
	for _, k := range timeline.Kinds() {
		if n := c.kinds[k]; n > 0 {
			f.Kinds = append(f.Kinds, Count{Name: k.String(), Hits: n})
		}
	}
	for s, n := range c.sessions {
		f.Sessions = append(f.Sessions, Count{Name: s.ID, Session: s, Hits: n})
	}
	f.Tools, f.Outcomes = counts(c.tools), counts(c.outcomes)
	for _, list := range [...][]Count{f.Kinds, f.Tools, f.Sessions, f.Outcomes} {
		slices.SortFunc(list, func(a, b Count) int {
			by := cmp.Or(cmp.Compare(b.Hits, a.Hits), cmp.Compare(a.Name, b.Name))
			if by == 0 && a.Session != nil {
				by = cmp.Compare(a.Session.Home, b.Session.Home)
			}
			return by
		})
	}
	return f
}

func counts(m map[string]int) []Count {
	var out []Count
	for name, n := range m {
		out = append(out, Count{Name: name, Hits: n})
	}
	return out
}
