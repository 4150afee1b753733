package archive

import (
	"io"
	"io/fs"

	"flightlog/parse/timeline"
)

// OpenFolder lists the files of a folder, whose own name stands before their paths: a
// folder named .copilot is a home. Links are listed and not followed, and a part that
// cannot be looked into is a problem. The error is that of Open.
func OpenFolder(fsys fs.FS, name string, opt Options) (*Archive, error) {
	opt = opt.filled()
	w := walker{fsys: fsys, name: name, opt: opt}
	if err := fs.WalkDir(fsys, ".", w.visit); err != nil {
		return nil, err
	}
	a := &Archive{Name: visible(name), Kind: kindFolder}
	for i := range w.found {
		a.Bytes += w.found[i].bytes
	}
	b := builder{a: a, opt: opt, whole: w.problems}
	if err := b.build(w.found, nil); err != nil {
		return nil, err
	}
	return a, nil
}

// walker gathers the files of a folder.
type walker struct {
	fsys     fs.FS
	name     string
	opt      Options
	found    []member
	problems []timeline.Problem
}

func (w *walker) visit(at string, d fs.DirEntry, err error) error {
	full := w.name + "/" + at
	if err != nil {
		if at == "." {
			return failf(timeline.NotArchive, "The folder “%s” cannot be looked into.", short(visible(w.name)))
		}
		w.lost(full)
		return nil
	}
	if at == "." {
		return nil
	}
	if len(w.found) >= w.opt.Limits.Entries {
		w.problems = append(w.problems, problemf(timeline.Limit, "The folder holds more than %s; the rest was left out.", counted(w.opt.Limits.Entries, "file")))
		return fs.SkipAll
	}
	if len(w.found)%64 == 0 {
		if err := w.opt.Pause(0, 0, visible(full)); err != nil {
			return err
		}
	}
	info, err := d.Info()
	if err != nil { // it went away meanwhile
		w.lost(full)
		return nil
	}
	m := member{name: full, dir: d.IsDir(), modified: info.ModTime().UTC(), at: int64(len(w.found))}
	switch {
	case d.IsDir():
	case !info.Mode().IsRegular():
		m.special = "a device, pipe or socket"
		if info.Mode()&fs.ModeSymlink != 0 {
			m.special = "a symbolic link"
		}
		m.body = refused{failf(timeline.OddName, "“%s” is %s; it is listed and not followed.", short(visible(full)), m.special)}
	default:
		m.bytes, m.packed = max(info.Size(), 0), max(info.Size(), 0)
		m.body = &source{size: m.bytes, most: w.opt.Limits.EntryBytes, from: func() (io.ReadCloser, error) { return w.fsys.Open(at) }}
	}
	w.found = append(w.found, m)
	return nil
}

func (w *walker) lost(full string) {
	w.problems = append(w.problems, problemf(timeline.ZipBadData, "“%s” cannot be looked into: it is missing or locked, and what is in it was left out.", short(visible(full))))
}
