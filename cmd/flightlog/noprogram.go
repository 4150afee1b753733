//go:build !sandbox && !wasip1

package main

import "errors"

// sandboxProgram is this command as a wasip1 program.
var sandboxProgram = func() ([]byte, error) {
	return nil, errors.New("this flightlog was built without its sandbox; `make command` builds one with it")
}
