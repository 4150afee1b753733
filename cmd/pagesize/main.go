// Command pagesize tells what the built page weighs and holds it to its limits.
//
// In: the path of the page. Out: the bytes of the page, of its gzip and of each of its
// style and script elements; exit 1 where the page is over a limit, cannot be read, or
// has no program in it, because a page without its program passes every limit.
package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"regexp"
)

const (
	mib       = 1 << 20
	pageLimit = 9 * mib
	gzipLimit = 6*mib + mib/2
	leastPart = 1 * mib // the compiled program is several times this
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: pagesize dist/index.html")
		os.Exit(2)
	}
	page, err := os.ReadFile(os.Args[1])
	if err == nil {
		err = report(os.Stdout, page, pageLimit, gzipLimit, leastPart)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "pagesize:", err)
		os.Exit(1)
	}
}

// part is one element of the page with its content.
type part struct {
	name  string // style, script, or script with its id
	bytes int
}

var (
	element = regexp.MustCompile(`(?s)<(style|script)\b([^>]*)>(.*?)</(?:style|script)>`)
	id      = regexp.MustCompile(`\bid="([^"]*)"`)
)

// parts divides a page into its style and script elements, in order, and the rest.
func parts(page []byte) []part {
	var out []part
	rest := len(page)
	for _, m := range element.FindAllSubmatch(page, -1) {
		name := string(m[1])
		if i := id.FindSubmatch(m[2]); i != nil {
			name += " " + string(i[1])
		}
		out = append(out, part{name, len(m[3])})
		rest -= len(m[3])
	}
	return append(out, part{"the shell around them", rest})
}

// report writes the figures and says which limit is broken, if one is.
func report(w io.Writer, page []byte, pageLimit, gzipLimit, leastPart int) error {
	zipped, err := gzipped(page)
	if err != nil {
		return err
	}
	largest := 0
	for _, p := range parts(page) {
		fmt.Fprintf(w, "%12d  %s\n", p.bytes, p.name)
		largest = max(largest, p.bytes)
	}
	fmt.Fprintf(w, "%12d  page, of at most %d (%.0f %%)\n", len(page), pageLimit, percent(len(page), pageLimit))
	fmt.Fprintf(w, "%12d  page gzipped, of at most %d (%.0f %%)\n", zipped, gzipLimit, percent(zipped, gzipLimit))
	fmt.Fprintf(w, "sha256 %x\n", sha256.Sum256(page))
	switch {
	case largest < leastPart:
		return fmt.Errorf("the largest part has %d bytes: the page is without its program", largest)
	case len(page) > pageLimit:
		return fmt.Errorf("the page is %d bytes over its limit", len(page)-pageLimit)
	case zipped > gzipLimit:
		return fmt.Errorf("the gzipped page is %d bytes over its limit", zipped-gzipLimit)
	}
	return nil
}

func gzipped(page []byte) (int, error) {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return 0, err
	}
	if _, err := w.Write(page); err != nil {
		return 0, err
	}
	if err := w.Close(); err != nil {
		return 0, err
	}
	return out.Len(), nil
}

func percent(n, of int) float64 { return 100 * float64(n) / float64(of) }
