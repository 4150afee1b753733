package artifact

import (
	"errors"
	"fmt"

	"flightlog/parse/decode/yamldoc"
	"flightlog/parse/event"
	"flightlog/parse/timeline"
)

// workspace is session-state/<id>/workspace.yaml: name, directory, client and sync
// marks of a session (seed, workspace.yaml; FINDINGS.md: 1.0.2 writes summary for name).
var workspace = Artifact{
	Name: "workspace",
	What: "`session-state/<id>/workspace.yaml`: a session's name, directory, client",
	Match: func(rel string) bool {
		_, rest, ok := sessionDir(rel)
		return ok && rest == "workspace.yaml"
	},
	Read: readWorkspace,
}

func readWorkspace(rd *Reading, f *file) error {
	data, err := rd.whole(f.Entry, rd.lim.SmallBytes)
	if err != nil && len(data) == 0 {
		return err
	}
	doc, bad := yamldoc.Read(data)
	var syntax *yamldoc.SyntaxError
	if errors.As(bad, &syntax) {
		f.source.State = timeline.Partly
		kept := "nothing of it; the session shows from its other files"
		if doc.Len() > 0 {
			kept = fmt.Sprintf("%d values above that line", doc.Len())
		}
		message := fmt.Sprintf("This is not readable YAML: %s.", syntax)
		if len(data) == 0 {
			message = "The file is empty (0 bytes)."
		}
		rd.problem(timeline.Problem{Code: timeline.BadYAML, Source: f.src, Line: int64(syntax.Line), Length: int64(len(data)), Message: message, Kept: kept})
	} else {
		f.source.Records = 1
	}
	f.source.Held = data
	id, _, _ := sessionDir(f.Rel)
	d := f.home.session(id)
	d.workspace = true
	s := d.Session()
	s.Name = doc.Str("name")
	fill(&s.Name, doc.Str("summary"))
	s.Project, s.Repository, s.Branch, s.Client = doc.Str("cwd"), doc.Str("repository"), doc.Str("branch"), doc.Str("client_name")
	if s.Client == "github/autopilot" {
		s.Marks |= timeline.Desktop
	}
	if doc.Str("mc_session_id") != "" {
		s.Marks |= timeline.Synced
	}
	d.created, d.updated = event.ParseTime(doc.Str("created_at")), event.ParseTime(doc.Str("updated_at"))
	return err
}
