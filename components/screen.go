package components

import (
	"strconv"
	"strings"

	"flightlog/parse/secret"
	"flightlog/parse/timeline"
)

// screenView is a terminal's text as it is shown, and what is left out of it.
type screenView struct {
	folded
	Runs []run
	Note string
}

// screenFrom makes runs of a screen's spans, with line ends between the lines, from a
// number of bytes on: a line counts its text and its end. It stops at MaxLines and
// MaxBytes, inside a line that is longer than that, and never inside a secret.
func screenFrom(s *timeline.Screen, from int, place string) screenView {
	v := screenView{Note: screenNote(s)}
	v.Lines = len(s.Lines)
	v.Long = v.Lines > FoldLines
	start, end, shown, full := 0, from, 0, false // of the line at hand; of what is shown; lines shown
	until := 0                                   // the line to which a secret goes on
	for i, l := range s.Lines {
		next := start + lineSize(l)
		if !full && i >= until && (shown >= MaxLines || shown > 0 && next-from > MaxBytes) {
			until = uncut(len(s.Lines), i, func(i int) string { return lineText(s.Lines[i]) })
			full = until == i
		}
		switch {
		case next <= from:
		case full:
			v.Past++
		default:
			if shown++; shown > 1 {
				v.add("", "\n")
			}
			skip := max(from-start, 0)
			if end = start + skip + v.take(l, skip, lineCut(l, skip)); end < next-1 {
				full, v.Torn = true, true
				v.Past++
			} else {
				end = next
			}
		}
		start = next
	}
	v.bytes, v.Rest = start, start-end
	v.onward(place, end)
	return v
}

// add appends a run; plain text joins what stands before it.
func (v *screenView) add(class, text string) {
	if n := len(v.Runs); n > 0 && class == "" && v.Runs[n-1].Class == "" {
		v.Runs[n-1].Text += text
		return
	}
	v.Runs = append(v.Runs, run{class, text})
}

// take adds the text of a line behind its first bytes, so much of it at most, and answers
// how many bytes that is.
func (v *screenView) take(l []timeline.Span, skip, most int) int {
	took := 0
	for _, p := range l {
		text := p.Text[min(skip, len(p.Text)):]
		skip -= len(p.Text) - len(text)
		whole := len(text)
		if text = text[:clean(text, min(most-took, whole))]; text != "" {
			v.add(styleClass(p.Style), Visible(text))
		}
		if took += len(text); len(text) < whole {
			break
		}
	}
	return took
}

// lineCut is how many bytes of a line behind its first ones are shown at once. It ends
// inside no secret, which colours may divide.
func lineCut(l []timeline.Span, skip int) int {
	if lineSize(l)-1-skip <= MaxBytes {
		return MaxBytes
	}
	end, _ := secret.Across(lineText(l), skip+MaxBytes)
	return end - skip
}

func lineText(l []timeline.Span) string {
	var line strings.Builder
	for _, p := range l {
		line.WriteString(p.Text)
	}
	return line.String()
}

// lineSize is the bytes of a line and of its end.
func lineSize(l []timeline.Span) int {
	n := 1
	for _, p := range l {
		n += len(p.Text)
	}
	return n
}

// screenText is all that a screen shows, without its colours.
func screenText(s *timeline.Screen) string {
	var b strings.Builder
	for i, l := range s.Lines {
		if i > 0 {
			b.WriteByte('\n')
		}
		for _, p := range l {
			b.WriteString(Visible(p.Text))
		}
	}
	return b.String()
}

// startsEmpty reports a line feed where a <pre> would drop it.
func (v screenView) startsEmpty() bool {
	return len(v.Runs) > 0 && strings.HasPrefix(v.Runs[0].Text, "\n")
}

// styleClass names the classes of a style: f1 for the colour of the text, g1 for that of
// the ground.
func styleClass(s timeline.Style) string {
	if s == 0 {
		return ""
	}
	var out []string
	if c, ok := s.Fore(); ok {
		out = append(out, "f"+strconv.Itoa(c&15))
	}
	if c, ok := s.Back(); ok {
		out = append(out, "g"+strconv.Itoa(c&15))
	}
	for i, name := range [...]string{"bd", "di", "it", "ul", "iv", "sk"} {
		if s&(timeline.Bold<<i) != 0 {
			out = append(out, name)
		}
	}
	return strings.Join(out, " ")
}

// screenNote says what of the text a terminal does not show.
func screenNote(s *timeline.Screen) string {
	var parts []string
	if s.Overwritten > 0 {
		parts = append(parts, Counted(s.Overwritten, "character")+" overwritten, as on a terminal")
	}
	if s.Dropped > 0 {
		parts = append(parts, Counted(s.Dropped, "control sequence")+" that "+map[bool]string{true: "shows", false: "show"}[s.Dropped == 1]+" nothing left out")
	}
	if len(parts) == 0 {
		return ""
	}
	return strings.Join(parts, "; ") + ". The raw record has all of it."
}
