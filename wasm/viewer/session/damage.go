package session

import (
	"fmt"

	"flightlog/components"
	"flightlog/parse/timeline"
)

// damageTags says of an event that it was found among damage, and how often it stands in
// its log.
func damageTags(s *timeline.Session, e *timeline.Event, i int32) []components.Tag {
	var out []components.Tag
	if e.Has(timeline.Repaired) {
		out = append(out, components.Tag{Text: "repaired", Title: "found in a damaged place of the log, or decoded; the bytes are shown as they stand"})
	}
	if e.Has(timeline.Copied) && i != timeline.None {
		out = append(out, components.Tag{Text: fmt.Sprintf("%d copies", s.Copies(i)), Title: "the same record stands in the log this many times"})
	}
	return out
}
