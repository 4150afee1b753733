package components

import (
	"bytes"
	"context"
	"io"
	"strconv"
	"strings"

	"github.com/a-h/templ"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"flightlog/parse/timeline"
)

// What the parser is not given, because its cost grows with the square of it: measured
// on 200 kB, "[a](" again and again takes 27 s, a header of 2,000 cells over short rows
// makes 36 MB of table. Such a text is shown as it stands.
const (
	maxNesting  = 48     // quotes and lists inside each other; browsers flatten deep trees
	maxBrackets = 2000   // "[" between two blank lines
	maxCells    = 50_000 // "|" of the widest line times lines, between two blank lines
)

// maxColours bounds the coloured pieces in the code of a text, or of the few rows that come
// together: each is an element, and the document holds some such groups of rows at once.
const maxColours = 400

func newColours() *int {
	n := maxColours
	return &n
}

// prose is the Markdown that models write: CommonMark with tables, strikethrough and
// task lists. Link reference definitions stay text, since no link leads anywhere.
var prose = parser.NewParser(
	parser.WithBlockParsers(parser.DefaultBlockParsers()...),
	parser.WithInlineParsers(append(parser.DefaultInlineParsers(),
		util.Prioritized(extension.NewStrikethroughParser(), 500),
		util.Prioritized(extension.NewTaskCheckBoxParser(), 0))...),
	parser.WithParagraphTransformers(util.Prioritized(extension.NewTableParagraphTransformer(), 200)),
	parser.WithASTTransformers(util.Prioritized(extension.NewTableASTTransformer(), 0)),
)

// Prose renders Markdown. It is the one place where goldmark's reading of a text turns
// into HTML, and every element it may write stands in this file. Links and images
// are inert: their text, their address, a copy button. Raw HTML is shown as text.
// A text that would cost the parser too much is shown as it stands; of one above
// MaxBytes or MaxLines the rest is named, and asked for at a place, "" for none.
func Prose(markdown, place string) templ.Component { return ProseFrom(markdown, 0, place) }

// ProseFrom renders the part of a text that begins at an offset. A fence that is open there
// stays open.
func ProseFrom(markdown string, from int, place string) templ.Component {
	return prosePart(markdown, from, place, newColours())
}

// prosePart takes the colours of its code from what is left of them.
func prosePart(markdown string, from int, place string, colours *int) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		f := foldFrom(markdown, from, true, place)
		from := min(max(from, 0), len(markdown))
		source := []byte(openFence(markdown[:from]) + markdown[from:len(markdown)-f.Rest])
		if n := len(source); n > 0 && source[n-1] != '\n' {
			source = append(source, '\n') // the parser wants whole lines
		}
		p := &printer{ctx: ctx, w: w, source: source, colours: colours}
		p.put(`<div class="prose">`)
		if costly(source) {
			p.put(`<pre class="html">`)
			p.escaped(inPre(f.Text))
			p.put(`</pre>`)
		} else {
			p.children(prose.Parse(text.NewReader(source)))
		}
		p.component(cutNote(f))
		p.put(`</div>`)
		return p.err
	})
}

// openFence is the line that opened the fence of code that is open at the end of a text,
// "" when none is.
func openFence(s string) string {
	open, mark := "", ""
	for line := range strings.Lines(s) {
		bare := strings.TrimLeft(line, " ")
		if len(line)-len(bare) > 3 {
			continue
		}
		run := len(bare) - len(strings.TrimLeft(bare, "`"))
		if run == 0 {
			run = len(bare) - len(strings.TrimLeft(bare, "~"))
		}
		switch {
		case run < 3:
		case open == "" && (bare[0] == '~' || !strings.Contains(bare[run:], "`")):
			open, mark = strings.TrimRight(bare, "\r\n")+"\n", bare[:run]
		case open != "" && strings.HasPrefix(bare, mark) && strings.TrimSpace(bare[run:]) == "":
			open = ""
		}
	}
	return open
}

