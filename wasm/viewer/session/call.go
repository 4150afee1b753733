package session

import (
	"strconv"
	"strings"

	"flightlog/components"
	"flightlog/parse/timeline"
)

// callItem is a tool call, joined from its records. The subagents that it started stand
// inside it.
func (p *Page) callItem(n int32, out components.Item) components.Item {
	s, at := p.s, p.layout.items[n].call
	c := &s.Calls[at]
	// A reply may begin several calls, so a call's own record is a later one of its
	// records; one that has none is reached by the reply and has no key. A person's own
	// command is requested by a record of its own.
	out.Key = ""
	var also []string
	for _, own := range ownRecords(s, c) {
		if key := p.Key(&s.Events[own]); out.Key != "" || own == c.Decided {
			also = append(also, key)
		} else {
			out.Key, out.Href = key, p.EventHref(&s.Events[own], false)
		}
	}
	for _, i := range p.layout.besides[at] {
		also = append(append(also, p.Key(&s.Events[i])), p.repeated(i)...)
	}
	out.Also = strings.Join(also, " ")
	sum := p.file.CallSummary(s, c)
	out.Who, out.Text, out.Mono = sum.Who, sum.Text, sum.Mono
	out.Icon, out.Look = callFace(c)
	if c.ByUser {
		out.Label = "run by you"
	}
	if tag, ok := p.permit(c); ok {
		out.Tags = append(out.Tags, tag)
	}
	if tag, ok := Outcome(c); ok {
		out.Tags = append(out.Tags, tag)
	}
	out.Span = callSpan(s, c)
	if agents := p.layout.agents[at]; len(agents) > 0 {
		p.life(agents, &out)
		if out.Look == "tool" {
			out.Look = "agent"
		}
		p.nested(n, &out)
	}
	if out.Open {
		out.Blocks = p.callBlocks(at)
		for i := range out.Blocks {
			if b := &out.Blocks[i]; b.Title == "Prompt" && len(out.Nested) > 0 && out.Nested[0].Kind == components.PromptItem {
				b.Aside = "The prompt as the call gave it"
			}
		}
	}
	return out
}

// Outcome says how a call ended. A plain success needs no words; an exit code is
// shown where one is recorded.
func Outcome(c *timeline.Call) (components.Tag, bool) {
	switch {
	case c.HasExit && c.ExitCode != 0:
		return components.Tag{Text: "exit " + strconv.Itoa(int(c.ExitCode)), Tone: components.Bad}, true
	case c.Outcome == timeline.Errored:
		return components.Tag{Text: "failed", Tone: components.Bad}, true
	case c.Outcome == timeline.NoResult && c.Aborted:
		return components.Tag{Text: "no result recorded (aborted)"}, true
	case (c.Outcome == timeline.Denied || c.Outcome == timeline.Cancelled) && c.Decided != timeline.None:
		return components.Tag{}, false // the decision's tag says so
	case c.Outcome == timeline.Denied, c.Outcome == timeline.Cancelled:
		return components.Tag{Text: c.Outcome.String(), Tone: components.Ask}, true
	case c.Outcome == timeline.NoResult, c.Outcome == timeline.Unstated:
		return components.Tag{Text: c.Outcome.String()}, true
	case c.HasExit:
		return components.Tag{Text: "exit 0", Tone: components.OK}, true
	}
	return components.Tag{}, false
}

// ran gives the records between which a call ran: from its start, or the answer to a
// question that came after it, or where neither is recorded its request, to its result.
// A call that was not allowed to run has no start.
func ran(c *timeline.Call) (from, to int32) {
	if c.Outcome == timeline.Denied || c.Outcome == timeline.Cancelled {
		return timeline.None, timeline.None
	}
	from = max(c.Start, c.Decided)
	if from == timeline.None {
		from = c.Request
	}
	return from, c.Result
}

// callSpan is how long a call ran.
func callSpan(s *timeline.Session, c *timeline.Call) string {
	from, to := ran(c)
	if from == timeline.None || to == timeline.None {
		return ""
	}
	a, b := s.Events[from].Time, s.Events[to].Time
	if a == timeline.NoTime || b == timeline.NoTime || b < a {
		return ""
	}
	return components.Duration(b - a)
}

var toolIcons = map[string]string{
	"bash": "bash", "powershell": "bash", "local_shell": "bash", "read_bash": "bash", "write_bash": "bash", "stop_bash": "bash",
	"edit": "edit", "create": "edit", "apply_patch": "edit", "view": "view", "grep": "search", "rg": "search", "glob": "search",
	"web_fetch": "web", "web_search": "web", "ask_user": "question", "task": "agent", "read_agent": "agent", "sql": "todo", "update_todo": "todo",
}

func callFace(c *timeline.Call) (icon, look string) {
	switch c.Outcome {
	case timeline.Errored:
		return "failed", "bad"
	case timeline.Denied:
		return "denied", "ask"
	case timeline.Cancelled:
		return "cancelled", "ask"
	case timeline.NoResult:
		return "open-call", "tool"
	}
	icon = toolIcons[c.Tool]
	if icon == "" {
		icon = "tool"
	}
	if icon == "agent" {
		return icon, "agent"
	}
	return icon, "tool"
}
