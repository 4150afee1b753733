package event

import (
	"slices"
	"strings"

	"flightlog/parse/decode/rawjson"
	"flightlog/parse/timeline"
)

// notAnswered stands where a question or a plan has no answer in the log.
const notAnswered = "none is recorded"

// questionDetail is a question, what could be answered, and the answer: the one that was
// recorded of the person, else the one that the model was given.
func questionDetail(p *Parts, args rawjson.Value) []timeline.Block {
	res := p.answer()
	from := args
	q := asksFor(args)
	if q == "" {
		from, q = res, asksFor(res)
	}
	if q == "" {
		return plainDetail(p, args)
	}
	answer := or(answerText(res), strings.TrimPrefix(p.content(), "User responded: "))
	f := []timeline.Field{{Name: "Question", Value: q}}
	if c := marked(optionsOf(from), chosen(res, answer)); c != "" {
		f = append(f, timeline.Field{Name: "Choices", Value: c})
	}
	f = append(f, timeline.Field{Name: "Answer", Value: or(answer, notAnswered)})
	f = append(f, p.answeredBy()...)
	out := []timeline.Block{{Kind: timeline.TableBlock, Title: "Question and answer", Fields: f}}
	return append(out, p.trouble()...)
}

func asksFor(v rawjson.Value) string {
	return or(v.Get("question").String(), v.Get("message").String())
}

// answer is the response that is recorded for a call, nil when there is none.
func (p *Parts) answer() rawjson.Value {
	if p.Answer == nil {
		return nil
	}
	return p.Answer.Data("response")
}

// answeredBy says who answered and in which way, as far as it is recorded.
func (p *Parts) answeredBy() []timeline.Field {
	if p.Answer == nil {
		return nil
	}
	by := responder(p.Answer.Str("actor"))
	if free, _ := p.answer().Get("wasFreeform").Bool(); free {
		by += ", in words of your own"
		if p.Answer.Str("actor") != "human_response" {
			by = responder(p.Answer.Str("actor")) + ", as free text"
		}
	}
	return []timeline.Field{{Name: "Answered by", Value: by}}
}

// chosen lists the values that an answer took: the answer itself, or those of a form's
// fields.
func chosen(res rawjson.Value, answer string) []string {
	out := []string{answer}
	for _, v := range res.Get("content").Members() {
		out = append(out, scalar(v))
		out = append(out, names(v)...)
	}
	return slices.DeleteFunc(out, func(s string) bool { return s == "" })
}

// marked writes what could be answered a line each, a full dot before what was chosen and
// an empty one before the rest.
func marked(all []options, taken []string) string {
	var out []string
	for _, o := range all {
		if o.field != "" {
			out = append(out, o.field+":")
		}
		for _, v := range o.values {
			if slices.Contains(taken, v) {
				out = append(out, "● "+v+" (chosen)")
			} else {
				out = append(out, "○ "+v)
			}
		}
	}
	return strings.Join(out, "\n")
}

// planDetail is a plan and what was decided about it.
func planDetail(p *Parts, args rawjson.Value) []timeline.Block {
	res := p.answer()
	summary := args.Get("summary").String()
	plan := or(res.Get("planContent").String(), res.Get("summary").String(), summary)
	var f []timeline.Field
	decision := p.content()
	if res != nil {
		decision = planWords(res)
	}
	f = append(f, timeline.Field{Name: "Decision", Value: or(decision, notAnswered)})
	offered := or(few(planNames(res.Get("actions"))), few(planNames(args.Get("actions"))))
	if offered != "" {
		f = append(f, timeline.Field{Name: "Offered", Value: offered})
	}
	if advice := or(res.Get("recommendedAction").String(), args.Get("recommendedAction").String()); advice != "" {
		f = append(f, timeline.Field{Name: "Recommended", Value: or(planActions[advice], advice)})
	}
	f = append(f, p.answeredBy()...)
	out := []timeline.Block{{Kind: timeline.TableBlock, Title: "Decision about the plan", Fields: f}}
	out = append(out, textBlock(timeline.MarkdownBlock, "Plan", plan)...)
	if summary != plan {
		out = append(out, textBlock(timeline.MarkdownBlock, "Summary", summary)...)
	}
	out = append(out, asked(args, "summary", "actions", "recommendedAction")...)
	if text := p.content(); res != nil && text != plan {
		out = append(out, textBlock(timeline.TextBlock, "What the model was told", text)...)
	}
	return append(out, p.trouble()...)
}

// planNames puts the actions that a plan offers into words.
func planNames(v rawjson.Value) []string {
	all := names(v)
	for i, a := range all {
		all[i] = or(planActions[a], a)
	}
	return all
}
