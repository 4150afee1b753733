package session

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"flightlog/parse"
	"flightlog/parse/fixture"
)

var update = flag.Bool("update", false, "write the golden files anew")

// opened opens an archive, all of it, and gives the page of each of its sessions.
func opened(tb testing.TB, zip []byte) []*Page {
	tb.Helper()
	file, err := parse.Open(bytes.NewReader(zip), int64(len(zip)), "case.zip", parse.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	var pages []*Page
	for _, s := range file.Sessions {
		pages = append(pages, New(file, s, s.ID))
	}
	return pages
}

// cases are the fixtures, each with the pages of its sessions.
func cases(tb testing.TB) map[string][]*Page {
	tb.Helper()
	out := map[string][]*Page{}
	for _, pattern := range []string{"testdata/cases/*.txtar", "testdata/broken/*.txtar"} {
		for _, c := range fixture.Load(tb, os.DirFS("../../.."), pattern) {
			out[c.Name] = opened(tb, fixture.Zip(tb, c.Files, fixture.Shape{Stored: true}))
		}
	}
	return out
}
