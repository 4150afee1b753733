// Package viewer holds the open archive and answers the page: an operation and its
// argument come in, HTML goes out. All state of the view that outlives a screen is
// here; the page knows places and windowed lists, and never sees a row.
//
// What is said of one session stands in the room session, the files of the archive in
// files, the search box in search, what a reader may choose of many records in filter, and
// the addresses of long texts and of pictures in part.
//
// It is plain Go without a browser, so that every answer can be tested natively. An
// error's text is one sentence for the person; damage inside an archive is no error
// but shown where it stands.
package viewer

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"flightlog/components"
	"flightlog/parse"
	"flightlog/parse/archive"
	"flightlog/parse/timeline"
	"flightlog/wasm/viewer/files"
	"flightlog/wasm/viewer/part"
	"flightlog/wasm/viewer/search"
	"flightlog/wasm/viewer/session"
)

// Pause is called often while an archive is read: unpacked bytes done and in all, and
// the file at hand. Its error ends the reading.
type Pause func(done, total int64, name string) error

// Viewer is the open archive and what of it is unfolded.
type Viewer struct {
	wish     Wish  // how archives are opened
	early    int64 // bytes of logs that a first screen waits for
	file     *parse.Opened
	start    string                   // the page that the archive opens with: the overview, or the session that came alone
	sessions map[string]*session.Page // by the session's key in links
	keys     map[*timeline.Session]string
	rail     []railEntry
	grants   []grantEntry

	search *search.Box
	files  *files.Files
	all    *all // the timeline over everything, once it was asked for

	remembered map[int]bool // unfolded rows of the prompt history
	typed      map[string]typedAt
	now        func() time.Time // of the day, for the words about a time
	clock      func() time.Time // for the length of a slice of work

	Watch func(name string, total int64) // told of the file at hand, and of the bytes in all, while the rest is read; may be nil

	rest   *rest         // what is still to be read, nil for nothing
	joined string        // what work answers next: the rest is read
	sums   *parse.Totals // nil until they are asked for
	rules  *inquiry
	names  *names // nil until they are asked for
	bare   bool   // what has the shape of a secret is shown, as a person asked

	auditing *audit            // nil until it is asked for
	projects map[string]string // what a project is called, see projectLabel
}

// New makes a Viewer without an archive.
func New() *Viewer {
	v := &Viewer{early: earlyLogs, now: time.Now, clock: time.Now}
	v.search = search.New(func() time.Time { return v.now() }, v.readOn, v.pageOf)
	return v
}

// Open reads what was handed over under that name, an archive alone or the files of a
// folder, and answers the HTML of the frame around it. The archive that was open before
// is gone only when this one could be read.
func (v *Viewer) Open(name string, in []archive.File, inflate archive.Inflater, pause Pause) ([]byte, error) {
	opened, err := parse.OpenFiles(in, name, parse.Options{Limits: v.wish.limits(), Without: v.wish.Without, Inflate: inflate, Early: v.early, Pause: parse.Pause(pause)})
	if err != nil {
		return nil, err
	}
	v.show(opened)
	return v.frame()
}

// frame is the HTML around an open archive.
func (v *Viewer) frame() ([]byte, error) {
	t := v.file.Timeline
	count := 0
	for i := range t.Sources {
		count += t.Sources[i].Files
	}
	page, err := render(components.Shell(components.App{
		Archive: t.Archive.Name, Bytes: t.Archive.Bytes, Sessions: len(t.Sessions), Events: t.Events(),
		All: t.Events() + len(t.Facts) + len(t.Grants) + len(t.History), Problems: len(t.Problems), Severe: t.Severe() > 0, Files: count, History: len(t.History), Asked: v.asked(),
		Start: v.start, Found: v.findingsFound(), Reading: v.reading(),
		Rail: components.List{Name: "rail", Count: len(v.rail), Chunk: railChunk, Est: 50, Label: "Sessions by project"}, Hidden: v.names != nil && v.names.on, Bare: v.bare,
	}))
	return v.hide("", page), err
}

