package session

import (
	"strings"
	"testing"

	"flightlog/parse/timeline"
)

// TestRawLines: the lines of a log are all of its bytes, whatever damage is in it.
func TestRawLines(t *testing.T) {
	for name, pages := range cases(t) {
		for _, p := range pages {
			s, log := p.s, p.rawOf()
			if log.source == timeline.None {
				continue
			}
			total, records := int64(0), map[string]bool{}
			for i := range log.starts {
				r := p.rawRow(i)
				total += r.Bytes
				for _, key := range strings.Fields(r.Key + " " + r.Also) {
					records[key] = true
				}
				if n := len([]rune(r.Text)); n > rawShown {
					t.Errorf("%s: %d characters of line %d are shown", name, n, r.Line)
				}
			}
			if total != log.end {
				t.Errorf("%s, %s: the lines have %d bytes, the log %d", name, s.ID, total, log.end)
			}
			for i := range s.Events {
				if e := &s.Events[i]; e.Source == log.source && !e.Has(timeline.FromStore) && !records[p.Key(e)] {
					t.Errorf("%s, %s: no line shows %s", name, s.ID, p.Key(e))
				}
			}
		}
	}
}
