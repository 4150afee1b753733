package viewer

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"flightlog/components"
	"flightlog/parse"
	"flightlog/parse/timeline"
	"flightlog/wasm/viewer/session"
)

// Rows of a part of the overview. What is beyond them is counted and stands elsewhere.
const (
	firstLooks = 8
	groupRows  = 7
)

// totals sums the archive, once.
func (v *Viewer) totals() *parse.Totals {
	if v.sums == nil {
		sums := v.file.Totals()
		v.sums = &sums
	}
	return v.sums
}

func (v *Viewer) overview() components.Overview {
	t, sum := v.file.Timeline, v.totals()
	from, to := timeline.NoTime, timeline.NoTime
	for _, s := range t.Sessions {
		if s.Started != timeline.NoTime && (from == timeline.NoTime || s.Started < from) {
			from = s.Started
		}
		to = max(to, s.Ended)
	}
	o := components.Overview{Findings: v.findingsBrief(), Chart: dayChart(sum, v.sessionHref), Groupings: v.groupings(), People: v.identity(), Hiding: v.hiding()}
	o.Facts = []string{t.Archive.Name, t.Archive.Kind + ", " + components.ExactBytes(t.Archive.Bytes)}
	if len(t.Sessions) == 0 {
		o.None = "This archive holds Copilot data, but no session folder and no session in its database. What it does hold is listed below and in Files."
	}
	if unread := v.unread(); unread > 0 {
		o.Facts = append(o.Facts, components.Counted(unread, "log")+" still to be read: what follows counts what was read")
	}
	if len(t.Homes) > 1 {
		o.Facts = append(o.Facts, components.Count(len(t.Homes))+" .copilot folders")
	}
	if from != timeline.NoTime {
		o.Facts = append(o.Facts, components.Between(from, to))
	} else if v.unread() == 0 {
		o.Facts = append(o.Facts, "no time is recorded")
	}
	o.Stores, o.Sum = v.stores()
	o.Figures = v.figures(sum, &o.Sum)
	o.First, o.More = v.firstLooks()
	return o
}

// unread counts the sessions whose log is still to be read.
func (v *Viewer) unread() (n int) {
	for _, s := range v.file.Sessions {
		if s.Has(timeline.Unread) {
			n++
		}
	}
	return n
}

// figures are the totals, as check prints them.
func (v *Viewer) figures(sum *parse.Totals, files *components.StoreRow) []components.Figure {
	part := func(out []components.Part, n int, word string, tone components.Tone) []components.Part {
		if n == 0 {
			return out
		}
		return append(out, components.Part{Text: components.Count(n) + " " + word, Tone: tone})
	}
	sessions := components.Figure{N: components.Count(sum.Sessions), Noun: noun(sum.Sessions, "session")}
	for i := range session.Marks {
		m, n := &session.Marks[i], 0
		for _, s := range v.file.Sessions {
			if m.Of(s) {
				n++
			}
		}
		sessions.Parts = part(sessions.Parts, n, m.Tag.Text, m.Tag.Tone)
	}
	prompts := components.Figure{N: components.Count(sum.Prompts), Noun: noun(sum.Prompts, "prompt") + " typed"}
	prompts.Parts = append(prompts.Parts, components.Part{Text: components.Counted(sum.Turns, "turn")})
	prompts.Parts = part(prompts.Parts, sum.SubAgents, noun(sum.SubAgents, "subagent"), components.Plain)
	calls := components.Figure{N: components.Count(sum.Calls.Total), Noun: noun(sum.Calls.Total, "tool call")}
	calls.Parts = part(calls.Parts, sum.Calls.Failed, "failed", components.Bad)
	calls.Parts = part(calls.Parts, sum.Calls.Denied, "denied", components.Ask)
	calls.Parts = part(calls.Parts, sum.Calls.Cancelled, "cancelled", components.Plain)
	calls.Parts = part(calls.Parts, sum.Calls.Open, "without a recorded result", components.Plain)
	events := components.Figure{N: components.Count(sum.Events), Noun: noun(sum.Events, "event")}
	if sum.Copied > 0 {
		events.Parts = part(events.Parts, sum.Copied, "copied by forks, counted once elsewhere", components.Plain)
	}
	read := components.Figure{N: components.Count(files.Files), Noun: noun(files.Files, "file")}
	read.Parts = append(read.Parts, components.Part{Text: components.Bytes(files.Bytes) + " unpacked"})
	problems := components.Part{Text: components.Counted(files.Problems, "problem"), Href: "#/problems"}
	if v.file.Severe() > 0 {
		problems.Tone = components.Bad
	}
	read.Parts = append(read.Parts, problems)
	if files.Lost > 0 {
		read.Parts = append(read.Parts, components.Part{Text: components.ExactBytes(files.Lost) + " lost", Tone: components.Bad})
	}
	return []components.Figure{sessions, prompts, calls, events, read}
}

