package parse

import (
	"flightlog/parse/event"
	"flightlog/parse/timeline"
)

// TodosAfter follows the agent's list of todos from the beginning of a session to a call,
// an index into its Calls, and gives the list as that call left it; ok is false where the
// call does not change it. Calls that failed, or have no result, change nothing. Nothing
// is kept, since few calls are opened and a list for each would grow with their square.
func (o *Opened) TodosAfter(s *timeline.Session, call int32) (list timeline.Block, ok bool) {
	if !event.KeepsTodos(s.Calls[call].Tool) {
		return list, false
	}
	var all event.Todos
	for i := range s.Calls[:call+1] {
		if c := &s.Calls[i]; event.KeepsTodos(c.Tool) {
			p := o.call(s, c)
			ok = all.Apply(c.Tool, &p)
		}
	}
	if !ok {
		return list, false
	}
	return all.Block(), true
}
