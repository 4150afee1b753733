package filter

// Answers to the question who or what let a call run, as a person reads them.
const (
	YouAllowed   = "you allowed it"
	YouDenied    = "you denied it"
	RuleAllowed  = "allowed by a rule or policy"
	RuleDenied   = "denied by a rule or policy"
	NobodyThere  = "denied, nobody could be asked"
	ByHook       = "answered by a hook"
	ByAllowAll   = "allow-all"
	WasCancelled = "cancelled"
	ByNobodyTold = "allowed, by whom is not recorded"
	OtherAnswer  = "another answer"
	NoAnswer     = "answer not recorded"
	ModeSwitched = "mode switched"
	RunByYou     = "run by you"
	NotAsked     = "no question recorded"
)

// decisionIDs are these answers in links.
var decisionIDs = map[string]string{
	YouAllowed: "allowed", YouDenied: "denied", RuleAllowed: "rule", RuleDenied: "refused", NobodyThere: "nobody", ByHook: "hook", ByAllowAll: "allow-all", WasCancelled: "cancelled",
	ByNobodyTold: "unnamed", OtherAnswer: "other", NoAnswer: "unanswered", ModeSwitched: "mode", RunByYou: "you", NotAsked: "unasked",
}
