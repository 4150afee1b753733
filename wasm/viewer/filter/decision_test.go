package filter

import "testing"

// TestDecisionIDs: each answer has an id of its own in links.
func TestDecisionIDs(t *testing.T) {
	ids := map[string]bool{}
	for _, name := range []string{YouAllowed, YouDenied, RuleAllowed, RuleDenied, NobodyThere, ByHook, ByAllowAll, WasCancelled, ByNobodyTold, OtherAnswer, NoAnswer, ModeSwitched, RunByYou, NotAsked} {
		id := decisionIDs[name]
		if ids[id] || !isID(id) {
			t.Errorf("the id %q of %q is no id of its own", id, name)
		}
		ids[id] = true
	}
	if len(ids) != len(decisionIDs) {
		t.Errorf("%d answers, %d ids", len(ids), len(decisionIDs))
	}
}
