package artifact

import (
	"errors"
	"io"

	"flightlog/parse/archive"
	"flightlog/parse/decode/sqlitedb"
)

// errNoBody: a source that is no one file.
var errNoBody = errors.New("there is no one file to open here")

// entry finds the file of a source, nil for what is no one file.
func (res *Result) entry(src int32) *file {
	if src < 0 || int(src) >= len(res.Timeline.Sources) {
		return nil
	}
	for _, f := range res.files[res.Timeline.Sources[src].Home] {
		if f.src == src {
			return f
		}
	}
	return nil
}

// Contents unpacks a file of the archive again, its first most bytes at most; err is what
// ended it. The bytes are as they stand: nothing in them is masked.
func (res *Result) Contents(src int32, most int64) ([]byte, error) {
	f := res.entry(src)
	if f == nil {
		return nil, errNoBody
	}
	return f.ReadAll(most)
}

// Stream unpacks a file of the archive again, from its beginning.
func (res *Result) Stream(src int32) (io.ReadCloser, error) {
	f := res.entry(src)
	if f == nil {
		return nil, errNoBody
	}
	return f.Open()
}

// Secret reports that a file is shown masked only, or holds nothing but secrets.
func (res *Result) Secret(src int32) bool {
	f := res.entry(src)
	return f != nil && (f.artifact == &secretStores || f.artifact == &mcpConfig || f.artifact == &providers || f.artifact == &config)
}

// database opens a file as a SQLite database, with the write-ahead log beside it. Its errors
// are those of sqlitedb.Open and of unpacking.
func (res *Result) database(src int32) (*sqlitedb.DB, error) {
	f := res.entry(src)
	if f == nil {
		return nil, errNoBody
	}
	main, err := f.ReadAll(0)
	if err != nil && len(main) == 0 {
		return nil, err
	}
	var wal []byte
	for _, beside := range res.files[f.Entry.Home] {
		if beside.Rel == f.Rel+"-wal" {
			wal, err = beside.ReadAll(0)
			var damage *archive.Error
			if err != nil && !errors.As(err, &damage) {
				return nil, err
			}
		}
	}
	return sqlitedb.Open(main, wal, res.lim)
}
