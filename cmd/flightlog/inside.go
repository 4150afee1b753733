//go:build wasip1

package main

import "github.com/spf13/cobra"

// The program in the sandbox is this command with what reads an archive, and nothing else.

func hostCommands() []*cobra.Command { return nil }

func sandboxable(cmd *cobra.Command) *cobra.Command { return cmd }
