// Command flightlog is the companion of the page: it builds the page, serves it on this
// machine only and measures it; it checks, exports and searches archives. It exits 0 when
// all is well, 1 with findings, 2 on bad input or usage; an error is one sentence on stderr.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
)

// version is shown in the page's footer and by --version.
const version = "0.1.0"

// errFindings ends a command with exit 1: it worked, and what it reports is not well.
// Its text was printed already.
var errFindings = errors.New("findings")

// errSaid ends a command with exit 2 whose error was printed already.
var errSaid = errors.New("said")

const (
	exitOK       = 0
	exitFindings = 1
	exitBad      = 2
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run is main without the process: it answers the exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	root := newRoot()
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errFindings):
		return exitFindings
	case errors.Is(err, errSaid):
		return exitBad
	}
	fmt.Fprintf(stderr, "flightlog: %v\n", err)
	return exitBad
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "flightlog",
		Short: "Read GitHub Copilot CLI history; nothing leaves this machine",
		Long: `Flightlog reads the history that GitHub Copilot CLI keeps in ~/.copilot.

Exit codes: 0 all is well, 1 there are findings, 2 bad input or usage.`,
		Version:           version,
		SilenceUsage:      true,
		SilenceErrors:     true,
		CompletionOptions: cobra.CompletionOptions{HiddenDefaultCmd: true},
	}
	root.AddCommand(sandboxable(newCheck()), sandboxable(newExport()), sandboxable(newFind()))
	root.AddCommand(hostCommands()...)
	return root
}
