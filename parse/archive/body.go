package archive

import (
	"errors"
	"io"

	"flightlog/parse/timeline"
)

// refused is the body of an entry that is listed and not opened.
type refused struct{ reason *Error }

func (r refused) err() *Error                               { return r.reason }
func (r refused) open(*Entry, int64) (io.ReadCloser, error) { return nil, r.reason }
func (r refused) locate(*Entry) (Packed, error)             { return Packed{}, r.reason }
func (r refused) limit() int64                              { return 0 }

// piece is a file that stands unpacked inside something else.
type piece struct {
	Packed
	most int64 // bytes that may be read of it
}

func (p *piece) err() *Error                   { return nil }
func (p *piece) limit() int64                  { return min(p.Size, p.most) }
func (p *piece) locate(*Entry) (Packed, error) { return p.Packed, nil }
func (p *piece) open(e *Entry, bound int64) (io.ReadCloser, error) {
	return &checkedReader{src: io.NopCloser(p.Reader()), name: e.Path, bound: bound, size: p.Unpacked, cut: p.Size < p.Unpacked}, nil
}

// source is a file that stands for itself. It is read as far as it reached when it was
// listed, so that a log that grows meanwhile has one size everywhere.
type source struct {
	size int64
	most int64
	from func() (io.ReadCloser, error)
}

func (s *source) err() *Error  { return nil }
func (s *source) limit() int64 { return min(s.size, s.most) }

func (s *source) locate(e *Entry) (Packed, error) {
	return Packed{}, failf(timeline.NotArchive, "“%s” stands in no archive.", short(e.Path))
}

func (s *source) open(e *Entry, bound int64) (io.ReadCloser, error) {
	r, err := s.from()
	if err != nil {
		return nil, changed(e, 0)
	}
	return &checkedReader{src: &steady{r: io.LimitReader(r, s.size), close: r.Close, e: e}, name: e.Path, bound: bound, size: s.size}, nil
}

// steady gives the errors of a file on disk as what they are.
type steady struct {
	r     io.Reader
	close func() error
	e     *Entry
	n     int64
}

func (s *steady) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	s.n += int64(n)
	if err == io.EOF && s.n < s.e.Bytes || err != nil && !errors.Is(err, io.EOF) {
		err = changed(s.e, s.n)
	}
	return n, err
}

func (s *steady) Close() error { return s.close() }

// changed says why a file that was listed cannot be read to its end.
func changed(e *Entry, n int64) *Error {
	x := failf(timeline.ZipBadData, "“%s” could not be read to its end: it was moved, changed or locked since it was listed.", short(e.Path))
	if x.Offset = n; n > 0 {
		x.Kept = "its first " + grouped(n) + " bytes"
	}
	return x
}
