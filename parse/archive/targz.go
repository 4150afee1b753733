package archive

import (
	"io"
	"strings"

	"flightlog/parse/timeline"
)

// gzipTar reads a tar inside a gzip, which can only be unpacked from its start. So the
// bytes of the files that are likely to be asked for stay in memory as they come by:
// logs and databases of any size and whatever else is small, within
// timeline.Limits.TotalBytes. Trees that are no history pass unkept, and so does what is
// large; if one of them is asked for after all, the gzip is unpacked once more up to it.
type gzipTar struct {
	r        io.ReaderAt
	size     int64
	opt      Options
	problems []timeline.Problem

	in      *gunzip
	first   []byte // a block that was looked at before the walk
	name    string // in hand
	budget  int64  // bytes that may still be kept
	stopped error  // of Options.Pause
	scratch []byte
}

// members lists what is in the tar.
func (g *gzipTar) members() ([]member, error) {
	g.in, g.budget, g.scratch = newGunzip(g.r, g.size, g.opt.Limits), g.opt.Limits.TotalBytes, make([]byte, 64*timeline.KiB)
	first := make([]byte, blockSize)
	first = first[:g.read(first)]
	if g.stopped != nil {
		return nil, g.stopped
	}
	if _, isTar := parseTarHeader(first); !isTar {
		return nil, g.noTar(first)
	}
	g.first = first
	t := tarFile{blocks: g, opt: g.opt}
	found, err := t.members()
	if err == nil {
		g.rest()
		err = g.stopped
	}
	if err != nil {
		return nil, err
	}
	g.problems = g.verdict(t.problems, t.ended)
	return found, nil
}

// noTar says what a gzip is in which no tar begins.
func (g *gzipTar) noTar(first []byte) error {
	switch {
	case g.in.n == 0 && g.in.err != io.EOF:
		return failf(timeline.NotArchive, "The gzip file is cut or damaged: nothing in its %s bytes can be unpacked; copy or download it again.", grouped(g.size))
	case g.in.n < blockSize && g.in.err != io.EOF:
		return failf(timeline.ZipTruncated, "The gzip file is cut: not one whole file is left in its %s bytes; copy or download it again.", grouped(g.size))
	}
	return failf(timeline.NotArchive, "This gzip file holds no tar archive: unpacked it begins with %s; unpack it and open what comes out, or pack the folder with: %s",
		begins(first), tarCommand)
}

// verdict adds what became of the gzip as a whole to what is known of its tar.
func (g *gzipTar) verdict(told []timeline.Problem, ended bool) []timeline.Problem {
	last := len(told) - 1
	cut := last >= 0 && told[last].Code == timeline.ZipTruncated
	switch {
	case g.in.err == errTooMuch:
		p := problemf(timeline.Limit, "The gzip file unpacks to more than %s bytes, which is as much as is read of one of its size; what stands behind them is left out.", grouped(g.in.most))
		p.Offset = g.in.packed.n
		if cut {
			p.Kept = told[last].Kept
			told = told[:last:last]
		}
		return append(told, p)
	case g.in.badSum:
		p := problemf(timeline.ZipBadCRC, "The checksum of the gzip file does not match: something in it was changed or damaged.")
		p.Kept = "all its " + grouped(g.in.n) + " unpacked bytes"
		return append(told, p)
	case g.in.err == io.ErrUnexpectedEOF && ended && !cut:
		p := problemf(timeline.ZipTruncated, "The gzip file is cut behind its last file: its checksum is missing.")
		p.Offset, p.Kept = g.size, "every file"
		return append(told, p)
	case g.in.err != io.EOF && g.in.err != io.ErrUnexpectedEOF && cut:
		p := problemf(timeline.ZipBadData, "The gzip file is damaged near byte %s: nothing behind that can be unpacked, so files may be missing.", grouped(g.in.packed.n))
		p.Offset, p.Kept = g.in.packed.n, told[last].Kept
		return append(told[:last:last], p)
	}
	return told
}

// rest unpacks what stands behind the end of the tar, for the checksum.
func (g *gzipTar) rest() {
	for g.skip(timeline.MiB) == timeline.MiB {
	}
}

func (g *gzipTar) read(p []byte) int {
	if g.pause(); g.stopped != nil {
		return 0
	}
	early := copy(p, g.first)
	g.first = g.first[early:]
	n, _ := io.ReadFull(g.in, p[early:])
	return early + n
}

