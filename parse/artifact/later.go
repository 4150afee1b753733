package artifact

// What a first screen does not wait for: which logs are read later, in which order, and what
// is known of their sessions until then.

import (
	"bytes"
	"cmp"
	"io"
	"slices"

	"flightlog/parse/decode/jsonl"
	"flightlog/parse/timeline"
)

// Waiting reports that there are files which Read left for later.
func (res *Result) Waiting() bool { return res.rest != nil }

// First makes the log of that session the next to be read, where Read left it for later.
func (res *Result) First(s *timeline.Session) {
	if res.rest != nil {
		res.rest.wanted = s
	}
}

// Rest reads the files that Read left for later: the logs, then the others. A session that
// is known keeps its place in memory; until its log is read it carries the mark Unread. What
// the others say is in the timeline all at once when Rest returns; while pause is called,
// Settle brings it up to the logs that were read. The error is that of pause; after one,
// Rest cannot go on.
func (res *Result) Rest(pause Pause) error {
	rd := res.rest
	if rd == nil {
		return nil
	}
	defer rd.ahead.close()
	if rd.pause = pause; rd.done >= rd.total {
		rd.expect(func(f *file) bool { return f.source.State == timeline.Waiting })
	}
	for _, f := range rd.queue {
		if rd.wanted != nil {
			break // somebody waits for a log
		}
		if err := rd.pause(rd.done, rd.total, f.Path); err != nil {
			return err
		}
		rd.peek(f)
	}
	rd.newestFirst()
	for len(rd.queue) > 0 {
		f := rd.next()
		if err := rd.one(f.artifact, f); err != nil {
			return err
		}
		f.home.waiting[f.Rel]--
		if w := rd.wanted; w != nil && isLogOf(f, w) {
			rd.wanted = nil
			rd.settle()
		}
	}
	if err := rd.read(true); err != nil {
		return err
	}
	res.rest = nil
	return nil
}

// next takes a log out of the queue: the one that is wanted, or the first.
func (rd *Reading) next() *file {
	i := max(0, slices.IndexFunc(rd.queue, func(f *file) bool {
		return rd.wanted != nil && isLogOf(f, rd.wanted)
	}))
	f := rd.queue[i]
	rd.queue = slices.Delete(rd.queue, i, i+1)
	return f
}

func isLogOf(f *file, s *timeline.Session) bool { return f.Home == s.Home && f.Rel == logOf(s) }

// Settle makes the timeline's sessions from what Rest has read so far.
func (res *Result) Settle() {
	if res.rest != nil {
		res.rest.settle()
	}
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
