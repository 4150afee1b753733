package viewer

import (
	"fmt"
	"sort"
	"strings"

	"github.com/a-h/templ"

	"flightlog/components"
	"flightlog/parse"
	"flightlog/parse/timeline"
)

// item is a row of the conversation before its words are asked for.
type item struct {
	kind    components.ItemKind
	turn    int32 // index of its turn, or None before the first
	event   int32
	call    int32 // of a CallItem
	problem int   // of a damaged place, else -1
	store   int   // 1 + index into Session.Store of a row that only the store holds
	reply   bool  // the reply half of a row of the store
}

// itemsOf lays out the conversation once: it needs the events and calls, not a word of
// their records.
func (v *Viewer) itemsOf(p *page) []item {
	if p.items != nil {
		return p.items
	}
	s := p.s
	requested := map[int32][]int32{} // event -> calls that it begins
	for c := range s.Calls {
		first := s.Calls[c].First()
		requested[first] = append(requested[first], int32(c))
	}
	damage := v.damageIn(s)
	number := int32(0)
	items := make([]item, 0, len(s.Events)/2)
	for t := range s.Turns {
		turn := &s.Turns[t]
		if turn.Prompt != timeline.None {
			number++
			items = append(items, item{kind: components.TurnItem, turn: int32(t), event: turn.Prompt, call: number, problem: -1})
		}
		for i := turn.First; i <= turn.Last; i++ {
			e := &s.Events[i]
			for len(damage) > 0 && v.before(damage[0], e) {
				items = append(items, item{kind: components.QuietItem, event: timeline.None, problem: damage[0]})
				damage = damage[1:]
			}
			items = appendEvent(items, int32(t), i, e)
			for _, c := range requested[i] {
				items = append(items, item{kind: components.CallItem, turn: int32(t), event: i, call: c, problem: -1})
			}
		}
	}
	for _, d := range damage {
		items = append(items, item{kind: components.QuietItem, event: timeline.None, problem: d})
	}
	p.items = v.appendOnly(items, p)
	return p.items
}

// appendOnly adds, behind a log, the turns that only the store holds.
func (v *Viewer) appendOnly(items []item, p *page) []item {
	if len(p.s.Events) == 0 || p.s.Events[0].Has(timeline.FromStore) {
		return items
	}
	for n, only := range v.copiesOf(p).Only {
		it := item{event: timeline.None, problem: -1, store: only.Row + 1}
		if n == 0 {
			it.kind = components.TurnItem
			items = append(items, it)
		}
		if it.kind = components.QuietItem; only.Prompt {
			it.kind = components.PromptItem
		}
		items = append(items, it)
		if it.kind, it.reply = components.ReplyItem, true; only.Reply {
			items = append(items, it)
		}
	}
	return items
}

// copiesOf compares the session with the store, once.
func (v *Viewer) copiesOf(p *page) *parse.Copies {
	if p.copies == nil {
		c := v.file.Copies(p.s)
		p.copies = &c
	}
	return p.copies
}

// eventOf is the record behind a row.
func eventOf(s *timeline.Session, it item) *timeline.Event {
	if it.store > 0 {
		return &s.Store[it.store-1]
	}
	return &s.Events[it.event]
}

// appendEvent adds the rows of one event besides its calls.
func appendEvent(items []item, turn, i int32, e *timeline.Event) []item {
	it := item{turn: turn, event: i, problem: -1}
	switch e.Kind {
	case timeline.Prompt:
		it.kind = components.PromptItem
		items = append(items, it)
		if e.Has(timeline.FromStore) {
			it.kind, it.reply = components.ReplyItem, true
			return append(items, it)
		}
		return items
	case timeline.Reply:
		if !e.Has(timeline.Spoken) {
			return items
		}
		it.kind = components.ReplyItem
		return append(items, it)
	case timeline.Tool, timeline.Permission:
		if e.Call != timeline.None && e.Type != "human_response.recorded" { // what a person said has a row of its own
			return items
		}
	}
	if !quiet(e) {
		return items
	}
	it.kind = components.QuietItem
	return append(items, it)
}

// bookkeeping lists the types whose kind is shown in the conversation and which are
// themselves only seen among the events.
var bookkeeping = map[string]bool{
	"assistant.turn_start": true, "assistant.turn_end": true, "system.message": true, "session.compaction_start": true,
	"subagent.configured": true, "subagent.selected": true, "custom_agent.selected": true, "session.binary_asset": true,
	"session.mode_notice_delivered": true, "skill.context_delivered_ref": true, "skill.context_delivered": true,
}

// quiet reports whether an event is a quiet row of the conversation.
func quiet(e *timeline.Event) bool {
	switch e.Kind {
	case timeline.Usage, timeline.Hook, timeline.Reasoning:
		return false
	case timeline.Model:
		return e.Type == "session.model_change" || e.Type == "session.auto_mode_resolved"
	}
	return !bookkeeping[e.Type]
}

