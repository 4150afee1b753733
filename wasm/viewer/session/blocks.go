package session

import (
	"fmt"
	"strconv"
	"strings"

	"flightlog/components"
	"flightlog/parse/timeline"
	"flightlog/wasm/viewer/part"
)

// addressed gives the blocks of a place their addresses, and those of its pictures that the
// archive holds.
func (p *Page) addressed(blocks []timeline.Block, place string) []timeline.Block {
	for i := range part.Addressed(blocks, place) {
		if b := &blocks[i]; b.Kind == timeline.ImageBlock && p.file.HasImage(p.s, &b.Image) {
			b.Image.Ref = part.Image(place, i)
		}
	}
	return blocks
}

// callPlace is the place of a call's blocks.
func (p *Page) callPlace(call int32) string { return fmt.Sprintf("%s/call-%d", p.Href(), call) }

// rowPlace is the place of the blocks of a row of a further view.
func (p *Page) rowPlace(tab string, i int) string {
	return fmt.Sprintf("%s/%s/row-%d", p.Href(), tab, i)
}

// callBlocks is the detail of a call: its own, and the todos as they stood after it.
func (p *Page) callBlocks(call int32) []timeline.Block {
	blocks := p.file.CallBlocks(p.s, &p.s.Calls[call])
	if todos, ok := p.file.TodosAfter(p.s, call); ok {
		blocks = append(blocks, todos)
	}
	return p.addressed(blocks, p.callPlace(call))
}

// eventBlocks is the detail of a record.
func (p *Page) eventBlocks(e *timeline.Event) []timeline.Block {
	return p.addressed(p.file.Blocks(p.s, e), p.EventHref(e, false))
}

// Blocks gives the blocks of a place as they were addressed; id is the end of its link: a
// call, a row of a further view, or else the place's record.
func (p *Page) Blocks(r Place, id string) []timeline.Block {
	kind, number, _ := strings.Cut(id, "-")
	n, err := strconv.Atoi(number)
	switch {
	case kind == "call" && err == nil && n >= 0 && n < len(p.s.Calls):
		return p.callBlocks(int32(n))
	case kind == "row" && r.Tab != "" && r.Tab != rawTab && err == nil && n >= 0 && n < p.tabCount(r.Tab):
		return p.tabRowOpen(r.Tab, n).Blocks
	case r.Record != nil:
		return p.eventBlocks(r.Record)
	}
	return nil
}

// Image gives the bytes of the picture of one of those blocks; ok is false where it has none.
func (p *Page) Image(r Place, id string, block int) (data []byte, ok bool, err error) {
	blocks := p.Blocks(r, id)
	if block < 0 || block >= len(blocks) || blocks[block].Kind != timeline.ImageBlock {
		return nil, false, nil
	}
	data, err = p.file.Image(p.s, &blocks[block].Image)
	return data, true, err
}

// tabRowOpen is a row of a further view with all that it holds.
func (p *Page) tabRowOpen(tab string, i int) components.Item {
	open, id := p.tabsOf().open, tabID(tab, i)
	was := open[id]
	defer func() { open[id] = was }()
	open[id] = true
	return p.tabRow(tab, i)
}
