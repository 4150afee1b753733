package archive

import (
	"fmt"
	"io"
	"strings"

	"flightlog/parse/timeline"
)

// zipFile reads the list of files of a zip. It is a reader of its own because the
// libraries at hand refuse a whole zip for one damaged header, for a lost end record
// and for a false one in the comment, and keep to themselves where a file begins.
type zipFile struct {
	r    io.ReaderAt
	size int64
	opt  Options

	problems []timeline.Problem
}

// members lists what is in the zip: by its directory, where that is whole, else by the
// headers in front of the files too.
func (z *zipFile) members() ([]member, error) {
	end, found := z.findEnd()
	if found {
		if end.disks {
			return nil, failf(timeline.ZipTruncated, "This is one part of a split zip: join the parts first with: zip -s 0 split.zip --out copilot.zip")
		}
		headers, whole, err := z.directory(end)
		if err != nil {
			return nil, err
		}
		if whole {
			z.overlaps(headers)
			return z.list(headers)
		}
	} else if err := z.sniff(); err != nil {
		return nil, err
	}
	headers := z.salvage()
	if len(headers) == 0 {
		return nil, z.nothing(found, end) // nil for a zip that is empty
	}
	z.problems = append([]timeline.Problem{z.salvaged(headers, found)}, z.problems...)
	return z.list(headers)
}

// nothing says why no file was found in what may once have been a zip.
func (z *zipFile) nothing(hasEnd bool, e end) error {
	if hasEnd && e.count == 0 {
		return nil
	}
	head := z.bytes(0, 4)
	if hasEnd || strings.HasPrefix(string(head), "PK") {
		return failf(timeline.ZipTruncated, "The zip is cut: not one whole file is left in its %s bytes; copy or download it again.", grouped(z.size))
	}
	return z.notZip()
}

// salvaged is the problem of a zip whose list had to be rebuilt.
func (z *zipFile) salvaged(headers []header, hasEnd bool) timeline.Problem {
	lost := "its directory at the end is missing"
	if hasEnd {
		lost = "its directory is damaged"
	}
	p := problemf(timeline.ZipTruncated, "The zip is cut or damaged: %s, so its files were found one by one; some may be missing, so copy or download it again if you can.", lost)
	files, cut := 0, ""
	for i := range headers {
		if !strings.HasSuffix(headers[i].name, "/") && !strings.HasSuffix(headers[i].name, `\`) {
			files++
		}
		if headers[i].cut {
			cut = fmt.Sprintf(", the last one, “%s”, in part", short(visible(decodeName(headers[i].name))))
		}
	}
	p.Offset, p.Kept = z.size, counted(files, "file")+cut
	return p
}

// list turns headers into members, up to the limit of entries.
func (z *zipFile) list(headers []header) ([]member, error) {
	if most := z.opt.Limits.Entries; len(headers) > most {
		z.problems = append(z.problems, problemf(timeline.Limit, "The zip lists more than %s; the rest was left out.", counted(most, "file")))
		headers = headers[:most]
	}
	members, bodies := make([]member, 0, len(headers)), make([]zipBody, len(headers))
	for i := range headers {
		h := &headers[i]
		if i%often == 0 {
			if err := z.opt.Pause(z.size, z.size, visible(decodeName(h.name))); err != nil {
				return nil, err
			}
		}
		if there := max(z.size-max(h.at, 0)-localSize-int64(len(h.name)), 0); h.packed > there {
			h.packed, h.cut = there, true
		}
		m := member{name: decodeName(h.name), dir: h.folder(), special: h.special(), bytes: h.unpacked, packed: h.packed,
			modified: h.modified, at: h.at}
		bodies[i] = zipBody{z: z, header: h, reason: h.refusal(m.special)}
		if h.shared && bodies[i].reason == nil {
			bodies[i].reason = failf(timeline.Limit, "“%s” shares its bytes with another file of the zip, as bombs do and no zip program; it was not unpacked.", short(visible(m.name)))
		}
		m.body = &bodies[i]
		members = append(members, m)
	}
	return members, nil
}

// bytes reads up to n bytes at off; fewer where the file ends or cannot be read.
func (z *zipFile) bytes(off int64, n int) []byte {
	if off < 0 || off >= z.size || n <= 0 {
		return nil
	}
	b := make([]byte, min(int64(n), z.size-off))
	got, _ := z.r.ReadAt(b, off)
	return b[:got]
}

// zipBody is the packed file behind one header.
type zipBody struct {
	z *zipFile
	*header
	reason *Error
}

func (b *zipBody) err() *Error { return b.reason }

// limit is bounded by what is there: packed bytes cannot claim more than the ratio.
func (b *zipBody) limit() int64 {
	lim := b.z.opt.Limits
	if b.method == stored {
		return min(lim.EntryBytes, max(b.packed, 0))
	}
	return lim.Unpacked(b.packed)
}

// locate reads the header in front of the file. Where bytes were inserted or lost in
// the middle of the zip the directory's offsets are right for one side of it only, so
// both readings are tried and the name decides.
func (b *zipBody) locate(e *Entry) (Packed, error) {
	at := b.at
	h, n, ok := b.z.local(at)
	if (!ok || h.name != b.name) && b.stated != at {
		if h2, n2, ok2 := b.z.local(b.stated); ok2 && h2.name == b.name {
			h, n, ok, at = h2, n2, true, b.stated
		}
	}
	switch {
	case at < 0 || at+localSize > b.z.size:
		return Packed{}, failf(timeline.ZipTruncated, "“%s” is lost: the zip is cut, and the part that held it is missing.", short(e.Path))
	case !ok:
		return Packed{}, failf(timeline.ZipBadData, "“%s” cannot be found: no file begins at byte %s, where the zip's directory says it does.", short(e.Path), grouped(at))
	}
	data := at + n
	size := max(min(b.packed, b.z.size-data), 0)
	return Packed{R: b.z.r, Offset: data, Size: size, Unpacked: b.unpacked}, nil
}

func (b *zipBody) open(e *Entry, bound int64) (io.ReadCloser, error) {
	p, err := b.locate(e)
	if err != nil {
		return nil, err
	}
	c := &checkedReader{name: e.Path, bound: bound, size: b.unpacked, crc: b.crc, hasCRC: b.hasCRC, cut: b.cut || p.Size < b.packed}
	switch {
	case b.method == stored || p.Size == 0:
		c.src = io.NopCloser(p.Reader())
	case bound <= littleBytes:
		c.src = Inflate(p)
	default:
		c.src = b.z.opt.Inflate(p)
	}
	return c, nil
}
