package components

import (
	"fmt"
	"slices"
	"strings"

	"github.com/a-h/templ"
)

// Overview is the page of a whole archive: what it is, what is in it, what of it deserves
// a look, and what was read of it.
type Overview struct {
	Facts     []string // about the archive, short
	Figures   []Figure
	Findings  templ.Component // the short form, or that the rules still run
	First     []FirstLook
	More      int // sessions that deserve a look and are not in First
	Chart     *DayChart
	Groupings []Grouping
	Stores    []StoreRow
	Sum       StoreRow // over all stores
	People    []Identity
	Hiding    Hiding
	None      string // what an archive without a session means, "" otherwise
}

// Figure is a total with what it consists of.
type Figure struct {
	N     string
	Noun  string
	Parts []Part
}

// Part is a share of a figure, or a word about it.
type Part struct {
	Text string
	Tone Tone
	Href string // "" when it leads nowhere
}

// FirstLook is a session that deserves a look, and why.
type FirstLook struct {
	Href    string
	Name    string
	Untold  bool
	When    string
	WhenUTC string
	Why     []Tag
}

// Grouping counts sessions by something that they have in common.
type Grouping struct {
	Title string
	Rows  []GroupRow
	Rest  string // what is not listed, "" for nothing
	Note  string
}

// GroupRow is one group of sessions.
type GroupRow struct {
	Name     string
	Title    string // longer name on hover, may be empty
	Untold   bool   // nothing is recorded: Name says so
	Sessions int
	Share    int    // of the largest group, in percent
	Href     string // its newest session
}

// StoreRow is what became of the files of one kind.
type StoreRow struct {
	Name     string
	Tags     []Tag
	Href     string // the first of its files
	Files    int
	Bytes    int64
	Records  int
	Opened   bool // their content was looked at, so that Records and Lost mean something
	Lost     int64
	Problems int
}

// Identity is a fact about whose archive it is.
type Identity struct {
	What string
	Who  string
	Note string
	Href string // where it is recorded, "" for nowhere
}

// Hiding is whether names are hidden on the screen, and which.
type Hiding struct {
	On     bool
	Covers string // "2 user names, 1 login"
}

// DayChart is the activity over time: one bar a day, week or month.
type DayChart struct {
	Label  string // of the whole, for those who hear it
	Unit   string // day, week, month
	Slots  int    // places for bars, at least one
	Most   int    // height of the highest bar, in prompts and calls
	Bars   []DayBar
	Ticks  []DayTick
	Breaks []int // slots that stand for a stretch without any record
	Note   string
}

// DayBar is what is recorded of one day, week or month.
type DayBar struct {
	Slot     int
	When     string // 6 Oct 2026
	Href     string // its newest session
	Sessions int    // 0 where that is not told
	Prompts  int
	Calls    int
	Failed   int // of the calls
}

// DayTick is a word below the chart.
type DayTick struct {
	Slot int
	Text string
}

const (
	slotWidth   = 10 // units of the chart's width
	chartHeight = 96 // px
	barRoom     = 90 // px of the highest bar
)

// tall is a count as a height in the chart; whatever is there is seen.
func (c *DayChart) tall(n int) int {
	if n <= 0 || c.Most <= 0 {
		return 0
	}
	return max(2, n*barRoom/c.Most)
}

// bars draws one layer of every bar as one path: failed calls stand at the bottom, calls
// on them, prompts on top.
func (c *DayChart) bars(layer int) string {
	var b strings.Builder
	for _, bar := range c.Bars {
		y := chartHeight
		for i, n := range [...]int{bar.Failed, bar.Calls - bar.Failed, bar.Prompts} {
			h := min(c.tall(n), y)
			y -= h
			if i == layer && h > 0 {
				fmt.Fprintf(&b, "M%d %dh%dv%dh-%dz", bar.Slot*slotWidth+1, y, slotWidth-2, h, slotWidth-2)
			}
		}
	}
	return b.String()
}

func (c *DayChart) width() string { return num(c.Slots * slotWidth) }

// at is a slot's place in percent of the width.
func (c *DayChart) at(slot int) string {
	return fmt.Sprintf("%.3f%%", 100*float64(slot)/float64(max(1, c.Slots)))
}

// words say what a bar shows.
func (b DayBar) words() string {
	s := fmt.Sprintf("%s: %s, %s", b.When, Counted(b.Prompts, "prompt"), Counted(b.Calls, "tool call"))
	if b.Failed > 0 {
		s += fmt.Sprintf(" (%s failed)", Count(b.Failed))
	}
	if b.Sessions > 0 {
		s += ", " + Counted(b.Sessions, "session")
	}
	return s
}

// Add adds what is recorded of a further day.
func (b *DayBar) Add(sessions, prompts, calls, failed int) {
	b.Sessions, b.Prompts, b.Calls, b.Failed = b.Sessions+sessions, b.Prompts+prompts, b.Calls+calls, b.Failed+failed
}

// KeepNewest leaves only the last so many slots.
func (c *DayChart) KeepNewest(slots int) {
	gone := c.Slots - slots
	if gone <= 0 {
		return
	}
	c.Slots = slots
	c.Bars = slices.DeleteFunc(c.Bars, func(b DayBar) bool { return b.Slot < gone })
	c.Ticks = slices.DeleteFunc(c.Ticks, func(t DayTick) bool { return t.Slot < gone })
	c.Breaks = slices.DeleteFunc(c.Breaks, func(at int) bool { return at < gone })
	c.Most = 0
	for i := range c.Bars {
		c.Bars[i].Slot -= gone
		c.Most = max(c.Most, c.Bars[i].Prompts+c.Bars[i].Calls)
	}
	for i := range c.Ticks {
		c.Ticks[i].Slot -= gone
	}
	for i := range c.Breaks {
		c.Breaks[i] -= gone
	}
}

func (r StoreRow) records() string {
	if !r.Opened {
		return "–"
	}
	return Count(r.Records)
}

func (r StoreRow) lost() string {
	if !r.Opened {
		return "–"
	}
	return Bytes(r.Lost)
}
