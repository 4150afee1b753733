package artifact

import (
	"errors"
	"fmt"

	"flightlog/parse/decode/yamldoc"
	"flightlog/parse/timeline"
)

// workspace is session-state/<id>/workspace.yaml: name, directory, client and sync
// marks of a session (seed, workspace.yaml; FINDINGS.md: 1.0.2 writes summary for name).
var workspace = Artifact{
	Name: "workspace",
	File: "session-state/<id>/workspace.yaml",
	What: "the session's name, directory, branch and client; whether it is synced or the app's",
	Match: func(rel string) bool {
		_, rest, ok := sessionDir(rel)
		return ok && rest == "workspace.yaml"
	},
	Own:  true,
	Read: readWorkspace,
	Show: showText,
	Rows: workspaceRows,
}

// workspaceRows gives the session's name, its metadata, and where they apply the rows of
// a directory that the app prepared and nobody used, and of a synced session.
func workspaceRows(rw *rowWriter, f *file) {
	id, _, _ := sessionDir(f.Rel)
	d := f.home.session(id)
	if d.doc == nil {
		return
	}
	row := rw.sessionRow(f, id, workspaceFirst)
	row.SourceLine, row.Turn, row.Timestamp = 1, timeline.SystemTurn, d.doc.Str("created_at")
	say := func(text string) {
		row.Text = text
		rw.emit(row)
	}
	if name := d.doc.Str("name"); name != "" {
		say("session name: " + name)
	}
	say("session metadata: user_named=" + d.doc.Str("user_named") + " forks=" + d.doc.Str("fork_count") +
		" compactions=" + d.doc.Str("summary_count") + " client=" + d.doc.Str("client_name"))
	if !d.hasLog && d.cwd != "" && d.doc.Str("client_name") == "github/autopilot" {
		say("scratch directory: " + d.cwd + " (working directory of a session the app pre-created and never prompted: no events.jsonl)")
	}
	if remote := d.doc.Str("mc_session_id"); remote != "" {
		row.Timestamp = fileTime(f)
		say("session synced: remote session " + remote + " task " + firstOf(d.doc.Str("mc_task_id"), "-") + " last event " +
			firstOf(d.doc.Str("mc_last_event_id"), "-") + " remote_steerable=" + firstOf(d.doc.Str("remote_steerable"), "-") + " (from workspace.yaml, file mtime)")
	}
}

func readWorkspace(rd *Reading, f *file) error {
	data, err := rd.whole(f.Entry, rd.lim.YAMLBytes)
	if err != nil && len(data) == 0 {
		return err
	}
	doc, bad := yamldoc.Read(data)
	var syntax *yamldoc.SyntaxError
	if errors.As(bad, &syntax) {
		f.source.State = timeline.Partly
		kept := "nothing of it; the session shows from its other files"
		if doc.Len() == 0 {
			f.source.Lost = int64(len(data))
		} else {
			kept = fmt.Sprintf("%d values above that line", doc.Len())
		}
		message := fmt.Sprintf("This is not readable YAML: %s.", syntax)
		if len(data) == 0 {
			message = "The file is empty (0 bytes)."
		}
		code := timeline.BadYAML
		if syntax.Other {
			code, message, kept = timeline.UnknownShape, "The file is YAML and no mapping of keys to values, so nothing of it is understood.", "the whole file, as it stands"
			f.source.State, f.source.Lost = timeline.Read, 0
		}
		rd.problem(timeline.Problem{Code: code, Source: f.src, Line: int64(syntax.Line), Length: int64(len(data)), Message: message, Kept: kept})
	} else {
		f.source.Records = 1
	}
	f.source.Held = data
	id, _, _ := sessionDir(f.Rel)
	d := f.home.session(id)
	d.begin()
	d.workspace = true
	s := d.Session()
	s.Name = doc.Str("name")
	fill(&s.Name, doc.Str("summary"))
	d.cwd = doc.Str("cwd")
	if syntax == nil {
		d.doc = doc
	}
	s.Project, s.Repository, s.Branch, s.Client = doc.Str("cwd"), doc.Str("repository"), doc.Str("branch"), doc.Str("client_name")
	if s.Client == "github/autopilot" {
		s.Marks |= timeline.Desktop
	}
	if doc.Str("mc_session_id") != "" {
		s.Marks |= timeline.Synced
	}
	d.created, d.updated = timeline.RowTime(doc.Str("created_at")), timeline.RowTime(doc.Str("updated_at"))
	return err
}
