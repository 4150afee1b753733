package event

import (
	"strings"

	"flightlog/parse/decode/rawjson"
	"flightlog/parse/timeline"
)

func init() {
	register(
		Spec{Type: "human_response.recorded", Kind: timeline.Permission,
			Links: func(r *Record, l *timeline.Links) timeline.Flag {
				l.Part, l.CallID = timeline.Answered, r.id("toolCallId")
				return 0
			},
			Line: func(r *Record) timeline.Summary {
				return timeline.Summary{Who: responder(r.Str("actor")), Text: answerWords(r.Data("response"))}
			},
			Blocks: answerBlocks},
	)
}

// responder says who answered. Only human_response is evidence of a person (seed, Response
// provenance).
func responder(actor string) string {
	switch actor {
	case "human_response":
		return "you"
	case "host_automation":
		return "the host program"
	case "", "unknown":
		return "unknown"
	}
	return actor
}

// planActions puts the schema's actions after a plan into words.
var planActions = map[string]string{
	"exit_only": "leave plan mode", "interactive": "go on and ask", "autopilot": "go on by autopilot", "autopilot_fleet": "go on by autopilot with a fleet",
}

func answerWords(res rawjson.Value) string {
	if res.Get("responseKind").String() == "exit_plan_mode" {
		return planWords(res)
	}
	question := quoted(or(res.Get("message").String(), res.Get("question").String()))
	return words("Answered", question) + ": " + or(answerText(res), "not recorded")
}

func planWords(res rawjson.Value) string {
	action := res.Get("selectedAction").String()
	action = or(planActions[action], action)
	approved, told := res.Get("approved").Bool()
	s := "Answered the plan"
	switch {
	case told && !approved:
		return clause("Rejected the plan", quoted(res.Get("feedback").String()))
	case told:
		s = "Approved the plan"
	case action == "":
		return "Answered the plan: not recorded"
	}
	s = clause(s, action)
	if auto, _ := res.Get("autoApproveEdits").Bool(); auto {
		s += ", edits need no approval"
	}
	return s
}

// answerText is the answer to a question: words, or the filled-in fields of a form.
func answerText(res rawjson.Value) string {
	if s := or(res.Get("answer").String(), res.Get("content").String()); s != "" {
		return s
	}
	var out []string
	for k, v := range res.Get("content").Members() {
		out = append(out, k.String()+" = "+or(scalar(v), few(names(v)), string(v)))
	}
	return strings.Join(out, ", ")
}

// options are the values from which an answer could be chosen: those of a form's field, or
// of the question itself, whose field is "".
type options struct {
	field  string
	values []string
}

// optionsOf lists what could be answered: the choices of the old form, the actions after a
// plan, or the values that each field of the new form admits.
func optionsOf(res rawjson.Value) []options {
	for _, key := range []string{"choices", "actions"} {
		if c := names(res.Get(key)); len(c) > 0 {
			return []options{{"", c}}
		}
	}
	var out []options
	for k, v := range res.Get("requestedSchema").Get("properties").Members() {
		values := names(v.Get("enum"))
		for _, key := range []string{"oneOf", "anyOf"} {
			for one := range v.Get(key).Elements() {
				values = append(values, or(one.Get("title").String(), one.Get("const").String()))
			}
		}
		if len(values) > 0 {
			out = append(out, options{or(v.Get("title").String(), k.String()), values})
		}
	}
	return out
}

// choices lists what could be answered as text.
func choices(res rawjson.Value) string {
	var out []string
	for _, o := range optionsOf(res) {
		if o.field == "" {
			return strings.Join(o.values, "\n")
		}
		out = append(out, o.field+": "+strings.Join(o.values, ", "))
	}
	return strings.Join(out, "\n")
}

func answerBlocks(r *Record) []timeline.Block {
	res := r.Data("response")
	var f []timeline.Field
	add := func(name, value string) {
		if value != "" {
			f = append(f, timeline.Field{Name: name, Value: value})
		}
	}
	add("Question", or(res.Get("message").String(), res.Get("question").String()))
	add("Choices", choices(res))
	action := res.Get("selectedAction").String()
	add("Answer", or(answerText(res), planActions[action], action))
	if free, ok := res.Get("wasFreeform").Bool(); ok && free {
		add("Given as", "free text")
	}
	add("Feedback", res.Get("feedback").String())
	var out []timeline.Block
	if len(f) > 0 {
		out = append(out, timeline.Block{Kind: timeline.TableBlock, Title: "Question and answer", Fields: f})
	}
	return append(out, textBlock(timeline.MarkdownBlock, "Plan", or(res.Get("planContent").String(), res.Get("summary").String()))...)
}
