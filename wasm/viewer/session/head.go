package session

import (
	"path"
	"strings"

	"flightlog/components"
	"flightlog/parse/timeline"
)

// Name is the session's name; untold says that none is recorded.
func Name(s *timeline.Session) (name string, untold bool) {
	if s.Name != "" {
		return components.OneLine(s.Name), false
	}
	if s.Has(timeline.Unread) {
		return s.ID, true // a name may stand in its log
	}
	return "No name recorded", true
}

// Span is how long the session went on, "" where that is not recorded.
func Span(s *timeline.Session) string {
	if s.Started == timeline.NoTime || s.Ended == timeline.NoTime || len(s.Events) < 2 {
		return ""
	}
	return components.Duration(s.Ended - s.Started)
}

// Tags are the marks of a session.
func Tags(s *timeline.Session) []components.Tag {
	var out []components.Tag
	for i := range Marks {
		if m := &Marks[i]; m.Of(s) {
			out = append(out, m.Tag)
		}
	}
	return out
}

// Mark is a state of a session that a reader must know.
type Mark struct {
	mark timeline.Mark
	Tag  components.Tag
	note string // what explains it at the head of the session's page
}

// Of reports that a session has the mark.
func (m *Mark) Of(s *timeline.Session) bool {
	return s.Has(m.mark) && !(m.mark == timeline.NeverPrompted && s.Has(timeline.NoLog))
}

// Marks are all of them, in the order in which they are told.
var Marks = []Mark{
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

// Project names a project: it is the last component of a working directory.
func Project(project string) string {
	if project == "" {
		return "No project recorded"
	}
	return path.Base(strings.ReplaceAll(project, `\`, "/"))
}

func (p *Page) head(events bool) components.Head {
	s := p.s
	h := components.Head{
		ID: s.ID, Tags: Tags(s), Home: Home(p.file.Timeline, s.Home), Project: s.Project, Branch: s.Branch, Models: s.Models, Client: s.Client,
		Prompts: s.Prompts, Counts: s.Counts, Span: components.Between(s.Started, s.Ended), From: components.UTC(s.Started), Until: components.UTC(s.Ended),
		Tabs: p.tabLinks(map[bool]string{true: "events"}[events]),
	}
	h.Name, h.Untold = Name(s)
	for i := range p.file.Grants {
		if g := &p.file.Grants[i]; g.Home == s.Home && g.Location != "" && g.Location == s.Project {
			h.Standing++
		}
	}
	for _, version := range s.Versions {
		h.Tags = append([]components.Tag{{Text: "Copilot CLI " + version}}, h.Tags...)
	}
	for _, m := range Marks {
		if s.Has(m.mark) && m.note != "" {
			h.Notes = append(h.Notes, m.note)
		}
	}
	h.Notes = append(h.Notes, p.besides()...)
	return h
}

// besides lists what other files say about a session that a reader of it must know.
func (p *Page) besides() []string {
	s := p.s
	var copies, out []string
	for i := range p.file.Facts {
		f := &p.file.Facts[i]
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

// Home names a home where the archive holds more than one, and is "" otherwise.
func Home(t *timeline.Timeline, home int) string {
	if len(t.Homes) < 2 || home >= len(t.Homes) {
		return ""
	}
	if root := t.Homes[home].Root; root != "" {
		return root
	}
	return "the top of the archive"
}
