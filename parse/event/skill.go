package event

import "flightlog/parse/timeline"

func init() {
	byContent := tied(timeline.SkillThread, "contentId")
	invoked := func(r *Record) string {
		return words(clause("Skill invoked", or(r.Str("name"), r.Str("path"))), paren(skillTrigger(r.Str("trigger")), after("of plugin ", r.Str("pluginName"))))
	}
	register(
		Spec{Type: "skill.invoked", Kind: timeline.Notice, Rows: mainText("name"),
			Line:   func(r *Record) timeline.Summary { return said(invoked(r)) },
			Blocks: text("content", "Text of the skill")},
		Spec{Type: "skill.invoked_ref", Kind: timeline.Notice, Links: byContent,
			Line: func(r *Record) timeline.Summary {
				return said(invoked(r) + ", its text kept by reference")
			}},
		Spec{Type: "skill.context_delivered", Kind: timeline.Notice,
			Line: func(r *Record) timeline.Summary {
				return said(words("The model was given the text of", skillSource(r)))
			},
			Blocks: text("content", "Text")},
		Spec{Type: "skill.context_delivered_ref", Kind: timeline.Notice, Links: byContent,
			Line: func(r *Record) timeline.Summary {
				return said(words("The model was given the text of", skillSource(r)+", kept by reference"))
			},
			Blocks: func(r *Record) []timeline.Block {
				return append(textBlock(timeline.TextBlock, "Before the text", r.Str("prefix")), textBlock(timeline.TextBlock, "After the text", r.Str("suffix"))...)
			}},
	)
}

// skillTrigger puts the schema's triggers into words.
func skillTrigger(trigger string) string {
	switch trigger {
	case "agent-invoked":
		return "by the agent"
	case "user-invoked":
		return "by you"
	}
	return trigger
}

// skillSource names the skill of a context by its source, skill-<name>.
func skillSource(r *Record) string {
	if s := r.Str("source"); len(s) > len("skill-") && s[:len("skill-")] == "skill-" {
		return "skill " + s[len("skill-"):]
	}
	return or(r.Str("source"), "a skill that is not named")
}
