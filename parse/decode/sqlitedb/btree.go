package sqlitedb

import "encoding/binary"

// A table is a tree of pages. Its rows stand in the leaves, in the order of rowids; inner
// pages hold the numbers of pages below them. A table without rowids is kept as an index,
// whose inner pages hold rows too.
const (
	indexPage = 2
	tablePage = 5
	leafPage  = 8 // added to either

	deepest = 20 // levels; SQLite builds no tree so deep
)

// cell is one row as it stands in a page.
type cell struct {
	rowid int64
	below uint32 // in an inner page: the page with the rows before this one
	local []byte // the part of the record that stands in the page
	bytes int64  // of the whole record
	next  uint32 // the page on which it goes on, 0 when it does not
}

// tree walks one tree.
type tree struct {
	pages *pager
	kind  byte // tablePage or indexPage
	back  bool // from its end to its start
	seen  map[uint32]bool
	each  func(cell) error
}

// walk visits the pages from n down. A page that was visited before is damage, so that the
// work is bounded by the pages that there are.
func (t *tree) walk(n uint32, depth int) error {
	page := t.pages.page(n)
	switch {
	case page == nil:
		return malformed("its page %d is not there", n)
	case t.seen[n]:
		return malformed("its page %d stands in it twice", n)
	case depth > deepest:
		return malformed("its page %d lies too deep", n)
	}
	t.seen[n] = true
	cells, last, err := t.cells(n, page)
	if err != nil {
		return err
	}
	leaf := last == 0
	if len(cells) == 0 && depth > 1 {
		return malformed("its page %d is empty", n)
	}
	if t.back && !leaf {
		if err := t.walk(last, depth+1); err != nil {
			return err
		}
	}
	for i := range cells {
		c := &cells[i]
		if t.back {
			c = &cells[len(cells)-1-i]
		}
		if err := t.cell(c, leaf, depth); err != nil {
			return err
		}
	}
	if !t.back && !leaf {
		return t.walk(last, depth+1)
	}
	return nil
}

// cell visits a row and, around it in the tree's order, what lies below it.
func (t *tree) cell(c *cell, leaf bool, depth int) error {
	holds := leaf || t.kind == indexPage
	if holds && t.back {
		if err := t.each(*c); err != nil {
			return err
		}
	}
	if !leaf {
		if err := t.walk(c.below, depth+1); err != nil {
			return err
		}
	}
	if holds && !t.back {
		return t.each(*c)
	}
	return nil
}

// cells takes a page apart before any of it is used: of a page with a cell that leads
// outside nothing can be trusted. last is the page behind the last cell of an inner page,
// 0 for a leaf.
func (t *tree) cells(n uint32, page []byte) (cells []cell, last uint32, err error) {
	head := page
	if n == 1 {
		head = page[headerBytes:]
	}
	if head[0]&^leafPage != t.kind {
		return nil, 0, malformed("its page %d is of another kind", n)
	}
	count, leaf := int(binary.BigEndian.Uint16(head[3:])), head[0]&leafPage != 0
	if count > (t.pages.size-8)/6 {
		return nil, 0, malformed("its page %d states %d rows", n, count)
	}
	pointers := head[8:]
	if !leaf {
		if last = binary.BigEndian.Uint32(head[8:]); last == 0 {
			return nil, 0, malformed("its page %d leads nowhere", n)
		}
		pointers = head[12:]
	}
	first := len(page) - len(pointers) + 2*count // where the pointers to the cells end
	cells = make([]cell, count)
	for i := range cells {
		at := int(binary.BigEndian.Uint16(pointers[2*i:]))
		if at < first || at > t.pages.usable-4 {
			return nil, 0, malformed("a row of its page %d lies outside", n)
		}
		if !t.pages.cell(page[at:t.pages.usable], t.kind, leaf, &cells[i]) {
			return nil, 0, malformed("a row of its page %d runs outside", n)
		}
	}
	return cells, last, nil
}

// cell reads the cell that b begins with; false when it does not fit.
func (p *pager) cell(b []byte, kind byte, leaf bool, c *cell) bool {
	if !leaf {
		if len(b) < 5 {
			return false
		}
		c.below, b = binary.BigEndian.Uint32(b), b[4:]
	}
	if kind == tablePage && !leaf { // a rowid to search by, and no row
		_, n := varint(b)
		return n > 0
	}
	size, n := varint(b)
	b = b[n:]
	if n == 0 || size > uint64(p.bytes()) {
		return false
	}
	if kind == tablePage {
		rowid, n := varint(b)
		if n == 0 {
			return false
		}
		c.rowid, b = int64(rowid), b[n:]
	}
	c.bytes = int64(size)
	local := p.local(int(size), kind)
	if local > len(b) {
		return false
	}
	if c.local = b[:local:local]; local < int(size) {
		if len(b) < local+4 {
			return false
		}
		c.next = binary.BigEndian.Uint32(b[local:])
		return c.next != 0
	}
	return true
}

// local is how many bytes of a record of that size stand in its page.
func (p *pager) local(size int, kind byte) int {
	most, least := p.usable-35, (p.usable-12)*32/255-23
	if kind == indexPage {
		most = (p.usable-12)*64/255 - 23
	}
	if size <= most {
		return size
	}
	if n := least + (size-least)%(p.usable-4); n <= most {
		return n
	}
	return least
}

// varint reads a number of one to nine bytes; n is 0 when b ends before it does.
func varint(b []byte) (v uint64, n int) {
	for n < len(b) && n < 8 {
		v = v<<7 | uint64(b[n]&0x7f)
		if n++; b[n-1] < 0x80 {
			return v, n
		}
	}
	if n < 8 || n >= len(b) {
		return 0, 0
	}
	return v<<8 | uint64(b[8]), 9
}
