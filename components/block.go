package components

import (
	"strconv"
	"strings"

	"flightlog/parse/timeline"
)

// inPre is a text for the inside of a <pre>, where HTML drops a first line feed.
func inPre(s string) string {
	if s != "" && s[0] == '\n' {
		return "\n" + s
	}
	return s
}

// wraps reports that a block's lines wrap: they are read, not laid out.
func wraps(k timeline.BlockKind) bool { c := preClass(k); return c == "text" || c == "raw" }

// preClass is the class of a block's text: what is read wraps, what is laid out does not.
func preClass(k timeline.BlockKind) string {
	switch k {
	case timeline.CodeBlock:
		return "code"
	case timeline.TerminalBlock:
		return "term"
	case timeline.RawBlock:
		return "raw"
	}
	return "text"
}

// partPlace is where the rest of a text of a block is asked for: the address of the block
// and the number of the text in it. A block without an address has none.
func partPlace(ref string, sub int) string {
	if ref == "" {
		return ""
	}
	return ref + "." + strconv.Itoa(sub)
}

// foldBlock takes the part of a block's text that begins at an offset.
func foldBlock(b timeline.Block, from int) folded {
	wrapping := b.Kind != timeline.DiffBlock && wraps(b.Kind)
	return foldFrom(b.Text, from, wrapping, partPlace(b.Ref, 0))
}

// dotted divides a name behind each dot, where it may go on in the next line.
func dotted(name string) []string { return strings.SplitAfter(name, ".") }

// MaxChanges bounds the files of a diff that stand in the document at once; so many more
// follow with each step.
const MaxChanges = 40

// changesTo is where the files end that stand behind the one at from.
func changesTo(b timeline.Block, from int) int { return min(from+MaxChanges, len(b.Changes)) }

// changesNext is the place of the files from one on, "" where the block has none.
func changesNext(b timeline.Block, from int) string {
	if b.Ref == "" {
		return ""
	}
	return partPlace(b.Ref, len(b.Changes)) + " " + strconv.Itoa(from)
}

// MaxGridRows bounds the rows of a grid that stand in the document at once; so many more
// come with every step.
const MaxGridRows = 200

// gridPart is a part of a grid's rows.
type gridPart struct {
	Rows [][]string
	Rest int    // rows that come after
	next string // argument of the step that shows them
}

func gridFrom(b timeline.Block, from int) gridPart {
	from = min(max(from, 0), len(b.Rows))
	end := min(from+MaxGridRows, len(b.Rows))
	p := gridPart{Rows: b.Rows[from:end], Rest: len(b.Rows) - end}
	if b.Ref != "" {
		p.next = partPlace(b.Ref, 0) + " " + strconv.Itoa(end)
	}
	return p
}

// carded reports a grid that is too wide for a panel and not too wide to be told there row by
// row, each value behind the head of its column.
func carded(b timeline.Block) bool { return !b.Log && len(b.Columns) > 3 && len(b.Columns) <= 12 }

func (p gridPart) left() string {
	if p.next == "" {
		return Counted(p.Rest, "row") + " more; the raw record has all of them"
	}
	return "… " + Counted(p.Rest, "row") + " more"
}

// BlockText is the whole of a text of a block, as it is copied: made visible, as it is shown.
func BlockText(b timeline.Block, sub int) string {
	switch {
	case b.Kind == timeline.TableBlock && sub >= 0 && sub < len(b.Fields):
		return Visible(b.Fields[sub].Value)
	case b.Kind == timeline.DiffBlock && sub >= 0 && sub < len(b.Changes):
		return Visible(b.Changes[sub].Text)
	case b.Kind == timeline.TerminalBlock && b.Screen != nil:
		return screenText(b.Screen)
	}
	return Visible(b.Text)
}

// imageFacts says what a record tells of a picture: its type and its size.
func imageFacts(i timeline.Image) string {
	if i.Bytes <= 0 {
		return i.MIME
	}
	if i.MIME == "" {
		return ExactBytes(i.Bytes)
	}
	return i.MIME + ", " + ExactBytes(i.Bytes)
}