func (v *Viewer) show(opened *parse.Opened) {
	v.file, v.sessions, v.keys = opened, map[string]*session.Page{}, map[*timeline.Session]string{}
	v.enter()
	v.start = "overview"
	if len(opened.Sessions) == 1 {
		v.start = strings.TrimPrefix(v.sessionHref(opened.Sessions[0]), "#/")
	}
	v.rail, v.grants = railOf(opened.Timeline), grantsOf(opened.Grants, opened.Sources)
	v.remembered, v.typed, v.sums, v.auditing, v.projects, v.names, v.bare = map[int]bool{}, nil, nil, nil, nil, nil, false
	v.readRest()
	v.inquire()
	v.search.Open(v.file)
	v.all.leave()
	v.all = nil
	v.showFiles()
}

// Answer answers an operation: main and panel take a route, list takes a list's name
// and a chunk's number, act opens or closes a row or switches a chip, place says where a
// route's row stands in its list, row gives it anew, more the next part of a long text, next where the next prompt, failure or
// call stands, outline the prompts of a route's session, span which rows a stretch of the tape has, paper
// and sheet a list as it is printed, text gives bytes for the clipboard, image those of a
// picture, work runs a slice of what the first screen did not wait for, later gives what it found so far, and frame the frame anew; find, found,
// halt, complete and hop are those of the search.
func (v *Viewer) Answer(op, arg string) ([]byte, error) {
	if v.file == nil {
		return nil, fmt.Errorf("no archive is open")
	}
	switch op {
	case "hop":
		return v.hop(arg)
	case "find", "found", "halt", "complete":
		out, err := v.searchOp(op, arg)
		return v.hide("", out), err
	case "panel", "list", "act", "row", "more":
		out, err := v.answer(op, arg)
		if out = v.hide(arg, out); !strings.HasPrefix(arg, "rail ") {
			out = v.search.Highlight(out)
		}
		return out, err
	case "main", "outline", "later", "paper", "sheet":
		out, err := v.answer(op, arg)
		return v.hide(arg, out), err
	case "names":
		return v.switchNames(arg)
	case "secrets":
		return v.switchSecrets(arg)
	case "frame":
		return v.frame()
	}
	return v.answer(op, arg)
}

// answer answers an operation about what stands in the archive.
func (v *Viewer) answer(op, arg string) ([]byte, error) {
	switch op {
	case "main":
		r := v.route(arg)
		if (r.name == "all" || r.name == "permissions") && v.readOn() {
			return nil, nil // not yet: they look at everything
		}
		if r.name == "all" {
			return v.allPage(r)
		}
		return render(v.main(r))
	case "panel":
		return v.panel(v.route(arg))
	case "list":
		return v.list(arg)
	case "act":
		return v.act(arg)
	case "place":
		return v.place(v.route(arg))
	case "row":
		return v.row(arg)
	case "more":
		return v.more(arg)
	case "next":
		return v.next(arg)
	case "span":
		return v.span(arg)
	case "paper":
		return v.paper(arg)
	case "sheet":
		return v.sheet(arg)
	case "outline":
		return v.outline(arg)
	case "text":
		return v.text(arg)
	case "image":
		return v.image(arg)
	case "work":
		return v.work(arg)
	case "later":
		return v.later(arg)
	}
	return nil, fmt.Errorf("the program knows no operation %q", op)
}

// searchOp answers the operations of the search: find begins that of a text and answers
// its page, found takes it on and answers what stands around the hits, halt ends it,
// complete answers what the last term of a text may become.
func (v *Viewer) searchOp(op, arg string) ([]byte, error) {
	switch op {
	case "find":
		return render(v.search.Find(arg))
	case "complete":
		return render(v.search.Complete(arg))
	}
	around := v.search.Found(op == "halt")
	if around == nil {
		return nil, fmt.Errorf("nothing is looked for")
	}
	return render(around)
}

