//go:build js && wasm

package main

import (
	"io"
	"syscall/js"

	"flightlog/parse/archive"
)

// inflateHere is the packed size from which the browser's inflate is worth its promises.
const inflateHere = 128 << 10

// inflate is the archive.Inflater of the page: large entries through the browser's
// DecompressionStream, small ones in Go.
func (b *blob) inflate(p archive.Packed) io.ReadCloser {
	if p.Size < inflateHere {
		return archive.Inflate(p)
	}
	return newStream(b.file, p)
}

// stream reads deflated bytes through the browser, one chunk asked for at a time, so
// that never more than a chunk waits there. The browser's stream drops what it holds
// when it meets damage, or bytes behind the end; from there on Go inflates the same
// bytes once more and goes on behind what was given, so that the page keeps exactly
// what the command keeps.
type stream struct {
	packed  archive.Packed
	reader  js.Value // ReadableStreamDefaultReader
	got     js.Func
	failed  js.Func
	settled chan answer
	given   int64         // bytes that Read answered from the browser
	spare   []byte        // a chunk larger than the reader's buffer
	left    []byte        // of spare, not read yet
	err     error         // io.EOF at the end
	again   io.ReadCloser // Go's decoder, after the browser gave up
	closed  bool
}

type answer struct {
	chunk js.Value
	err   error
}

func newStream(file js.Value, p archive.Packed) *stream {
	s := &stream{packed: p, settled: make(chan answer, 1)}
	s.got = js.FuncOf(func(_ js.Value, args []js.Value) any {
		a := answer{chunk: args[0].Get("value")}
		if args[0].Get("done").Bool() {
			a.err = io.EOF
		}
		s.settled <- a
		return nil
	})
	s.failed = js.FuncOf(func(_ js.Value, args []js.Value) any {
		s.settled <- answer{err: js.Error{Value: args[0]}}
		return nil
	})
	defer caught(&s.err)
	source := file.Call("slice", float64(p.Offset), float64(p.Offset+p.Size)).Call("stream")
	s.reader = source.Call("pipeThrough", js.Global().Get("DecompressionStream").New("deflate-raw")).Call("getReader")
	return s
}

func (s *stream) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if len(s.left) > 0 {
		n := copy(p, s.left)
		s.left = s.left[n:]
		s.given += int64(n)
		return n, nil
	}
	for s.err == nil {
		n, err := s.next(p)
		s.err = err
		if n > 0 {
			s.given += int64(n)
			return n, nil
		}
	}
	if s.err == io.EOF || s.closed {
		return 0, s.err
	}
	if s.again == nil {
		s.again = archive.Inflate(s.packed)
		if n, err := io.CopyN(io.Discard, s.again, s.given); err != nil || n != s.given {
			return 0, io.ErrUnexpectedEOF
		}
	}
	return s.again.Read(p)
}

// next waits for a chunk and copies it once: to p, or, where p is too small, to spare.
func (s *stream) next(p []byte) (n int, err error) {
	defer caught(&err)
	s.reader.Call("read").Call("then", s.got, s.failed)
	a := <-s.settled
	if a.err != nil {
		return 0, a.err
	}
	size := a.chunk.Length()
	if size <= len(p) {
		return js.CopyBytesToGo(p, a.chunk), nil
	}
	if cap(s.spare) < size {
		s.spare = make([]byte, size)
	}
	s.spare = s.spare[:js.CopyBytesToGo(s.spare[:size], a.chunk)]
	n = copy(p, s.spare)
	s.left = s.spare[n:]
	return n, nil
}

// Close lets go of the browser's stream and of the functions it calls.
func (s *stream) Close() error {
	if s.closed {
		return nil
	}
	s.closed = true
	if s.err == nil {
		s.err = io.ErrClosedPipe
		s.left = nil
		s.reader.Call("cancel").Call("catch", ignore)
	}
	if s.again != nil {
		s.again.Close()
	}
	s.got.Release()
	s.failed.Release()
	return nil
}

// ignore takes the rejection of a promise whose outcome nobody waits for.
var ignore = js.FuncOf(func(js.Value, []js.Value) any { return nil })
