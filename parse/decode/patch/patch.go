// Package patch reads changes of files: a unified diff as git writes it or as tools do,
// the envelope that begins with "*** Begin Patch", and texts that were replaced. Text
// goes in; out come timeline.Changes, file by file, their lines numbered where the text
// says where they stand, with the words that differ marked.
//
// A text that is none of this, or whose hunks are not as long as they say, gives an
// error that names the line, and no changes: a half-understood diff would show a file
// that never was. The caller still has the text.
package patch

import (
	"fmt"
	"strings"

	"flightlog/parse/timeline"
)

// Read reads a diff or a patch. The error says in one sentence why the text is none.
func Read(text string) ([]timeline.Change, error) {
	p := &reader{text: text}
	first := strings.TrimLeft(text, "\r\n")
	var err error
	if strings.HasPrefix(first, "*** ") {
		err = p.envelope()
	} else {
		err = p.unified()
	}
	if err != nil {
		return nil, err
	}
	for i := range p.changes {
		finish(&p.changes[i])
	}
	return p.changes, nil
}

// Create gives the change that makes a file of a text.
func Create(path, text string) timeline.Change {
	c := timeline.Change{Kind: timeline.Created, Path: path, Text: text}
	h := timeline.Hunk{}
	for _, l := range split(text) {
		h.Lines = append(h.Lines, timeline.DiffLine{Kind: '+', New: len(h.Lines) + 1, Text: l})
	}
	if len(h.Lines) > 0 {
		c.Hunks = []timeline.Hunk{h}
	}
	finish(&c)
	return c
}

// Replace gives the change of one piece of a file by another. Where the piece stands is
// not known, so its lines have no numbers.
func Replace(path, before, after string) timeline.Change {
	c := timeline.Change{Path: path}
	if lines := compare(split(before), split(after)); len(lines) > 0 {
		c.Hunks = []timeline.Hunk{{Lines: lines}}
	}
	finish(&c)
	c.Text = unifiedText(&c)
	return c
}

// unifiedText writes the lines of a change with their signs.
func unifiedText(c *timeline.Change) string {
	var b strings.Builder
	for _, h := range c.Hunks {
		for _, l := range h.Lines {
			b.WriteByte(l.Kind)
			b.WriteString(l.Text + "\n")
		}
	}
	return b.String()
}

// split cuts a text into lines without their ends.
func split(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(strings.ReplaceAll(text, "\r\n", "\n"), "\n"), "\n")
}

// finish counts a change's lines and marks its words.
func finish(c *timeline.Change) {
	for i := range c.Hunks {
		for _, l := range c.Hunks[i].Lines {
			switch l.Kind {
			case '+':
				c.Added++
			case '-':
				c.Removed++
			}
		}
	}
	budget := maxPairs
	for i := range c.Hunks {
		mark(c.Hunks[i].Lines, &budget)
	}
}

// reader walks the lines of a text.
type reader struct {
	text    string
	at      int    // where the line begins
	next    int    // where the next one begins
	line    string // without its end
	n       int    // its number, from 1
	changes []timeline.Change
}

// step goes to the next line; false at the end.
func (p *reader) step() bool {
	if p.at = p.next; p.at >= len(p.text) {
		p.line = ""
		return false
	}
	p.n++
	line, _, found := strings.Cut(p.text[p.at:], "\n")
	p.next = p.at + len(line)
	if found {
		p.next++
	}
	p.line = strings.TrimSuffix(line, "\r")
	return true
}

// back makes the line be read again.
func (p *reader) back() { p.next, p.n = p.at, p.n-1 }

func (p *reader) wrong(what string) error {
	return fmt.Errorf("line %d of the patch %s", max(p.n, 1), what)
}

// begin opens a change at the current line and closes the one before it.
func (p *reader) begin(c timeline.Change) *timeline.Change {
	p.end(p.at)
	c.Text = p.text[p.at:]
	p.changes = append(p.changes, c)
	return &p.changes[len(p.changes)-1]
}

// end says where the text of the last change ends.
func (p *reader) end(at int) {
	if n := len(p.changes); n > 0 {
		c := &p.changes[n-1]
		c.Text = strings.TrimRight(c.Text[:len(c.Text)-(len(p.text)-at)], "\n")
	}
}

// unified reads a diff of git or of another tool.
func (p *reader) unified() error {
	var c *timeline.Change
	for p.step() {
		old, isOld := strings.CutPrefix(p.line, "--- ")
		switch {
		case strings.HasPrefix(p.line, "diff --git "):
			c = p.begin(timeline.Change{Path: gitPath(p.line[len("diff --git "):])})
		case isOld && strings.HasPrefix(p.text[p.next:], "+++ "):
			if c == nil || len(c.Hunks) > 0 || !strings.HasPrefix(c.Text, "diff --git ") {
				c = p.begin(timeline.Change{})
			}
			p.step()
			names(c, label(old), label(p.line[len("+++ "):]))
		case c == nil && strings.Trim(p.line, " \t") == "", strings.HasPrefix(p.line, `\ `):
		case c == nil:
			return p.wrong("is no beginning of a diff")
		case strings.HasPrefix(p.line, "@@ "):
			if err := p.hunk(c); err != nil {
				return err
			}
		case len(c.Hunks) == 0:
			if err := p.header(c); err != nil {
				return err
			}
		case strings.Trim(p.line, " \t") != "":
			return p.wrong("belongs to no hunk")
		}
	}
	p.end(len(p.text))
	if c == nil {
		return p.wrong("is empty")
	}
	return nil
}
