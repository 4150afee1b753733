//go:build !wasip1

package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"flightlog/web"
)

// The page must stay small enough to be mailed and to open at once from a slow host.
const (
	pageMost = 9 << 20
	gzipMost = 13 << 19 // 6.5 MiB: what a host sends
)

func newSize() *cobra.Command {
	var name string
	cmd := &cobra.Command{
		Use:   "size",
		Short: "Measure the page and its parts",
		Long: fmt.Sprintf(`Print what the page weighs and what it is made of. A page over %d bytes, or over %d
gzipped, is a finding.

Exit codes: 0 it fits, 1 it is too large, 2 there is no page.`, pageMost, gzipMost),
		Example: `  flightlog size
  flightlog size --page dist/index.html`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			page, err := readPage(name)
			if err != nil {
				return err
			}
			parts, err := web.Split(page)
			if err != nil {
				return err
			}
			packed := printSizes(cmd.OutOrStdout(), page, parts)
			if len(page) > pageMost || packed > gzipMost {
				fmt.Fprintln(cmd.OutOrStdout(), "The page is too large.")
				return errFindings
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&name, "page", defaultPage, "the page to measure")
	return cmd
}

// printSizes prints the parts and their sum, and answers the bytes of the page gzipped.
func printSizes(out io.Writer, page []byte, parts []web.Part) (packed int) {
	var buf bytes.Buffer
	z := gzip.NewWriter(&buf)
	_, _ = z.Write(page) // a bytes.Buffer takes everything
	_ = z.Close()
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, p := range parts {
		fmt.Fprintf(w, "%s\t%d\t\n", p.Name, p.Bytes)
	}
	fmt.Fprintf(w, "page\t%d\t of %d\n", len(page), pageMost)
	fmt.Fprintf(w, "gzipped\t%d\t of %d\n", buf.Len(), gzipMost)
	w.Flush()
	return buf.Len()
}
