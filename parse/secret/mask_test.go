package secret

import (
	"strings"
	"testing"
)

// TestAcross: a cut inside a secret knows where the secret begins and ends; any other cut
// stays.
func TestAcross(t *testing.T) {
	token := "gh" + "p_" + long(36)
	key := "-----BEGIN PRIV" + "ATE KEY-----\n" + long(64) + "\n" + long(64) + "\n-----END"
	for _, text := range []string{"use " + token + " now", strings.Repeat("words of no matter ", 1000) + token + ", " + strings.Repeat("more of them ", 1000), "see\n" + key + " PRIV" + "ATE KEY-----"} {
		from, to := -1, -1
		Scan([]byte(text), 0, len(text), func(start, end int, _ *Shape) { from, to = start, end })
		for cut := range len(text) + 1 {
			start, end := Across(text, cut)
			want := [2]int{cut, cut}
			if cut > from && cut < to {
				want = [2]int{from, to}
			}
			if [2]int{start, end} != want {
				t.Fatalf("cut at %d of %d: %d to %d, want %v", cut, len(text), start, end, want)
			}
		}
	}
}

// TestAcrossLong: a cut far inside a long token or a long key knows both of their ends.
func TestAcrossLong(t *testing.T) {
	token := "ey" + "J" + long(20_000) + "." + long(20_000) + "." + long(400)
	key := func(head string, lines int) string {
		return "-----BEGIN RSA PRIV" + "ATE KEY-----\n" + head + strings.Repeat(long(64)+"\n", lines) + "-----END RSA PRIV" + "ATE KEY-----"
	}
	for name, c := range map[string]struct{ before, secret string }{"token": {"use ", token}, "coloured token": {"use ", token[:9000] + "\x1b[1m" + token[9000:]}, "key": {"see\n", key("", 250)}, "locked key": {"see\n", key("Proc-Type: 4,ENCRYPTED\n\n", 100)}, "long locked key": {"see\n", key(keyHeads[1], 800)}} {
		text := strings.Repeat("words of no matter, ", 5000) + c.before
		from := len(text)
		text += c.secret + "\n. " + strings.Repeat("more of them, ", 5000)
		for cut := from + 1; cut < from+len(c.secret); cut += 997 {
			if start, end := Across(text, cut); start != from || end < from+len(c.secret)-40 {
				t.Errorf("%s: cut at %d of %d: %d to %d", name, cut-from, len(c.secret), start-from, end-from)
				break
			}
		}
	}
}

// TestEach: colours of a terminal divide no secret, however they are spelled, and what
// stands around it stays.
func TestEach(t *testing.T) {
	token := "gh" + "p_" + long(36)
	for _, escape := range []string{"\x1b[31m", "⟨ESC⟩[0;1m", `\u001b[m`, `\\u001B[38:5:1m`, `\x1b[1m`, `\033[0m`, `\e[4m`} {
		text := "a" + escape + " " + token[:7] + escape + token[7:21] + escape + escape + token[21:] + escape + " b"
		if got, want := Mask(text), "a"+escape+" "+Masked(GitHubToken.Name, token)+escape+" b"; got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
	if got := Mask("[a\\b] gh" + "p_[31m" + long(36)); strings.Contains(got, "masked") {
		t.Errorf("%q", got)
	}
}

// TestMasked: kind and length are told.
func TestMasked(t *testing.T) {
	for _, c := range [][3]string{{"GitHub token", "üü", "‹masked: GitHub token, 2 characters›"}, {"", "x", "‹masked: 1 character›"}, {"", "", "‹masked: 0 characters›"}} {
		if got := Masked(c[0], c[1]); got != c[2] {
			t.Errorf("%q, want %q", got, c[2])
		}
	}
}

// keyHeads are what may stand above a key.
var keyHeads = []string{"", "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC," + strings.Repeat("0F", 16) + "\n\n"}

// TestCutKey: of a key whose end is cut off no line is shown.
func TestCutKey(t *testing.T) {
	for _, head := range keyHeads {
		key := "-----BEGIN RSA PRIV" + "ATE KEY-----\n" + head + long(64) + "\n" + long(30)
		for _, after := range []string{"", "“ and so on"} {
			if got := Mask("x " + key + after); strings.Contains(got, "a1B2c3") || !strings.HasSuffix(got, after) {
				t.Errorf("%q", got)
			}
		}
	}
}

// TestLongKey: a key is masked however long it is, and what stands between two keys stays.
func TestLongKey(t *testing.T) {
	for _, kind := range []string{"RSA PRIV" + "ATE KEY", "PGP PRIV" + "ATE KEY BLOCK"} {
		for _, size := range []int{1, 130, 900, 3000} {
			for _, head := range keyHeads {
				key := "-----BEGIN " + kind + "-----\n" + head + strings.Repeat(long(64)+"\n", size)
				text := "x " + key + "-----END " + kind + "-----\n; y " + key + "; z " + key + "-----END " + kind + "-----."
				got := Mask(text)
				if strings.Contains(got, "a1B2c3") || !strings.HasPrefix(got, "x ‹masked: private key") || !strings.Contains(got, "; y ‹masked: private key") || !strings.Contains(got, "; z ‹masked: private key") || !strings.HasSuffix(got, ".") {
					t.Errorf("%s, %d lines below %q: %.300q", kind, size, head, got)
				}
			}
		}
	}
}
