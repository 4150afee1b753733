package session

import (
	"fmt"
	"strconv"
	"strings"

	"flightlog/components"
	"flightlog/parse"
	"flightlog/parse/timeline"
)

// item asks for the words of one row.
func (p *Page) item(n int32) components.Item {
	s, it := p.s, &p.layout.items[n]
	out := components.Item{Kind: it.kind, Index: -1, Place: strconv.Itoa(int(n))}
	switch {
	case it.problem >= 0:
		return p.damageItem(it, out)
	case it.kind == components.IdleItem:
		return idleItem(it, out)
	case it.kind == components.SegmentItem && it.event == timeline.None:
		out.Icon, out.Text = "open-call", "No end of this run is recorded: the session was still open, its process was killed, or the log is not whole"
		return out
	}
	e := eventOf(s, it)
	out.Time, out.TimeUTC = components.Clock(e.Time), components.UTC(e.Time)
	if t := p.tapeOf(); t != nil && it.event != timeline.None && it.kind != components.SegmentItem { // a fork's own start is later than what it copied
		out.X = strconv.Itoa(p.x(it.event))
	}
	if it.kind == components.TurnItem {
		return p.turnItem(it, out)
	}
	out.Key, out.Href, out.Also = p.Key(e), p.EventHref(e, false), strings.Join(p.repeated(it.event), " ")
	if it.back {
		out.Tags = append(out.Tags, components.Tag{Text: "clock steps back", Title: "the time of this record, or of one just above it, lies before that of the record above"})
	}
	out.Tags = append(out.Tags, damageTags(s, e, it.event)...)
	out.Toggle, out.Open = fmt.Sprintf("%s/%d", p.path, n), p.open[int(n)]
	switch it.kind {
	case components.CallItem:
		return p.callItem(n, out)
	case components.AgentItem:
		return p.agentItem(n, out)
	case components.PromptItem:
		return p.promptItem(e, out)
	case components.ReplyItem:
		out.Toggle = ""
		return p.replyItem(e, it, out)
	case components.SegmentItem:
		return p.segmentItem(it, out)
	case components.ThoughtItem:
		return p.thoughtItem(e, out)
	}
	return p.quietItem(e, it, out)
}

// quietItem is a row of one line: what an event's own summary says, and its detail.
func (p *Page) quietItem(e *timeline.Event, it *item, out components.Item) components.Item {
	s := p.s
	sum := p.file.Summary(s, e)
	out.Icon, out.Look = Face(e)
	if it.store > 0 {
		out.Toggle = ""
		out.Text = "To “" + sum.Text + "”, which the log holds, the store records another answer:"
		return out
	}
	out.Text, out.Mono = sum.Text, sum.Mono
	switch p.marked(e, it) {
	case "rewind":
		out.Kind, out.Icon = components.MarkItem, "compaction"
	case "fork":
		out.Kind, out.Icon = components.MarkItem, "agent"
	}
	if e.Kind == timeline.Unknown && !parse.StreamedOnly(e.Type) {
		out.Text = e.Type + " (a type this version does not know)"
	}
	if out.Open {
		out.Blocks = p.eventBlocks(e)
	}
	return out
}

// marked names what an information for the timeline tells of the conversation itself: that
// it was taken back or copied.
func (p *Page) marked(e *timeline.Event, it *item) string {
	if e.Type != "session.info" || it.event == timeline.None {
		return ""
	}
	return p.field(it.event, "infoType")
}

func (p *Page) damageItem(it *item, out components.Item) components.Item {
	q := &p.file.Problems[it.problem]
	out.Icon, out.Look, out.Text = "problem", "bad", q.Message
	out.Key = fmt.Sprintf("problem-%d", it.problem)
	out.Href = p.Href() + "/" + out.Key
	out.Time, out.TimeUTC = "bytes", "See the bytes"
	if q.Line > 0 {
		out.Time = "line " + components.Count(q.Line)
	}
	out.Tags = []components.Tag{{Text: string(q.Code), Tone: components.Bad}}
	return out
}

// idleItem says how long nothing is recorded, and what was open meanwhile.
func idleItem(it *item, out components.Item) components.Item {
	out.Text = components.Duration(it.gap) + [...]string{
		" idle", " without a record, while a tool call ran", " until it was taken up again", " until the question was answered"}[it.call]
	return out
}

// segmentItem is the line where a run begins or ends.
func (p *Page) segmentItem(it *item, out components.Item) components.Item {
	s, e := p.s, &p.s.Events[it.event]
	out.Text = p.file.Summary(s, e).Text
	if out.Icon = "session"; e.Ends() {
		out.Icon = "open-call"
	}
	if out.Open {
		out.Blocks = p.eventBlocks(e)
	}
	if e.Ends() {
		return out
	}
	if model := p.field(it.event, "selectedModel"); model != "" {
		out.Tags = append(out.Tags, components.Tag{Text: model, Title: "the model that was selected"})
	}
	if e.Type == "session.resume" {
		version := p.field(it.event, "copilotVersion")
		if version == "" {
			version = "version not recorded"
		}
		out.Tags = append(out.Tags, components.Tag{Text: version, Title: "the version of the CLI that took the session up again"})
	}
	for i, g := range p.layout.segments {
		if g.Begin != it.event {
			continue
		}
		if !g.Worked && g.End != timeline.None {
			out.Label = "opened and closed, no work"
		}
		if i > 0 && p.layout.segments[i-1].End == timeline.None && p.layout.segments[i-1].Begin != timeline.None {
			out.Tags = append(out.Tags, components.Tag{Text: "no end of the run above is recorded", Tone: components.Ask})
		}
	}
	return out
}

