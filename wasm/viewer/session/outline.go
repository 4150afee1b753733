package session

import (
	"sort"

	"github.com/a-h/templ"

	"flightlog/components"
)

const outlineChunk = 40

// prompts lists the rows of the conversation that are prompts to the agent itself, with
// the number of the turn that each began, 0 where it began none.
func (p *Page) prompts() (rows []int32, numbers []int32) {
	heads := int32(0)
	p.layoutOf()
	for _, n := range p.layout.root {
		it := &p.layout.items[n]
		if it.kind == components.TurnItem && it.store == 0 {
			heads = it.call
		}
		if p.rowStop(n, PromptStop) {
			rows, numbers = append(rows, n), append(numbers, heads)
			heads = 0 // a prompt that steered stands in the same turn
		}
	}
	return rows, numbers
}

// Outline is the list of the session's prompts. row is the one that is read in the
// conversation, if that is what a place shows; the last prompt up to it is in view.
func (p *Page) Outline(r Place, row int) templ.Component {
	rows, _ := p.prompts()
	read := int32(0)
	if row >= 0 && row < len(p.shown) && !r.Events && r.Tab == "" {
		read = p.shown[row]
	}
	at := max(sort.Search(len(rows), func(i int) bool { return rows[i] > read })-1, 0)
	name, _ := Name(p.s)
	return components.Outline(name, p.s.Prompts, components.List{Name: "outline/" + p.path, Count: len(rows), Chunk: outlineChunk,
		Row: components.OutlineRowHeight, At: at, Label: "Prompts"})
}

func (p *Page) outlineRows(chunk int) []components.OutlineRow {
	rows, numbers := p.prompts()
	from, to := components.ChunkOf(len(rows), outlineChunk, chunk)
	out := make([]components.OutlineRow, 0, to-from)
	for i := from; i < to; i++ {
		it := &p.layout.items[rows[i]]
		e := eventOf(p.s, it)
		words := p.promptItem(e, components.Item{})
		row := components.OutlineRow{Index: i, Number: int(numbers[i]), Href: p.EventHref(e, false), Time: components.Clock(e.Time), TimeUTC: components.UTC(e.Time), Label: words.Label,
			Text: components.OneLine(words.Text)}
		if numbers[i] > 0 {
			row.Failed = p.layout.turns[it.turn].failed
		}
		out = append(out, row)
	}
	return out
}