func noun(n int, one string) string {
	if n == 1 {
		return one
	}
	return one + "s"
}

// firstLooks lists the sessions that something went wrong in: damage first, then session
// errors, then failed and denied calls; and how many more there are.
func (v *Viewer) firstLooks() (first []components.FirstLook, more int) {
	damage := v.damageBySession()
	type look struct {
		s              *timeline.Session
		damage, errors int
	}
	var looks []look
	for _, s := range v.file.Sessions {
		l := look{s: s, damage: damage[s]}
		if s.Has(timeline.CutOff) {
			l.damage++
		}
		for i := range s.Events {
			if s.Events[i].Type == "session.error" {
				l.errors++
			}
		}
		if l.damage+l.errors+s.Counts.Failed+s.Counts.Denied > 0 {
			looks = append(looks, l)
		}
	}
	slices.SortStableFunc(looks, func(a, b look) int {
		return cmp.Or(cmp.Compare(b.damage, a.damage), cmp.Compare(b.errors, a.errors), cmp.Compare(b.s.Counts.Failed, a.s.Counts.Failed), cmp.Compare(b.s.Counts.Denied, a.s.Counts.Denied))
	})
	now := v.now().UnixMilli()
	for _, l := range looks[:min(len(looks), firstLooks)] {
		s := l.s
		row := components.FirstLook{Href: v.sessionHref(s), When: components.When(s.Ended, now), WhenUTC: components.UTC(s.Ended)}
		row.Name, row.Untold = session.Name(s)
		add := func(n int, text string, tone components.Tone) {
			if n > 0 {
				row.Why = append(row.Why, components.Tag{Text: text, Tone: tone})
			}
		}
		if s.Has(timeline.CutOff) {
			add(1, "cut off", components.Bad)
		}
		add(damage[s], components.Counted(damage[s], "problem"), components.Bad)
		add(l.errors, components.Counted(l.errors, "session error"), components.Bad)
		add(s.Counts.Failed, fmt.Sprintf("%s of %s failed", components.Count(s.Counts.Failed), components.Counted(s.Counts.Total, "call")), components.Bad)
		add(s.Counts.Denied, components.Count(s.Counts.Denied)+" denied", components.Ask)
		first = append(first, row)
	}
	return first, len(looks) - len(first)
}

// damageBySession counts the problems that are more than a note in the files of each
// session.
func (v *Viewer) damageBySession() map[*timeline.Session]int {
	type folder struct {
		home int
		dir  string
	}
	of := map[folder]*timeline.Session{}
	for _, s := range v.file.Sessions {
		if s.Dir != "" {
			of[folder{s.Home, s.Dir}] = s
		}
	}
	out := map[*timeline.Session]int{}
	for i := range v.file.Problems {
		p := &v.file.Problems[i]
		if p.Source == timeline.None || p.Code.Severity() == timeline.Note {
			continue
		}
		src := &v.file.Sources[p.Source]
		at := strings.Index(src.Path, "session-state/")
		if at < 0 {
			continue
		}
		for dir := src.Path[at:]; dir != ""; dir = dir[:max(strings.LastIndexByte(dir, '/'), 0)] {
			if s := of[folder{src.Home, dir}]; s != nil {
				out[s]++
				break
			}
		}
	}
	return out
}

// groupings count the sessions by project, model, client and version.
func (v *Viewer) groupings() []components.Grouping {
	if len(v.file.Sessions) == 0 {
		return nil
	}
	one := func(s string) []string {
		if s == "" {
			return nil
		}
		return []string{s}
	}
	const several = "A session with several counts in each."
	return []components.Grouping{
		v.grouping("Projects", "No project recorded", "", func(s *timeline.Session) []string { return one(s.Project) }),
		v.grouping("Models", "No model recorded", several, func(s *timeline.Session) []string { return s.Models }),
		v.grouping("Clients", "No client recorded", "", func(s *timeline.Session) []string { return one(s.Client) }),
		v.grouping("Versions", "No version recorded", several, func(s *timeline.Session) []string { return s.Versions }),
	}
}

