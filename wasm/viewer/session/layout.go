package session

import (
	"sort"
	"strings"

	"flightlog/components"
	"flightlog/parse/timeline"
)

// item is a row of the conversation before its words are asked for.
type item struct {
	kind    components.ItemKind
	turn    int32 // index of its turn
	event   int32 // index of its record, or None
	call    int32 // of a CallItem; the number of a TurnItem
	agent   int32 // whose row it is, or None; of an AgentItem the agent itself
	parent  int32 // index of the row inside which it stands, or None
	problem int   // of a damaged place, else -1
	store   int   // 1 + index into Session.Store of a row that only the store holds
	gap     int64 // of an IdleItem: ms
	reply   bool  // the reply half of a row of the store
	back    bool  // the clock steps back here
	system  bool  // what the chip System hides
}

// layout is a session's conversation: which rows there are, in file order, and which
// stand inside which. It needs the events and calls and not a word of their records.
type layout struct {
	items    []item
	root     []int32           // rows that stand in no other
	under    [][]int32         // by agent: its rows
	agents   map[int32][]int32 // by call: the agents that it started
	besides  map[int32][]int32 // by call: the events that no row but its own can show
	runs     []timeline.Run
	segments []timeline.Segment
	turns    []turnCount
	allowAll []span // where the log says that everything was allowed

	thoughts, system int
}

// turnCount counts what a turn caused.
type turnCount struct{ calls, failed, agents int }

// span is a stretch of events: from the first to before the second.
type span struct{ from, to int32 }

// idleGap is how long nothing is recorded before the conversation says so.
const idleGap = 10 * 60 * 1000 // ms

// layoutOf lays out the conversation once.
func (p *Page) layoutOf() *layout {
	if p.layout == nil {
		l := newLayout(p.s, p.damageIn(), p.before)
		p.appendOnly(l)
		l.allowAll = p.allowAll()
		p.layout = l
		p.filter()
	}
	return p.layout
}

// newLayout lays out a session. damage lists problems in the order of their lines, and
// before says of one whether it stands above an event.
func newLayout(s *timeline.Session, damage []int, before func(int, *timeline.Event) bool) *layout {
	l := &layout{
		items: make([]item, 0, len(s.Events)/2+8), root: make([]int32, 0, len(s.Events)/2+8), under: make([][]int32, len(s.Agents)),
		agents: map[int32][]int32{}, runs: s.Runs(), segments: s.Segments(), turns: make([]turnCount, len(s.Turns)),
	}
	for a := range l.runs {
		if c := l.runs[a].Call; c != timeline.None {
			l.agents[c] = append(l.agents[c], int32(a))
		}
	}
	w := walker{layout: l, s: s, callRow: make([]int32, len(s.Calls)), agentRow: make([]int32, len(s.Agents)), turn: -1, last: timeline.NoTime}
	for i := range s.Events {
		e := &s.Events[i]
		for len(damage) > 0 && before(damage[0], e) {
			w.put(item{kind: components.QuietItem, event: timeline.None, agent: timeline.None, problem: damage[0]})
			damage = damage[1:]
		}
		w.event(int32(i), e)
	}
	w.calls(int32(len(s.Events)))
	for _, d := range damage {
		w.put(item{kind: components.QuietItem, event: timeline.None, agent: timeline.None, problem: d})
	}
	if n := len(l.segments); n > 0 && l.segments[n-1].Begin != timeline.None && l.segments[n-1].End == timeline.None {
		w.put(item{kind: components.SegmentItem, event: timeline.None, agent: timeline.None, problem: -1})
	}
	w.nest()
	l.besides = besidesOf(s, l.items)
	return l
}

// besidesOf finds, beside the own records of each call, the other records of it that have no
// row of their own. A reply without words that began several has that of the first.
func besidesOf(s *timeline.Session, items []item) map[int32][]int32 {
	shown := make([]bool, len(s.Events))
	for i := range items {
		switch it := &items[i]; {
		case it.event == timeline.None, it.kind == components.TurnItem, it.kind == components.CallItem, it.kind == components.AgentItem, it.kind == components.ThoughtItem:
		default:
			shown[it.event] = true
		}
	}
	for c := range s.Calls {
		for _, own := range ownRecords(s, &s.Calls[c]) {
			shown[own] = true
		}
	}
	out := map[int32][]int32{}
	for i := range s.Events {
		if c := s.Events[i].Call; c != timeline.None && !shown[i] {
			out[c] = append(out[c], int32(i))
			shown[i] = true
		}
	}
	for c := range s.Calls {
		if i := s.Calls[c].Request; i != timeline.None && !shown[i] {
			out[int32(c)] = append(out[int32(c)], i)
			shown[i] = true
		}
	}
	return out
}

// walker is the state of laying out, from event to event.
type walker struct {
	*layout
	s        *timeline.Session
	callRow  []int32 // by call: its row
	agentRow []int32 // by agent that no call is known of: 1 + its row
	turn     int32
	number   int32
	next     int   // the first call that has no row yet
	last     int64 // time of the last dated event
	running  int   // calls that were started and have not ended
	back     bool  // the clock stepped back since the last row
}

