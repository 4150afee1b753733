package main

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"flightlog/parse"
	"flightlog/parse/timeline"
)

func newCheck() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "check PATH",
		Short: "Say what an archive holds: what was read, skipped and lost",
		Long: `Read ~/.copilot as the page does and print its sessions, what was read, skipped and lost
of each kind of file, every problem with its file, line and bytes, and the findings: what
deserves a look, where it stands, and what to do. With --json the same for programs, with the SHA-256 of the archive and of every file that was unpacked.

` + pathHelp + `

Exit codes: 0 nothing was lost (notes are no findings), 1 there are warnings or errors,
2 the archive cannot be read at all.`,
		Example: `  flightlog check copilot.zip
  flightlog check ~/.copilot
  flightlog check copilot.tar.gz || echo "something is damaged"
  flightlog check --json copilot.zip | jq '.totals'`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			sum := ""
			opened, err := openArchive(args[0], parse.Options{Hash: asJSON, Limits: limitsOf(cmd)})
			if err == nil && asJSON && opened.Archive.Kind != "folder" {
				sum, err = fileSHA256(args[0])
			}
			if err != nil {
				return err
			}
			if asJSON {
				err = writeReport(cmd.OutOrStdout(), opened, sum)
			} else {
				err = printCheck(cmd.OutOrStdout(), opened)
			}
			if err != nil {
				return err
			}
			if opened.Severe() > 0 {
				return errFindings
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object for programs")
	canRaise(cmd)
	return cmd
}

// fileSHA256 hashes a file, in hex.
func fileSHA256(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", fmt.Errorf("%s cannot be read: %w", name, err)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// printCheck prints the report for people.
func printCheck(out io.Writer, o *parse.Opened) error {
	t := o.Timeline
	whole := bufio.NewWriter(out) // a table is written cell by cell
	w := tabwriter.NewWriter(whole, 0, 8, 2, ' ', 0)
	files := 0
	for i := range t.Sources {
		files += t.Sources[i].Files
	}
	fmt.Fprintf(w, "%s: %s, %d bytes; %s, %s, %s, %s\n\n", visible(t.Archive.Name), t.Archive.Kind, t.Archive.Bytes,
		count(files, "file"), count(len(t.Sessions), "session"), count(t.Events(), "event"), count(len(t.Problems), "problem"))
	printSessions(w, t)
	printSources(w, t)
	printProblems(w, t)
	if err := printFindings(w, o); err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return whole.Flush()
}

func printSessions(w io.Writer, t *timeline.Timeline) {
	if len(t.Sessions) == 0 {
		fmt.Fprint(w, "No sessions.\n\n")
		return
	}
	home := func(*timeline.Session) string { return "" }
	if len(t.Homes) > 1 {
		fmt.Fprint(w, "HOME\t")
		home = func(s *timeline.Session) string { return cmp.Or(visible(t.Homes[s.Home].Root), "(top)") + "\t" }
	}
	fmt.Fprintln(w, "SESSION\tENDED (UTC)\tEVENTS\tPROMPTS\tCALLS\tFAILED\tDENIED\tCANCELLED\tOPEN\tMARKS\tNAME")
	for _, s := range t.Sessions {
		ended, name := "not recorded", s.Name
		if s.Ended != timeline.NoTime {
			ended = time.UnixMilli(s.Ended).UTC().Format("2006-01-02 15:04:05")
		}
		if name == "" {
			name = "(no name recorded)"
		}
		fmt.Fprintf(w, "%s%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%s\t%s\n", home(s), visible(s.ID), ended, len(s.Events), s.Prompts, s.Counts.Total,
			s.Counts.Failed, s.Counts.Denied, s.Counts.Cancelled, s.Counts.Open, cmp.Or(strings.Join(s.Marks.Names(), ","), "-"), visible(name))
	}
	fmt.Fprintln(w)
}

// printSources sums the sources by kind and state.
func printSources(w io.Writer, t *timeline.Timeline) {
	type key struct {
		kind  string
		state timeline.State
	}
	sums := map[key]*timeline.Source{}
	var order []key
	for i := range t.Sources {
		s := &t.Sources[i]
		k := key{s.Kind, s.State}
		if sums[k] == nil {
			sums[k] = &timeline.Source{}
			order = append(order, k)
		}
		sum := sums[k]
		sum.Files += s.Files
		sum.Bytes += s.Bytes
		sum.Records += s.Records
		sum.Lost += s.Lost
	}
	slices.SortFunc(order, func(a, b key) int {
		return cmp.Or(cmp.Compare(sums[b].Records, sums[a].Records), cmp.Compare(a.kind, b.kind), cmp.Compare(a.state, b.state))
	})
	fmt.Fprintln(w, "KIND\tSTATE\tFILES\tBYTES\tRECORDS\tLOST BYTES")
	for _, k := range order {
		s := sums[k]
		records, lost := strconv.Itoa(s.Records), strconv.FormatInt(s.Lost, 10)
		if k.state == timeline.Listed || k.state == timeline.Skipped {
			records, lost = "-", "-"
		}
		fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%s\t%s\n", k.kind, k.state, s.Files, s.Bytes, records, lost)
	}
}

func printProblems(w io.Writer, t *timeline.Timeline) {
	if len(t.Problems) == 0 {
		fmt.Fprintln(w, "\nNo problems.")
		return
	}
	fmt.Fprintln(w, "\nPROBLEMS")
	for i := range t.Problems {
		p := &t.Problems[i]
		place := "the archive"
		if p.Source != timeline.None {
			place = visible(t.Sources[p.Source].Path)
		}
		if p.Line > 0 {
			place += fmt.Sprintf(", line %d", p.Line)
		}
		if p.Length > 0 {
			place += fmt.Sprintf(", bytes %d to %d", p.Offset, p.Offset+p.Length)
		} else if p.Offset > 0 {
			place += fmt.Sprintf(", from byte %d", p.Offset)
		}
		fmt.Fprintf(w, "%s %s: %s\n  %s\n", p.Code.Severity(), p.Code, place, visible(p.Message))
		if p.Kept != "" {
			fmt.Fprintf(w, "  kept: %s\n", visible(p.Kept))
		}
	}
}

func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return strconv.Itoa(n) + " " + thing + "s"
}

// visible keeps content from steering the terminal: control characters and what else
// does not print become escapes, line breaks blanks.
func visible(s string) string {
	q := strconv.QuoteToGraphic(strings.Join(strings.Fields(s), " "))
	return unquoted.Replace(q[1 : len(q)-1])
}

var unquoted = strings.NewReplacer(`\"`, `"`, `\\`, `\`)
