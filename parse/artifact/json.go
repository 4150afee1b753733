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
	data, err := rd.whole(f.Entry, rd.lim.SmallBytes)
	f.source.Held = data
	if err != nil {
		return err
	}
	if len(data) == 0 {
		return nil // lock-like placeholders are written before the first content
	}
	value, err := jsonc.Read(data)
	var syntax *jsonc.SyntaxError
	if errors.As(err, &syntax) {
		f.source.State, f.source.Lost = timeline.Partly, int64(len(data))
		rd.problem(timeline.Problem{Code: timeline.BadJSON, Source: f.src, Line: int64(syntax.Line), Length: int64(len(data)),
			Message: fmt.Sprintf("This is not readable JSON: %s.", syntax), Kept: "nothing of it"})
		return nil
	}
	f.source.Records = 1
	f.doc = value
	return nil
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
