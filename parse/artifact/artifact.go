// Package artifact knows the files of ~/.copilot: which they are, in which order they
// are read, and what each tells about the sessions of its home.
//
// The entries of an archive go in; a timeline comes out, with a Source for every file
// (or skipped tree) and a Problem for all that could not be read. One artifact is one
// file of code here. A file that nobody takes is listed, never dropped.
package artifact

import (
	"errors"
	"fmt"
	"strings"

	"flightlog/parse/archive"
	"flightlog/parse/decode/rawjson"
	"flightlog/parse/event"
	"flightlog/parse/timeline"
)

// Artifact is a kind of file.
type Artifact struct {
	Name string // source kind; with a line it makes an event's link id: events-14
	File string // path inside the home, for the README's table of what is read
	What string // what is shown of it, for the same table
	// Match says by the path inside the home whether a file is of this kind.
	Match func(rel string) bool
	// Keys are the keys of a JSON file that this program reads, and the kind of each value
	// by its first character. A file without any may hold whatever it likes.
	Keys map[string]byte
	// Read reads one. It is nil where files of this kind are only listed.
	Read func(rd *Reading, f *file) error
	// Show gives what a person sees who opens the file itself. It is nil where there is
	// nothing to see, or where it is seen as a session.
	Show func(t *timeline.Timeline, f *file) []timeline.Block
	// Rows gives its rows of the row contract from what Read left. It is nil where a kind
	// gives none, and for event logs, whose rows stream.
	Rows func(rw *rowWriter, f *file)
	// Secondary: the rows repeat what event logs hold, and are deduplicated.
	Secondary bool
	// Own: it belongs to one session, and is read behind the first screen where there are
	// very many.
	Own bool
	// Late: a first screen does without it. It adds to what the logs say and takes longer
	// than they do: SQLite in a browser.
	Late bool
}

// artifacts in the order in which they are read: what is small and names the sessions
// comes first, then the logs, then the late ones. The first match counts.
var artifacts = []*Artifact{
	&skipped, &secretStores, &workspace, &sidebar, &history, &permissions, &settings, &rewind,
	&rewindOther, &backups, &checkpoints, &plan, &objective, &agentFiles, &vscode, &historySession, &openSessions, &mcpConfig, &providers, &config,
	&processLog, &rotatedLog, &locks, &customisation, &logCopies, &events, &legacyEvents,
	&sessionStore, &storeLog, &sessionDB, &sessionDBLog,
}

// Table is the README's table of what is read, in Markdown. A test holds the two together.
func Table() string {
	var b strings.Builder
	b.WriteString("| in the archive | what is shown |\n|---|---|\n")
	for _, a := range []*Artifact{
		&events, &legacyEvents, &logCopies, &workspace, &checkpoints, &plan, &objective, &agentFiles, &sessionDB, &sessionDBLog, &rewind, &backups, &rewindOther, &vscode,
		&sessionStore, &storeLog, &history, &historySession, &permissions, &settings, &mcpConfig, &providers, &config, &secretStores, &openSessions, &sidebar,
		&processLog, &rotatedLog, &locks, &customisation, &skipped,
	} {
		b.WriteString("| `" + a.File + "` | " + a.What + " |\n")
	}
	b.WriteString("| every other file | listed with its size, never dropped |\n")
	return b.String()
}

// Result is a timeline with what its rows are made from.
type Result struct {
	*timeline.Timeline
	lim   timeline.Limits
	files [][]*file // by home, sorted by path
	rest  *Reading  // what is still to be read, nil for nothing
}

// Blocks shows a file itself: what a person sees who opens it, nil where there is nothing
// to see. src is an index into Timeline.Sources.
func (res *Result) Blocks(src int32) []timeline.Block {
	if src < 0 || int(src) >= len(res.Timeline.Sources) {
		return nil
	}
	for _, f := range res.files[res.Timeline.Sources[src].Home] {
		if f.src == src && f.artifact != nil && f.artifact.Show != nil {
			return f.artifact.Show(res.Timeline, f)
		}
	}
	return nil
}

