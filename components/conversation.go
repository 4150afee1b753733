package components

// itemClass is the class of a row of the conversation by its kind.
func itemClass(it Item) string {
	switch it.Kind {
	case TurnItem:
		return "turn"
	case PromptItem:
		return "asked"
	case ReplyItem:
		return "said"
	case CallItem, AgentItem:
		return "call"
	case ThoughtItem:
		return "thought"
	case SegmentItem:
		return "segment"
	case MarkItem:
		return "mark"
	case IdleItem:
		return "idling"
	}
	return "still"
}

func boolWord(b bool) string {
	if b {
		return "true"
	}
	return "false"
}

// noun is the noun that stands behind n of something.
func noun(n int, one string) string {
	if n == 1 {
		return one
	}
	return one + "s"
}
