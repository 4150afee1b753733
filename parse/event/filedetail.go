package event

import (
	"strconv"
	"strings"

	"flightlog/parse/decode/patch"
	"flightlog/parse/decode/rawjson"
	"flightlog/parse/timeline"
)

// viewDetail shows a file as it was read. The detailed result is the same text dressed as
// a diff, which is none: only a folder's says that it creates a file.
func viewDetail(p *Parts, args rawjson.Value) []timeline.Block {
	text := p.content()
	if text == "" {
		return append(asked(args), p.outcome("", "Beginning of the file")...)
	}
	path := args.Get("path").String()
	b := timeline.Block{Kind: timeline.CodeBlock, Title: path, Text: text}
	detailed := p.Result.Data("result").Get("detailedContent").String()
	if plain, first, ok := unnumbered(text); ok {
		b.Text, b.Line = plain, first
	} else if detailed != "" && !strings.Contains(detailed, "\ncreate file mode ") {
		b.Line = 1
		for n := range args.Get("view_range").Elements() {
			if first, ok := n.Int(); ok && first > 0 && first < 1<<30 {
				b.Line = int(first)
			}
			break
		}
	} else {
		b.Kind = timeline.TextBlock
	}
	out := append(asked(args, "path"), b)
	out = append(out, partBlocks(p.Result.Data("result"), text)...)
	return append(out, p.trouble()...)
}

// unnumbered takes the numbers from lines that the tool numbered, "12. text"; ok is false
// unless every line has the number after the one before it.
func unnumbered(text string) (plain string, first int, ok bool) {
	var b strings.Builder
	next := 0
	for line := range strings.Lines(text) {
		digits, rest, found := strings.Cut(line, ".")
		n, err := strconv.Atoi(digits)
		if !found || err != nil || n < 1 || next > 0 && n != next {
			return "", 0, false
		}
		if next == 0 {
			first = n
		}
		next = n + 1
		b.WriteString(strings.TrimPrefix(rest, " "))
	}
	return b.String(), first, next > 0
}

// createDetail shows the new file; the diff of the result says the same once more.
func createDetail(p *Parts, args rawjson.Value) []timeline.Block {
	out := textBlock(timeline.CodeBlock, args.Get("path").String(), args.Get("file_text").String())
	if len(out) == 0 {
		return plainDetail(p, args)
	}
	out[0].Line, out[0].Note = 1, brief(p.content())
	return append(append(out, asked(args, "path", "file_text")...), p.trouble()...)
}

// brief is a result's text where it is short enough to stand beside a block.
func brief(s string) string {
	if len(s) > 300 {
		return ""
	}
	return OneLine(s)
}

func editDetail(p *Parts, args rawjson.Value) []timeline.Block {
	path := args.Get("path").String()
	if out := p.applied(path); out != nil {
		return out
	}
	before, after := args.Get("old_str").String(), args.Get("new_str").String()
	if before == "" && after == "" {
		return plainDetail(p, args)
	}
	c := patch.Replace(path, before, after)
	return p.proposed(timeline.Block{Text: c.Text, Changes: []timeline.Change{c}}, asked(args, "path", "old_str", "new_str"))
}

func patchDetail(p *Parts, args rawjson.Value) []timeline.Block {
	text := patchText(args)
	if out := p.applied(patchedFiles(text)...); out != nil {
		return out
	}
	if text == "" {
		return plainDetail(p, args)
	}
	return p.proposed(timeline.Block{Text: text}, nil)
}

// applied is the change as the result has it, nil when it has none. Its paths lack their
// first slash; those of the arguments are whole.
func (p *Parts) applied(paths ...string) []timeline.Block {
	if p.Result == nil {
		return nil
	}
	text := strings.TrimLeft(output(p.Result.Data("result")), "\r\n")
	if !strings.HasPrefix(text, "diff --git ") {
		return nil
	}
	out := dress([]timeline.Block{{Kind: timeline.DiffBlock, Title: "As applied", Text: text}})
	for i := range out[0].Changes {
		c := &out[0].Changes[i]
		for _, path := range paths {
			if path == "/"+c.Path {
				c.Path = path
			}
			if path == "/"+c.From {
				c.From = path
			}
		}
	}
	return append(out, p.trouble()...)
}

// proposed is the change as it was asked for: whether a file now looks like it, no record
// says.
func (p *Parts) proposed(b timeline.Block, more []timeline.Block) []timeline.Block {
	b.Kind, b.Title, b.Note = timeline.DiffBlock, "As proposed", brief(p.content())
	return append(append([]timeline.Block{b}, more...), p.trouble()...)
}
