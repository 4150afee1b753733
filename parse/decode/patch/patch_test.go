package patch

import (
	"fmt"
	"strings"
	"testing"

	"flightlog/parse/timeline"
)

// shown writes changes as a reader of the view gets them.
func shown(all []timeline.Change) string {
	var b strings.Builder
	for _, c := range all {
		fmt.Fprintf(&b, "%s %s", c.Kind, c.Path)
		if c.From != "" {
			fmt.Fprintf(&b, " from %s", c.From)
		}
		if c.Note != "" {
			fmt.Fprintf(&b, " (%s)", c.Note)
		}
		fmt.Fprintf(&b, " +%d -%d\n", c.Added, c.Removed)
		for _, h := range c.Hunks {
			fmt.Fprintf(&b, "@@ %s\n", h.Head)
			for _, l := range h.Lines {
				text := l.Text
				for i := len(l.Marks) - 1; i >= 0; i-- {
					m := l.Marks[i]
					text = text[:m[0]] + "[" + text[m[0]:m[1]] + "]" + text[m[1]:]
				}
				fmt.Fprintf(&b, "%d %d %c%s\n", l.Old, l.New, l.Kind, text)
			}
		}
	}
	return b.String()
}

func TestRead(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"an edit as the CLI writes it", "\ndiff --git a/home/x.py b/home/x.py\nindex 0000000..0000000 100644\n--- a/home/x.py\n+++ b/home/x.py\n@@ -2,3 +2,3 @@ def f\n     a\n-    return (f - 32) * 5 / 8\n+    return (f - 32) * 5 / 9\n \n\n",
			"edited home/x.py +1 -1\n@@ def f\n2 2      a\n3 0 -    return (f - 32) * 5 / [8]\n0 3 +    return (f - 32) * 5 / [9]\n4 4  \n"},
		{"a creation", "diff --git a/x b/x\ncreate file mode 100755\nindex 0000000..0000000\n--- a/dev/null\n+++ b/x\n@@ -1,0 +1,2 @@\n+a\n+\n", "created x (executable) +2 -0\n@@ \n0 1 +a\n0 2 +\n"},
		{"a deletion", "diff --git a/x b/x\ndeleted file mode 100644\n--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n\\ No newline at end of file\n", "deleted x +0 -1\n@@ \n1 0 -a\n"},
		{"a move", "diff --git a/old name b/new name\nsimilarity index 100%\nrename from old name\nrename to new name\n", "moved new name from old name +0 -0\n"},
		{"modes and a binary file", "diff --git a/x b/x\nold mode 100644\nnew mode 100755\ndiff --git a/p.png b/p.png\nindex 1..2\nBinary files a/p.png and b/p.png differ\n", "edited x (mode 100644, now 100755) +0 -0\nedited p.png (a binary file) +0 -0\n"},
		{"no git", "--- a.txt\t2026-10-01\n+++ b.txt\n@@ -1,2 +1,2 @@\n--- dashes\n+++ plus\n z\n", "edited b.txt +1 -1\n@@ \n1 0 --- dashes\n0 1 +++ plus\n2 2  z\n"},
		{"two files, quoted names, CR LF", "--- a/x\r\n+++ b/x\r\n@@ -1 +1 @@\r\n-a\r\n+b\r\n--- \"a/\\303\\274\"\n+++ \"b/\\303\\274\"\n@@ -0,0 +1 @@\n+c\n", "edited x +1 -1\n@@ \n1 0 -a\n0 1 +b\nedited ü +1 -0\n@@ \n0 1 +c\n"},
		{"an envelope", "*** Begin Patch\n*** Update File: a.go\n*** Move to: b.go\n@@ func f()\n x\n-y\n+z\n@@\n+w\n\n*** End of File\n*** Add File: n.txt\n+1\n+2\n*** Delete File: d.txt\n*** End Patch\n",
			"moved b.go from a.go +2 -1\n@@ func f()\n0 0  x\n0 0 -y\n0 0 +z\n@@ \n0 0 +w\n0 0  \ncreated n.txt +2 -0\n@@ \n0 1 +1\n0 2 +2\ndeleted d.txt +0 -0\n"},
	} {
		got, err := Read(c.in)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		} else if s := shown(got); s != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, s, c.want)
		}
	}
}

