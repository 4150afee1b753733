package archive

import (
	"bytes"
	"encoding/json"
	"io"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"flightlog/parse/timeline"
)

// File is one of several files that were handed over.
type File struct {
	Name     string // with the folders known of it, as in ".copilot/config.json"; a "/" at its end makes it a folder
	Size     int64  // bytes
	Modified time.Time
	R        io.ReaderAt // nil for a folder, and for a file that cannot be read
}

// OpenFiles lists files that were handed over together: those of a folder by their paths
// in it, loose ones by what their names and first bytes say. name is what the person
// calls them all. A single file without a path may be an archive, as for Open. The error
// is that of Open.
func OpenFiles(files []File, name string, opt Options) (*Archive, error) {
	opt = opt.filled()
	if len(files) == 1 && files[0].loose() {
		return openOne(files[0], opt)
	}
	a := &Archive{Name: visible(name), Kind: kindFiles}
	for _, f := range files {
		a.Bytes += max(f.Size, 0)
	}
	loose := 0
	for i := range files {
		f := &files[i]
		if !f.loose() {
			continue
		}
		if loose++; loose > 64 || f.Size <= 0 { // nobody picks more by hand
			continue
		}
		if k := f.kind(); k == kindTar || k == kindTarGz || k == kindZip && f.begins("PK\x03\x04") {
			return nil, failf(timeline.NotArchive, "“%s” is an archive among %s: open it alone, or unpack it and open the folder.", short(visible(f.Name)), counted(len(files), "file"))
		}
	}
	if loose == 0 {
		a.Kind = kindFolder
	}
	return openLoose(a, files, opt)
}

// openLoose lists files that are in no archive.
func openLoose(a *Archive, files []File, opt Options) (*Archive, error) {
	b := builder{a: a, opt: opt}
	if most := opt.Limits.Entries; len(files) > most {
		b.whole = append(b.whole, problemf(timeline.Limit, "There are more than %s; the rest was left out.", counted(most, "file")))
		files = files[:most]
	}
	members := make([]member, 0, len(files))
	for i := range files {
		f := &files[i]
		m := member{name: f.Name, dir: strings.HasSuffix(f.Name, "/"), bytes: max(f.Size, 0), packed: max(f.Size, 0), modified: f.Modified.UTC(), at: int64(i)}
		if f.Modified.IsZero() {
			m.modified = time.Time{}
		}
		if f.R == nil && !m.dir {
			m.body = refused{failf(timeline.ZipBadData, "“%s” could not be read: it was moved, changed or locked since it was chosen.", short(visible(f.Name)))}
			members = append(members, m)
			continue
		}
		m.body = &source{size: m.bytes, most: opt.Limits.EntryBytes, from: func() (io.ReadCloser, error) {
			return io.NopCloser(io.NewSectionReader(f.R, 0, m.bytes)), nil
		}}
		members = append(members, m)
	}
	if err := b.build(members, placed(files, members)); err != nil {
		return nil, err
	}
	if a.Kind == kindFiles && !slices.ContainsFunc(a.Entries, func(e *Entry) bool { return !strings.HasPrefix(e.Rel, "session-store.db") }) {
		a.Kind = kindDatabase
	}
	return a, nil
}

// loose reports whether nothing is known of the folder that the file was in.
func (f *File) loose() bool { return !strings.Contains(f.Name, "/") }

// base is the file's name on its own.
func (f *File) base() string { return path.Base(f.Name) }

func (f *File) begins(sig string) bool {
	if f.R == nil {
		return false
	}
	head := make([]byte, len(sig))
	n, _ := f.R.ReadAt(head, 0)
	return string(head[:n]) == sig
}

// homeFiles stand right in a home.
var homeFiles = []string{"session-store.db", "session-store.db-wal", "session-store.db-shm", "config.json", "settings.json", "mcp-config.json",
	"permissions-config.json", "command-history-state.json", "open-sessions-state.json", "providers.json"}

// known reports whether a file's name alone says where in a home it stands.
func known(base string) bool { return slices.Contains(homeFiles, base) || isProcessLog(base) }

func isProcessLog(base string) bool {
	return strings.HasPrefix(base, "process-") && strings.HasSuffix(base, ".log")
}

