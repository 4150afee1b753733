package archive

import (
	"errors"
	"hash/crc32"
	"io"

	"flightlog/parse/timeline"
)

// checkedReader delivers unpacked bytes within a bound and says at their end whether
// they are what the archive promised.
type checkedReader struct {
	src    io.ReadCloser
	name   string // for messages
	bound  int64  // bytes that may be delivered
	size   int64  // stated, -1 when it is not
	crc    uint32 // stated
	hasCRC bool
	cut    bool // the archive ends inside the packed bytes

	n   int64 // delivered
	sum uint32
	err error // what every further Read returns
}

// Lower lowers how many bytes a stream that an Entry opened delivers at most. Nothing of it
// may have been read.
func Lower(stream io.ReadCloser, most int64) {
	if c, ok := stream.(*checkedReader); ok {
		c.bound = min(c.bound, most)
	}
}

func (c *checkedReader) Read(p []byte) (int, error) {
	if c.err != nil {
		return 0, c.err
	}
	if len(p) == 0 {
		return 0, nil
	}
	if c.n >= c.bound {
		return 0, c.atBound()
	}
	if left := c.bound - c.n; int64(len(p)) > left {
		p = p[:left]
	}
	n, err := c.src.Read(p)
	c.sum = crc32.Update(c.sum, crc32.IEEETable, p[:n])
	c.n += int64(n)
	if err != nil {
		c.end(err)
	}
	if n > 0 {
		return n, nil
	}
	return 0, c.err
}

func (c *checkedReader) Close() error { return c.src.Close() }

// atBound tells a stream that ends exactly at the bound from one that goes on.
func (c *checkedReader) atBound() error {
	var probe [1]byte
	for range 100 {
		n, err := c.src.Read(probe[:])
		if n > 0 {
			break
		}
		if err != nil {
			c.end(err)
			return c.err
		}
	}
	e := failf(timeline.Limit, "“%s” unpacks to more than %s bytes, which is as much as is read of it.", short(c.name), grouped(c.bound))
	c.err = c.kept(e)
	return c.err
}

// end turns the end of the source into the end of the entry.
func (c *checkedReader) end(err error) {
	if err == io.EOF {
		c.err = c.verdict()
		return
	}
	var typed *Error
	if errors.As(err, &typed) {
		c.err = err
		return
	}
	c.err = c.broken()
}

// verdict is io.EOF for an entry that is whole. Right bytes with a wrong size in the
// header are whole: some writers keep the lower 32 bits of the size only.
func (c *checkedReader) verdict() error {
	switch {
	case c.hasCRC && c.sum == c.crc && (!c.cut || c.size < 0 || c.n >= c.size):
		return io.EOF
	case c.size >= 0 && c.n < c.size:
		return c.broken()
	case c.hasCRC:
		return c.kept(failf(timeline.ZipBadCRC, "The checksum of “%s” does not match: something in its %s bytes was changed or damaged.", short(c.name), grouped(c.n)))
	case c.cut:
		return c.broken()
	}
	return io.EOF
}

// broken says that the bytes ended too early.
func (c *checkedReader) broken() error {
	if c.cut {
		return c.kept(failf(timeline.ZipTruncated, "“%s” is cut: the archive ends inside it, after %s could be read.", short(c.name), c.share()))
	}
	return c.kept(failf(timeline.ZipBadData, "“%s” is damaged: only %s could be unpacked.", short(c.name), c.share()))
}

// share is how much of the entry was delivered.
func (c *checkedReader) share() string {
	if c.size >= 0 {
		return grouped(c.n) + " of " + grouped(c.size) + " bytes"
	}
	return grouped(c.n) + " bytes"
}

func (c *checkedReader) kept(e *Error) *Error {
	e.Offset = c.n
	if c.n > 0 {
		e.Kept = "its first " + grouped(c.n) + " bytes"
		if e.Code == timeline.ZipBadCRC {
			e.Kept = "all its " + grouped(c.n) + " bytes"
		}
	}
	return e
}
