package jsonl

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"flightlog/parse/decode/rawjson"
)

// named is what the tests take for a record: an object with a name, and one that is
// hidden or spread must say that it is sure of itself.
func named(object []byte, how Found) bool {
	v := rawjson.Value(Escape(object))
	sure, _ := v.Get("sure").Bool()
	return v.Get("n").Kind() == '"' && (how == InPlace || sure)
}

// pieces describes what Find finds in the lines of a text.
func pieces(e Encoding, log []byte) []string {
	var out []string
	var lines []Line
	var g Log
	if err := g.Read(bytes.NewReader(log), 0, func(l Line) { lines = append(lines, l) }, carryOn); err != nil || len(lines) == 0 {
		return nil
	}
	e.Find(log, lines, 100, named, func(p Piece) {
		s := fmt.Sprintf("%d:%s", p.Line, p.Text)
		switch {
		case p.Kind == Lost:
			s = fmt.Sprintf("%d lost:%s", p.Line, p.Text)
		case p.Kind == NULs:
			s = fmt.Sprintf("%d NULs:%d", p.Line, bytes.Count(p.Text, []byte{0}))
		case p.Last > p.Line:
			s = fmt.Sprintf("%d-%s", p.Line, s)
		}
		if p.Alone {
			s += " alone"
		}
		out = append(out, s)
	})
	return out
}

func TestFind(t *testing.T) {
	for _, tt := range []struct {
		log  string
		want string
	}{
		{`{"n":"a"}{"n":"b"}`, `1:{"n":"a"}|1:{"n":"b"}`},
		{"{\"n\":\"a\"} \t{\"n\":\"b\"}\r{\"n\":\"c\"}", `1:{"n":"a"}|1:{"n":"b"}|1:{"n":"c"}`},
		{`{"n":"a","x{"n":"b","sure":true}`, `1 lost:{"n":"a","x|1:{"n":"b","sure":true}`},
		{`{"n":"a","x":{"n":"b","sure":true}`, `1 lost:{"n":"a","x":|1:{"n":"b","sure":true}`},
		{`{"n":"a","x":{"n":"b"}`, `1 lost:{"n":"a","x":{"n":"b"} alone`},
		{`{"n":"a"}{"n":"b`, `1:{"n":"a"}|1 lost:{"n":"b`},
		{`{"n":"a"} tail`, `1:{"n":"a"}|1 lost:tail`},
		{`{}{}{"x":{"n":"a"}}{"n":"b"}`, `1 lost:{}{}{"x":{"n":"a"}}|1:{"n":"b"}`},
		{`[{"n":"a","sure":true}]`, `1 lost:[{"n":"a","sure":true}] alone`},
		{"{\"n\":\"a\x00\x00{\"n\":\"b\",\"sure\":true}\x00", `1 NULs:2|1 lost:{"n":"a|1 NULs:1|1:{"n":"b","sure":true}`},
		{"{\"n\":\"a\"}\x00\x00\ufeff{\"n\":\"b\"}", `1 NULs:2|1:{"n":"a"}|1:{"n":"b"}`},
		{"\x00{\"n\":\"a\x01b\"}\x00\x00\n", "1 NULs:1|1 NULs:2|1:{\"n\":\"a\x01b\"} alone"},
		{"{\"n\":\"a\n\nb\",\"sure\":true}\r\n", "1-1:{\"n\":\"a\n\nb\",\"sure\":true} alone"},
		{"{\"n\":\"a\nb\"}", `1 lost:{"n":"a alone|2 lost:b"} alone`},
		{"{\"n\":\"a\nb\",\"sure\":true}{\"n\":\"c\nd\",\"sure\":true} x", "1-1:{\"n\":\"a\nb\",\"sure\":true}|2-2:{\"n\":\"c\nd\",\"sure\":true}|3 lost:x"},
		{"{\"n\":\"a\n{\"n\":\"b\nc\",\"sure\":true}", "1 lost:{\"n\":\"a alone|2-2:{\"n\":\"b\nc\",\"sure\":true} alone"},
		{"{\"n\":\"a\\\n\",\"sure\":true}", `1 lost:{"n":"a\ alone|2 lost:","sure":true} alone`},
		{"{\n\"n\": \"a\",\n\"sure\": true\n}\n", "1-1:{\n\"n\": \"a\",\n\"sure\": true\n} alone"},
		{"42\nnull\n\"{\\\"n\"\n", `1 lost:42 alone|2 lost:null alone|3 lost:"{\"n" alone`},
	} {
		if got := strings.Join(pieces(UTF8, []byte(tt.log)), "|"); got != tt.want {
			t.Errorf("%q\n\t gives %q\n\t want  %q", tt.log, got, tt.want)
		}
	}
}

