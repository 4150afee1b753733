package event

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"flightlog/parse/decode/rawjson"
	"flightlog/parse/timeline"
)

// lineRunes bounds a summary: more does not fit on a line of any screen.
const lineRunes = 400

// OneLine makes one line of a text: blanks and line breaks fold into one blank, and
// what no screen shows on one line is cut with an ellipsis.
func OneLine(s string) string {
	cut := len(s) > 4*lineRunes
	if cut {
		s = s[:4*lineRunes]
	}
	s = strings.Join(strings.Fields(s), " ")
	if utf8.RuneCountInString(s) > lineRunes {
		s, cut = string([]rune(s)[:lineRunes]), true
	}
	if cut {
		return s + "…"
	}
	return s
}

// words puts non-empty parts into one sentence.
func words(parts ...string) string {
	out := parts[:0]
	for _, p := range parts {
		if p != "" {
			out = append(out, p)
		}
	}
	return strings.Join(out, " ")
}

// or gives the first string that is not empty.
func or(list ...string) string {
	for _, s := range list {
		if s != "" {
			return s
		}
	}
	return ""
}

// plural counts things: 1 file, 2 files.
func plural(n int64, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return strconv.FormatInt(n, 10) + " " + thing + "s"
}

// fieldBytes bounds the value of one field and fieldCount their number; the record
// itself is always at hand.
const (
	fieldBytes = 4 * timeline.KiB
	fieldCount = 200
)

// fields lists the members of an object, those of objects inside it by dotted names.
// Long values say how long they are instead: they have a block of their own or the raw
// record.
func fields(v rawjson.Value) []timeline.Field { return appendFields(nil, "", v, 3) }

func appendFields(out []timeline.Field, prefix string, v rawjson.Value, levels int) []timeline.Field {
	for k, m := range v.Members() {
		if len(out) == fieldCount {
			return append(out, timeline.Field{Name: "…", Value: "more, see the raw record"})
		}
		name := prefix + k.String()
		if m.Kind() == '{' && len(m) > 2 && levels > 1 {
			if out = appendFields(out, name+".", m, levels-1); len(out) > fieldCount {
				return out
			}
			continue
		}
		text, ok := m.Text()
		if !ok {
			text = string(m)
		}
		if len(text) > fieldBytes {
			text = thousands(int64(len(text))) + " bytes, see the raw record"
		}
		out = append(out, timeline.Field{Name: name, Value: text})
	}
	return out
}

func textBlock(kind timeline.BlockKind, title, text string) []timeline.Block {
	if text == "" {
		return nil
	}
	return []timeline.Block{{Kind: kind, Title: title, Text: text}}
}