// put appends a row where its agent's rows stand.
func (w *walker) put(it item) int32 {
	n := int32(len(w.items))
	it.turn, it.parent = max(w.turn, 0), timeline.None
	if it.event != timeline.None && it.kind != components.TurnItem {
		it.back, w.back = w.back, false
	}
	if it.system {
		w.system++
	}
	if it.kind == components.ThoughtItem {
		w.thoughts++
	}
	w.items = append(w.items, it)
	if it.agent == timeline.None || it.kind == components.AgentItem {
		w.root = append(w.root, n)
	} else {
		w.under[it.agent] = append(w.under[it.agent], n)
	}
	return n
}

// event puts the rows of one event.
func (w *walker) event(i int32, e *timeline.Event) {
	w.idle(i, e)
	w.back = w.back || e.Has(timeline.StepsBack)
	if t := int(w.turn) + 1; t < len(w.s.Turns) && w.s.Turns[t].First == i {
		w.turn = int32(t)
		if w.s.Turns[t].Prompt != timeline.None {
			w.number++
			w.put(item{kind: components.TurnItem, event: i, call: w.number, agent: timeline.None, problem: -1})
		}
	}
	if a := e.Agent; a != timeline.None && w.runs[a].First == i {
		if w.turn >= 0 {
			w.turns[w.turn].agents++
		}
		if w.runs[a].Call == timeline.None {
			w.agentRow[a] = 1 + w.put(item{kind: components.AgentItem, event: i, agent: a, problem: -1})
		}
	}
	w.rows(i, e)
	w.calls(i)
	if c := e.Call; c != timeline.None && w.s.Calls[c].Result != timeline.None {
		switch i {
		case w.s.Calls[c].Start:
			w.running++
		case w.s.Calls[c].Result:
			w.running--
		}
	}
}

// idle puts a line where nothing is recorded for long. Whether a call was running
// meanwhile is kept in call: 1, else 0.
func (w *walker) idle(i int32, e *timeline.Event) {
	if e.Time == timeline.NoTime {
		return
	}
	if gap := e.Time - w.last; w.last != timeline.NoTime && gap > idleGap {
		it := item{kind: components.IdleItem, event: timeline.None, agent: timeline.None, problem: -1, gap: gap}
		switch {
		case w.running > 0:
			it.call = 1
		case e.Begins():
			it.call = 2
		case e.Call != timeline.None && w.s.Calls[e.Call].Decided == i && w.s.Calls[e.Call].Asked == i-1:
			it.call = 3
		}
		w.put(it)
	}
	w.last = e.Time
}

// calls puts the calls that are mentioned up to an event. They stand in the order of
// their first mention.
func (w *walker) calls(upTo int32) {
	for ; w.next < len(w.s.Calls); w.next++ {
		c := &w.s.Calls[w.next]
		first := mention(c)
		if first > upTo {
			return
		}
		w.callRow[w.next] = w.put(item{kind: components.CallItem, event: first, call: int32(w.next), agent: c.Agent, problem: -1})
		if w.turn >= 0 {
			w.turns[w.turn].calls++
			if c.Failed() {
				w.turns[w.turn].failed++
			}
		}
	}
}

// mention is the event that mentions a call first.
func mention(c *timeline.Call) int32 {
	first := timeline.None
	for _, i := range [...]int32{c.Request, c.Asked, c.Decided, c.Start, c.Result} {
		if i != timeline.None && (first == timeline.None || i < first) {
			first = i
		}
	}
	return first
}

// rows puts the rows of an event besides those of its calls.
func (w *walker) rows(i int32, e *timeline.Event) {
	it := item{kind: components.QuietItem, event: i, agent: e.Agent, problem: -1}
	switch {
	case e.Begins(), e.Ends():
		it.kind = components.SegmentItem
	case e.Kind == timeline.Prompt:
		it.kind = components.PromptItem
		if w.put(it); e.Has(timeline.FromStore) {
			it.kind, it.reply = components.ReplyItem, true
			w.put(it)
		}
		return
	case e.Kind == timeline.Reply:
		if it.kind = components.ThoughtItem; e.Has(timeline.Reasoned) {
			w.put(it)
		}
		if it.kind = components.ReplyItem; !e.Has(timeline.Spoken) {
			return
		}
	case e.Kind == timeline.Reasoning:
		it.kind = components.ThoughtItem
	case e.Kind == timeline.Compaction && !bookkeeping[e.Type]:
		it.kind = components.MarkItem
	case (e.Kind == timeline.Tool || e.Kind == timeline.Permission) && e.Call != timeline.None && e.Type != "human_response.recorded", !quiet(e):
		return // what a person said has a row of its own
	default:
		it.system = e.Kind != timeline.Failure && !e.Has(timeline.Failed) && e.Kind != timeline.Unknown
	}
	w.put(it)
}

