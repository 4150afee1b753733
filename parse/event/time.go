package event

import (
	"flightlog/parse/decode/rawjson"
	"flightlog/parse/timeline"
)

// parseTime reads a timestamp as ms since 1970 UTC: the form every CLI seen writes
// (2026-10-01T09:00:00.000Z) without an allocation, others by the time package, an
// epoch number in ms as it is. NoTime when it cannot be read.
func parseTime(v rawjson.Value) int64 {
	if b := v.Plain(); len(b) == 24 {
		if ms, ok := fixedTime(b); ok {
			return ms
		}
	}
	if n, ok := v.Int(); ok && n > 0 && n < 1<<53 {
		return n
	}
	s, ok := v.Text()
	if !ok {
		return timeline.NoTime
	}
	return timeline.RowTime(s)
}

// fixedTime reads 2006-01-02T15:04:05.000Z.
func fixedTime(b []byte) (int64, bool) {
	const layout = "0000-00-00T00:00:00.000Z"
	for i := range len(layout) {
		if layout[i] == '0' {
			if b[i] < '0' || b[i] > '9' {
				return 0, false
			}
		} else if b[i] != layout[i] {
			return 0, false
		}
	}
	num := func(from, to int) int {
		n := 0
		for _, c := range b[from:to] {
			n = n*10 + int(c-'0')
		}
		return n
	}
	year, month, day := num(0, 4), num(5, 7), num(8, 10)
	hour, min, sec := num(11, 13), num(14, 16), num(17, 19)
	if year < 1 || month < 1 || month > 12 || day < 1 || day > 28 && day > daysIn(year, month) || hour > 23 || min > 59 || sec > 59 {
		return 0, false
	}
	days := daysSince1970(year, month, day)
	return ((days*24+int64(hour))*60+int64(min))*60_000 + int64(sec)*1000 + int64(num(20, 23)), true
}

func daysIn(year, month int) int {
	if month == 2 {
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	}
	return 30 + (month+month/8)%2
}

// daysSince1970 counts days in the Gregorian calendar, with the year turned so that it
// begins in March and the leap day is its last.
func daysSince1970(year, month, day int) int64 {
	if month <= 2 {
		year, month = year-1, month+12
	}
	y := int64(year)
	return 365*y + y/4 - y/100 + y/400 + int64((153*(month-3)+2)/5+day-1) - 719468
}
