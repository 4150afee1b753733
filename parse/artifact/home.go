package artifact

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"flightlog/parse/decode/yamldoc"
	"flightlog/parse/timeline"
)

// home gathers what the files of one .copilot folder say about its sessions.
type home struct {
	index    int
	sessions map[string]*draft
	order    []*draft
	logs     map[string]timeline.State // what became of a database's write-ahead log, by the database
	sidebar  map[string]string         // directories of sessions by the sidebar's state
	waiting  map[string]int            // files of sessions that are still to be read, by Session.Dir
	bare     bool                      // the folders without a log were told of
}

// draft is a session while its files are read.
type draft struct {
	*timeline.Builder
	folder    bool         // there is a session folder, or a flat log
	log       bool         // an event log with something in it was read
	hasLog    bool         // the folder holds an events.jsonl, be it empty
	doc       *yamldoc.Doc // workspace.yaml, nil when there is none that can be read
	workspace bool
	created   int64 // of workspace.yaml, as updated
	updated   int64
	lossy     bool   // the log held more than could be read
	cwd       string // workspace.yaml cwd
	sidebar   string // directory by the sidebar's state
	store     *storeSession
	own       *own
	peeked    *peeked // nil until its log was looked at
}

// own is what a session's own files say of it, before others fill the gaps.
type own struct {
	name, project, repository, branch string
	started, ended                    int64
	marks                             timeline.Mark
}

// restore takes a session back to what its own files say; the first time it notes that.
func (d *draft) restore() {
	s := d.Session()
	if d.own == nil {
		d.own = &own{s.Name, s.Project, s.Repository, s.Branch, s.Started, s.Ended, s.Marks}
		return
	}
	o := d.own
	s.Name, s.Project, s.Repository, s.Branch, s.Started, s.Ended, s.Marks = o.name, o.project, o.repository, o.branch, o.started, o.ended, o.marks
	s.Store = nil
}

func newHome(index int) *home {
	return &home{index: index, sessions: map[string]*draft{}, logs: map[string]timeline.State{}, sidebar: map[string]string{}, waiting: map[string]int{}}
}

// session gives the draft of an id, making it known.
func (h *home) session(id string) *draft {
	d := h.sessions[id]
	if d == nil {
		d = &draft{Builder: timeline.NewBuilder(&timeline.Session{ID: id, Home: h.index}), created: timeline.NoTime, updated: timeline.NoTime}
		h.sessions[id] = d
		h.order = append(h.order, d)
	}
	return d
}

var uuid = regexp.MustCompile(`^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$`)

// sessionDir gives the session folder's name in a path inside a home, and the rest.
func sessionDir(rel string) (id, rest string, ok bool) {
	rel, ok = strings.CutPrefix(rel, "session-state/")
	if !ok {
		return "", "", false
	}
	id, rest, _ = strings.Cut(rel, "/")
	return id, rest, id != "" && !strings.HasPrefix(id, ".")
}

// folder makes the session known whose folder a path names or lies in.
func (h *home) folder(rel string) {
	id, rest, ok := sessionDir(strings.TrimSuffix(rel, "/"))
	if !ok || rest == "" && strings.Contains(id, ".") { // a file beside the folders
		return
	}
	d := h.session(id)
	s := d.Session()
	if !d.folder {
		d.folder = true
		s.Dir = "session-state/" + id
		if !uuid.MatchString(id) {
			s.Marks |= timeline.NotUUID
		}
	}
	d.hasLog = d.hasLog || rest == "events.jsonl"
	if strings.HasPrefix(rest, "inuse.") && strings.HasSuffix(rest, ".lock") {
		s.Marks |= timeline.InUse
	}
}