// hop answers "<number> <how many> <route>": the hit that stands by ±1 behind the one of
// a route, or behind the one that was visited last; by 0 only which one the route's is.
func (v *Viewer) hop(arg string) ([]byte, error) {
	number, at, _ := strings.Cut(arg, " ")
	by, err := strconv.Atoi(number)
	if err != nil || by < -1 || by > 1 {
		return nil, fmt.Errorf("the program knows no hop %q", number)
	}
	r := v.route(at)
	here := search.Place{Record: r.Record, Event: r.Event}
	if r.page != nil {
		here.Session = r.page.Session()
	}
	if r.name != "search" && r.hash != "" {
		here.Link = "#/" + r.hash
	}
	place, total, link := v.search.Hop(by, here)
	return fmt.Appendf(nil, "%d %d %s", place, total, strings.TrimPrefix(link, "#/")), nil
}

// list answers the rows of one chunk of a list.
func (v *Viewer) list(arg string) ([]byte, error) {
	name, number, _ := strings.Cut(arg, " ")
	chunk, err := strconv.Atoi(number)
	if err != nil || chunk < 0 {
		return nil, fmt.Errorf("the program knows no chunk %q of a list", number)
	}
	kind, key, _ := strings.Cut(name, "/")
	key, f := sessionList(key)
	p := v.sessions[unescape(key)]
	switch {
	case kind == "rail":
		return render(components.RailRows(v.railRows(chunk)))
	case kind == "problems":
		return render(components.ProblemRows(v.problemRows(chunk)))
	case kind == "files":
		return render(v.files.Rows(chunk))
	case kind == "audit":
		return render(components.AuditRows(v.auditRows(key, f, chunk)))
	case kind == "findings":
		return render(components.FindingRows(v.findingRows(chunk)))
	case kind == "file":
		rows, err := v.files.List(chunk)
		if err != nil {
			return nil, err
		}
		return render(rows)
	case strings.HasPrefix(name, "all"):
		f, _ := allList(name)
		rows, err := v.allRows(f, chunk)
		if err != nil {
			return nil, err
		}
		return render(components.AllRows(rows))
	case kind == "hits":
		if rows := v.search.Rows(chunk); rows != nil {
			return render(rows)
		}
	case kind == "history":
		return render(components.ConversationItems(v.historyRows(chunk)))
	case kind == "standing":
		return render(components.ConversationItems(v.grantRows(chunk)))
	case p != nil:
		if rows := p.List(kind, f, chunk); rows != nil {
			return render(rows)
		}
	}
	return nil, fmt.Errorf("the program knows no list %q", name)
}

// act opens or closes a row of a conversation and answers its new inside.
func (v *Viewer) act(arg string) ([]byte, error) {
	key, number, _ := strings.Cut(arg, "/")
	i, err := strconv.Atoi(number)
	if key == historyKey && err == nil && i >= 0 && i < len(v.file.History) {
		v.remembered[i] = !v.remembered[i]
		return render(components.ItemBody(v.historyRow(i)))
	}
	if key == findingsKey && err == nil {
		if body := v.findingAct(i); body != nil {
			return render(body)
		}
	}
	if chip, ok := strings.CutPrefix(number, "+"); ok && key == search.Key {
		name, _, _ := strings.Cut(chip, " ")
		return render(v.search.Order(name == "newest"))
	} else if ok && key == files.Key {
		name, _, _ := strings.Cut(chip, " ")
		page, err := v.files.Act(name)
		if page == nil || err != nil {
			return nil, err
		}
		return render(page)
	}
	if p := v.sessions[unescape(key)]; p != nil {
		if seen := p.Act(number); seen != nil {
			return render(seen)
		}
	}
	return nil, fmt.Errorf("the program knows no row %q", arg)
}

