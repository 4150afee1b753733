package archive

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"strings"
)

// tarred is one file of a tar made by hand.
type tarred struct {
	name, data string
	kind       byte  // 0 stands for '0'
	size       int64 // overrides the stated size
	magic      string
	prefix     string
	sum        int // added to the right checksum
}

func (f tarred) bytes() []byte {
	h := make([]byte, blockSize)
	size := int64(len(f.data))
	if f.size != 0 {
		size = f.size
	}
	copy(h, f.name)
	copy(h[100:], "0000644\x00")
	copy(h[124:], fmt.Sprintf("%011o\x00", size))
	copy(h[136:], fmt.Sprintf("%011o\x00", 1_790_000_000))
	h[156] = '0'
	if f.kind != 0 {
		h[156] = f.kind
	}
	magic := "ustar\x0000"
	if f.magic != "" {
		magic = f.magic
	}
	copy(h[257:], magic)
	copy(h[345:], f.prefix)
	sum := 8*int(' ') + f.sum
	for i, c := range h {
		if i < 148 || i >= 156 {
			sum += int(c)
		}
	}
	copy(h[148:], fmt.Sprintf("%06o\x00 ", sum))
	out := append(h, f.data...)
	return append(out, make([]byte, (blockSize-len(f.data)%blockSize)%blockSize)...)
}

// noEnd makes a tar without the blocks that end it.
func noEnd(files ...tarred) []byte {
	var b []byte
	for _, f := range files {
		b = append(b, f.bytes()...)
	}
	return b
}

func makeTar(files ...tarred) []byte { return append(noEnd(files...), make([]byte, 2*blockSize)...) }

func gzipped(text string) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write([]byte(text))
	w.Close()
	return b.Bytes()
}

// pax is a header of records in front of a file.
func pax(records ...string) tarred {
	var b strings.Builder
	for _, r := range records {
		n := len(r) + 3
		for len(fmt.Sprint(n))+len(r)+2 != n {
			n++
		}
		fmt.Fprintf(&b, "%d %s\n", n, r)
	}
	return tarred{name: "PaxHeaders/x", kind: 'x', data: b.String()}
}
