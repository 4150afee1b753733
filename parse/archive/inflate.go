package archive

import (
	"bufio"
	"io"
	"sync"

	"github.com/klauspost/compress/flate"

	"flightlog/parse/timeline"
)

// Packed is a range of packed bytes inside the archive.
type Packed struct {
	R        io.ReaderAt // the whole archive
	Offset   int64       // where the range begins in it
	Size     int64       // bytes; never beyond the archive's end
	Unpacked int64       // bytes it unpacks to as the archive states it, -1 when it does not
}

// Reader reads the packed bytes.
func (p Packed) Reader() *io.SectionReader { return io.NewSectionReader(p.R, p.Offset, p.Size) }

// Inflater unpacks the raw deflate stream in p: compiled Go natively, the browser's
// own in the page, which slices its File by Offset and Size. It need not check
// anything; bytes behind the end of the stream are to be ignored.
type Inflater func(p Packed) io.ReadCloser

// littleBytes is how much of a file is unpacked here in any case: another Inflater would
// work ahead for nothing.
const littleBytes = 64 * timeline.KiB

// inflaters keeps the 40 KB tables of a decoder from one small file to the next.
var inflaters = sync.Pool{New: func() any { return flate.NewReader(nil) }}

// Inflate is the Inflater compiled in.
func Inflate(p Packed) io.ReadCloser {
	fr := inflaters.Get().(io.ReadCloser)
	// One read of a browser's File costs the same for 4 KB as for a megabyte.
	src := bufio.NewReaderSize(p.Reader(), int(min(max(p.Size, 16), timeline.MiB)))
	// Reset of a reader from this package never fails.
	_ = fr.(flate.Resetter).Reset(src, nil)
	return &pooled{fr}
}

// pooled gives its decoder back when it is closed.
type pooled struct{ fr io.ReadCloser }

func (p *pooled) Read(b []byte) (int, error) {
	if p.fr == nil {
		return 0, io.ErrClosedPipe
	}
	return p.fr.Read(b)
}

func (p *pooled) Close() error {
	if p.fr != nil {
		inflaters.Put(p.fr)
		p.fr = nil
	}
	return nil
}
