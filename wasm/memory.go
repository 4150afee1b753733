//go:build js && wasm

package main

import (
	"runtime/debug"
	"runtime/metrics"
	"time"
)

const (
	// memoryLimit makes the collector work harder before the 4 GiB of a 32-bit memory are
	// full, which would end the program.
	memoryLimit = 3 << 30
	// spare is how much may pile up while an archive is read, or a quarter of its bytes where
	// that is more, before the collector looks for garbage. There is little: what is read is
	// kept. Later it may be half as much.
	spare = 192 << 20
	// calm is how long after an opening the collector comes back, so that it does not stand
	// in the way of the first screen.
	calm = 2 * time.Second
)

// expected is how many bytes the open archive holds, limit the memory at which the collector
// looks for garbage while it is read.
var expected, limit int64

// alive is what the last collection found in use.
var alive = []metrics.Sample{{Name: "/gc/heap/live:bytes"}}

// lenient lets an archive be read without collecting as long as there is room; the function
// it gives makes the collector come back.
func lenient() (back func()) {
	debug.SetGCPercent(-1)
	limit = 0
	expect(0)
	return func() {
		time.AfterFunc(calm, func() {
			debug.SetGCPercent(int(max(10, min(100, 100*(spare/2)/max(expected, held(), 1))))) // memory never shrinks
			debug.SetMemoryLimit(memoryLimit)
		})
	}
}

// expect tells how many bytes will be held in all.
func expect(total int64) {
	expected = total
	makeRoom()
}

// makeRoom sets the limit by the bytes of the files, and by what is held where that is more:
// of an archive of many small files the list alone is. A limit below what is held would have
// the collector at work all the time.
func makeRoom() {
	n := held()
	n = min(memoryLimit, max(expected+max(spare, expected/4), n+max(spare/2, n/4)))
	if n != limit {
		limit = n
		debug.SetMemoryLimit(limit)
	}
}

func held() int64 {
	metrics.Read(alive)
	return int64(alive[0].Value.Uint64())
}
