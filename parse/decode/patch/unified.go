package patch

import (
	"strconv"
	"strings"

	"flightlog/parse/timeline"
)

// header reads a line between "diff --git" and the first hunk.
func (p *reader) header(c *timeline.Change) error {
	word := func(lead string) (string, bool) { return strings.CutPrefix(p.line, lead) }
	if m, ok := either(word, "create file mode ", "new file mode "); ok {
		c.Kind = timeline.Created
		note(c, modeNote(m))
	} else if _, ok := either(word, "deleted file mode ", "delete file mode "); ok {
		c.Kind = timeline.Deleted
	} else if from, ok := either(word, "rename from ", "copy from "); ok {
		c.Kind, c.From = timeline.Moved, unquoted(from)
		if strings.HasPrefix(p.line, "copy") {
			c.Kind = timeline.Created
			note(c, "copied from "+c.From)
		}
	} else if to, ok := either(word, "rename to ", "copy to "); ok {
		c.Path = unquoted(to)
	} else if m, ok := word("old mode "); ok {
		note(c, "mode "+m)
	} else if m, ok := word("new mode "); ok {
		note(c, "now "+m)
	} else if _, ok := either(word, "Binary files ", "GIT binary patch"); ok {
		note(c, "a binary file")
		p.skipBinary()
	} else if _, ok := either(word, "index ", "similarity index ", "dissimilarity index "); !ok && strings.Trim(p.line, " \t") != "" {
		return p.wrong("is no header of a diff")
	}
	return nil
}

func either(word func(string) (string, bool), leads ...string) (string, bool) {
	for _, l := range leads {
		if rest, ok := word(l); ok {
			return rest, true
		}
	}
	return "", false
}

func note(c *timeline.Change, s string) {
	if s == "" {
		return
	}
	if c.Note != "" {
		c.Note += ", "
	}
	c.Note += s
}

// modeNote says what is out of the ordinary in the mode of a new file.
func modeNote(mode string) string {
	switch mode {
	case "100644", "":
		return ""
	case "100755":
		return "executable"
	case "120000":
		return "a symbolic link"
	}
	return "mode " + mode
}

// skipBinary leaves the data of a binary patch in the text.
func (p *reader) skipBinary() {
	for p.step() {
		if strings.HasPrefix(p.line, "diff --git ") {
			p.back()
			return
		}
	}
}

// label is the path of a "---" or "+++" line: what follows a tab is a time.
func label(s string) string {
	s, _, _ = strings.Cut(s, "\t")
	return unquoted(s)
}

func unquoted(s string) string {
	if len(s) > 1 && s[0] == '"' {
		if u, err := strconv.Unquote(s); err == nil {
			return u
		}
	}
	return s
}

// gitPath is the path after a change, from "a/x b/x". Paths with blanks are halved, since
// both sides are the same where no other line names them.
func gitPath(s string) string {
	if _, after, ok := strings.Cut(s, `" "b/`); ok {
		return unquoted(`"` + after)
	}
	if half := len(s) / 2; len(s)%2 == 1 && s[half] == ' ' && strings.TrimPrefix(s[:half], "a/") == strings.TrimPrefix(s[half+1:], "b/") {
		return strings.TrimPrefix(s[half+1:], "b/")
	}
	if _, after, ok := strings.Cut(s, " b/"); ok {
		return after
	}
	return s
}

// names takes the two sides of a change. The producer writes "a/dev/null" too.
func names(c *timeline.Change, before, after string) {
	nothing := func(s string) bool {
		return s == "/dev/null" || s == "a/dev/null" || s == "b/dev/null"
	}
	old, now := strings.TrimPrefix(before, "a/"), strings.TrimPrefix(after, "b/")
	switch {
	case nothing(before):
		c.Kind, c.Path = timeline.Created, now
	case nothing(after):
		c.Kind, c.Path = timeline.Deleted, old
	case c.From != "" || c.Kind == timeline.Created:
		c.Path = now
	default:
		if c.Path = now; old != now && c.Path != "" && before != old {
			c.Kind, c.From = timeline.Moved, old
		}
	}
}

