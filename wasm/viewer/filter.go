package viewer

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"flightlog/components"
	"flightlog/parse/timeline"
)

// facet is one question that a filter asks of a record.
type facet uint8

const (
	kindFacet facet = iota
	outcomeFacet
	toolFacet
	agentFacet
	storeFacet
	decisionFacet // of a request or a command, in the audit
	projectFacet  // likewise
	facetCount
)

// Names of the facets as links spell them, and as a person reads them.
var (
	facetIDs   = [facetCount]string{"kind", "outcome", "tool", "agent", "store", "decision", "project"}
	facetNames = [facetCount]string{"Kind", "Outcome", "Tool", "Agent", "Store", "Decision", "Project"}
)

// values are a record's answers as a person reads them, "" where a question does not
// apply to it.
type values [facetCount]string

// noAgent is the answer of the root conversation.
const noAgent = "the conversation"

// valuesOf gives the answers of one record. i is its index among the events of the
// session, or None for a row of the store beside a log. The end of a call is told by one
// of its records only, so that a count of outcomes is a count of calls.
func (v *Viewer) valuesOf(s *timeline.Session, e *timeline.Event, i int32) values {
	out := values{kindFacet: e.Kind.String(), agentFacet: noAgent, storeFacet: storeName(&v.file.Sources[e.Source])}
	if e.Agent != timeline.None {
		out[agentFacet] = agentName(s, e.Agent)
	}
	if e.Call != timeline.None && i != timeline.None {
		c := &s.Calls[e.Call]
		if out[toolFacet] = c.Tool; endOf(c) == i {
			out[outcomeFacet] = c.Outcome.String()
		}
	}
	if out[outcomeFacet] == "" && e.Has(timeline.Failed) && e.Call == timeline.None {
		out[outcomeFacet] = timeline.Errored.String()
	}
	return out
}

// endOf is the record of a call that tells its end: its result, or the last there is.
func endOf(c *timeline.Call) int32 {
	for _, i := range [...]int32{c.Result, c.Decided, c.Asked, c.Start, c.Request} {
		if i != timeline.None {
			return i
		}
	}
	return timeline.None
}

func storeName(s *timeline.Source) string {
	switch s.Kind {
	case "events", "legacy":
		return "event log"
	case "store":
		return "session-store.db"
	}
	return s.Kind
}

// filter is what a reader chose: by facet the ids of values, of which one must hold; a
// facet without any asks for nothing. Links hold it as kind=tool,prompt&outcome=failed.
type filter [facetCount][]string

// parseFilter reads the part of a link behind its "?". What it does not understand, it
// leaves out.
func parseFilter(query string) filter {
	var f filter
	for part := range strings.SplitSeq(query, "&") {
		name, list, _ := strings.Cut(part, "=")
		k := slices.Index(facetIDs[:], name)
		if k < 0 {
			continue
		}
		for id := range strings.SplitSeq(list, ",") {
			if isFilterID(id) && !slices.Contains(f[k], id) {
				f[k] = append(f[k], id)
			}
		}
		slices.Sort(f[k])
	}
	return f
}

