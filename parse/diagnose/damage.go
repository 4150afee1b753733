package diagnose

import (
	"fmt"
	"slices"
	"strings"

	"flightlog/parse/timeline"
)

// damage sums up what could not be read.
func damage(k *run) {
	var count [timeline.Error + 1]int
	var worst []int // problems, the most severe first
	files := map[int32]bool{}
	for i := range k.Problems {
		p := &k.Problems[i]
		if p.Code == timeline.LogMissing {
			continue // a state of a session, and no damage
		}
		count[p.Code.Severity()]++
		files[p.Source] = true
		worst = append(worst, i)
	}
	if len(worst) == 0 {
		return
	}
	slices.SortStableFunc(worst, func(a, b int) int {
		return int(k.Problems[b].Code.Severity()) - int(k.Problems[a].Code.Severity())
	})
	evidence := make([]Evidence, len(worst))
	for i, at := range worst {
		evidence[i] = k.problem(&k.Problems[at])
	}
	severity := timeline.Note
	for s, n := range count {
		if n > 0 {
			severity = timeline.Severity(s)
		}
	}
	lost := int64(0)
	for i := range k.Sources {
		lost += k.Sources[i].Lost
	}
	var parts []string
	for s := timeline.Error; ; s-- { // Note is 0, the least of an unsigned type
		if count[s] > 0 {
			parts = append(parts, many(count[s], s.String()))
		}
		if s == timeline.Note {
			break
		}
	}
	sentence := fmt.Sprintf("%s in %s (%s); ", many(len(evidence), "problem"), many(len(files), "file"), strings.Join(parts, ", "))
	advice := "Each place says what was kept. Ask for a new copy of the archive if the originals still exist."
	switch {
	case lost == 0 && severity == timeline.Note:
		sentence += "nothing was lost."
		advice = "Nothing has to be done; each place says what was read in spite of it."
	case lost == 0:
		sentence += "no bytes are counted as lost."
	default:
		sentence += fmt.Sprintf("%s belong%s to no record that could be read.", many(int(lost), "byte"), ends(int(lost)))
	}
	k.find(Finding{Severity: severity, Sentence: sentence, Evidence: evidence, Advice: advice})
}

// problem is the evidence that a problem gives.
func (k *run) problem(p *timeline.Problem) Evidence {
	e := Evidence{Source: p.Source, Line: p.Line, Offset: p.Offset, Text: shorten(p.Message)}
	if p.Source != timeline.None {
		e.Home = k.Sources[p.Source].Home
	}
	return e
}
