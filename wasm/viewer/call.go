package viewer

import (
	"fmt"
	"strconv"

	"flightlog/components"
	"flightlog/parse/timeline"
)

func (v *Viewer) callItem(p *page, it item, out components.Item) components.Item {
	s := p.s
	c := &s.Calls[it.call]
	sum := v.file.CallSummary(s, c)
	out.Who, out.Text, out.Mono = sum.Who, sum.Text, sum.Mono
	out.Icon, out.Look = callFace(c)
	if c.ByUser {
		out.Label = "run by you"
	}
	if tag, ok := v.decisionTag(c); ok {
		out.Tags = append(out.Tags, tag)
	}
	if tag, ok := outcomeTag(c); ok {
		out.Tags = append(out.Tags, tag)
	}
	out.Span = callSpan(s, c)
	out.Toggle, out.Open = fmt.Sprintf("%s/%d", v.path(s), out.Index), p.open[out.Index]
	if out.Open {
		out.Blocks = v.file.CallBlocks(s, c)
	}
	return out
}

// outcomeTag says how a call ended. A plain success needs no words; an exit code is
// shown where one is recorded.
func outcomeTag(c *timeline.Call) (components.Tag, bool) {
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

// callSpan is how long a call ran: from its start record, or where there is none its
// request, to its result.
func callSpan(s *timeline.Session, c *timeline.Call) string {
	from := c.Start
	if from == timeline.None {
		from = c.Request
	}
	if from == timeline.None || c.Result == timeline.None {
		return ""
	}
	a, b := s.Events[from].Time, s.Events[c.Result].Time
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