// panel answers the inspector of a route's record, or nothing.
func (v *Viewer) panel(r route) ([]byte, error) {
	switch {
	case r.Problem >= 0:
		return render(components.InspectorPanel(v.inspectProblem(r)))
	case r.name == "file" && r.look.Line > 0:
		if in, ok := v.files.Inspect(r.look); ok {
			return render(components.InspectorPanel(in))
		}
	case r.file >= 0:
		return render(components.FilePanel(v.files.Detail(r.file)))
	case r.Record != nil:
		return render(components.InspectorPanel(r.page.Inspect(r.Place)))
	}
	return nil, nil
}

// place answers where in its list the row of a route's record stands.
func (v *Viewer) place(r route) ([]byte, error) {
	at := max(r.Problem, r.row, 0)
	switch {
	case r.name == "file":
		at = v.files.At(r.look)
	case r.page != nil:
		at = r.page.At(r.Place)
	case r.name == "findings":
		at = r.finding
	case r.name == "files":
		at = v.files.TreeAt(r.file)
	}
	return strconv.AppendInt(nil, int64(at), 10), nil
}

// row answers the inside of a row of a conversation: its list's name and its number.
func (v *Viewer) row(arg string) ([]byte, error) {
	name, number, _ := strings.Cut(arg, " ")
	i, err := strconv.Atoi(number)
	kind, key, _ := strings.Cut(name, "/")
	if p := v.sessions[unescape(key)]; p != nil && err == nil {
		if inside := p.Row(kind, i); inside != nil {
			return render(inside)
		}
	}
	return nil, fmt.Errorf("the program knows no row %q", arg)
}

// outline answers the list of a session's prompts. The argument is a route and the index
// of the row that is read in the conversation.
func (v *Viewer) outline(arg string) ([]byte, error) {
	place, number, _ := strings.Cut(arg, " ")
	r := v.route(place)
	if r.page == nil {
		return nil, fmt.Errorf("an outline is of a session: choose one")
	}
	row, err := strconv.Atoi(number)
	if err != nil {
		row = -1
	}
	return render(r.page.Outline(r.Place, row))
}

// span answers which rows of a conversation stand in a stretch of the tape: its list's
// name and two places. The answer is the index of the first, or -1, and what is told of them.
func (v *Viewer) span(arg string) ([]byte, error) {
	parts := strings.Split(arg, " ")
	kind, key, _ := strings.Cut(parts[0], "/")
	if p := v.sessions[unescape(key)]; len(parts) == 3 && kind == "conversation" && p != nil {
		from, err := strconv.Atoi(parts[1])
		to, err2 := strconv.Atoi(parts[2])
		if first, told, ok := p.Span(from, to); ok && err == nil && err2 == nil {
			return fmt.Appendf(nil, "%d %s", first, told), nil
		}
	}
	return nil, fmt.Errorf("the program knows no stretch %q", arg)
}

// text answers the exact bytes of a record or of a damaged place, or the command that finds
// a record.
func (v *Viewer) text(arg string) ([]byte, error) {
	if place, ok := strings.CutPrefix(arg, "command "); ok {
		command := ""
		if r := v.route(place); r.page != nil {
			command = r.page.Command(r.Place)
		}
		return []byte(command), nil
	}
	if part.IsText(arg) {
		b, sub, err := v.part(arg)
		return []byte(components.BlockText(b, sub)), err
	}
	r := v.route(arg)
	if r.Problem >= 0 {
		return v.damaged(r.Problem), nil
	}
	if r.file >= 0 {
		return v.file.FileText(int32(r.file)), nil
	}
	if r.Tab == session.ShellTab && strings.HasSuffix(arg, "/"+session.ShellTab) {
		return r.page.Script(), nil
	}
	if r.Record == nil {
		return nil, fmt.Errorf("the program knows no record %q", arg)
	}
	return v.file.Raw(r.Record), nil
}

func render(c templ.Component) ([]byte, error) {
	var b bytes.Buffer
	err := c.Render(context.Background(), &b)
	return b.Bytes(), err
}
