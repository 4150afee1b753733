package components

import "flightlog/parse/timeline"

// Inquiry is how far the rules have come.
type Inquiry struct {
	Reading string // what is still being read, in words that begin with reading, "" once all is
	Asked   int    // rules that answered
	All     int
	Rule    string // the one at work, in words
	Stopped bool   // a person stopped it
	Broken  bool   // a fault of ours ended it
}

// Finding is one thing that deserves a look.
type Finding struct {
	Index    int
	Key      string // finding-3
	Href     string // #/findings/finding-3
	Severity timeline.Severity
	Inferred bool   // no record states it
	Sentence string // what was found
	Rule     string // the rule's name
	Advice   string // what to do
	Places   []Place
	Shown    string // "5 of 12 places" where not all are listed
	Toggle   string // argument of the act that lists all or few places, "" when all are listed
	Open     bool   // all are listed
	Unlisted int    // places beyond those that a finding keeps
}

// Place is evidence: one place that shows a finding.
type Place struct {
	Href  string // "" when it leads nowhere
	Where string
	Path  string // of which Where is the end, "" where that is no file
	At    string // line, entry or row; may be empty
	Text  string // what stands there
}

// basis says whether records state a finding, or it is concluded from them.
func basis(f Finding) Tag {
	if f.Inferred {
		return Tag{Text: "inferred", Title: "concluded from what is recorded: no record says so itself"}
	}
	return Tag{Text: "recorded", Title: "counted from what records state"}
}

// allFindings leads from the first findings to all of them.
func allFindings(shown, all int) string {
	switch {
	case all == 1:
		return "The finding"
	case shown == all:
		return "All " + Count(all) + " findings"
	}
	return "All " + Count(all) + " findings, " + Count(all-shown) + " of them not listed here"
}

// foundNothing says how many rules looked in vain, "" for none.
func foundNothing(rules int) string {
	if rules == 0 {
		return ""
	}
	return "; " + Counted(rules, "rule") + " found nothing"
}
