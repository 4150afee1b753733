package event

import (
	"strconv"
	"strings"

	"flightlog/parse/decode/rawjson"
	"flightlog/parse/timeline"
)

func init() {
	register(
		Spec{Type: "hook.start", Kind: timeline.Hook,
			Links: func(r *Record, l *timeline.Links) timeline.Flag {
				tie(l, timeline.HookThread, r.id("hookInvocationId"))
				if id := onlyCall(r.Data("input")); id != nil {
					l.Part, l.CallID = timeline.Beside, id
				}
				return 0
			},
			Rows: func(r *Record, t *Tracker) {
				t.row(timeline.SystemTurn, "hook "+or(r.Str("hookType"), "-")+" start: "+dash(r.Data("input"), "{}"), "", "", r.Str("parentToolCallId"))
			},
			Line: func(r *Record) timeline.Summary {
				return timeline.Summary{Who: r.Str("hookType"), Text: words("Hook", r.Str("hookType"), "started", after("for ", few(hookTools(r.Data("input")))))}
			},
			Blocks: hookBlocks},
		Spec{Type: "hook.end", Kind: timeline.Hook,
			Links: func(r *Record, l *timeline.Links) timeline.Flag {
				tie(l, timeline.HookThread, r.id("hookInvocationId"))
				if ok, said := r.Data("success").Bool(); said && !ok {
					return timeline.Failed
				}
				return 0
			},
			Rows: func(r *Record, t *Tracker) {
				success := "-"
				if ok, said := r.Data("success").Bool(); said {
					success = strconv.FormatBool(ok)
				}
				text := "hook " + or(r.Str("hookType"), "-") + " end: success=" + success + " output=" + dash(r.Data("output"), "{}")
				if e := r.Data("error"); e != nil {
					text += " error=" + e.Compact()
				}
				t.row(timeline.SystemTurn, text, "", "", r.Str("parentToolCallId"))
			},
			Line: func(r *Record) timeline.Summary {
				s := words("Hook", r.Str("hookType"), "ended, outcome not recorded")
				if ok, said := r.Data("success").Bool(); said && ok {
					s = words("Hook", r.Str("hookType"), "succeeded")
				} else if said {
					e := r.Data("error")
					s = words("Hook", r.Str("hookType"), "failed:", or(e.Get("message").String(), e.String(), "no message recorded"))
				}
				return timeline.Summary{Who: r.Str("hookType"), Text: s}
			},
			Blocks: func(r *Record) []timeline.Block {
				out := textBlock(timeline.TextBlock, "Output", r.Str("output"))
				return append(out, textBlock(timeline.CodeBlock, "Stack", r.Data("error").Get("stack").String())...)
			}},
	)
}

// onlyCall gives the id of the one call that a hook is about, nil when there are several.
func onlyCall(input rawjson.Value) []byte {
	var id []byte
	n := 0
	for c := range input.Get("toolCalls").Elements() {
		id = plain(c.Get("id"))
		n++
	}
	if n != 1 {
		return nil
	}
	return id
}

// hookTools names the tools that a hook is about.
func hookTools(input rawjson.Value) []string {
	if t := input.Get("toolName").String(); t != "" {
		return []string{t}
	}
	var out []string
	for c := range input.Get("toolCalls").Elements() {
		if t := c.Get("name").String(); t != "" {
			out = append(out, t)
		}
	}
	return out
}

// elided is how the producer marks a text of a hook's input that it left out, because it
// stands in the record of the call (FINDINGS.md, events.jsonl 21).
const elided = "[copilot:elided "

// hookBlocks shows what the hook was given of a tool's result, and says plainly what was
// left out and where it stands.
func hookBlocks(r *Record) []timeline.Block {
	var out []timeline.Block
	var gone []string
	for k, v := range r.Data("input").Get("toolResult").Members() {
		s, ok := v.Text()
		switch {
		case !ok || s == "":
		case strings.HasPrefix(s, elided):
			what, _, _ := strings.Cut(strings.TrimSuffix(s[len(elided):], "]"), " - ")
			gone = append(gone, what)
		case k.String() == "textResultForLlm":
			out = append(out, timeline.Block{Kind: timeline.TextBlock, Title: "Result of the tool, as the hook got it", Text: s})
		}
	}
	if len(gone) > 0 {
		out = append(out, timeline.Block{Kind: timeline.TextBlock, Title: "Left out of this record",
			Text: strings.Join(gone, "\n") + "\nThe text stands in the call's own record, tool.execution_complete."})
	}
	return append(out, textBlock(timeline.TextBlock, "Prompt, as the hook got it", or(r.Data("input").Get("prompt").String(), r.Data("input").Get("initialPrompt").String()))...)
}
