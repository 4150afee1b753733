package artifact

// What a first screen does not wait for: which files are read later, in which order, and what
// is known of their sessions until then.

import (
	"bytes"
	"io"
	"slices"
	"sort"

	"flightlog/parse/decode/jsonl"
	"flightlog/parse/timeline"
)

// Waiting reports that there are files which Read left for later.
func (res *Result) Waiting() bool { return res.rest != nil }

// First makes the files of that session the next to be read, where Read left them for later.
func (res *Result) First(s *timeline.Session) {
	if res.rest != nil {
		res.rest.wanted = s
	}
}

// Rest reads the files that Read left for later: the logs and what else belongs to one
// session, then the others. A session that is known keeps its place in memory; until its
// files are read it carries the mark Unread. What the others say is in the timeline all at
// once when Rest returns; while pause is called, Settle brings it up to the files that were
// read. The error is that of pause; after one, Rest cannot go on.
func (res *Result) Rest(pause Pause) error {
	rd := res.rest
	if rd == nil {
		return nil
	}
	defer rd.ahead.close()
	if rd.pause = pause; rd.done >= rd.total {
		rd.expect(func(f *file) bool { return f.source.State == timeline.Waiting })
	}
	for named := false; len(rd.queue) > 0; {
		if !named && rd.wanted == nil {
			var err error
			if named, err = rd.name(); err != nil {
				return err
			}
			continue
		}
		if err := rd.due(rd.next()); err != nil {
			return err
		}
		if w := rd.wanted; w != nil && rd.homes[w.Home].waiting[w.Dir] == 0 {
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

// due reads a file that waited.
func (rd *Reading) due(f *file) error {
	err := rd.one(f.artifact, f)
	f.home.waiting[f.dir()]--
	return err
}

// name looks for the name and the time of every session in the queue: it reads the
// workspaces, and the first line of the logs that have none. Then it orders the queue. It
// leaves off, and says so, when somebody waits for a session.
func (rd *Reading) name() (all bool, err error) {
	for _, f := range rd.queue {
		if rd.wanted != nil {
			break
		}
		if f.artifact == &workspace {
			err = rd.due(f)
		} else if isLog(f) {
			if err = rd.pause(rd.done, rd.total, f.Path); err == nil {
				rd.peek(f)
			}
		}
		if err != nil {
			return false, err
		}
	}
	all = rd.wanted == nil
	left := rd.queue[:0]
	for _, f := range rd.queue {
		if f.source.State == timeline.Waiting {
			left = append(left, f)
		}
	}
	rd.queue = left
	rd.newestFirst()
	return all, nil
}

// next takes a file out of the queue: one of the session that is wanted, or the first.
func (rd *Reading) next() *file {
	i := 0
	if w := rd.wanted; w != nil {
		i = max(0, slices.IndexFunc(rd.queue, func(f *file) bool { return f.Home == w.Home && f.dir() == w.Dir }))
	}
	f := rd.queue[i]
	if i == 0 {
		rd.queue = rd.queue[1:] // as nearly always: the others stay where they are
	} else {
		rd.queue = slices.Delete(rd.queue, i, i+1)
	}
	return f
}

// dir is Session.Dir of the session that a file belongs to.
func (f *file) dir() string {
	id, _, _ := sessionDir(f.Rel)
	return f.Rel[:len("session-state/")+len(id)]
}

func isLog(f *file) bool { return f.artifact == &events || f.artifact == &legacyEvents }

// Settle makes the timeline's sessions from what Rest has read so far.
func (res *Result) Settle() {
	if res.rest != nil {
		res.rest.settle()
	}
}

// newestFirst orders the queue by when the sessions were last changed: so says the workspace,
// or else the archive, or else the first line. The files of one session stay as they are, and
// flat logs come last, as they do in every reading.
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
	type turn struct {
		f    *file
		when int64
		at   int
	}
	turns := make([]turn, len(rd.queue))
	for i, f := range rd.queue {
		turns[i] = turn{f, when(f), i}
	}
	sort.Slice(turns, func(i, j int) bool {
		a, b := turns[i], turns[j]
		if a.when == b.when {
			return a.at < b.at
		}
		return a.when != timeline.NoTime && (b.when == timeline.NoTime || a.when > b.when)
	})
	var logs []*file
	for i, t := range turns {
		rd.queue[i] = t.f
		if isLog(t.f) {
			logs = append(logs, t.f)
		}
	}
	rd.ahead.follow(logs)
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
// session can be listed, and has its place, before the log is read. A short log is as soon
// read itself.
func (rd *Reading) peek(f *file) {
	id, _, _ := sessionDir(f.Rel)
	d := f.home.sessions[id]
	if d == nil || d.workspace || d.peeked != nil || f.Bytes <= peekBytes && fileMS(f) != timeline.NoTime {
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
