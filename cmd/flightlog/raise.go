package main

import (
	"github.com/spf13/cobra"

	"flightlog/parse/timeline"
)

const raiseFlag = "raise-limits"

// canRaise lets a person raise the limits of a command that reads an archive. Each of them
// names itself in a problem when it is met.
func canRaise(cmd *cobra.Command) {
	cmd.Flags().Int(raiseFlag, 1, "read with limits so many times as high, where the archive is trusted")
}

func limitsOf(cmd *cobra.Command) timeline.Limits {
	times, _ := cmd.Flags().GetInt(raiseFlag) // the flag is there, and was parsed as a number
	return timeline.DefaultLimits().Raised(times)
}
