package viewer

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"flightlog/components"
	"flightlog/parse/timeline"
	"flightlog/wasm/viewer/session"
)

// names hides who somebody is while a screen is shared: names, paths and logins that the
// archive tells of become "user-1", "project-2", the same each time, in every text that
// goes to the screen. It changes words only: links, keys and what is copied from the
// program are left alone.
type names struct {
	on    bool
	of    map[string]string // a name, lower case where its case does not matter -> what stands for it
	count map[string]int    // by kind
	dirs  map[string]bool   // that were added
	texts map[string]bool   // that are listed
	by    map[string]*nameList
}

// nameList are names that begin alike, the longest first once they are sorted.
type nameList struct {
	names  []hiddenName
	sorted bool
}

// hiddenName is a name as the screen shows it.
type hiddenName struct {
	text, instead string
	exact         bool // upper and lower case matter
	whole         bool // only where no letter or digit touches it
}

// Kinds of names, in the words that stand for them.
const (
	userKind    = "user"
	loginKind   = "login"
	hostKind    = "host"
	ownerKind   = "owner"
	projectKind = "project"
	mailKind    = "e-mail"
)

const (
	shortestName = 3 // letters; a shorter name would take half the words with it
	longName     = 6 // from so many on, a name is hidden inside longer words too
	nameKey      = 3 // bytes by which names are looked up
)

// anybody are names of accounts and folders that tell of nobody.
var anybody = map[string]bool{"root": true, "user": true, "users": true, "home": true, "admin": true, "guest": true, "public": true, "shared": true, "default": true, "runner": true, "node": true,
	"ubuntu": true, "vscode": true, "codespace": true, "workspace": true, "workspaces": true, "app": true, "src": true, "project": true, "repo": true, "work": true, "code": true, "test": true, "tests": true, "files": true,
	"github.com": true, "https://github.com": true, "copilot": true, ".copilot": true, "github": true, "tmp": true}

var (
	accountInConfig = regexp.MustCompile(`"(?:login|user|username|email)"\s*:\s*"([^"\\]+)"`)
	folderInConfig  = regexp.MustCompile(`"((?:/|[A-Za-z]:\\\\)[^"]+)"`)
	inHome          = regexp.MustCompile(`(?:/home/|/Users/|\\{1,2}Users\\{1,2})([^/\\\s"'&<>:;,()\[\]]+)`)
	mail            = regexp.MustCompile(`[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}`)
)

// standIn is what stands for a name: it is none itself.
var standIn = regexp.MustCompile(`^(?:user|login|host|owner|project|e-mail)-\d+$`)

func newNames() *names {
	return &names{of: map[string]string{}, count: map[string]int{}, dirs: map[string]bool{}, texts: map[string]bool{}, by: map[string]*nameList{}}
}