// placed gives loose files the places that they have in a home, and answers that home;
// nil where there are none, so that homes are looked for by paths.
func placed(files []File, members []member) homes {
	p := placing{files: files, members: members, dirs: map[string]bool{}}
	for i := range files {
		p.order = append(p.order, i)
		if strings.HasPrefix(files[i].Name, dotCopilot+"/") {
			p.root = dotCopilot + "/"
		}
	}
	slices.SortStableFunc(p.order, func(a, b int) int { return strings.Compare(files[a].Name, files[b].Name) })
	p.logs()
	p.database()
	for i := range files {
		if f := &files[i]; f.loose() && p.members[i].place == "" && known(f.base()) {
			to := f.Name
			if isProcessLog(to) {
				to = "logs/" + to
			}
			p.place(i, to)
		}
	}
	if !p.any {
		return nil
	}
	p.companions()
	h := homes{}
	h.addBare(strings.TrimSuffix(p.root, "/"), len(strings.TrimSuffix(p.root, "/")))
	return h
}

// placing is the work of placed.
type placing struct {
	files   []File
	members []member
	order   []int           // of the files by their names
	root    string          // in front of every place: "" or ".copilot/"
	dirs    map[string]bool // folders of sessions that were given
	session string          // the folder of the last log
	any     bool
}

func (p *placing) place(i int, to string) {
	p.members[i].place, p.any = p.root+to, true
}

// logs gives every log the folder of its session.
func (p *placing) logs() {
	for _, i := range p.order {
		f := &p.files[i]
		if !f.loose() || !f.isLog() {
			continue
		}
		id := f.session()
		for n := 2; p.dirs[id]; n++ {
			id = f.session() + "~" + strconv.Itoa(n)
		}
		p.dirs[id], p.session = true, sessionState+"/"+id+"/"
		p.place(i, p.session+"events.jsonl")
	}
}

// database takes the one database there is for the store, whatever its name.
func (p *placing) database() {
	store := ""
	for i := range p.files {
		if f := &p.files[i]; f.loose() && f.R != nil && f.base() != "session.db" && f.begins(sigSQLite) {
			if store != "" {
				return // which of them is the store their names say
			}
			store = f.Name
		}
	}
	for i := range p.files {
		name := p.files[i].Name
		for _, end := range []string{"", "-wal", "-shm"} {
			switch {
			case store != "" && name == store+end:
				p.place(i, "session-store.db"+end)
			case store == "" && len(p.files) == 1 && p.files[i].begins(sigWAL):
				p.place(i, "session-store.db-wal")
			}
		}
	}
}

// companions places what came with a single log, and whole folders of sessions.
func (p *placing) companions() {
	sessions, inPlace := map[string]bool{}, false
	for i := range p.files {
		dir, rest, _ := strings.Cut(p.files[i].Name, "/")
		sessions[dir] = sessions[dir] || rest == "events.jsonl"
		inPlace = inPlace || dir == sessionState || dir == dotCopilot
	}
	for i := range p.files {
		f := &p.files[i]
		dir, _, _ := strings.Cut(f.Name, "/")
		switch {
		case p.members[i].place != "" || inPlace: // placed already, or by its path
		case !f.loose() && sessions[dir]:
			p.place(i, sessionState+"/"+f.Name)
		case len(p.dirs) == 1:
			p.place(i, p.session+f.Name)
		}
	}
}

// isLog reports whether the file is an event log: by its name, else by a first line that
// is an event.
func (f *File) isLog() bool {
	if f.R == nil || f.Size <= 0 {
		return false
	}
	if strings.HasSuffix(f.Name, ".jsonl") {
		return true
	}
	for _, e := range f.events(1) {
		return e.Type != "" && (e.Data != nil || e.Timestamp != "")
	}
	return false
}

var sessionID = regexp.MustCompile(`^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$`)

// session is the id that the log gives itself, else the file's name.
func (f *File) session() string {
	for _, e := range f.events(16) {
		var data struct {
			SessionID string `json:"sessionId"`
		}
		if strings.HasPrefix(e.Type, "session.") && json.Unmarshal(e.Data, &data) == nil && sessionID.MatchString(data.SessionID) {
			return data.SessionID
		}
	}
	if name := sessionName(f.Name); name != "events" && !strings.HasPrefix(name, ".") {
		return name
	}
	return "loose"
}

// firstEvent is as much of an event as tells a log.
type firstEvent struct {
	Type      string          `json:"type"`
	Timestamp string          `json:"timestamp"`
	Data      json.RawMessage `json:"data"`
}

// events decodes the first lines of the file, most of them at most.
func (f *File) events(most int) []firstEvent {
	head := make([]byte, min(f.Size, 64*timeline.KiB))
	n, _ := f.R.ReadAt(head, 0)
	var out []firstEvent
	for line := range bytes.Lines(bytes.TrimPrefix(head[:n], []byte("\ufeff"))) {
		if most--; most < 0 {
			break
		}
		var e firstEvent
		if json.Unmarshal(line, &e) == nil {
			out = append(out, e)
		}
	}
	return out
}
