package archive

import (
	"bufio"
	"errors"
	"io"
	"math"

	"github.com/klauspost/compress/gzip"

	"flightlog/parse/timeline"
)

// gunzip unpacks the members of a gzip, one behind the other. A wrong checksum does not
// end it, and neither does padding behind the last member.
type gunzip struct {
	packed counter
	src    *bufio.Reader
	z      *gzip.Reader
	n      int64 // unpacked
	most   int64 // bytes that are unpacked, and no more
	badSum bool
	err    error // that ended it: io.EOF where it was whole
}

func newGunzip(r io.ReaderAt, size int64, lim timeline.Limits) *gunzip {
	lim.EntryBytes = max(lim.EntryBytes, math.MaxInt64/4) // that of one file in it
	g := &gunzip{most: lim.Unpacked(size), packed: counter{r: io.NewSectionReader(r, 0, size)}}
	// One read of a browser's File costs the same for 4 KB as for a megabyte.
	g.src = bufio.NewReaderSize(&g.packed, int(min(max(size, 16), timeline.MiB)))
	if g.z, g.err = gzip.NewReader(g.src); g.err == nil {
		g.z.Multistream(false)
	}
	return g
}

func (g *gunzip) Read(p []byte) (int, error) {
	for g.err == nil {
		if g.n >= g.most {
			g.err = errTooMuch
			break
		}
		n, err := g.z.Read(p[:min(int64(len(p)), g.most-g.n)])
		g.n += int64(n)
		if err == gzip.ErrChecksum {
			g.badSum = true
		}
		if err == io.EOF || err == gzip.ErrChecksum {
			err = g.z.Reset(g.src)
			g.z.Multistream(false)
			if err == gzip.ErrHeader {
				err = io.EOF
			}
		}
		g.err = err
		if n > 0 {
			return n, nil
		}
	}
	return 0, g.err
}

// errTooMuch ends a gzip that unpacks to more than its size makes likely.
var errTooMuch = errors.New("more than is unpacked")

// counter counts what is read through it.
type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}
