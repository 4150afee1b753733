package components

import "flightlog/parse/timeline"

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
