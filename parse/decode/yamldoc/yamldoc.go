// Package yamldoc reads a small YAML document whose top level is a mapping: bytes in,
// its scalars by key out. Nested values are not this package's business.
//
// Damage gives a *SyntaxError with the 1-based line where the library stopped, and the
// keys of the lines before it that are readable on their own.
package yamldoc

import (
	"bytes"
	"errors"
	"regexp"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// Doc is the top level of a document.
type Doc struct{ scalars map[string]string }

// SyntaxError says where a document stops being YAML, or that it is no mapping.
type SyntaxError struct {
	Line   int // 1-based, 0 when the library does not say
	Reason string
	Other  bool // it is YAML, and no mapping
}

func (e *SyntaxError) Error() string {
	if e.Line == 0 {
		return e.Reason
	}
	return e.Reason + " in line " + strconv.Itoa(e.Line)
}

// Str gives a scalar as it is written, "" when the key is absent, null or no scalar.
func (d *Doc) Str(key string) string { return d.scalars[key] }

// Bool reports whether a scalar is written true.
func (d *Doc) Bool(key string) bool { return d.scalars[key] == "true" }

// Len counts the scalars.
func (d *Doc) Len() int { return len(d.scalars) }

// Read reads a document. The Doc is never nil; a blank document is an error.
func Read(data []byte) (*Doc, error) {
	d := &Doc{scalars: map[string]string{}}
	if len(bytes.TrimSpace(data)) == 0 {
		return d, &SyntaxError{Reason: "the file is empty"}
	}
	line, reason := tooDeep(data), "so many brackets or steps that it cannot be read safely"
	if line == 0 {
		var root yaml.Node
		err := yaml.Unmarshal(data, &root)
		if err == nil {
			return d, d.take(&root)
		}
		line, reason = parseError(err)
	}
	if head := linesBefore(data, line); len(head) > 0 && tooDeep(head) == 0 {
		var part yaml.Node
		if yaml.Unmarshal(head, &part) == nil {
			_ = d.take(&part) // what the head gives is a bonus; the error stays the first one
		}
	}
	return d, &SyntaxError{Line: line, Reason: reason}
}

// deepest is how many levels a document may have: the library recurses, and the stack of a
// browser's worker ends some thousand levels down.
const deepest = 1000

// tooDeep gives the line at which a document could have more levels than deepest, 0 where it
// has fewer: each bracket may open one, and each blank or mark before a line's first word. What
// the library takes for a break between lines, or for UTF-16, hides none.
func tooDeep(data []byte) (line int) {
	line = 1
	brackets, steps, head := 0, 0, true
	for _, c := range data {
		switch c {
		case '[', '{':
			brackets++
			head = false
		case '\n', '\r', 0x85, 0xa8, 0xa9: // the last bytes of the other breaks
			steps, head = 0, true
		case ' ', '-', '?', ':', 0:
			if head {
				steps++
			}
		default:
			head = false
		}
		if brackets+steps > deepest {
			return line
		}
		if c == '\n' {
			line++
		}
	}
	return 0
}

func (d *Doc) take(root *yaml.Node) error {
	if root.Kind != yaml.DocumentNode || len(root.Content) != 1 || root.Content[0].Kind != yaml.MappingNode {
		return &SyntaxError{Line: max(root.Line, 1), Reason: "no mapping of keys to values", Other: true}
	}
	pairs := root.Content[0].Content
	for i := 0; i+1 < len(pairs); i += 2 {
		k, v := pairs[i], pairs[i+1]
		if v.Kind == yaml.AliasNode {
			v = v.Alias
		}
		if k.Kind == yaml.ScalarNode && v.Kind == yaml.ScalarNode && v.Tag != "!!null" {
			d.scalars[k.Value] = v.Value
		}
	}
	return nil
}

var lineInError = regexp.MustCompile(`^yaml: (?:line (\d+): )?`)

// parseError takes the line and the reason out of the library's message, which is all
// it gives.
func parseError(err error) (int, string) {
	var te *yaml.TypeError
	if errors.As(err, &te) && len(te.Errors) > 0 {
		err = errors.New("yaml: " + te.Errors[0])
	}
	msg := err.Error()
	m := lineInError.FindStringSubmatch(msg)
	if m == nil {
		return 0, msg
	}
	n, _ := strconv.Atoi(m[1]) // the pattern admits digits only; none gives 0
	return n, strings.TrimPrefix(msg, m[0])
}

// linesBefore gives the lines above a 1-based line.
func linesBefore(data []byte, line int) []byte {
	at := 0
	for n := 1; n < line; n++ {
		end := bytes.IndexByte(data[at:], '\n')
		if end < 0 {
			return data[:at]
		}
		at += end + 1
	}
	return data[:at]
}
