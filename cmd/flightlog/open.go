package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"flightlog/parse"
)

// pathHelp says in the help of a command what its PATH may be.
const pathHelp = `PATH is a zip, a tar or a tar.gz, a folder (also ~/.copilot itself), a single events.jsonl, or a
session-store.db, whose write-ahead log is read with it where it lies beside it.`

// openArchive reads an archive, a folder, a log or a database from disk. Its errors are
// one sentence.
func openArchive(name string, opt parse.Options) (*parse.Opened, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be opened: %w", name, err)
	}
	opt.Pause = func(int64, int64, string) error {
		runtime.Gosched() // in the sandbox the collector comes forward only when it is given way to
		return nil
	}
	var opened *parse.Opened
	if info.IsDir() {
		opened, err = openFolder(name, opt)
	} else {
		opened, err = openFile(name, opt)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return opened, nil
}

// openFolder reads a folder under its own name, which "." and "~/.copilot/" do not spell.
func openFolder(name string, opt parse.Options) (*parse.Opened, error) {
	full, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	return parse.OpenFolder(os.DirFS(full), filepath.Base(full), opt)
}

// openFile reads a file, and the write-ahead log beside it where it is a database.
func openFile(name string, opt parse.Options) (*parse.Opened, error) {
	main, mainInfo, err := openToRead(name)
	if err != nil {
		return nil, err
	}
	defer main.Close()
	base := filepath.Base(name)
	head := make([]byte, 16)
	if _, err := main.ReadAt(head, 0); err == nil && bytes.Equal(head, []byte("SQLite format 3\x00")) {
		if wal, walInfo, err := openToRead(name + "-wal"); err == nil {
			defer wal.Close()
			return parse.OpenFiles([]parse.File{
				{Name: base, Size: mainInfo.Size(), Modified: mainInfo.ModTime(), R: main},
				{Name: base + "-wal", Size: walInfo.Size(), Modified: walInfo.ModTime(), R: wal},
			}, base, opt)
		}
	}
	return parse.OpenFiles([]parse.File{{Name: base, Size: mainInfo.Size(), Modified: mainInfo.ModTime(), R: main}}, base, opt)
}

// openToRead opens a file and tells its size. A pipe or device has none.
func openToRead(name string) (*os.File, fs.FileInfo, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("it is no file that can be read at any place; copy it to one")
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}
