// Package parse turns the bytes of an archive into a timeline that can be asked for the
// words of any record.
//
// The walk: the archive's directory gives entries; each entry is recognised by its path
// and read by its artifact; records become events with a position; events become
// sessions, turns and calls. An error means that there is nothing to show at all and is
// one plain sentence; all lesser damage is in Timeline.Problems.
package parse

import (
	"io"
	"io/fs"

	"flightlog/parse/archive"
	"flightlog/parse/artifact"
	"flightlog/parse/event"
	"flightlog/parse/timeline"
)

// Pause is called often while an archive is read, with the bytes done so far and in all,
// those of the list, then the unpacked ones of the files, and the file at hand. Its error
// ends the reading.
type Pause = artifact.Pause

// File is one of several files that were handed over together.
type File = archive.File

// RowOptions choose which rows Opened.Rows gives.
type RowOptions = artifact.RowOptions

// Options say what a reading may cost and how it is watched. The zero value reads with
// the default limits, unwatched.
type Options struct {
	Limits  timeline.Limits
	Without []string         // paths of files that are left out, as Source.Path spells them
	Inflate archive.Inflater // nil: the one compiled in
	Hash    bool             // SHA-256 of every file that is unpacked
	Early   int64            // bytes of logs that a first screen waits for: more of them, and the databases, are left to Opened.Rest. 0: all is read at once
	Pause   Pause            // nil: nobody watches
}

// Opened is an archive that was read. It implements timeline.Reader and is not safe for
// concurrent use.
type Opened struct {
	*timeline.Timeline
	result *artifact.Result
	record *event.Record    // for one event
	parts  [4]*event.Record // for the records of one call
}

var _ timeline.Reader = (*Opened)(nil)

// Open reads the archive of that size in r, or one log or database alone. The error is
// an *archive.Error whose text is one sentence for the person, or that of Options.Pause.
func Open(r io.ReaderAt, size int64, name string, o Options) (*Opened, error) {
	arc, err := archive.Open(r, size, name, o.archive())
	return read(arc, err, o)
}

// OpenFolder reads a folder under its own name, as Open does an archive.
func OpenFolder(fsys fs.FS, name string, o Options) (*Opened, error) {
	arc, err := archive.OpenFolder(fsys, name, o.archive())
	return read(arc, err, o)
}

// OpenFiles reads files that were handed over together, as Open does an archive.
func OpenFiles(files []File, name string, o Options) (*Opened, error) {
	arc, err := archive.OpenFiles(files, name, o.archive())
	return read(arc, err, o)
}

func (o Options) archive() archive.Options {
	return archive.Options{Limits: o.Limits, Without: o.Without, Inflate: o.Inflate, Pause: o.Pause}
}

// read reads what was listed.
func read(arc *archive.Archive, err error, o Options) (*Opened, error) {
	if err != nil {
		return nil, err
	}
	if o.Limits == (timeline.Limits{}) {
		o.Limits = timeline.DefaultLimits()
	}
	if o.Pause == nil {
		o.Pause = func(int64, int64, string) error { return nil }
	}
	res, err := artifact.Read(arc, o.Limits, o.Hash, o.Early, o.Pause)
	if err != nil {
		return nil, err
	}
	opened := &Opened{Timeline: res.Timeline, result: res, record: event.NewRecord(o.Limits.Depth)}
	for i := range opened.parts {
		opened.parts[i] = event.NewRecord(o.Limits.Depth)
	}
	return opened, nil
}

// Waiting reports that Options.Early left something to Rest.
func (o *Opened) Waiting() bool { return o.result.Waiting() }

// Rest reads what Options.Early left: the logs, the newest session first, then the
// databases. Once it returns the timeline is the one that a reading at once gives; sessions
// that were there are the same in memory. The error is that of pause, and then the rest
// stays unread.
func (o *Opened) Rest(pause Pause) error { return o.result.Rest(pause) }

// First makes the log of that session the next that Rest reads.
func (o *Opened) First(s *timeline.Session) { o.result.First(s) }

// Settle brings the timeline up to what Rest has read so far.
func (o *Opened) Settle() { o.result.Settle() }
