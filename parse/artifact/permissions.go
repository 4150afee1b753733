package artifact

import (
	"slices"

	"flightlog/parse/decode/rawjson"
	"flightlog/parse/timeline"
)

// permissions is permissions-config.json: what was allowed for good, by location (seed,
// permissions-config.json).
var permissions = Artifact{
	Name:  "permissions",
	What:  "`permissions-config.json`: standing approvals by location",
	Match: func(rel string) bool { return rel == "permissions-config.json" },
	Read:  readJSON,
	Rows: func(rw *rowWriter, f *file) {
		locations := map[string]rawjson.Value{}
		var names []string
		for k, v := range f.doc.Get("locations").Members() {
			if _, twice := locations[k.String()]; !twice {
				names = append(names, k.String())
			}
			locations[k.String()] = v
		}
		slices.Sort(names)
		for _, name := range names {
			for _, list := range [...]string{"tool_approvals", "allowed_directories"} {
				n := int64(0)
				for entry := range locations[name].Get(list).Elements() {
					n++
					rw.setting(f, n, name, "locations."+name+"."+list, entry.Compact())
				}
			}
		}
	},
}

// settings is settings.json: the URLs that are allowed and denied without asking (seed,
// settings.json).
var settings = Artifact{
	Name:  "settings",
	What:  "`settings.json`: URLs allowed or denied without asking",
	Match: func(rel string) bool { return rel == "settings.json" },
	Read:  readJSON,
	Rows: func(rw *rowWriter, f *file) {
		for _, list := range [...]string{"allowedUrls", "deniedUrls"} {
			stringsOf(f.doc.Get(list), func(n int64, url string) { rw.setting(f, n, "", list, url) })
		}
	},
}

// setting emits the row of a standing permission, dated by its file.
func (rw *rowWriter) setting(f *file, index int64, project, name, value string) {
	rw.emit(timeline.Row{Source: f.Path, SourceLine: index, Turn: timeline.SystemTurn, Timestamp: fileTime(f), Project: project,
		Text: "permission setting: " + name + "=" + value + " (from " + f.Path + ", file mtime)"})
}

// fileTime prints the file's time (ROWS.md, settled point 3).
func fileTime(f *file) string {
	if f.Modified.IsZero() {
		return ""
	}
	return f.Modified.UTC().Format("2006-01-02T15:04:05.000Z")
}
