package viewer

import (
	"flightlog/components"
	"flightlog/parse/timeline"
	"flightlog/wasm/viewer/session"
)

// railEntry is a row of the rail: a heading, or a session under the last heading.
type railEntry struct {
	heading string
	path    string // of a heading: the whole directory
	count   int
	s       *timeline.Session
}

// group is what sessions under one heading have in common.
type group struct {
	home            int
	project, branch string
}

// railOf groups sessions by home, project and branch. Groups stand in the order of their
// newest session, as sessions do.
func railOf(t *timeline.Timeline) []railEntry {
	groups := map[group][]*timeline.Session{}
	var order []group
	projects := map[string]map[string]bool{} // name -> the directories that have it
	for _, s := range t.Sessions {
		g := group{s.Home, s.Project, s.Branch}
		if g.project == "" {
			g.branch = ""
		}
		if groups[g] == nil {
			order = append(order, g)
		}
		groups[g] = append(groups[g], s)
		name := session.Project(s.Project)
		if projects[name] == nil {
			projects[name] = map[string]bool{}
		}
		projects[name][s.Project] = true
	}
	var out []railEntry
	for _, g := range order {
		heading := session.Project(g.project)
		if len(projects[heading]) > 1 {
			heading = g.project // another directory ends in the same name
		}
		if g.branch != "" {
			heading += " · " + g.branch
		}
		if home := session.Home(t, g.home); home != "" {
			heading += " · in " + home
		}
		out = append(out, railEntry{heading: heading, path: g.project, count: len(groups[g])})
		for _, s := range groups[g] {
			out = append(out, railEntry{s: s})
		}
	}
	return out
}

func (v *Viewer) railRows(chunk int) []components.RailRow {
	return v.railSlice(components.ChunkOf(len(v.rail), railChunk, chunk))
}

func (v *Viewer) railSlice(from, to int) []components.RailRow {
	now := v.now().UnixMilli()
	out := make([]components.RailRow, 0, to-from)
	for i := from; i < to; i++ {
		entry := v.rail[i]
		if entry.s == nil {
			out = append(out, components.RailRow{Index: i, Heading: entry.heading, Path: entry.path, Count: entry.count})
			continue
		}
		s := entry.s
		row := components.RailRow{
			Index: i, Href: v.sessionHref(s), Gone: s.Has(timeline.Recovered), Prompts: s.Prompts, Calls: s.Counts.Total,
			Failed: s.Counts.Failed, Tags: session.Tags(s), Span: session.Span(s), When: components.When(s.Ended, now), WhenUTC: components.UTC(s.Ended),
		}
		row.Name, row.Untold = session.Name(s)
		if s.Has(timeline.Unread) && s.Ended == timeline.NoTime {
			row.When = ""
		}
		out = append(out, row)
	}
	return out
}
