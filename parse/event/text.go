package event

import (
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"flightlog/parse/decode/rawjson"
	"flightlog/parse/secret"
	"flightlog/parse/timeline"
)

// lineRunes bounds a summary: more does not fit on a line of any screen.
const lineRunes = 400

// OneLine makes one line of a text: blanks and line breaks fold into one blank, and
// what no screen shows on one line is cut with an ellipsis, though not inside a secret:
// the rest of it would no longer look like one.
func OneLine(s string) string {
	whole, cut := s, len(s) > 4*lineRunes
	if cut {
		s = s[:4*lineRunes]
	}
	s = strings.Join(strings.Fields(s), " ")
	if utf8.RuneCountInString(s) > lineRunes {
		return cutRunes(s, lineRunes)
	}
	if cut {
		end, _ := secret.Across(whole, 4*lineRunes)
		return strings.Join(strings.Fields(whole[:end]), " ") + "…"
	}
	return s
}

// cutRunes is the beginning of a longer text, and an ellipsis.
func cutRunes(s string, runes int) string {
	end, _ := secret.Across(s, len(string([]rune(s)[:runes])))
	return s[:end] + "…"
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
	return thousands(n) + " " + thing + "s"
}

// counted says how many there are of a thing, "" where no whole number is recorded.
func counted(v rawjson.Value, thing string) string {
	n, ok := v.Int()
	if !ok {
		return ""
	}
	return plural(n, thing)
}

// scalar spells a string, a number or a boolean as it stands, "" for anything else.
func scalar(v rawjson.Value) string {
	switch v.Kind() {
	case '"':
		return v.String()
	case '0', 't', 'f':
		return string(v)
	}
	return ""
}

// quoteRunes bounds what a sentence quotes of a longer text.
const quoteRunes = 160

// quoted puts a text between quotation marks, cut where it is long; "" when it is empty.
func quoted(s string) string {
	s = OneLine(s)
	if s == "" {
		return ""
	}
	if utf8.RuneCountInString(s) > quoteRunes {
		s = cutRunes(s, quoteRunes)
	}
	return "“" + s + "”"
}

// paren puts what there is between parentheses, separated by commas.
func paren(parts ...string) string {
	if s := list(parts...); s != "" {
		return "(" + s + ")"
	}
	return ""
}

// list puts what there is into a row with commas.
func list(parts ...string) string {
	out := ""
	for _, p := range parts {
		if p != "" && out != "" {
			out += ", "
		}
		out += p
	}
	return out
}

// after puts a word before what there is: "by " and a name.
func after(lead, s string) string {
	if s == "" {
		return ""
	}
	return lead + s
}

// clause ends a sentence with what there is after a colon.
func clause(sentence, rest string) string {
	if rest == "" {
		return sentence
	}
	return sentence + ": " + rest
}

// span says how long ms are: 40 ms, 4.2 s, 2 min 5 s, 3 h 20 min; "" where no number is
// recorded or it is negative.
func span(v rawjson.Value) string {
	ms, ok := v.Int()
	if !ok {
		f, err := strconv.ParseFloat(string(v), 64)
		if err != nil || f < 0 || f > 1<<52 {
			return ""
		}
		ms = int64(f)
	}
	s := ms / 1000
	switch {
	case ms < 0:
		return ""
	case ms < 1000:
		return itoa(ms) + " ms"
	case ms < 60_000:
		if tenths := ms % 1000 / 100; tenths > 0 {
			return itoa(s) + "." + itoa(tenths) + " s"
		}
		return itoa(s) + " s"
	case s < 3600:
		return twoUnits(s/60, "min", s%60, "s")
	case s < 48*3600:
		return twoUnits(s/3600, "h", s%3600/60, "min")
	}
	return twoUnits(s/86400, "d", s%86400/3600, "h")
}

func twoUnits(a int64, unit string, b int64, smaller string) string {
	if b == 0 {
		return thousands(a) + " " + unit
	}
	return thousands(a) + " " + unit + " " + itoa(b) + " " + smaller
}

// moment spells a time as it is stored, an epoch number of ms as UTC.
func moment(v rawjson.Value) string {
	if n, ok := v.Int(); ok && n > 0 && n < 1<<47 {
		return time.UnixMilli(n).UTC().Format("2006-01-02 15:04:05 UTC")
	}
	return scalar(v)
}

// names lists the strings of an array.
func names(v rawjson.Value) []string {
	var out []string
	for e := range v.Elements() {
		if s, ok := e.Text(); ok && s != "" {
			out = append(out, s)
		}
	}
	return out
}

// few lists names, with a count in place of what is beyond the first eight.
func few(all []string) string {
	const shown = 8
	if len(all) > shown+1 {
		return strings.Join(all[:shown], ", ") + " and " + itoa(int64(len(all)-shown)) + " more"
	}
	return strings.Join(all, ", ")
}

// thousands groups the digits of a count: 12,449.
func thousands(n int64) string {
	s := itoa(n)
	if n < 0 {
		return s
	}
	var b strings.Builder
	for i, c := range s {
		if i > 0 && (len(s)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(c)
	}
	return b.String()
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
func fields(v rawjson.Value) []timeline.Field { return appendFields(nil, "", v, 3, fieldBytes) }

// wholeFields lists them with their values whole.
func wholeFields(v rawjson.Value) []timeline.Field {
	return appendFields(nil, "", v, 3, math.MaxInt)
}

func appendFields(out []timeline.Field, prefix string, v rawjson.Value, levels, most int) []timeline.Field {
	for k, m := range v.Members() {
		if len(out) == fieldCount {
			return append(out, timeline.Field{Name: "…", Value: "more, see the raw record"})
		}
		name := prefix + k.String()
		if m.Kind() == '{' && len(m) > 2 && levels > 1 {
			if out = appendFields(out, name+".", m, levels-1, most); len(out) > fieldCount {
				return out
			}
			continue
		}
		text, ok := m.Text()
		if !ok {
			text = string(m)
		}
		if len(text) > most {
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
