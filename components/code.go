package components

import (
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"flightlog/parse/timeline"
)

// Code is coloured by words, strings, comments, numbers and keys, by rules of ours for
// families of languages. github.com/alecthomas/chroma/v2 knows more: but its lexers come
// all or none (6,209,482 more bytes of program, 1,406,614 gzipped, which the page has no
// room for), and they are regular expressions that backtrack over texts of strangers. The
// scanner here is one pass.

// maxCodeLine is the length in bytes of a line beyond which a text is no code to read.
const maxCodeLine = 5000

// run is a piece of a line with the class that colours it, "" for none.
type run struct{ Class, Text string }

// codeLine is a numbered line; its text ends with its line end.
type codeLine struct {
	N    string
	Runs []run
}

// languageOf finds a block's language: by its name, by the first word of its title, or by
// the ending of the path that its title is.
func languageOf(b timeline.Block) string {
	title := strings.ToLower(b.Title)
	word, _, _ := strings.Cut(strings.TrimSpace(title), " ")
	base := title[strings.LastIndexAny(title, `/\`)+1:]
	for _, name := range []string{strings.ToLower(b.Lang), word, base, base[strings.LastIndexByte(base, '.')+1:]} {
		if other, ok := named[name]; ok {
			name = other
		}
		if _, ok := languages[name]; ok {
			return name
		}
	}
	return ""
}

// codeRuns colours a part of a code block. What stands before it is read for what it
// leaves open: a comment or a string may have begun there. Where the colours are used up,
// the rest is plain.
func codeRuns(b timeline.Block, f folded, from int, colours *int) []run {
	before := Visible(b.Text[:from])
	text := before + f.Text
	all := colouredFrom(text, len(before), languageOf(b))
	if colours == nil {
		return all
	}
	at := len(before)
	for i, r := range all {
		if r.Class != "" {
			if *colours == 0 {
				return append(all[:i], run{"", text[at:]})
			}
			*colours--
		}
		at += len(r.Text)
	}
	return all
}

// colouredFrom divides a text into runs, from an offset on. What is not worth it, or not
// known, is one run.
func colouredFrom(text string, from int, lang string) []run {
	l, ok := languages[lang]
	if !ok || longestLine(text[from:]) > maxCodeLine {
		return []run{{"", text[from:]}}
	}
	p := painter{language: l, text: text, plain: from, known: keywords(lang), comments: strings.Fields(l.comments), long: strings.Fields(l.long), lines: strings.Fields(l.lines)}
	p.heed()
	for p.at < len(text) {
		p.step()
	}
	p.flush(len(text))
	return p.runs
}

func longestLine(text string) int {
	most := 0
	for line := range strings.Lines(text) {
		most = max(most, len(line))
	}
	return most
}

var (
	wordSets   = map[string]map[string]bool{}
	wordSetsMu sync.Mutex
)

func keywords(lang string) map[string]bool {
	wordSetsMu.Lock()
	defer wordSetsMu.Unlock()
	set := wordSets[lang]
	if set == nil {
		set = map[string]bool{}
		for w := range strings.FieldsSeq(languages[lang].words) {
			set[w] = true
		}
		wordSets[lang] = set
	}
	return set
}

type painter struct {
	language
	text  string
	known map[string]bool
	at    int
	plain int // where the text that has no colour yet begins
	runs  []run

	comments, long, lines []string  // the language's, divided
	begins                [256]bool // the bytes that may begin one of its marks
}

// heed notes which bytes begin a mark of the language.
func (p *painter) heed() {
	for _, marks := range [][]string{p.comments, p.long, p.lines, p.block[:]} {
		for _, m := range marks {
			if m != "" {
				p.begins[m[0]] = true
			}
		}
	}
}

func (p *painter) flush(to int) {
	if to > p.plain {
		p.runs = append(p.runs, run{"", p.text[p.plain:to]})
	}
}

// paint gives a class to the text from the cursor up to an offset. What stands before the
// part that is asked for is passed over.
func (p *painter) paint(class string, to int) {
	p.flush(p.at)
	if to > p.plain {
		p.runs = append(p.runs, run{class, p.text[max(p.at, p.plain):to]})
		p.plain = to
	}
	p.at = to
}

func (p *painter) lineEnd(from int) int {
	if n := strings.IndexByte(p.text[from:], '\n'); n >= 0 {
		return from + n
	}
	return len(p.text)
}

// step takes one token.
func (p *painter) step() {
	rest := p.text[p.at:]
	if p.begins[rest[0]] && p.marked(rest) {
		return
	}
	switch c := rest[0]; {
	case p.tags && c == '<' && len(rest) > 1 && (rest[1] == '/' || rest[1] == '!' || rest[1] == '?' || unicode.IsLetter(rune(rest[1]))):
		p.tag()
	case strings.IndexByte(p.quotes, c) >= 0:
		p.quoted(c)
	case c >= '0' && c <= '9' && !p.tags:
		p.paint("nu", p.at+len(rest)-len(strings.TrimLeft(rest, "0123456789abcdefxABCDEFX_.")))
	case c == '_' || c == '$' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= utf8.RuneSelf:
		p.word()
	default:
		p.at++
	}
}

// marked takes a comment, a heading or a string over lines, if one begins here.
func (p *painter) marked(rest string) bool {
	fresh := p.at == 0 || p.text[p.at-1] == '\n'
	spaced := fresh || p.text[p.at-1] <= ' ' || strings.IndexByte("(;{,", p.text[p.at-1]) >= 0
	if p.block[0] != "" && strings.HasPrefix(rest, p.block[0]) {
		p.paint("cm", p.after(p.at+len(p.block[0]), p.block[1]))
		return true
	}
	for _, mark := range p.comments {
		if strings.HasPrefix(rest, mark) && (spaced || len(mark) > 1) {
			p.paint("cm", p.lineEnd(p.at))
			return true
		}
	}
	for _, mark := range p.lines {
		if fresh && strings.HasPrefix(rest, mark) && (mark == "[" || strings.HasPrefix(rest[len(mark):], " ")) {
			p.paint("kw", p.lineEnd(p.at))
			return true
		}
	}
	for _, mark := range p.long {
		if strings.HasPrefix(rest, mark) {
			p.paint("st", p.closing(p.at+len(mark), mark, mark != "`" && mark != "'"))
			return true
		}
	}
	return false
}

