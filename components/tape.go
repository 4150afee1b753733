package components

import "strconv"

// TapeWidth is the number of places on a tape; a tape is as wide as the page allows.
const TapeWidth = 1000

// Heights in CSS px of a lane and of the bars in it.
const (
	laneHeight = 16
	barHeight  = 8
)

// Tape is a session over its time, in lanes.
type Tape struct {
	Label   string // what a reader who cannot see it is told
	Lanes   []TapeLane
	Breaks  []TapeBreak
	Prompts []TapeLink // marks of the first lane
	Slots   []TapeLink // what a click on the rest leads to
}

// TapeLane is one kind of thing that happened. Bad are those that failed.
type TapeLane struct {
	Name string
	Look string // colour: user assistant tool agent ask
	Bars []TapeRun
	Bad  []TapeRun
}

// TapeRun is a stretch of places: from the first to before the second.
type TapeRun struct{ From, To int }

// TapeBreak is where idle time is folded, or the clock steps back. X is a place; Text may be
// empty.
type TapeBreak struct {
	X    float64
	Text string
	Back bool
}

// TapeLink is a place that leads to a record.
type TapeLink struct {
	X, Width int
	Href     string
	Label    string
}

// strip draws the bars of a lane as one path.
func strip(lane int, runs []TapeRun) string {
	y := strconv.Itoa(lane*laneHeight + (laneHeight-barHeight)/2)
	var d []byte
	for _, r := range runs {
		w := strconv.Itoa(r.To - r.From)
		d = append(d, "M"+strconv.Itoa(r.From)+" "+y+"h"+w+"v"+strconv.Itoa(barHeight)+"h-"+w+"z"...)
	}
	return string(d)
}

// percent is a place as a share of the tape's width.
func percent(x float64) string {
	return strconv.FormatFloat(x*100/TapeWidth, 'f', 2, 64) + "%"
}

func (t *Tape) height() int { return len(t.Lanes)*laneHeight + 14 }
