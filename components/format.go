package components

import (
	"strconv"
	"strings"
	"time"

	"flightlog/parse/timeline"
)

// Formatting is ours, not github.com/dustin/go-humanize: measured in a stripped js/wasm
// program, its Comma and Bytes cost 558,069 bytes (143,629 gzipped, it brings math/big),
// the two functions here 3,949 (208).

// Count writes a whole number with thousands separators: 11,204.
func Count[N ~int | ~int32 | ~int64 | ~uint64](n N) string {
	s := strconv.FormatInt(int64(n), 10)
	sign := ""
	if s[0] == '-' {
		sign, s = "−", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}

// Counted writes a number with its noun, "1 prompt", "12 prompts": the plural is the
// noun with an s.
func Counted[N ~int | ~int32 | ~int64](n N, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return Count(n) + " " + noun + "s"
}

// Tell adds a number of something to what is told, nothing for none. It is for words that
// have another plural than Counted makes.
func Tell(told []string, n int, one, many string) []string {
	switch n {
	case 0:
		return told
	case 1:
		return append(told, "1 "+one)
	}
	return append(told, Count(n)+" "+many)
}

// OneLine writes a text on one line: what is blank becomes one space.
func OneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// Bytes writes a size in decimal units with three figures at most: 48.2 MB. Use it
// with ExactBytes as the title.
func Bytes(n int64) string {
	if n < 1000 && n > -1000 {
		return strconv.FormatInt(n, 10) + " B"
	}
	f, unit := float64(n), ""
	for _, unit = range [...]string{"kB", "MB", "GB", "TB", "PB", "EB"} {
		f /= 1000
		if f < 999.5 && f > -999.5 {
			break
		}
	}
	if f < 99.95 && f > -99.95 {
		return strconv.FormatFloat(f, 'f', 1, 64) + " " + unit
	}
	return strconv.FormatFloat(f, 'f', 0, 64) + " " + unit
}

// ExactBytes writes a size to the byte: 48,213,004 bytes.
func ExactBytes(n int64) string { return Counted(n, "byte") }

// Duration writes a length of time in ms: 12 ms, 1.9 s, 14 s, 2 m 31 s, 1 h 08 m, 3 d 04 h.
func Duration(ms int64) string {
	if ms < 0 {
		return "−" + Duration(-max(ms, -1<<62))
	}
	s := (ms + 500) / 1000
	switch {
	case ms < 1000:
		return strconv.FormatInt(ms, 10) + " ms"
	case ms < 9950:
		return strconv.FormatFloat(float64(ms)/1000, 'f', 1, 64) + " s"
	case s < 60:
		return strconv.FormatInt(s, 10) + " s"
	case s < 3600:
		return pair(s/60, "m", s%60, "s")
	case s < 24*3600:
		return pair(s/3600, "h", s/60%60, "m")
	}
	return pair(s/86400, "d", s/3600%24, "h")
}

func pair(a int64, unit string, b int64, small string) string {
	pad := ""
	if b < 10 {
		pad = "0"
	}
	return strconv.FormatInt(a, 10) + " " + unit + " " + pad + strconv.FormatInt(b, 10) + " " + small
}

// Delta writes the ms since the row above, short enough for a column: +12 ms, +1.8 s,
// +38 m, +5 h, +3 d; a step back in time has a minus sign.
func Delta(ms int64) string {
	sign := "+"
	if ms < 0 {
		sign, ms = "−", -max(ms, -1<<62)
	}
	switch {
	case ms < 59_500:
		return sign + Duration(ms)
	case ms < 3600_000:
		return sign + strconv.FormatInt((ms+500)/60_000, 10) + " m"
	case ms < 86400_000:
		return sign + strconv.FormatInt(ms/3600_000, 10) + " h"
	}
	return sign + strconv.FormatInt(ms/86400_000, 10) + " d"
}

const (
	clockLayout = "15:04:05"
	dayLayout   = "2 Jan 2006"
)

// Clock writes the UTC time of day of ms since 1970: 09:00:03; "no time" for NoTime.
func Clock(ms int64) string { return stamp(ms, clockLayout, "no time") }

// ClockMilli writes the UTC time of day to the millisecond: 09:00:03.000.
func ClockMilli(ms int64) string { return stamp(ms, clockLayout+".000", "no time") }

// Dated writes day and time of day in UTC: 1 Oct 2026, 09:00:03; "no time" for NoTime.
func Dated(ms int64) string { return stamp(ms, dayLayout+", "+clockLayout, "no time") }

// UTC writes date, time and zone: 1 Oct 2026, 09:00:03.000 UTC.
func UTC(ms int64) string {
	return stamp(ms, dayLayout+", "+clockLayout+".000 UTC", "no time is recorded")
}

// datetime is the moment that UTC wrote, in the form of the datetime attribute; "" for
// every other text.
func datetime(exact string) string {
	t, err := time.Parse(dayLayout+", "+clockLayout+".000 UTC", exact)
	if err != nil {
		return ""
	}
	return t.Format("2006-01-02T15:04:05.000Z")
}

// Between writes a span of time: 1 Oct 2026, 09:00:00 – 09:02:31 UTC. The day is
// repeated only where it changes.
func Between(from, to int64) string {
	switch {
	case from == timeline.NoTime && to == timeline.NoTime:
		return "no time is recorded"
	case from == timeline.NoTime:
		from = to
	case to == timeline.NoTime:
		to = from
	}
	first, end := stamp(from, dayLayout, ""), stamp(to, dayLayout, "")
	if first == end && Clock(from) == Clock(to) { // words that are the same are said once
		return first + ", " + Clock(from) + " UTC"
	}
	last := Clock(to)
	if first != end {
		last = end + ", " + last
	}
	return first + ", " + Clock(from) + " – " + last + " UTC"
}

// When writes a moment as seen from now (both ms since 1970), in UTC: today 09:00,
// yesterday 16:20, 28 Sep, 28 Sep 2025.
func When(ms, now int64) string {
	if ms == timeline.NoTime {
		return "no time"
	}
	t, n := time.UnixMilli(ms).UTC(), time.UnixMilli(now).UTC()
	midnight := time.Date(n.Year(), n.Month(), n.Day(), 0, 0, 0, 0, time.UTC)
	switch {
	case !t.Before(midnight) && t.Before(midnight.AddDate(0, 0, 1)):
		return "today " + t.Format("15:04")
	case t.Before(midnight) && !t.Before(midnight.AddDate(0, 0, -1)):
		return "yesterday " + t.Format("15:04")
	case t.Year() == n.Year():
		return t.Format("2 Jan")
	}
	return t.Format(dayLayout)
}

func stamp(ms int64, layout, none string) string {
	if ms == timeline.NoTime {
		return none
	}
	return time.UnixMilli(ms).UTC().Format(layout)
}