// damageIn lists the problems of a session's sources that have a line, in its order; a
// note is about a line that stands there as it should.
func (v *Viewer) damageIn(s *timeline.Session) []int {
	mine := map[int32]bool{}
	for i := range s.Events {
		mine[s.Events[i].Source] = true
	}
	var out []int
	for i := range v.file.Problems {
		p := &v.file.Problems[i]
		if p.Source == timeline.None || p.Line == 0 || p.Code.Severity() == timeline.Note {
			continue
		}
		if src := &v.file.Sources[p.Source]; mine[p.Source] || len(s.Events) == 0 && src.Path == ".copilot/"+s.Dir+"/events.jsonl" {
			out = append(out, i)
		}
	}
	sort.SliceStable(out, func(a, b int) bool { return v.file.Problems[out[a]].Line < v.file.Problems[out[b]].Line })
	return out
}

func (v *Viewer) before(problem int, e *timeline.Event) bool {
	p := &v.file.Problems[problem]
	return p.Source == e.Source && p.Line < e.Line
}

func (v *Viewer) conversationPage(r route) templ.Component {
	p := r.page
	items := v.itemsOf(p)
	h := v.head(p, false)
	if len(items) == 0 {
		return components.SessionEmpty(h, emptyTitle(p.s), v.emptyText(p.s))
	}
	return components.Conversation(h, components.List{
		Name: "conversation/" + v.path(p.s), Count: len(items), Chunk: conversationChunk, Est: 44, At: at(p.s, items, r), Label: "Conversation",
	})
}

func emptyTitle(s *timeline.Session) string {
	if s.Has(timeline.NoLog) {
		return "No event log"
	}
	return "Nothing happened here"
}

