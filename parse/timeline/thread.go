package timeline

import "slices"

// Thread says what records have in common when it is no call, subagent or turn.
type Thread uint8

const (
	HookThread       Thread = iota // hookInvocationId: a hook's start and end
	AssetThread                    // assetId: the stored bytes and the records that show them
	ScheduleThread                 // a schedule, its changes and the prompts it gave
	FusionThread                   // fusionId: routing, phases and commit of one answer
	CompactionThread               // compactionAttemptId
	RecoveryThread                 // episodeId of a permission recovery
	AuthorityThread                // recordId of words that were read as an authorization
	SkillThread                    // contentId of a skill's text
	CanvasThread                   // instanceId of a canvas
	ObjectiveThread                // id of an autopilot objective
	UtilityThread                  // one call of a utility model
	threads
)

var threadNames = [threads]string{"hook", "asset", "schedule", "fusion", "compaction", "permission recovery", "authorization", "skill text", "canvas", "objective", "utility call"}

func (t Thread) String() string { return threadNames[t] }

// Tie enters a record into a thread. The ID belongs to the record.
type Tie struct {
	Thread Thread
	ID     []byte
}

// Threads are the records of a session by what they have in common.
type Threads map[threadKey][]int32

type threadKey struct {
	thread Thread
	id     string
}

func (t Threads) add(tie Tie, event int32) {
	k := threadKey{tie.Thread, string(tie.ID)}
	if len(tie.ID) > 0 && (len(t[k]) == 0 || t[k][len(t[k])-1] != event) {
		t[k] = append(t[k], event)
	}
}

// Of gives the indices of the events that share a tie, in file order.
func (t Threads) Of(tie Tie) []int32 { return t[threadKey{tie.Thread, string(tie.ID)}] }

// Related gives the indices of all events that share one of the ties, in file order and
// each once.
func (t Threads) Related(ties []Tie) []int32 {
	var out []int32
	for _, tie := range ties {
		out = append(out, t.Of(tie)...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
