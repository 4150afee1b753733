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
	// spare is how much may pile up while an archive is read, beside a quarter of its bytes,
	// before the collector looks for garbage. There is little: what is read is kept.
	spare = 192 << 20
	// calm is how long after an opening the collector comes back, so that it does not stand
	// in the way of the first screen.
	calm = 2 * time.Second
)

// lenient lets an archive be read without collecting as long as there is room; the function
// it gives makes the collector come back.
func lenient() (back func()) {
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(spare)
	return func() {
		time.AfterFunc(calm, func() {
			debug.SetGCPercent(100)
			debug.SetMemoryLimit(memoryLimit)
		})
	}
}

// expect tells how many bytes will be held in all.
func expect(total int64) { debug.SetMemoryLimit(min(memoryLimit, spare+total+total/4)) }
