package artifact

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"flightlog/parse/archive"
	"flightlog/parse/fixture"
	"flightlog/parse/timeline"
)

// TestRecognise: which file is of which kind, by its path inside the home.
func TestRecognise(t *testing.T) {
	const id = "session-state/5e55a0a1-0000-4000-8000-000000000001"
	for rel, want := range map[string]string{
		id + "/events.jsonl": "events", "session-state/not-a-uuid/events.jsonl": "events", id + ".jsonl": "legacy", id + "/workspace.yaml": "workspace",
		"session-store.db": "store", "session-store.db-wal": "store-wal", "session-store.db-shm": "store-wal",
		"pkg/linux-x64/1.0.2/index.js": "skipped", "pkg/a/session-state/x/events.jsonl": "skipped", "marketplaces/m/x": "skipped", "installed-plugins/p/events.jsonl": "skipped",

		id + "/events.jsonl.bak": "log-copy", id + "/files/events.jsonl": "agent-file", id + "/sub/workspace.yaml": "", id + "/events.JSONL": "", "events.jsonl": "", "workspace.yaml": "",
		"session-state/.session-operation-locks/x.lock": "lock", "session-state/.hidden/events.jsonl": "", "session-state/readme.txt": "", "session-state/": "", id + "/session-store.db": "",
		id + "/events.jsonl.backup-before-recovery-0582": "log-copy", id + ".jsonl.bak": "log-copy", id + "/checkpoints/001-a.md": "checkpoint", id + "/checkpoints/a.txt": "",
		id + "/plan.md": "plan", id + "/sub/plan.md": "", id + "/autopilot-objective.json": "objective", id + "/files/a/b.png": "agent-file", id + "/research/x": "agent-file", id + "/files": "",
		id + "/rewind-file-snapshots/index.json": "rewind", id + "/rewind-file-snapshots/backups/ab": "backup", id + "/rewind-file-snapshots/rollback/x": "backup",
		id + "/rewind-file-snapshots/tracking.json": "rewind-state", id + "/rewind-snapshots/index.json": "rewind-state", id + "/vscode.metadata.json": "vscode",
		id + "/session.db": "session-db", id + "/session.db-wal": "session-db-wal", id + "/inuse.7.lock": "lock", id + "/inuse.7.hold": "lock", id + "/inuse.x.lock": "", id + "/.workspace-fork.lock": "lock",
		"history-session-state/a.json": "history-session", "open-sessions-state.json": "open-sessions", "mcp-config.json": "mcp-config", "providers.json": "providers",
		"mcp-secrets/a": "secret-store", "mcp-oauth-config": "secret-store", "logs/process-1-2.log": "processlog", "logs/process-1-2.3.log": "processlog-rotated", "logs/other.log": "",
		"agents/a.md": "customisation", "skills/s/SKILL.md": "customisation", "ide/x.lock": "customisation", "copilot-instructions.md": "customisation", ".mcp-writer.binding": "lock",

		"session-store.db-journal": "", "installed-plugins.lock": "lock", "pkg": "", "mypkg/x": "", "config.json": "config", "": "",
	} {
		got := ""
		if a := recognise(rel); a != nil {
			got = a.Name
		}
		if got != want {
			t.Errorf("%q is %q, want %q", rel, got, want)
		}
	}
}

// TestKinds: link ids hang on the names, the README on the words.
func TestKinds(t *testing.T) {
	seen := map[string]bool{}
	for _, a := range artifacts {
		if a.Name == "" || seen[a.Name] || strings.ContainsAny(a.Name, " /:") || a.What == "" || a.File == "" || a.Match == nil {
			t.Errorf("the kind %+v", a)
		}
		seen[a.Name] = true
	}
}

// readWith reads files of one home with kinds of the test's own before ours.
func readWith(t *testing.T, kinds []*Artifact, files ...fixture.File) *timeline.Timeline {
	t.Helper()
	before := artifacts
	artifacts = append(kinds, artifacts...)
	defer func() { artifacts = before }()
	zip := fixture.Zip(t, files, fixture.Shape{})
	arc, err := archive.Open(bytes.NewReader(zip), int64(len(zip)), "x.zip", archive.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := Read(arc, timeline.DefaultLimits(), false, 0, func(int64, int64, string) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	return got.Timeline
}

// TestPanic: a decoder that fails costs its own file, is told with code internal, and
// the files around it are read.
func TestPanic(t *testing.T) {
	named := func(name string) func(string) bool { return func(rel string) bool { return rel == name } }
	fails := &Artifact{Name: "fails", What: "x", Match: named("a.txt"), Read: func(*Reading, *file) error { panic("on purpose") }}
	errs := &Artifact{Name: "errs", What: "x", Match: named("b.txt"), Read: func(*Reading, *file) error { return errors.New("It cannot be read.") }}
	got := readWith(t, []*Artifact{fails, errs},
		fixture.File{Name: ".copilot/a.txt", Data: []byte("aa")}, fixture.File{Name: ".copilot/b.txt", Data: []byte("bbb")},
		fixture.File{Name: ".copilot/session-state/5e55a0a1-0000-4000-8000-000000000001/events.jsonl", Data: []byte(`{"type":"user.message","data":{"content":"x"}}` + "\n")})
	if len(got.Sessions) != 1 || len(got.Sessions[0].Events) != 1 {
		t.Fatalf("%d sessions", len(got.Sessions))
	}
	if len(got.Problems) != 2 || got.Problems[0].Code != timeline.Internal || got.Sources[got.Problems[0].Source].Kind != "fails" || !strings.Contains(got.Problems[0].Message, "on purpose") {
		t.Errorf("problems %+v", got.Problems)
	}
	if s := got.Sources[got.Problems[1].Source]; s.Kind != "errs" || s.State != timeline.Unreadable || s.Lost != 3 || got.Problems[1].Message != "It cannot be read." {
		t.Errorf("%+v of %+v", got.Problems[1], s)
	}
}

// TestSessionDir: the folder of a session in a path, and what is none.
func TestSessionDir(t *testing.T) {
	for rel, want := range map[string][3]string{
		"session-state/a/events.jsonl": {"a", "events.jsonl", "yes"}, "session-state/a/b/c": {"a", "b/c", "yes"}, "session-state/a": {"a", "", "yes"},
		"session-state/": {"", "", ""}, "session-state/.locks/x": {".locks", "x", ""}, "session-stat/a": {"", "", ""}, "": {"", "", ""},
	} {
		id, rest, ok := sessionDir(rel)
		if id != want[0] || rest != want[1] || ok != (want[2] == "yes") {
			t.Errorf("%q: %q, %q, %v", rel, id, rest, ok)
		}
	}
}
