// Package archive turns what a person hands over into the files of `.copilot` homes.
//
// In goes an io.ReaderAt over a zip; out comes an Archive: its homes, and one Entry
// for each file inside them, sorted by path, each able to open itself. Nothing is
// unpacked until an entry is opened, and names from the archive stay labels: they are
// cleaned and shown, never joined to a path of the machine.
//
// Damage is survived where anything can be: a zip without its directory, or cut, is
// rebuilt from the headers in front of each file; an entry that cannot be read keeps
// its place in the list; whatever was odd, lost or left out is a Problem. Only where
// there is nothing to read at all does Open fail, with one sentence that says what the
// thing is and what to do.
package archive

import (
	"io"
	"sort"

	"flightlog/parse/timeline"
)

// Options steer one Open; the zero value is ready to use.
type Options struct {
	Limits  timeline.Limits // the zero value stands for timeline.DefaultLimits
	Inflate Inflater        // nil: the one compiled in
}

// Archive is one opened archive: which files of which homes it holds.
type Archive struct {
	Name     string          // as it was handed over, made safe to show
	Kind     string          // "zip"
	Bytes    int64           // of the archive itself
	Homes    []timeline.Home // sorted by root
	Entries  []*Entry        // files inside homes, sorted by Path, then home, then place in the archive
	Folders  []Folder        // folders inside homes that the archive names itself, sorted likewise
	Outside  int             // files outside every home
	Junk     int             // files that an operating system added: __MACOSX/, ._*, .DS_Store and the like
	Problems []Problem       // about the archive first, then by name

	byPath map[place]*Entry
}

// Folder is a folder that the archive lists: an empty one is known by nothing else.
type Folder struct {
	Path string // as Entry.Path
	Rel  string // as Entry.Rel, "" for the home itself
	Home int    // index into Archive.Homes
}

// Problem is a problem of the archive or of one of its entries. Its Source is always
// timeline.None: who turns entries into sources knows the index.
type Problem struct {
	Entry *Entry // nil for the archive itself, and for a file that is not in Entries
	timeline.Problem
}

// place is where an entry stands; two entries at one place are duplicates.
type place struct {
	home int
	path string
}

// Open reads the list of files of the size bytes in r; name is what the person calls
// it. The error is an *Error, and only where nothing at all can be read.
func Open(r io.ReaderAt, size int64, name string, opt Options) (*Archive, error) {
	if opt.Limits == (timeline.Limits{}) {
		opt.Limits = timeline.DefaultLimits()
	}
	if opt.Inflate == nil {
		opt.Inflate = Inflate
	}
	if size <= 0 {
		return nil, failf(timeline.NotArchive, "The file is empty (0 bytes): copy or download it again, or zip the folder again with: %s", zipCommand)
	}
	z := &zipFile{r: r, size: size, opt: opt}
	members, err := z.members()
	if err != nil {
		return nil, err
	}
	a := &Archive{Name: visible(name), Kind: "zip", Bytes: size}
	b := builder{a: a, lim: opt.Limits, whole: z.problems}
	if err := b.build(members); err != nil {
		return nil, err
	}
	return a, nil
}

// Sibling finds the entry whose path is e's with suffix behind it, in the same home:
// Sibling(db, "-wal"). It is nil when there is none.
func (a *Archive) Sibling(e *Entry, suffix string) *Entry {
	return a.byPath[place{e.Home, e.Path + suffix}]
}

// Find returns the entry with this Rel in a home's main folder, or nil.
func (a *Archive) Find(home int, rel string) *Entry {
	return a.byPath[place{home, dotCopilot + "/" + rel}]
}

// order makes the lists the same however the archive was packed.
func (a *Archive) order() {
	sort.Slice(a.Entries, func(i, j int) bool {
		x, y := a.Entries[i], a.Entries[j]
		if x.Path != y.Path {
			return x.Path < y.Path
		}
		if x.Home != y.Home {
			return x.Home < y.Home
		}
		return x.at < y.at
	})
	sort.Slice(a.Folders, func(i, j int) bool {
		x, y := a.Folders[i], a.Folders[j]
		if x.Path != y.Path {
			return x.Path < y.Path
		}
		return x.Home < y.Home
	})
}
