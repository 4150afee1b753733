package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"testing"

	"flightlog/parse"
	"flightlog/parse/timeline"
)

// bigZip is the largest genuine archive.
func bigZip(b *testing.B) string {
	b.Helper()
	name := filepath.Join("..", "..", "..", "shared", "fixtures", "real", "big.zip")
	if _, err := os.Stat(name); err != nil {
		b.Skip("../shared/fixtures is not here")
	}
	return name
}

func runs(b *testing.B, args ...string) {
	b.Helper()
	for b.Loop() {
		if code := run(context.Background(), args, io.Discard, io.Discard); code > exitFindings {
			b.Fatalf("%q exits %d", args, code)
		}
	}
}

func BenchmarkCheck(b *testing.B)  { runs(b, "check", bigZip(b)) }
func BenchmarkExport(b *testing.B) { runs(b, "export", bigZip(b)) }

// BenchmarkMarshal writes the rows that export writes with encoding/json; reading the archive
// is not counted.
func BenchmarkMarshal(b *testing.B) {
	opened, err := openArchive(bigZip(b), parse.Options{})
	if err != nil {
		b.Fatal(err)
	}
	var rows []timeline.Row
	err = opened.Rows(parse.RowOptions{}, func(r *timeline.Row) error {
		rows = append(rows, *r)
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		out := bufio.NewWriter(io.Discard)
		encoder := json.NewEncoder(out)
		for i := range rows {
			if err := encoder.Encode(&rows[i]); err != nil {
				b.Fatal(err)
			}
		}
	}
}
