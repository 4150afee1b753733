package sandbox

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// only is a file system that holds one archive at its place and nothing else: a file with
// the write-ahead log that may lie beside it, or a folder and what is below it. A symbolic
// link in the folder can be seen and not followed, wherever it points.
type only struct {
	full string   // the archive's place on this machine
	name string   // the same in the sandbox, slash-separated, without the leading slash
	root *os.Root // of a folder
}

// openOnly opens the archive at a path of this machine.
func openOnly(archive string) (*only, error) {
	full, err := filepath.Abs(archive)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(full)
	if err != nil {
		return nil, err
	}
	o := &only{full: full, name: inside(full)}
	if info.IsDir() {
		o.root, err = os.OpenRoot(full)
	}
	return o, err
}

// inside gives a place of this machine the name it has in the sandbox.
func inside(full string) string {
	return strings.TrimPrefix(filepath.ToSlash(full[len(filepath.VolumeName(full)):]), "/")
}

// Close gives the archive back.
func (o *only) Close() error {
	if o.root == nil {
		return nil
	}
	return o.root.Close()
}

// Open opens what the archive holds. Everything else does not exist.
func (o *only) Open(name string) (fs.File, error) {
	rest, within := strings.CutPrefix(name, o.name)
	switch {
	case name == "." && o.name != "":
		return top{}, nil
	case within && o.root == nil && (rest == "" || rest == "-wal"):
		return os.Open(o.full + rest)
	case within && o.root != nil && rest == "":
		return o.root.Open(".")
	case within && o.root != nil && (rest[0] == '/' || o.name == ""):
		return o.below(filepath.FromSlash(strings.TrimPrefix(rest, "/")))
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// below opens what stands below the folder.
func (o *only) below(name string) (fs.File, error) {
	info, err := o.root.Lstat(name)
	if err != nil {
		return nil, err
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		return link{info}, nil
	}
	return o.root.Open(name)
}

// top is the folder that stands for the whole file system; nothing in it is listed.
type top struct{}

func (top) Stat() (fs.FileInfo, error)         { return top{}, nil }
func (top) Read([]byte) (int, error)           { return 0, fs.ErrInvalid }
func (top) Close() error                       { return nil }
func (top) ReadDir(int) ([]fs.DirEntry, error) { return nil, nil }
func (top) Name() string                       { return "." }
func (top) Size() int64                        { return 0 }
func (top) Mode() fs.FileMode                  { return fs.ModeDir | 0o555 }
func (top) ModTime() time.Time                 { return time.Time{} }
func (top) IsDir() bool                        { return true }
func (top) Sys() any                           { return nil }

// link is a symbolic link seen from outside.
type link struct{ info fs.FileInfo }

func (l link) Stat() (fs.FileInfo, error) { return l.info, nil }
func (l link) Read([]byte) (int, error)   { return 0, io.ErrUnexpectedEOF }
func (l link) Close() error               { return nil }
