package ansi

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"flightlog/parse/timeline"
)

// shown writes a screen with its styles: {1b:text} is bold text in colour 1.
func shown(s timeline.Screen) string {
	var b strings.Builder
	for _, l := range s.Lines {
		for _, p := range l {
			if p.Style == 0 {
				b.WriteString(p.Text)
				continue
			}
			b.WriteByte('{')
			if c, ok := p.Style.Fore(); ok {
				fmt.Fprint(&b, c)
			}
			if c, ok := p.Style.Back(); ok {
				fmt.Fprint(&b, "/", c)
			}
			for i, name := range "bdiuvs" {
				if p.Style&(timeline.Bold<<i) != 0 {
					b.WriteRune(name)
				}
			}
			b.WriteString(":" + p.Text + "}")
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// text is a screen without its styles.
func text(s timeline.Screen) string {
	var b strings.Builder
	for _, l := range s.Lines {
		for _, p := range l {
			b.WriteString(p.Text)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestRead(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"plain", "a\nb\r\n\nc", "a\nb\n\nc\n"},
		{"nothing", "", ""},
		{"only line ends", "\n\n", "\n\n"},
		{"colours", "\x1b[31mred\x1b[0m \x1b[1;32mbold\x1b[22m green\x1b[39m plain", "{1:red} {2b:bold}{2: green} plain\n"},
		{"attributes", "\x1b[2md\x1b[3mi\x1b[4mu\x1b[7mv\x1b[9ms\x1b[22;23;24;27;29mn", "{d:d}{di:i}{diu:u}{diuv:v}{diuvs:s}n\n"},
		{"bright and grounds", "\x1b[91;44ma\x1b[49mb\x1b[103mc\x1b[m", "{9/4:a}{9:b}{9/11:c}\n"},
		{"256 colours", "\x1b[38;5;9ma\x1b[38;5;196mb\x1b[48;5;232mc\x1b[38;5;231md", "{9:ab}{9/0:c}{15/0:d}\n"},
		{"true colours", "\x1b[38;2;250;5;5ma\x1b[0;48;2;0;0;200mb\x1b[0;38:2::0:210:0mc", "{9:a}{/4:b}{2:c}\n"},
		{"a colour that is cut", "\x1b[38;5ma\x1b[1mb", "a{b:b}\n"},
		{"style over lines", "\x1b[31ma\nb\x1b[0m\nc", "{1:a}\n{1:b}\nc\n"},
		{"progress", "10%\r50%\r100%\ndone", "100%\ndone\n"},
		{"progress that ends shorter", "downloading\r\x1b[Kok\n", "ok\n"},
		{"a return leaves what is not overwritten", "hello\rj\n", "jello\n"},
		{"backspaces", "abc\b\bX\n\b\bY", "aXc\nY\n"},
		{"tabs", "a\tb\t\tc\n\t\n12345678\t9", "a       b               c\n\n12345678        9\n"},
		{"a tab writes nothing", "abcdefghi\r\tX", "abcdefghX\n"},
		{"up and over", "one\ntwo\nthree\x1b[2A\rONE\x1b[B\x1b[2D!\n", "ONE\nt!o\nthree\n"},
		{"columns", "\x1b[5Gx\x1b[2Cy\x1b[1Gz", "z   x  y\n"},
		{"save and restore", "ab\x1b7cd\x1b8X\x1b[sY\x1b[uZ", "abXZ\n"},
		{"erase before and all", "abcd\b\b\x1b[1K\nabc\x1b[2Kd", "   d\n   d\n"},
		{"wide characters", "東京\bx\n東\r.\n", "東 x\n.\n"},
		{"marks join their letter", "e\u0301x\b\by", "yx\n"},
		{"link", "see \x1b]8;;https://example.com/a\x1b\\here\x1b]8;;\x1b\\ now", "see here{d: (https://example.com/a)} now\n"},
		{"link with a bell, never closed", "\x1b]8;id=1;http://x\atext", "text{d: (http://x)}\n"},
		{"titles and modes", "\x1b]0;title\a\x1b[?25la\x1bP1$r\x1b\\\x1b(Bb\x1b[?25h\x1b=", "ab\n"},
		{"screen games stay in sight", "a\x1b[2J\x1b[10;20Hb\x1b[5Sc", "a{d:\x1b[2J\x1b[10;20H}b{d:\x1b[5S}c\n"},
		{"far moves stay in sight", "a\x1b[500Ab\x1b[999999Bc", "a{d:\x1b[500A}b{d:\x1b[999999B}c\n"},
		{"cut sequences", "a\x1b[31\nb\x1b", "a\x1b[31\nb\x1b\n"},
		{"a string that never ends", "a\x1b]0;b\x1b[31mc", "a\x1b]0;b{1:c}\n"},
		{"other controls stay", "a\ab\x00c\x0b\x7f\u0085", "a\ab\x00c\x0b\x7f\u0085\n"},
		{"bytes that are no UTF-8", "a\xff\xfe\x1b[1mb\xc3", "a\xff\xfe{b:b\xc3}\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := shown(Read(c.in))
			if got != c.want {
				t.Errorf("%q\n got %q\nwant %q", c.in, got, c.want)
			}
		})
	}
}

func TestCounts(t *testing.T) {
	s := Read("\x1b]0;t\a\x1b[?25labcd\rxy\x1b[K\n")
	if s.Dropped != 2 || s.Overwritten != 4 {
		t.Errorf("%d dropped and %d overwritten, want 2 and 4", s.Dropped, s.Overwritten)
	}
}

// A few bytes never make megabytes, however often they are repeated.
func TestBounds(t *testing.T) {
	for _, unit := range []string{"\x1b[999C.", "\x1b[1000G.\n", "\x1b[99B.", "\x1b[999C.\x1b[1K", "x\x1b7\x1b[2K\x1b8\x1b[999C", "\x1b[200A", "\t", "\x1b[31m\x1b[", "\x1b]", "\x1b]8;;u\a", "\r\x1b[1K\x1b[999C"} {
		in := strings.Repeat(unit, 200_000/len(unit))
		if got := text(Read(in)); len(got) > 3*maxBlanks+8*len(in) {
			t.Errorf("%q makes %d bytes of %d", unit, len(got), len(in))
		}
	}
}

// model is a terminal that knows letters, \n, \r, \b, and erasing to the end of the line.
func model(in string) string {
	var out []string
	var row []rune
	col := 0
	for _, r := range in {
		switch r {
		case '\n':
			out = append(out, strings.TrimRight(string(row), " "))
			row, col = nil, 0
		case '\r':
			col = 0
		case '\b':
			col = max(col-1, 0)
		case 'K':
			row = row[:min(col, len(row))]
		default:
			for len(row) <= col {
				row = append(row, ' ')
			}
			row[col] = r
			col++
		}
	}
	if len(row) > 0 {
		out = append(out, strings.TrimRight(string(row), " "))
	}
	return strings.Join(append(out, ""), "\n")
}

var sgr = regexp.MustCompile(`\x1b\[[0-9;]*m`)

// Three properties of any text: without anything that moves, the letters are those of the
// text without its colours; with returns, backspaces and erasures, those of the model; and
// always as many bytes as the input has, less what was dropped, erased or overwritten.
func FuzzRead(f *testing.F) {
	for _, s := range []string{"a\x1b[31mb\x1b[0mc\nd", "ab\rc\b\bKx\nyz", "\x1b[5A\x1b[3C\x1b]8;;u\ax\x1b]8;;\a", "東\b京\tx\x1b[1K", "\x1b[38;2;1;2;3m\xff\x1b[2J", "\x1b7\x1b[9B\x1b8\r\n\x1b[K"} {
		f.Add(s)
	}
	letter := regexp.MustCompile(`[^a-jK\n\r\x08]`)
	f.Fuzz(func(t *testing.T, in string) {
		if len(in) > 4096 {
			return
		}
		s := Read(in)
		for _, l := range s.Lines {
			for i, p := range l {
				if p.Text == "" || strings.Contains(p.Text, "\n") || i > 0 && l[i-1].Style == p.Style {
					t.Fatalf("%q: a span %q", in, p.Text)
				}
			}
		}

		still := strings.Map(func(r rune) rune {
			if r < ' ' && r != '\n' {
				return -1
			}
			return r
		}, sgr.ReplaceAllString(in, ""))
		coloured := "\x1b[32m" + strings.ReplaceAll(still, "a", "\x1b[1;41ma\x1b[0m")
		want := still
		if want != "" && !strings.HasSuffix(want, "\n") {
			want += "\n"
		}
		if got := text(Read(coloured)); got != want {
			t.Fatalf("%q became %q", coloured, got)
		}

		moving := letter.ReplaceAllString(in, "")
		got := strings.Split(text(Read(strings.ReplaceAll(moving, "K", "\x1b[K"))), "\n")
		for i := range got {
			got[i] = strings.TrimRight(got[i], " ")
		}
		if want := model(moving); strings.Join(got, "\n") != want {
			t.Fatalf("%q became %q, the model has %q", moving, strings.Join(got, "\n"), want)
		}
	})
}

func BenchmarkRead(b *testing.B) {
	plain := strings.Repeat("a line of a log, as most of them are, without anything else\n", 3000)
	coloured := strings.Repeat("\x1b[32m✓\x1b[0m a line \x1b[1mof\x1b[22m a test run \x1b[38;5;240m(12 ms)\x1b[0m\n", 3000)
	for name, in := range map[string]string{"plain": plain, "coloured": coloured} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(in)))
			for b.Loop() {
				Read(in)
			}
		})
	}
}
