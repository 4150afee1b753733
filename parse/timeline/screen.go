package timeline

// Screen is a text as a terminal shows it. Control characters without an effect stay in
// the text, for the view to make visible.
type Screen struct {
	Lines       [][]Span
	Dropped     int // escape sequences without an effect on what is read
	Overwritten int // characters that later ones, or an erasure, replaced
}

// Span is a part of a line in one style. Its text is never empty.
type Span struct {
	Text  string
	Style Style
}

// Style is how a terminal shows a character: two of the 16 colours, and attributes.
type Style uint16

const (
	Bold Style = 1 << (10 + iota)
	Dim
	Italic
	Underline
	Inverse
	Strike
)

// Fore is the colour of the text, 0 to 15 in the order of the terminal; ok is false for
// the default.
func (s Style) Fore() (colour int, ok bool) { return int(s&31) - 1, s&31 != 0 }

// Back is the colour of the ground, as Fore.
func (s Style) Back() (colour int, ok bool) { return int(s>>5&31) - 1, s>>5&31 != 0 }

// WithFore gives the style with a colour from 0 to 15 for the text, -1 for the default.
func (s Style) WithFore(colour int) Style { return s&^31 | Style(colour+1)&31 }

// WithBack gives the style with a colour from 0 to 15 for the ground, -1 for the default.
func (s Style) WithBack(colour int) Style { return s&^(31<<5) | Style(colour+1)&31<<5 }
