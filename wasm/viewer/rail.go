package viewer

import (
	"path"
	"strings"

	"flightlog/components"
	"flightlog/parse/timeline"
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
		name := projectName(s.Project)
		if projects[name] == nil {
			projects[name] = map[string]bool{}
		}
		projects[name][s.Project] = true
	}
	var out []railEntry
	for _, g := range order {
		heading := projectName(g.project)
		if len(projects[heading]) > 1 {
			heading = g.project // another directory ends in the same name
		}
		if g.branch != "" {
			heading += " · " + g.branch
		}
		if home := homeName(t, g.home); home != "" {
			heading += " · in " + home
		}
		out = append(out, railEntry{heading: heading, path: g.project, count: len(groups[g])})
		for _, s := range groups[g] {
			out = append(out, railEntry{s: s})
		}
	}
	return out
}

// projectName is the last component of a working directory.
func projectName(project string) string {
	if project == "" {
		return "No project recorded"
	}
	return path.Base(strings.ReplaceAll(project, `\`, "/"))
}

func (v *Viewer) railRows(chunk int) []components.RailRow {
	return v.railSlice(chunkOf(len(v.rail), railChunk, chunk))
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
			Failed: s.Counts.Failed, Tags: markTags(s), Span: spanOf(s), When: components.When(s.Ended, now), WhenUTC: components.UTC(s.Ended),
		}
		row.Name, row.Untold = nameOf(s)
		if s.Has(timeline.Unread) && s.Ended == timeline.NoTime {
			row.When = ""
		}
		out = append(out, row)
	}
	return out
}

// nameOf is the session's name; untold says that none is recorded.
func nameOf(s *timeline.Session) (name string, untold bool) {
	if s.Name != "" {
		return strings.Join(strings.Fields(s.Name), " "), false
	}
	if s.Has(timeline.Unread) {
		return s.ID, true // a name may stand in its log
	}
	return "No name recorded", true
}

func spanOf(s *timeline.Session) string {
	if s.Started == timeline.NoTime || s.Ended == timeline.NoTime || len(s.Events) < 2 {
		return ""
	}
	return components.Duration(s.Ended - s.Started)
}

// marks names the states of a session that a reader must know, with the words that
// explain each at the head of its page.
var marks = []struct {
	mark timeline.Mark
	tag  components.Tag
	note string
}{
	{timeline.Recovered, components.Tag{Text: "recovered", Tone: components.Ask},
		"Only session-store.db still knows this session: its folder is gone. Prompts and final replies are shown; tool calls, permissions and all that lay between are not recorded there."},
	{timeline.Unread, components.Tag{Text: "not read yet"}, ""},
	{timeline.CutOff, components.Tag{Text: "cut off", Tone: components.Bad},
		"The event log ends in the middle of a line: what came after it was never written or is lost."},
	{timeline.NeverPrompted, components.Tag{Text: "never prompted"}, ""},
	{timeline.NoLog, components.Tag{Text: "no log"}, ""},
	{timeline.InUse, components.Tag{Text: "in use"},
		"An in-use marker lies in the folder: the session was open when the archive was made, or its process was killed."},
	{timeline.Legacy, components.Tag{Text: "flat log"},
		"An early version wrote this log as one flat file, without a workspace beside it."},
	{timeline.Desktop, components.Tag{Text: "desktop"}, ""},
	{timeline.Synced, components.Tag{Text: "synced", Title: "workspace.yaml names a remote session"}, ""},
	{timeline.NotUUID, components.Tag{Text: "odd name"}, "The folder's name is not a session id."},
	{timeline.OtherID, components.Tag{Text: "other id"}, "The log in this folder names another session."},
}

func markTags(s *timeline.Session) []components.Tag {
	var out []components.Tag
	for _, m := range marks {
		if s.Has(m.mark) && !(m.mark == timeline.NeverPrompted && s.Has(timeline.NoLog)) {
			out = append(out, m.tag)
		}
	}
	return out
}

func (v *Viewer) head(p *page, events bool) components.Head {
	s := p.s
	h := components.Head{
		ID: s.ID, Tags: markTags(s), Home: v.homeName(s.Home), Project: s.Project, Branch: s.Branch, Models: s.Models, Client: s.Client,
		Prompts: s.Prompts, Counts: s.Counts, Span: components.Between(s.Started, s.Ended), From: components.UTC(s.Started), Until: components.UTC(s.Ended),
		Tabs: v.tabLinks(p, map[bool]string{true: "events"}[events]),
	}
	h.Name, h.Untold = nameOf(s)
	for i := range v.file.Grants {
		if g := &v.file.Grants[i]; g.Home == s.Home && g.Location != "" && g.Location == s.Project {
			h.Standing++
		}
	}
	for _, version := range s.Versions {
		h.Tags = append([]components.Tag{{Text: "Copilot CLI " + version}}, h.Tags...)
	}
	for _, m := range marks {
		if s.Has(m.mark) && m.note != "" {
			h.Notes = append(h.Notes, m.note)
		}
	}
	h.Notes = append(h.Notes, v.besides(s)...)
	return h
}

// besides lists what other files say about a session that a reader of it must know.
func (v *Viewer) besides(s *timeline.Session) []string {
	var copies, out []string
	for i := range v.file.Facts {
		f := &v.file.Facts[i]
		if f.Home != s.Home || f.Session != s.ID {
			continue
		}
		switch f.Kind {
		case timeline.LogCopy:
			copies = append(copies, f.Text)
		case timeline.OpenedAt:
			out = append(out, f.Text)
		}
	}
	if len(copies) > 1 {
		copies = []string{components.Count(len(copies)) + " copies of this log lie beside it; Files lists them."}
	}
	return append(copies, out...)
}
