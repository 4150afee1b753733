package sqlitedb

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// pager finds the pages of a database by their number, from 1: the newest committed image
// of the log where there is one, else the main file's.
type pager struct {
	main, wal []byte
	frames    map[uint32]int // page -> where its image begins in wal
	size      int            // bytes of a page
	usable    int            // of them, without what the header keeps for others
	count     uint32         // pages of the database
	stated    uint32         // pages that the main file's header counts, where it came without a log
	text      byte           // encoding of texts: utf8, utf16le or utf16be
}

const (
	utf8Text = 1
	utf16le  = 2
	utf16be  = 3

	headerBytes = 100
)

// open reads the database's header. A page that the main file holds in part only is none:
// its missing part would read as zeros, and rows in it as rows of nothing.
func (p *pager) open(main, wal []byte, facts WALFacts) error {
	p.main, p.wal, p.frames = main, wal, map[uint32]int{}
	step := walFrame + facts.PageSize
	for i := range facts.Applied {
		frame := wal[walHeader+i*step:]
		p.frames[binary.BigEndian.Uint32(frame)] = walHeader + i*step + walFrame
		if commit := binary.BigEndian.Uint32(frame[4:]); commit != 0 {
			p.count = commit
		}
	}
	head := main
	if at, ok := p.frames[1]; ok {
		head = wal[at:]
	}
	if len(head) < headerBytes || !bytes.HasPrefix(head, []byte(magic)) || head[19] > 2 || string(head[21:24]) != "\x40\x20\x20" {
		return malformed("its header cannot be read")
	}
	if p.size = int(binary.BigEndian.Uint16(head[16:])); p.size == 1 {
		p.size = 65536
	}
	p.usable = p.size - int(head[20])
	if p.size < 512 || bits.OnesCount(uint(p.size)) != 1 || p.usable < 480 {
		return malformed("its header states a page size of %d bytes", p.size)
	}
	if facts.Applied > 0 && facts.PageSize != p.size {
		return malformed("its pages have %d bytes, those of its log %d", p.size, facts.PageSize)
	}
	p.text = head[59] & 3
	if facts.Applied == 0 {
		p.count = uint32(min(int64(len(main)/p.size), 1<<32-1))
		// The count holds only where the last writer kept it.
		if n := binary.BigEndian.Uint32(head[28:]); n != 0 && string(head[24:28]) == string(head[92:96]) {
			p.stated, p.count = n, min(p.count, n)
		}
	}
	if p.page(1) == nil {
		return malformed("its first page is cut")
	}
	return nil
}

// cut is the damage of a main file that is shorter than its header says.
func (p *pager) cut() error {
	if p.stated > p.count {
		return malformed("%d of its %d pages are there", p.count, p.stated)
	}
	return nil
}

// page gives a page, nil when it is not there.
func (p *pager) page(n uint32) []byte {
	if n == 0 || n > p.count {
		return nil
	}
	if at, ok := p.frames[n]; ok {
		return p.wal[at : at+p.size]
	}
	at := int64(n-1) * int64(p.size)
	if at+int64(p.size) > int64(len(p.main)) {
		return nil
	}
	return p.main[at : at+int64(p.size)]
}

// bytes is how much there is to read at all: the bound of whatever a record claims.
func (p *pager) bytes() int64 { return int64(len(p.main)) + int64(len(p.wal)) }

// content gives the whole of a cell's record, the pages that it runs over to included.
func (p *pager) content(c cell) ([]byte, error) {
	if c.next == 0 {
		return c.local, nil
	}
	out := append(make([]byte, 0, c.bytes), c.local...)
	for next := c.next; int64(len(out)) < c.bytes; {
		page := p.page(next)
		if page == nil {
			return nil, malformed("a record goes on on page %d, which is not there", next)
		}
		out = append(out, page[4:min(int64(p.usable), 4+c.bytes-int64(len(out)))]...)
		next = binary.BigEndian.Uint32(page)
	}
	return out, nil
}
