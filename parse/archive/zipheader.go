package archive

import (
	"encoding/binary"
	"hash/crc32"
	"math"
	"strings"
	"time"

	"flightlog/parse/timeline"
)

// Sizes of the fixed parts, signatures (behind "PK") and methods of the zip format.
const (
	localSize   = 30
	centralSize = 46
	endSize     = 22
	end64Size   = 56
	locatorSize = 20

	sigLocal   = "PK\x03\x04"
	sigCentral = "PK\x01\x02"
	sigEnd     = "PK\x05\x06"
	sigEnd64   = "PK\x06\x06"
	sigLocator = "PK\x06\x07"

	stored    = 0
	deflated  = 8
	deflate64 = 9
	aes       = 99

	flagEncrypted  = 1 << 0
	flagDescriptor = 1 << 3
	flagStrong     = 1 << 6
	flagMasked     = 1 << 13
)

var le = binary.LittleEndian

// header is what a zip says about one file, from the directory or from in front of it.
type header struct {
	name     string // raw bytes
	flags    uint16
	method   uint16
	crc      uint32
	hasCRC   bool
	packed   int64
	unpacked int64  // -1 when it is not stated
	at       int64  // where the local header is believed to be
	stated   int64  // where the directory says it is
	attr     uint32 // external attributes
	host     byte   // system that attr is for
	modified time.Time
	cut      bool // the zip ends before the file does
	shared   bool // its bytes begin inside those of another file
}

// parseCentral reads a directory record at the start of b and its length.
func parseCentral(b []byte) (h header, n int, ok bool) {
	if len(b) < centralSize || string(b[:4]) != sigCentral {
		return h, 0, false
	}
	name, extra, comment := int(le.Uint16(b[28:])), int(le.Uint16(b[30:])), int(le.Uint16(b[32:]))
	if n = centralSize + name + extra + comment; n > len(b) {
		return h, 0, false
	}
	h = header{host: b[5], flags: le.Uint16(b[8:]), method: le.Uint16(b[10:]), modified: dosTime(le.Uint16(b[14:]), le.Uint16(b[12:])),
		crc: le.Uint32(b[16:]), hasCRC: true, packed: int64(le.Uint32(b[20:])), unpacked: int64(le.Uint32(b[24:])),
		attr: le.Uint32(b[38:]), stated: int64(le.Uint32(b[42:])), name: string(b[centralSize : centralSize+name])}
	h.extras(b[centralSize+name:centralSize+name+extra], true)
	h.at = h.stated
	return h, n, true
}

// parseLocal reads a header that stands in front of its file, and its length.
func parseLocal(b []byte) (h header, n int, ok bool) {
	if len(b) < localSize || string(b[:4]) != sigLocal {
		return h, 0, false
	}
	name, extra := int(le.Uint16(b[26:])), int(le.Uint16(b[28:]))
	if n = localSize + name + extra; n > len(b) {
		return h, 0, false
	}
	h = header{flags: le.Uint16(b[6:]), method: le.Uint16(b[8:]), modified: dosTime(le.Uint16(b[12:]), le.Uint16(b[10:])),
		crc: le.Uint32(b[14:]), packed: int64(le.Uint32(b[18:])), unpacked: int64(le.Uint32(b[22:])), name: string(b[localSize : localSize+name])}
	h.hasCRC = h.flags&flagDescriptor == 0 || h.crc != 0
	h.extras(b[localSize+name:n], false)
	return h, n, true
}

// extras applies the extra fields: sizes of 64 bits, a name in UTF-8, and the best time
// there is (the extended timestamp, else NTFS, else DOS).
func (h *header) extras(b []byte, central bool) {
	var unix, ntfs time.Time
	raw := h.name
	for len(b) >= 4 {
		id, n := le.Uint16(b), int(le.Uint16(b[2:]))
		if b = b[4:]; n > len(b) {
			break
		}
		field := b[:n]
		b = b[n:]
		switch {
		case id == 0x0001:
			h.wide(field, central)
		case id == 0x5455 && n >= 5 && field[0]&1 != 0:
			unix = time.Unix(int64(int32(le.Uint32(field[1:]))), 0).UTC()
		case id == 0x000a:
			ntfs = ntfsTime(field)
		case id == 0x7075 && n > 5 && field[0] == 1 && le.Uint32(field[1:]) == crc32.ChecksumIEEE([]byte(raw)):
			h.name = string(field[5:])
		}
	}
	switch {
	case !unix.IsZero():
		h.modified = unix
	case !ntfs.IsZero():
		h.modified = ntfs
	}
}

