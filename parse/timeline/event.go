package timeline

import "math"

// NoTime is the Time of an event whose record has none, or one that cannot be read.
const NoTime int64 = math.MinInt64

// None is the index of a join that does not exist.
const None int32 = -1

// Kind groups event types by what a reader looks for. It drives colour, icon and
// filters; what an event says is in its record.
type Kind uint8

const (
	Unknown    Kind = iota // a type this program does not know: kept, shown raw
	Prompt                 // something was put to the agent
	Reply                  // the model answered
	Reasoning              // the model's readable reasoning
	Tool                   // a tool call's request, start or result
	Permission             // asked, answered, mode changed
	Model                  // model changes and utility model calls
	Agent                  // subagents
	Hook                   // hooks
	Lifecycle              // session start, resume, end, context
	Compaction             // compaction and truncation of the context
	Failure                // session.error, abort, warnings
	Notice                 // information for the timeline, system prompts
	Usage                  // accounting records
	kinds
)

var kindNames = [kinds]string{"unknown", "prompt", "reply", "reasoning", "tool call", "permission", "model", "subagent",
	"hook", "session", "compaction", "error", "notice", "usage"}

func (k Kind) String() string { return kindNames[k] }

// Kinds lists every kind, in display order.
func Kinds() []Kind {
	out := make([]Kind, kinds)
	for i := range out {
		out[i] = Kind(i)
	}
	return out
}

// Flag marks a fact about one event.
type Flag uint16

const (
	// Typed: a person typed this prompt in the root conversation.
	Typed Flag = 1 << iota
	// FromStore: the record is a database row, not a line of a log.
	FromStore
	// Failed: the record itself states a failure.
	Failed
	// Spoken: the record has text of its own for the conversation; a reply that only
	// calls tools has none.
	Spoken
	// StepsBack: its time lies before that of the event above it.
	StepsBack
	// OnlyInWAL: the row stands in the database's write-ahead log and not, or otherwise,
	// in its main file.
	OnlyInWAL
	// Repaired: its bytes are not one whole line of UTF-8 JSON; it was found among damage,
	// or decoded.
	Repaired
	// Copied: its log holds further copies of it (Session.Repeats).
	Copied
	// Reasoned: a reply whose record holds the model's readable reasoning as well.
	Reasoned Flag = 1 << 8
)

// Event is one record of a source. It is small on purpose: text and detail are
// decoded from the record's bytes when something asks (see Reader).
type Event struct {
	Time   int64  // ms since 1970-01-01 UTC, or NoTime
	Type   string // the producer's name: user.message; for a database row its table
	Offset int64  // byte offset into Source.Held
	Length int32  // bytes, without the line end
	Source int32  // index into Timeline.Sources
	Line   int64  // 1-based line of the source; for a database row its rowid
	Call   int32  // index into Session.Calls, or None
	Agent  int32  // index into Session.Agents, or None for the root conversation
	Kind   Kind
	Flags  Flag
}

// Has reports whether all flags of f are set.
func (e *Event) Has(f Flag) bool { return e.Flags&f == f }
