package secret

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// long is a text of n characters with digits, no secret of anybody.
func long(n int) string { return strings.Repeat("a1B2c3", n/6+1)[:n] }

type hit struct {
	text string
	s    *Shape
}

func hits(text string) []hit {
	var out []hit
	Scan([]byte(text), 0, len(text), func(start, end int, s *Shape) { out = append(out, hit{text[start:end], s}) })
	return out
}

// TestShapes: what is taken for a secret, and what only looks a little like one.
func TestShapes(t *testing.T) {
	upper := strings.Repeat("A1B2", 4)
	jwt := "ey" + "J" + long(12) + ".ey" + "J" + long(12) + "." + long(12)
	pem := "-----BEGIN RSA PRIV" + "ATE KEY-----\\n" + long(80)
	for _, c := range []struct {
		before, secret, after string
		want                  *Shape
	}{
		{"x ", "gh" + "p_" + long(36), " y", GitHubToken}, {`\n`, "gh" + "s_" + long(36), `\n`, GitHubToken}, {`"`, "git" + "hub_pat_" + long(60), `"`, GitHubToken},
		{"=", "gl" + "pat-" + long(20), "", GitLabToken}, {"", "np" + "m_" + long(36), "", NPMToken}, {"(", "xo" + "xb-" + long(20), ")", SlackToken},
		{"", "AK" + "IA" + upper, ".", AWSKey}, {" ", "AI" + "za" + long(35), "", GoogleKey}, {"'", "s" + "k-" + long(40), "'", ModelKey},
		{"", pem, "-----END RSA", PrivateKey}, {"", pem + "-----END RSA PRIV" + "ATE KEY-----", "\n", PrivateKey}, {`"`, jwt, `"`, WebToken}, {"", "Bear" + "er " + long(30), "", Bearer}, {"Bearer ", "gh" + "p_" + long(36), "", GitHubToken},
		{"https:" + "//me:", "hunter2", "@example.com/x", URLPassword},
	} {
		got := hits(c.before + c.secret + c.after)
		if len(got) != 1 || got[0].text != c.secret || got[0].s != c.want {
			t.Errorf("%q: %v, want one %s", c.before+c.secret+c.after, got, c.want.Name)
		}
		if m := Mask(c.before + c.secret + c.after); strings.Contains(m, c.secret) || !strings.HasPrefix(m, c.before) || !strings.HasSuffix(m, c.after) {
			t.Errorf("masked: %q", m)
		}
	}
	for _, text := range []string{
		"gh" + "p_short", "xgh" + "p_" + long(36), "task-" + long(40), "s" + "k-the-quick-brown-fox-jumps-over", "AK" + "IA" + upper[:15], "AK" + "IA" + upper + "Z", "the ey" + "J" + long(20),
		"Bearer of the news that nobody wanted to hear", "https://example.com:8080/@x", "https:" + "//me:${PASSWORD}@example.com", "https:" + "//me@example.com", "-----BEGIN PRIV" + "ATE KEY----- and -----END", "std::vector<int>://", "",
	} {
		if got := hits(text); got != nil {
			t.Errorf("%q is taken for %v", text, got)
		}
	}
}

// FuzzTokens: hits are in order and in bounds, slices find what the whole does, and what
// was masked holds no longer secret in full.
func FuzzTokens(f *testing.F) {
	f.Add("use gh"+"p_"+long(36)+" now", 9)
	f.Add("https:"+"//me:hunter2@example.com s"+"k-"+long(30), 20)
	f.Add("-----BEGIN PRIV"+"ATE KEY-----"+long(90)+"-----END", 30)
	f.Add(strings.Repeat("-----BEGIN PRIV"+"ATE KEY-----\n"+keyHeads[1]+long(90)+"\n", 3)+"-----END PRIV"+"ATE KEY-----", 200)
	f.Fuzz(func(t *testing.T, text string, cut int) {
		b := []byte(text)
		whole := hits(text)
		if len(whole) > 0 && !Begins(b) {
			t.Fatalf("%q holds %v, and nothing of it begins", text, whole)
		}
		last := 0
		Scan(b, 0, len(b), func(start, end int, _ *Shape) {
			if start < last || end <= start || end > len(b) {
				t.Fatalf("[%d:%d] after %d of %d", start, end, last, len(b))
			}
			last = end
		})
		if cut < 0 || cut > len(b) {
			cut = len(b) / 2
		}
		var parts []hit
		add := func(start, end int, s *Shape) { parts = append(parts, hit{text[start:end], s}) }
		Scan(b, Scan(b, 0, cut, add), len(b), add)
		if !slices.Equal(whole, parts) {
			t.Fatalf("whole %v, in two %v", whole, parts)
		}
		masked := Mask(text)
		for _, h := range whole {
			if utf8.RuneCountInString(h.text) >= 16 && strings.Count(masked, h.text) > strings.Count(text, h.text)-1 {
				t.Fatalf("%q still stands in %q", h.text, masked)
			}
		}
	})
}

// BenchmarkTokens measures the search for tokens on text that holds none.
func BenchmarkTokens(b *testing.B) {
	text := []byte(strings.Repeat(`{"type":"tool.execution_complete","data":{"toolCallId":"call_8f3b","success":true,"result":{"content":"ok  	some/package	0.021s\n"}}}`+"\n", 8192))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Scan(text, 0, len(text), func(int, int, *Shape) { b.Fatal("a token") })
	}
}

// BenchmarkBegins measures what a screen costs on which nothing looks like a secret.
func BenchmarkBegins(b *testing.B) {
	text := []byte(strings.Repeat(`<div class="ev" role="listitem"><span class="tm"><time data-form="milli">09:00:03.000</time></span><a class="s mono" title="go test ./...">go test ./...</a></div>`, 4096))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if Begins(text) {
			b.Fatal("a secret")
		}
	}
}
