// Package components renders what a person sees: templ views over small models that
// wasm/viewer and its rooms fill. Models come in finished (times formatted, numbers exact); HTML
// goes out. Content reaches HTML by templ's escaping only, and a model's prose
// through Prose, the one place where goldmark's output enters. Damage has no
// special case here: a missing value is shown as missing.
package components

import (
	"github.com/a-h/templ"

	"flightlog/parse/timeline"
)

// Tone is the colour of a tag.
type Tone string

const (
	Plain Tone = ""
	Bad   Tone = "bad"
	OK    Tone = "ok"
	Ask   Tone = "ask"
)

// Tag is a small framed word: an outcome, a mark.
type Tag struct {
	Text  string
	Title string // longer words on hover, may be empty
	Tone  Tone
}

// List is a windowed list: the page holds only the chunks near the viewport and asks
// for others by name and number.
type List struct {
	Name  string // opaque to the page, no blanks
	Count int    // items in all
	Chunk int    // items per chunk
	Row   int    // height of every item in CSS px; 0 when heights vary
	Est   int    // estimated height of an item in px where Row is 0
	At    int    // index of the item to show first
	Label string // accessible name
}

// App is the frame around an open archive.
type App struct {
	Archive  string // file name
	Bytes    int64
	Sessions int
	Events   int
	All      int  // records of the timeline over everything
	Problems int  // all of them
	Severe   bool // at least one is more than a note
	Files    int
	History  int             // prompts of the prompt history
	Asked    int             // requests for a permission
	Start    string          // the route that stands for none
	Hidden   bool            // names are hidden on the screen
	Bare     bool            // what has the shape of a secret is shown on it
	Found    templ.Component // the number of findings, nothing while the rules run
	Reading  string          // what is being read behind the screen, "" for nothing
	Rail     List
}

// RailRow is a row of the rail: a project heading, or a session.
type RailRow struct {
	Index   int    // position in the list
	Heading string // project and branch; the fields below are then empty but Count
	Path    string // of a heading: the whole directory
	Count   int    // sessions under the heading

	Href    string
	Name    string
	Untold  bool // no name is recorded: Name says so
	Gone    bool // only the database still knows it
	When    string
	WhenUTC string // exact, as UTC writes it
	Span    string // duration, "" when it cannot be told
	Prompts int
	Calls   int
	Failed  int
	Tags    []Tag
}

// Head is the top of a session's page.
type Head struct {
	ID       string
	Name     string
	Untold   bool
	Tags     []Tag
	Home     string // the .copilot folder it is of, "" when the archive holds only one
	Project  string
	Branch   string
	Span     string // "1 Oct 2026, 09:00:00 – 09:02:31 UTC"
	From     string // exact, as UTC writes it: what relative times count from
	Until    string
	Models   []string
	Client   string
	Prompts  int
	Counts   timeline.CallCounts
	Standing int      // permissions that stand for its directory
	Notes    []string // plain sentences that a reader must know before reading on
	Tabs     []Tab
	Tape     *Tape  // nil when nothing has a time, or on another view than the conversation
	Chips    []Chip // kinds of row of the conversation that can be shown and hidden
}

// Chip shows and hides a kind of row.
type Chip struct {
	Name  string
	Title string
	Count int
	On    bool
	Arg   string // of the act op
}

// Tab is one view of a session.
type Tab struct {
	Href  string
	Name  string
	Count int    // -1: no count is shown
	Noun  string // what is counted
	On    bool
}

// ItemKind says how a row of the conversation looks.
type ItemKind uint8

const (
	TurnItem    ItemKind = iota // header of a turn: N, Time, Span, counts
	PromptItem                  // Text, Label where a person did not type it
	ReplyItem                   // Text is Markdown
	CallItem                    // Who and Text, Tags, Span; Blocks when Open
	QuietItem                   // one line
	AgentItem                   // a subagent of which no call is known
	ThoughtItem                 // the model's readable reasoning
	SegmentItem                 // where a run of the program begins or ends
	MarkItem                    // a mark across the conversation: a compaction
	IdleItem                    // nothing is recorded for long: Text says how long
)

