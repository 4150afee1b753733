package session

import (
	"fmt"

	"flightlog/components"
	"flightlog/parse/timeline"
)

// nestStep is how many rows of a subagent are shown at once.
const nestStep = 100

func agentName(s *timeline.Session, i int32) string {
	if name := s.Agents[i].Name; name != "" {
		return name
	}
	return "subagent"
}

// agentItem is a subagent of which no call is known: it stands where it first speaks.
func (p *Page) agentItem(n int32, out components.Item) components.Item {
	a := p.layout.items[n].agent
	out.Icon, out.Look, out.Who = "agent", "agent", agentName(p.s, a)
	out.Text = "a subagent; the call that started it is not recorded"
	out.Key = "" // its first record is that of a row inside
	p.life([]int32{a}, &out)
	p.nested(n, &out)
	return out
}

// life says in one line what subagents did: how many calls, how long, and what of their
// lives no record tells.
func (p *Page) life(agents []int32, out *components.Item) {
	s, calls, failed := p.s, 0, 0
	from, to := timeline.NoTime, timeline.NoTime
	for _, a := range agents {
		r := &p.layout.runs[a]
		calls, failed = calls+r.Calls, failed+r.Failed
		if t := s.Events[r.First].Time; t != timeline.NoTime && (from == timeline.NoTime || t < from) {
			from = t
		}
		to = max(to, s.Events[r.Last].Time)
		if r.Begin != timeline.None && p.field(r.Begin, "executionMode") == "background" {
			out.Tags = append(out.Tags, components.Tag{Text: "background", Title: "the agent worked on while the conversation went on"})
		}
		if r.Begin == timeline.None {
			out.Tags = append(out.Tags, components.Tag{Text: "no start recorded", Tone: components.Ask})
		}
		if r.End == timeline.None {
			out.Tags = append(out.Tags, components.Tag{Text: "no end recorded", Tone: components.Ask})
		} else if s.Events[r.End].Has(timeline.Failed) {
			out.Tags = append(out.Tags, components.Tag{Text: "the subagent failed", Tone: components.Bad})
		}
	}
	if failed > 0 {
		out.Tags = append(out.Tags, components.Tag{Text: components.Count(failed) + " failed inside", Tone: components.Bad})
	}
	who := agentName(s, agents[0])
	if len(agents) > 1 {
		who = components.Counted(len(agents), "subagent")
	}
	if out.Label = components.Counted(calls, "tool call"); out.Who != who {
		out.Label = who + " · " + out.Label
	}
	if from != timeline.NoTime && to >= from {
		out.Span = components.Duration(to - from)
	}
}

// nested adds to an open row those that stand inside it, some at a time.
func (p *Page) nested(n int32, out *components.Item) {
	if !out.Open {
		return
	}
	rows := p.layout.inside(n)
	most := max(p.steps[int(n)], nestStep)
	for i, in := range rows {
		if len(out.Nested) == most {
			out.More = fmt.Sprintf("%s/%d+", p.path, n)
			out.MoreText = fmt.Sprintf("%s more · show %s", components.Counted(len(rows)-i, "row"), components.Count(min(len(rows)-i, nestStep)))
			return
		}
		if !p.chips.hides(&p.layout.items[in]) {
			out.Nested = append(out.Nested, p.item(in))
		}
	}
}
