package viewer

import (
	"fmt"
	"strconv"
	"strings"

	"flightlog/components"
	"flightlog/parse/timeline"
	"flightlog/wasm/viewer/part"
)

// blocksAt gives the blocks of a place, as addressed saw them.
func (v *Viewer) blocksAt(place string) []timeline.Block {
	r := v.route(place)
	switch {
	case r.page != nil && r.file < 0:
		return r.page.Blocks(r.Place, place[strings.LastIndexByte(place, '/')+1:])
	case r.name == "history" && r.row >= 0:
		return v.historyRow(r.row).Blocks
	case r.file >= 0:
		return v.files.Detail(r.file).Blocks
	case r.name == "file":
		return v.files.Blocks(r.look)
	}
	return nil
}

// part finds the block of an address, and the number of the text in it.
func (v *Viewer) part(address string) (b timeline.Block, sub int, err error) {
	unknown := fmt.Errorf("the program knows no text %q", address)
	place, name, sub, ok := part.OfText(address)
	if !ok {
		return b, 0, unknown
	}
	if name == "raw" || name == "indented" {
		r := v.route(place)
		raw := v.rawAtPlace(r)
		if b = (timeline.Block{Kind: timeline.RawBlock, Text: string(raw)}); name == "indented" {
			b = timeline.Block{Kind: timeline.CodeBlock, Lang: "json", Text: components.Indented(raw)}
		}
		if b.Text == "" {
			return b, 0, unknown
		}
		b.Ref = part.Ref(place, name)
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
	case r.Problem >= 0:
		return v.damaged(r.Problem)
	case r.Record != nil:
		return v.file.Raw(r.Record)
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
	place, block, ok := part.OfImage(arg)
	unknown := fmt.Errorf("the program knows no image %q", arg)
	if !ok {
		return nil, unknown
	}
	r := v.route(place)
	if data, ok := v.files.Image(r.file); ok {
		return data, nil
	}
	if r.page == nil {
		return nil, unknown
	}
	data, ok, err := r.page.Image(r.Place, place[strings.LastIndexByte(place, '/')+1:], block)
	if !ok {
		return nil, unknown
	}
	if err != nil {
		return nil, fmt.Errorf("This image cannot be shown: %w.", err)
	}
	return data, nil
}

func cutLast(s, sep string) (before, after string, found bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}
