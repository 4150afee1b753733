package diagnose_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flightlog/parse"
	"flightlog/parse/diagnose"
)

var update = flag.Bool("update", false, "write the golden file anew")

// genuine opens one of the archives that the program itself wrote; they lie beside the
// repository.
func genuine(tb testing.TB, name string) *parse.Opened {
	tb.Helper()
	f, err := os.Open(filepath.Join("..", "..", "..", "shared", "fixtures", "real", name+".zip"))
	if err != nil {
		tb.Skipf("the archives of the real program are not beside the repository: %v", err)
	}
	tb.Cleanup(func() { f.Close() })
	info, err := f.Stat()
	if err != nil {
		tb.Fatal(err)
	}
	o, err := parse.Open(f, info.Size(), name, parse.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	return o
}

// TestReal: what the rules say of the archives that the program wrote, each with its first
// place. Among them: in daily.zip the discarded answer that the store pairs with a prompt
// which got none.
func TestReal(t *testing.T) {
	var got strings.Builder
	for _, name := range []string{"daily", "mcp-open", "denied", "cut", "killed-open", "upgrade", "acp", "big"} {
		o := genuine(t, name)
		r, err := diagnose.Run(o.Timeline, o, nil)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&got, "== %s\n", name)
		for _, f := range r.Findings {
			fact := "states"
			if f.Inferred {
				fact = "infers"
			}
			fmt.Fprintf(&got, "%s %s %s: %s\n", f.Severity, f.Rule, fact, f.Sentence)
			e := f.Evidence[0]
			fmt.Fprintf(&got, "  %d places; %.8s %s: %s\n", len(f.Evidence)+f.More, e.Session, e.Link, e.Text)
		}
	}
	name := filepath.Join("..", "..", "testdata", "golden", "findings.txt")
	if *update {
		if err := os.WriteFile(name, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatalf("%v (go test ./parse/diagnose -update writes it)", err)
	}
	if got.String() != string(want) {
		t.Errorf("the rules say\n%s\nwant\n%s", &got, want)
	}
}

// BenchmarkRun measures all rules on a log of 33 MB.
func BenchmarkRun(b *testing.B) {
	o := genuine(b, "big")
	for b.Loop() {
		if _, err := diagnose.Run(o.Timeline, o, nil); err != nil {
			b.Fatal(err)
		}
	}
}
