package diagnose

import (
	"fmt"
	"strings"

	"flightlog/parse/timeline"
)

const (
	loopCount = 5              // sign-ins in one log
	loopTime  = 10 * 60 * 1000 // ms between the first and the last of them
)

// signIns tells of processes that signed in again and again.
func signIns(k *run) {
	bySource := map[int32][]*timeline.Fact{}
	var order []int32
	for i := range k.Facts {
		f := &k.Facts[i]
		if f.Kind == timeline.SignIn && f.Time != timeline.NoTime && strings.Contains(f.Text, "Signed in to ") {
			if bySource[f.Source] == nil {
				order = append(order, f.Source)
			}
			bySource[f.Source] = append(bySource[f.Source], f)
		}
	}
	for _, source := range order {
		facts := bySource[source]
		dense := false
		for i := loopCount - 1; i < len(facts); i++ {
			gap := facts[i].Time - facts[i-loopCount+1].Time
			dense = dense || gap >= 0 && gap <= loopTime
		}
		if !dense {
			continue
		}
		var evidence []Evidence
		for _, f := range facts {
			evidence = append(evidence, k.stated(f))
		}
		k.find(Finding{Severity: timeline.Warning, Evidence: evidence, Inferred: true,
			Sentence: fmt.Sprintf("One process signed in %d times, %d of them within ten minutes or less: it looks like a sign-in loop.", len(facts), loopCount),
			Advice:   "Ask whether the account's token expired or the keyring refused to keep it."})
	}
}
