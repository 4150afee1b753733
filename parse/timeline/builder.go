package timeline

import (
	"slices"
	"strings"
)

// Builder puts the events of one session together while they are read, in file order:
// it joins tool calls, finds turns and subagents, and keeps the session's facts.
type Builder struct {
	s        *Session
	byID     map[string]int32 // toolCallId -> the latest call with it
	byReq    map[string]int32 // permission requestId -> call
	byAgent  map[string]int32
	lastTime int64
	pending  int      // calls that have no result yet
	starter  []string // by agent: the call that is said to have started it, while no record of that call is known
	chosen   []string
	project  string // of the last context that names one
	branch   string // of the last context
	contexts int
}

// NewBuilder builds into s.
func NewBuilder(s *Session) *Builder {
	s.Started, s.Ended, s.Threads = NoTime, NoTime, Threads{}
	return &Builder{s: s, lastTime: NoTime}
}

// put enters an index into a map that is made with its first: many sessions have no call.
func put(m *map[string]int32, key string, i int32) {
	if *m == nil {
		*m = map[string]int32{}
	}
	(*m)[key] = i
}

// Session is the session that is being built.
func (b *Builder) Session() *Session { return b.s }

// Context gives the directory and the branch that the session's own records name last;
// known is false when none of them does.
func (b *Builder) Context() (project, branch string, known bool) {
	return b.project, b.branch, b.contexts > 0
}

// Add appends an event with the facts of its record.
func (b *Builder) Add(e Event, l *Links) {
	s, i := b.s, int32(len(b.s.Events))
	e.Call, e.Agent = None, b.agent(l)
	b.facts(&e, l)
	if l.NewTurn || len(s.Turns) == 0 {
		prompt := None
		if l.NewTurn {
			prompt = i
		}
		s.Turns = append(s.Turns, Turn{Prompt: prompt, First: i})
	}
	s.Turns[len(s.Turns)-1].Last = i
	if e.Has(Typed) {
		s.Prompts++
	}
	e.Call = b.join(i, &e, l)
	for _, t := range l.Ties {
		s.Threads.add(t, i)
	}
	s.Events = append(s.Events, e)
}

// facts keeps what the record says about its session.
func (b *Builder) facts(e *Event, l *Links) {
	s := b.s
	if e.Time != NoTime {
		if b.lastTime != NoTime && e.Time < b.lastTime {
			e.Flags |= StepsBack
		}
		b.lastTime = e.Time
		if s.Started == NoTime || e.Time < s.Started {
			s.Started = e.Time
		}
		if s.Ended == NoTime || e.Time > s.Ended {
			s.Ended = e.Time
		}
	}
	s.Versions = appendNew(s.Versions, l.Version)
	s.Models = appendNew(s.Models, l.Model)
	b.chosen = appendNew(b.chosen, l.NewModel)
	if l.HasContext {
		b.branch, b.contexts = string(l.Branch), b.contexts+1
		if len(l.Project) > 0 {
			b.project = string(l.Project)
			s.Project = b.project
		}
		s.Branch = string(l.Branch)
		if len(l.Repository) > 0 {
			s.Repository = string(l.Repository)
		}
	}
}

func appendNew(list []string, name []byte) []string {
	if len(name) == 0 {
		return list
	}
	for _, have := range list {
		if have == string(name) {
			return list
		}
	}
	return append(list, string(name))
}

// agent gives the index of the record's subagent, making it known.
func (b *Builder) agent(l *Links) int32 {
	if len(l.Agent) == 0 {
		return None
	}
	i, ok := b.byAgent[string(l.Agent)]
	if !ok {
		i = int32(len(b.s.Agents))
		id := string(l.Agent)
		put(&b.byAgent, id, i)
		b.s.Agents = append(b.s.Agents, SubAgent{ID: id, Call: None, First: int32(len(b.s.Events))})
		b.starter = append(b.starter, "")
	}
	a := &b.s.Agents[i]
	a.Events++
	if a.Name == "" {
		a.Name = string(l.AgentName)
	}
	if a.Call == None && len(l.AgentCall) > 0 {
		if c, ok := b.byID[string(l.AgentCall)]; ok {
			a.Call = c
		} else if b.starter[i] == "" {
			b.starter[i] = string(l.AgentCall)
		}
	}
	return i
}

