package artifact

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strings"

	"flightlog/parse/timeline"
)

// backups are session-state/<id>/rewind-file-snapshots/backups/<sha256>: the content of
// users' files before the agent changed them, named after its hash (FINDINGS.md), and
// what a rewind that was under way left in rollback/.
var backups = Artifact{
	Name: "backup",
	File: "session-state/<id>/rewind-file-snapshots/backups/<sha256>",
	What: "files as they were before a change; a name that is not the content's SHA-256 is told",
	Match: inSession(func(rest string) bool {
		return inFolder(rest, "rewind-file-snapshots/backups") || inFolder(rest, "rewind-file-snapshots/rollback")
	}),
	Own:  true,
	Read: readBackup,
	Show: showText,
}

// rewindOther are the other files of rewinding: tracking.json, and the older layout
// rewind-snapshots/ with an index and backups of its own.
var rewindOther = Artifact{
	Name: "rewind-state",
	File: "session-state/<id>/rewind-file-snapshots/tracking.json`, `rewind-snapshots/",
	What: "whether changes were tracked; snapshots in the older layout, to read as they stand",
	Match: inSession(func(rest string) bool {
		return rest == "rewind-file-snapshots/tracking.json" || inFolder(rest, "rewind-snapshots")
	}),
	Own: true,
	Read: func(rd *Reading, f *file) error {
		if strings.HasSuffix(f.Rel, ".json") {
			return readJSON(rd, f)
		}
		return readBackup(rd, f)
	},
	Show: func(t *timeline.Timeline, f *file) []timeline.Block {
		if f.doc != nil {
			return showJSON(t, f)
		}
		return showText(t, f)
	},
}

var sha256Name = regexp.MustCompile(`^[0-9a-f]{64}$`)

// readBackup holds the content and compares it with a name that is a hash. What a limit or
// damage cut short is not compared: it is told already.
func readBackup(rd *Reading, f *file) error {
	err := readText(rd, f)
	name := baseName(f.Rel)
	if err != nil || !sha256Name.MatchString(name) {
		return err
	}
	f.source.Records = 1 // an empty file is a content too
	sum := sha256.Sum256(f.source.Held)
	if got := hex.EncodeToString(sum[:]); got != name {
		rd.problem(timeline.Problem{Code: timeline.HashMismatch, Source: f.src, Length: int64(len(f.source.Held)),
			Message: "The content of this backup has the SHA-256 " + got + ", which is not its name: it was changed or cut.", Kept: "the content as it stands"})
	} else {
		f.note("Its name is the SHA-256 of its content.")
	}
	return nil
}
