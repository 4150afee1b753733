package logtext

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

func never(int64) error { return nil }

// lines reads a text and writes each of its lines down.
func lines(t *testing.T, text string, most int) []string {
	t.Helper()
	var out []string
	err := Read(strings.NewReader(text), most, func(l Line) {
		s := fmt.Sprintf("%d@%d+%d ", l.Number, l.Offset, l.Length)
		if l.Head {
			s += fmt.Sprintf("%s|%s|", l.Time, l.Level)
		}
		if l.Cut() {
			s += "cut "
		}
		out = append(out, s+string(l.Message))
	}, never)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestLines(t *testing.T) {
	for name, tt := range map[string]struct {
		text string
		most int
		want []string
	}{
		"entries and what continues them": {"2026-10-01T09:00:00.000Z [INFO] one\n  two\n\n2026-10-01T09:00:01.000Z [ERROR] [rust:x] three\n", 100,
			[]string{"1@0+35 2026-10-01T09:00:00.000Z|INFO|one", "2@36+5   two", "3@42+0 ", "4@43+47 2026-10-01T09:00:01.000Z|ERROR|[rust:x] three"}},
		"CRLF, and an end without a line end": {"2026-10-01T09:00:00Z [INFO] a\r\n2026-10-01T09:00:00Z [WARNING]", 100,
			[]string{"1@0+30 2026-10-01T09:00:00Z|INFO|a", "2@31+30 2026-10-01T09:00:00Z|WARNING|"}},
		"longer than the bound": {"2026-10-01T09:00:00Z [INFO] abcdefgh\nnext", 30, []string{"1@0+36 2026-10-01T09:00:00Z|INFO|cut ab", "2@37+4 next"}},
		"nothing":               {"", 10, nil},
		"no heads": {"x [INFO] a\n2026-10-01 [INFO] b\n2026-10-01T09:00:00Z INFO c\n2026-10-01T09:00:00Z [info] d\n2026-10-01T09:00:00Z []\n", 100,
			[]string{"1@0+10 x [INFO] a", "2@11+19 2026-10-01 [INFO] b", "3@31+27 2026-10-01T09:00:00Z INFO c", "4@59+29 2026-10-01T09:00:00Z [info] d", "5@89+23 2026-10-01T09:00:00Z []"}},
	} {
		if got := lines(t, tt.text, tt.most); !slices.Equal(got, tt.want) {
			t.Errorf("%s:\n%q\nwant\n%q", name, got, tt.want)
		}
	}
}

// TestEnds: an error of the stream comes after the lines before it, one of pause at once.
func TestEnds(t *testing.T) {
	n := 0
	count := func(Line) { n++ }
	broken := errors.New("broken")
	if err := Read(io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(broken)), 10, count, never); err != broken || n != 2 {
		t.Errorf("%v after %d lines", err, n)
	}
	stop := errors.New("stop")
	if err := Read(strings.NewReader("a\nb"), 10, count, func(done int64) error {
		if done != 3 {
			t.Errorf("%d bytes are told", done)
		}
		return stop
	}); err != stop {
		t.Error(err)
	}
}

// FuzzRead: every byte of the stream is of one line or an LF, numbers grow by one, what is
// handed out stands where it says, a head is put together by its parts, and the pieces in
// which the stream arrives change nothing.
func FuzzRead(f *testing.F) {
	f.Add([]byte("2026-10-01T09:00:00.000Z [INFO] one\n two\r\n\n"), 20)
	f.Add([]byte("2026-10-01T09:00:00.000Z [ERROR]\n2026-10-01T09:00:00.000Z [ERROR"), 4000)
	f.Add([]byte("\n\n\xff\x00[INFO]"), 1)
	f.Fuzz(func(t *testing.T, text []byte, most int) {
		most = min(max(most, 0), 1<<16)
		var whole []string
		at, number := int64(0), int64(0)
		read := func(r io.Reader, each func(Line)) {
			if err := Read(r, most, each, never); err != nil {
				t.Fatal(err)
			}
		}
		read(bytes.NewReader(text), func(l Line) {
			number++
			if l.Number != number || l.Offset != at || l.Length < int64(len(l.Bytes)) || len(l.Bytes) > most || !bytes.HasPrefix(text[at:], l.Bytes) {
				t.Fatalf("line %d at %d: %+v", number, at, l)
			}
			if l.Head && !bytes.HasPrefix(l.Bytes, fmt.Appendf(nil, "%s [%s]", l.Time, l.Level)) || !bytes.HasSuffix(l.Bytes, l.Message) {
				t.Fatalf("line %d is not its parts: %+v", number, l)
			}
			at += l.Length
			if bytes.IndexByte(text[l.Offset:at], '\n') >= 0 {
				t.Fatalf("line %d holds a line end", number)
			}
			if at < int64(len(text)) {
				if text[at] != '\n' {
					t.Fatalf("line %d ends at %d without a line end", number, at)
				}
				at++
			}
			whole = append(whole, fmt.Sprintf("%+v", l))
		})
		if at != int64(len(text)) {
			t.Fatalf("the lines cover %d of %d bytes", at, len(text))
		}
		var pieces []string
		read(iotest.OneByteReader(bytes.NewReader(text)), func(l Line) { pieces = append(pieces, fmt.Sprintf("%+v", l)) })
		if !slices.Equal(pieces, whole) {
			t.Errorf("in pieces\n%q\nat once\n%q", pieces, whole)
		}
	})
}
