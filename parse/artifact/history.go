package artifact

import (
	"fmt"

	"flightlog/parse/timeline"
)

// history is command-history-state.json: the prompts typed last, newest first, slash
// commands included, without time, session or directory (seed, command-history-state.json).
var history = Artifact{
	Name:  "history",
	Keys:  map[string]byte{"commandHistory": '['},
	File:  "command-history-state.json",
	What:  "the prompts typed last, on a page of their own: they have no time and no session",
	Match: func(rel string) bool { return rel == "command-history-state.json" },
	Read: func(rd *Reading, f *file) error {
		err := readJSON(rd, f)
		stringsOf(f.doc.Get("commandHistory"), func(n int64, s string) {
			rd.Timeline.History = append(rd.Timeline.History, timeline.Remembered{Source: f.src, Index: n, Text: s})
		})
		n := 0
		for e := range f.doc.Get("commandHistory").Elements() {
			if n++; e.Kind() != '"' && e.Kind() != 'n' {
				rd.otherShape(f, fmt.Sprintf("Entry %d is %s where the program is known to write a text; such entries are left out of the list.", n, e.Words()))
			}
		}
		return err
	},
	Show:      showJSON,
	Secondary: true,
	Rows: func(rw *rowWriter, f *file) {
		stringsOf(f.doc.Get("commandHistory"), func(n int64, s string) {
			rw.emit(timeline.Row{Source: f.Path, SourceLine: n, Turn: timeline.UserTurn, Text: s})
		})
	},
}
