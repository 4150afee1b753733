// Package logtext reads a log of entries while it streams by: lines that begin with a
// time and a level, `2026-10-01T09:00:00.000Z [INFO] text`, and the lines that continue
// them. A stream goes in, its lines come out one by one; nothing is held but the line at
// hand, so that a log of any length costs the same memory.
//
// Any bytes are lines: what begins with no time and level continues the entry above it,
// and what is damaged is such a line. A line longer than the bound is handed out by its
// beginning and counted whole. A stream that breaks off gives the lines up to there and
// the error.
package logtext

import (
	"bytes"
	"io"
)

// Line is one line of a log. Its bytes are valid until the function that got it returns.
type Line struct {
	Number  int64  // 1-based
	Offset  int64  // of its first byte in the stream
	Length  int64  // bytes, without the LF
	Bytes   []byte // the line without LF and CR, its first max bytes at most
	Head    bool   // it begins an entry; else it continues the one above
	Time    []byte // of a head, as it is written
	Level   []byte // of a head: INFO, WARNING, ERROR, DEBUG
	Message []byte // of a head what follows its level, else the whole line
}

// Cut reports that the line is longer than its Bytes.
func (l Line) Cut() bool { return l.Length > int64(len(l.Bytes))+1 }

// chunk is how much is read at once, and how often pause is asked; first is how much at
// first: most logs are small, and there are many.
const (
	first = 16 << 10
	chunk = 256 << 10
)

// Read reads r to its end and calls each for every line in order. max bounds the bytes
// of a line that are handed out. pause is called after every read with the bytes read so
// far; its error ends the reading.
func Read(r io.Reader, max int, each func(Line), pause func(done int64) error) error {
	s := scanner{max: max, each: each}
	buf := make([]byte, first)
	for {
		n, err := r.Read(buf)
		s.add(buf[:n])
		if err != nil {
			s.end()
			if err == io.EOF {
				err = nil
			}
			return err
		}
		if err := pause(s.done); err != nil {
			return err
		}
		if n == len(buf) && n < chunk {
			buf = make([]byte, 2*n)
		}
	}
}

// scanner cuts a stream into lines.
type scanner struct {
	max    int
	each   func(Line)
	done   int64  // bytes seen
	start  int64  // offset of the line at hand
	number int64  // lines handed out
	part   []byte // what earlier reads had of the line at hand, max bytes at most
}

func (s *scanner) add(b []byte) {
	for {
		end := bytes.IndexByte(b, '\n')
		if end < 0 {
			break
		}
		line := b[:end]
		if len(s.part) > 0 {
			s.keep(line)
			line = s.part
		}
		s.done += int64(end)
		s.line(line)
		s.done++
		s.start, s.part, b = s.done, s.part[:0], b[end+1:]
	}
	s.keep(b)
	s.done += int64(len(b))
}

// end hands out a last line that no LF ends.
func (s *scanner) end() {
	if s.done > s.start {
		s.line(s.part)
	}
}

// keep copies what fits of a piece of a line.
func (s *scanner) keep(b []byte) {
	s.part = append(s.part, b[:min(len(b), max(s.max-len(s.part), 0))]...)
}

// line hands out the line that ends at s.done.
func (s *scanner) line(b []byte) {
	s.number++
	b = b[:min(len(b), s.max)]
	l := Line{Number: s.number, Offset: s.start, Length: s.done - s.start, Bytes: bytes.TrimSuffix(b, []byte("\r"))}
	l.Message = l.Bytes
	if n, level := head(l.Bytes); n > 0 {
		l.Head, l.Time, l.Level = true, l.Bytes[:n], l.Bytes[n+2:n+2+level]
		l.Message = bytes.TrimPrefix(l.Bytes[n+3+level:], []byte(" "))
	}
	s.each(l)
}

// shape is a time: 0 stands for a digit. Fractions and zone follow.
const shape = "0000-00-00T00:00:00"

// longest is more than a time with its fraction and zone has, and more than a level.
const longest = 40

// head measures the time that begins a line and the level behind it; 0 when there is
// none.
func head(b []byte) (time, level int) {
	if len(b) < len(shape) {
		return 0, 0
	}
	for i := range len(shape) {
		if digit := '0' <= b[i] && b[i] <= '9'; digit != (shape[i] == '0') || !digit && b[i] != shape[i] {
			return 0, 0
		}
	}
	time = bytes.IndexByte(b[:min(len(b), longest)], ' ')
	if time < len(shape) || len(b) < time+4 || b[time+1] != '[' {
		return 0, 0
	}
	rest := b[time+2 : min(len(b), time+2+longest)]
	for level < len(rest) && 'A' <= rest[level] && rest[level] <= 'Z' {
		level++
	}
	if level == 0 || level == len(rest) || rest[level] != ']' {
		return 0, 0
	}
	return time, level
}
