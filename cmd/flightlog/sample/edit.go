package sample

import "strings"

// edit replaces whole lines of a file. It answers the call and the file as it is then, so
// that later calls and the rewind snapshots tell of the same bytes.
func (l *log) edit(path, text, before, after string, a *ask) (c *call, now string) {
	now = strings.Replace(text, before, after, 1)
	if now == text {
		panic("the sample edits what is not there: " + before) // only a fault of this package
	}
	lead := strings.Split(text[:strings.Index(text, before)], "\n")
	lead = lead[:len(lead)-1] // the rest of the line that begins with before
	context := lead[max(len(lead)-3, 0):]
	old, new := strings.Split(strings.TrimSuffix(before, "\n"), "\n"), strings.Split(strings.TrimSuffix(after, "\n"), "\n")
	tail := strings.Split(strings.TrimPrefix(text[strings.Index(text, before)+len(strings.TrimSuffix(before, "\n")):], "\n"), "\n")
	tail = tail[:min(len(tail), 3)]
	var lines []string
	for _, part := range []struct {
		sign string
		all  []string
	}{{" ", context}, {"-", old}, {"+", new}, {" ", tail}} {
		for _, s := range part.all {
			lines = append(lines, part.sign+s)
		}
	}
	n := len(context) + len(tail)
	c = &call{tool: "edit", args: obj{"path": path, "old_str": before, "new_str": after}, ask: a, content: "File " + path + " updated with changes.",
		detail: changed(path, len(lead)-len(context)+1, n+len(old), n+len(new), lines...)}
	l.touched(path, len(new), len(old))
	return c, now
}

func (l *log) create(path, text string, a *ask) *call {
	l.touched(path, strings.Count(text, "\n"), 0)
	return &call{tool: "create", args: obj{"path": path, "file_text": text}, ask: a, content: "Created file " + path + " with " + number(len(text)) + " characters", detail: created(path, text)}
}

// touched counts a change for the end of the log.
func (l *log) touched(path string, added, removed int) {
	l.added, l.removed = l.added+added, l.removed+removed
	for _, known := range l.edited {
		if known == path {
			return
		}
	}
	l.edited = append(l.edited, path)
}

func writing(path, what string) obj { return obj{"fileName": path, "intention": what} }

// shot is one file of a rewind snapshot; "" is a file that was not there.
type shot struct{ path, before, after string }

// snapshot is what the rewind index keeps of one prompt. What a file held before is kept
// as a file of its own, named by its hash.
func (h *home) snapshot(l *log, prompt int, shots ...shot) obj {
	files, backups := obj{}, []string{}
	added, removed := 0, 0
	for _, s := range shots {
		before := obj{"kind": "absent"}
		if s.before != "" {
			hash := hashOf(s.before)
			before = obj{"kind": "content", "contentHash": hash, "backupFile": hash, "mode": 33188, "size": len(s.before)}
			backups = append(backups, hash)
			h.put(l.dir()+"rewind-file-snapshots/backups/"+hash, s.before)
		}
		a, r := max(strings.Count(s.after, "\n")-strings.Count(s.before, "\n"), 1), 1
		if s.before == "" {
			r = 0
		}
		added, removed = added+a, removed+r
		files[hashOf(s.path)[:32]] = obj{"path": s.path, "preimage": before, "postimage": obj{"kind": "content", "contentHash": hashOf(s.after)}, "linesAdded": a, "linesRemoved": r}
	}
	p := l.prompts[prompt]
	return obj{"snapshotId": uuid(l.id, "snapshot", prompt), "userMessage": p.prompt, "timestamp": stamp(p.at), "backupFiles": backups, "fileCount": len(shots),
		"linesAdded": added, "linesRemoved": removed, "files": files}
}