// after is the offset behind the next end, or that of the end of the text.
func (p *painter) after(from int, end string) int {
	if n := strings.Index(p.text[from:], end); n >= 0 {
		return from + n + len(end)
	}
	return len(p.text)
}

// closing is the offset behind the closing quote of a string over lines.
func (p *painter) closing(from int, mark string, escapes bool) int {
	for i := from; i < len(p.text); i++ {
		if escapes && p.text[i] == '\\' {
			i++
		} else if strings.HasPrefix(p.text[i:], mark) {
			return i + len(mark)
		}
	}
	return len(p.text)
}

// quoted takes a string that ends on its line; a quote without its partner is a sign.
func (p *painter) quoted(quote byte) {
	end := p.lineEnd(p.at)
	i := p.at + 1
	for i < end && p.text[i] != quote {
		if p.text[i] == '\\' {
			i++
		}
		i++
	}
	if i >= end {
		p.at++
		return
	}
	class := "st"
	if p.isKey(i + 1) {
		class = "ky"
	}
	p.paint(class, i+1)
}

// isKey reports that what ends at an offset names what follows.
func (p *painter) isKey(end int) bool {
	rest := strings.TrimLeft(p.text[end:], " \t")
	return p.key != 0 && rest != "" && rest[0] == p.key && !strings.HasPrefix(rest, "::")
}

func (p *painter) word() {
	dashes := p.key == ':' || p.anyCase
	end := p.at
	for end < len(p.text) {
		if c := p.text[end]; c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' {
			end++
			continue
		}
		r, n := utf8.DecodeRuneInString(p.text[end:])
		if r != '_' && r != '$' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !(dashes && r == '-') {
			if end == p.at {
				end += n // a sign above ASCII
			}
			break
		}
		end += n
	}
	w := p.text[p.at:end]
	if p.anyCase {
		w = strings.ToLower(w)
	}
	switch {
	case p.known[w]:
		p.paint("kw", end)
	case p.isKey(end):
		p.paint("ky", end)
	case p.key == 0 && strings.HasPrefix(p.text[end:], "("):
		p.paint("fn", end)
	default:
		p.at = end
	}
}

// tag takes a tag: its name, and its values as strings.
func (p *painter) tag() {
	end := p.at + 1
	for end < len(p.text) && strings.IndexByte(" \t\n>", p.text[end]) < 0 {
		end++
	}
	p.paint("kw", end)
	for p.at < len(p.text) && p.text[p.at] != '>' && p.text[p.at] != '<' {
		if c := p.text[p.at]; c == '"' || c == '\'' {
			p.paint("st", p.after(p.at+1, string(c)))
			continue
		}
		p.at++
	}
}

// insideLine reports that an offset is inside a line.
func insideLine(text string, at int) bool { return at > 0 && text[at-1] != '\n' }

// numbered divides runs into lines, from a number on; that of a torn line stands where
// the line begins.
func numbered(runs []run, first int, torn bool) []codeLine {
	var out []codeLine
	open := torn
	if torn {
		out = append(out, codeLine{})
	}
	for _, r := range runs {
		for part := range strings.Lines(r.Text) {
			if !open {
				out = append(out, codeLine{N: strconv.Itoa(first + len(out))})
				open = true
			}
			l := &out[len(out)-1]
			l.Runs = append(l.Runs, run{r.Class, part})
			open = part[len(part)-1] != '\n'
		}
	}
	return out
}