// Pause is called often while an archive is read, with the unpacked bytes done so far
// and in all, and the file at hand. Its error ends the reading.
type Pause func(done, total int64, path string) error

// Reading is one archive on its way to a timeline.
type Reading struct {
	Timeline *timeline.Timeline
	arc      *archive.Archive
	files    [][]*file             // by home, sorted by path
	kinds    map[*Artifact][]*file // those that somebody reads
	lim      timeline.Limits
	hash     bool
	pause    Pause
	index    []int32 // of the source of each entry
	homes    []*home
	record   *event.Record
	ahead    *ahead
	late     bool              // the late ones are being read: nothing of what they say is told yet
	queue    []*file           // of sessions, that a first screen does not wait for, in the order in which they are read
	wanted   *timeline.Session // whose files come next
	done     int64             // unpacked bytes read
	total    int64
	held     int64 // bytes of all Source.Held
	told     map[told]bool
	dropped  int // problems beyond the limit, of which the last problem tells
}

// told is what was told of a file.
type told struct {
	source int32
	code   timeline.Code
}

// file is one entry at hand with its source.
type file struct {
	*archive.Entry
	src    int32
	source *timeline.Source // of Timeline.Sources[src]; the slice no longer grows
	home   *home

	artifact *Artifact
	doc      rawjson.Value // of a JSON file
	odd      bool          // it was said that the file is built otherwise than known
	signIns  []signIn      // of a process log
	named    []string      // session ids that a process log names
	records  []storeRecord // of the store
}

// Read reads the files of an archive; where early is not 0 it leaves the late ones to Rest,
// the logs if they cost more than early bytes, and the small files of the sessions if they do
// by themselves. Its error is that of pause, and nothing else: damage is in the timeline's
// problems. With hash the SHA-256 of every file that is unpacked goes into its source.
func Read(arc *archive.Archive, lim timeline.Limits, hash bool, early int64, pause Pause) (*Result, error) {
	rd := &Reading{
		Timeline: &timeline.Timeline{
			Archive: timeline.Archive{Name: arc.Name, Kind: arc.Kind, Bytes: arc.Bytes},
			Homes:   arc.Homes,
		},
		arc: arc, lim: lim, hash: hash, pause: pause, index: make([]int32, len(arc.Entries)), files: make([][]*file, len(arc.Homes)), kinds: map[*Artifact][]*file{}, told: map[told]bool{}, record: event.NewRecord(lim.Depth),
	}
	for i := range arc.Homes {
		rd.homes = append(rd.homes, newHome(i))
	}
	if err := rd.sort(); err != nil {
		return nil, err
	}
	logs, small := rd.own()
	res := &Result{Timeline: rd.Timeline, lim: lim, files: rd.files}
	for a, files := range rd.kinds {
		if !a.Late {
			continue
		}
		res.rest = rd
		for _, f := range files {
			f.source.State = timeline.Waiting
		}
	}
	later := early > 0
	if later && cost(small)+cost(logs) > early {
		if rd.queue = logs; cost(small) > early {
			rd.queue = append(small, logs...)
		}
		for _, f := range rd.queue {
			f.source.State = timeline.Waiting
			f.home.waiting[f.dir()]++
		}
		logs, res.rest = nil, rd
	}
	rd.ahead = newAhead(logs)
	defer rd.ahead.close()
	rd.expect(func(f *file) bool { return !later || f.source.State != timeline.Waiting })
	if err := rd.read(false); err != nil {
		return nil, err
	}
	if later {
		rd.ahead = newAhead(nil)
		rd.newestFirst()
		return res, nil
	}
	return res, res.Rest(pause)
}

// own are the files that belong to one session each, in reading order: the logs, and the
// small ones that are read before them.
func (rd *Reading) own() (logs, small []*file) {
	for _, a := range artifacts {
		if !a.Own {
			continue
		}
		if a == &events || a == &legacyEvents {
			logs = append(logs, rd.kinds[a]...)
		} else {
			small = append(small, rd.kinds[a]...)
		}
	}
	return logs, small
}

