package archive

import (
	"strings"
)

const (
	dotCopilot   = ".copilot"
	sessionState = "session-state"
)

// root is a folder of the archive whose files belong to a home, and how their paths
// are spelled from there.
type root struct {
	dir    string // the folder in the archive, "" for its top
	path   string // what Entry.Path has instead of dir
	rel    string // what Entry.Rel has instead of dir
	user   string // key of the home: the main folder and the XDG ones of a user are one home
	home   string // timeline.Home.Root when this is the folder that names the home
	number int    // index into Archive.Homes, once they are counted
}

// homes maps folders of the archive to the roots they are.
type homes map[string]root

// findHomes looks at all names. A folder named .copilot is a home wherever it is; so
// is, under any other name, a folder with the session logs or the store in it. Only
// where neither is found do lesser signs count, and then the folder of a single session.
func (b *builder) findHomes() (homes, error) {
	for _, find := range []func(homes, string, bool){homes.sure, homes.likely, func(h homes, p string, _ bool) { h.session(p, b.a.Name) }} {
		h := homes{}
		for i, f := range b.names {
			if err := b.pause(i, b.kept[i]); err != nil {
				return nil, err
			}
			find(h, f.path, f.dir)
		}
		if len(h) > 0 {
			return h, nil
		}
	}
	return nil, nil
}

// sure adds the root that the path proves.
func (h homes) sure(path string, dir bool) {
	for start := 0; ; {
		comp, rest, more := strings.Cut(path[start:], "/")
		switch {
		case comp == dotCopilot && (more || dir):
			h.addNamed(path[:start+len(comp)])
			return
		case comp == "session-store.db" && !more && !dir,
			comp == sessionState && more && isSessionFile(rest):
			h.addBare(path, start)
			return
		}
		if !more {
			return
		}
		start += len(comp) + 1
	}
}

// isSessionFile reports whether a path below session-state/ is what the CLI writes there.
func isSessionFile(rest string) bool {
	_, file, inFolder := strings.Cut(rest, "/")
	if !inFolder {
		return strings.HasSuffix(rest, ".jsonl")
	}
	return file == "events.jsonl" || file == "workspace.yaml"
}

// likely adds the root of a file or folder that few others but the CLI have.
func (h homes) likely(path string, dir bool) {
	for start := 0; ; {
		comp, rest, more := strings.Cut(path[start:], "/")
		switch {
		case comp == sessionState && (more || dir),
			comp == "session-store.db-wal" && !more,
			comp == "command-history-state.json" && !more,
			comp == "permissions-config.json" && !more,
			comp == "open-sessions-state.json" && !more,
			comp == "logs" && strings.HasPrefix(rest, "process-") && strings.HasSuffix(rest, ".log"):
			h.addBare(path, start)
			return
		}
		if !more {
			return
		}
		start += len(comp) + 1
	}
}

// session adds the folder of a single session: someone zipped just that.
func (h homes) session(path, archiveName string) {
	dir, ok := strings.CutSuffix("/"+path, "/events.jsonl")
	if !ok {
		return
	}
	dir = strings.TrimPrefix(dir, "/")
	parent, id := "", dir
	if i := strings.LastIndexByte(dir, '/'); i >= 0 {
		parent, id = dir[:i], dir[i+1:]
	}
	if id == "" {
		id = sessionName(archiveName)
	}
	h[dir] = root{dir: dir, path: dotCopilot + "/" + sessionState + "/" + id, rel: sessionState + "/" + id, user: "bare:" + parent, home: parent}
}

// sessionName makes a folder name out of the archive's own.
func sessionName(archiveName string) string {
	name := clean(archiveName, true).path
	name = name[strings.LastIndexByte(name, '/')+1:]
	if i := strings.LastIndexByte(name, '.'); i > 0 {
		name = name[:i]
	}
	if name == "" {
		return "session"
	}
	return name
}

// addNamed adds a folder named .copilot; below .local/state or .config it is a part of
// the home of the user whose folder holds those.
func (h homes) addNamed(dir string) {
	if _, known := h[dir]; known {
		return
	}
	user, path := strings.TrimSuffix(dir, dotCopilot), dotCopilot
	for _, xdg := range []string{".local/state/", ".config/"} {
		if rest, ok := strings.CutSuffix(user, xdg); ok && (rest == "" || strings.HasSuffix(rest, "/")) {
			user, path = rest, xdg+dotCopilot
			break
		}
	}
	h[dir] = root{dir: dir, path: path, user: "user:" + user, home: dir}
}

// addBare adds the folder that ends before path[at:].
func (h homes) addBare(path string, at int) {
	dir := strings.TrimSuffix(path[:at], "/")
	h[dir] = root{dir: dir, path: dotCopilot, user: "bare:" + dir, home: dir}
}

// of finds the outermost root that a path lies in, and the rest of the path.
func (h homes) of(path string) (root, string, bool) {
	if r, ok := h[""]; ok {
		return r, path, true
	}
	for at := 0; at < len(path); {
		end := strings.IndexByte(path[at:], '/')
		if end < 0 {
			end = len(path) - at
		}
		end += at
		if r, ok := h[path[:end]]; ok {
			return r, strings.TrimPrefix(path[end:], "/"), true
		}
		at = end + 1
	}
	return root{}, "", false
}

// place spells the Path and Rel of an entry that has that name, of which rest lies below the
// root. Where they can they share its bytes.
func (r root) place(name, rest string) (path, rel string) {
	if rel = join(r.rel, rest); r.dir == r.path && r.dir != "" {
		return name, rel
	}
	return join(r.path, rest), rel
}

func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "/" + b
}

// named chooses which of two roots of one user names the home: the main folder, else
// the first by name.
func (r root) named(than root) bool {
	if main := r.path == dotCopilot; main != (than.path == dotCopilot) {
		return main
	}
	return r.home < than.home
}
