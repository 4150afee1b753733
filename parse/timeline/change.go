package timeline

// ChangeKind is what was done to a file.
type ChangeKind uint8

const (
	Edited ChangeKind = iota
	Created
	Deleted
	Moved // with or without an edit
)

func (k ChangeKind) String() string { return [...]string{"edited", "created", "deleted", "moved"}[k] }

// Change is what a diff or a patch says of one file.
type Change struct {
	Kind    ChangeKind
	Path    string // as the patch names it
	From    string // the path before, of a move
	Note    string // a change of mode, a binary file; "" for nothing
	Hunks   []Hunk
	Added   int
	Removed int
	Text    string // the part of the patch that says so, as it stands
}

// Hunk is a run of lines of a change.
type Hunk struct {
	Head  string // what the patch writes of its place, "" for nothing
	Lines []DiffLine
}

// DiffLine is one line of a hunk.
type DiffLine struct {
	Kind  byte     // ' ', '+' or '-'
	Old   int      // its number before, 0 where it is not known or there is none
	New   int      // its number after, likewise
	Text  string   // without the sign and the line end
	Marks [][2]int // the byte ranges that differ from the line it replaces
}
