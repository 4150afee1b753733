package archive

import (
	"bytes"
	"math"

	"flightlog/parse/timeline"
)

// tail is how far from the end the end record is looked for: its comment may have
// 64 KB, and copying pads files with more than that.
const tail = timeline.MiB

// window reads a large file in order, a block at a time: one read of a browser's File
// costs half a millisecond, for 30 bytes as for a megabyte.
type window struct {
	z   *zipFile
	off int64
	buf []byte // read over again
}

const block = timeline.MiB

// at returns n bytes at off, fewer only where the file ends; good until the next call.
func (w *window) at(off int64, n int) []byte {
	if off < 0 || off >= w.z.size {
		return nil
	}
	n = int(min(int64(n), w.z.size-off))
	if off < w.off || off+int64(n) > w.off+int64(len(w.buf)) {
		w.fill(off, max(n, block))
	}
	b := w.buf[off-w.off:]
	return b[:min(n, len(b))]
}

// fill reads n bytes at off, fewer where the file ends or cannot be read.
func (w *window) fill(off int64, n int) {
	n = int(min(int64(n), w.z.size-off))
	if cap(w.buf) < n {
		w.buf = make([]byte, n)
	}
	got, _ := w.z.r.ReadAt(w.buf[:n], off)
	w.off, w.buf = off, w.buf[:got]
}

// end is one reading of an end record.
type end struct {
	at      int64  // of the record, the zip64 one where there is one
	count   uint64 // files, as stated
	stated  int64  // where it says that the directory begins
	dir     int64  // where the directory does begin
	limit   int64  // where it must have ended
	wide    bool   // count is of 64 bits
	disks   bool   // a part of a split zip
	exact   bool   // its comment ends where the file does
	checked bool   // a file begins where the directory says it does
}

// base is what the directory's offsets are short of: the bytes in front of the zip,
// or, below zero, bytes that are missing.
func (e *end) base() int64 { return e.dir - e.stated }

// findEnd looks for the end record from the back. A comment, a stored zip or trailing
// bytes may hold things that look like one, so that the directory which leads to files
// wins, then the record whose comment ends with the file, then the later one.
func (z *zipFile) findEnd() (end, bool) {
	from := max(z.size-tail, 0)
	b := z.bytes(from, tail)
	var best end
	found := false
	tries := 64
	for i := len(b); tries > 0; {
		if i = bytes.LastIndex(b[:i], []byte(sigEnd)); i < 0 {
			break
		}
		e, ok := z.readEnd(b[i:], from+int64(i))
		if !ok {
			continue
		}
		tries--
		if !found || e.better(&best) {
			best, found = e, true
		}
		if best.checked && best.exact {
			break
		}
	}
	return best, found
}

// empty reports whether the record is all that the zip consists of.
func (e *end) empty() bool { return e.count == 0 && e.at == 0 }

func (e *end) better(than *end) bool {
	if e.checked != than.checked {
		return e.checked
	}
	if (e.count > 0) != (than.count > 0) {
		return e.count > 0
	}
	return e.exact && !than.exact
}

// readEnd reads the end record at the start of b, which stands at off in the file.
func (z *zipFile) readEnd(b []byte, off int64) (end, bool) {
	if len(b) < endSize {
		return end{}, false
	}
	comment := int64(le.Uint16(b[20:]))
	if off+endSize+comment > z.size {
		return end{}, false
	}
	e := end{at: off, count: uint64(le.Uint16(b[10:])), stated: int64(le.Uint32(b[16:])), exact: off+endSize+comment == z.size}
	size := int64(le.Uint32(b[12:]))
	disk, first := le.Uint16(b[4:]), le.Uint16(b[6:])
	e.disks = disk != 0 && disk != math.MaxUint16 || first != 0 && first != math.MaxUint16
	if size64, ok := z.readEnd64(&e, off); ok {
		size = size64
	}
	e.limit = e.at
	e.dir = e.at - size
	for _, dir := range []int64{e.at - size, e.stated} {
		if string(z.bytes(dir, 4)) == sigCentral {
			e.dir = dir
			if e.checked = z.leads(&e); e.checked {
				break
			}
		}
	}
	return e, true
}

// readEnd64 replaces the values of e by those of the zip64 record, which a locator right
// before the end record points to; the record stands before the locator if the
// pointer is short of a prefix.
func (z *zipFile) readEnd64(e *end, off int64) (size int64, ok bool) {
	loc := z.bytes(off-locatorSize, locatorSize)
	if len(loc) < locatorSize || string(loc[:4]) != sigLocator {
		return 0, false
	}
	pointed := le.Uint64(loc[8:])
	for _, at := range []int64{int64(min(pointed, math.MaxInt64)), off - locatorSize - end64Size} {
		b := z.bytes(at, end64Size)
		if len(b) < end64Size || string(b[:4]) != sigEnd64 {
			continue
		}
		size, stated := le.Uint64(b[40:]), le.Uint64(b[48:])
		if size > uint64(z.size) || stated > math.MaxInt64 {
			continue
		}
		e.at, e.count, e.stated, e.wide = at, le.Uint64(b[32:]), int64(stated), true
		e.disks = le.Uint32(b[16:]) != 0 || le.Uint32(b[20:]) != 0
		return int64(size), true
	}
	return 0, false
}

// leads reports whether one of the first records of the directory points to a file.
func (z *zipFile) leads(e *end) bool {
	const some = 8
	b := z.bytes(e.dir, 16*timeline.KiB)
	for range some {
		h, n, ok := parseCentral(b)
		if !ok {
			return false
		}
		for _, at := range []int64{h.stated + e.base(), h.stated} {
			if _, _, ok := z.local(at); ok {
				return true
			}
		}
		b = b[n:]
	}
	return false
}

// local reads the header in front of a file, and how long it is.
func (z *zipFile) local(at int64) (header, int64, bool) {
	b := z.bytes(at, localSize+256)
	if len(b) >= localSize {
		if n := localSize + int(le.Uint16(b[26:])) + int(le.Uint16(b[28:])); n > len(b) {
			b = z.bytes(at, n)
		}
	}
	h, n, ok := parseLocal(b)
	return h, int64(n), ok
}

// directory reads the records of the directory. It is whole when they lead up to the
// end record, or are as many as that states, in a counter that may have run over.
func (z *zipFile) directory(e end) (headers []header, whole bool, err error) {
	w := &window{z: z}
	at, base := e.dir, e.base()
	headers = make([]header, 0, min(e.count, uint64(max(e.limit-e.dir, 0)/centralSize), uint64(z.opt.Limits.Entries)+1))
	for at < e.limit && len(headers) <= z.opt.Limits.Entries {
		h, n, ok := parseCentral(w.at(at, centralSize+3*math.MaxUint16))
		if !ok {
			break
		}
		if len(headers)%often == 0 {
			if err := z.opt.Pause(at-e.dir, e.limit-e.dir, visible(decodeName(h.name))); err != nil {
				return nil, false, err
			}
		}
		h.at += base
		headers = append(headers, h)
		at += int64(n)
	}
	n := uint64(len(headers))
	switch {
	case len(headers) > z.opt.Limits.Entries:
		return headers, true, nil
	case n == 0:
		return nil, e.empty(), nil
	case !e.checked:
		return headers, false, nil
	}
	return headers, at == e.limit || n == e.count || !e.wide && n&math.MaxUint16 == e.count, nil
}
