package event

import (
	"bytes"
	"strings"

	"flightlog/parse/decode/rawjson"
	"flightlog/parse/timeline"
)

// AsSent is the title of the block that holds a prompt with what the program put around it.
const AsSent = "As sent to the model"

func init() {
	register(
		Spec{Type: "user.message", Kind: timeline.Prompt, Links: promptLinks, Rows: promptRows,
			Line: func(r *Record) timeline.Summary {
				return timeline.Summary{Who: PromptLabel(r), Text: or(r.Str("content"), "(empty prompt)")}
			},
			Blocks: func(r *Record) []timeline.Block {
				out := append([]timeline.Block{{Kind: timeline.TextBlock, Title: "Prompt", Text: r.Str("content")}}, attachmentBlocks(r.Data("attachments"))...)
				if t := r.Str("transformedContent"); t != "" && t != r.Str("content") {
					out = append(out, timeline.Block{Kind: timeline.TextBlock, Title: AsSent, Text: t})
				}
				return out
			}},
		Spec{Type: "system.message", Kind: timeline.Notice,
			Rows: func(r *Record, t *Tracker) {
				if r.Str("role") == "developer" {
					t.system("developer message: " + r.Str("content"))
				} else {
					t.system("system prompt: " + r.Str("content"))
				}
			},
			Line: func(r *Record) timeline.Summary {
				if r.Str("role") == "developer" {
					return said("Developer message")
				}
				return said("System prompt")
			},
			Blocks: func(r *Record) []timeline.Block {
				return textBlock(timeline.TextBlock, "Content", r.Str("content"))
			}},
		Spec{Type: "system.notification", Kind: timeline.Notice, Rows: mainText("content"),
			Line: func(r *Record) timeline.Summary {
				return said(or(untag(r.Str("content"), "system_notification"), notificationWords(r.Data("kind"))))
			},
			Blocks: func(r *Record) []timeline.Block {
				return textBlock(timeline.TextBlock, "Content", r.Str("content"))
			}},
	)
}

// promptLinks: a person typed it when it stands in the root conversation, no program is
// named as its source and it is no autopilot continuation (ROWS.md, settled point 13).
// A steering prompt goes into the turn that is running; every other typed or scheduled
// one opens a turn.
func promptLinks(r *Record, l *timeline.Links) timeline.Flag {
	flags := timeline.Spoken
	r.expect("content", '"')
	tieAssets(l, r.Data("attachments"))
	if n, ok := bytes.CutPrefix(r.id("source"), []byte("schedule-")); ok {
		tie(l, timeline.ScheduleThread, n)
	}
	if len(l.Agent) > 0 {
		return flags
	}
	source := string(r.id("source"))
	auto, _ := r.Data("isAutopilotContinuation").Bool()
	typed := (source == "" || source == "user") && !auto
	if typed {
		flags |= timeline.Typed
	}
	l.NewTurn = typed && string(r.id("delivery")) != "steering" || strings.HasPrefix(source, "schedule-")
	return flags
}

// PromptLabel says who put a prompt to the agent: "you", or what did it in your place.
func PromptLabel(r *Record) string {
	if auto, _ := r.Data("isAutopilotContinuation").Bool(); auto {
		return "autopilot"
	}
	if r.doc.Get("agentId") != nil || r.Data("parentToolCallId") != nil {
		return "task"
	}
	source := r.Str("source")
	if source == "" || source == "user" {
		switch r.Str("delivery") {
		case "steering":
			return "you, while it worked"
		case "queued":
			return "you, queued"
		}
		return "you"
	}
	kind, _, _ := strings.Cut(source, "-")
	switch kind {
	case "schedule":
		return "schedule"
	case "skill", "command", "agent":
		return source
	}
	return source
}

// notificationWords stands in for a notification without a text: what its kind says.
func notificationWords(kind rawjson.Value) string {
	what := strings.ReplaceAll(or(kind.Get("type").String(), kind.String()), "_", " ")
	name := or(kind.Get("displayName").String(), kind.Get("workflowName").String(), kind.Get("description").String())
	if what == "" {
		return ""
	}
	return words(clause("Notification, "+what, name), paren(kind.Get("status").String()))
}

// untag takes a pair of tags of that name off the text that they enclose.
func untag(s, tag string) string {
	s = strings.TrimSpace(s)
	s = strings.TrimPrefix(s, "<"+tag+">")
	return strings.TrimSuffix(s, "</"+tag+">")
}

// promptRows: a typed prompt is a user row, any other a system row under its label
// (ROWS.md, settled point 13). Here only the envelope's agentId makes a subagent.
func promptRows(r *Record, t *Tracker) {
	content, source := r.Str("content"), r.Str("source")
	auto, _ := r.Data("isAutopilotContinuation").Bool()
	switch {
	case auto:
		t.system("auto-continuation: " + content)
	case r.doc.Get("agentId") != nil:
		t.system("subagent task: " + content)
	case source != "" && source != "user":
		t.system(source + ": " + content)
	default:
		t.row(timeline.UserTurn, content, "", "", "")
	}
}
