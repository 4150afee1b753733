package parse

import "flightlog/parse/timeline"

// FileBlocks shows a file itself: what a person sees who opens it, nil where there is
// nothing to see. src is an index into Sources.
func (o *Opened) FileBlocks(src int32) []timeline.Block { return o.result.Blocks(src) }

// FileText gives the text that FileBlocks shows, as it is held, nil for a file that is
// shown in another form, like a database. Of a file that may keep secrets it is masked.
func (o *Opened) FileText(src int32) []byte {
	if blocks := o.FileBlocks(src); len(blocks) == 1 && blocks[0].Kind != timeline.GridBlock {
		return o.Sources[src].Held
	}
	return nil
}
