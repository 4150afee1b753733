package session

import (
	"strings"
	"unicode/utf8"

	"flightlog/components"
	"flightlog/parse"
	"flightlog/parse/timeline"
)

// historyMost bounds the changes of one file that are laid out when its row is opened.
const historyMost = 40

// fileHistory is what is known of one file's changes: before and after each snapshot that
// names it, and what each call says it did.
func (p *Page) fileHistory(f *fileChanges) []timeline.Block {
	steps := p.stepsOf(f.path)
	var out []timeline.Block
	for _, shot := range f.shots {
		for i := range shot.Files {
			if wholePath(shot.Files[i].Path, p.s.Project) == wholePath(f.path, p.s.Project) {
				out = append(out, p.snapshotBlocks(shot, &shot.Files[i], steps)...)
			}
		}
	}
	for i, step := range steps {
		if i == historyMost {
			return append(out, timeline.Block{Kind: timeline.TextBlock, Title: "More changes", Text: components.Counted(len(steps)-i, "more change") + " of this file: they stand below, under “Every call, in order”."})
		}
		b := timeline.Block{Kind: timeline.DiffBlock, Title: "composed from the call: " + step.how, Text: step.change.Text, Changes: []timeline.Change{step.change}}
		if at := p.s.Events[p.s.Calls[step.call].First()].Time; at != timeline.NoTime {
			b.Title = components.Clock(at) + ", " + b.Title
		}
		out = append(out, b)
	}
	if len(out) == 0 {
		out = append(out, timeline.Block{Kind: timeline.TextBlock, Title: "Changes", Text: "No record shows a line of this file: it is named, and that is all."})
	}
	return out
}

// step is what one call says it did to a file.
type step struct {
	call   int32
	how    string // "as applied", "as proposed"
	change timeline.Change
}

// stepsOf lists the changes that calls made to one file, in order.
func (p *Page) stepsOf(name string) []step {
	key := wholePath(name, p.s.Project)
	var out []step
	for _, at := range p.tabsOf().edits {
		c := &p.s.Calls[at]
		if !mayHaveChanged(c) {
			continue
		}
		for _, b := range p.file.CallBlocks(p.s, c) {
			if newFile(c, b) {
				b.Title, b.Changes = "As proposed", []timeline.Change{whole(b.Title, b.Text)}
			} else if b.Kind != timeline.DiffBlock {
				continue
			}
			for _, ch := range b.Changes {
				if wholePath(ch.Path, p.s.Project) == key || ch.From != "" && wholePath(ch.From, p.s.Project) == key {
					out = append(out, step{at, strings.ToLower(b.Title), ch})
				}
			}
			break
		}
	}
	return out
}

// whole is the change that makes a file of exactly that text.
func whole(path, text string) timeline.Change {
	c := timeline.Change{Kind: timeline.Created, Path: path, Text: text, Added: lineCount(text)}
	h := timeline.Hunk{}
	for i, l := range strings.Split(text, "\n") {
		h.Lines = append(h.Lines, timeline.DiffLine{Kind: '+', New: i + 1, Text: l})
	}
	c.Hunks = []timeline.Hunk{h}
	return c
}

// end is one end of a snapshot: the text that the file held, and how that is known.
type end struct {
	text string
	how  string
	ok   bool // the text is known, and its hash is the recorded one
}

// snapshotBlocks shows what a snapshot and the archive prove of one file: the true
// difference where both ends are known by their hash, else what is known of them.
func (p *Page) snapshotBlocks(shot *parse.Snapshot, f *parse.SnapshotFile, steps []step) []timeline.Block {
	if f.Path == "" || f.Before.Kind == "" && f.After.Kind == "" {
		return nil
	}
	before := p.imageEnd(f.Before)
	after := p.imageEnd(f.After)
	if !after.ok && f.After.Hash != "" {
		after = p.anyBackup(f.After.Hash, after)
	}
	if before.ok && !after.ok && f.After.Hash != "" {
		after = replayed(before.text, steps, f.After.Hash, after)
	}
	prompt := "“" + components.OneLine(shot.Prompt) + "”"
	if strings.TrimSpace(shot.Prompt) == "" {
		prompt = "a prompt that is not recorded"
	}
	note := "Before: " + before.how + ". After: " + after.how + "."
	if !before.ok || !after.ok {
		b := timeline.Block{Kind: timeline.TableBlock, Title: f.Path + ", before and after " + prompt, Fields: []timeline.Field{{Name: "Before", Value: before.how}, {Name: "After", Value: after.how},
			{Name: "So", Value: "the true difference cannot be shown; what the calls say of it is composed from their records"}}}
		if !before.ok || before.text == "" {
			return []timeline.Block{b}
		}
		return []timeline.Block{b, {Kind: timeline.CodeBlock, Title: f.Path, Line: 1, Text: before.text, Aside: "The whole file as it was before, checked by its hash"}}
	}
	change := parse.Between(f.Path, before.text, after.text)
	if f.Before.Kind == "absent" {
		change.Kind = timeline.Created
	} else if f.After.Kind == "absent" {
		change.Kind = timeline.Deleted
	}
	b := timeline.Block{Kind: timeline.DiffBlock, Title: "before and after " + prompt + ", checked by hash", Text: change.Text, Note: note, Changes: []timeline.Change{change}}
	if len(change.Hunks) == 0 {
		b.Note += " The two are the same."
	}
	return []timeline.Block{b}
}

// imageEnd finds what one end of a snapshot held. A backup counts when its content has the
// hash that the snapshot recorded.
func (p *Page) imageEnd(image parse.SnapshotImage) end {
	switch {
	case image.Kind == "absent":
		return end{how: "there was no such file", ok: true}
	case image.Kind == "":
		return end{how: "not recorded"}
	}
	src := p.backup(image)
	switch {
	case src == nil && image.Backup != "":
		return end{how: "backups/" + image.Backup + ", which is not in the archive"}
	case src == nil && image.Hash == "":
		return end{how: "its content is not recorded"}
	case src == nil:
		return end{how: "its content is not in the archive, its SHA-256 is " + image.Hash}
	case image.Hash == "" || !parse.HasHash(src.Held, image.Hash):
		return end{how: "backups/" + image.Backup + ", whose content does not have the SHA-256 that the snapshot recorded"}
	case !utf8.Valid(src.Held) || strings.ContainsRune(string(src.Held), 0):
		return end{how: "backups/" + image.Backup + ", " + components.ExactBytes(int64(len(src.Held))) + " that are no text"}
	}
	return end{string(src.Held), "backups/" + image.Backup, true}
}

// anyBackup finds a text by its hash among the backups of the session: what one prompt left
// is what a later one found.
func (p *Page) anyBackup(hash string, unknown end) end {
	found := p.imageEnd(parse.SnapshotImage{Kind: "content", Hash: hash, Backup: hash})
	if found.ok {
		return found
	}
	return unknown
}

// replayed composes the end of a prompt from the calls and lets the recorded hash prove it.
func replayed(before string, steps []step, hash string, unknown end) end {
	changes := make([]timeline.Change, len(steps))
	for i := range steps {
		changes[i] = steps[i].change
	}
	text, n, ok := parse.Replay(before, changes, hash)
	if !ok {
		return unknown
	}
	return end{text, "composed from " + components.Counted(n, "call") + ", and its SHA-256 is the recorded one", true}
}
