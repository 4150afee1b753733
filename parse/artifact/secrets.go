package artifact

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"flightlog/parse/decode/rawjson"
)

// masked is what stands for a secret: its length is told, its text is gone.
func masked(secret string) string {
	n := utf8.RuneCountInString(secret)
	if n == 1 {
		return "‹masked: 1 character›"
	}
	return fmt.Sprintf("‹masked: %d characters›", n)
}

// openKeys are the keys of a configuration file whose texts are shown. Every other text is
// masked, so that a key which a later version invents cannot give a secret away; texts
// that are shown are searched for the shapes of tokens all the same.
type openKeys map[string]bool

func shown(keys ...string) openKeys {
	out := openKeys{}
	for _, k := range keys {
		out[k] = true
	}
	return out
}

// mask writes a document anew, indented, with every secret masked.
func (o openKeys) mask(v rawjson.Value) rawjson.Value {
	var b strings.Builder
	o.write(&b, v, "", false, "\n")
	return rawjson.Value(b.String())
}

// write masks one value. key is the nearest name above it, hidden says that all texts and
// numbers below are secrets, indent begins a line.
func (o openKeys) write(b *strings.Builder, v rawjson.Value, key string, hidden bool, indent string) {
	switch v.Kind() {
	case '{':
		n := 0
		for k, member := range v.Members() {
			name := k.String()
			b.WriteString(separator('{', n) + indent + "  " + rawjson.Quote(redact(name)) + ": ")
			o.write(b, member, name, hidden || holder(name), indent+"  ")
			n++
		}
		b.WriteString(closing('{', n, indent))
	case '[':
		n, flag := 0, false
		for member := range v.Elements() {
			b.WriteString(separator('[', n) + indent + "  ")
			o.write(b, member, key, hidden || flag, indent+"  ")
			flag = secretFlag(member.String())
			n++
		}
		b.WriteString(closing('[', n, indent))
	case '"':
		s := v.String()
		if hidden || !o[key] {
			s = masked(s)
		} else {
			s = redact(s)
		}
		b.WriteString(rawjson.Quote(s))
	case '0':
		if hidden {
			b.WriteString(rawjson.Quote(masked(string(v))))
			return
		}
		b.Write(v)
	default:
		b.Write(v)
	}
}

func separator(open byte, n int) string {
	if n == 0 {
		return string(open)
	}
	return ","
}

func closing(open byte, n int, indent string) string {
	shut := string(open + 2) // ']' and '}' stand two behind '[' and '{'
	if n == 0 {
		return string(open) + shut
	}
	return indent + shut
}

var secretWord = regexp.MustCompile(`(?i)secret|passw|passphrase|api[-_]?key|access[-_]?key|private[-_]?key|bearer|credential|cookie|authorization|signature|token`)

// holder reports whether everything under a key is secret.
func holder(key string) bool {
	switch strings.ToLower(key) {
	case "env", "environment", "headers", "auth", "oauth", "authentication", "authorization":
		return true
	}
	return secretWord.MatchString(strings.ReplaceAll(strings.ToLower(key), "tokens", "")) // maxTokens is a count
}

// secretFlag reports whether an argument of a command announces a secret as the next one.
func secretFlag(arg string) bool {
	return strings.HasPrefix(arg, "-") && !strings.ContainsAny(arg, "= ") && (holder(strings.TrimLeft(arg, "-")) || strings.EqualFold(arg, "--header") || arg == "-H" || arg == "-p" || arg == "-u")
}

// shape is how a secret looks wherever it stands. A text that holds none of the hints, in
// lower case, cannot hold the shape: most texts cost a few searches.
type shape struct {
	hints []string
	re    *regexp.Regexp // its first group, where there is one, stays
}

var shapes = []shape{
	{[]string{"://"}, regexp.MustCompile(`(://)[^/@\s"']+@`)},
	{[]string{"bearer", "basic"}, regexp.MustCompile(`(?i)((?:bearer|basic)\s+)[A-Za-z0-9._~+/=-]{8,}`)},
	{[]string{"?", "&"}, regexp.MustCompile(`([?&][^=\s&#"']+=)[^\s&#"'‹]+`)},
	{[]string{"secret", "passw", "passphrase", "key", "credential", "cookie", "authorization", "signature", "token"},
		regexp.MustCompile(`(?i)([\w-]*(?:secret|passw(?:or)?d|passphrase|api[-_]?key|access[-_]?key|private[-_]?key|credential|cookie|authorization|signature|token)[\w-]*["']?\s*[=:]\s*["']?)[^\s"'&,;‹][^\s"'&,;]*`)},
	{[]string{"ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "npm_"},
		regexp.MustCompile(`\bgh[pousr]_[A-Za-z0-9]{16,}|\bgithub_pat_[A-Za-z0-9_]{16,}|\bglpat-[A-Za-z0-9_-]{16,}|\bnpm_[A-Za-z0-9]{30,}`)},
	{[]string{"sk-", "xox", "akia", "aiza"},
		regexp.MustCompile(`\bsk-[A-Za-z0-9_-]{16,}|\bxox[a-z]-[A-Za-z0-9-]{10,}|\bAKIA[0-9A-Z]{16}|\bAIza[0-9A-Za-z_-]{30,}`)},
	{[]string{"eyj"}, regexp.MustCompile(`\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?`)},
}

// redact masks in a text what has the shape of a secret.
func redact(s string) string {
	lower := strings.ToLower(s)
	for _, shape := range shapes {
		if slices.ContainsFunc(shape.hints, func(hint string) bool { return strings.Contains(lower, hint) }) {
			s = shape.hide(s)
		}
	}
	return s
}

// hide masks the places where a text has the shape.
func (h shape) hide(s string) string {
	var b strings.Builder
	at := 0
	for _, m := range h.re.FindAllStringSubmatchIndex(s, -1) {
		kept := m[0]
		if len(m) > 2 && m[3] >= 0 {
			kept = m[3]
		}
		tail := m[1]
		if s[tail-1] == '@' && len(m) > 2 { // the address stays an address
			tail--
		}
		b.WriteString(s[at:kept] + masked(s[kept:tail]))
		at = tail
	}
	return b.String() + s[at:]
}
