package viewer

import (
	"fmt"
	"sort"
	"strconv"
	"strings"

	"flightlog/components"
)

const outlineChunk = 40

// prompts lists the rows of the conversation that are prompts to the agent itself, with
// the number of the turn that each began, 0 where it began none.
func (v *Viewer) prompts(p *page) (rows []int32, numbers []int32) {
	heads := int32(0)
	v.layoutOf(p)
	for _, n := range p.layout.root {
		it := &p.layout.items[n]
		if it.kind == components.TurnItem && it.store == 0 {
			heads = it.call
		}
		if p.rowStop(n, promptStop) {
			rows, numbers = append(rows, n), append(numbers, heads)
			heads = 0 // a prompt that steered stands in the same turn
		}
	}
	return rows, numbers
}

// outline answers the list of a session's prompts. The argument is a route and the index
// of the row that is read in the conversation; the last prompt up to it is in view.
func (v *Viewer) outline(arg string) ([]byte, error) {
	place, number, _ := strings.Cut(arg, " ")
	r := v.route(place)
	if r.page == nil {
		return nil, fmt.Errorf("an outline is of a session: choose one")
	}
	rows, _ := v.prompts(r.page)
	read := int32(0)
	if i, err := strconv.Atoi(number); err == nil && i >= 0 && i < len(r.page.shown) && !r.events && r.tab == "" {
		read = r.page.shown[i]
	}
	at := max(sort.Search(len(rows), func(i int) bool { return rows[i] > read })-1, 0)
	name, _ := nameOf(r.page.s)
	return render(components.Outline(name, r.page.s.Prompts, components.List{Name: "outline/" + v.path(r.page.s), Count: len(rows), Chunk: outlineChunk,
		Row: components.OutlineRowHeight, At: at, Label: "Prompts"}))
}

func (v *Viewer) outlineRows(p *page, chunk int) []components.OutlineRow {
	rows, numbers := v.prompts(p)
	from, to := chunkOf(len(rows), outlineChunk, chunk)
	out := make([]components.OutlineRow, 0, to-from)
	for i := from; i < to; i++ {
		it := &p.layout.items[rows[i]]
		e := eventOf(p.s, it)
		words := v.promptItem(p.s, e, components.Item{})
		row := components.OutlineRow{Index: i, Number: int(numbers[i]), Href: v.eventHref(p.s, e, false), Time: components.Clock(e.Time), TimeUTC: components.UTC(e.Time), Label: words.Label,
			Text: strings.Join(strings.Fields(words.Text), " ")}
		if numbers[i] > 0 {
			row.Failed = p.layout.turns[it.turn].failed
		}
		out = append(out, row)
	}
	return out
}
