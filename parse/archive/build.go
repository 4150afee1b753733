package archive

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"time"

	"flightlog/parse/timeline"
)

// member is one thing that an archive lists, whatever kind of archive it is.
type member struct {
	name     string // decoded, not yet cleaned
	place    string // where it belongs, cleaned later, for a file whose name does not say; "" for its name
	dir      bool   // the archive says that it is a folder
	special  string // "a symbolic link", "a device", …; "" for a file or folder
	bytes    int64  // -1 when it is not stated
	packed   int64
	modified time.Time
	at       int64
	body     body
}

// path is the name that says where the member belongs.
func (m *member) path() string {
	if m.place != "" {
		return m.place
	}
	return m.name
}

// builder makes the lists of an Archive out of its members.
type builder struct {
	a     *Archive
	opt   Options
	whole []timeline.Problem // about the archive, from its reader
	each  []Problem          // about names and entries

	names   []cleaned     // of the members that count, in their order
	kept    []*member     // the same members
	places  map[place]int // of the entries, until they are sorted
	folders []*Entry      // that the archive names itself
}

// build makes the lists. known are homes that are found already, nil to look for them.
func (b *builder) build(members []member, known homes) error {
	if err := b.rename(members); err != nil {
		return err
	}
	h := known
	if h == nil {
		var err error
		if h, err = b.findHomes(); err != nil {
			return err
		}
	}
	if len(h) == 0 || len(b.names) == 0 {
		return b.noData(len(members))
	}
	if err := b.number(h); err != nil {
		return err
	}
	if err := b.entries(h); err != nil {
		return err
	}
	if err := b.unreadable(); err != nil {
		return err
	}
	if err := b.order(); err != nil {
		return err
	}
	b.finish()
	for _, e := range b.a.Entries {
		if slices.Contains(b.opt.Without, e.Path) {
			e.body = refused{failf(timeline.Limit, "“%s” was left out, as was asked.", short(e.Path))}
		}
	}
	return nil
}

// rename cleans every name and sorts out what is no file of a person.
func (b *builder) rename(members []member) error {
	backslash := true
	for i := range members {
		if strings.Contains(members[i].path(), "/") {
			backslash = false
			break
		}
	}
	b.names, b.kept = make([]cleaned, 0, len(members)), make([]*member, 0, len(members))
	for i := range members {
		m := &members[i]
		if err := b.pause(i, m); err != nil {
			return err
		}
		c := clean(m.path(), backslash)
		c.dir = c.dir || m.dir
		if c.path != "" && junk(c.path) {
			if !c.dir {
				b.a.Junk++
			}
			continue
		}
		if m.special != "" && c.odd == "" {
			c.odd = "is " + m.special
		}
		if c.path == "" {
			if c.odd != "" {
				b.odd(nil, m, c)
			}
			continue
		}
		b.names = append(b.names, c)
		b.kept = append(b.kept, m)
	}
	return nil
}

// pause lets others have their turn at the i-th of many members. The list of them is read:
// what is done is all there is.
func (b *builder) pause(i int, m *member) error {
	if i%often != 0 {
		return nil
	}
	return b.opt.Pause(b.a.Bytes, b.a.Bytes, visible(m.name))
}

// number lists the homes that have something in them, in a stable order.
func (b *builder) number(h homes) error {
	best := map[string]root{}
	for i, c := range b.names {
		if err := b.pause(i, b.kept[i]); err != nil {
			return err
		}
		if r, _, ok := h.of(c.path); ok {
			if old, seen := best[r.user]; !seen || r.named(old) {
				best[r.user] = r
			}
		}
	}
	users := make([]string, 0, len(best))
	for u := range best {
		users = append(users, u)
	}
	sort.Slice(users, func(i, j int) bool {
		x, y := best[users[i]], best[users[j]]
		if x.home != y.home {
			return x.home < y.home
		}
		return x.user < y.user
	})
	index := map[string]int{}
	for i, u := range users {
		b.a.Homes = append(b.a.Homes, timeline.Home{Root: best[u].home})
		index[u] = i
	}
	for dir, r := range h {
		r.number = index[r.user]
		h[dir] = r
	}
	return nil
}

// entries places every file and folder in its home.
func (b *builder) entries(h homes) error {
	b.places = make(map[place]int, len(b.names))
	b.a.Entries = make([]*Entry, 0, len(b.names))
	folders := map[place]bool{}
	for i, c := range b.names {
		m := b.kept[i]
		if err := b.pause(i, m); err != nil {
			return err
		}
		r, rest, ok := h.of(c.path)
		if !ok {
			if !c.dir {
				b.a.Outside++
				b.odd(nil, m, c)
			}
			continue
		}
		path, rel := r.place(c.path, rest)
		if c.dir {
			if at := (place{r.number, path}); !folders[at] {
				folders[at] = true
				b.folders = append(b.folders, &Entry{Path: path, Rel: rel, Home: r.number})
			}
			continue
		}
		e := &Entry{Path: path, Rel: rel, Home: r.number, Name: visible(m.name), Bytes: m.bytes, Packed: m.packed,
			Modified: m.modified, Odd: c.odd, at: m.at, body: m.body}
		b.add(e)
		b.odd(e, m, c)
	}
	return nil
}

// order makes the lists the same however the archive was packed.
func (b *builder) order() error {
	pause := func(e *Entry) error { return b.opt.Pause(b.a.Bytes, b.a.Bytes, e.Path) }
	for _, list := range [][]*Entry{b.a.Entries, b.folders} {
		if err := order(list, pause); err != nil {
			return err
		}
	}
	for i, e := range b.a.Entries {
		e.Index = int32(i)
	}
	for _, f := range b.folders {
		b.a.Folders = append(b.a.Folders, Folder{Path: f.Path, Rel: f.Rel, Home: f.Home})
	}
	return nil
}

