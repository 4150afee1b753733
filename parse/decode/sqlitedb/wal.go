package sqlitedb

import "encoding/binary"

// WALFacts tells what a write-ahead log holds. A log is written over from its start
// again and again; the frames of one round carry the two salts of its header, and a
// checksum that runs on from frame to frame. Frames of earlier rounds may follow.
type WALFacts struct {
	Present   bool  // there is such a file, be it of zero bytes
	BadHeader bool  // its header is damaged: nothing in it can be used
	PageSize  int   // bytes of a page, 0 when there is no readable header
	Frames    int   // whole frames in the file, of any round
	Valid     int   // frames of the current round, from the first on, salts and checksums verified
	Applied   int   // those of them up to the last commit: what the tables show
	Commits   int   // transactions among them
	Torn      bool  // the current round does not end with a commit, or breaks off damaged
	TornAt    int64 // byte offset of the first frame that was not applied; valid when Torn
}

const (
	walHeader  = 32
	walFrame   = 24 // before the page
	walVersion = 3007000
	walMagic   = 0x377f0682 // its lowest bit says that checksums are big-endian
)

// checksum is SQLite's running sum over 32-bit words, two at a time.
type checksum struct {
	order  binary.ByteOrder
	s0, s1 uint32
}

// add runs on over b, whose length is a multiple of 8.
func (c *checksum) add(b []byte) {
	if c.order == binary.ByteOrder(binary.LittleEndian) {
		for ; len(b) >= 8; b = b[8:] {
			c.s0 += binary.LittleEndian.Uint32(b) + c.s1
			c.s1 += binary.LittleEndian.Uint32(b[4:]) + c.s0
		}
		return
	}
	for ; len(b) >= 8; b = b[8:] {
		c.s0 += binary.BigEndian.Uint32(b) + c.s1
		c.s1 += binary.BigEndian.Uint32(b[4:]) + c.s0
	}
}

// matches compares with the 8 bytes in which the sum is stored.
func (c *checksum) matches(b []byte) bool {
	return binary.BigEndian.Uint32(b) == c.s0 && binary.BigEndian.Uint32(b[4:]) == c.s1
}

// ScanWAL reads the facts from the bytes of a log. It follows the rules by which
// SQLite recovers: up to the first frame with other salts or a wrong sum, and of that
// up to the last commit.
func ScanWAL(wal []byte) WALFacts {
	facts := WALFacts{Present: len(wal) > 0}
	if len(wal) == 0 {
		return facts
	}
	sum, ok := header(wal)
	if !ok {
		facts.BadHeader, facts.Torn = true, true
		return facts
	}
	size := pageSize(wal)
	salts, frames := string(wal[16:24]), wal[walHeader:]
	step := walFrame + size
	facts.PageSize = size
	facts.Frames = len(frames) / step
	for ; len(frames) >= step; frames = frames[step:] {
		page, commit := binary.BigEndian.Uint32(frames), binary.BigEndian.Uint32(frames[4:])
		if string(frames[8:16]) != salts || page == 0 {
			break
		}
		sum.add(frames[:8])
		sum.add(frames[walFrame:step])
		if !sum.matches(frames[16:]) {
			break
		}
		facts.Valid++
		if commit != 0 {
			facts.Commits++
			facts.Applied = facts.Valid
		}
	}
	rest := wal[walHeader+facts.Applied*step:]
	if leftOver(rest, salts, step, facts.Applied == facts.Frames) {
		facts.Torn = true
		facts.TornAt = int64(len(wal) - len(rest))
	}
	return facts
}

// leftOver reports whether rest, which was not applied, holds anything of the current
// round: a frame with its salts, whole or cut, with a commit or without. A few bytes
// that end the file and are too short to show salts count only when they follow the
// last commit (last), with no frame of an earlier round before them.
func leftOver(rest []byte, salts string, step int, last bool) bool {
	for len(rest) >= 16 {
		if string(rest[8:16]) == salts {
			return true
		}
		rest, last = rest[min(step, len(rest)):], false
	}
	return last && len(rest) > 0
}

// header checks the log's header and starts the running sum with it.
func header(wal []byte) (checksum, bool) {
	if len(wal) < walHeader {
		return checksum{}, false
	}
	first := binary.BigEndian.Uint32(wal)
	if first&^1 != walMagic || binary.BigEndian.Uint32(wal[4:]) != walVersion || pageSize(wal) == 0 {
		return checksum{}, false
	}
	sum := checksum{order: binary.LittleEndian}
	if first&1 != 0 {
		sum.order = binary.BigEndian
	}
	sum.add(wal[:24])
	return sum, sum.matches(wal[24:])
}

// pageSize is the header's page size, or 0 when it is none that SQLite allows.
func pageSize(wal []byte) int {
	n := binary.BigEndian.Uint32(wal[8:])
	if n < 512 || n > 65536 || n&(n-1) != 0 {
		return 0
	}
	return int(n)
}

// Alone tells what a log without its database still holds: the newest committed image of
// the first page, nil when it has none, how many of the database's pages stand in the log,
// and how many there are in all. With the first page for a main file, Open shows the rows
// that stand on those pages.
func Alone(wal []byte) (first []byte, have, of int) {
	facts := ScanWAL(wal)
	if facts.Applied == 0 {
		return nil, 0, 0
	}
	step := walFrame + facts.PageSize
	seen := map[uint32]bool{}
	for i := range facts.Applied {
		frame := wal[walHeader+i*step:][:step]
		page := binary.BigEndian.Uint32(frame)
		seen[page] = true
		if page == 1 {
			first = frame[walFrame:]
		}
		if commit := binary.BigEndian.Uint32(frame[4:]); commit != 0 {
			of = int(commit)
		}
	}
	for page := range seen {
		if int64(page) <= int64(of) {
			have++
		}
	}
	return first, have, of
}