func TestRefuses(t *testing.T) {
	for in, want := range map[string]string{
		"":                                    "line 1 of the patch is empty",
		"words\n":                             "line 1 of the patch is no beginning of a diff",
		"--- a\n+++ b\n@@ -1,2 +1,2 @@\n x\n": "line 4 of the patch is the last, and its hunk wants more",
		"--- a\n+++ b\n@@ -1 +1 @@\n-x\n-y\n": "line 5 of the patch does not fit the length of its hunk",
		"--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y\nmore":   "line 6 of the patch belongs to no hunk",
		"--- a\n+++ b\n@@ -x +1 @@\n":               "line 3 of the patch says in a way that is not understood where its hunk stands",
		"--- a\n+++ b\n@@ -1,99999999999 +1 @@\n":   "line 3 of the patch says in a way that is not understood where its hunk stands",
		"*** Begin Patch\n*** Update File: a\n x":   "line 3 of the patch is the last, and does not end the patch",
		"*** Begin Patch\n*** End Patch":            "line 2 of the patch ends a patch of no file",
		"*** Begin Patch\n*** Add File: a\n x\n":    "line 3 of the patch has no sign that fits",
		"*** Begin Patch\n+x\n*** End Patch":        "line 2 of the patch stands before the first file",
		"diff --git a/x b/x\nindex 1\nnonsense x\n": "line 3 of the patch is no header of a diff",
	} {
		if got, err := Read(in); err == nil || err.Error() != want {
			t.Errorf("%q: %v (%d changes), want %q", in, err, len(got), want)
		}
	}
}

func TestReplace(t *testing.T) {
	c := Replace("x", "a\nthe quick fox\nc\nd", "a\nthe slow fox\nc\nd\ne\n")
	want := "edited x +2 -1\n@@ \n0 0  a\n0 0 -the [quick] fox\n0 0 +the [slow] fox\n0 0  c\n0 0  d\n0 0 +e\n"
	if got := shown([]timeline.Change{c}); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if got, want := shown([]timeline.Change{Create("n", "1\n\n2\n")}), "created n +3 -0\n@@ \n0 1 +1\n0 2 +\n0 3 +2\n"; got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if got := Replace("x", "wholly different", "9 + 1"); got.Hunks[0].Lines[0].Marks != nil {
		t.Errorf("lines with little in common are marked: %v", got.Hunks[0].Lines)
	}
}

// The text of each change is the part of the patch that says so.
func TestTexts(t *testing.T) {
	one, two := "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b", "diff --git a/y b/y\nrename from z\nrename to y"
	got, err := Read("\n" + one + "\n" + two + "\n\n")
	if err != nil || len(got) != 2 || got[0].Text != one || got[1].Text != two {
		t.Errorf("%v: %+v", err, got)
	}
}

// Texts that share nothing, or much in another order, cost no more than is allowed.
func TestLarge(t *testing.T) {
	var a, b strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&a, "left %d\n", i)
		fmt.Fprintf(&b, "right %d\n", i)
	}
	c := Replace("x", "same\n"+a.String()+"end\n", "same\n"+b.String()+"end\n")
	if c.Added != 20_000 || c.Removed != 20_000 || len(c.Hunks[0].Lines) != 40_002 {
		t.Errorf("+%d -%d in %d lines", c.Added, c.Removed, len(c.Hunks[0].Lines))
	}
}

