package viewer

import (
	"fmt"
	"time"

	"flightlog/components"
	"flightlog/parse"
	"flightlog/parse/timeline"
)

const (
	maxSlots = 120 // bars that a person can tell apart
	minSlots = 24  // so that one day is no wall
	longGap  = 10  // days, weeks or months without a record, from which on the axis is folded
)

// chartUnits are what a bar stands for: the first that fits.
var chartUnits = []struct {
	name  string
	begin func(time.Time) time.Time // of the unit that a day lies in
	steps func(from, to time.Time) int
}{
	{"day", func(t time.Time) time.Time { return t }, func(from, to time.Time) int { return int(to.Sub(from).Hours()) / 24 }},
	{"week", func(t time.Time) time.Time { return t.AddDate(0, 0, -(int(t.Weekday())+6)%7) }, func(from, to time.Time) int { return int(to.Sub(from).Hours()) / (24 * 7) }},
	{"month", func(t time.Time) time.Time { return time.Date(t.Year(), t.Month(), 1, 0, 0, 0, 0, time.UTC) }, func(from, to time.Time) int {
		return 12*(to.Year()-from.Year()) + int(to.Month()-from.Month())
	}},
}

// dayChart draws the days of an archive; nil where nothing has a time. A long stretch
// without any record takes one slot, whatever its length: a clock that was wrong once does
// not press all the rest into one bar.
func dayChart(sum *parse.Totals, href func(*timeline.Session) string) *components.DayChart {
	if len(sum.Days) == 0 {
		return nil
	}
	var c *components.DayChart
	for unit := range chartUnits {
		if c = chartBy(unit, sum.Days, href); c.Slots <= maxSlots {
			break
		}
	}
	first, last := sum.Days[0], sum.Days[len(sum.Days)-1]
	c.Label = fmt.Sprintf("Activity by %s from %s to %s: %s, %s", c.Unit, dayOf(first.Start), dayOf(last.Start), components.Counted(sum.Prompts, "prompt"), components.Counted(sum.Calls.Total, "tool call"))
	if len(c.Breaks) > 0 {
		c.Note = "⋯ stands for a stretch without any record."
	}
	if over := c.Slots - maxSlots; over > 0 { // decades of months
		c.Note = fmt.Sprintf("The newest %d months; what is older is in the totals.", maxSlots)
		c.KeepNewest(maxSlots)
	}
	if u := sum.Undated; u.Prompts+u.Calls.Total > 0 {
		c.Note = (c.Note + fmt.Sprintf(" Not drawn, because they have no time: %s, %s.", components.Counted(u.Prompts, "prompt"), components.Counted(u.Calls.Total, "tool call")))
	}
	c.Slots = max(c.Slots, minSlots)
	return c
}

// chartBy makes the bars of one unit.
func chartBy(unit int, days []parse.Day, href func(*timeline.Session) string) *components.DayChart {
	u := chartUnits[unit]
	c := &components.DayChart{Unit: u.name}
	var at time.Time
	lastTick := -maxSlots
	for i := range days {
		d := &days[i]
		begin := u.begin(time.UnixMilli(d.Start).UTC())
		if n := len(c.Bars); n > 0 && begin.Equal(at) {
			c.Bars[n-1].Add(0, d.Prompts, d.Calls.Total, d.Calls.Failed) // a session of two days would count twice
			c.Most = max(c.Most, c.Bars[n-1].Prompts+c.Bars[n-1].Calls)
			continue
		}
		switch gap := u.steps(at, begin); {
		case i == 0:
			c.Slots = 0
		case gap > longGap:
			c.Breaks = append(c.Breaks, c.Slots)
			c.Slots++
			lastTick = -maxSlots // the day after a stretch is named
		default:
			c.Slots += gap - 1
		}
		at = begin
		bar := components.DayBar{Slot: c.Slots, When: dayOf(begin.UnixMilli()), Href: href(d.Newest)}
		if u.name != "day" {
			bar.When = u.name + " of " + bar.When
			bar.Add(0, d.Prompts, d.Calls.Total, d.Calls.Failed)
		} else {
			bar.Add(d.Sessions, d.Prompts, d.Calls.Total, d.Calls.Failed)
		}
		c.Bars = append(c.Bars, bar)
		c.Most = max(c.Most, bar.Prompts+bar.Calls)
		if c.Slots-lastTick >= maxSlots/8 {
			c.Ticks = append(c.Ticks, components.DayTick{Slot: c.Slots, Text: dayOf(begin.UnixMilli())})
			lastTick = c.Slots
		}
		c.Slots++
	}
	return c
}

func dayOf(ms int64) string { return time.UnixMilli(ms).UTC().Format("2 Jan 2006") }
