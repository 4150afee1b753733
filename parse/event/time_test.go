package event

import (
	"encoding/json"
	"testing"
	"time"
	"unicode/utf8"

	"flightlog/parse/decode/rawjson"
	"flightlog/parse/timeline"
)

// stamps are timestamps as logs and stores hold them, and what is none.
var stamps = []string{
	"2026-10-01T09:00:00.000Z", "1970-01-01T00:00:00.000Z", "1969-12-31T23:59:59.999Z", "2024-02-29T12:00:00.001Z", "2000-02-29T00:00:00.000Z",
	"2023-02-29T00:00:00.000Z", "1900-02-29T00:00:00.000Z", "2026-04-31T00:00:00.000Z", "2026-12-31T23:59:59.999Z", "2026-00-01T00:00:00.000Z",
	"2026-13-01T00:00:00.000Z", "2026-01-00T00:00:00.000Z", "2026-01-32T00:00:00.000Z", "2026-01-01T24:00:00.000Z", "2026-01-01T00:60:00.000Z", "2026-01-01T00:00:60.000Z",
	"0000-01-01T00:00:00.000Z", "0001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z", "2026-10-01T09:00:00.000z", "2026-10-01 09:00:00.000Z", "2026-10-01T09:00:00,000Z",
}

// TestFixedTime holds the quick reading of the usual form to package time.
func TestFixedTime(t *testing.T) {
	for _, s := range stamps {
		agrees(t, s)
	}
	for day := time.Date(1896, 1, 1, 0, 0, 0, 0, time.UTC); day.Year() < 2110; day = day.AddDate(0, 0, 1) {
		agrees(t, day.Format("2006-01-02T15:04:05.000Z"))
	}
}

// agrees: what fixedTime reads, package time reads as the same instant, and what it
// refuses in that form package time refuses too.
func agrees(t *testing.T, s string) {
	t.Helper()
	if len(s) != 24 {
		return
	}
	want, err := time.Parse("2006-01-02T15:04:05.000Z", s)
	ms, ok := fixedTime([]byte(s))
	switch {
	case ok && err != nil:
		t.Errorf("%q is read as %d and is no time: %v", s, ms, err)
	case ok && ms != want.UnixMilli():
		t.Errorf("%q is read as %d, want %d", s, ms, want.UnixMilli())
	case !ok && err == nil && want.Year() > 0 && s[19] == '.' && s[20] != '+' && s[20] != '-': // year 0, the comma and a signed fraction are left to package time
		t.Errorf("%q is refused", s)
	}
}

func FuzzFixedTime(f *testing.F) {
	for _, s := range append(stamps, "2024-02-29T12:00:00.+01Z") {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		agrees(t, s)
		ms := parseText(s)
		if want, err := time.Parse(time.RFC3339Nano, s); err == nil && utf8.ValidString(s) && ms != want.UnixMilli() {
			t.Errorf("%q is read as %d, want %d", s, ms, want.UnixMilli())
		}
	})
}

// parseText reads a timestamp that stands as a string.
func parseText(s string) int64 {
	quoted, _ := json.Marshal(s)
	return parseTime(rawjson.Value(quoted))
}

func TestParseTime(t *testing.T) {
	const base = 1790845200000 // 2026-10-01T09:00:00Z
	for s, want := range map[string]int64{
		"2026-10-01T09:00:00.000Z": base, "2026-10-01T09:00:00Z": base, "2026-10-01T09:00:00.123456Z": base + 123, "2026-10-01T11:00:00+02:00": base,
		"2026-10-01T08:30:00.5-00:30": base + 500, "2026-10-01 09:00:00": base, "2026-10-01 09:00:00.25": base + 250, "2026-10-01T09:00:00": base, "2026-10-01 09:00:00Z": base,
		"": timeline.NoTime, "yesterday": timeline.NoTime, "2026-10-01": timeline.NoTime, "09:00": timeline.NoTime, "2026-02-30T00:00:00Z": timeline.NoTime,
	} {
		if got := parseText(s); got != want {
			t.Errorf("%q is read as %d, want %d", s, got, want)
		}
	}
	for raw, want := range map[string]int64{
		`"2026-10-01T09:00:00.000Z"`: base, `"2026-10-01T11:00:00.000+02:00"`: base, `"2026-10-01T09:00:00.000\u005a"`: base, "1790845200000": base,
		"0": timeline.NoTime, "-5": timeline.NoTime, "1e3": 1000, "1.5": timeline.NoTime, "9007199254740993": timeline.NoTime, "true": timeline.NoTime, "[]": timeline.NoTime, "{}": timeline.NoTime, "": timeline.NoTime, `""`: timeline.NoTime,
	} {
		if got := parseTime(rawjson.Value(raw)); got != want {
			t.Errorf("parseTime(%s) = %d, want %d", raw, got, want)
		}
	}
}
