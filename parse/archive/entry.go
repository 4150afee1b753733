package archive

import (
	"cmp"
	"io"
	"strings"
	"time"

	"flightlog/parse/timeline"
)

// Entry is one file inside a home.
type Entry struct {
	Path     string    // from the .copilot component on, with the XDG folders before it (ROWS.md, key `source`)
	Rel      string    // inside the home's folder: session-state/<id>/events.jsonl
	Home     int       // index into Archive.Homes
	Index    int32     // in Archive.Entries
	Name     string    // as the archive spells it, made safe to show
	Bytes    int64     // unpacked size as the archive states it, -1 when it does not
	Packed   int64     // packed size, as far as the archive reaches
	Modified time.Time // in UTC, the zero time when it is not recorded
	Odd      string    // what is odd about the name or kind, "" for an ordinary file

	at   int64 // place in the archive, for ties
	body body
}

// compare orders entries by their paths, then by their homes.
func (e *Entry) compare(than *Entry) int {
	if by := strings.Compare(e.Path, than.Path); by != 0 {
		return by
	}
	return cmp.Compare(e.Home, than.Home)
}

// body is where the bytes of an entry come from; each kind of archive has its own.
type body interface {
	// err says why the bytes cannot be had, nil when they can.
	err() *Error
	// open starts a stream that delivers max bytes at most.
	open(e *Entry, max int64) (io.ReadCloser, error)
	// locate finds the packed bytes.
	locate(e *Entry) (Packed, error)
	// limit is the number of bytes that the entry may unpack to.
	limit() int64
}

// Err says why the entry cannot be opened (encrypted, an unknown method, a symbolic
// link), as an *Error; nil when it can be tried.
func (e *Entry) Err() error {
	if err := e.body.err(); err != nil {
		return err
	}
	return nil
}

// Open streams the unpacked bytes. Damage ends the stream with an *Error after every
// byte that could be had; a wrong checksum is reported after all of them, by code
// timeline.ZipBadCRC, and a limit by timeline.Limit.
func (e *Entry) Open() (io.ReadCloser, error) { return e.OpenUpTo(0) }

// OpenUpTo is Open for max bytes at most (0: as many as the limits allow).
func (e *Entry) OpenUpTo(max int64) (io.ReadCloser, error) {
	if err := e.Err(); err != nil {
		return nil, err
	}
	return e.body.open(e, e.bound(max))
}

// bound is the number of bytes that may be read where max is asked for.
func (e *Entry) bound(max int64) int64 {
	if max > 0 {
		return min(e.body.limit(), max)
	}
	return e.body.limit()
}

// ReadAll returns the unpacked bytes, max of them at most (0: as many as the limits
// allow), together with the *Error that ended them, if any.
func (e *Entry) ReadAll(max int64) ([]byte, error) {
	if err := e.Err(); err != nil {
		return nil, err
	}
	bound := e.bound(max)
	r, err := e.body.open(e, bound)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	buf := make([]byte, 0, e.firstGuess(bound))
	for {
		if len(buf) == cap(buf) {
			buf = append(buf, 0)[:len(buf)]
		}
		n, err := r.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		if err == io.EOF {
			return buf, nil
		}
		if err != nil {
			return buf, err
		}
	}
}

// firstGuess is how much ReadAll takes at once: the stated size where the packed bytes
// make it likely, and one byte more so that the end is found without growing. Who
// claims more than sixteen times what is there has to show it.
func (e *Entry) firstGuess(bound int64) int64 {
	const likely = 16
	most := e.Packed*likely + 512
	if e.Packed > bound/likely {
		most = bound
	}
	if e.Bytes < 0 {
		return min(most, bound, timeline.MiB) + 1
	}
	return min(e.Bytes, most, bound) + 1
}

// Locate finds the packed bytes inside the archive, for who wants to unpack them by
// other means.
func (e *Entry) Locate() (Packed, error) {
	if err := e.Err(); err != nil {
		return Packed{}, err
	}
	return e.body.locate(e)
}
