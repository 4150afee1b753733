package components

// Heights in CSS px that find.css gives to the rows of a search: with a line of context,
// and without where a query looks into no text.
const (
	HitRowHeight  = 50
	FactRowHeight = 30
)

// Piece is a part of a text; On is what a query matches in it.
type Piece struct {
	Text string
	On   bool
}

// Found is what stands above and beside the hits of a search.
type Found struct {
	Query   string // as typed
	Link    string // the part of it that an address may carry
	Rows    int    // of the list of hits
	Hits    int
	State   FoundState
	Count   string  // "58 hits in 6 sessions, 31 ms"
	Terms   []Refer // the terms of the query; each leads to the query without it
	Facets  []Tally
	Newest  bool
	Message string  // why the query does not parse, a sentence
	Wrong   []Piece // the query with the place of the fault
	Help    []Refer // where there is no query: the fields, each with what it looks at
}

// FoundState says how far a search is.
type FoundState string

const (
	NoQuery FoundState = "none"
	Faulty  FoundState = "faulty"
	Running FoundState = "running"
	Stopped FoundState = "stopped"
	Done    FoundState = "done"
)

// Refer is a query that a click puts into the box.
type Refer struct {
	Text  string
	Note  string
	Query string
}

// Tally counts the hits by one thing.
type Tally struct {
	Name  string
	Items []TallyItem
	More  string // "and 12 more", "" when all are listed
}

// TallyItem is one value of a facet. A click on it asks for Query, the query narrowed to
// it, or, when On, without it; "" when there is no such query.
type TallyItem struct {
	Name  string
	Title string
	Hits  int
	Query string
	On    bool
	Bad   bool
}

// HitRow is a row of the list of hits: the heading of a group, or a hit.
type HitRow struct {
	Index   int
	Heading bool // Who is what its hits stand in, and Facts and when it ended say of it
	Who     string
	Facts   []string
	Href    string
	Icon    string
	Look    string
	Text    []Piece
	Mono    bool
	Tags    []Tag
	Time    string
	TimeUTC string
	Day     bool    // Time says the day too
	Context []Piece // nil where the query looks into no text
	On      bool    // the hit that was visited last
}

// Completion is what the half written term at the end of a query may become.
type Completion struct{ Term, What string }

// form is how a hit says its time, see Moment.
func (r *HitRow) form() string {
	if r.Day {
		return "when"
	}
	return "clock"
}
