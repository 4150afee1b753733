package session

import (
	"path"
	"strings"

	"flightlog/components"
	"flightlog/parse"
	"flightlog/parse/timeline"
)

// editors are the tools that change files and say in their arguments how.
var editors = map[string]bool{"edit": true, "create": true, "apply_patch": true, "str_replace": true, "write": true}

// mayHaveChanged reports that no record speaks against a change: neither a refusal nor a
// failure.
func mayHaveChanged(c *timeline.Call) bool {
	return c.Outcome == timeline.Succeeded || c.Outcome == timeline.Unstated
}

// changeRow is a row of a session's changes: a heading, a file, a call or a snapshot.
type changeRow struct {
	heading string
	file    *fileChanges
	call    int32 // index into Session.Calls, or None
	shot    *parse.Snapshot
}

// fileChanges is what the calls of a session, the end of its log and its snapshots say of
// one file.
type fileChanges struct {
	path           string // as the first record names it
	from           string // the path before, where it was moved
	kinds          []string
	calls          int
	added, removed int
	proposed       int               // of the calls, those that are known only as they were asked for
	uncounted      int               // of the calls, those whose lines no record shows
	first          int32             // the first call, or None
	named          bool              // by the end of the log
	missing        bool              // there, although it lists files
	shots          []*parse.Snapshot // that name it
}

// changesOf joins all of it, once.
func (p *Page) changesOf() []changeRow {
	t := p.tabsOf()
	if t.changes != nil {
		return t.changes
	}
	byPath := map[string]*fileChanges{}
	var files []*fileChanges
	file := func(name string) *fileChanges {
		key := wholePath(name, p.s.Project)
		if byPath[key] == nil {
			byPath[key] = &fileChanges{path: name, first: timeline.None}
			files = append(files, byPath[key])
		}
		return byPath[key]
	}
	for _, at := range t.edits {
		if c := &p.s.Calls[at]; mayHaveChanged(c) {
			p.addCall(at, file)
		}
	}
	t.changeFacts = p.changeFacts(files)
	ends := p.addEnds(file)
	shots := p.snapshotsOf()
	for i := range shots {
		for _, f := range shots[i].Files {
			if f.Path != "" {
				g := file(f.Path)
				g.shots = append(g.shots, &shots[i])
			}
		}
	}
	if ends.told > 0 {
		t.changeFacts = append(t.changeFacts, ends.words())
	}
	t.changes = changeRows(files, t.edits, shots, ends.told > 0)
	return t.changes
}

func changeRows(files []*fileChanges, edits []int32, shots []parse.Snapshot, ended bool) []changeRow {
	out := []changeRow{}
	head := func(text string, n int) {
		if n > 0 {
			out = append(out, changeRow{heading: text, call: timeline.None})
		}
	}
	head("Files", len(files))
	for _, f := range files {
		f.missing = ended && !f.named
		out = append(out, changeRow{file: f, call: timeline.None})
	}
	head("Every call, in order", len(edits))
	for _, at := range edits {
		out = append(out, changeRow{call: at})
	}
	head("Rewind snapshots", len(shots))
	for i := range shots {
		out = append(out, changeRow{shot: &shots[i], call: timeline.None})
	}
	return out
}

// addCall adds what one call did to the files that it names.
func (p *Page) addCall(at int32, file func(string) *fileChanges) {
	s := p.s
	c := &s.Calls[at]
	note := func(name string, kind string) *fileChanges {
		f := file(name)
		f.calls++
		if f.first == timeline.None {
			f.first = at
		}
		for _, known := range f.kinds {
			if known == kind {
				return f
			}
		}
		f.kinds = append(f.kinds, kind)
		return f
	}
	for _, b := range p.file.CallBlocks(s, c) {
		switch {
		case b.Kind == timeline.DiffBlock:
			for i := range b.Changes {
				ch := &b.Changes[i]
				f := note(ch.Path, ch.Kind.String())
				f.from, f.added, f.removed = ch.From, f.added+ch.Added, f.removed+ch.Removed
				if b.Title != "As applied" {
					f.proposed++
				}
			}
			if len(b.Changes) == 0 { // it is shown as it stands
				note(p.file.CallSummary(s, c).Text, "changed").uncounted++
			}
			return
		case newFile(c, b):
			f := note(b.Title, timeline.Created.String())
			f.added += lineCount(b.Text)
			f.proposed++
			return
		}
	}
	note(p.file.CallSummary(s, c).Text, "changed").uncounted++
}

func lineCount(text string) int {
	n := strings.Count(text, "\n")
	if text != "" && !strings.HasSuffix(text, "\n") {
		n++
	}
	return n
}

