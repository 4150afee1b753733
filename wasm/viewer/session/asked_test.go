package session

import (
	"testing"

	"flightlog/wasm/viewer/filter"
)

// TestAnswers: the producer's decisions in our words.
func TestAnswers(t *testing.T) {
	for _, tt := range [][3]string{
		{"approved", "human_response", filter.YouAllowed}, {"approved-for-location", "human_response", filter.YouAllowed}, {"approved", "host_policy", filter.RuleAllowed},
		{"approved", "", filter.ByNobodyTold}, {"carried-forward", "", filter.RuleAllowed}, {"denied-interactively-by-user", "human_response", filter.YouDenied},
		{"denied-by-rules", "", filter.RuleDenied}, {"denied-by-content-exclusion-policy", "host_policy", filter.RuleDenied}, {"denied-by-permission-request-hook", "", filter.ByHook},
		{"denied-no-approval-rule-and-could-not-request-from-user", "unattended_fallback", filter.NobodyThere}, {"cancelled", "", filter.WasCancelled}, {"novel", "human_response", filter.OtherAnswer}, {"", "", filter.OtherAnswer},
	} {
		if got := answer(tt[0], tt[1]); got != tt[2] {
			t.Errorf("%q by %q: %q, want %q", tt[0], tt[1], got, tt[2])
		}
	}
}
