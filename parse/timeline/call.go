package timeline

// Outcome is how a tool call ended, as far as a record says so.
type Outcome uint8

const (
	NoResult  Outcome = iota // no result recorded
	Succeeded                // success true and no non-zero exit code
	Errored                  // success false, or a non-zero exit code
	Denied                   // refused: by a person, a rule, a hook or for want of anyone to ask
	Cancelled                // the permission request was cancelled
	Unstated                 // there is a result, but it does not say how it went
)

func (o Outcome) String() string {
	return [...]string{"no result recorded", "succeeded", "failed", "denied", "cancelled", "outcome not recorded"}[o]
}

// Call is one tool call, joined by toolCallId inside its session from up to six
// records. A missing part is None.
type Call struct {
	ID        string
	Tool      string // the tool's name as requested
	Request   int32  // assistant.message with the toolRequests[] entry, or tool.user_requested
	Asked     int32  // permission.requested
	Decided   int32  // permission.completed
	Start     int32  // tool.execution_start
	Answered  int32  // human_response.recorded: the answer to a question or to a plan
	Result    int32  // tool.execution_complete
	Agent     int32  // index into Session.Agents, or None
	Slot      int32  // index of its entry in the request's toolRequests[]
	ExitCode  int32  // valid when HasExit
	HasExit   bool
	ByUser    bool // a person ran it: `!command`
	Aborted   bool // the session was aborted while it was open
	Outcome   Outcome
	Decision  string // permission.completed result.kind, "" when none is recorded
	DecidedBy string // permission.completed decisionSource, "" when none is recorded
}

// First is the index of the first event that mentions the call.
func (c *Call) First() int32 {
	for _, i := range [...]int32{c.Request, c.Start, c.Asked, c.Decided, c.Result} {
		if i != None {
			return i
		}
	}
	return None
}

// Failed reports a failed call: success false or a non-zero exit code. Denied,
// cancelled and unanswered calls are not failures.
func (c *Call) Failed() bool { return c.Outcome == Errored }
