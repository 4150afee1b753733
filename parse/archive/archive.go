// Package archive turns what a person hands over into the files of `.copilot` homes.
//
// In goes a zip, a tar, a tar.gz, a folder, loose files, one log or one database; out
// comes an Archive: its homes, and one Entry for each file inside them, sorted by path,
// each able to open itself. The same home gives the same entries in every shape. Nothing
// is unpacked until an entry is opened, but for a tar.gz, which can only be read from its
// start (see gzipTar). Names stay labels: they are cleaned and shown, never joined to a
// path of the machine, and no link is followed.
//
// Damage is survived where anything can be: a zip without its directory, or cut, is
// rebuilt from the headers in front of each file, a tar is read up to its cut and past a
// damaged header; an entry that cannot be read keeps its place in the list; whatever was
// odd, lost or left out is a Problem. Only where there is nothing to read at all does
// Open fail, with one sentence that says what the thing is and what to do.
package archive

import (
	"io"
	"slices"
	"sort"
	"strings"

	"flightlog/parse/timeline"
)

// Options steer one Open; the zero value is ready to use.
type Options struct {
	Limits  timeline.Limits // the zero value stands for timeline.DefaultLimits
	Without []string        // paths of entries that are listed and not opened
	Inflate Inflater        // nil: the one compiled in
	// Pause is called often while a list takes long to make, with the bytes of the archive,
	// or of its directory, done and in all, and the file at hand. Its error is Open's. nil: nobody watches.
	Pause func(done, total int64, name string) error
}

// often is how many files of a list are gone through between two pauses.
const often = 256

// filled gives the options with what stands for their zero values.
func (o Options) filled() Options {
	if o.Limits == (timeline.Limits{}) {
		o.Limits = timeline.DefaultLimits()
	}
	if o.Inflate == nil {
		o.Inflate = Inflate
	}
	if o.Pause == nil {
		o.Pause = func(int64, int64, string) error { return nil }
	}
	return o
}

// Archive is one opened archive: which files of which homes it holds.
type Archive struct {
	Name     string          // as it was handed over, made safe to show
	Kind     string          // "zip", "tar", "tar.gz", "folder", "files", "log" or "database"
	Bytes    int64           // of the archive itself; of a folder or loose files, their sum
	Homes    []timeline.Home // sorted by root
	Entries  []*Entry        // files inside homes, sorted by Path, then home; of two at one place one is here
	Folders  []Folder        // folders inside homes that the archive names itself, sorted likewise
	Outside  int             // files outside every home
	Junk     int             // files that an operating system added: __MACOSX/, ._*, .DS_Store and the like
	Problems []Problem       // about the archive first, then by name
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
// it. What it is its first bytes say. The error is an *Error, and only where nothing at
// all can be read, or that of Options.Pause.
func Open(r io.ReaderAt, size int64, name string, opt Options) (*Archive, error) {
	return openOne(File{Name: name, Size: size, R: r}, opt.filled())
}

// openOne opens a file that came alone.
func openOne(f File, opt Options) (*Archive, error) {
	if f.Size <= 0 {
		return nil, failf(timeline.NotArchive, "The file is empty (0 bytes): copy or download it again, or zip the folder again with: %s", zipCommand)
	}
	a := &Archive{Name: visible(f.Name), Bytes: f.Size}
	var members []member
	var problems []timeline.Problem
	var err error
	switch a.Kind = f.kind(); a.Kind {
	case kindTar:
		t := tarFile{blocks: &tarBlocks{r: f.R, size: f.Size, most: opt.Limits.EntryBytes}, opt: opt}
		members, err = t.members()
		problems = t.problems
	case kindTarGz:
		g := gzipTar{r: f.R, size: f.Size, opt: opt}
		members, err = g.members()
		problems = g.problems
	case kindLog, kindDatabase, kindFiles:
		return openLoose(a, []File{f}, opt)
	default:
		z := &zipFile{r: f.R, size: f.Size, opt: opt}
		members, err = z.members()
		problems = z.problems
	}
	if err != nil {
		return nil, err
	}
	b := builder{a: a, opt: opt, whole: problems}
	if err := b.build(members, nil); err != nil {
		return nil, err
	}
	return a, nil
}

// Sibling finds the entry whose path is e's with suffix behind it, in the same home:
// Sibling(db, "-wal"). It is nil when there is none.
func (a *Archive) Sibling(e *Entry, suffix string) *Entry {
	return a.at(e.Home, e.Path+suffix)
}

// at finds the entry of that home and path, nil for none.
func (a *Archive) at(home int, path string) *Entry {
	i, found := slices.BinarySearchFunc(a.Entries, Entry{Path: path, Home: home}, func(e *Entry, want Entry) int { return e.compare(&want) })
	if !found {
		return nil
	}
	return a.Entries[i]
}

// Next finds the first entry of e's home, in the order of paths, whose path begins with
// prefix. It is nil when there is none.
func (a *Archive) Next(e *Entry, prefix string) *Entry {
	at := sort.Search(len(a.Entries), func(i int) bool { return a.Entries[i].Path >= prefix })
	for ; at < len(a.Entries) && strings.HasPrefix(a.Entries[at].Path, prefix); at++ {
		if a.Entries[at].Home == e.Home {
			return a.Entries[at]
		}
	}
	return nil
}

// Find returns the entry with this Rel in a home's main folder, or nil.
func (a *Archive) Find(home int, rel string) *Entry {
	return a.at(home, dotCopilot+"/"+rel)
}
