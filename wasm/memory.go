//go:build js && wasm

package main

import (
	"runtime/debug"
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

// expected is how many bytes the open archive holds.
var expected int64

// lenient lets an archive be read without collecting as long as there is room; the function
// it gives makes the collector come back.
func lenient() (back func()) {
	debug.SetGCPercent(-1)
	expect(0)
	return func() {
		time.AfterFunc(calm, func() {
			debug.SetGCPercent(int(max(10, min(100, 100*(spare/2)/max(expected, 1))))) // memory never shrinks
			debug.SetMemoryLimit(memoryLimit)
		})
	}
}

// expect tells how many bytes will be held in all.
func expect(total int64) {
	expected = total
	debug.SetMemoryLimit(min(memoryLimit, total+max(spare, total/4)))
}
