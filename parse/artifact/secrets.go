package artifact

import (
	"slices"
	"strings"

	"flightlog/parse/decode/rawjson"
	"flightlog/parse/secret"
)

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
			b.WriteString(separator('{', n) + indent + "  " + rawjson.Quote(secret.Redact(name)) + ": ")
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
			s = secret.Masked("", s)
		} else {
			s = secret.Redact(s)
		}
		b.WriteString(rawjson.Quote(s))
	case '0':
		if hidden {
			b.WriteString(rawjson.Quote(secret.Masked("", string(v))))
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

// secretWords are what a key is made of under which a secret stands, in lower case. They are
// looked for one by one: an expression of them all takes fifty times as long in the page.
var secretWords = []string{"secret", "passw", "passphrase", "apikey", "api-key", "api_key", "accesskey", "access-key", "access_key",
	"privatekey", "private-key", "private_key", "bearer", "credential", "cookie", "authorization", "signature", "token"}

// holder reports whether everything under a key is secret.
func holder(key string) bool {
	key = strings.ToLower(key)
	switch key {
	case "env", "environment", "headers", "auth", "oauth", "authentication", "authorization":
		return true
	}
	key = strings.ReplaceAll(key, "tokens", "") // maxTokens is a count
	return slices.ContainsFunc(secretWords, func(word string) bool { return strings.Contains(key, word) })
}

// secretFlag reports whether an argument of a command announces a secret as the next one.
func secretFlag(arg string) bool {
	return strings.HasPrefix(arg, "-") && !strings.ContainsAny(arg, "= ") && (holder(strings.TrimLeft(arg, "-")) || strings.EqualFold(arg, "--header") || arg == "-H" || arg == "-p" || arg == "-u")
}
