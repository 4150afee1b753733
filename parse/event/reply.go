package event

import (
	"strings"

	"flightlog/parse/decode/rawjson"
	"flightlog/parse/timeline"
)

func init() {
	register(
		Spec{Type: "assistant.message", Kind: timeline.Reply, Links: replyLinks, Rows: replyRows,
			Line: func(r *Record) timeline.Summary {
				return timeline.Summary{Who: r.Str("model"), Text: or(r.Str("content"), callsWords(r))}
			},
			Blocks: func(r *Record) []timeline.Block {
				out := append(textBlock(timeline.MarkdownBlock, "Reply", r.Str("content")), citationBlocks(r)...)
				return append(out, textBlock(timeline.MarkdownBlock, "Reasoning", reasoning(r))...)
			}},
		Spec{Type: "assistant.reasoning", Kind: timeline.Reasoning,
			Rows: func(r *Record, t *Tracker) {
				if text := r.Str("content"); text != "" {
					t.row(timeline.ThinkingTurn, text, "", "", "")
				}
			},
			Line:   func(r *Record) timeline.Summary { return timeline.Summary{Text: r.Str("content")} },
			Blocks: markdown("content", "Reasoning")},
	)
}

func replyLinks(r *Record, l *timeline.Links) timeline.Flag {
	if len(l.Agent) == 0 {
		l.Model = r.id("model")
	}
	for q := range r.expect("toolRequests", '[').Elements() {
		if id := plain(q.Get("toolCallId")); id != nil {
			l.Requests = append(l.Requests, timeline.Request{ID: id, Tool: plain(q.Get("name"))})
		}
	}
	var flags timeline.Flag
	if len(r.expect("content", '"')) > 2 {
		flags = timeline.Spoken
	}
	if reasons(r) {
		flags |= timeline.Reasoned
	}
	return flags
}

// reasons reports whether reasoning(r) is not empty, and decodes nothing for it.
func reasons(r *Record) bool {
	if len(r.Data("reasoningText")) > 2 {
		return true
	}
	for b := range r.Data("reasoningBlocks").Get("blocks").Elements() {
		for s := range rawjson.Value(b.Get("summary")).Elements() {
			if len(s.Get("text")) > 2 {
				return true
			}
		}
	}
	return false
}

// callsWords names the tools that a message without words calls.
func callsWords(r *Record) string {
	var names []string
	for q := range r.Data("toolRequests").Elements() {
		names = append(names, or(q.Get("name").String(), "an unnamed tool"))
	}
	if len(names) == 0 {
		return "(no text)"
	}
	return "Calls " + strings.Join(names, ", ")
}

// reasoning gives the readable reasoning: reasoningText, else the summaries of the
// provider's blocks, one a line (ROWS.md, settled point 14).
func reasoning(r *Record) string {
	if t := r.Str("reasoningText"); t != "" {
		return t
	}
	var lines []string
	for b := range r.Data("reasoningBlocks").Get("blocks").Elements() {
		for s := range rawjson.Value(b.Get("summary")).Elements() {
			lines = append(lines, s.Get("text").String())
		}
	}
	return strings.Join(lines, "\n")
}

// replyRows gives the reply, its reasoning and a tool_use for every call, in this order.
func replyRows(r *Record, t *Tracker) {
	model := r.Str("model")
	if text := r.Str("content"); text != "" {
		t.row(timeline.AssistantTurn, text, model, "", "")
	}
	if text := reasoning(r); text != "" {
		t.row(timeline.ThinkingTurn, text, model, "", "")
	}
	for q := range r.Data("toolRequests").Elements() {
		id, name := q.Get("toolCallId").String(), q.Get("name").String()
		t.tools[id], t.requested[id] = name, true
		t.row(timeline.ToolUse, useText(q.Get("arguments")), model, name, id)
	}
}