// finish gives the home's sessions from what was read so far.
func (h *home) finish(rd *Reading) []*timeline.Session {
	out := make([]*timeline.Session, 0, len(h.order))
	var bare []string
	for _, d := range h.order {
		s, store := d.Session(), d.store
		if rd.late {
			if store = nil; d.own == nil && !d.folder {
				continue
			}
		}
		if h.waiting[s.Dir] > 0 {
			if !d.log { // else its log is being read
				d.restore()
				d.preview()
			}
			s.Marks |= timeline.Unread
			out = append(out, d.Finish())
			continue
		}
		s.Marks &^= timeline.Unread
		d.restore()
		if store != nil && !d.log && len(s.Events) == 0 {
			store.replay(d)
		}
		switch {
		case !d.folder:
			s.Marks |= timeline.Recovered
		case !d.log:
			s.Marks |= timeline.NoLog
			if !d.hasLog { // one that is there and could not be read has a problem of its own
				bare = append(bare, s.ID)
			}
		}
		d.span(d.created, d.updated)
		if store != nil {
			for _, r := range store.rows {
				s.Store = append(s.Store, r.event)
			}
			fill(&s.Name, store.summary)
			fill(&s.Project, store.cwd)
			fill(&s.Repository, store.repository)
			fill(&s.Branch, store.branch)
			d.span(store.created, store.updated)
		}
		d.sidebar = h.sidebar[s.ID]
		fill(&s.Project, d.sidebar)
		if d.workspace && !d.lossy && !hasPrompt(s) {
			s.Marks |= timeline.NeverPrompted
		}
		out = append(out, d.Finish())
	}
	if !h.bare && len(rd.queue) == 0 {
		h.bare = true
		rd.withoutLog(bare)
	}
	return out
}

// preview says of a session whose files wait what is known without them.
func (d *draft) preview() {
	s := d.Session()
	d.span(d.created, d.updated)
	if p := d.peeked; p != nil {
		d.span(p.started, p.started)
		fill(&s.Project, p.project)
		fill(&s.Repository, p.repository)
		fill(&s.Branch, p.branch)
	}
}

// begin takes back what was said of a session without a file of its own that is read now.
func (d *draft) begin() {
	if d.own != nil && !d.log {
		d.restore()
		d.own = nil
	}
}

// withoutLog notes the session folders of a home that hold no event log, all in one: there
// may be as many as sessions, and none of them is damage by itself.
func (rd *Reading) withoutLog(ids []string) {
	if len(ids) == 0 {
		return
	}
	slices.Sort(ids)
	message := "A session folder holds no event log: "
	if len(ids) > 1 {
		message = fmt.Sprintf("%d session folders hold no event log: ", len(ids))
	}
	const named = 3
	if len(ids) > named+1 {
		message += strings.Join(ids[:named], ", ") + fmt.Sprintf(" and %d more", len(ids)-named)
	} else {
		message += strings.Join(ids, ", ")
	}
	rd.problem(timeline.Problem{Code: timeline.LogMissing, Source: timeline.None, Message: message + ". A failed start or a session that was never used leaves one; so does a log that was removed.",
		Kept: "the sessions, by what other files say of them"})
}

func hasPrompt(s *timeline.Session) bool {
	return slices.ContainsFunc(s.Events, func(e timeline.Event) bool { return e.Kind == timeline.Prompt })
}

func fill(field *string, value string) {
	if *field == "" {
		*field = value
	}
}

// span takes times from a secondary record for a session whose own records have none.
func (d *draft) span(from, to int64) {
	s := d.Session()
	if s.Started == timeline.NoTime {
		s.Started = from
	}
	if s.Ended == timeline.NoTime {
		s.Ended = max(from, to)
	}
}

// otherID notes a log that names another session than its folder does.
func (rd *Reading) otherID(f *file, d *draft, named string, line int64) {
	s := d.Session()
	own := s.ID
	if s.Has(timeline.Legacy) { // a flat log beside a folder of its id keeps its file's name
		own = strings.TrimSuffix(own, ".jsonl")
	}
	if named == "" || named == own || s.Has(timeline.OtherID) {
		return
	}
	s.Marks |= timeline.OtherID
	rd.problem(timeline.Problem{Code: timeline.IDMismatch, Source: f.src, Line: line,
		Message: fmt.Sprintf("The log in the folder %s names the session %s.", s.ID, named), Kept: "all of it, under its folder's name"})
}