// wide takes from a zip64 field the values that did not fit into 32 bits; a value that
// no file can have is left as it was.
func (h *header) wide(b []byte, central bool) {
	values := []*int64{&h.unpacked, &h.packed}
	if central {
		values = append(values, &h.stated)
	}
	for _, v := range values {
		if *v != math.MaxUint32 {
			continue
		}
		if len(b) < 8 {
			return
		}
		if wide := le.Uint64(b); wide <= math.MaxInt64 {
			*v = int64(wide)
		}
		b = b[8:]
	}
}

// ntfsTime reads the modification time, in units of 100 ns since 1601, to milliseconds
// and below as stored.
func ntfsTime(b []byte) time.Time {
	const to1970 = 116444736000000000
	for b = b[min(4, len(b)):]; len(b) >= 4; {
		tag, n := le.Uint16(b), int(le.Uint16(b[2:]))
		if b = b[4:]; n > len(b) {
			break
		}
		if tag == 1 && n >= 8 {
			if t := le.Uint64(b); t > 0 && t < math.MaxInt64 {
				d := int64(t) - to1970
				return time.Unix(d/1e7, d%1e7*100).UTC()
			}
		}
		b = b[n:]
	}
	return time.Time{}
}

// dosTime takes a DOS date and time as UTC; a month or day of zero means not recorded.
func dosTime(date, clock uint16) time.Time {
	if date>>5&15 == 0 || date&31 == 0 {
		return time.Time{}
	}
	return time.Date(int(date>>9)+1980, time.Month(date>>5&15), int(date&31), int(clock>>11), int(clock>>5&63), int(clock&31)*2, 0, time.UTC)
}

// Kinds of file in the upper half of the attributes that Unix systems write.
const (
	unixKind   = 0o170000
	unixFolder = 0o040000
	unixLink   = 0o120000
	unixFile   = 0o100000
)

// mode is the Unix mode, 0 where the zip was made elsewhere (3 is Unix, 19 is macOS).
func (h *header) mode() uint32 {
	if h.host == 3 || h.host == 19 {
		return h.attr >> 16
	}
	return 0
}

func (h *header) folder() bool {
	return h.mode()&unixKind == unixFolder || h.unpacked == 0 && h.attr&0x10 != 0 && h.mode()&unixKind == 0
}

// special names what is neither a file nor a folder.
func (h *header) special() string {
	switch h.mode() & unixKind {
	case 0, unixFile, unixFolder:
		return ""
	case unixLink:
		return "a symbolic link"
	}
	return "a device, pipe or socket"
}

// methods names the ways of packing that are known and not read.
var methods = map[uint16]string{1: "Shrink", 6: "Implode", deflate64: "Deflate64", 12: "bzip2", 14: "LZMA", 20: "Zstandard", 93: "Zstandard", 94: "MP3", 95: "XZ", 96: "JPEG", 97: "WavPack", 98: "PPMd"}

// refusal says why the file cannot be unpacked, nil when it can.
func (h *header) refusal(special string) *Error {
	encrypted := h.flags&(flagEncrypted|flagStrong|flagMasked) != 0 || h.method == aes
	if !encrypted && special == "" && (h.method == stored || h.method == deflated) {
		return nil
	}
	name := short(visible(decodeName(h.name)))
	switch {
	case encrypted:
		return failf(timeline.ZipEncrypted, "“%s” is encrypted; unpack the zip and zip it again without a password.", name)
	case special != "":
		return failf(timeline.OddName, "“%s” is %s; it is listed and not followed.", name, special)
	}
	method := methods[h.method]
	if method == "" {
		method = "method " + grouped(int64(h.method))
	}
	if h.method == deflate64 {
		method += " (Windows does that to files over 2 GB)"
	}
	return failf(timeline.ZipMethod, "“%s” is packed with %s, which is not read here; unpack the zip and zip it again with: %s", name, method, zipCommand)
}

// plausible tells a header from four bytes that only look like one.
func (h *header) plausible() bool {
	if h.name == "" || len(h.name) > maxName || strings.Contains(h.name, "\x00") {
		return false
	}
	return knownMethod(h.method)
}

func knownMethod(m uint16) bool {
	_, known := methods[m]
	return known || m == stored || m == deflated || m == aes
}
