package components

import "flightlog/parse/timeline"

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

// MaxGridRows bounds the rows of a grid that stand in the document.
const MaxGridRows = 200

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
