package timeline

// FactKind says what a fact is about; programs match on it.
type FactKind string

const (
	SignIn    FactKind = "sign-in"   // an account signed in or out
	Version   FactKind = "version"   // which program ran
	Workspace FactKind = "workspace" // a process took up a session
	MCP       FactKind = "mcp"       // an MCP server was started, failed or closed
	LogError  FactKind = "error"     // a process log's line of level ERROR
	LogCopy   FactKind = "copy"      // a copy of a session's log lies beside it
	InUseBy   FactKind = "in-use"    // a process marked the session as its own
	Locked    FactKind = "lock"      // a lock file names the session
	OpenedAt  FactKind = "open"      // a tracker lists the session as open
)

// Fact is one thing that a file other than a log of events says, and where.
type Fact struct {
	Kind    FactKind
	Source  int32  // index into Timeline.Sources
	Home    int    // index into Timeline.Homes
	Session string // id of the session it is about, "" when it names none
	Line    int64  // 1-based, 0 where it is about the whole file
	Offset  int64  // byte offset in the unpacked source
	Lines   int    // lines of the log's entry, 1 or more where Line is set
	Level   string // of the log's entry, "" elsewhere
	Time    int64  // ms since 1970 UTC, or NoTime
	Text    string // a plain sentence, or the beginning of the log's entry with secrets masked
}
