package diagnose

import "flightlog/parse/timeline"

// missingFile tells of databases whose main file or write-ahead log is not in the archive.
func missingFile(k *run) {
	type lack struct {
		evidence []Evidence
		inferred bool // that rows are missing no record states
		alone    bool // the log came without its database
	}
	bySource := map[int32]*lack{}
	var order []int32
	for i := range k.Problems {
		p := &k.Problems[i]
		if p.Code != timeline.DBWithoutWAL && p.Code != timeline.WALWithoutDB && p.Code != timeline.DBNoTables {
			continue
		}
		l := bySource[p.Source]
		if l == nil {
			l = &lack{}
			bySource[p.Source], order = l, append(order, p.Source)
		}
		l.evidence = append(l.evidence, k.problem(p))
		l.inferred = l.inferred || p.Code == timeline.DBWithoutWAL
		l.alone = l.alone || p.Code == timeline.WALWithoutDB
	}
	for _, source := range order {
		l, name := bySource[source], "A database"
		if source != timeline.None {
			name = k.Sources[source].Path
		}
		advice := "Ask for the database together with the file of the same name that ends in -wal: the newest rows stand only there."
		if l.alone {
			advice = "Ask for the database itself as well: it lies beside this file, under its name without -wal."
		}
		k.find(Finding{Severity: timeline.Warning, Evidence: l.evidence, Inferred: l.inferred, Sentence: name + ": " + l.evidence[0].Text, Advice: advice})
	}
}