// join enters the event into its call and gives the call's index.
func (b *Builder) join(i int32, e *Event, l *Links) int32 {
	s := b.s
	for slot, r := range l.Requests {
		c := b.open(r.ID, e.Agent, func(c *Call) bool { return c.Request == None })
		call := &s.Calls[c]
		call.Request, call.Slot, call.Tool = i, int32(slot), string(r.Tool)
	}
	if l.Abort && b.pending > 0 {
		b.abort()
	}
	var c int32
	switch l.Part {
	case NoPart:
		return None
	case Requested:
		c = b.open(l.CallID, e.Agent, func(c *Call) bool { return c.Request == None })
		s.Calls[c].Request, s.Calls[c].ByUser = i, true
	case Started:
		c = b.open(l.CallID, e.Agent, func(c *Call) bool { return c.Start == None })
		s.Calls[c].Start = i
	case Handed:
		c = b.open(l.CallID, e.Agent, func(*Call) bool { return true })
		if s.Calls[c].Request == None {
			s.Calls[c].Request = i
		}
	case Answered, Beside:
		known, ok := b.byID[string(l.CallID)]
		if !ok {
			known, ok = b.byReq[string(l.RequestID)]
		}
		if !ok {
			return None
		}
		if l.Part == Answered && s.Calls[known].Answered == None {
			s.Calls[known].Answered = i
		}
		return known
	case Asked:
		c = b.open(l.CallID, e.Agent, func(*Call) bool { return true })
		if s.Calls[c].Asked == None {
			s.Calls[c].Asked = i
		}
		if len(l.RequestID) > 0 {
			put(&b.byReq, string(l.RequestID), c)
		}
	case Decided:
		known, ok := b.byReq[string(l.RequestID)]
		if c = known; !ok {
			if len(l.CallID) == 0 {
				return None
			}
			c = b.open(l.CallID, e.Agent, func(*Call) bool { return true })
		}
		b.decide(&s.Calls[c], i, l)
	case Ended:
		c = b.open(l.CallID, e.Agent, func(c *Call) bool { return c.Result == None })
		b.finish(&s.Calls[c], i, l)
	}
	if call := &s.Calls[c]; call.Tool == "" {
		call.Tool = string(l.Tool)
	}
	if s.Calls[c].Failed() && l.Part == Ended {
		e.Flags |= Failed
	}
	return c
}

// open gives the latest call of that id if it is still without a result and fits, and
// else begins a new one: a reused id joins the nearest open call in file order.
func (b *Builder) open(id []byte, agent int32, fits func(*Call) bool) int32 {
	if c, ok := b.byID[string(id)]; ok && len(id) > 0 {
		if call := &b.s.Calls[c]; call.Result == None && fits(call) {
			return c
		}
	}
	c := int32(len(b.s.Calls))
	b.s.Calls = append(b.s.Calls, Call{ID: string(id), Request: None, Asked: None, Decided: None, Start: None, Answered: None, Result: None, Agent: agent})
	put(&b.byID, string(id), c)
	b.pending++
	return c
}

func (b *Builder) decide(c *Call, i int32, l *Links) {
	c.Decided, c.Decision, c.DecidedBy = i, string(l.Decision), string(l.DecidedBy)
	if c.Result != None {
		return
	}
	switch {
	case strings.HasPrefix(c.Decision, "denied"):
		c.Outcome = Denied
	case c.Decision == "cancelled":
		c.Outcome = Cancelled
	default:
		c.Outcome = NoResult
	}
}

func (b *Builder) finish(c *Call, i int32, l *Links) {
	b.pending--
	c.Result, c.ExitCode, c.HasExit = i, l.ExitCode, l.HasExit
	c.ByUser = c.ByUser || l.ByUser
	switch {
	case string(l.ErrorCode) == "denied" || l.Success != True && strings.HasPrefix(c.Decision, "denied"):
		c.Outcome = Denied
	case l.Success == False || l.HasExit && l.ExitCode != 0:
		c.Outcome = Errored
	case l.Success == True:
		c.Outcome = Succeeded
	default:
		c.Outcome = Unstated
	}
}

// abort marks the calls that are open when the session is aborted.
func (b *Builder) abort() {
	for i := len(b.s.Calls) - 1; i >= 0; i-- {
		if c := &b.s.Calls[i]; c.Result == None && !c.Aborted {
			c.Aborted = true
		}
	}
}

// Finish counts the calls once all records are in. Early versions do not say which
// model answered: there the chosen ones stand in.
func (b *Builder) Finish() *Session {
	if len(b.s.Models) == 0 {
		b.s.Models = b.chosen
	}
	for i, id := range b.starter { // its lines may stand before those of its call
		if c, ok := b.byID[id]; ok && id != "" && b.s.Agents[i].Call == None {
			b.s.Agents[i].Call = c
		}
	}
	b.s.Counts = CallCounts{}
	for i := range b.s.Calls {
		b.s.Counts.Add(b.s.Calls[i].Outcome)
	}
	return b.s
}

// SortSessions orders sessions newest first by their last dated record, undated ones
// last by id, so that every reading of the same archive gives the same order.
func SortSessions(list []*Session) {
	slices.SortFunc(list, func(a, b *Session) int {
		switch {
		case a.Ended > b.Ended:
			return -1
		case a.Ended < b.Ended:
			return 1
		case a.Home != b.Home:
			return a.Home - b.Home
		}
		return strings.Compare(a.ID, b.ID)
	})
}