// Whatever two texts are, without the additions the lines are those of the first, without
// the removals those of the second, and what is not marked in a pair of lines is the same
// in both. Written as a diff they are read again as they were.
func FuzzReplace(f *testing.F) {
	f.Add("a\nb\nc", "a\nx\nc\n")
	f.Add("", "new")
	f.Add("x = 1 + y\n\n", "x = 2 + y\r\nz")
	f.Fuzz(func(t *testing.T, before, after string) {
		if len(before)+len(after) > 4096 {
			return
		}
		c := Replace("x", before, after)
		var old, now []string
		var kinds strings.Builder
		for _, h := range c.Hunks {
			for i, l := range h.Lines {
				if l.Kind != '+' {
					old = append(old, l.Text)
				}
				if l.Kind != '-' {
					now = append(now, l.Text)
				}
				fmt.Fprintf(&kinds, "%c%s\n", l.Kind, l.Text)
				at := 0
				for _, m := range l.Marks {
					if m[0] < at || m[1] <= m[0] || m[1] > len(l.Text) {
						t.Fatalf("line %d: marks %v of %q", i, l.Marks, l.Text)
					}
					at = m[1]
				}
			}
		}
		if strings.Join(old, "\n") != strings.Join(split(before), "\n") || strings.Join(now, "\n") != strings.Join(split(after), "\n") {
			t.Fatalf("%q and %q became %q and %q", before, after, old, now)
		}
		pairs(t, c)
		if len(c.Hunks) == 0 || strings.Contains(before+after, "\r") {
			return
		}
		again, err := Read(fmt.Sprintf("--- a/x\n+++ b/x\n@@ -1,%d +1,%d @@\n%s", len(old), len(now), kinds.String()))
		if err != nil || len(again) != 1 || again[0].Added != c.Added || again[0].Removed != c.Removed || len(again[0].Hunks[0].Lines) != len(c.Hunks[0].Lines) {
			t.Fatalf("%q read again: %v, %v", kinds.String(), err, again)
		}
	})
}

func pairs(t *testing.T, c timeline.Change) {
	for _, h := range c.Hunks {
		for i := 0; i < len(h.Lines); {
			n, m := run(h.Lines[i:], '-'), 0
			m = run(h.Lines[i+n:], '+')
			for j := 0; n == m && j < n; j++ {
				a, b := h.Lines[i+j], h.Lines[i+n+j]
				if a.Marks == nil && b.Marks == nil {
					continue
				}
				if unmarked(a) != unmarked(b) {
					t.Fatalf("%q and %q share %q and %q", a.Text, b.Text, unmarked(a), unmarked(b))
				}
			}
			i += max(n+m, 1)
		}
	}
}

func unmarked(l timeline.DiffLine) string {
	s, at := "", 0
	for _, m := range l.Marks {
		s += l.Text[at:m[0]]
		at = m[1]
	}
	return s + l.Text[at:]
}

// lineAt finds a whole line behind a line end.
func lineAt(text, line string) int {
	at := -1
	for _, end := range []string{"\n", "\r\n"} {
		if i := strings.Index(text, "\n"+line+end); i >= 0 && (at < 0 || i < at) {
			at = i
		}
	}
	return at
}

// What is read of any text stands in it: every line with its sign, in order.
func FuzzRead(f *testing.F) {
	f.Add("diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n")
	f.Add("*** Begin Patch\n*** Update File: a\n*** Move to: b\n@@ c\n x\n-y\n+z\n*** Delete File: q\n*** End Patch")
	f.Add("*** Begin Patch\n*** Update File: a\n\n+z\n oy\n*** End Patch")
	f.Add("--- a\n+++ b\n@@ -1 +1 @@ f\n-\n+\n\\ No newline\n--- c\n+++ d\n")
	f.Fuzz(func(t *testing.T, text string) {
		all, err := Read(text)
		if err != nil {
			if len(all) > 0 || !strings.HasPrefix(err.Error(), "line ") {
				t.Fatalf("%v with %d changes", err, len(all))
			}
			return
		}
		rest := text
		for _, c := range all {
			at := strings.Index(rest, c.Text)
			if at < 0 {
				t.Fatalf("%q is not in %q", c.Text, rest)
			}
			rest = rest[at+len(c.Text):]
			own := c.Text + strings.Repeat("\n", 2+strings.Count(text, "\n")) // line ends at its end are not kept
			for _, h := range c.Hunks {
				for _, l := range h.Lines {
					at := lineAt(own, string(l.Kind)+l.Text)
					if blank := lineAt(own, ""); l.Text == "" && blank >= 0 && (at < 0 || blank < at) {
						at = blank // a context line may lack its sign
					}
					if at < 0 {
						t.Fatalf("%c%s is not in %q", l.Kind, l.Text, own)
					}
					own = own[at+1:]
				}
			}
		}
	})
}
