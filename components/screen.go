package components

import (
	"strconv"
	"strings"

	"flightlog/parse/timeline"
)

// screenView is a terminal's text as it is shown, and what is left out of it.
type screenView struct {
	folded
	Runs []run
	Note string
}

// viewScreen makes runs of a screen's spans, with line ends between the lines. It stops at
// MaxLines and MaxBytes.
func viewScreen(s *timeline.Screen) screenView {
	v := screenView{Note: screenNote(s)}
	v.Lines = len(s.Lines)
	v.Long = v.Lines > FoldLines
	plain := func(text string) {
		if n := len(v.Runs); n > 0 && v.Runs[n-1].Class == "" {
			v.Runs[n-1].Text += text
			return
		}
		v.Runs = append(v.Runs, run{"", text})
	}
	for i, l := range s.Lines {
		size := 1
		for _, p := range l {
			size += len(p.Text)
		}
		v.bytes += size
		if i >= MaxLines || v.bytes-v.Rest > MaxBytes && i > 0 || v.Past > 0 {
			v.Rest += size
			v.Past++
			continue
		}
		if i > 0 {
			plain("\n")
		}
		for _, p := range l {
			text := p.Text
			if size > MaxBytes { // one line as long as that: its beginning
				text = text[:min(len(text), MaxBytes-1)]
			}
			if class := styleClass(p.Style); class != "" {
				v.Runs = append(v.Runs, run{class, Visible(text)})
			} else {
				plain(Visible(text))
			}
		}
	}
	return v
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
