//go:build js && wasm

package main

import (
	"fmt"
	"io"
	"syscall/js"
	"time"
)

const (
	blockSize = 512 << 10 // a FileReaderSync call costs half a millisecond: few and large
	blockKept = 16
	readMost  = 16 << 20 // bytes that stand twice, in the browser and here, while they are copied
)

// shelf holds what all files of one opening share: the browser's reader, and the blocks
// that were read last, so that a folder of thousands of files keeps no more of them than
// one archive does.
type shelf struct {
	reader js.Value
	blocks []block // latest first
}

type block struct {
	of    *blob
	at    int64
	bytes []byte
}

func newShelf() *shelf { return &shelf{reader: js.Global().Get("FileReaderSync").New()} }

// blob is an io.ReaderAt over a File. Small reads come from blocks that are kept; reads
// of a block and more go past them. A file that changed or went away is an error of the
// read, in the browser's words.
type blob struct {
	*shelf
	file js.Value
	size int64
}

func (s *shelf) blob(file js.Value) *blob {
	return &blob{shelf: s, file: file, size: int64(file.Get("size").Float())}
}

// modified is when the file was last written, as far as the browser tells.
func (b *blob) modified() time.Time {
	if ms := b.file.Get("lastModified"); ms.Type() == js.TypeNumber && ms.Float() > 0 {
		return time.UnixMilli(int64(ms.Float())).UTC()
	}
	return time.Time{}
}

// ReadAt reads len(p) bytes from offset off, fewer with io.EOF at the end.
func (b *blob) ReadAt(p []byte, off int64) (n int, err error) {
	if off < 0 {
		return 0, fmt.Errorf("read at %d of the file", off)
	}
	for n < len(p) {
		at := off + int64(n)
		if at >= b.size {
			return n, io.EOF
		}
		rest := p[n:]
		if len(rest) >= blockSize {
			rest = rest[:min(int64(len(rest)), readMost, b.size-at)]
			if err := b.fetch(rest, at); err != nil {
				return n, err
			}
			n += len(rest)
			continue
		}
		bytes, err := b.block(at - at%blockSize)
		if err != nil {
			return n, err
		}
		n += copy(rest, bytes[at%blockSize:])
	}
	return n, nil
}

// block answers the bytes of the block at a multiple of blockSize below b.size.
func (b *blob) block(at int64) ([]byte, error) {
	for i, kept := range b.blocks {
		if kept.of == b && kept.at == at {
			copy(b.blocks[1:i+1], b.blocks[:i])
			b.blocks[0] = kept
			return kept.bytes, nil
		}
	}
	fresh := block{b, at, make([]byte, min(blockSize, b.size-at))}
	if err := b.fetch(fresh.bytes, at); err != nil {
		return nil, err
	}
	if len(b.blocks) < blockKept {
		b.blocks = append(b.blocks, block{})
	}
	copy(b.blocks[1:], b.blocks)
	b.blocks[0] = fresh
	return fresh.bytes, nil
}

// fetch fills p from the file. The browser throws when the file changed since it was
// chosen.
func (b *blob) fetch(p []byte, at int64) (err error) {
	defer caught(&err)
	piece := b.file.Call("slice", float64(at), float64(at)+float64(len(p)))
	bytes := js.Global().Get("Uint8Array").New(b.reader.Call("readAsArrayBuffer", piece))
	if got := js.CopyBytesToGo(p, bytes); got != len(p) {
		return fmt.Errorf("the file gave %d of %d bytes at %d", got, len(p), at)
	}
	return nil
}

// caught turns what JavaScript threw into an error; any other panic goes on.
func caught(err *error) {
	switch p := recover().(type) {
	case nil:
	case js.Error:
		*err = p
	default:
		panic(p)
	}
}
