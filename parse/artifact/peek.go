package artifact

import (
	"bytes"
	"cmp"
	"io"
	"slices"

	"flightlog/parse/decode/jsonl"
	"flightlog/parse/timeline"
)

// peekBytes is how much of a log is looked at before it is read: more than a first line has
// in the archives that are known.
const peekBytes = 32 * timeline.KiB

// peeked is what the first line of a log says of its session.
type peeked struct {
	project, repository, branch string
	started                     int64
}

// peek looks at the first line of a log whose session no workspace describes, so that the
// session can be listed, and has its place, before the log is read.
func (rd *Reading) peek(f *file) {
	id, _, _ := sessionDir(f.Rel)
	d := f.home.sessions[id]
	if d == nil || d.workspace || d.peeked != nil {
		return
	}
	d.peeked = &peeked{started: timeline.NoTime}
	body, err := f.OpenUpTo(peekBytes)
	if err != nil {
		return // the reading of the log says why
	}
	defer body.Close()
	head, _ := io.ReadAll(body) // at its limit it ends with an error
	line, _, whole := bytes.Cut(head, []byte{'\n'})
	var e timeline.Event
	var links timeline.Links
	if !whole || rd.record.Decode(jsonl.Trim(line), &e, &links) != nil {
		return
	}
	*d.peeked = peeked{string(links.Project), string(links.Repository), string(links.Branch), e.Time}
}

// newestFirst orders the logs of the queue by when their sessions were last changed: so says
// the workspace, or else the archive, or else the first line. The logs of one session stay as
// they are, and flat logs come last, as they do in every reading.
func (rd *Reading) newestFirst() {
	changed := map[*draft]int64{}
	when := func(f *file) int64 {
		id, _, _ := sessionDir(f.Rel)
		d := f.home.sessions[id]
		if f.artifact == &legacyEvents || d == nil {
			return timeline.NoTime
		}
		if _, known := changed[d]; !known {
			changed[d] = d.updated
			if d.updated == timeline.NoTime {
				changed[d] = fileMS(f)
			}
			if changed[d] == timeline.NoTime && d.peeked != nil {
				changed[d] = d.peeked.started
			}
		}
		return changed[d]
	}
	slices.SortStableFunc(rd.queue, func(a, b *file) int {
		if x, y := when(a), when(b); x != timeline.NoTime && y != timeline.NoTime {
			return cmp.Compare(y, x)
		}
		return compareTimes(when(a), when(b))
	})
}
