package artifact

import (
	"flightlog/parse/decode/jsonc"
	"flightlog/parse/decode/rawjson"
)

// Snapshot is what rewind-file-snapshots/index.json keeps of one prompt: the files that
// /rewind would put back.
type Snapshot struct {
	Time   string // as it stands, "" when there is none
	Prompt string
	Files  []SnapshotFile
}

// SnapshotFile is one file of a snapshot. Counts are -1 where they are not recorded.
type SnapshotFile struct {
	Path           string
	Added, Removed int64
	Before, After  SnapshotImage
}

// SnapshotImage is what a file held at one end of a snapshot.
type SnapshotImage struct {
	Kind   string // content or absent, as the producer spells it; "" when it is not recorded
	Hash   string // SHA-256 of the content, "" when it is not recorded
	Backup string // name of the file in rewind-file-snapshots/backups that holds it, "" for none
}

// Snapshots reads an index of snapshots, in its order; one that is no JSON has none.
func Snapshots(index []byte) []Snapshot {
	doc, err := jsonc.Read(index)
	if err != nil {
		return nil
	}
	var out []Snapshot
	for s := range doc.Get("snapshots").Elements() {
		shot := Snapshot{Time: s.Get("timestamp").String(), Prompt: s.Get("userMessage").String()}
		for _, f := range s.Get("files").Members() {
			shot.Files = append(shot.Files, SnapshotFile{Path: f.Get("path").String(), Added: orUnknown(f.Get("linesAdded")), Removed: orUnknown(f.Get("linesRemoved")),
				Before: imageOf(f.Get("preimage")), After: imageOf(f.Get("postimage"))})
		}
		out = append(out, shot)
	}
	return out
}

func orUnknown(v rawjson.Value) int64 {
	if n, ok := v.Int(); ok && n >= 0 {
		return n
	}
	return -1
}

func imageOf(v rawjson.Value) SnapshotImage {
	return SnapshotImage{Kind: v.Get("kind").String(), Hash: v.Get("contentHash").String(), Backup: v.Get("backupFile").String()}
}