func (p *Page) turnItem(it *item, out components.Item) components.Item {
	s := p.s
	if it.store > 0 {
		only := len(p.copiesOf().Only)
		return components.Item{Kind: out.Kind, Index: out.Index,
			Text: "Only in session-store.db: " + components.Counted(only, "turn") + " that this log does not hold in full (rewound, rewritten or lost)"}
	}
	turn := &s.Turns[it.turn]
	if len(p.copiesOf().Of[turn.Prompt]) > 0 {
		out.Tags = append(out.Tags, components.Tag{Text: "also in session-store.db"})
	}
	n := p.layout.turns[it.turn]
	out.N, out.Calls, out.Failed, out.Agents = int(it.call), n.calls, n.failed, n.agents
	done := s.Done(turn)
	if from, to := s.Events[turn.First].Time, s.Events[done].Time; done != turn.First && from != timeline.NoTime && to >= from {
		out.Span = components.Duration(to - from)
	}
	return out
}

func (p *Page) promptItem(e *timeline.Event, out components.Item) components.Item {
	s := p.s
	out.Icon, out.Look = "prompt", "user"
	if who := p.file.Summary(s, e).Who; who != "you" {
		out.Label = promptLabel(who)
	}
	sent := false
	for i, b := range p.eventBlocks(e) {
		switch {
		case i == 0 && b.Kind == timeline.TextBlock:
			out.Text, out.Ref = b.Text, b.Ref
		case e.Has(timeline.FromStore):
		case b.Title == parse.AsSent:
			if sent = true; out.Open {
				out.Blocks = append(out.Blocks, b)
			}
		case b.Kind != timeline.TableBlock: // what was attached
			out.Blocks = append(out.Blocks, b)
		}
	}
	if n := len(out.Blocks); n > 1 && out.Blocks[0].Kind == timeline.GridBlock && len(out.Blocks[0].Rows) == pictured(out.Blocks) {
		out.Blocks = out.Blocks[1:] // the pictures say it all
	}
	if !sent {
		out.Toggle = ""
	}
	if strings.TrimSpace(out.Text) == "" {
		if out.Text = p.file.Summary(s, e).Text; out.Label != "" { // says that it is empty
			out.Kind, out.Look = components.QuietItem, "system"
		}
	}
	if e.Has(timeline.FromStore) {
		out.Tags = append(out.Tags, components.Tag{Text: "from session-store.db", Title: "the time is that of the end of the turn"})
	}
	return out
}

// pictured counts the pictures among blocks.
func pictured(blocks []timeline.Block) int {
	n := 0
	for i := range blocks {
		if blocks[i].Kind == timeline.ImageBlock {
			n++
		}
	}
	return n
}

// promptLabel says what put a prompt to the agent in place of a person at rest.
func promptLabel(who string) string {
	switch who {
	case "schedule":
		return "by a schedule"
	case "autopilot":
		return "autopilot went on by itself"
	case "task":
		return "task for the subagent"
	}
	if name, ok := strings.CutPrefix(who, "skill-"); ok {
		return "by the skill " + name
	}
	return who
}

func (p *Page) replyItem(e *timeline.Event, it *item, out components.Item) components.Item {
	out.Icon, out.Look = "reply", "assistant"
	for _, b := range p.eventBlocks(e) {
		if b.Kind == timeline.MarkdownBlock {
			out.Text, out.Ref = b.Text, b.Ref
			return out
		}
	}
	if it.reply {
		out.Kind, out.Icon, out.Look, out.Text = components.QuietItem, "notice", "system", "No reply is recorded for this prompt."
	}
	return out
}

// thoughtItem is the model's readable reasoning: its first line, all of it when open.
// A reply that stands in the same record has its key.
func (p *Page) thoughtItem(e *timeline.Event, out components.Item) components.Item {
	out.Icon, out.Look, out.Label = "reasoning", "thinking", "thinking"
	if e.Kind == timeline.Reply && e.Has(timeline.Spoken) {
		out.Key = ""
	}
	for _, b := range p.eventBlocks(e) {
		if b.Kind == timeline.MarkdownBlock && b.Title == "Reasoning" {
			out.Text = components.OneLine(b.Text)
			if b.Title = ""; out.Open {
				out.Blocks = []timeline.Block{b}
			}
		}
	}
	if out.Text == "" {
		out.Text, out.Toggle = "The reasoning is empty.", ""
	}
	return out
}

// Face is the icon and the colour of an event.
func Face(e *timeline.Event) (icon, look string) {
	if e.Has(timeline.Failed) {
		if e.Kind == timeline.Tool {
			return "failed", "bad"
		}
		return "error", "bad"
	}
	f := faces[e.Kind]
	if e.Has(timeline.FromStore) {
		return "database", f[1]
	}
	return f[0], f[1]
}

var faces = map[timeline.Kind][2]string{
	timeline.Unknown: {"unknown", "system"}, timeline.Prompt: {"prompt", "user"}, timeline.Reply: {"reply", "assistant"},
	timeline.Reasoning: {"reasoning", "thinking"}, timeline.Tool: {"tool", "tool"}, timeline.Permission: {"permission", "ask"},
	timeline.Model: {"model", "system"}, timeline.Agent: {"agent", "agent"}, timeline.Hook: {"hook", "system"},
	timeline.Lifecycle: {"session", "system"}, timeline.Compaction: {"compaction", "system"}, timeline.Failure: {"error", "bad"},
	timeline.Notice: {"notice", "system"}, timeline.Usage: {"usage", "system"},
}
