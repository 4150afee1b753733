package session

import (
	"sort"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"flightlog/components"
	"flightlog/parse"
	"flightlog/parse/timeline"
)

// chips are the kinds of row that a reader shows and hides. Prompts, replies, damage,
// failures and where a run begins and ends always stand.
type chips struct{ thinking, noTools, noSystem bool }

func (c *chips) hides(it *item) bool {
	switch it.kind {
	case components.ThoughtItem:
		return !c.thinking
	case components.CallItem, components.AgentItem:
		return c.noTools
	}
	return c.noSystem && it.system
}

// filter lists the rows that are shown.
func (p *Page) filter() {
	p.shown = p.shown[:0]
	for _, n := range p.layout.root {
		if !p.chips.hides(&p.layout.items[n]) {
			p.shown = append(p.shown, n)
		}
	}
}

// place is where a row, or the one before it, stands among those that are shown.
func (p *Page) place(n int32) int {
	i := sort.Search(len(p.shown), func(i int) bool { return p.shown[i] > n })
	return max(i-1, 0)
}

// chip switches a kind of row and answers the page anew, with the row that was on top
// of the screen in view.
func (p *Page) chip(name string, top int) templ.Component {
	n := int32(0)
	if shown := p.visible(); top >= 0 && top < len(shown) {
		n = shown[top]
	}
	switch name {
	case "thinking":
		p.chips.thinking = !p.chips.thinking
	case "tools":
		p.chips.noTools = !p.chips.noTools
	case "system":
		p.chips.noSystem = !p.chips.noSystem
	}
	p.filter()
	return p.conversationAt(p.place(n))
}

// shown lists the rows that are shown, as indices into the layout's.
func (p *Page) visible() []int32 {
	p.layoutOf()
	return p.shown
}

func (p *Page) conversationPage(r Place) templ.Component {
	return p.conversationAt(p.at(r))
}

func (p *Page) conversationAt(at int) templ.Component {
	shown, l := p.visible(), p.layout
	h := p.head(false)
	if len(l.items) == 0 {
		return components.SessionEmpty(h, emptyTitle(p.s), p.emptyText())
	}
	h.Tape = p.tapeOf()
	for _, c := range []components.Chip{
		{Name: "Thinking", Count: l.thoughts, On: p.chips.thinking, Title: "the model's readable reasoning"},
		{Name: "Tools", Count: len(p.s.Calls), On: !p.chips.noTools, Title: "tool calls and subagents"},
		{Name: "System", Count: l.system, On: !p.chips.noSystem, Title: "changes of model and mode, notices and the like; damage and failures always stand"},
	} {
		if c.Count > 0 {
			c.Arg = p.path + "/+" + strings.ToLower(c.Name)
			h.Chips = append(h.Chips, c)
		}
	}
	return components.Conversation(h, components.List{
		Name: "conversation/" + p.path, Count: len(shown), Chunk: conversationChunk, Est: 44, At: at, Label: "Conversation",
	})
}

func emptyTitle(s *timeline.Session) string {
	if s.Has(timeline.NoLog) {
		return "No event log"
	}
	return "Nothing happened here"
}

func (p *Page) emptyText() string {
	s := p.s
	for i := range p.file.Problems { // an emptied log is there, and a copy may lie beside it
		q := &p.file.Problems[i]
		if q.Code != timeline.EmptiedLog {
			continue
		}
		if src := &p.file.Sources[q.Source]; s.Dir != "" && src.Home == s.Home && strings.HasSuffix(src.Path, "/"+s.Dir+"/events.jsonl") {
			return q.Message
		}
	}
	switch {
	case s.Has(timeline.Recovered):
		return "The database names this session and keeps no turn of it."
	case s.Has(timeline.NoLog) && s.Has(timeline.NeverPrompted):
		return "This session folder holds no events.jsonl, and no prompt of it is recorded anywhere: it was started and never used, or its log was removed."
	case s.Has(timeline.NoLog):
		return "This session folder holds no events.jsonl."
	}
	return "The event log holds no event that can be read."
}

