package parse

import (
	"flightlog/parse/artifact"
	"flightlog/parse/decode/jsonl"
	"flightlog/parse/timeline"
)

// Snapshot is what a session's rewind index keeps of one prompt.
type Snapshot = artifact.Snapshot

// SnapshotImage is what a file of a snapshot held before or after.
type SnapshotImage = artifact.SnapshotImage

// SnapshotFile is one file of a snapshot.
type SnapshotFile = artifact.SnapshotFile

// HasHash reports that the SHA-256 of data is hash, in hex.
func HasHash(data []byte, hash string) bool { return artifact.HasHash(data, hash) }

// Replay makes changes to a text until its SHA-256 is hash; see artifact.Replay.
func Replay(before string, steps []timeline.Change, hash string) (after string, changes int, ok bool) {
	return artifact.Replay(before, steps, hash)
}

// Between gives the change from one whole text of a file to another, its lines numbered.
func Between(path, before, after string) timeline.Change {
	return artifact.Between(path, before, after)
}

// Snapshots gives the snapshots of a rewind index. src is an index into Sources.
func (o *Opened) Snapshots(src int32) []Snapshot { return artifact.Snapshots(o.Sources[src].Held) }

// Command gives the command line that a call of a shell was asked to run, exactly; ok is
// false where no record of the call holds one.
func (o *Opened) Command(s *timeline.Session, c *timeline.Call) (command string, ok bool) {
	brief := *c
	brief.Result, brief.Answered = timeline.None, timeline.None // never in its result
	p := o.call(s, &brief)
	return p.Command()
}

// FilesModified lists the files that a session.shutdown counts as changed; told is false
// for a record that says nothing of files.
func (o *Opened) FilesModified(e *timeline.Event) (paths []string, told bool) {
	if !o.open(o.record, e) {
		return nil, false
	}
	return o.record.FilesModified()
}

// LineStarts gives the byte offset at which each line of a log begins: line n at n-1. src
// is an index into Sources.
func (o *Opened) LineStarts(src int32) []int64 { return jsonl.Starts(o.Sources[src].Held) }

// LineText gives the beginning of a stretch of a log as text, of most bytes of it.
func (o *Opened) LineText(src int32, from, to int64, most int64) string {
	held := o.Sources[src].Held
	return string(jsonl.Plain(held, held[from:min(to, from+most)]))
}
