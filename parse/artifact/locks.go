package artifact

import (
	"fmt"
	"regexp"
	"strings"

	"flightlog/parse/timeline"
)

// locks are the empty and near-empty files by which processes keep out of each other's
// way. Those that name a session are facts about it (seed, Inside ~/.copilot).
var locks = Artifact{
	Name: "lock",
	File: "session-state/<id>/inuse.*.lock`, `.session-operation-locks/<id>.lock`, `*.lock",
	What: "in-use markers and locks, told of the session they name",
	Match: func(rel string) bool {
		if _, rest, ok := sessionDir(rel); ok {
			return rest == ".workspace-fork.lock" || inUse.MatchString(rest)
		}
		return inFolder(rel, "session-state/.session-operation-locks") || rel == "logs/.copilot-log.lock" || rel == ".mcp-writer.binding" ||
			strings.HasSuffix(rel, ".lock") && !strings.Contains(rel, "/")
	},
	Read: readLock,
}

var inUse = regexp.MustCompile(`^inuse\.(\d+)\.(lock|hold)$`)

// readLock tells what the name says; no lock's content is needed for that.
func readLock(rd *Reading, f *file) error {
	f.source.State = timeline.Listed
	if id, rest, ok := sessionDir(f.Rel); ok {
		if m := inUse.FindStringSubmatch(rest); m != nil && m[2] == "lock" {
			rd.fact(f, timeline.Fact{Kind: timeline.InUseBy, Session: id, Text: fmt.Sprintf("Process %s marked this session as its own: it was running when the archive was made, or was killed.", m[1])})
		}
		return nil
	}
	if name, ok := strings.CutPrefix(f.Rel, "session-state/.session-operation-locks/"); ok {
		id := strings.TrimSuffix(name, ".lock")
		text := "An operation lock names this session."
		if d := f.home.sessions[id]; d == nil || !d.folder {
			text = "An operation lock names this session, whose folder is gone."
		}
		rd.fact(f, timeline.Fact{Kind: timeline.Locked, Session: id, Text: text})
	}
	return nil
}

// logCopies are copies of a session's log that lie beside it: those that the program makes
// before it repairs one, and people's own. They are never read into the session, which has
// its log.
var logCopies = Artifact{
	Name: "log-copy",
	File: "session-state/<id>/events.jsonl.*",
	What: "copies of a log, listed and told of their session; never mixed into it",
	Match: func(rel string) bool {
		_, copied := copyOf(rel)
		return copied
	},
	Read: func(rd *Reading, f *file) error {
		f.source.State = timeline.Listed
		id, _ := copyOf(f.Rel)
		what := "A copy of the log lies beside it as "
		if strings.Contains(f.Rel, ".backup-before-recovery-") {
			what = "The program repaired this log and left a copy of what it was: "
		}
		rd.fact(f, timeline.Fact{Kind: timeline.LogCopy, Session: id, Text: fmt.Sprintf("%s%s (%d bytes).", what, baseName(f.Path), max(f.Bytes, 0))})
		return nil
	},
}

// copyOf gives the session of whose log a file is a copy.
func copyOf(rel string) (id string, ok bool) {
	id, rest, ok := sessionDir(rel)
	if !ok {
		return "", false
	}
	if rest != "" {
		return id, strings.HasPrefix(rest, "events.jsonl.") || strings.HasPrefix(rest, "events.jsonl~") || strings.HasPrefix(rest, "events.bak")
	}
	before, _, ok := strings.Cut(id, ".jsonl.")
	return before, ok && before != ""
}

// fact adds a fact about a file's home.
func (rd *Reading) fact(f *file, fact timeline.Fact) {
	fact.Source, fact.Home = f.src, f.Home
	if fact.Time == 0 {
		fact.Time = timeline.NoTime
	}
	rd.Timeline.Facts = append(rd.Timeline.Facts, fact)
}
