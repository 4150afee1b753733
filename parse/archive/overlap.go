package archive

import (
	"cmp"
	"slices"
)

// overlaps marks the files of a directory whose bytes begin inside another one's. A small
// zip can claim any amount of content that way, each file within the ratio; what stands
// first is read. A file that is listed twice at one place is not meant.
func (z *zipFile) overlaps(headers []header) {
	order, sorted := make([]*header, len(headers)), true
	for i := range headers {
		order[i] = &headers[i]
		sorted = sorted && (i == 0 || headers[i-1].at <= headers[i].at)
	}
	if !sorted { // as nearly every directory is
		slices.SortStableFunc(order, func(a, b *header) int { return cmp.Compare(a.at, b.at) })
	}
	var last *header // the one that reaches furthest
	end := int64(0)
	for _, h := range order {
		if last != nil && h.at < end && (h.at != last.at || h.name != last.name) {
			h.shared = true
		}
		if to := h.at + localSize + int64(len(h.name)) + max(h.packed, 0); to > end {
			last, end = h, to
		}
	}
}
