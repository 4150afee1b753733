//go:build js && wasm

package main

import (
	"io"
	"syscall/js"

	"flightlog/parse/archive"
)

// inflateHere is the packed size up to which an entry is inflated in Go: less is not worth
// the messages.
const inflateHere = 1 << 20

// inflate is the archive.Inflater of the page: large entries in a worker of the browser's
// own inflate, which begins at once and works ahead, small ones in Go.
func (b *blob) inflate(p archive.Packed) io.ReadCloser {
	if p.Size < inflateHere {
		return archive.Inflate(p)
	}
	return newStream(b.file, p)
}

// stream reads deflated bytes through web/inflate.js. The browser's stream drops what it
// holds when it meets damage, or bytes behind the end; from there on Go inflates the same
// bytes once more and goes on behind what was given, so that the page keeps exactly
// what the command keeps.
type stream struct {
	packed archive.Packed
	far    js.Value // of flightlogInflate
	came   js.Func
	ready  chan struct{}
	parts  js.Value      // an Array of Uint8Arrays that is being read
	part   int           // the one at hand
	at     int           // of its bytes those read
	left   int           // bytes of all parts that are not read
	given  int64         // bytes that Read answered from the browser
	err    error         // io.EOF at the end
	again  io.ReadCloser // Go's decoder, after the browser gave up
	closed bool
}

func newStream(file js.Value, p archive.Packed) *stream {
	s := &stream{packed: p, ready: make(chan struct{}, 1)}
	s.came = js.FuncOf(func(js.Value, []js.Value) any {
		s.ready <- struct{}{}
		return nil
	})
	defer caught(&s.err)
	s.far = js.Global().Call("flightlogInflate", file.Call("slice", float64(p.Offset), float64(p.Offset+p.Size)))
	return s
}

func (s *stream) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	for s.err == nil {
		if s.left > 0 {
			n := s.copy(p)
			s.given += int64(n)
			return n, nil
		}
		s.err = s.next()
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

// copy fills p from the parts at hand, as far as they go.
func (s *stream) copy(p []byte) (n int) {
	for n < len(p) && s.left > 0 {
		part := s.parts.Index(s.part)
		size := part.Length()
		if s.at > 0 {
			part = part.Call("subarray", s.at)
		}
		got := js.CopyBytesToGo(p[n:], part)
		n, s.at, s.left = n+got, s.at+got, s.left-got
		if s.at == size {
			s.part, s.at = s.part+1, 0
		}
	}
	return n
}

// next takes what came, and waits where nothing has come yet.
func (s *stream) next() (err error) {
	defer caught(&err)
	piece := s.far.Call("take")
	for piece.IsNull() {
		s.far.Call("wait", s.came)
		<-s.ready
		piece = s.far.Call("take")
	}
	if parts := piece.Get("parts"); parts.Truthy() {
		s.parts, s.part, s.at, s.left = parts, 0, 0, piece.Get("size").Int()
		return nil
	}
	s.parts = js.Undefined()
	if piece.Get("done").Truthy() {
		return io.EOF
	}
	return io.ErrUnexpectedEOF
}

// Close lets go of the browser's stream and of the function that it calls.
func (s *stream) Close() error {
	if s.closed {
		return nil
	}
	s.closed = true
	s.parts, s.left = js.Undefined(), 0
	if s.err == nil {
		s.err = io.ErrClosedPipe
		s.far.Call("close")
	}
	if s.again != nil {
		s.again.Close()
	}
	s.came.Release()
	return nil
}
