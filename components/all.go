package components

// AllRow is a row of the timeline over everything: the heading of a day, or a record.
type AllRow struct {
	EventRow
	Day     string // of a heading
	Facts   string // of a heading: how many records
	Session string // the name of the session it is of, "" for none
	File    string // the file it stands in, where that is no log of events
}

// AllRowHeight is the height of its rows in CSS px: that of events.
const AllRowHeight = EventRowHeight

// stands is what a record stands in, for a person.
func (r AllRow) stands() string { return orElse(r.Session, fileName(r.File)) }

// besides tells of the records that are no events of a log.
func besides(n int) string {
	if n == 0 {
		return ""
	}
	return " and " + Counted(n, "record") + " of stores and other files"
}
