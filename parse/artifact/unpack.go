package artifact

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"

	"flightlog/parse/archive"
)

// whole unpacks a file at once. A nil entry gives nil; a file of no bytes is not nil.
func (rd *Reading) whole(e *archive.Entry, most int64) ([]byte, error) {
	if e == nil {
		return nil, nil
	}
	if left := rd.left(); most == 0 || most > left {
		most = left
	}
	data, err := e.ReadAll(most)
	if err == nil && data == nil {
		data = []byte{}
	}
	if rd.hash && data != nil {
		sum := sha256.Sum256(data)
		rd.Timeline.Sources[rd.sourceOf(e)].SHA256 = hex.EncodeToString(sum[:])
	}
	return data, err
}

// left is how many bytes may still be held, whatever the files claim to have.
func (rd *Reading) left() int64 { return max(rd.lim.TotalBytes-rd.held, 1) }

// open streams a file.
func (rd *Reading) open(f *file) (io.ReadCloser, error) {
	body, err := rd.ahead.take(f, rd.left())
	if err != nil || !rd.hash {
		return body, err
	}
	return &hashing{body, sha256.New(), f}, nil
}

// hashing hashes what is read through it and leaves the sum in the file's source.
type hashing struct {
	io.ReadCloser
	sum hash.Hash
	f   *file
}

func (h *hashing) Read(p []byte) (int, error) {
	n, err := h.ReadCloser.Read(p)
	h.sum.Write(p[:n])
	return n, err
}

func (h *hashing) Close() error {
	h.f.source.SHA256 = hex.EncodeToString(h.sum.Sum(nil))
	return h.ReadCloser.Close()
}
