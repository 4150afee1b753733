//go:build sandbox && !wasip1

package main

import _ "embed"

//go:embed flightlog.wasm
var program []byte

// sandboxProgram is this command as a wasip1 program.
var sandboxProgram = func() ([]byte, error) { return program, nil }
