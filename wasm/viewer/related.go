package viewer

import (
	"fmt"
	"strconv"
	"strings"

	"flightlog/components"
	"flightlog/parse/timeline"
)

// relatedMost bounds the records that a panel lists: a schedule may give a prompt a minute.
const relatedMost = 40

// related lists the records that belong with a route's record and are no step of its call.
func (v *Viewer) related(s *timeline.Session, r route) []components.Link {
	all := v.file.Related(s, r.event)
	own := map[int32]bool{}
	if c := s.Events[r.event].Call; c != timeline.None {
		call := &s.Calls[c]
		for _, i := range [...]int32{call.Request, call.Asked, call.Decided, call.Start, call.Answered, call.Result} {
			own[i] = true
		}
	}
	var out []components.Link
	left := 0
	for _, i := range all {
		switch {
		case own[i]:
		case len(out) == relatedMost:
			left++
		default:
			out = append(out, v.relatedLink(s, r, i))
		}
	}
	if len(out) == 1 && out[0].On {
		return nil // nothing belongs with it
	}
	if left > 0 {
		out[len(out)-1].Note += " · and " + components.Counted(left, "more record")
	}
	return out
}

func (v *Viewer) relatedLink(s *timeline.Session, r route, i int32) components.Link {
	e := &s.Events[i]
	sum := v.file.Summary(s, e)
	link := components.Link{Href: v.beside(r, e), Text: sum.Text, Note: e.Type + " · line " + components.Count(e.Line), On: i == r.event}
	_, link.Look = face(e)
	return link
}

// pictures gives every picture among blocks the place from which the page asks for its
// bytes; place is the link of the record or call that the blocks are of.
func (v *Viewer) pictures(s *timeline.Session, blocks []timeline.Block, place string) []timeline.Block {
	for i := range blocks {
		if b := &blocks[i]; b.Kind == timeline.ImageBlock && v.file.HasImage(s, &b.Image) {
			b.Image.Ref = fmt.Sprintf("%s/image-%d", strings.TrimPrefix(place, "#/"), i)
		}
	}
	return blocks
}

// callPlace is the place of a call's pictures.
func (v *Viewer) callPlace(s *timeline.Session, call int32) string {
	return fmt.Sprintf("%s/call-%d", v.sessionHref(s), call)
}

// image answers the bytes of a picture. What it is asked for is what pictures wrote.
func (v *Viewer) image(arg string) ([]byte, error) {
	place, number, ok := cutLast(arg, "/image-")
	n, err := strconv.Atoi(number)
	if !ok || err != nil {
		return nil, fmt.Errorf("the program knows no image %q", arg)
	}
	r := v.route(place)
	if r.file >= 0 && v.looked != nil && v.looked.src == int32(r.file) && v.looked.kind == imageView {
		return v.looked.body, nil
	}
	var blocks []timeline.Block
	if _, call, ok := cutLast(place, "/call-"); ok && r.page != nil {
		if c, err := strconv.Atoi(call); err == nil && c >= 0 && c < len(r.page.s.Calls) {
			blocks = v.file.CallBlocks(r.page.s, &r.page.s.Calls[c])
		}
	} else if r.record != nil {
		blocks = v.file.Blocks(r.page.s, r.record)
	}
	if n < 0 || n >= len(blocks) || blocks[n].Kind != timeline.ImageBlock {
		return nil, fmt.Errorf("the program knows no image %q", arg)
	}
	data, err := v.file.Image(r.page.s, &blocks[n].Image)
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
