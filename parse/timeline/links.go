package timeline

// Part is the place of a record in the life of a tool call.
type Part uint8

const (
	NoPart    Part = iota
	Requested      // tool.user_requested; an assistant.message lists its calls in Links.Requests
	Asked          // permission.requested
	Decided        // permission.completed and its kin
	Started        // tool.execution_start
	Ended          // tool.execution_complete
	Answered       // human_response.recorded of a call that is known already
	Handed         // external_tool.requested: the host program was asked to run the call
	Beside         // any other record that names a call, or a permission request, which is known already
)

// Request is one entry of an assistant.message's toolRequests[].
type Request struct{ ID, Tool []byte }

// Links are the facts of one record that joins and session facts need. A decoder fills
// one and hands it to a Builder, which keeps copies of what it needs: the byte slices
// belong to the record. Empty means that the record does not say.
type Links struct {
	Agent      []byte // envelope agentId, else data.parentToolCallId
	AgentName  []byte
	AgentCall  []byte // the call that started the agent
	Part       Part
	CallID     []byte
	RequestID  []byte // joins the two permission events
	Tool       []byte
	Requests   []Request
	ByUser     bool
	Success    Tri
	ExitCode   int32
	HasExit    bool
	ErrorCode  []byte
	Decision   []byte // result.kind
	DecidedBy  []byte // decisionSource
	Abort      bool   // the session was aborted here
	Version    []byte // CLI version
	Model      []byte // that answered in the root conversation
	NewModel   []byte // that was chosen from here on
	SessionID  []byte // the session the record says it belongs to
	Project    []byte // working directory
	Branch     []byte
	Repository []byte
	HasContext bool // the three above replace what was known
	NewTurn    bool // the record opens a turn
	Ties       []Tie
}

// Tri is a boolean that may be unsaid.
type Tri int8

const (
	Unsaid Tri = iota
	False
	True
)

// Reset empties l and keeps its memory.
func (l *Links) Reset() { *l = Links{Requests: l.Requests[:0], Ties: l.Ties[:0]} }