// TestFindIsLinear: lines made to be looked at again and again are given up in time.
func TestFindIsLinear(t *testing.T) {
	n := 200_000
	for name, log := range map[string]string{
		"nested":            strings.Repeat(`{"n":`, n),
		"nested, with sure": strings.Repeat(`{"n":"","sure":true,"x":`, n/4),
		"open strings":      strings.Repeat("{\"n\":\"\n", n),
		"open objects":      strings.Repeat("{\"n\":\n", n),
		"empty objects":     strings.Repeat("{}", n),
		"long text":         "{\"n\":\"" + strings.Repeat("x\n", n),
		"keys and texts":    strings.Repeat(`{",":"`+"\n", n),
	} {
		asked := 0
		var g Log
		var lines []Line
		if err := g.Read(strings.NewReader(log), 0, func(l Line) { lines = append(lines, l) }, carryOn); err != nil {
			t.Fatal(err)
		}
		UTF8.Find(g.Held, lines, 10_000, func(object []byte, _ Found) bool { asked += len(object); return false }, func(Piece) {})
		if asked > 8*len(log)+1<<20 {
			t.Errorf("%s: %d bytes were asked about, the log has %d", name, asked, len(log))
		}
	}
}

func TestEncodingOf(t *testing.T) {
	for in, want := range map[string]Encoding{
		"": UTF8, "{": UTF8, `{"a`: UTF8, "\ufeff{": UTF8, "\xff\xfe": UTF16LE, "\xfe\xff": UTF16BE, "\xff\xfe{\x00": UTF16LE, "\xfe\xff\x00{": UTF16BE,
		"{\x00\"\x00": UTF16LE, "\x00{\x00\"": UTF16BE, "\xff\xfe{\"": UTF8, "\x00\x00\x00{": UTF8, "{\x00\x00\x00": UTF8, "\xff\xfe\x00\x00": UTF8,
	} {
		if got := EncodingOf([]byte(in)); got != want {
			t.Errorf("%q is taken for %s, want %s", in, got, want)
		}
	}
}

// wide writes a text as UTF-16.
func wide(text string, little bool) []byte {
	var out []byte
	for _, u := range utf16.Encode([]rune(text)) {
		if little {
			out = append(out, byte(u), byte(u>>8))
		} else {
			out = append(out, byte(u>>8), byte(u))
		}
	}
	return out
}

