package event

import (
	"strings"

	"flightlog/parse/timeline"
)

// The runtime's own bookkeeping of a call to a utility model, by which it names a session
// or reads a schedule: in no schema, listed in the seed.
func init() {
	utility := func(name string, line func(*Record) string, blocks func(*Record) []timeline.Block) Spec {
		return Spec{Type: "model." + name, Kind: timeline.Model, Links: utilityLinks, Blocks: blocks,
			Line: func(r *Record) timeline.Summary {
				return timeline.Summary{Who: utilityModel(r), Text: line(r)}
			}}
	}
	plainly := func(text string) func(*Record) string { return func(*Record) string { return text } }
	answer := func(key, lead string) func(*Record) string {
		return func(r *Record) string { return clause(lead, r.Data(key).Get("content").String()) }
	}
	content := func(key string) func(*Record) []timeline.Block {
		return func(r *Record) []timeline.Block {
			return textBlock(timeline.MarkdownBlock, "Answer", r.Data(key).Get("content").String())
		}
	}
	message := utility("message", answer("message", "Utility model"), content("message"))
	message.Rows = func(r *Record, t *Tracker) {
		model := r.Data("modelCall").Get("model").String()
		t.row(timeline.SystemTurn, words("utility model", model)+": "+r.Data("message").Get("content").String(), model, "", "")
	}
	register(
		message,
		utility("response", answer("response", "Utility call answered"), content("response")),
		utility("turn_started", plainly("Utility call begun"), nil),
		utility("turn_ended", plainly("Utility call over"), nil),
		utility("model_call_started", plainly("Utility call: the request went out"), nil),
		utility("model_call_success", func(r *Record) string {
			return words("Utility call: the model answered", after("in ", span(r.Data("modelCallDurationMs"))))
		}, nil),
		utility("messages_snapshot", func(r *Record) string {
			n := int64(0)
			for range r.Data("messages").Elements() {
				n++
			}
			return "Utility call: " + plural(n, "message") + " to the model"
		}, snapshotBlocks),
		utility("captured_assignment_context", plainly("Utility call: experiments that the client takes part in"), text("assignmentContext", "Experiments")),
	)
}

func utilityModel(r *Record) string {
	return or(r.Str("model"), r.Data("modelCall").Get("model").String())
}

// utilityLinks joins the answer, its message and its receipt, which name the same call:
// by callId up to 1.0.98, by the provider's id since.
func utilityLinks(r *Record, l *timeline.Links) timeline.Flag {
	if id := r.id("callId"); len(id) > 0 {
		tie(l, timeline.UtilityThread, id)
	} else {
		tie(l, timeline.UtilityThread, plain(r.Data("modelCall").Get("api_id")))
	}
	return 0
}

// snapshotBlocks shows the messages that went to the utility model.
func snapshotBlocks(r *Record) []timeline.Block {
	var out []timeline.Block
	for m := range r.Data("messages").Elements() {
		role := or(m.Get("role").String(), "not recorded")
		text := m.Get("content").String()
		for part := range m.Get("content").Elements() {
			text = strings.TrimPrefix(text+"\n"+part.Get("text").String(), "\n")
		}
		out = append(out, textBlock(timeline.TextBlock, "Role "+role, text)...)
	}
	return out
}