// openCost is how many bytes of a long log are read in the time that a file takes by itself.
const openCost = 16 * timeline.KiB

// cost is what reading files costs, in bytes of a long log.
func cost(files []*file) int64 {
	sum := int64(len(files)) * openCost
	for _, f := range files {
		sum += f.source.Bytes
	}
	return sum
}

// expect sums the bytes of the files that are going to be read.
func (rd *Reading) expect(chosen func(*file) bool) {
	rd.done, rd.total = 0, 0
	for _, files := range rd.kinds {
		for _, f := range files {
			if chosen(f) {
				rd.total += f.source.Bytes
			}
		}
	}
}

// read reads the files of the artifacts that are late, or of those that are not, in the
// artifacts' order, and makes the timeline's sessions from all that was read so far.
func (rd *Reading) read(late bool) error {
	rd.late = late
	for _, a := range artifacts {
		if a.Late != late {
			continue
		}
		for _, f := range rd.kinds[a] {
			if !late && f.source.State == timeline.Waiting {
				continue
			}
			if err := rd.one(a, f); err != nil {
				return err
			}
		}
	}
	rd.late = false
	rd.settle()
	return nil
}

// settle makes the timeline's sessions from what was read so far.
func (rd *Reading) settle() {
	var sessions []*timeline.Session
	for _, h := range rd.homes {
		sessions = append(sessions, h.finish(rd)...)
	}
	timeline.SortSessions(sessions)
	rd.Timeline.Sessions = sessions
	if rd.dropped > 0 {
		rd.Timeline.Problems = append(rd.Timeline.Problems[:rd.lim.Problems], timeline.Problem{Code: timeline.Limit, Source: timeline.None,
			Message: fmt.Sprintf("%d more problems are not listed.", rd.dropped)})
	}
}

// often is how many files are gone through between two pauses.
const often = 256

// sort finds the artifact of every entry, makes the sources, and makes a session known for
// every folder under session-state, be it empty.
func (rd *Reading) sort() error {
	for _, d := range rd.arc.Folders {
		rd.homes[d.Home].folder(d.Rel)
	}
	trees := map[string]int32{}
	sources, err := rd.sources()
	if err != nil {
		return err
	}
	rd.Timeline.Sources = make([]timeline.Source, 0, sources)
	for i, e := range rd.arc.Entries {
		if err := rd.listed(i, e); err != nil {
			return err
		}
		rd.homes[e.Home].folder(e.Rel)
		a := recognise(e.Rel)
		if a == &skipped {
			rd.index[i] = rd.skip(e, trees)
			continue
		}
		src := int32(len(rd.Timeline.Sources))
		rd.index[i] = src
		s := timeline.Source{Path: e.Path, Kind: "other", Home: e.Home, Files: 1, Bytes: max(e.Bytes, 0)}
		f := &file{Entry: e, src: src, home: rd.homes[e.Home], artifact: a}
		rd.files[e.Home] = append(rd.files[e.Home], f)
		if a != nil {
			s.Kind = a.Name
			if a.Read != nil {
				rd.kinds[a] = append(rd.kinds[a], f)
			}
		}
		rd.Timeline.Sources = append(rd.Timeline.Sources, s)
	}
	for _, p := range rd.arc.Problems {
		q := p.Problem
		if src := rd.sourceOf(p.Entry); src != timeline.None {
			q.Source = src
		}
		rd.problem(q)
	}
	rd.around("outside", "(files outside .copilot)", rd.arc.Outside)
	rd.around("junk", "(files of the operating system)", rd.arc.Junk)
	for _, files := range rd.files { // the slice of sources has grown for the last time
		for _, f := range files {
			f.source = &rd.Timeline.Sources[f.src]
		}
	}
	return nil
}

// sourceOf is the source of an entry, None for what is none of the archive's entries.
func (rd *Reading) sourceOf(e *archive.Entry) int32 {
	if e == nil || int(e.Index) >= len(rd.index) || rd.arc.Entries[e.Index] != e {
		return timeline.None
	}
	return rd.index[e.Index]
}