// nest tells every row of a subagent inside which row it stands.
func (w *walker) nest() {
	for a, rows := range w.under {
		in := w.agentRow[a] - 1
		if c := w.runs[a].Call; c != timeline.None {
			in = w.callRow[c]
		}
		for _, n := range rows {
			w.items[n].parent = in
		}
	}
}

// inside lists the rows that stand inside a row, in the order of its agents.
func (l *layout) inside(n int32) []int32 {
	it := &l.items[n]
	switch it.kind {
	case components.AgentItem:
		return l.under[it.agent]
	case components.CallItem:
		agents := l.agents[it.call]
		if len(agents) == 1 {
			return l.under[agents[0]]
		}
		var out []int32
		for _, a := range agents {
			out = append(out, l.under[a]...)
		}
		return out
	}
	return nil
}

// bookkeeping lists the types whose kind is shown in the conversation and which are
// themselves only seen among the events.
var bookkeeping = map[string]bool{
	"assistant.turn_start": true, "assistant.turn_end": true, "system.message": true, "session.compaction_start": true,
	"subagent.configured": true, "subagent.selected": true, "custom_agent.selected": true, "session.binary_asset": true,
	"session.mode_notice_delivered": true, "skill.context_delivered_ref": true, "skill.context_delivered": true,
	"subagent.started": true, "subagent.completed": true, "custom_agent.started": true, "custom_agent.completed": true,
}

// quiet reports whether an event is a quiet row of the conversation.
func quiet(e *timeline.Event) bool {
	switch e.Kind {
	case timeline.Usage, timeline.Hook:
		return false
	case timeline.Model:
		return e.Type == "session.model_change" || e.Type == "session.auto_mode_resolved"
	}
	return !bookkeeping[e.Type]
}

// InConversation reports that a record has a row of its own in the conversation, or one of
// its call; of all others only the events show more than the panel does.
func InConversation(e *timeline.Event) bool {
	return e.Call != timeline.None || quiet(e)
}

// appendOnly adds, behind a log, the turns that only the store holds.
func (p *Page) appendOnly(l *layout) {
	if len(p.s.Events) == 0 || p.s.Events[0].Has(timeline.FromStore) {
		return
	}
	w := walker{layout: l, turn: int32(len(l.turns)) - 1}
	for n, only := range p.copiesOf().Only {
		it := item{event: timeline.None, agent: timeline.None, problem: -1, store: only.Row + 1}
		if n == 0 {
			it.kind = components.TurnItem
			w.put(it)
		}
		if it.kind = components.QuietItem; only.Prompt {
			it.kind = components.PromptItem
		}
		w.put(it)
		if it.kind, it.reply = components.ReplyItem, true; only.Reply {
			w.put(it)
		}
	}
}

// damageIn lists the problems of a session's sources that have a line, in its order; a
// note is about a line that stands there as it should.
func (p *Page) damageIn() []int {
	s := p.s
	mine := map[int32]bool{}
	for i := range s.Events {
		mine[s.Events[i].Source] = true
	}
	var out []int
	for i := range p.file.Problems {
		q := &p.file.Problems[i]
		if q.Source == timeline.None || q.Line == 0 || q.Code.Severity() == timeline.Note {
			continue
		}
		if src := &p.file.Sources[q.Source]; mine[q.Source] || len(s.Events) == 0 && src.Path == ".copilot/"+s.Dir+"/events.jsonl" {
			out = append(out, i)
		}
	}
	sort.SliceStable(out, func(a, b int) bool { return p.file.Problems[out[a]].Line < p.file.Problems[out[b]].Line })
	return out
}

func (p *Page) before(problem int, e *timeline.Event) bool {
	q := &p.file.Problems[problem]
	return q.Source == e.Source && (q.Line < e.Line || q.Line == e.Line && q.Offset < e.Offset)
}

// allowAll finds where the log says that everything was allowed: from a
// session.permissions_changed to the next, at most to the end of its run, since no
// record tells whether the next run began with it.
func (p *Page) allowAll() []span {
	s := p.s
	var out []span
	open := timeline.None
	closeAt := func(i int32) {
		if open != timeline.None {
			out = append(out, span{open, i})
		}
		open = timeline.None
	}
	for i := range s.Events {
		e := &s.Events[i]
		switch {
		case e.Begins():
			closeAt(int32(i))
		case e.Type == "session.permissions_changed":
			closeAt(int32(i))
			mode := p.field(int32(i), "allowAllPermissionMode") + p.field(int32(i), "mode")
			if mode == "on" || mode == "allow-all" || mode == "" && p.field(int32(i), "allowAllPermissions") == "true" {
				open = int32(i)
			}
		}
	}
	closeAt(int32(len(s.Events)))
	return out
}

// field gives a value of a record's data as its detail shows it, "" when it has none.
func (p *Page) field(event int32, name string) string {
	s := p.s
	if event == timeline.None {
		return ""
	}
	for _, b := range p.file.Blocks(s, &s.Events[event]) {
		for _, f := range b.Fields {
			if f.Name == name {
				return strings.TrimSpace(f.Value)
			}
		}
	}
	return ""
}
