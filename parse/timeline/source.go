package timeline

// State says what became of a source.
type State uint8

const (
	Listed     State = iota // named and sized, not opened: nobody reads this file yet
	Read                    // read to its end
	Partly                  // read, and something in it was lost
	Skipped                 // left alone on purpose, by its path; never inflated
	Unreadable              // nothing of it could be read
	Waiting                 // it will be read: its turn has not come
)

func (s State) String() string {
	return [...]string{"listed", "read", "partly", "skipped", "unreadable", "waiting"}[s]
}

// Source is one file of the archive, or one skipped tree of files.
type Source struct {
	Path    string // from the .copilot component on, forward slashes (ROWS.md, key `source`)
	Kind    string // the recogniser's name, "other" where nobody took it
	State   State
	Home    int      // index into Timeline.Homes
	Files   int      // 1, or the number of files of a skipped tree
	Bytes   int64    // unpacked size as the archive states it, summed for a tree
	Records int      // lines, rows or documents that were understood
	SHA256  string   // of the unpacked bytes, in hex; "" when it was not asked for or nothing was unpacked
	Lost    int64    // bytes that belong to no record and are not blank
	Notes   []string // facts about the file as plain sentences: no damage, yet worth knowing

	// Held are the bytes that events point into: a log as it stands, or, for a
	// database, its rows as one JSON object each. Held once, copied nowhere. Of a file
	// that may keep secrets it is the masked text: the original is held nowhere.
	Held []byte
}
