package diagnose

import (
	"slices"

	"flightlog/parse/timeline"
)

// absent are the problems of files that belong together and are not all there.
var absent = []timeline.Code{timeline.DBWithoutWAL, timeline.WALWithoutDB, timeline.DBNoTables}

// missingFile tells of databases whose main file or write-ahead log is not in the archive.
func missingFile(k *run) {
	bySource := map[int32][]Evidence{}
	var order []int32
	for i := range k.Problems {
		p := &k.Problems[i]
		if !slices.Contains(absent, p.Code) {
			continue
		}
		if bySource[p.Source] == nil {
			order = append(order, p.Source)
		}
		bySource[p.Source] = append(bySource[p.Source], k.problem(p))
	}
	for _, source := range order {
		name := "A database"
		if source != timeline.None {
			name = k.Sources[source].Path
		}
		k.find(Finding{Severity: timeline.Warning, Evidence: bySource[source], Inferred: true,
			Sentence: name + " is probably not whole: " + lowered(bySource[source][0].Text),
			Advice:   "Ask for session-store.db together with session-store.db-wal: the newest rows stand only in the second."})
	}
}

// lowered begins a sentence as the second half of one.
func lowered(s string) string {
	if s != "" && s[0] >= 'A' && s[0] <= 'Z' && (len(s) == 1 || s[1] == ' ' || s[1] >= 'a') {
		return string(s[0]+'a'-'A') + s[1:]
	}
	return s
}
