package components

import (
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

func style(t *testing.T) string {
	t.Helper()
	var all string
	for _, name := range []string{"app", "use", "archive", "print"} {
		css, err := os.ReadFile("../web/" + name + ".css")
		if err != nil {
			t.Fatal(err)
		}
		all += string(css)
	}
	return all
}

var token = regexp.MustCompile(`--([a-z0-9-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)`)

// Every colour of text has a contrast of 4.5 to 1 or more on every ground it may stand
// on, in the light and in the dark.
func TestContrast(t *testing.T) {
	root, _, _ := strings.Cut(style(t), "@media")
	colours := map[string][2]float64{}
	for _, m := range token.FindAllStringSubmatch(root, -1) {
		colours[m[1]] = [2]float64{luminance(m[2]), luminance(m[3])}
	}
	for ground, texts := range map[string]string{
		"bg":          "ink ink-2 ink-3 accent user thinking tool agent system ask bad ok",
		"surface":     "ink ink-2 ink-3 accent user thinking tool agent system ask bad ok",
		"sunken":      "ink ink-2 ink-3 accent user thinking tool agent system ask bad ok",
		"accent-soft": "ink ink-2 ink-3 accent user tool agent ask bad ok",
		"bad-soft":    "bad", "ok-soft": "ok", "ask-soft": "ask ink", "add": "ink", "del": "ink", "accent": "on-accent",
	} {
		for _, text := range strings.Fields(texts) {
			for theme, name := range []string{"light", "dark"} {
				a, ok := colours[text]
				b, ok2 := colours[ground]
				if !ok || !ok2 {
					t.Fatalf("app.css has no colour --%s or --%s", text, ground)
				}
				if c := (math.Max(a[theme], b[theme]) + .05) / (math.Min(a[theme], b[theme]) + .05); c < 4.5 {
					t.Errorf("--%s on --%s, %s: %.2f to 1", text, ground, name, c)
				}
			}
		}
	}
}

// luminance is the relative luminance of a colour by WCAG 2.
func luminance(hex string) float64 {
	l := 0.0
	for i, weight := range [...]float64{.2126, .7152, .0722} {
		n, _ := strconv.ParseUint(hex[1+2*i:3+2*i], 16, 8)
		c := float64(n) / 255
		if c <= .04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+.055)/1.055, 2.4)
		}
		l += weight * c
	}
	return l
}

// The style loads nothing, and its rows are as high as the lists over them say.
func TestStyleKeepsItsPromises(t *testing.T) {
	css := style(t)
	for _, word := range []string{"url(", "@import", "@font-face", "image-set(", "src(", "</style"} {
		if strings.Contains(css, word) {
			t.Errorf("the style contains %s", word)
		}
	}
	for row, height := range map[string]int{"ev": EventRowHeight, "fl": FileRowHeight, "pr": ProblemRowHeight, "au": AuditRowHeight} {
		m := regexp.MustCompile(`(?m)^\.` + row + ` \{[^}]*?\bheight: (\d+)px`).FindStringSubmatch(css)
		if m == nil || m[1] != strconv.Itoa(height) {
			t.Errorf(".%s: height %v, want %d px", row, m, height)
		}
	}
}

// A name without a drawing shows the unknown, never nothing.
func TestIcons(t *testing.T) {
	path := regexp.MustCompile(`^[Mm][-0-9a-zA-Z. ]+$`)
	for name, d := range icons {
		if !path.MatchString(d) {
			t.Errorf("%s: %q is no path", name, d)
		}
		if !HasIcon(name) {
			t.Errorf("%s is not there", name)
		}
	}
	if got, want := render(t, Icon("no such icon")), render(t, Icon("unknown")); got != want || HasIcon("no such icon") {
		t.Errorf("an unknown name gives %s", got)
	}
}
