package components

// RawRowHeight is the height in CSS px that app.css gives to a line of a log.
const RawRowHeight = 26

// Intro says above a view of a session what stands in it, and what does not.
type Intro struct {
	Text  string   // plain sentences
	Facts []string // counts and sums, short
	Copy  string   // argument of the text op that gives all of it, "" when it is not copied whole
	Words string   // what the button says
}

// RawRow is one line of a log as it stands.
type RawRow struct {
	Index int
	Line  int64
	Key   string // link id of what is in it; "" for a line that holds no record and no damage of its own
	Also  string // link ids of what else begins in it, with blanks between
	Href  string // "" when nothing can be looked at
	Type  string // the producer's name, or what the line is where it is no record
	Look  string
	Bytes int64
	Text  string // its beginning
	Cut   bool   // there is more than Text
	Tags  []Tag
}
