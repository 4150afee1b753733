package viewer

import (
	"fmt"
	"strconv"
	"strings"

	"flightlog/components"
	"flightlog/parse/timeline"
)

// A long text opens in steps: the page asks for the part that begins where the last one
// ended. Nothing is kept for it. What is asked for is an address, from which the blocks
// are decoded anew:
//
//	s/<session>/events-14/part-2.0          the third block of a record, its first text
//	s/<session>/events-14/part-raw.0        the record as it stands; part-indented: over lines
//	s/<session>/call-3/part-0.1             a block of a call
//	s/<session>/changes/row-7/part-0.0      a block of a row of a further view
//	files/file-2, file/2, file/2/line-14, history/entry-3, problems/problem-2: theirs
//
// The picture of a block has the same address with image in place of part.
const (
	partMark  = "/part-"
	imageMark = "/image-"
)

// addressed gives every block its address; place is the link of what the blocks are of.
func (v *Viewer) addressed(s *timeline.Session, blocks []timeline.Block, place string) []timeline.Block {
	place = strings.TrimPrefix(place, "#/")
	for i := range blocks {
		b := &blocks[i]
		b.Ref = place + partMark + strconv.Itoa(i)
		if b.Kind == timeline.ImageBlock && s != nil && v.file.HasImage(s, &b.Image) {
			b.Image.Ref = place + imageMark + strconv.Itoa(i)
		}
	}
	return blocks
}

// callPlace is the place of a call's blocks.
func (v *Viewer) callPlace(s *timeline.Session, call int32) string {
	return fmt.Sprintf("%s/call-%d", v.sessionHref(s), call)
}

// rowPlace is the place of the blocks of a row of a further view.
func (v *Viewer) rowPlace(s *timeline.Session, tab string, i int) string {
	return fmt.Sprintf("%s/row-%d", v.sessionHref(s)+"/"+tab, i)
}

// callBlocks is the detail of a call: its own, and the todos as they stood after it.
func (v *Viewer) callBlocks(s *timeline.Session, call int32) []timeline.Block {
	blocks := v.file.CallBlocks(s, &s.Calls[call])
	if todos, ok := v.file.TodosAfter(s, call); ok {
		blocks = append(blocks, todos)
	}
	return v.addressed(s, blocks, v.callPlace(s, call))
}

// eventBlocks is the detail of a record.
func (v *Viewer) eventBlocks(s *timeline.Session, e *timeline.Event) []timeline.Block {
	return v.addressed(s, v.file.Blocks(s, e), v.eventHref(s, e, false))
}

// blocksAt gives the blocks of a place, as addressed saw them.
func (v *Viewer) blocksAt(place string) []timeline.Block {
	r := v.route(place)
	before, number, _ := cutLast(place, "-")
	n, err := strconv.Atoi(number)
	kind := before[strings.LastIndexByte(before, '/')+1:]
	switch {
	case r.page != nil && kind == "call" && err == nil && n >= 0 && n < len(r.page.s.Calls):
		return v.callBlocks(r.page.s, int32(n))
	case r.page != nil && kind == "row" && r.tab != "" && r.tab != rawTab && err == nil && n >= 0 && n < v.tabCount(r.page, r.tab):
		return v.tabRowOpen(r.page, r.tab, n).Blocks
	case r.record != nil:
		return v.eventBlocks(r.page.s, r.record)
	case r.name == "history" && r.row >= 0:
		return v.historyRow(r.row).Blocks
	case r.file >= 0:
		return v.fileDetail(r.file).Blocks
	case r.name == "file" && r.line > 0:
		if in, ok := v.inspectFile(r); ok {
			return in.Blocks
		}
	case r.name == "file":
		if f := v.fileViewOf(int32(r.shown), -1); f.kind != imageView {
			return v.textBlocks(f)
		}
	}
	return nil
}

// tabRowOpen is a row of a further view with all that it holds.
func (v *Viewer) tabRowOpen(p *page, tab string, i int) components.Item {
	open, id := p.tabsOf().open, tabID(tab, i)
	was := open[id]
	defer func() { open[id] = was }()
	open[id] = true
	return v.tabRow(p, tab, i)
}

// part finds the block of an address, and the number of the text in it.
func (v *Viewer) part(address string) (b timeline.Block, sub int, err error) {
	place, rest, _ := cutLast(address, partMark)
	name, number, _ := strings.Cut(rest, ".")
	unknown := fmt.Errorf("the program knows no text %q", address)
	if sub, err = strconv.Atoi(number); err != nil || sub < 0 {
		return b, 0, unknown
	}
	if name == "raw" || name == "indented" {
		r := v.route(place)
		raw := v.rawAtPlace(r)
		if b = (timeline.Block{Kind: timeline.RawBlock, Text: string(raw)}); name == "indented" {
			b = timeline.Block{Kind: timeline.CodeBlock, Lang: "json", Text: indented(raw)}
		}
		if b.Text == "" {
			return b, 0, unknown
		}
		b.Ref = place + partMark + name
		return b, sub, nil
	}
	blocks := v.blocksAt(place)
	n, err := strconv.Atoi(name)
	if err != nil || n < 0 || n >= len(blocks) {
		return b, 0, unknown
	}
	return blocks[n], sub, nil
}

// rawAtPlace gives the bytes of a route's record, or of its damaged place.
func (v *Viewer) rawAtPlace(r route) []byte {
	switch {
	case r.problem >= 0:
		return v.damaged(r.problem)
	case r.record != nil:
		return v.file.Raw(r.record)
	}
	return nil
}

// more answers the part of a text that begins at an offset: an address and the offset.
func (v *Viewer) more(arg string) ([]byte, error) {
	address, offset, _ := cutLast(arg, " ")
	from, err := strconv.Atoi(offset)
	if err != nil || from < 0 {
		return nil, fmt.Errorf("the program knows no text %q", arg)
	}
	b, sub, err := v.part(address)
	if err != nil {
		return nil, err
	}
	return render(components.More(b, sub, from))
}

// image answers the bytes of a picture. What it is asked for is what addressed wrote.
func (v *Viewer) image(arg string) ([]byte, error) {
	place, number, ok := cutLast(arg, imageMark)
	n, err := strconv.Atoi(number)
	if !ok || err != nil {
		return nil, fmt.Errorf("the program knows no image %q", arg)
	}
	r := v.route(place)
	if r.file >= 0 && v.looked != nil && v.looked.src == int32(r.file) && v.looked.kind == imageView {
		return v.looked.body, nil
	}
	blocks := v.blocksAt(place)
	if r.page == nil || n < 0 || n >= len(blocks) || blocks[n].Kind != timeline.ImageBlock {
		return nil, fmt.Errorf("the program knows no image %q", arg)
	}
	data, err := v.file.Image(r.page.s, &blocks[n].Image)
	if err != nil {
		return nil, fmt.Errorf("This image cannot be shown: %w.", err)
	}
	return data, nil
}
