package viewer

import (
	"strings"

	"flightlog/components"
)

// printWhole is the word by which print asks for what every row holds.
const printWhole = "whole"

// paper answers what stands above a printed list: what is printed, and what of it is left
// out. The argument is the list's name, and whole where rows are printed with all they hold.
func (v *Viewer) paper(arg string) ([]byte, error) {
	name, mode, _ := strings.Cut(arg, " ")
	kind, key, _ := strings.Cut(name, "/")
	key, f := eventsList(key)
	p := v.sessions[unescape(key)]
	notes := []string{"Printed from " + v.file.Archive.Name + " by Flightlog."}
	if p != nil && kind == "conversation" {
		notes = append(notes, v.leftOut(p, mode == printWhole)...)
	}
	if p != nil && kind == "events" && f.chosen() > 0 {
		rows := v.sift(p, f)
		notes = append(notes, "Of "+components.Counted(rows.all, "event")+", the "+components.Count(len(rows.rows))+" that have what was chosen: "+strings.Join(chosenNames(rows.facets), ", ")+".")
	}
	if p != nil && isTab(kind) && kind != rawTab && mode != printWhole {
		notes = append(notes, "Rows are one line each unless they were open; what they hold is left out.")
	}
	return render(components.PaperNotes(notes))
}

// leftOut says what of a conversation is not printed.
func (v *Viewer) leftOut(p *page, whole bool) []string {
	v.layoutOf(p)
	var out []string
	if len(p.s.Calls) > 0 && !whole && !p.chips.noTools {
		out = append(out, components.Counted(len(p.s.Calls), "tool call")+", a line each unless it was open: what they were given and returned is left out.")
	}
	for _, hidden := range []struct {
		is   bool
		n    int
		what string
	}{
		{!p.chips.thinking, p.layout.thoughts, "row of the model's reasoning"},
		{p.chips.noTools, len(p.s.Calls), "tool call"},
		{p.chips.noSystem, p.layout.system, "notice"},
	} {
		if hidden.is && hidden.n > 0 {
			words := components.Counted(hidden.n, hidden.what)
			if hidden.n > 1 && strings.HasPrefix(hidden.what, "row ") {
				words = components.Count(hidden.n) + " rows" + strings.TrimPrefix(hidden.what, "row")
			}
			out = append(out, "Hidden on the screen and left out here: "+words+".")
		}
	}
	return out
}

func chosenNames(facets []components.Facet) []string {
	var out []string
	for _, f := range facets {
		for _, c := range f.Choices {
			if c.On {
				out = append(out, f.Name+" "+c.Name)
			}
		}
	}
	return out
}

// sheet answers one chunk of a list as it is printed: its name, the chunk's number, and
// whole where calls, reasoning and compactions are printed with all that they hold. What
// subagents did is printed in either case, since it is part of the conversation.
func (v *Viewer) sheet(arg string) ([]byte, error) {
	list, mode, _ := cutLast(arg, " ")
	name, _, _ := strings.Cut(list, " ")
	kind, key, _ := strings.Cut(name, "/")
	p := v.sessions[unescape(key)]
	if p == nil || kind != "conversation" && (!isTab(kind) || kind == rawTab) {
		return v.list(list)
	}
	return v.unfolded(p, kind, mode == printWhole, func() ([]byte, error) { return v.list(list) })
}

// unfolded renders with the rows of a page open, which are afterwards as they were.
func (v *Viewer) unfolded(p *page, kind string, all bool, show func() ([]byte, error)) ([]byte, error) {
	open, steps, tabs := p.open, p.steps, p.tabsOf().open
	defer func() { p.open, p.steps, p.tabs.open = open, steps, tabs }()
	p.open, p.steps, p.tabs.open = map[int]bool{}, map[int]int{}, map[string]bool{}
	for n := range v.layoutOf(p).items {
		inside, kind := p.layout.inside(int32(n)), p.layout.items[n].kind
		plain := kind == components.QuietItem || kind == components.SegmentItem // their line says it
		p.open[n] = all && !plain || open[n] || len(inside) > 0
		p.steps[n] = len(inside)
	}
	for id, is := range tabs {
		p.tabs.open[id] = is
	}
	if all && kind != "conversation" {
		for i := range v.tabCount(p, kind) {
			p.tabs.open[tabID(kind, i)] = true
		}
	}
	return show()
}
