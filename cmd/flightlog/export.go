package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"syscall"

	"github.com/spf13/cobra"

	"flightlog/parse"
	"flightlog/parse/timeline"
)

func newExport() *cobra.Command {
	var format string
	var opt parse.RowOptions
	cmd := &cobra.Command{
		Use:   "export PATH",
		Short: "Print the timeline for other programs",
		Long: `Print what an archive holds, one JSON object a line, in the columns of the row contract:
source, source_line, turn_type, timestamp_utc, session_id, project_path, git_branch,
model, tool_name, tool_use_id, text, secondary, dropped, and repaired where that is true.

The event logs come first, by session id, then the other files by path. Rows of the
stores that repeat what a log holds are left out unless --all is given. The same archive
gives the same bytes.

A line that is no event gives a row that says so, and the events that were found in it or
put together from several such lines follow it, with "repaired": true.

` + pathHelp + `

Exit codes: 0 printed (bad lines are rows of their own), 2 bad input or usage.`,
		Example: `  flightlog export copilot.zip > rows.jsonl
  flightlog export --include-thinking --all ~/.copilot | wc -l
  flightlog export copilot.zip | jq -r 'select(.turn_type == "user") | .text'`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if format != "rows" {
				return fmt.Errorf("the format %q is not known: this version prints rows", format)
			}
			opened, err := openArchive(args[0], parse.Options{Limits: limitsOf(cmd)})
			if err != nil {
				return err
			}
			return writeRows(cmd.OutOrStdout(), opened, opt)
		},
	}
	f := cmd.Flags()
	f.StringVar(&format, "format", "rows", "what to print: rows")
	f.BoolVar(&opt.Thinking, "include-thinking", false, "print the rows of readable reasoning too")
	f.BoolVar(&opt.All, "all", false, "print the rows that repeat other rows too, marked as dropped")
	f.BoolVar(&opt.NoRepair, "no-repair", false, "print no rows of events that were found in damaged lines")
	canRaise(cmd)
	return cmd
}

// writeRows prints rows as they come. A reader that went away ends the printing quietly.
func writeRows(out io.Writer, opened *parse.Opened, opt parse.RowOptions) error {
	w := bufio.NewWriterSize(out, 64*timeline.KiB)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	err := opened.Rows(opt, func(r *timeline.Row) error { return enc.Encode(r) })
	if err == nil {
		err = w.Flush()
	}
	if errors.Is(err, syscall.EPIPE) {
		return nil
	}
	return err
}
