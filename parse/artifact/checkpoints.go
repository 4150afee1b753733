package artifact

import (
	"strings"
	"time"

	"flightlog/parse/timeline"
)

// checkpoints are session-state/<id>/checkpoints/NNN-<slug>.md and index.md: the summaries
// that compactions leave, and the table of them (FINDINGS.md).
var checkpoints = Artifact{
	Name:  "checkpoint",
	File:  "session-state/<id>/checkpoints/*.md",
	What:  "the summaries of compactions, to read",
	Match: inSession(func(rest string) bool { return inFolder(rest, "checkpoints") && strings.HasSuffix(rest, ".md") }),
	Own:   true,
	Read:  readText,
	Show:  showMarkdown,
}

// plan is session-state/<id>/plan.md: the plan that the agent keeps in plan mode.
var plan = Artifact{
	Name:  "plan",
	File:  "session-state/<id>/plan.md",
	What:  "the agent's plan, to read",
	Match: inSession(func(rest string) bool { return rest == "plan.md" }),
	Own:   true,
	Read:  readText,
	Show:  showMarkdown,
}

// objective is session-state/<id>/autopilot-objective.json: what autopilot works towards
// (seed, Inside ~/.copilot).
var objective = Artifact{
	Name:  "objective",
	Keys:  map[string]byte{},
	File:  "session-state/<id>/autopilot-objective.json",
	What:  "the objective of autopilot, to read",
	Match: inSession(func(rest string) bool { return rest == "autopilot-objective.json" }),
	Own:   true,
	Read:  readJSON,
	Show:  showJSON,
}

// agentFiles are session-state/<id>/files/ and research/: what the agent stored for
// itself. They may be anything of any size.
var agentFiles = Artifact{
	Name:  "agent-file",
	File:  "session-state/<id>/files/`, `research/",
	What:  "what the agent stored for itself, listed",
	Match: inSession(func(rest string) bool { return inFolder(rest, "files") || inFolder(rest, "research") }),
}

// vscode is session-state/<id>/vscode.metadata.json, which VS Code writes for a session
// that it runs in a git worktree (seed, vscode.metadata.json).
var vscode = Artifact{
	Name:  "vscode",
	Keys:  map[string]byte{},
	File:  "session-state/<id>/vscode.metadata.json",
	What:  "what VS Code keeps about a session in a worktree, to read",
	Match: inSession(func(rest string) bool { return rest == "vscode.metadata.json" }),
	Own:   true,
	Read:  readJSON,
	Show:  showJSON,
}

// historySession is history-session-state/*.json: whole sessions as versions before the
// event log wrote them. They are shown as they stand.
var historySession = Artifact{
	Name: "history-session",
	File: "history-session-state/*.json",
	What: "sessions of versions before the event log, to read as they stand",
	Match: func(rel string) bool {
		return inFolder(rel, "history-session-state") && strings.HasSuffix(rel, ".json")
	},
	Read: readJSON,
	Show: showJSON,
}

// openSessions is open-sessions-state.json: which sessions were open when the archive was
// made (seed, Inside ~/.copilot).
var openSessions = Artifact{
	Name:  "open-sessions",
	Keys:  map[string]byte{},
	File:  "open-sessions-state.json",
	What:  "which sessions were open, said at each",
	Match: func(rel string) bool { return rel == "open-sessions-state.json" },
	Read:  readOpenSessions,
	Show:  showJSON,
}

func readOpenSessions(rd *Reading, f *file) error {
	err := readJSON(rd, f)
	for k, entry := range f.doc.Members() {
		opened := entry.Get("openedAt").String()
		text := "open-sessions-state.json lists this session as open since " + firstOf(readable(opened), "a time that is not recorded")
		if seen := entry.Get("refreshedAt").String(); seen != "" {
			text += ", last seen " + readable(seen)
		}
		if working, ok := entry.Get("working").Bool(); ok {
			text += map[bool]string{true: ", at work", false: ", idle"}[working]
		}
		rd.fact(f, timeline.Fact{Kind: timeline.OpenedAt, Session: k.String(), Time: timeline.RowTime(opened), Text: text + "."})
	}
	if f.doc != nil && len(f.source.Notes) == 0 && string(f.doc) == "{}" {
		f.note("No session was open.")
	}
	return err
}

// readable writes a time as sentences do, and what is none as it stands.
func readable(s string) string {
	ms := timeline.RowTime(s)
	if ms == timeline.NoTime {
		return s
	}
	return time.UnixMilli(ms).UTC().Format("2 Jan 2006, 15:04:05") + " UTC"
}
