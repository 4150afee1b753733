package patch

import (
	"slices"
	"strings"

	"flightlog/parse/timeline"
)

// Between gives the change from one whole text of a file to another, its lines numbered.
func Between(path, before, after string) timeline.Change {
	c := timeline.Change{Path: path}
	lines := compare(split(before), split(after))
	old, now := 0, 0
	for i := range lines {
		if l := &lines[i]; l.Kind != '+' {
			old++
			l.Old = old
		}
		if l := &lines[i]; l.Kind != '-' {
			now++
			l.New = now
		}
	}
	if len(lines) > 0 {
		c.Hunks = []timeline.Hunk{{Lines: lines}}
	}
	finish(&c)
	c.Text = unifiedText(&c)
	return c
}

// Apply makes a change to a whole text; ok is false unless every line that the change
// keeps or removes stands in the text where, or in the order in which, it says. The empty
// piece behind a last line end counts as a line, as producers of such changes count it.
func Apply(text string, c *timeline.Change) (after string, ok bool) {
	if c.Kind == timeline.Deleted || len(c.Hunks) == 0 {
		return "", c.Kind == timeline.Deleted
	}
	if c.Kind == timeline.Created {
		_, now := sides(c.Hunks[0].Lines)
		return strings.Join(now, "\n"), text == "" && len(c.Hunks) == 1
	}
	pieces := strings.Split(text, "\n")
	var out []string
	done := 0 // pieces that are dealt with
	for _, h := range c.Hunks {
		old, now := sides(h.Lines)
		at := -1
		if len(h.Lines) > 0 && h.Lines[0].Old > 0 {
			if first := h.Lines[0].Old - 1; first >= done && stands(pieces, old, first) {
				at = first
			}
		} else if len(old) > 0 {
			for i := done; i+len(old) <= len(pieces) && at < 0; i++ {
				if stands(pieces, old, i) {
					at = i
				}
			}
		}
		if at < 0 {
			return "", false
		}
		out = append(append(out, pieces[done:at]...), now...)
		done = at + len(old)
	}
	return strings.Join(append(out, pieces[done:]...), "\n"), true
}

// sides gives the lines of a hunk as they were and as they became.
func sides(lines []timeline.DiffLine) (old, now []string) {
	for _, l := range lines {
		if l.Kind != '+' {
			old = append(old, l.Text)
		}
		if l.Kind != '-' {
			now = append(now, l.Text)
		}
	}
	return old, now
}

func stands(pieces, lines []string, at int) bool {
	return at+len(lines) <= len(pieces) && slices.Equal(pieces[at:at+len(lines)], lines)
}
