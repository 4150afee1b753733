package timeline

// Mark is a state of a session that a reader must know before trusting its view.
type Mark uint16

const (
	Recovered     Mark = 1 << iota // only in session-store.db: its folder is gone
	CutOff                         // the log ends inside a line
	NeverPrompted                  // there is a workspace and no prompt
	NoLog                          // a session folder without an event log
	Desktop                        // written through the Copilot Desktop app
	Synced                         // workspace.yaml names a remote session
	InUse                          // an in-use marker was left in the folder
	Legacy                         // a flat <id>.jsonl of an early version
	NotUUID                        // the folder's name is no session id
	OtherID                        // its log names another session id
	Unread                         // its log is still to be read, or being read: what is here is not all
)

var markNames = [...]string{"recovered", "cut-off", "never-prompted", "no-log", "desktop", "synced", "in-use", "legacy", "odd-name", "other-id", "unread"}

// Names lists the marks by the names that programs match on.
func (m Mark) Names() []string {
	var out []string
	for i, name := range markNames {
		if m&(1<<i) != 0 {
			out = append(out, name)
		}
	}
	return out
}

// Session is one session folder, or what the store still knows of a deleted one.
type Session struct {
	ID         string
	Home       int    // index into Timeline.Homes
	Dir        string // path of its folder or flat log, "" when only the store knows it
	Name       string // the generated or typed name, "" when none is recorded
	Project    string // working directory, the last one recorded
	Repository string
	Branch     string
	Client     string   // workspace.yaml client_name
	Versions   []string // CLI versions in order of appearance
	Models     []string // models in order of appearance
	Started    int64    // ms since 1970 UTC of the first dated record, or NoTime
	Ended      int64    // ms of the last dated record, or NoTime
	Marks      Mark

	Events  []Event // file order
	Calls   []Call  // order of first mention
	Agents  []SubAgent
	Turns   []Turn
	Threads Threads // records that have an id in common besides that of a call
	Store   []Event // the rows of session-store.db about it, whether or not a log says the same

	Repeats []Repeat // further copies of events in the same log, in file order

	Prompts int // prompts a person typed in the root conversation
	Counts  CallCounts
}

// Has reports whether the session carries the mark.
func (s *Session) Has(m Mark) bool { return s.Marks&m != 0 }

// Turn is a prompt of the root conversation and all it caused, up to the next one.
// What stands before the first prompt is a turn without one.
type Turn struct {
	Prompt int32 // index into Session.Events, or None
	First  int32 // index of the first event
	Last   int32 // index of the last event
}

// SubAgent is one subagent run: its events share the envelope's agentId.
type SubAgent struct {
	ID     string // envelope agentId
	Name   string // agentName, agentDisplayName or "" when no record says
	Call   int32  // the call that started it, or None
	First  int32  // index of its first event
	Events int
}

// CallCounts counts the calls of a session by their outcome.
type CallCounts struct {
	Total, Failed, Denied, Cancelled, Open int
}

// Add counts one call.
func (n *CallCounts) Add(o Outcome) {
	n.Total++
	switch o {
	case Errored:
		n.Failed++
	case Denied:
		n.Denied++
	case Cancelled:
		n.Cancelled++
	case NoResult:
		n.Open++
	}
}