func isFilterID(id string) bool {
	for _, r := range id {
		if (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '_' && r != '-' {
			return false
		}
	}
	return id != "" && len(id) <= 40
}

// String is the filter as links spell it: the same filter is always the same text.
func (f filter) String() string {
	var parts []string
	for k, ids := range f {
		if len(ids) > 0 {
			parts = append(parts, facetIDs[k]+"="+strings.Join(ids, ","))
		}
	}
	return strings.Join(parts, "&")
}

// behind is the filter as the end of a link, "" for none.
func (f filter) behind() string {
	if s := f.String(); s != "" {
		return "?" + s
	}
	return ""
}

// chosen counts the values that are asked for.
func (f filter) chosen() int {
	n := 0
	for _, ids := range f {
		n += len(ids)
	}
	return n
}

// with is the filter after a click on a value.
func (f filter) with(k facet, id string) filter {
	if i := slices.Index(f[k], id); i >= 0 {
		f[k] = slices.Delete(slices.Clone(f[k]), i, i+1)
	} else {
		f[k] = append(slices.Clone(f[k]), id)
		slices.Sort(f[k])
	}
	return f
}

// valueID is a value in links. The name of a tool or an agent that is not Copilot's own
// is content, and an address holds none: a number made of it stands for it.
func valueID(k facet, name string) string {
	switch k {
	case kindFacet, outcomeFacet:
		word, _, _ := strings.Cut(name, " ")
		if k == outcomeFacet && name == timeline.Unstated.String() {
			word = "unstated"
		}
		return word
	case storeFacet:
		switch name {
		case "event log":
			return "log"
		case "session-store.db":
			return "store"
		}
	case decisionFacet:
		if id := decisionIDs[name]; id != "" {
			return id
		}
	case agentFacet:
		if name == noAgent {
			return "none"
		}
	case toolFacet:
		if toolIcons[name] != "" || editors[name] || shells[name] || asksPerson[name] {
			return name
		}
	}
	h := fnv.New32a()
	h.Write([]byte(name))
	return fmt.Sprintf("x%08x", h.Sum32())
}

// sieve lets records through a filter, and counts what it saw.
type sieve struct {
	f    filter
	seen [facetCount]map[string]*seenValue // by the value as a person reads it
}

// seenValue is one value of a facet. all counts the records that have it, n those of them
// that the other facets let through: what would be shown if it alone were chosen.
type seenValue struct {
	name, id string
	on       bool
	all, n   int
}

func newSieve(f filter) *sieve {
	s := &sieve{f: f}
	for k := range s.seen {
		s.seen[k] = map[string]*seenValue{}
	}
	return s
}

func (s *sieve) value(k facet, name string) *seenValue {
	val := s.seen[k][name]
	if val == nil {
		val = &seenValue{name: name, id: valueID(k, name)}
		val.on = slices.Contains(s.f[k], val.id)
		s.seen[k][name] = val
	}
	return val
}

// takes counts a record and reports whether the filter lets it through.
func (s *sieve) takes(v values) bool {
	var own [facetCount]*seenValue
	missed, by := 0, facetCount
	for k := range facetCount {
		if v[k] != "" {
			own[k] = s.value(k, v[k])
			own[k].all++
		}
		if len(s.f[k]) > 0 && (own[k] == nil || !own[k].on) {
			missed, by = missed+1, k
		}
	}
	for k, val := range own {
		if val != nil && (missed == 0 || missed == 1 && by == facet(k)) {
			val.n++
		}
	}
	return missed == 0
}

// facets are what a reader may choose, as links to the page at hand: base is its address
// without a filter. A facet with one value only is left out, since it asks nothing.
func (s *sieve) facets(base string) []components.Facet {
	var out []components.Facet
	for k := range facetCount {
		all := s.values(k)
		if len(all) < 2 && len(s.f[k]) == 0 {
			continue
		}
		f := components.Facet{Name: facetNames[k]}
		for _, val := range all {
			choice := components.Choice{Name: val.name, Count: val.n, On: val.on, Href: base + s.f.with(k, val.id).behind(), Stay: facetIDs[k] + " " + val.id}
			if k == outcomeFacet && val.name == timeline.Errored.String() {
				choice.Tone = components.Bad
			}
			f.Choices = append(f.Choices, choice)
		}
		out = append(out, f)
	}
	return out
}

// values lists a facet's values: kinds in their order, others by the count of all records,
// then by name, so that choosing moves none of them. One that is asked for and that no
// record has is listed, so that it can be taken back.
func (s *sieve) values(k facet) []*seenValue {
	var all []*seenValue
	for _, val := range s.seen[k] {
		all = append(all, val)
	}
	for _, id := range s.f[k] {
		if !slices.ContainsFunc(all, func(val *seenValue) bool { return val.id == id }) {
			all = append(all, &seenValue{name: id, id: id, on: true})
		}
	}
	order := map[string]int{}
	if k == kindFacet {
		for i, kind := range timeline.Kinds() {
			order[kind.String()] = i - len(timeline.Kinds())
		}
		order[timeline.Unknown.String()] = 0 // the kind that nobody knows stands last
	}
	slices.SortFunc(all, func(a, b *seenValue) int {
		if k == kindFacet {
			return cmp.Or(cmp.Compare(order[a.name], order[b.name]), cmp.Compare(a.name, b.name))
		}
		return cmp.Or(cmp.Compare(b.all, a.all), cmp.Compare(a.name, b.name))
	})
	return all
}
