package components

import "fmt"

// limitWords says what a limit that was met means for the reader.
func limitWords(n LimitNote) string {
	met := "A limit was met"
	if n.Met > 1 {
		met = Count(n.Met) + " limits were met"
	}
	high := ""
	if n.Raised > 1 {
		high = fmt.Sprintf(", though they are %d times as high as usual", n.Raised)
	}
	return met + high + ": something was left out, so that an archive made to harm cannot fill the memory. If you trust where this one comes from:"
}