// sources is how many sources there will be, or a few less.
func (rd *Reading) sources() (n int, err error) {
	for i, e := range rd.arc.Entries {
		if err := rd.listed(i, e); err != nil {
			return 0, err
		}
		if skippedTree(e.Rel) == "" {
			n++
		}
	}
	return n + 8, nil // what is skipped, outside and junk
}

// listed pauses now and then while all entries are gone through.
func (rd *Reading) listed(i int, e *archive.Entry) error {
	if i%often != 0 {
		return nil
	}
	return rd.pause(rd.arc.Bytes, rd.arc.Bytes, e.Path)
}

// around counts the files that belong to no home into one source.
func (rd *Reading) around(kind, path string, files int) {
	if files > 0 {
		rd.Timeline.Sources = append(rd.Timeline.Sources, timeline.Source{Path: path, Kind: kind, State: timeline.Skipped, Files: files,
			Notes: []string{"They are counted and never unpacked; their bytes are not summed."}})
	}
}

func recognise(rel string) *Artifact {
	for _, a := range artifacts {
		if a.Match(rel) {
			return a
		}
	}
	return nil
}

// one reads one file. What goes wrong inside stays inside: a panic of a decoder becomes
// a problem of this file, and the walk goes on.
func (rd *Reading) one(a *Artifact, f *file) (stop error) {
	if a.Read == nil {
		return nil
	}
	before := rd.done
	defer func() {
		rd.done = before + f.source.Bytes
		if p := recover(); p != nil {
			f.source.State = timeline.Partly
			rd.problem(timeline.Problem{Code: timeline.Internal, Source: f.src,
				Message: fmt.Sprintf("The program failed while reading this file (%v); please report it.", p)})
		}
	}()
	if err := rd.pause(rd.done, rd.total, f.Path); err != nil {
		return err
	}
	if f.source.Bytes > rd.lim.TotalBytes-rd.held {
		f.source.State, f.source.Lost = timeline.Unreadable, f.source.Bytes
		rd.problem(timeline.Problem{Code: timeline.Limit, Source: f.src, Length: f.source.Bytes,
			Message: fmt.Sprintf("With this file's %d bytes more than %d would be held, so it was not read.", f.source.Bytes, rd.lim.TotalBytes)})
		return nil
	}
	f.source.State = timeline.Read
	err := a.Read(rd, f)
	rd.held += int64(len(f.source.Held))
	if s, ok := err.(stopped); ok {
		return s.error
	}
	if err != nil {
		rd.damaged(f, err)
	}
	return nil
}

// stopped is the error of pause on its way out through a decoder.
type stopped struct{ error }

// damaged notes an error that ended the reading of a file.
func (rd *Reading) damaged(f *file, err error) {
	f.source.State = timeline.Partly
	if len(f.source.Held) == 0 && f.source.Records == 0 {
		f.source.State = timeline.Unreadable
		f.source.Lost = f.source.Bytes
	}
	p := timeline.Problem{Code: timeline.ZipBadData, Message: err.Error()}
	var ae *archive.Error
	if errors.As(err, &ae) {
		p = ae.Problem()
		if ae.Code == timeline.ZipBadCRC {
			f.source.State = timeline.Read
		}
	}
	p.Source = f.src
	if rd.told[told{f.src, p.Code}] {
		return // the archive has said so already
	}
	rd.problem(p)
}

func (rd *Reading) problem(p timeline.Problem) {
	if rd.full() {
		rd.dropped++
		return
	}
	rd.told[told{p.Source, p.Code}] = true
	rd.Timeline.Problems = append(rd.Timeline.Problems, p)
}

// full reports that further problems are only counted.
func (rd *Reading) full() bool { return len(rd.Timeline.Problems) >= rd.lim.Problems }

// progress reports n bytes of the file at hand.
func (rd *Reading) progress(f *file, n int64) error {
	if err := rd.pause(rd.done+n, rd.total, f.Path); err != nil {
		return stopped{err}
	}
	return nil
}
