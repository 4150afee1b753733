package archive

import (
	"bufio"
	"io"

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
	badSum bool
	err    error // that ended it: io.EOF where it was whole
}

func newGunzip(r io.ReaderAt, size int64) *gunzip {
	g := &gunzip{packed: counter{r: io.NewSectionReader(r, 0, size)}}
	// One read of a browser's File costs the same for 4 KB as for a megabyte.
	g.src = bufio.NewReaderSize(&g.packed, int(min(max(size, 16), timeline.MiB)))
	if g.z, g.err = gzip.NewReader(g.src); g.err == nil {
		g.z.Multistream(false)
	}
	return g
}

func (g *gunzip) Read(p []byte) (int, error) {
	for g.err == nil {
		n, err := g.z.Read(p)
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