// hunk reads "@@ -old,count +new,count @@ place" and as many lines as it says.
func (p *reader) hunk(c *timeline.Change) error {
	head, place, ok := strings.Cut(p.line[len("@@ "):], " @@")
	before, after, two := strings.Cut(head, " ")
	old, oldLeft, ok1 := span(before, '-')
	now, newLeft, ok2 := span(after, '+')
	if !ok || !two || !ok1 || !ok2 {
		return p.wrong("says in a way that is not understood where its hunk stands")
	}
	h := timeline.Hunk{Head: strings.TrimSpace(place)}
	for oldLeft > 0 || newLeft > 0 {
		if !p.step() {
			return p.wrong("is the last, and its hunk wants more")
		}
		l := timeline.DiffLine{Kind: ' '}
		if p.line != "" { // a tool has taken the blank of an empty line
			l.Kind, l.Text = p.line[0], p.line[1:]
		}
		if l.Kind == ' ' || l.Kind == '-' {
			l.Old = old
			old, oldLeft = old+1, oldLeft-1
		}
		if l.Kind == ' ' || l.Kind == '+' {
			l.New = now
			now, newLeft = now+1, newLeft-1
		}
		if strings.IndexByte(" +-\\", l.Kind) < 0 || oldLeft < 0 || newLeft < 0 {
			return p.wrong("does not fit the length of its hunk")
		}
		if l.Kind != '\\' { // "\ No newline at end of file" of the other side
			h.Lines = append(h.Lines, l)
		}
	}
	c.Hunks = append(c.Hunks, h)
	return nil
}

// span reads "-12,3": a first line and a number of lines, 1 where it is left out. The
// lines are counted as they are read, so a large number costs nothing.
func span(s string, sign byte) (first, count int, ok bool) {
	if s == "" || s[0] != sign {
		return 0, 0, false
	}
	a, b, two := strings.Cut(s[1:], ",")
	first, err := strconv.Atoi(a)
	count = 1
	if two && err == nil {
		count, err = strconv.Atoi(b)
	}
	return first, count, err == nil && first >= 0 && count >= 0 && first < 1<<30 && count < 1<<30
}

// envelope reads the patch that begins with "*** Begin Patch".
func (p *reader) envelope() error {
	var c *timeline.Change
	begun := false
	for p.step() {
		verb, arg, _ := strings.Cut(strings.TrimPrefix(p.line, "*** "), ": ")
		isVerb := strings.HasPrefix(p.line, "*** ")
		switch {
		case isVerb && verb == "Begin Patch":
			begun = true
		case isVerb && verb == "End Patch":
			p.end(p.at)
			for p.step() {
				if strings.Trim(p.line, " \t") != "" {
					return p.wrong("follows the end of the patch")
				}
			}
			return p.some(c)
		case isVerb && verb == "Update File":
			c = p.begin(timeline.Change{Path: arg})
		case isVerb && verb == "Add File":
			c = p.begin(timeline.Change{Kind: timeline.Created, Path: arg})
		case isVerb && verb == "Delete File":
			c = p.begin(timeline.Change{Kind: timeline.Deleted, Path: arg})
		case isVerb && verb == "Move to" && c != nil && len(c.Hunks) == 0:
			c.Kind, c.From, c.Path = timeline.Moved, c.Path, arg
		case isVerb && verb == "End of File" && c != nil:
		case strings.HasPrefix(p.line, "@@") && c != nil:
			c.Hunks = append(c.Hunks, timeline.Hunk{Head: strings.TrimSpace(p.line[2:])})
		case c == nil && strings.Trim(p.line, " \t") == "":
		case c == nil || !begun:
			return p.wrong("stands before the first file")
		default:
			if err := p.patchLine(c); err != nil {
				return err
			}
		}
	}
	return p.wrong("is the last, and does not end the patch")
}

func (p *reader) some(c *timeline.Change) error {
	if c == nil {
		return p.wrong("ends a patch of no file")
	}
	return nil
}

// patchLine takes a line with its sign; those of a new file have numbers.
func (p *reader) patchLine(c *timeline.Change) error {
	l := timeline.DiffLine{Kind: ' '}
	if p.line != "" {
		l.Kind, l.Text = p.line[0], p.line[1:]
	}
	if strings.IndexByte(" +-", l.Kind) < 0 || c.Kind == timeline.Deleted || c.Kind == timeline.Created && l.Kind != '+' {
		return p.wrong("has no sign that fits")
	}
	if len(c.Hunks) == 0 {
		c.Hunks = []timeline.Hunk{{}}
	}
	h := &c.Hunks[len(c.Hunks)-1]
	if c.Kind == timeline.Created {
		l.New = len(h.Lines) + 1
	}
	h.Lines = append(h.Lines, l)
	return nil
}
