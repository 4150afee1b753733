// Package jsonl cuts a log into lines while it is being read: a stream goes in, each
// line comes out as soon as it is whole, and all bytes are held once, so that lines
// are slices of what is held and never copies.
//
// Lines end at LF and nowhere else. What a whole line means is not this package's
// business; where a line is not one object, Find looks for the objects that damage has
// joined, split or hidden in it, and Text gives what a decoder must be given for them. A
// stream that breaks off gives the lines up to there, the last one unterminated, and the
// error.
package jsonl

import (
	"bytes"
	"io"
	"iter"
)

// Line is one line of a log.
type Line struct {
	Number     int64  // 1-based; blank lines count
	Offset     int64  // of its first byte in what is held
	Bytes      []byte // without the LF
	Terminated bool   // an LF follows; only the last line may lack it
}

// step is how much is read between two looks at the lines: small enough that progress
// and cancel are smooth, large enough that a read costs nothing beside the scan.
const step = 512 << 10

// Log is a log while it is read.
type Log struct {
	Held     []byte   // every byte read so far
	Encoding Encoding // of the line at hand; it may change from one to the next
}

// Read reads r to its end and calls each for every line in order; by then Held reaches to
// the line's end at least. size is the expected number of bytes, already checked by the
// caller: the buffer starts with it. pause is called between steps with the bytes held so
// far; its error ends the reading.
func (g *Log) Read(r io.Reader, size int64, each func(Line), pause func(held int64) error) error {
	g.Held = make([]byte, 0, size+1) // one more, so that the read that meets EOF has room
	var start, from int
	var number int64
	known := false // the encoding
	begun := false // the line at start has had its encoding looked at
	for {
		if len(g.Held) == cap(g.Held) {
			g.Held = append(g.Held, 0)[:len(g.Held)]
		}
		n, err := r.Read(g.Held[len(g.Held):min(cap(g.Held), len(g.Held)+step)])
		g.Held = g.Held[:len(g.Held)+n]
		if !known && (len(g.Held) >= 4 || err != nil) {
			g.Encoding, known = EncodingOf(g.Held), true
		}
		for known {
			if !begun && (len(g.Held)-start >= 3 || err != nil) {
				g.Encoding, begun = g.Encoding.next(g.Held[start:]), true
			}
			end, next := g.Encoding.lineEnd(g.Held, from)
			if end < 0 {
				from = next
				break
			}
			number++
			each(Line{number, int64(start), g.Held[start:end:end], true})
			start, from, begun = next, next, false
		}
		if err != nil {
			if start < len(g.Held) {
				each(Line{number + 1, int64(start), g.Held[start:len(g.Held):len(g.Held)], false})
			}
			if err == io.EOF {
				err = nil
			}
			return err
		}
		if err := pause(int64(len(g.Held))); err != nil {
			return err
		}
	}
}

// Read is Log.Read for who needs no look back: the bytes held are returned with either
// error.
func Read(r io.Reader, size int64, each func(Line), pause func(held int64) error) ([]byte, error) {
	var g Log
	err := g.Read(r, size, each, pause)
	return g.Held, err
}

// Lines walks the lines of what is held as bytes: whatever the encoding, they end at a
// byte LF.
func Lines(held []byte) iter.Seq[Line] {
	return func(yield func(Line) bool) {
		for start, number := 0, int64(1); start < len(held); number++ {
			end := bytes.IndexByte(held[start:], '\n')
			if end < 0 {
				yield(Line{number, int64(start), held[start:], false})
				return
			}
			end += start
			if !yield(Line{number, int64(start), held[start:end:end], true}) {
				return
			}
			start = end + 1
		}
	}
}

var bom = []byte("\xef\xbb\xbf")

// Trim takes off what may surround a record on its line and is no part of it: a BOM,
// NUL bytes at both ends and trailing CR (ROWS.md, settled point 6). A line of blanks
// and NULs only gives nothing.
func Trim(line []byte) []byte {
	line = bytes.TrimPrefix(line, bom)
	line = bytes.Trim(line, "\x00")
	line = bytes.TrimPrefix(line, bom)
	line = bytes.TrimRight(line, "\r\x00")
	if len(bytes.Trim(line, " \t\r\x00")) == 0 {
		return nil
	}
	return line
}