// TestUTF16: the same lines and pieces as in UTF-8, with the places that they have in the
// log; a byte LF that is half of another character ends no line.
func TestUTF16(t *testing.T) {
	text := "\ufeff{\"n\":\"ü 😀 \u0a0a \u010a\"}\r\n{\"n\":\"a\"}{\"n\":\"b\nc\",\"sure\":true}\nlost ü\n"
	for _, little := range []bool{true, false} {
		log := wide(text, little)
		e := EncodingOf(log)
		if want := pieces(UTF8, []byte(text)); !slices.Equal(pieces(e, log), want) || len(want) != 4 {
			t.Errorf("%s: %q, want %q", e, pieces(e, log), want)
		}
		var g Log
		var lines []Line
		_ = g.Read(bytes.NewReader(log), 0, func(l Line) { lines = append(lines, l) }, carryOn)
		e.Find(log, lines, 100, named, func(p Piece) {
			raw := log[p.Offset : p.Offset+int64(p.Length)]
			if got := wide(string(p.Text), little); !bytes.Equal(raw, got) {
				t.Errorf("%s: the place of %q holds %q", e, p.Text, e.Decode(raw))
			}
		})
	}
	for in, want := range map[string]string{"\x00\xd8a\x00": "\ufffda", "a\x00\x00\xdc": "a\ufffd", "a\x00b": "a\ufffd", "a\x00\n": "a", "\x3d\xd8\x00\xde": "😀", "\x3d\xd8": "\ufffd"} {
		if got := string(UTF16LE.Decode([]byte(in))); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
}

func TestEscape(t *testing.T) {
	for in, want := range map[string]string{
		"{\"a\":\"b\nc\"}": `{"a":"b\nc"}`, "{\n\"a\":1}": "{\n\"a\":1}", "{\"a\\\"\t\":\"\x00\"}": `{"a\"\t":"\u0000"}`, "\"\r\n\x1f\x7f\"": "\"\\r\\n\\u001f\x7f\"", "": "",
	} {
		if got := string(Escape([]byte(in))); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
}

// FuzzFind: pieces come in order and do not overlap; what is between them is blank; a
// record is at its place in the log, is JSON once it is escaped, and is found again from
// the bytes of its place alone.
func FuzzFind(f *testing.F) {
	for _, s := range []string{
		`{"n":"a"}{"n":"b"}`, `{"n":"a","x{"n":"b","sure":true}`, "{\"n\":\"a\n\nb\",\"sure\":true}\r\n", "\x00{\"n\":\"a\x01b\"}\x00\x00\n", "{}{}x\n\ufeff{",
		string(wide("\ufeff{\"n\":\"ü\"}\n{\"n\":\"a\"}{\"n\":\"b\nc\",\"sure\":true}\n", true)), string(wide("{\"n\":\"ü\nb\"}\x00x", false)), "\xff\xfe{\x00\n\x00\x00\xd8",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, log []byte) {
		var g Log
		var lines []Line
		e, end := UTF8, 0
		if err := g.Read(bytes.NewReader(log), int64(len(log)), func(l Line) {
			if len(lines) == 0 {
				e = g.Encoding
			}
			if g.Encoding == e { // what follows in another encoding is another run
				lines, end = append(lines, l), int(l.Offset)+len(l.Bytes)
			}
		}, carryOn); err != nil {
			t.Fatal(err)
		}
		if len(lines) == 0 {
			return
		}
		log = log[:end]
		at, nul := int64(0), int64(0)
		e.Find(log, lines, 100, named, func(p Piece) {
			end := p.Offset + int64(p.Length)
			if p.Kind == NULs {
				if p.Offset < nul {
					t.Fatalf("NULs at %d behind those at %d", p.Offset, nul)
				}
				nul = end
				return
			}
			if p.Offset < at || end <= p.Offset || end > int64(len(log)) || p.Last < p.Line {
				t.Fatalf("a piece from %d to %d, lines %d to %d, behind one that ends at %d", p.Offset, end, p.Line, p.Last, at)
			}
			if gap := e.Decode(log[at:p.Offset]); !hollow(gap) {
				t.Fatalf("%q is passed over before %d", gap, p.Offset)
			}
			at = end
			if p.Kind != Object {
				return
			}
			if !json.Valid(Escape(p.Text)) {
				t.Fatalf("%q is a record and no JSON", p.Text)
			}
			if got := Text(log, log[p.Offset:end]); !bytes.Equal(got, Escape(p.Text)) {
				t.Fatalf("from its place the record reads %q, it was %q", got, Escape(p.Text))
			}
		})
		if gap := e.Decode(log[at:]); !hollow(gap) {
			t.Fatalf("%q is passed over at the end", gap)
		}
	})
}

// hollow reports whether a text holds nothing.
func hollow(text []byte) bool {
	text = bytes.ReplaceAll(text, bom, nil)
	return len(bytes.Trim(text, " \t\r\n\x00")) == 0
}

// TestGoesOnInUTF8: a log of UTF-16 to which lines of UTF-8 were added, however it is cut
// into reads.
func TestGoesOnInUTF8(t *testing.T) {
	for _, little := range []bool{true, false} {
		log := append(wide("{\"n\":\"≻ü\"}\r\n\n{\"n\":\"b\"}\n", little), "{\"n\":\"ü\"}\n\n{\"n\":\"last\"}"...)
		for cut := range log {
			var g Log
			var got []string
			var starts []int64
			err := g.Read(io.MultiReader(bytes.NewReader(log[:cut]), bytes.NewReader(log[cut:])), 0, func(l Line) {
				got = append(got, string(Trim(Plain(log, l.Bytes))))
				starts = append(starts, l.Offset)
			}, carryOn)
			if want := []string{`{"n":"≻ü"}`, "", `{"n":"b"}`, `{"n":"ü"}`, "", `{"n":"last"}`}; err != nil || !slices.Equal(got, want) {
				t.Errorf("cut at %d: %q, %v", cut, got, err)
			}
			if !slices.Equal(starts, Starts(log)) {
				t.Errorf("lines begin at %d, Starts says %d", starts, Starts(log))
			}
		}
	}
}

func TestLoneUnits(t *testing.T) {
	for units, want := range map[string]int{"": 0, "a\x00": 0, "\x3d\xd8\x00\xde": 0, "\x3d\xd8": 1, "\x3d\xd8a\x00": 1, "\x00\xde\x3d\xd8": 2, "\x3d\xd8\x3d\xd8\x00\xde": 1} {
		if got := LoneUnits(UTF16LE, []byte(units)); got != want {
			t.Errorf("%q holds %d halves alone, want %d", units, got, want)
		}
	}
}
