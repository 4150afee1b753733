package artifact

import (
	"errors"
	"fmt"

	"flightlog/parse/decode/jsonc"
	"flightlog/parse/decode/rawjson"
	"flightlog/parse/timeline"
)

// readJSON reads a small JSON file of the home, comments and trailing commas accepted.
// What it says is kept for rows; one that does not parse is a problem and gives none.
func readJSON(rd *Reading, f *file) error {
	data, err := rd.document(f, true)
	f.source.Held = data
	return err
}

// readMasked gives the reader of a JSON file that may keep secrets: of its bytes nothing
// is held but the document with all texts masked whose keys are not open.
func readMasked(keys openKeys) func(*Reading, *file) error {
	return func(rd *Reading, f *file) error {
		_, err := rd.document(f, false)
		if f.doc != nil {
			f.doc = keys.mask(f.doc)
			f.source.Held = f.doc
			f.note("Tokens, keys and other secrets are masked; the file's own text is not kept.")
		}
		return err
	}
}

// document unpacks and parses a JSON file. quote allows what is wrong with it to be told
// in words that may repeat some of it.
func (rd *Reading) document(f *file, quote bool) ([]byte, error) {
	data, err := rd.whole(f.Entry, rd.lim.SmallBytes)
	if err != nil || len(data) == 0 { // lock-like placeholders are written before the first content
		return data, err
	}
	value, err := jsonc.Read(data)
	var syntax *jsonc.SyntaxError
	if errors.As(err, &syntax) {
		f.source.State, f.source.Lost = timeline.Partly, int64(len(data))
		what, length := syntax.Error(), int64(len(data))
		if !quote { // the bytes are not held either
			length = 0
			what = fmt.Sprintf("it breaks in line %d, column %d", syntax.Line, syntax.Column)
		}
		rd.problem(timeline.Problem{Code: timeline.BadJSON, Source: f.src, Line: int64(syntax.Line), Length: length,
			Message: fmt.Sprintf("This is not readable JSON: %s.", what), Kept: "nothing of it"})
		return data, nil
	}
	f.source.Records = 1
	f.doc = value
	if odd := f.otherShape(); odd != "" {
		rd.otherShape(f, odd)
	}
	return data, nil
}

// otherShape notes, once a file, that it is built otherwise than known.
func (rd *Reading) otherShape(f *file, message string) {
	if !f.odd {
		f.odd = true
		rd.problem(timeline.Problem{Code: timeline.UnknownShape, Source: f.src, Message: message, Kept: "the whole file, as it stands"})
	}
}

// otherShape says in a sentence how a document is built otherwise than the program that
// wrote it is known to build it; "" when it is not.
func (f *file) otherShape() string {
	if f.artifact == nil || f.artifact.Keys == nil {
		return ""
	}
	if f.doc.Kind() != '{' {
		return fmt.Sprintf("The file holds %s where the program is known to write an object, so nothing of it is understood.", f.doc.Words())
	}
	for k, v := range f.doc.Members() {
		if want, ok := f.artifact.Keys[k.String()]; ok && v.Kind() != want && v.Kind() != 'n' {
			return fmt.Sprintf("“%s” is %s where the program is known to write %s, so what it holds is not understood.", k.String(), v.Words(), rawjson.Value{want}.Words())
		}
	}
	return ""
}

// showJSON shows a document as it is held.
func showJSON(_ *timeline.Timeline, f *file) []timeline.Block {
	if f.doc == nil {
		return nil
	}
	return []timeline.Block{{Kind: timeline.CodeBlock, Title: baseName(f.Path), Lang: "json", Text: string(f.source.Held)}}
}

// strings gives the strings of an array with their 1-based index.
func stringsOf(v rawjson.Value, each func(index int64, s string)) {
	n := int64(0)
	for e := range v.Elements() {
		n++
		if s, ok := e.Text(); ok && s != "" {
			each(n, s)
		}
	}
}