// Item is one row of the conversation.
type Item struct {
	Kind     ItemKind
	Index    int    // position in the list, -1 for a row inside another
	Place    string // by which the page tells rows inside others apart, "" in a flat list
	Key      string // link id: events-14; unique in its session
	Also     string // link ids of other records that the row shows, with blanks between
	Href     string
	Time     string // 09:00:03
	TimeUTC  string // full, with date and zone
	Icon     string // name of an icon, see Icon
	Look     string // colour class: tool ask bad thinking system agent user
	Who      string
	Text     string
	Mono     bool
	Ref      string // address of Text, under which the rest of a long one is asked for
	Label    string // "scheduled", "steering", …
	Tags     []Tag
	Span     string
	N        int // number of the turn
	Calls    int
	Failed   int
	Agents   int    // subagents that began in the turn
	X        string // its place on the tape, "" when it has none
	Nested   []Item // rows that stand inside it, when Open
	More     string // argument of the toggle that shows more of them, "" when all are shown
	MoreText string
	Toggle   string // argument of the toggle; "" when there is nothing to open
	Open     bool
	Blocks   []timeline.Block
}

// Facet is one question of a filter, with the values that may be chosen.
type Facet struct {
	Name    string
	Choices []Choice
}

// Choice is a value of a facet: a link to the same page with the value chosen, or, where
// it is On, no longer.
type Choice struct {
	Name  string
	Count int // records that would be shown with it
	On    bool
	Tone  Tone
	Href  string
	Stay  string // name of the control, by which the page finds it again on the next page
}

// Sifting is what stands beside a list that can be filtered.
type Sifting struct {
	Shown, All int
	Noun       string // "event"
	Chosen     int    // values that are chosen
	Clear      string // link to the page without a filter
	Facets     []Facet
}

// EventRow is a row of the events table.
type EventRow struct {
	Index   int
	Key     string
	Href    string
	Time    string // 09:00:03.000, or "no time"
	TimeUTC string
	Delta   string // since the event above
	Icon    string
	Look    string
	Kind    string
	Type    string // the producer's name
	Who     string
	Text    string
	Mono    bool
	Tags    []Tag
}

// OutlineRow is a prompt of a session in the list of all of them.
type OutlineRow struct {
	Index   int
	Number  int // of the turn, 0 where a prompt began none
	Href    string
	Time    string
	TimeUTC string
	Label   string // what put the prompt, where no person did
	Text    string
	Failed  int // calls of its turn that failed
}

// Inspector is the panel beside the main view: one record and where it stands.
type Inspector struct {
	Key      string
	Title    string
	Icon     string
	Look     string
	Tags     []Tag
	Source   string // path in the archive
	Place    string // "line 14 · bytes 8,412 to 8,977"
	Open     string // "#/…": the file at that place, "" where the view at hand shows it
	Time     string // exact, as UTC writes it; "" where it stands among the fields
	Fields   []timeline.Field
	Chain    []Link // records of the same call, in order
	Related  []Link // other records that belong with it, itself among them
	Blocks   []timeline.Block
	Raw      string // the record as it stands
	Indented string // the record over several lines, "" where it is no JSON or too long
	RawBytes int    // its length in bytes
	RawArg   string // argument of the text op that gives the exact bytes
	Link     string // "#/…": where it stands
	Unseen   string // why the view at hand has no row for it, "" where it has one
	Among    string // "#/…": its row among all events, for who reads Unseen
	Command  string // argument of the text op that gives the command that finds it, "" for none
}

// where is the record's place in the archive.
func (in Inspector) where() string {
	if in.Place == "" {
		return in.Source
	}
	return in.Source + ", " + in.Place
}

// ref is the address of a text of the record's own.
func (in Inspector) ref(name string) string {
	if in.RawArg == "" {
		return ""
	}
	return in.RawArg + "/part-" + name
}

// Link is one record of a chain.
type Link struct {
	Href string
	Text string
	Note string // "line 15 · +0.1 s"
	Look string
	On   bool
}

// LimitNote says how many limits an archive met, and how high they were.
type LimitNote struct {
	Met    int
	Raised int // times the usual limits
}

// ProblemRow is a row of the problems page.
type ProblemRow struct {
	Index    int
	Severity timeline.Severity
	Code     string
	Source   string
	Place    string
	Message  string
	Kept     string
	Href     string // where it can be looked at, "" when nowhere
}

// FileRow is a row of the files page.
type FileRow struct {
	Index   int
	Key     string // file-3, "" of a folder
	Path    string
	Kind    string
	State   timeline.State
	Files   int
	Bytes   int64
	Records int
	Lost    int64
	Notes   []string // facts about it, as sentences
	Href    string   // where it can be looked at, "" when nowhere

	Folder   bool // Files, Bytes and Problems are then those of all below it
	Depth    int  // folders that it lies in
	Problems int
}

// FileDetail is the panel of one file: what became of it and what stands in it.
type FileDetail struct {
	Key     string
	Path    string
	State   timeline.State
	Fields  []timeline.Field
	Notes   []string
	Blocks  []timeline.Block
	Open    string // its page
	TextArg string // argument of the text op that gives the text shown, "" when there is none
}