// gather collects the names that the archive's own fields hold.
func (v *Viewer) gather() *names {
	n := newNames()
	for _, s := range v.file.Sessions {
		n.folder(s.Project)
		if owner, repository, found := strings.Cut(s.Repository, "/"); found {
			n.add(ownerKind, owner, false)
			n.add(projectKind, path.Base(repository), true)
		}
	}
	for i := range v.file.Grants {
		n.folder(v.file.Grants[i].Location)
	}
	for i := range v.file.Facts {
		f := &v.file.Facts[i]
		if f.Kind != timeline.SignIn {
			continue
		}
		if m := signInWords.FindStringSubmatch(f.Text); m != nil {
			n.add(loginKind, m[2], false)
			_, host, _ := strings.Cut(m[1], "://")
			n.add(hostKind, strings.TrimSuffix(host, "/"), false)
		}
	}
	for i := range v.file.Sources {
		if src := &v.file.Sources[i]; src.Kind == "config" {
			for _, m := range accountInConfig.FindAllSubmatch(src.Held, -1) {
				n.add(loginKind, string(m[1]), false)
			}
			for _, m := range folderInConfig.FindAllSubmatch(src.Held, -1) {
				n.folder(strings.ReplaceAll(string(m[1]), `\\`, `\`))
			}
		}
	}
	return n
}

// folder adds a project by its directory and by its own name, and whose home it lies in.
func (n *names) folder(dir string) {
	if dir == "" || n.dirs[dir] {
		return
	}
	n.dirs[dir] = true
	if m := inHome.FindStringSubmatch(dir); m != nil {
		n.add(userKind, m[1], false)
		if inHome.ReplaceAllString(dir, "") == "" {
			return // a home folder is no project
		}
	}
	name := session.Project(dir)
	n.add(projectKind, name, true)
	instead := n.of[name]
	if instead == "" { // its own name is too short or too common to be hidden, its path is not
		n.count[projectKind]++
		instead = fmt.Sprintf("%s-%d", projectKind, n.count[projectKind])
	}
	for _, spelled := range []string{dir, strings.ReplaceAll(dir, `\`, `\\`), strings.ReplaceAll(dir, `\`, "/")} {
		if strings.ContainsAny(strings.Trim(dir, `/\`), `/\`) {
			n.put(hiddenName{text: spelled, instead: instead, exact: true, whole: true})
		}
	}
}

// add gives a name what stands for it, once. exact names are told from others by case.
func (n *names) add(kind, name string, exact bool) string {
	id := name
	if !exact {
		id = lower(name)
	}
	if instead := n.of[id]; instead != "" || len(name) < shortestName || anybody[lower(name)] || standIn.MatchString(name) {
		return instead
	}
	n.count[kind]++
	instead := fmt.Sprintf("%s-%d", kind, n.count[kind])
	n.of[id] = instead
	n.put(hiddenName{text: name, instead: instead, exact: exact, whole: len(name) < longName || exact})
	return instead
}

// put lists a name as the screen shows it, so that it is found by its first bytes.
func (n *names) put(h hiddenName) {
	h.text = components.Visible(h.text)
	if len(h.text) < nameKey || n.texts[h.text] {
		return
	}
	n.texts[h.text] = true
	key := key3(h.text)
	if n.by[key] == nil {
		n.by[key] = &nameList{}
	}
	list := n.by[key]
	list.names, list.sorted = append(list.names, h), false
}

func key3(s string) string { return lower(s[:nameKey]) }

// lower makes the letters of ASCII small: a length never changes.
func lower(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}

// page hides the names in the words of HTML as our views write it.
func (n *names) page(in []byte) []byte { return components.Reword(in, n.edits) }

// edits says which words of a text are names, and what stands for each. Whose home a path
// leads to, and an e-mail address, is told by its form, wherever it stands.
func (n *names) edits(s string) (out []components.Edit) {
	if len(s) < nameKey {
		return nil
	}
	if strings.ContainsAny(s, `/\`) {
		for _, m := range inHome.FindAllStringSubmatch(s, -1) {
			n.add(userKind, m[1], false)
		}
	}
	at := 0
	if strings.IndexByte(s, '@') >= 0 {
		for _, m := range mail.FindAllStringIndex(s, -1) {
			if address := s[m[0]:m[1]]; !strings.HasPrefix(address, "git@") {
				out = n.within(s, at, m[0], out)
				out = append(out, components.Edit{From: m[0], To: m[1], Text: n.of[n.known(mailKind, address)]})
				at = m[1]
			}
		}
	}
	return n.within(s, at, len(s), out)
}

// within adds the names in a part of a text.
func (n *names) within(s string, from, to int, out []components.Edit) []components.Edit {
	for i := from; i+nameKey <= to; {
		if h := n.at(s, i); h != nil && i+len(h.text) <= to {
			out = append(out, components.Edit{From: i, To: i + len(h.text), Text: h.instead})
			i += len(h.text)
			continue
		}
		i++
	}
	return out
}

// known gives an address its number and answers the key under which it stands.
func (n *names) known(kind, name string) string {
	id := lower(name)
	if n.of[id] == "" {
		n.count[kind]++
		n.of[id] = fmt.Sprintf("%s-%d", kind, n.count[kind])
	}
	return id
}

// at is the longest name that stands at a place of a text.
func (n *names) at(s string, i int) *hiddenName {
	list := n.by[key3(s[i:])]
	if list == nil {
		return nil
	}
	if !list.sorted {
		slices.SortStableFunc(list.names, func(a, b hiddenName) int { return len(b.text) - len(a.text) })
		list.sorted = true
	}
	for k := range list.names {
		h := &list.names[k]
		end := i + len(h.text)
		if end > len(s) || s[i:end] != h.text && (h.exact || lower(s[i:end]) != lower(h.text)) {
			continue
		}
		if !h.whole || (i == 0 || !inWord(s[i-1])) && (end == len(s) || !inWord(s[end])) {
			return h
		}
	}
	return nil
}

func inWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80
}

// switchNames hides names, or shows them again, and answers the frame anew.
func (v *Viewer) switchNames(arg string) ([]byte, error) {
	if v.names == nil {
		v.names = v.gather()
	}
	v.names.on = arg == "on"
	return v.frame()
}

// hiding says what the switch covers, and what it does not.
func (v *Viewer) hiding() components.Hiding {
	n := v.names
	if n == nil {
		n = v.gather()
	}
	var covers []string
	for _, kind := range [...][3]string{{userKind, "user name", "user names"}, {loginKind, "login", "logins"}, {hostKind, "host", "hosts"}, {ownerKind, "repository owner", "repository owners"}, {projectKind, "project with its folder", "projects with their folders"}} {
		covers = components.Tell(covers, n.count[kind[0]], kind[1], kind[2])
	}
	return components.Hiding{On: n.on, Covers: strings.Join(append(covers, "every e-mail address and every name of a home folder"), ", ")}
}
