package archive

import (
	"fmt"
	"io"

	"flightlog/parse/timeline"
)

// blocks is a tar as it is read, from its start to its end.
type blocks interface {
	// read fills p from where the stream stands; fewer bytes mean that it ends there.
	read(p []byte) int
	// take moves over the file of that header, which stands at from, and gives its body
	// and how many of its bytes there are.
	take(h *tarHeader, from int64) (body, int64)
	// skip moves on by n bytes and answers how many of them there were.
	skip(n int64) int64
	// progress says how far the reading of the archive itself is.
	progress() (done, total int64)
}

// tarFile reads the list of files of a tar: past damaged headers, and up to a cut.
// archive/tar ends at the first of either and keeps to itself where a file begins.
type tarFile struct {
	blocks
	opt      Options
	problems []timeline.Problem

	at      int64             // of the next byte
	extra   map[string]string // what records say of the next file
	found   []member
	ended   bool   // the blocks of zeros that end a tar were seen
	lost    int64  // bytes that lead to no file
	lostAt  int64  // where they begin
	cut     bool   // the tar ends inside a file or a header
	partial string // the file that it ends in
}

// members lists what is in the tar.
func (t *tarFile) members() ([]member, error) {
	if err := t.walk(); err != nil {
		return nil, err
	}
	if t.lost > 0 {
		p := problemf(timeline.ZipBadData, "The tar archive is damaged at byte %s: %s bytes there lead to no file, so files may be missing.", grouped(t.lostAt), grouped(t.lost))
		p.Offset, p.Length, p.Kept = t.lostAt, t.lost, counted(len(t.found), "file or folder")+" around them"
		if len(t.found) != 1 {
			p.Kept = grouped(int64(len(t.found))) + " files and folders around them"
		}
		t.problems = append(t.problems, p)
	}
	if t.cut || !t.ended {
		p := problemf(timeline.ZipTruncated, "The tar archive is cut: it ends after %s bytes, without the mark of an end, so files may be missing; copy or download it again if you can.", grouped(t.at))
		files := 0
		for i := range t.found {
			if !t.found[i].dir {
				files++
			}
		}
		p.Offset, p.Kept = t.at, counted(files, "file")
		if t.partial != "" {
			p.Kept += fmt.Sprintf(", the last one, “%s”, in part", short(visible(t.partial)))
		}
		t.problems = append(t.problems, p)
	}
	return t.found, nil
}

// walk reads header after header. Tars that were put together stand behind the end of
// the first; what else stands there is padding.
func (t *tarFile) walk() error {
	zeros := 0
	for {
		if done, total := t.progress(); len(t.found)%64 == 0 {
			if err := t.opt.Pause(done, total, t.last()); err != nil {
				return err
			}
		}
		var b [blockSize]byte
		from := t.at
		n := t.read(b[:])
		if t.at += int64(n); n < blockSize {
			t.cut = n > 0 && !t.ended
			return nil
		}
		if b == [blockSize]byte{} {
			zeros++
			t.ended = t.ended || zeros > 1
			continue
		}
		zeros = 0
		h, ok := parseTarHeader(b[:])
		switch {
		case !ok && !t.ended:
			if t.lost == 0 {
				t.lostAt = from
			}
			t.lost += blockSize
		case !ok:
		case len(t.found) >= t.opt.Limits.Entries:
			t.problems = append(t.problems, problemf(timeline.Limit, "The tar archive lists more than %s; the rest was left out.", counted(t.opt.Limits.Entries, "file")))
			t.ended = true
			return nil
		default:
			t.ended = false
			t.header(&h, from)
		}
	}
}

func (t *tarFile) last() string {
	if len(t.found) == 0 {
		return ""
	}
	return t.found[len(t.found)-1].name
}

// header takes in one header and what follows it.
func (t *tarFile) header(h *tarHeader, from int64) {
	switch h.kind {
	case tarPax, tarPaxSun, tarLongName:
		t.record(h)
		return
	case tarPaxAll, tarLongLink, tarVolume:
		t.pass(h.size)
		return
	}
	if !h.apply(t.extra) {
		t.lost, t.lostAt = t.lost+blockSize, from
	}
	t.extra = nil
	for h.extended {
		var b [blockSize]byte
		n := t.read(b[:])
		t.at += int64(n)
		h.extended = n == blockSize && b[504] != 0
	}
	m := member{name: decodeName(h.name), dir: h.folder(), special: h.special(), bytes: h.size, packed: h.size, modified: h.modified, at: from}
	switch {
	case m.dir, m.special != "":
		m.body = refused{failf(timeline.OddName, "“%s” is %s; it is listed and not followed.", short(visible(m.name)), m.special)}
		t.pass(h.size)
	case h.sparse:
		m.body = refused{failf(timeline.ZipMethod, "“%s” is a sparse file, stored without its holes, which is not read here; pack the folder again with: %s", short(visible(m.name)), tarCommand)}
		t.pass(h.size)
	default:
		var got int64
		m.body, got = t.take(h, t.at)
		t.at += got
		if m.packed = got; got < h.size {
			t.cut, t.partial = true, m.name
		} else {
			t.pad(h.size)
		}
	}
	t.found = append(t.found, m)
}

// record reads what is said of the next file: its name, where that is too long for a
// header, its size and its exact time.
func (t *tarFile) record(h *tarHeader) {
	if h.size > timeline.MiB {
		t.problems = append(t.problems, problemf(timeline.Limit, "The name at byte %s of the tar archive takes %s bytes, more than is read of one.", grouped(t.at), grouped(h.size)))
		t.pass(h.size)
		return
	}
	b := make([]byte, h.size)
	n := t.read(b)
	t.at += int64(n)
	if t.cut = n < len(b); t.cut {
		return
	}
	if t.extra == nil {
		t.extra = map[string]string{}
	}
	if h.kind == tarLongName {
		t.extra["path"] = cString(b)
	} else if !paxRecords(b, t.extra) {
		if t.lost == 0 {
			t.lostAt = t.at - h.size
		}
		t.lost += h.size
	}
	t.pad(h.size)
}

// pass moves over n bytes and what fills their last block.
func (t *tarFile) pass(n int64) {
	got := t.skip(n)
	if t.at += got; got < n {
		t.cut = true
		return
	}
	t.pad(n)
}

func (t *tarFile) pad(n int64) {
	if rest := n % blockSize; rest > 0 {
		t.at += t.skip(blockSize - rest)
	}
}

// tarBlocks is a tar whose bytes can be read at any place.
type tarBlocks struct {
	r        io.ReaderAt
	at, size int64
	most     int64 // bytes that may be read of one file
}

func (b *tarBlocks) read(p []byte) int {
	n := 0
	if b.at < b.size {
		n, _ = b.r.ReadAt(p[:min(int64(len(p)), b.size-b.at)], b.at)
	}
	b.at += int64(n)
	return n
}

func (b *tarBlocks) skip(n int64) int64 {
	n = min(n, b.size-b.at)
	b.at += n
	return n
}

func (b *tarBlocks) take(h *tarHeader, from int64) (body, int64) {
	got := b.skip(h.size)
	return &piece{Packed{R: b.r, Offset: from, Size: got, Unpacked: h.size}, b.most}, got
}

func (b *tarBlocks) progress() (int64, int64) { return b.at, b.size }