func (v *Viewer) emptyText(s *timeline.Session) string {
	for i := range v.file.Problems { // an emptied log is there, and a copy may lie beside it
		p := &v.file.Problems[i]
		if p.Code != timeline.EmptiedLog {
			continue
		}
		if src := &v.file.Sources[p.Source]; s.Dir != "" && src.Home == s.Home && strings.HasSuffix(src.Path, "/"+s.Dir+"/events.jsonl") {
			return p.Message
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

// at finds the row that shows a route's record.
func at(s *timeline.Session, items []item, r route) int {
	if r.record == nil && r.problem < 0 {
		return 0
	}
	best, call := 0, -1
	for i, it := range items {
		switch {
		case r.problem >= 0:
			if it.problem == r.problem {
				return i
			}
		case it.store > 0:
			if it.kind != components.TurnItem && &s.Store[it.store-1] == r.record {
				return i
			}
		case it.kind == components.TurnItem || it.event == timeline.None || r.event == timeline.None:
		case it.kind != components.CallItem && it.event == r.event:
			return i
		case it.kind == components.CallItem && s.Events[r.event].Call == it.call:
			if call < 0 {
				call = i
			}
		case it.event <= r.event:
			best = i
		}
	}
	if call >= 0 {
		return call
	}
	return best
}

func (v *Viewer) conversation(p *page, chunk int) []components.Item {
	from, to := chunkOf(len(v.itemsOf(p)), conversationChunk, chunk)
	out := make([]components.Item, 0, to-from)
	for i := from; i < to; i++ {
		out = append(out, v.item(p, i))
	}
	return out
}

// item asks for the words of one row.
func (v *Viewer) item(p *page, i int) components.Item {
	s, it := p.s, p.items[i]
	out := components.Item{Kind: it.kind, Index: i}
	if it.problem >= 0 {
		return v.damageItem(s, it, out)
	}
	e := eventOf(s, it)
	out.Time, out.TimeUTC = components.Clock(e.Time), components.UTC(e.Time)
	if it.kind == components.TurnItem {
		return v.turnItem(p, it, out)
	}
	out.Key, out.Href = v.key(e), v.eventHref(s, e, false)
	if e.Agent != timeline.None {
		out.Agent = agentName(s, e.Agent)
	}
	if e.Has(timeline.StepsBack) {
		out.Tags = append(out.Tags, components.Tag{Text: "clock steps back", Title: "this record's time lies before that of the record above it"})
	}
	switch it.kind {
	case components.CallItem:
		// A reply may begin several calls, so a call's own record is a later one of its
		// records; one that has none is reached by the reply and has no key.
		out.Key = ""
		for _, own := range [...]int32{s.Calls[it.call].Start, s.Calls[it.call].Asked, s.Calls[it.call].Result} {
			if own != timeline.None {
				out.Key, out.Href = v.key(&s.Events[own]), v.eventHref(s, &s.Events[own], false)
				break
			}
		}
		return v.callItem(p, it, out)
	case components.PromptItem:
		return v.promptItem(s, e, out)
	case components.ReplyItem:
		return v.replyItem(s, e, it, out)
	}
	sum := v.file.Summary(s, e)
	out.Icon, out.Look = face(e)
	if it.store > 0 {
		out.Text = "To “" + sum.Text + "”, which the log holds, the store records another answer:"
		return out
	}
	out.Who, out.Text, out.Mono = "", sum.Text, sum.Mono
	if e.Kind == timeline.Unknown && !parse.StreamedOnly(e.Type) {
		out.Text = e.Type + " (a type this version does not know)"
	}
	out.Open = p.open[i]
	out.Toggle = fmt.Sprintf("%s/%d", v.path(s), i)
	if out.Open {
		out.Blocks = v.pictures(s, v.file.Blocks(s, e), v.eventHref(s, e, false))
	}
	return out
}

func (v *Viewer) damageItem(s *timeline.Session, it item, out components.Item) components.Item {
	p := &v.file.Problems[it.problem]
	out.Icon, out.Look, out.Text = "problem", "bad", p.Message
	out.Key = fmt.Sprintf("problem-%d", it.problem)
	out.Href = v.sessionHref(s) + "/" + out.Key
	out.Time = "bytes"
	out.TimeUTC = "See the bytes"
	out.Tags = []components.Tag{{Text: string(p.Code), Tone: components.Bad}}
	return out
}

func (v *Viewer) turnItem(p *page, it item, out components.Item) components.Item {
	s := p.s
	if it.store > 0 {
		only := len(v.copiesOf(p).Only)
		return components.Item{Kind: out.Kind, Index: out.Index,
			Text: "Only in session-store.db: " + components.Counted(only, "turn") + " that this log does not hold in full (rewound, rewritten or lost)"}
	}
	turn := &s.Turns[it.turn]
	if len(v.copiesOf(p).Of[turn.Prompt]) > 0 {
		out.Tags = append(out.Tags, components.Tag{Text: "also in session-store.db"})
	}
	out.N = int(it.call)
	for c := range s.Calls {
		call := &s.Calls[c]
		if first := call.First(); first >= turn.First && first <= turn.Last {
			out.Calls++
			if call.Failed() {
				out.Failed++
			}
		}
	}
	if from, to := s.Events[turn.First].Time, s.Events[turn.Last].Time; turn.First != turn.Last && from != timeline.NoTime && to >= from {
		out.Span = components.Duration(to - from)
	}
	return out
}

func (v *Viewer) promptItem(s *timeline.Session, e *timeline.Event, out components.Item) components.Item {
	out.Icon, out.Look = "prompt", "user"
	if who := v.file.Summary(s, e).Who; who != "you" {
		out.Label = who
	}
	out.Text = v.promptText(s, e)
	if strings.TrimSpace(out.Text) == "" {
		out.Text = v.file.Summary(s, e).Text // says that it is empty
	}
	if e.Has(timeline.FromStore) {
		out.Tags = append(out.Tags, components.Tag{Text: "from session-store.db", Title: "the time is that of the end of the turn"})
	}
	return out
}

func (v *Viewer) replyItem(s *timeline.Session, e *timeline.Event, it item, out components.Item) components.Item {
	out.Icon, out.Look = "reply", "assistant"
	for _, b := range v.file.Blocks(s, e) {
		if b.Kind == timeline.MarkdownBlock {
			out.Text = b.Text
			return out
		}
	}
	if it.reply {
		out.Kind, out.Icon, out.Look, out.Text = components.QuietItem, "notice", "system", "No reply is recorded for this prompt."
	}
	return out
}

func agentName(s *timeline.Session, i int32) string {
	if name := s.Agents[i].Name; name != "" {
		return name
	}
	return "subagent"
}

// face is the icon and the colour of an event.
func face(e *timeline.Event) (icon, look string) {
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

// decision says in a tag's few words who let a call run.
func (v *Viewer) decisionTag(c *timeline.Call) (components.Tag, bool) {
	if c.Asked == timeline.None && c.Decided == timeline.None {
		return components.Tag{}, false
	}
	if c.Decided == timeline.None {
		return components.Tag{Text: "asked · answer not recorded", Tone: components.Ask}, true
	}
	tag := components.Tag{Title: v.file.CallDecision(c), Tone: components.Ask}
	if short, ok := yourAnswers[c.Decision]; ok && c.DecidedBy == "human_response" {
		tag.Text = "asked · " + short
	} else {
		tag.Text = tag.Title
	}
	return tag, true
}

var yourAnswers = map[string]string{
	"approved": "you allowed it once", "approved-for-session": "you allowed it for the session", "approved-for-location": "you allowed it here",
	"approved-read-only-for-session": "you allowed reading", "denied-interactively-by-user": "you denied it",
}
