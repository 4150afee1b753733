//go:build js && wasm

// Command wasm is the program inside the page: the entry of GOOS=js. The worker hands
// it calls of an operation, an argument and, for open, a File; it answers HTML bytes or
// refuses with one sentence. What the operations mean stands in wasm/viewer; here is
// only what a browser needs: the bridge, reading a File, and letting the event loop
// turn. A panic in a call is that call's refusal; the program goes on.
package main

import (
	"runtime/debug"
	"syscall/js"

	"flightlog/wasm/viewer"
)

func main() {
	debug.SetMemoryLimit(memoryLimit)
	b := newBridge(viewer.New())
	js.Global().Set("flightlog", js.FuncOf(b.call))
	js.Global().Set("flightlogCancel", js.FuncOf(b.cancel))
	select {}
}
