package artifact

import (
	"strconv"
	"strings"

	"flightlog/parse/decode/rawjson"
	"flightlog/parse/timeline"
)

// rewind is session-state/<id>/rewind-file-snapshots/index.json: per prompt, the files
// that /rewind would restore (seed, rewind-file-snapshots/index.json).
var rewind = Artifact{
	Name: "rewind",
	Keys: map[string]byte{"snapshots": '['},
	File: "session-state/<id>/rewind-file-snapshots/index.json",
	What: "rows of `export`: prompts and the files they changed",
	Match: func(rel string) bool {
		_, rest, ok := sessionDir(rel)
		return ok && rest == "rewind-file-snapshots/index.json"
	},
	Own:       true,
	Read:      readJSON,
	Show:      showJSON,
	Secondary: true,
	Rows: func(rw *rowWriter, f *file) {
		id, _, _ := sessionDir(f.Rel)
		n := int64(0)
		for s := range f.doc.Get("snapshots").Elements() {
			n++
			row := rw.sessionRow(f, id, logFirst)
			row.SourceLine, row.Timestamp = n, s.Get("timestamp").String()
			if text := s.Get("userMessage").String(); text != "" {
				row.Turn, row.Text = timeline.UserTurn, text
				rw.emit(row)
			}
			row.Turn, row.Text = timeline.SystemTurn, snapshotText(s)
			rw.emit(row)
		}
	},
}

func snapshotText(s rawjson.Value) string {
	var paths []string
	files := 0
	for _, f := range s.Get("files").Members() {
		files++
		if p := f.Get("path").String(); p != "" {
			paths = append(paths, p)
		}
	}
	count := number(s.Get("fileCount"), strconv.Itoa(files))
	text := "rewind snapshot: " + count + " files +" + number(s.Get("linesAdded"), "0") + " -" + number(s.Get("linesRemoved"), "0")
	if len(paths) > 0 {
		text += ": " + strings.Join(paths, ", ")
	}
	return text
}

// number is a number as it is spelled, or what stands for an absent one.
func number(v rawjson.Value, absent string) string {
	if v.Kind() == '0' {
		return string(v)
	}
	return absent
}