// at finds the row that shows a route's record and opens those inside which it stands.
func (p *Page) at(r Place) int {
	p.layoutOf()
	if r.Record == nil && r.Problem < 0 {
		return 0
	}
	n, ok, _ := p.find(r)
	if !ok {
		return 0
	}
	return p.place(p.unfold(n))
}

// find gives the row of a route's record: its own, that of the first call it is of, or the
// one that stands before it in the same conversation. own tells that the row is the record's.
func (p *Page) find(r Place) (n int32, found, own bool) {
	if r.Event == timeline.None && r.Record != nil {
		r.Event = p.original(r.Record)
	}
	s, best, ofCall := p.s, int32(0), timeline.None
	agent, call := timeline.None, timeline.None
	if r.Event != timeline.None {
		agent, call = s.Events[r.Event].Agent, s.Events[r.Event].Call
	}
	for n := range p.layout.items {
		it := &p.layout.items[n]
		switch {
		case r.Problem >= 0:
			if it.problem == r.Problem {
				return int32(n), true, true
			}
		case it.store > 0:
			if it.kind != components.TurnItem && &s.Store[it.store-1] == r.Record {
				return int32(n), true, true
			}
		case it.kind == components.TurnItem || it.event == timeline.None || r.Event == timeline.None:
		case it.kind == components.ThoughtItem && !p.chips.thinking:
		case it.kind == components.CallItem && (call == it.call || ofCall == timeline.None && s.Calls[it.call].Request == r.Event):
			ofCall = int32(n)
		case it.kind != components.CallItem && it.kind != components.AgentItem && it.event == r.Event:
			return int32(n), true, true
		case it.event <= r.Event && it.agent == agent:
			best, found = int32(n), true
		}
	}
	if ofCall != timeline.None {
		return ofCall, true, true
	}
	return best, found, false
}

// eventOf is the record behind a row, nil when it has none.
func eventOf(s *timeline.Session, it *item) *timeline.Event {
	switch {
	case it.store > 0:
		return &s.Store[it.store-1]
	case it.event != timeline.None:
		return &s.Events[it.event]
	}
	return nil
}

// copiesOf compares the session with the store, once.
func (p *Page) copiesOf() *parse.Copies {
	if p.copies == nil {
		c := p.file.Copies(p.s)
		p.copies = &c
	}
	return p.copies
}

// original is the event that shows what a row of the store repeats, None where the row does
// not only repeat some.
func (p *Page) original(e *timeline.Event) int32 {
	for row, event := range p.copiesOf().In {
		if &p.s.Store[row] == e {
			return event
		}
	}
	return timeline.None
}

// repeated are the link ids of the rows of the store that an event's row shows.
func (p *Page) repeated(event int32) (keys []string) {
	if event == timeline.None {
		return nil
	}
	c := p.copiesOf()
	for _, row := range c.Of[event] {
		if first, only := c.In[row]; only && first == event {
			keys = append(keys, p.Key(&p.s.Store[row]))
		}
	}
	return keys
}

func (p *Page) conversation(chunk int) []components.Item {
	shown := p.visible()
	from, to := components.ChunkOf(len(shown), conversationChunk, chunk)
	out := make([]components.Item, 0, to-from)
	for i := from; i < to; i++ {
		out = append(out, p.item(shown[i]))
		out[len(out)-1].Index = i
	}
	return out
}

// rowAct opens or closes a row, or shows more of what stands inside it, and answers its
// new inside. ok is false when there is no such row.
func (p *Page) rowAct(arg string) (out components.Item, ok bool) {
	number, more := strings.CutSuffix(arg, "+")
	n, err := strconv.Atoi(number)
	if err != nil || n < 0 || n >= len(p.layoutOf().items) {
		return out, false
	}
	if more {
		p.steps[n] = max(p.steps[n], nestStep) + nestStep
	} else {
		p.open[n] = !p.open[n]
	}
	return p.item(int32(n)), true
}
