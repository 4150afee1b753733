package jsonl

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func carryOn(int64) error { return nil }

func TestRead(t *testing.T) {
	var got []string
	held, err := Read(iotest.OneByteReader(strings.NewReader("a\n\nb\r\nc\u2028d\nlast")), 3, func(l Line) {
		got = append(got, string(l.Bytes))
		if l.Terminated != (string(l.Bytes) != "last") || int(l.Number) != len(got) {
			t.Errorf("%+v", l)
		}
	}, carryOn)
	if err != nil || strings.Join(got, "|") != "a||b\r|c\u2028d|last" || len(held) != 16 {
		t.Errorf("%q, %d bytes held, %v", got, len(held), err)
	}
}

// TestReadHoldsNoMore: a log of the size that is expected takes its bytes and one, be it
// empty: there may be very many.
func TestReadHoldsNoMore(t *testing.T) {
	for _, text := range []string{"", "a\n", strings.Repeat("a", 40) + "\n"} {
		held, err := Read(strings.NewReader(text), int64(len(text)), func(Line) {}, carryOn)
		if err != nil || cap(held) > len(text)+1 {
			t.Errorf("%d bytes stand in %d (%v)", len(text), cap(held), err)
		}
	}
}

func TestReadBreaksOff(t *testing.T) {
	broken := errors.New("broken")
	n := 0
	held, err := Read(io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(broken)), 0, func(Line) { n++ }, carryOn)
	if err != broken || n != 2 || string(held) != "a\nb" {
		t.Errorf("%v after %d lines, held %q", err, n, held)
	}
	_, err = Read(strings.NewReader("a\nb\n"), 4, func(Line) {}, func(int64) error { return broken })
	if err != broken {
		t.Errorf("pause did not end the reading: %v", err)
	}
}

func TestTrim(t *testing.T) {
	for in, want := range map[string]string{
		"\ufeff{}\r": "{}", "\x00\x00{}\x00\r": "{}", "\x00 \x00": "", " \t\r": "", "{}\r\r": "{}", " {} ": " {} ",
	} {
		if got := string(Trim([]byte(in))); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

// FuzzRead: lines and their LFs, put together again, are the stream, however it is cut
// into reads.
func FuzzRead(f *testing.F) {
	f.Add([]byte("a\nb\n\n"), 1, int64(0))
	f.Add([]byte("\n\n\x00"), 7, int64(2))
	f.Add([]byte("{\x00\n\x00"), 1, int64(0))
	f.Fuzz(func(t *testing.T, data []byte, cut int, size int64) {
		size = max(0, min(size, int64(len(data))+3))
		cut = max(0, min(cut, len(data)))
		var again []byte
		r := io.MultiReader(bytes.NewReader(data[:cut]), bytes.NewReader(data[cut:]))
		var g Log
		err := g.Read(r, size, func(l Line) {
			if l.Offset != int64(len(again)) {
				t.Fatalf("line %d at %d, want %d", l.Number, l.Offset, len(again))
			}
			again = append(again, l.Bytes...)
			if l.Terminated {
				again = append(again, map[Encoding]string{UTF8: "\n", UTF16LE: "\n\x00", UTF16BE: "\x00\n"}[g.Encoding]...)
			}
		}, carryOn)
		if err != nil || !bytes.Equal(again, data) || !bytes.Equal(g.Held, data) {
			t.Fatalf("%v: %q became %q", err, data, again)
		}
	})
}
