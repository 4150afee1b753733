package components

// outlined says how many prompts an outline lists, and how many of them a person typed.
func outlined(all, typed int) string {
	if typed == all {
		return Counted(all, "prompt")
	}
	return Counted(all, "prompt") + ", " + Count(typed) + " typed"
}