// wholePath is a path to compare by: with forward slashes, and from the session's
// directory where it is relative.
func wholePath(name, project string) string {
	name, project = strings.ReplaceAll(name, `\`, "/"), strings.ReplaceAll(project, `\`, "/")
	drive := len(name) > 1 && name[1] == ':'
	if project != "" && !drive && !strings.HasPrefix(name, "/") && !strings.HasPrefix(name, "~") {
		name = project + "/" + name
	}
	return path.Clean(name)
}

// fromProject tells paths from the session's directory on, as far as they lie in it: their ends
// tell them apart, and a row cuts those. Several stand with ", " between them.
func (p *Page) fromProject(paths string) string {
	if p.s.Project == "" {
		return paths
	}
	parts := strings.Split(paths, ", ")
	for i, name := range parts {
		for _, slash := range [...]string{"/", `\`} {
			if inside, ok := strings.CutPrefix(name, strings.TrimSuffix(p.s.Project, slash)+slash); ok && inside != "" {
				parts[i] = inside
			}
		}
	}
	return strings.Join(parts, ", ")
}

// logEnds is what the ends of a session's runs say of changed files.
type logEnds struct{ told, files int }

func (e logEnds) words() string {
	switch {
	case e.files == 0:
		return "the log's end names no file"
	case e.told > 1:
		return "the ends of the log's runs name " + components.Counted(e.files, "file")
	}
	return "the log's end names " + components.Counted(e.files, "file")
}

// addEnds marks the files that a session.shutdown names.
func (p *Page) addEnds(file func(string) *fileChanges) logEnds {
	s := p.s
	var ends logEnds
	for i := range s.Events {
		if s.Events[i].Type != "session.shutdown" {
			continue
		}
		paths, told := p.file.FilesModified(&s.Events[i])
		if told {
			ends.told++
		}
		for _, name := range paths {
			if f := file(name); !f.named {
				f.named = true
				ends.files++
			}
		}
	}
	return ends
}

// snapshotsOf reads the index of the session's rewind snapshots.
func (p *Page) snapshotsOf() []parse.Snapshot {
	s := p.s
	if s.Dir == "" {
		return nil
	}
	for i := range p.file.Sources {
		src := &p.file.Sources[i]
		if src.Home == s.Home && src.Kind == "rewind" && strings.HasSuffix(src.Path, s.Dir+"/rewind-file-snapshots/index.json") {
			return p.file.Snapshots(int32(i))
		}
	}
	return nil
}

// backup gives the file of the archive that an image names, nil where it is not there.
func (p *Page) backup(image parse.SnapshotImage) *timeline.Source {
	s := p.s
	if image.Backup == "" {
		return nil
	}
	for i := range p.file.Sources {
		src := &p.file.Sources[i]
		if src.Home == s.Home && strings.HasSuffix(src.Path, s.Dir+"/rewind-file-snapshots/backups/"+image.Backup) {
			return src
		}
	}
	return nil
}

// changeFacts sums what the calls changed, before anything else names files.
func (p *Page) changeFacts(files []*fileChanges) []string {
	t := p.tabsOf()
	added, removed := 0, 0
	for _, f := range files {
		added, removed = added+f.added, removed+f.removed
	}
	var out []string
	out = components.Tell(out, t.made, "change", "changes")
	if len(files) > 0 {
		out = append(out, "to "+components.Counted(len(files), "file")+", "+lines(added, removed))
	}
	return components.Tell(out, len(t.edits)-t.made, "more call was refused, failed or has no result", "more calls were refused, failed or have no result")
}

func lines(added, removed int) string {
	return "+" + components.Count(added) + " −" + components.Count(removed)
}

func (p *Page) changesIntro() (in components.Intro, title, none string) {
	p.changesOf()
	in.Text = "What the calls of the tools for files changed. Lines are those of the changes shown: as applied where a result holds the difference, otherwise as asked for. A path that begins with no slash is one in the session’s directory. What shell commands and other programs did to files, no record tells."
	in.Facts = p.tabsOf().changeFacts
	return in, "No changes", "No call of this session edits, creates or patches a file, and neither the end of its log nor a rewind snapshot names one. What shell commands did to files is not recorded."
}

func (p *Page) changeItem(i int, out components.Item) components.Item {
	row := p.changesOf()[i]
	switch {
	case row.heading != "":
		return components.Item{Kind: components.TurnItem, Index: i, Text: row.heading}
	case row.file != nil:
		return p.fileItem(row.file, out)
	case row.shot != nil:
		return p.shotItem(row.shot, out)
	}
	s, c := p.s, &p.s.Calls[row.call]
	out = p.callLine(row.call, changesTab, out)
	sum := p.file.CallSummary(s, c)
	out.Who, out.Text, out.Mono = sum.Who, p.fromProject(sum.Text), sum.Mono
	blocks := p.file.CallBlocks(s, c)
	out.Tags = append(out.Tags, changeTags(c, blocks)...)
	if tag := ended(c); tag.Text != "succeeded" {
		out.Tags = append(out.Tags, tag)
	}
	if out.Open {
		out.Blocks = p.addressed(blocks, p.callPlace(row.call))
	}
	return out
}

// changeTags say of a call how its change is known, and its lines.
func changeTags(c *timeline.Call, blocks []timeline.Block) []components.Tag {
	proposed := components.Tag{Text: "as proposed", Title: "as it was asked for: no record holds the difference that was made"}
	for _, b := range blocks {
		switch {
		case newFile(c, b):
			return []components.Tag{proposed, {Text: lines(lineCount(b.Text), 0)}}
		case b.Kind != timeline.DiffBlock:
			continue
		}
		tag := proposed
		if b.Title == "As applied" {
			tag = components.Tag{Text: "as applied", Title: "the result holds the difference"}
		}
		if len(b.Changes) == 0 {
			return []components.Tag{tag}
		}
		added, removed := 0, 0
		for i := range b.Changes {
			added, removed = added+b.Changes[i].Added, removed+b.Changes[i].Removed
		}
		return []components.Tag{tag, {Text: lines(added, removed)}}
	}
	return nil
}

// newFile reports a block with the whole text of a file that a call created.
func newFile(c *timeline.Call, b timeline.Block) bool {
	return b.Kind == timeline.CodeBlock && c.Tool == "create" && b.Line == 1
}

// fileItem is one file: by how many calls, its lines, and where records differ.
func (p *Page) fileItem(f *fileChanges, out components.Item) components.Item {
	out.Icon, out.Look, out.Mono, out.Text = "file", "tool", true, p.fromProject(f.path)
	if f.from != "" {
		out.Text = p.fromProject(f.from) + " → " + out.Text
	}
	if f.first != timeline.None {
		first := p.callLine(f.first, changesTab, components.Item{})
		out.Href, out.Time, out.TimeUTC = first.Href, first.Time, first.TimeUTC
		out.Label = strings.Join(f.kinds, ", ")
		if f.calls > 1 {
			out.Label += " in " + components.Counted(f.calls, "change")
		}
		out.Span = lines(f.added, f.removed)
		if f.uncounted == f.calls {
			out.Span = "lines not recorded"
		} else if f.uncounted > 0 {
			out.Tags = append(out.Tags, components.Tag{Text: components.Count(f.uncounted) + " without lines", Title: "of these changes no record shows the lines"})
		}
		if f.proposed > 0 && f.uncounted < f.calls {
			out.Tags = append(out.Tags, components.Tag{Text: "as proposed", Title: components.Count(f.proposed) + " of " + components.Counted(f.calls, "change") + " known only as asked for"})
		}
		if f.missing {
			out.Tags = append(out.Tags, components.Tag{Text: "not named at the end", Title: "the end of the log lists changed files, and not this one", Tone: components.Ask})
		}
	} else {
		out.Label = "no call"
		if f.named {
			out.Tags = append(out.Tags, components.Tag{Text: "named at the end", Title: "the end of the log names this file; no call shown here changed it", Tone: components.Ask})
		}
	}
	if n := len(f.shots); n > 0 {
		out.Tags = append(out.Tags, components.Tag{Text: "in rewind snapshots", Title: components.Counted(n, "rewind snapshot") + " of this file"})
	}
	if f.calls == 0 && len(f.shots) == 0 {
		out.Toggle = ""
	} else if out.Open {
		out.Blocks = p.addressed(p.fileHistory(f), p.rowPlace(changesTab, out.Index))
	}
	return out
}

// shotItem is a rewind snapshot: the files that going back to before a prompt restores.
func (p *Page) shotItem(shot *parse.Snapshot, out components.Item) components.Item {
	out.Icon, out.Look, out.Text = "compaction", "system", "Before “"+components.OneLine(shot.Prompt)+"”"
	if strings.TrimSpace(shot.Prompt) == "" {
		out.Text = "Before a prompt that is not recorded"
	}
	out.Label = components.Counted(len(shot.Files), "file")
	if len(shot.Files) == 0 {
		out.Label, out.Toggle = "no file", ""
	}
	if out.Open {
		grid := timeline.Block{Kind: timeline.GridBlock, Title: "Files of the snapshot of " + components.OneLine(shot.Time), Columns: []string{"File", "Lines", "Before", "After"}}
		if shot.Time == "" {
			grid.Title = "Files of the snapshot"
		}
		for _, f := range shot.Files {
			changed := "not recorded"
			if f.Added >= 0 && f.Removed >= 0 {
				changed = lines(int(f.Added), int(f.Removed))
			}
			grid.Rows = append(grid.Rows, []string{f.Path, changed, p.imageWords(f.Before), p.imageWords(f.After)})
		}
		out.Blocks = []timeline.Block{grid}
		for i := range shot.Files {
			f := &shot.Files[i]
			out.Blocks = append(out.Blocks, p.snapshotBlocks(shot, f, p.stepsOf(f.Path))...)
		}
		p.addressed(out.Blocks, p.rowPlace(changesTab, out.Index))
	}
	return out
}

// imageWords says what a snapshot keeps of a file, and whether the archive has it.
func (p *Page) imageWords(i parse.SnapshotImage) string {
	switch {
	case i.Kind == "absent":
		return "no such file"
	case i.Kind == "":
		return "not recorded"
	case p.backup(i) != nil:
		return "in the archive: backups/" + i.Backup
	case i.Backup != "":
		return "backups/" + i.Backup + ", not in the archive"
	case i.Hash != "":
		return "its SHA-256 alone: " + i.Hash
	}
	return i.Kind
}