// add keeps one entry a place: an ordinary name before an odd one, so that nobody can
// slip a file over another by climbing, then the later one.
func (b *builder) add(e *Entry) {
	at := place{e.Home, e.Path}
	i, taken := b.places[at]
	if !taken {
		b.places[at] = len(b.a.Entries)
		b.a.Entries = append(b.a.Entries, e)
		return
	}
	old := b.a.Entries[i]
	used, other, why := e, old, "the later one"
	if (old.Odd == "") != (e.Odd == "") {
		why = "the one with the plain name"
		if old.Odd == "" {
			used, other = old, e
		}
	}
	b.a.Entries[i] = used
	b.each = append(b.each, Problem{used, problemf(timeline.Duplicate,
		"“%s” is in the archive more than once: %s is used, of %s, and not that of %s.",
		short(e.Path), why, b.which(used), b.which(other))})
}

// which tells one of several files of the same place from the others.
func (b *builder) which(e *Entry) string {
	if b.a.Kind == kindFolder || b.a.Kind == kindFiles {
		return stated(e.Bytes) + ", “" + short(e.Name) + "”"
	}
	return stated(e.Bytes) + " at byte " + grouped(e.at)
}

func stated(n int64) string {
	if n < 0 {
		return "unknown size"
	}
	return grouped(n) + " bytes"
}

// odd notes an odd name, with the path it is listed by.
func (b *builder) odd(e *Entry, m *member, c cleaned) {
	if c.odd == "" {
		return
	}
	name := short(visible(m.name))
	var text string
	switch {
	case m.special != "" && c.odd == "is "+m.special:
		text = fmt.Sprintf("“%s” is %s; it is listed and not followed.", name, m.special)
	case e != nil:
		text = fmt.Sprintf("“%s” %s; it is listed as “%s”.", name, c.odd, short(e.Path))
	case c.path == "" && name == "":
		text = fmt.Sprintf("The file at byte %s has no name; it was left out.", grouped(m.at))
	default:
		text = fmt.Sprintf("“%s” %s; it belongs to no home and was left out.", name, c.odd)
	}
	b.each = append(b.each, Problem{e, problemf(timeline.OddName, "%s", text)})
}

// unreadable notes the entries that cannot be opened, and fails when that is all of them.
func (b *builder) unreadable() error {
	files, blocked := 0, 0
	var first *Error
	for _, e := range b.a.Entries {
		err := e.body.err()
		if err != nil && err.Code == timeline.OddName {
			continue // noted already
		}
		if e.Bytes != 0 {
			files++
		}
		if err == nil {
			continue
		}
		if e.Bytes != 0 {
			blocked++
		}
		if first == nil || err.Code == timeline.ZipEncrypted {
			first = err
		}
		b.each = append(b.each, Problem{e, err.Problem()})
	}
	switch {
	case files == 0 || blocked < files:
		return nil
	case first.Code == timeline.ZipEncrypted:
		return failf(first.Code, "Every file in this zip is encrypted; unpack it and zip it again without a password.")
	}
	return failf(first.Code, "No file in this %s can be unpacked here: %s", b.noun(), first.Message)
}

// noun is what the archive is called in a sentence.
func (b *builder) noun() string {
	if b.a.Kind == kindTar {
		return "tar archive"
	}
	return b.a.Kind
}

// noData says what the archive is when it holds no home.
func (b *builder) noData(members int) error {
	again := "zip the folder with: " + zipCommand
	switch b.a.Kind {
	case kindTar, kindTarGz:
		again = "pack the folder with: " + tarCommand
	case kindFolder:
		again = "choose your .copilot folder itself; its name begins with a dot, so it may be hidden"
	}
	files := b.a.Junk
	for _, c := range b.names {
		if !c.dir {
			files++
		}
	}
	if b.a.Kind == kindFiles {
		return failf(timeline.NoData, "%s known from a .copilot folder; choose the folder itself, an events.jsonl or a session-store.db.",
			map[bool]string{true: "This file is not", false: "None of these " + counted(files, "file") + " is"}[files == 1])
	}
	if len(b.kept) == 0 && members == 0 {
		return failf(timeline.NoData, "This %s is empty: it holds no files; %s", b.noun(), strings.Replace(again, "folder with", "folder again with", 1))
	}
	cut := ""
	for _, p := range b.whole {
		if p.Code == timeline.ZipTruncated {
			cut = " The " + b.noun() + " is also cut, so copy or download it again."
		}
	}
	return failf(timeline.NoData, "This %s holds no Copilot data: no .copilot folder, no session-state and no session-store.db were found among its %s; %s%s",
		b.noun(), counted(files, "file"), again, cut)
}

// finish puts the problems in a stable order and within their limit.
func (b *builder) finish() {
	sort.SliceStable(b.each, func(i, j int) bool {
		x, y := &b.each[i], &b.each[j]
		if x.path() != y.path() {
			return x.path() < y.path()
		}
		return x.Message < y.Message
	})
	for _, p := range b.whole {
		b.a.Problems = append(b.a.Problems, Problem{Problem: p})
	}
	b.a.Problems = append(b.a.Problems, b.each...)
	if most := max(b.opt.Limits.Problems, 1); len(b.a.Problems) > most {
		more := len(b.a.Problems) - most + 1
		b.a.Problems = append(slices.Clip(b.a.Problems[:most-1]), Problem{Problem: problemf(timeline.Limit, "%s with names and entries of this archive are not listed.", counted(more, "further problem"))})
	}
}

func (p *Problem) path() string {
	if p.Entry == nil {
		return ""
	}
	return p.Entry.Path
}
