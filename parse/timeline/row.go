package timeline

// TurnType is the kind of a row (ROWS.md, key `turn_type`).
type TurnType string

const (
	UserTurn      TurnType = "user"
	AssistantTurn TurnType = "assistant"
	ThinkingTurn  TurnType = "thinking"
	ToolUse       TurnType = "tool_use"
	ToolResult    TurnType = "tool_result"
	SystemTurn    TurnType = "system"
)

// Row is a line of the row contract: the timeline in the format document's columns. The
// JSON keys and their order are the contract's.
type Row struct {
	Source     string   `json:"source"`      // path in the archive from the .copilot component on
	SourceLine int64    `json:"source_line"` // 1-based line, array index or rowid (ROWS.md, settled point 4)
	Turn       TurnType `json:"turn_type"`
	Timestamp  string   `json:"timestamp_utc"` // as stored, "" when there is none
	SessionID  string   `json:"session_id"`
	Project    string   `json:"project_path"`
	Branch     string   `json:"git_branch"`
	Model      string   `json:"model"`
	Tool       string   `json:"tool_name"`
	ToolUseID  string   `json:"tool_use_id"`
	Text       string   `json:"text"`
	Secondary  bool     `json:"secondary"` // from a store that repeats what event logs hold
	Dropped    bool     `json:"dropped"`   // a secondary row that repeats another row
	Repaired   bool     `json:"repaired,omitempty"`

	From int32 `json:"-"` // index into Timeline.Sources; paths may repeat from home to home
}
