package archive

import (
	"bytes"
	"math"
	"sort"

	"flightlog/parse/timeline"
)

// Bytes around a mark that tell what it is: a descriptor without a signature stands
// before it, the fixed part of a header or a descriptor behind its signature.
const (
	before = 20
	behind = localSize - 4
)

// mark is a place where one of the format's signatures stands.
type mark struct {
	off    int64
	sig    uint16 // the two bytes behind "PK", 0 for the end of the file
	before [before]byte
	behind [behind]byte // zeros where the file ends
}

// Signatures as in mark.sig.
const (
	markLocal      = 0x0403
	markCentral    = 0x0201
	markDescriptor = 0x0807
	markEnd        = 0x0605
	markEnd64      = 0x0606
)

// marks finds the signatures of the whole file in one pass, and its end. Packed bytes hold some by
// chance; who reads them decides.
func (z *zipFile) marks(w *window) []mark {
	var found []mark
	most := 4*z.opt.Limits.Entries + 64
	for pos := int64(0); pos+4 <= z.size; {
		from := max(pos-before, 0)
		b := w.at(from, block)
		stop := len(b) - 4 - behind
		if from+int64(len(b)) == z.size {
			stop = len(b) - 4
		}
		at := int(pos - from)
		if stop < at {
			break // the file could not be read on
		}
		for at <= stop {
			i := bytes.Index(b[at:stop+4], []byte("PK"))
			if i < 0 {
				break
			}
			if at += i; at <= stop {
				found = appendMark(found, b, at, from)
			}
			at++
		}
		if len(found) >= most {
			z.problems = append(z.problems, problemf(timeline.Limit, "The damaged zip was searched for files up to byte %s only: it holds more marks than a zip of %s has.", grouped(from), counted(z.opt.Limits.Entries, "file")))
			return found
		}
		pos = from + int64(stop) + 1
	}
	end := mark{off: z.size}
	copy(end.before[:], w.at(z.size-before, before))
	return append(found, end)
}

// appendMark adds the mark at b[at:], if it is one; b stands at from in the file.
func appendMark(found []mark, b []byte, at int, from int64) []mark {
	m := mark{off: from + int64(at), sig: le.Uint16(b[at+2:])}
	switch m.sig {
	case markLocal, markCentral, markDescriptor, markEnd, markEnd64:
	default:
		return found
	}
	if at >= before {
		copy(m.before[:], b[at-before:])
	}
	copy(m.behind[:], b[at+4:])
	return append(found, m)
}

// begins reports whether a file can begin at the mark.
func (m *mark) begins() bool {
	name := le.Uint16(m.behind[22:])
	return m.sig == markLocal && name > 0 && name <= maxName && knownMethod(le.Uint16(m.behind[4:]))
}

// salvage lists the files of a zip without using its end: by the header in front of
// each, completed by what is left of the directory.
func (z *zipFile) salvage() []header {
	w := &window{z: z}
	marks := z.marks(w)
	var found, central []header
	for i := 0; i < len(marks); i++ {
		switch m := &marks[i]; m.sig {
		case markLocal:
			h, n, ok := parseLocal(w.at(m.off, localSize+2*math.MaxUint16))
			if !ok || !h.plausible() {
				continue
			}
			h.at, h.stated = m.off, m.off
			inside := z.extent(&h, m.off+int64(n), marks[i+1:])
			found = append(found, h)
			i += inside
		case markCentral:
			if h, _, ok := parseCentral(w.at(m.off, centralSize+3*math.MaxUint16)); ok && h.plausible() {
				central = append(central, h)
			}
		}
	}
	return complete(found, central)
}

// extent settles how many packed bytes a file has that begin at data, and returns the
// number of marks that lie inside them.
func (z *zipFile) extent(h *header, data int64, marks []mark) (inside int) {
	if h.flags&flagDescriptor != 0 && h.packed == 0 {
		return z.describe(h, data, marks)
	}
	if end := data + h.packed; h.packed <= z.size-data {
		i := sort.Search(len(marks), func(i int) bool { return marks[i].off >= end })
		if i < len(marks) && marks[i].off == end {
			return i
		}
		return 0 // the size may be wrong, so what follows is looked at mark by mark
	}
	h.packed, h.cut = z.size-data, true
	for i := range marks {
		if marks[i].begins() && marks[i].off >= data {
			h.packed, h.cut = marks[i].off-data, false
			break
		}
	}
	return 0
}

// describe finds the descriptor behind a file whose header states no size: it repeats
// the distance to itself, with or without a signature, in 32 or 64 bits.
func (z *zipFile) describe(h *header, data int64, marks []mark) (inside int) {
	const most = 256 // marks by chance, or of a zip inside the file, before giving up
	for i := range marks[:min(most, len(marks))] {
		m := &marks[i]
		length := m.off - data
		switch {
		case m.sig == markDescriptor && h.described(m.behind[:before], length),
			m.sig != markDescriptor && h.described(m.before[before-12:], length-12),
			m.sig != markDescriptor && h.described(m.before[:], length-20):
			return i
		}
	}
	h.unpacked, h.packed, h.cut = -1, max(z.size-data, 0), true
	for i := range marks {
		m := &marks[i]
		if m.off < data || m.sig == 0 || m.sig == markDescriptor || m.sig == markLocal && !m.begins() {
			continue
		}
		h.packed, h.cut = m.off-data, false
		break
	}
	return 0
}

// described takes the descriptor in b (behind its signature) if it states the packed size.
func (h *header) described(b []byte, packed int64) bool {
	switch {
	case packed < 0:
		return false
	case len(b) >= 12 && int64(le.Uint32(b[4:])) == packed:
		h.unpacked = int64(le.Uint32(b[8:]))
	case len(b) >= 20 && le.Uint64(b[4:]) == uint64(packed) && le.Uint64(b[12:]) <= math.MaxInt64:
		h.unpacked = int64(le.Uint64(b[12:]))
	default:
		return false
	}
	h.crc, h.hasCRC, h.packed = le.Uint32(b), true, packed
	return true
}

// complete adds to the files that were found what the rest of the directory knows of
// them (kind, sizes, times), and the files that only the directory knows.
func complete(found, central []header) []header {
	byOffset, byName := make(map[int64]int, len(found)), make(map[string]int, len(found))
	for i := range found {
		byOffset[found[i].at], byName[found[i].name] = i, i
	}
	base := shift(found, central)
	for _, c := range central {
		c.at += base
		i, ok := byOffset[c.at]
		if !ok || found[i].name != c.name {
			i, ok = byName[c.name]
		}
		if !ok {
			found = append(found, c)
			continue
		}
		f := &found[i]
		f.attr, f.host, f.modified, f.flags = c.attr, c.host, c.modified, c.flags
		f.crc, f.hasCRC, f.packed, f.unpacked = c.crc, true, c.packed, c.unpacked
	}
	return found
}

// shift is the distance between where the directory says that a file is and where it is.
func shift(found, central []header) int64 {
	const some = 16
	for _, c := range central[:min(some, len(central))] {
		for i := range found {
			if f := &found[i]; f.name == c.name && (!f.hasCRC || f.crc == c.crc) {
				return f.at - c.stated
			}
		}
	}
	return 0
}
