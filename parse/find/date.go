package find

import (
	"strings"
	"time"
)

// layouts are the ways in which a time is written, each with the span that it names.
var layouts = [...]struct {
	layout string
	end    func(time.Time) time.Time
}{
	{"2006", func(t time.Time) time.Time { return t.AddDate(1, 0, 0) }},
	{"2006-01", func(t time.Time) time.Time { return t.AddDate(0, 1, 0) }},
	{"2006-01-02", func(t time.Time) time.Time { return t.AddDate(0, 0, 1) }},
	{"2006-01-02T15:04", func(t time.Time) time.Time { return t.Add(time.Minute) }},
	{"2006-01-02T15:04:05", func(t time.Time) time.Time { return t.Add(time.Second) }},
}

// span reads a year, month, day, minute or second in UTC as a half-open span in
// milliseconds since 1970.
func span(text string) (from, to int64, ok bool) {
	text = strings.TrimSuffix(text, "Z")
	for _, l := range layouts {
		if t, err := time.Parse(l.layout, text); err == nil {
			return t.UnixMilli(), l.end(t).UnixMilli(), true
		}
	}
	return 0, 0, false
}
