//go:build !wasip1

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"flightlog/cmd/flightlog/sandbox"
)

// hostCommands are what only the command on the machine does, not the program that runs
// in its sandbox.
func hostCommands() []*cobra.Command {
	return []*cobra.Command{newServe(), newSite(), newSize()}
}

const sandboxHelp = `read in a WebAssembly sandbox that can reach this archive, read-only, and nothing else;
the first run compiles it, which takes some seconds`

// sandboxable gives a command that reads the archive named by its last argument the flag
// --sandbox: the same command then runs inside, and prints the same bytes. Neither reading nor
// compiling listens for a signal: one that is interrupted is left to end with the process.
func sandboxable(cmd *cobra.Command) *cobra.Command {
	inside := cmd.Flags().Bool("sandbox", false, sandboxHelp)
	read := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		ended := make(chan error, 1)
		go func() {
			if *inside {
				ended <- runInside(cmd, args, sandbox.DefaultLimits())
			} else {
				ended <- read(cmd, args)
			}
		}()
		select {
		case err := <-ended:
			if !errors.Is(err, context.Canceled) {
				return err
			}
		case <-cmd.Context().Done():
		}
		return fmt.Errorf("interrupted while %s was being read", args[len(args)-1])
	}
	return cmd
}

// runInside runs the command as it was called in the sandbox.
func runInside(cmd *cobra.Command, args []string, limits sandbox.Limits) error {
	program, err := sandboxProgram()
	if err != nil {
		return err
	}
	archive := args[len(args)-1]
	if _, err := os.Stat(archive); err != nil {
		return fmt.Errorf("%s cannot be opened: %w", archive, err)
	}
	call := []string{cmd.Name()}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if f.Name != "sandbox" {
			call = append(call, "--"+f.Name+"="+f.Value.String())
		}
	})
	code, err := sandbox.Run{
		Program: program,
		Args:    append(append(call, "--"), args...),
		Archive: archive,
		Cache:   sandbox.CacheFolder(),
		Limits:  limits,
		Stdout:  cmd.OutOrStdout(),
		Stderr:  cmd.ErrOrStderr(),
	}.Do(cmd.Context())
	switch {
	case errors.Is(err, syscall.EPIPE):
		return nil
	case err != nil:
		return err
	case code == exitFindings:
		return errFindings
	case code != exitOK:
		return errSaid
	}
	return nil
}