// costly reports a text that the parser is not given.
func costly(s []byte) bool {
	brackets, pipes, rows := 0, 0, 0
	for len(s) > 0 {
		line, rest, _ := bytes.Cut(s, []byte{'\n'})
		if len(bytes.TrimLeft(line, " \t\r>")) == 0 {
			brackets, pipes, rows = 0, 0, 0
		}
		rows++
		brackets += bytes.Count(line, []byte{'['})
		pipes = max(pipes, bytes.Count(line, []byte{'|'}))
		if brackets > maxBrackets || (pipes+1)*rows > maxCells && pipes > 0 || nesting(line) > maxNesting {
			return true
		}
		s = rest
	}
	return false
}

// nesting is the number of container marks that may open a line.
func nesting(line []byte) int {
	marks, digit := 0, false
	for i, c := range line {
		spaced := i+1 == len(line) || line[i+1] == ' ' || line[i+1] == '\t'
		if c == '>' || spaced && (c == '-' || c == '*' || c == '+' || digit && (c == '.' || c == ')')) {
			marks++
		} else if c != ' ' && c != '\t' && (c < '0' || c > '9') {
			break
		}
		digit = c >= '0' && c <= '9'
	}
	indent := len(line) - len(bytes.TrimLeft(line, " \t"))
	return max(marks, indent/8)
}

// printer writes a document tree; the first error of the writer ends it.
type printer struct {
	ctx     context.Context
	w       io.Writer
	source  []byte
	colours *int // that are left for its code
	err     error
}

// put writes markup of ours.
func (p *printer) put(html string) {
	if p.err == nil {
		_, p.err = io.WriteString(p.w, html)
	}
}

// escaped writes content that is already visible.
func (p *printer) escaped(s string) { p.put(templ.EscapeString(s)) }

// content writes content exactly as it stands.
func (p *printer) content(s []byte) { p.escaped(Visible(string(s))) }

// component writes one of our components.
func (p *printer) component(c templ.Component) {
	if p.err == nil {
		p.err = c.Render(p.ctx, p.w)
	}
}

func (p *printer) children(n ast.Node) {
	for c := n.FirstChild(); c != nil && p.err == nil; c = c.NextSibling() {
		p.node(c)
	}
}

func (p *printer) around(tag string, n ast.Node) {
	p.put("<" + tag + ">")
	p.children(n)
	p.put("</" + tag + ">")
}

// node writes one node. A kind that is not listed gives its children, so that a new
// extension can lose a decoration and never a word.
func (p *printer) node(n ast.Node) {
	switch n := n.(type) {
	case *ast.Paragraph:
		p.around("p", n)
	case *ast.Heading:
		p.around("h"+strconv.Itoa(min(n.Level+2, 6)), n)
	case *ast.Blockquote:
		p.around("blockquote", n)
	case *ast.List:
		p.list(n)
	case *ast.ListItem:
		p.around("li", n)
	case *ast.ThematicBreak:
		p.put("<hr>")
	case *ast.FencedCodeBlock:
		info := ""
		if n.Info != nil {
			info = string(n.Info.Segment.Value(p.source))
		}
		p.code(info, n)
	case *ast.CodeBlock:
		p.code("", n)
	case *ast.HTMLBlock:
		text := p.lines(n)
		if n.HasClosure() {
			text += string(n.ClosureLine.Value(p.source))
		}
		p.put(`<pre class="html">`)
		p.escaped(inPre(Visible(text)))
		p.put("</pre>")
	case *extast.Table:
		p.put(`<div class="wide" tabindex="0"><table>`)
		p.children(n)
		p.put("</table></div>")
	case *extast.TableHeader:
		p.row(n, "th")
	case *extast.TableRow:
		p.row(n, "td")
	default:
		p.inline(n)
	}
}

func (p *printer) code(title string, n ast.Node) {
	b := timeline.Block{Kind: timeline.CodeBlock, Title: title, Text: p.lines(n)}
	p.component(codeBlock(b, foldBlock(b, 0), p.colours))
}