func (g *gzipTar) skip(n int64) (got int64) {
	for got < n {
		want := int(min(n-got, int64(len(g.scratch))))
		m := g.read(g.scratch[:want])
		if got += int64(m); m < want {
			break
		}
	}
	return got
}

func (g *gzipTar) pause() {
	if g.stopped == nil {
		g.stopped = g.opt.Pause(min(g.in.packed.n, g.size), g.size, g.name)
	}
}

func (g *gzipTar) progress() (int64, int64) { return min(g.in.packed.n, g.size), g.size }

// take keeps the bytes of a file, or passes over them.
func (g *gzipTar) take(h *tarHeader, from int64) (body, int64) {
	g.name = visible(h.name)
	most := g.opt.Limits.EntryBytes
	k := &kept{gz: g, from: from, size: h.size, most: most}
	if !keeps(h.name, h.size) || min(h.size, most) > g.budget {
		k.got = g.skip(h.size)
		return k, k.got
	}
	for k.got < min(h.size, most) {
		chunk := make([]byte, min(h.size-k.got, most-k.got, chunkSize))
		n := g.read(chunk)
		k.chunks = append(k.chunks, chunk[:n])
		if k.got += int64(n); n < len(chunk) {
			g.budget -= k.got
			return k, k.got
		}
	}
	g.budget -= k.got
	if h.size > k.got {
		k.got += g.skip(h.size - k.got)
	}
	return k, k.got
}

// chunkSize is how much of a kept file is one piece of memory.
const chunkSize = timeline.MiB

// keeps guesses by its name whether a file will be asked for. A wrong guess costs time
// or memory and never content.
func keeps(name string, size int64) bool {
	if passes(name) {
		return false
	}
	for _, end := range []string{".jsonl", ".db", ".db-wal", ".log"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return size <= timeline.MiB
}

// passes reports whether a file lies in a tree of the home that is no history: the
// program itself, clones of marketplaces, installed plugins.
func passes(name string) bool {
	parts := strings.Split(strings.TrimPrefix(name, "./"), "/")
	top := 2 // of a home under another name, or of its bare contents
	for i, p := range parts {
		if p == dotCopilot {
			parts, top = parts[i+1:], 1
			break
		}
	}
	for i, p := range parts[:min(top, len(parts))] {
		if (p == "pkg" || p == "marketplaces" || p == "installed-plugins") && i < len(parts)-1 {
			return true
		}
	}
	return false
}

// kept is a file of a tar.gz: its chunks as long as they are in memory.
type kept struct {
	gz     *gzipTar
	chunks [][]byte
	from   int64 // where it begins in the tar
	size   int64 // stated
	got    int64 // bytes there are
	most   int64
}

func (k *kept) err() *Error  { return nil }
func (k *kept) limit() int64 { return min(k.size, k.most) }

func (k *kept) locate(e *Entry) (Packed, error) {
	return Packed{}, failf(timeline.ZipMethod, "“%s” stands in a gzip, which has no place for a single file.", short(e.Path))
}

func (k *kept) open(e *Entry, bound int64) (io.ReadCloser, error) {
	c := &checkedReader{name: e.Path, bound: bound, size: k.size, cut: k.got < k.size}
	if k.chunks != nil || k.got == 0 {
		c.src = &chunkReader{left: k.chunks}
		if len(k.chunks) > 1 {
			k.chunks = nil // who reads a large file holds it: it must not be in memory twice
		}
		return c, nil
	}
	in := newGunzip(k.gz.r, k.gz.size, k.gz.opt.Limits)
	if n, _ := io.CopyN(io.Discard, in, k.from); n < k.from {
		return nil, changed(e, 0)
	}
	c.src = io.NopCloser(io.LimitReader(in, k.got))
	return c, nil
}

// chunkReader reads chunks and lets go of each.
type chunkReader struct {
	left [][]byte
	off  int // in the first
}

func (c *chunkReader) Read(p []byte) (int, error) {
	for len(c.left) > 0 {
		if n := copy(p, c.left[0][c.off:]); n > 0 || len(p) == 0 {
			c.off += n
			return n, nil
		}
		c.left = append(c.left[:0:0], c.left[1:]...)
		c.off = 0
	}
	return 0, io.EOF
}

func (c *chunkReader) Close() error { return nil }
