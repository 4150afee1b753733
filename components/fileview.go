package components

import "flightlog/parse/timeline"

// FileFrame is what stands above the view of one file.
type FileFrame struct {
	Path     string
	Kind     string
	State    timeline.State
	Bytes    int64
	Sum      string // SHA-256 in hex, "" until somebody asks for it
	Notes    []string
	Problems []Link
	Back     string // to the file in the list of all files
	Secret   bool   // its secrets are masked until they are asked for
	Bare     bool   // they were
	Levels   []Chip // of a log
	Tables   []Tab  // of a database
}

// GridRow is a row of a table, each RawRowHeight high.
type GridRow struct {
	Index int
	Key   string
	Href  string
	Cells []string
}