func (v *Viewer) grouping(title, none, note string, of func(*timeline.Session) []string) components.Grouping {
	type group struct {
		name   string
		n      int
		newest *timeline.Session
	}
	groups := map[string]*group{}
	var order []*group
	shared := false
	for _, s := range v.file.Sessions {
		names := of(s)
		shared = shared || len(names) > 1
		if len(names) == 0 {
			names = []string{""}
		}
		for _, name := range names {
			g := groups[name]
			if g == nil {
				g = &group{name: name, newest: s}
				groups[name], order = g, append(order, g)
			}
			g.n++
		}
	}
	slices.SortStableFunc(order, func(a, b *group) int { return b.n - a.n })
	out := components.Grouping{Title: title}
	if shared {
		out.Note = note
	}
	bases := map[string]int{} // names that end alike are told whole
	for _, g := range order {
		bases[session.Project(g.name)]++
	}
	for i, g := range order {
		if i == groupRows && len(order) > groupRows+1 {
			rest := 0
			for _, g := range order[i:] {
				rest += g.n
			}
			out.Rest = fmt.Sprintf("and %s others in %s", components.Count(len(order)-i), components.Counted(rest, "session"))
			break
		}
		row := components.GroupRow{Name: g.name, Title: g.name + " · opens its newest session", Sessions: g.n, Share: max(1, 100*g.n/order[0].n), Href: v.sessionHref(g.newest)}
		switch {
		case g.name == "":
			row.Name, row.Title, row.Untold = none, "", true
		case title == "Projects" && bases[session.Project(g.name)] == 1:
			row.Name = session.Project(g.name)
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

// storeKinds say what a kind of file is, in the order in which a reader asks for them.
var storeKinds = []struct{ kind, name string }{
	{"events", "Event logs"}, {"legacy", "Event logs, flat"}, {"log-copy", "Copies of event logs"}, {"store", "session-store.db"}, {"store-wal", "session-store.db, write-ahead log"},
	{"workspace", "Workspaces"}, {"history", "Prompt history"}, {"processlog", "Process logs"}, {"processlog-rotated", "Process logs, earlier parts"}, {"permissions", "Standing permissions"},
	{"settings", "Settings"}, {"mcp-config", "MCP servers"}, {"providers", "Providers"}, {"config", "Configuration"}, {"secret-store", "Secret stores"},
	{"rewind", "Rewind snapshots"}, {"backup", "File backups"}, {"rewind-state", "Rewind state"}, {"checkpoint", "Checkpoints"}, {"plan", "Plans"}, {"objective", "Autopilot objectives"},
	{"session-db", "Session databases"}, {"session-db-wal", "Session databases, write-ahead logs"}, {"history-session", "Sessions before the event log"}, {"open-sessions", "Open sessions"},
	{"sidebar", "Sidebar"}, {"vscode", "VS Code metadata"}, {"agent-file", "Files of the agent"}, {"lock", "Locks"}, {"customisation", "Customisation"}, {"other", "Other files"}, {"skipped", "Package caches"}, {"junk", "Files of the operating system"}, {"outside", "Outside of .copilot"},
}

// kindName is what a kind of file is called, and its place in that order.
func kindName(kind string) (name string, at int) {
	for i := range storeKinds {
		if storeKinds[i].kind == kind {
			return storeKinds[i].name, i
		}
	}
	return kind, len(storeKinds)
}

// stores sums the files of each kind: what was read, then what was only listed or skipped.
func (v *Viewer) stores() (rows []components.StoreRow, sum components.StoreRow) {
	problems := map[int32]int{}
	for i := range v.file.Problems {
		problems[v.file.Problems[i].Source]++
	}
	type store struct {
		row    components.StoreRow
		states map[timeline.State]int
		at     int
	}
	stores := map[string]*store{}
	var order []*store
	for i := range v.file.Sources {
		s := &v.file.Sources[i]
		st := stores[s.Kind]
		if st == nil {
			st = &store{row: components.StoreRow{Href: fmt.Sprintf("#/files/file-%d", i)}, states: map[timeline.State]int{}}
			st.row.Name, st.at = kindName(s.Kind)
			stores[s.Kind] = st
			order = append(order, st)
		}
		st.states[s.State] += s.Files
		for _, r := range [...]*components.StoreRow{&st.row, &sum} {
			r.Files, r.Bytes, r.Records, r.Lost, r.Problems = r.Files+s.Files, r.Bytes+s.Bytes, r.Records+s.Records, r.Lost+s.Lost, r.Problems+problems[int32(i)]
			r.Opened = r.Opened || s.State == timeline.Read || s.State == timeline.Partly || s.State == timeline.Unreadable
		}
	}
	sum.Problems += problems[timeline.None]
	slices.SortStableFunc(order, func(a, b *store) int {
		if a.row.Opened != b.row.Opened {
			return map[bool]int{true: -1, false: 1}[a.row.Opened]
		}
		return a.at - b.at
	})
	for _, st := range order {
		for _, told := range [...]struct {
			state timeline.State
			tone  components.Tone
		}{{timeline.Unreadable, components.Bad}, {timeline.Partly, components.Ask}, {timeline.Skipped, components.Plain}, {timeline.Listed, components.Plain}} {
			n := st.states[told.state]
			switch {
			case n == 0:
			case n == st.row.Files:
				st.row.Tags = append(st.row.Tags, components.Tag{Text: told.state.String(), Tone: told.tone})
			default:
				st.row.Tags = append(st.row.Tags, components.Tag{Text: components.Count(n) + " " + told.state.String(), Tone: told.tone})
			}
		}
		rows = append(rows, st.row)
	}
	return rows, sum
}

var signInWords = regexp.MustCompile(`Signed in to (\S+) as (\S+?)\.?\s*$`)

// identity says who signed in where, whose repositories were worked on, and in whose home
// folder.
func (v *Viewer) identity() []components.Identity {
	var out []components.Identity
	type account struct{ host, login string }
	type signs struct {
		n, last int
	}
	accounts := map[account]*signs{}
	var order []account
	outs, lastOut := 0, 0
	for i := range v.file.Facts {
		f := &v.file.Facts[i]
		if f.Kind != timeline.SignIn {
			continue
		}
		m := signInWords.FindStringSubmatch(f.Text)
		if m == nil {
			outs, lastOut = outs+1, i
			continue
		}
		a := account{m[1], m[2]}
		if accounts[a] == nil {
			accounts[a] = &signs{}
			order = append(order, a)
		}
		accounts[a].n++
		accounts[a].last = i
	}
	where := func(i int) (note, href string) {
		f := &v.file.Facts[i]
		return "last " + components.UTC(f.Time) + ", line " + components.Count(f.Line) + " of " + v.file.Sources[f.Source].Path, fmt.Sprintf("#/files/file-%d", f.Source)
	}
	for _, a := range order {
		note, href := where(accounts[a].last)
		out = append(out, components.Identity{What: "Signed in", Who: a.login + " at " + a.host, Note: times(accounts[a].n) + ", " + note, Href: href})
	}
	if outs > 0 {
		note, href := where(lastOut)
		out = append(out, components.Identity{What: "Signed out", Who: "“Logged out” in process logs", Note: times(outs) + ", " + note, Href: href})
	}
	sessions := func(what string, of func(*timeline.Session) string) {
		g := v.grouping("", "", "", func(s *timeline.Session) []string {
			if name := of(s); name != "" {
				return []string{name}
			}
			return nil
		})
		for _, r := range g.Rows {
			if !r.Untold {
				out = append(out, components.Identity{What: what, Who: r.Name, Note: components.Counted(r.Sessions, "session"), Href: r.Href})
			}
		}
	}
	sessions("Repository owner", func(s *timeline.Session) string { return ownerOf(s.Repository) })
	sessions("Home folder", func(s *timeline.Session) string { return homeFolder(s.Project) })
	return out
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return components.Count(n) + " times"
}

// ownerOf is the account of a repository that is spelled owner/name.
func ownerOf(repository string) string {
	owner, _, found := strings.Cut(repository, "/")
	if !found {
		return ""
	}
	return owner
}

var homePath = regexp.MustCompile(`^(?:[A-Za-z]:)?[/\\](?:home|Users|root)(?:[/\\][^/\\]+)?`)

// homeFolder is the home folder that a directory lies in, "" where it cannot be told.
func homeFolder(dir string) string { return homePath.FindString(dir) }
