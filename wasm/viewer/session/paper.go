package session

import (
	"strings"

	"flightlog/components"
	"flightlog/wasm/viewer/filter"
)

// Notes say of a printed list what of it is left out. whole prints rows with all they hold.
func (p *Page) Notes(kind string, f filter.Filter, whole bool) []string {
	switch {
	case kind == "conversation":
		return p.leftOut(whole)
	case kind == "events" && f.Chosen() > 0:
		rows := p.sift(f)
		return []string{"Of " + components.Counted(rows.all, "event") + ", the " + components.Count(len(rows.rows)) + " that have what was chosen: " + strings.Join(chosenNames(rows.facets), ", ") + "."}
	case IsTab(kind) && kind != rawTab && !whole:
		return []string{"Rows are one line each unless they were open; what they hold is left out."}
	}
	return nil
}

// leftOut says what of a conversation is not printed.
func (p *Page) leftOut(whole bool) []string {
	p.layoutOf()
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

// Unfolded answers what show does while the rows of a list are open; they are afterwards as
// they were. What subagents did is open in any case, since it is part of the conversation;
// whole opens calls, reasoning and compactions too. Other lists are shown as they are.
func (p *Page) Unfolded(kind string, whole bool, show func() ([]byte, error)) ([]byte, error) {
	if kind != "conversation" && (!IsTab(kind) || kind == rawTab) {
		return show()
	}
	open, steps, tabs := p.open, p.steps, p.tabsOf().open
	defer func() { p.open, p.steps, p.tabs.open = open, steps, tabs }()
	p.open, p.steps, p.tabs.open = map[int]bool{}, map[int]int{}, map[string]bool{}
	for n := range p.layoutOf().items {
		inside, kind := p.layout.inside(int32(n)), p.layout.items[n].kind
		plain := kind == components.QuietItem || kind == components.SegmentItem // their line says it
		p.open[n] = whole && !plain || open[n] || len(inside) > 0
		p.steps[n] = len(inside)
	}
	for id, is := range tabs {
		p.tabs.open[id] = is
	}
	if whole && kind != "conversation" {
		for i := range p.tabCount(kind) {
			p.tabs.open[tabID(kind, i)] = true
		}
	}
	return show()
}
