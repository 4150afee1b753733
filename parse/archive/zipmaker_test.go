package archive

import (
	"bytes"
	"compress/flate"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flightlog/parse/timeline"
)

// zipped is one file of a zip made by hand, where the writers at hand are too correct.
type zipped struct {
	name, data string
	stored     bool
	method     uint16 // overrides
	flags      uint16
	descriptor string // "", "signed", "bare", "signed64", "bare64"
	extra      string // in the directory
	mode       uint32 // Unix
	dos        uint32 // date and time, date above
	crcOff     uint32 // added to the right checksum
	size       uint32 // overrides the stated unpacked size
	lie        uint32 // overrides the stated packed size
	hole       bool   // the directory's record is damaged
}

// zipOptions say what stands around the files.
type zipOptions struct {
	prefix, comment, trailing string
	shifted                   bool // the offsets count the prefix
	noEnd, noDirectory        bool
	wide                      bool   // zip64 throughout
	count                     uint16 // added to the stated count
}

func put(b *bytes.Buffer, values ...any) {
	for _, v := range values {
		switch v := v.(type) {
		case uint16:
			b.Write(le.AppendUint16(nil, v))
		case uint32:
			b.Write(le.AppendUint32(nil, v))
		case uint64:
			b.Write(le.AppendUint64(nil, v))
		case string:
			b.WriteString(v)
		}
	}
}

func deflate(data string) string {
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, 6)
	w.Write([]byte(data))
	w.Close()
	return b.String()
}

func makeZip(opt zipOptions, files ...zipped) []byte {
	var b, dir bytes.Buffer
	b.WriteString(opt.prefix)
	short := uint32(len(opt.prefix))
	if opt.shifted {
		short = 0
	}
	for _, f := range files {
		packed, method := deflate(f.data), uint16(deflated)
		if f.stored {
			packed, method = f.data, stored
		}
		if f.method != 0 {
			method = f.method
		}
		crc, size, lie := crc32.ChecksumIEEE([]byte(f.data))+f.crcOff, uint32(len(f.data)), uint32(len(packed))
		if f.size != 0 {
			size = f.size
		}
		if f.lie != 0 {
			lie = f.lie
		}
		at := uint32(b.Len()) - short
		flags := f.flags
		if f.descriptor != "" {
			flags |= flagDescriptor
			put(&b, sigLocal, uint16(20), flags, method, f.dos, uint32(0), uint32(0), uint32(0), uint16(len(f.name)), uint16(0), f.name, packed)
		} else {
			put(&b, sigLocal, uint16(20), flags, method, f.dos, crc, lie, size, uint16(len(f.name)), uint16(0), f.name, packed)
		}
		switch f.descriptor {
		case "signed":
			put(&b, "PK\x07\x08", crc, lie, size)
		case "bare":
			put(&b, crc, lie, size)
		case "signed64":
			put(&b, "PK\x07\x08", crc, uint64(lie), uint64(size))
		case "bare64":
			put(&b, crc, uint64(lie), uint64(size))
		}
		sig := sigCentral
		if f.hole {
			sig = "PX\x01\x02"
		}
		if opt.wide {
			f.extra += "\x01\x00\x18\x00" + string(le.AppendUint64(le.AppendUint64(le.AppendUint64(nil, uint64(size)), uint64(lie)), uint64(at)))
			lie, size, at = 1<<32-1, 1<<32-1, 1<<32-1
		}
		put(&dir, sig, uint16(3<<8|20), uint16(20), flags, method, f.dos, crc, lie, size, uint16(len(f.name)), uint16(len(f.extra)),
			uint16(0), uint16(0), uint16(0), f.mode<<16, at, f.name, f.extra)
	}
	start := uint32(b.Len()) - short
	if !opt.noDirectory {
		b.Write(dir.Bytes())
	}
	if opt.wide && !opt.noEnd {
		n, at := uint64(len(files)), uint64(b.Len())-uint64(short)
		put(&b, sigEnd64, uint64(44), uint16(45), uint16(45), uint32(0), uint32(0), n, n, uint64(dir.Len()), uint64(start), sigLocator, uint32(0), at, uint32(1),
			sigEnd, strings.Repeat("\xff", 16), uint16(0))
	} else if !opt.noEnd {
		n := uint16(len(files)) + opt.count
		put(&b, sigEnd, uint16(0), uint16(0), n, n, uint32(dir.Len()), start, uint16(len(opt.comment)), opt.comment)
	}
	b.WriteString(opt.trailing)
	return b.Bytes()
}

func open(t testing.TB, b []byte) (*Archive, error) {
	t.Helper()
	return Open(bytes.NewReader(b), int64(len(b)), "copilot.zip", Options{})
}

// paths are the entries' paths, the home's root before those of several.
func paths(a *Archive) []string {
	var out []string
	for _, e := range a.Entries {
		p := e.Path
		if len(a.Homes) > 1 {
			p = a.Homes[e.Home].Root + ": " + p
		}
		out = append(out, p)
	}
	return out
}

func codes(a *Archive) []timeline.Code {
	var out []timeline.Code
	for _, p := range a.Problems {
		out = append(out, p.Code)
	}
	return out
}

// fixture reads a file of ../shared/fixtures beside the repository, or skips.
func fixture(t testing.TB, name string) []byte {
	t.Helper()
	dir, _ := os.Getwd()
	for range 8 {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		dir = filepath.Dir(dir)
	}
	b, err := os.ReadFile(filepath.Join(dir, "..", "shared", "fixtures", name))
	if err != nil {
		t.Skipf("the fixture %s is not beside the repository", name)
	}
	return b
}