func (p *printer) inline(n ast.Node) {
	switch n := n.(type) {
	case *ast.Text:
		p.text(n)
	case *ast.String:
		p.content(n.Value)
	case *ast.CodeSpan:
		p.around("code", n)
	case *ast.Emphasis:
		p.around([...]string{"em", "strong"}[min(n.Level, 2)-1], n)
	case *extast.Strikethrough:
		p.around("del", n)
	case *extast.TaskCheckBox:
		mark := "[ ]"
		if n.IsChecked {
			mark = "[x]"
		}
		p.put(`<span class="task">` + mark + `</span> `)
	case *ast.Link:
		p.put(`<span class="link-text">`)
		p.children(n)
		p.put("</span> ")
		p.address(n.Destination, n.Title)
	case *ast.Image:
		p.put(`<span class="image" title="an image, not loaded">`)
		p.component(Icon("view"))
		p.children(n)
		p.put("</span> ")
		p.address(n.Destination, n.Title)
	case *ast.AutoLink:
		p.address(n.Label(p.source), nil)
	case *ast.RawHTML:
		p.put(`<code class="html">`)
		for i := range n.Segments.Len() {
			s := n.Segments.At(i)
			p.content(s.Value(p.source))
		}
		p.put("</code>")
	default:
		p.children(n)
	}
}

func (p *printer) text(n *ast.Text) {
	value := n.Segment.Value(p.source)
	if n.IsRaw() {
		p.content(value)
	} else {
		p.escaped(Visible(resolved(value)))
	}
	switch {
	case n.HardLineBreak():
		p.put("<br>")
	case n.SoftLineBreak():
		p.put("\n")
	}
}

// resolved undoes backslash escapes and character references.
func resolved(s []byte) string {
	if bytes.IndexByte(s, '\\') < 0 && bytes.IndexByte(s, '&') < 0 {
		return string(s)
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s) && util.IsPunct(s[i+1]):
			i++
			b.WriteByte(s[i])
		case s[i] == '&':
			end := bytes.IndexByte(s[i:min(len(s), i+40)], ';')
			if end < 0 {
				b.WriteByte('&')
				continue
			}
			b.Write(util.ResolveEntityNames(util.ResolveNumericReferences(s[i : i+1+end])))
			i += end
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// address shows where a link or an image points, as text to copy.
func (p *printer) address(url, title []byte) {
	p.put(`<span class="cmd url"><code>`)
	p.content(url)
	p.put(`</code><button type="button" data-copy title="copy this address">`)
	p.component(Icon("copy"))
	p.put(`<span class="vh">copy</span></button></span>`)
	if len(title) > 0 {
		p.put(` <span class="link-title">`)
		p.escaped(Visible(resolved(title)))
		p.put("</span>")
	}
}

func (p *printer) list(n *ast.List) {
	if !n.IsOrdered() {
		p.around("ul", n)
		return
	}
	p.put("<ol")
	if n.Start != 1 {
		p.put(` start="` + strconv.Itoa(n.Start) + `"`)
	}
	p.put(">")
	p.children(n)
	p.put("</ol>")
}

// row writes a table row. Cells beyond the header's number have no node; what stands
// in them joins the last one.
func (p *printer) row(n ast.Node, tag string) {
	p.put("<tr>")
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		cell, ok := c.(*extast.TableCell)
		if !ok {
			continue
		}
		switch cell.Alignment {
		case extast.AlignRight:
			p.put("<" + tag + ` class="num">`)
		case extast.AlignCenter:
			p.put("<" + tag + ` class="mid">`)
		default:
			p.put("<" + tag + ">")
		}
		p.children(cell)
		if c.NextSibling() == nil {
			if more := p.beyond(cell); len(more) > 0 {
				p.put(" | ")
				p.content(more)
			}
		}
		p.put("</" + tag + ">")
	}
	p.put("</tr>")
}

// beyond is what follows a row's last cell on its line.
func (p *printer) beyond(last *extast.TableCell) []byte {
	if last.Lines().Len() == 0 {
		return nil
	}
	rest := p.source[last.Lines().At(0).Stop:]
	if nl := bytes.IndexByte(rest, '\n'); nl >= 0 {
		rest = rest[:nl]
	}
	return bytes.Trim(rest, "| \t\r")
}

// lines gives the text of a block as it stands in the source.
func (p *printer) lines(n ast.Node) string {
	var b strings.Builder
	for i := range n.Lines().Len() {
		s := n.Lines().At(i)
		b.Write(s.Value(p.source))
	}
	return b.String()
}
