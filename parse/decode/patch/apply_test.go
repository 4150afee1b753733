package patch

import (
	"strings"
	"testing"
)

func TestApply(t *testing.T) {
	for _, c := range []struct{ what, text, patch, want string }{
		{"a replaced line", "a\nb\nc\n", "*** Begin Patch\n*** Update File: x\n@@\n a\n-b\n+B\n*** End Patch", "a\nB\nc\n"},
		{"two hunks", "a\nb\nc\nd\n", "*** Begin Patch\n*** Update File: x\n@@\n-a\n+A\n@@\n-d\n+D\n*** End Patch", "A\nb\nc\nD\n"},
		{"the empty piece behind the last line", "a\nb\n", "--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n \n", "a\nB\n"},
		{"a new file", "", "diff --git a/x b/x\ncreate file mode 100644\n--- a/dev/null\n+++ b/x\n@@ -1,0 +1,3 @@\n+a\n+b\n+\n", "a\nb\n"},
		{"a deleted file", "a\n", "*** Begin Patch\n*** Delete File: x\n*** End Patch", ""},
		{"another file", "a\n", "*** Begin Patch\n*** Update File: x\n@@\n-b\n+B\n*** End Patch", "refused"},
		{"another place", "a\nb\n", "--- a/x\n+++ b/x\n@@ -2,1 +2,1 @@\n-a\n+A\n", "refused"},
		{"a new file over an old one", "a\n", "*** Begin Patch\n*** Add File: x\n+b\n*** End Patch", "refused"},
	} {
		changes, err := Read(c.patch)
		if err != nil {
			t.Fatalf("%s: %v", c.what, err)
		}
		got, ok := Apply(c.text, &changes[0])
		if !ok {
			got = "refused"
		}
		if got != c.want {
			t.Errorf("%s: got %q", c.what, got)
		}
	}
}

func TestBetweenNumbersItsLines(t *testing.T) {
	c := Between("x", "a\nb\nc\n", "a\nB\nc\nd\n")
	var got strings.Builder
	for _, l := range c.Hunks[0].Lines {
		got.WriteString(lineNumberText(l.Old) + lineNumberText(l.New) + string(l.Kind) + l.Text + "\n")
	}
	if want := "11 a\n2.-b\n.2+B\n33 c\n.4+d\n"; got.String() != want || c.Added != 2 || c.Removed != 1 {
		t.Errorf("got +%d -%d\n%s", c.Added, c.Removed, got.String())
	}
}

func lineNumberText(n int) string {
	if n == 0 {
		return "."
	}
	return string(rune('0' + n))
}

// FuzzApply: the change between two texts leads from the one to the other.
func FuzzApply(f *testing.F) {
	f.Add("a\nb\n", "a\nc\n")
	f.Add("", "a\n")
	f.Add("a\n", "")
	f.Add("a\nb\nc\nd\ne\n", "b\nd\nd\nx\n")
	f.Fuzz(func(t *testing.T, before, after string) {
		if strings.Contains(before+after, "\r") || len(before)+len(after) > 5000 {
			return
		}
		before, after = ended(before), ended(after)
		if before == after || before == "" {
			return
		}
		c := Between("x", before, after)
		if got, ok := Apply(before, &c); !ok || got != after {
			t.Fatalf("from %q to %q: got %q, %v", before, after, got, ok)
		}
	})
}

// ended gives a text a last line end, so that it is a number of whole lines.
func ended(s string) string {
	if s != "" && !strings.HasSuffix(s, "\n") {
		return s + "\n"
	}
	return s
}
