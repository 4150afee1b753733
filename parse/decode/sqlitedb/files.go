package sqlitedb

import (
	"io"
	"strings"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/vfs"
)

// files is a file system of two files, both in memory and read-only: "main" and, when
// wal is not empty, "main-wal". Everything else does not exist and cannot be made.
type files struct {
	main, wal []byte
}

// Open serves the two files. SQLite creates the log of a database that says it has
// one; it gets an empty file, into which nothing can be written.
func (f files) Open(name string, flags vfs.OpenFlag) (vfs.File, vfs.OpenFlag, error) {
	given := flags &^ (vfs.OPEN_READWRITE | vfs.OPEN_CREATE)
	switch {
	case flags&vfs.OPEN_MAIN_DB != 0:
		return file(f.main), given | vfs.OPEN_READONLY, nil
	case flags&vfs.OPEN_WAL != 0:
		return file(f.wal), given | vfs.OPEN_READONLY, nil
	}
	return nil, flags, sqlite3.CANTOPEN
}

func (files) Delete(string, bool) error { return sqlite3.READONLY }

func (f files) Access(name string, _ vfs.AccessFlag) (bool, error) {
	return strings.HasSuffix(name, "-wal") && len(f.wal) > 0, nil
}

func (files) FullPathname(name string) (string, error) { return name, nil }

// file is one read-only file. Locks are granted: nobody else has the slice open.
type file []byte

func (f file) ReadAt(p []byte, off int64) (int, error) {
	if off < 0 || off >= int64(len(f)) {
		return 0, io.EOF
	}
	n := copy(p, f[off:])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

func (f file) Size() (int64, error)             { return int64(len(f)), nil }
func (file) Close() error                       { return nil }
func (file) WriteAt([]byte, int64) (int, error) { return 0, sqlite3.READONLY }
func (file) Truncate(int64) error               { return sqlite3.READONLY }
func (file) Sync(vfs.SyncFlag) error            { return nil }
func (file) Lock(vfs.LockLevel) error           { return nil }
func (file) Unlock(vfs.LockLevel) error         { return nil }
func (file) CheckReservedLock() (bool, error)   { return false, nil }
func (file) SectorSize() int                    { return 512 }
func (file) DeviceCharacteristics() vfs.DeviceCharacteristic {
	return vfs.IOCAP_SUBPAGE_READ
}

// wholePages leaves out the rest of a page at the end of a cut file: SQLite would take
// the missing part for zeros, and rows in it for rows of nothing.
func wholePages(main []byte) []byte {
	if len(main) < 18 {
		return main
	}
	size := int(main[16])<<8 | int(main[17])
	if size == 1 {
		size = 65536
	}
	if size < 512 || len(main) < size {
		return main
	}
	return main[:len(main)-len(main)%size]
}
