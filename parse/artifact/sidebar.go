package artifact

import "strings"

// sidebar is sidebar-sessions-state/<sha256 of a directory>.json: which sessions belong
// to a directory. It gives no rows and joins its directory to sessions that have none.
var sidebar = Artifact{
	Name: "sidebar",
	Keys: map[string]byte{"cwd": '"', "sessionIds": '['},
	File: "sidebar-sessions-state/*.json",
	What: "the directory of sessions that name none",
	Match: func(rel string) bool {
		name, ok := strings.CutPrefix(rel, "sidebar-sessions-state/")
		return ok && strings.HasSuffix(name, ".json") && !strings.Contains(name, "/")
	},
	Show: showJSON,
	Read: func(rd *Reading, f *file) error {
		err := readJSON(rd, f)
		cwd := f.doc.Get("cwd").String()
		stringsOf(f.doc.Get("sessionIds"), func(_ int64, id string) {
			if f.home.sidebar[id] == "" {
				f.home.sidebar[id] = cwd
			}
		})
		return err
	},
}
