package archive

import (
	"bytes"
	"math"
	"strconv"
	"strings"
	"time"
)

// blockSize is the unit of a tar: headers are one, and files are filled up to it.
const blockSize = 512

// tarHeader is what a tar says about one file.
type tarHeader struct {
	name     string
	kind     byte
	size     int64 // of what follows the header
	modified time.Time
	sparse   bool // its holes are left out
	extended bool // more blocks of the list of holes follow (old GNU form)
}

// Kinds of header that describe the one behind them, or are otherwise not plain files.
const (
	tarHardLink = '1'
	tarSymlink  = '2'
	tarFolder   = '5'
	tarPax      = 'x'
	tarPaxSun   = 'X'
	tarPaxAll   = 'g'
	tarLongName = 'L'
	tarLongLink = 'K'
	tarSparse   = 'S'
	tarVolume   = 'V'
)

// parseTarHeader reads the header in a block. A right checksum is what tells one from
// other bytes: the oldest tars have no other mark.
func parseTarHeader(b []byte) (h tarHeader, ok bool) {
	if len(b) < blockSize || !checksumFits(b[:blockSize]) {
		return h, false
	}
	h.name, h.kind = cString(b[:100]), b[156]
	if string(b[257:263]) == "ustar\x00" { // the GNU form has other things there
		if prefix := cString(b[345:500]); prefix != "" {
			h.name = prefix + "/" + h.name
		}
	}
	var sizeOK bool
	if h.size, sizeOK = tarNumber(b[124:136]); !sizeOK || h.size < 0 {
		return h, false
	}
	if t, ok := tarNumber(b[136:148]); ok && t > 0 {
		h.modified = time.Unix(t, 0).UTC()
	}
	switch h.kind {
	case tarHardLink, tarSymlink, '3', '4', tarFolder, '6':
		h.size = 0 // whatever the field says, nothing follows
	case tarSparse:
		h.sparse, h.extended = true, b[482] != 0
	}
	return h, true
}

// folder reports whether the header is of a folder; the oldest tars mark one by its name.
func (h *tarHeader) folder() bool {
	return h.kind == tarFolder || (h.kind == 0 || h.kind == '0') && strings.HasSuffix(h.name, "/")
}

// special names what is neither a file nor a folder.
func (h *tarHeader) special() string {
	switch h.kind {
	case tarHardLink:
		return "a hard link"
	case tarSymlink:
		return "a symbolic link"
	case '3', '4', '6':
		return "a device, pipe or socket"
	}
	return ""
}

func checksumFits(b []byte) bool {
	stated, ok := tarNumber(b[148:156])
	if !ok {
		return false
	}
	var unsigned, signed int64
	for i, c := range b {
		if 148 <= i && i < 156 {
			c = ' '
		}
		unsigned += int64(c)
		signed += int64(int8(c)) // some old writers added signed bytes
	}
	return stated == unsigned || stated == signed
}

func cString(b []byte) string {
	if i := bytes.IndexByte(b, 0); i >= 0 {
		b = b[:i]
	}
	return string(b)
}

// tarNumber reads a number in octal digits, or, with the first bit set, in base 256.
func tarNumber(b []byte) (int64, bool) {
	if len(b) > 0 && b[0]&0x80 != 0 {
		n := uint64(b[0] & 0x7f)
		if n&0x40 != 0 {
			return 0, false // below zero
		}
		for _, c := range b[1:] {
			if n > math.MaxInt64>>8 {
				return 0, false
			}
			n = n<<8 | uint64(c)
		}
		return int64(n), true
	}
	digits := strings.Trim(cString(b), " ")
	if digits == "" {
		return 0, true
	}
	n, err := strconv.ParseUint(digits, 8, 63)
	return int64(n), err == nil
}

// apply takes over what the records in front of a header say of it.
func (h *tarHeader) apply(extra map[string]string) bool {
	if name, ok := extra["path"]; ok {
		h.name = name
	}
	if text, ok := extra["size"]; ok {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n < 0 {
			return false
		}
		if h.special() == "" && !h.folder() {
			h.size = n
		}
	}
	if t, ok := paxTime(extra["mtime"]); ok {
		h.modified = t
	}
	for key := range extra {
		if strings.HasPrefix(key, "GNU.sparse.") {
			h.sparse = true
		}
	}
	if name, ok := extra["GNU.sparse.name"]; ok {
		h.name = name
	}
	return true
}

// paxTime reads seconds since 1970 with a fraction, as far as nanoseconds.
func paxTime(text string) (time.Time, bool) {
	whole, fraction, _ := strings.Cut(text, ".")
	sec, err := strconv.ParseInt(whole, 10, 64)
	if err != nil || sec <= 0 {
		return time.Time{}, false
	}
	nano, err := strconv.ParseUint((fraction + "000000000")[:9], 10, 32)
	if err != nil {
		nano = 0
	}
	return time.Unix(sec, int64(nano)).UTC(), true
}

// paxRecords reads lines of the form "length key=value", each as long as it says.
func paxRecords(b []byte, into map[string]string) bool {
	for len(b) > 0 && b[0] != 0 {
		length, _, ok := bytes.Cut(b[:min(len(b), 20)], []byte(" "))
		n, err := strconv.Atoi(string(length))
		if !ok || err != nil || n <= len(length)+1 || n > len(b) {
			return false
		}
		key, value, ok := strings.Cut(strings.TrimSuffix(string(b[len(length)+1:n]), "\n"), "=")
		if !ok {
			return false
		}
		into[key] = value
		b = b[n:]
	}
	return true
}
