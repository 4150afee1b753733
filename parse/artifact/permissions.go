package artifact

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"flightlog/parse/decode/rawjson"
	"flightlog/parse/timeline"
)

// permissions is permissions-config.json: what was allowed for good, by location (seed,
// permissions-config.json).
var permissions = Artifact{
	Name:  "permissions",
	Keys:  map[string]byte{"locations": '{'},
	File:  "permissions-config.json",
	What:  "standing permissions, by project",
	Match: func(rel string) bool { return rel == "permissions-config.json" },
	Show:  showJSON,
	Read: func(rd *Reading, f *file) error {
		err := readJSON(rd, f)
		eachLocation(f, func(location, list string, n int64, entry rawjson.Value) {
			g := timeline.Grant{Source: f.src, Home: f.Home, Index: n, Location: location, List: list, Raw: entry.Compact(), Time: fileMS(f)}
			if list == "allowed_directories" {
				g.Words = "work in " + entry.String()
			} else {
				g.Kind, g.Words = entry.Get("kind").String(), approvalWords(entry)
			}
			rd.Timeline.Grants = append(rd.Timeline.Grants, g)
		})
		for k, location := range f.doc.Get("locations").Members() {
			for _, list := range [...]string{"tool_approvals", "allowed_directories"} {
				if v := location.Get(list); v != nil && v.Kind() != '[' {
					rd.otherShape(f, fmt.Sprintf("“%s” of “%s” is %s where the program is known to write an array; it is in no list.", list, k.String(), v.Words()))
				}
			}
		}
		return err
	},
	Rows: func(rw *rowWriter, f *file) {
		eachLocation(f, func(location, list string, n int64, entry rawjson.Value) {
			rw.setting(f, n, location, "locations."+location+"."+list, entry.Compact())
		})
	},
}

// eachLocation walks the entries: locations sorted, approvals before directories
// (ROWS.md, settled point 5).
func eachLocation(f *file, each func(location, list string, n int64, entry rawjson.Value)) {
	locations := map[string]rawjson.Value{}
	for k, v := range f.doc.Get("locations").Members() {
		locations[k.String()] = v
	}
	for _, name := range slices.Sorted(maps.Keys(locations)) {
		for _, list := range [...]string{"tool_approvals", "allowed_directories"} {
			n := int64(0)
			for entry := range locations[name].Get(list).Elements() {
				n++
				each(name, list, n, entry)
			}
		}
	}
}

// approvalWords says what an approval allows, by its kind (seed, permissions-config.json).
func approvalWords(entry rawjson.Value) string {
	kind := entry.Get("kind").String()
	switch kind {
	case "commands":
		var names []string
		for c := range entry.Get("commandIdentifiers").Elements() {
			names = append(names, c.String())
		}
		return "run " + strings.Join(names, ", ")
	case "read":
		return "read files"
	case "write":
		return "write files"
	case "mcp":
		tool := entry.Get("toolName").String()
		if tool == "" {
			return "use every tool of MCP server " + entry.Get("serverName").String()
		}
		return "use " + tool + " of MCP server " + entry.Get("serverName").String()
	case "custom-tool":
		return "use the tool " + entry.Get("toolName").String()
	}
	return firstOf(kind, "something that is not recorded")
}

// settings is settings.json: the URLs that are allowed and denied without asking (seed,
// settings.json).
var settings = Artifact{
	Name:  "settings",
	Keys:  map[string]byte{"allowedUrls": '[', "deniedUrls": '['},
	File:  "settings.json",
	What:  "URLs allowed or denied without asking",
	Match: func(rel string) bool { return rel == "settings.json" },
	Show:  showJSON,
	Read: func(rd *Reading, f *file) error {
		_, err := rd.document(f, false)
		if f.doc != nil {
			f.source.Held = settingsKeys.mask(f.doc) // a proxy's password may stand in it (seed, Credentials)
		}
		eachURL(f, func(list string, n int64, url string) {
			rd.Timeline.Grants = append(rd.Timeline.Grants, timeline.Grant{Source: f.src, Home: f.Home, Index: n, List: list, Words: "open " + url,
				Raw: rawjson.Quote(url), Time: fileMS(f)})
		})
		return err
	},
	Rows: func(rw *rowWriter, f *file) {
		eachURL(f, func(list string, n int64, url string) { rw.setting(f, n, "", list, url) })
	},
}

// settingsKeys are the settings whose texts are shown when the file itself is.
var settingsKeys = shown("allowedUrls", "deniedUrls", "model", "theme", "banner", "trustedFolders", "logLevel", "editor", "language")

func eachURL(f *file, each func(list string, n int64, url string)) {
	for _, list := range [...]string{"allowedUrls", "deniedUrls"} {
		stringsOf(f.doc.Get(list), func(n int64, url string) { each(list, n, url) })
	}
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

func fileMS(f *file) int64 {
	if f.Modified.IsZero() {
		return timeline.NoTime
	}
	return f.Modified.UnixMilli()
}
