// Package secret knows secrets by the forms that they have wherever they stand: the one
// table of shapes that the rules, the masks of configuration files and the masks of the
// screen share. Text goes in; the places of what looks like a secret come out, or the text
// with each masked. A shape is no proof: what has it may be an example or have expired.
package secret

import (
	"bytes"
	"strings"
)

// Shape is a kind of secret that its own form gives away.
type Shape struct {
	Name    string // what a mask calls it
	One     string // with its article
	Several string // the plural
	Certain bool   // a product alone issues what looks so; else it may be an example or have expired
}

// The shapes.
var (
	GitHubToken = &Shape{"GitHub token", "a GitHub token", "GitHub tokens", true}
	GitLabToken = &Shape{"GitLab token", "a GitLab token", "GitLab tokens", true}
	NPMToken    = &Shape{"npm token", "an npm token", "npm tokens", true}
	SlackToken  = &Shape{"Slack token", "a Slack token", "Slack tokens", true}
	AWSKey      = &Shape{"AWS access key id", "an AWS access key id", "AWS access key ids", true}
	GoogleKey   = &Shape{"Google API key", "a Google API key", "Google API keys", true}
	ModelKey    = &Shape{"API key", "an API key of the form sk-…", "API keys of the form sk-…", true}
	PrivateKey  = &Shape{"private key", "a private key", "private keys", true}
	WebToken    = &Shape{"JSON web token", "a JSON web token", "JSON web tokens", false}
	Bearer      = &Shape{"bearer token", "a bearer token", "bearer tokens", false}
	URLPassword = &Shape{"password in an address", "a password in an address", "passwords in addresses", false}
)

// trigger are the bytes at which a shape is looked for: the rarest of each shape's fixed
// part, so that most bytes cost one look-up.
var trigger = [256]bool{'_': true, '-': true, 'I': true, 'J': true, ':': true, 'B': true, 'b': true}

// Scan finds the secrets whose trigger lies in b[from:to]; it looks at the bytes around
// them as well. It gives where it ended, which may be behind to.
func Scan(b []byte, from, to int, yield func(start, end int, s *Shape)) int {
	i := from
	for i < to {
		if !trigger[b[i]] || idle(b, i) {
			i++
			continue
		}
		if start, end, s := tokenAt(b, i); s != nil {
			yield(start, end, s)
			i = max(i+1, end)
			continue
		}
		i++
	}
	return i
}

// idle reports that a trigger is one of the many colons and b's that begin nothing: told
// by the next byte, without a call.
func idle(b []byte, i int) bool {
	switch b[i] {
	case ':':
		return i+1 >= len(b) || b[i+1] != '/'
	case 'B', 'b':
		return i+1 >= len(b) || b[i+1] != 'e'
	}
	return false
}

// Begins reports that a text holds the fixed part of a shape. Where it does not, no
// secret stands in it, and none that something divides behind its fixed part.
func Begins(b []byte) bool {
	for i, c := range b {
		if trigger[c] && !idle(b, i) && fixedAt(b, i) {
			return true
		}
	}
	return false
}

// fixedAt tells whether a trigger stands in the fixed part of a shape.
func fixedAt(b []byte, i int) bool {
	switch b[i] {
	case '_':
		return afterOne(b, i, "gh") && bytes.IndexByte([]byte("pousr"), b[i-1]) >= 0 || after(b, i, "github") && bytes.HasPrefix(b[i+1:], []byte("pat_")) || after(b, i, "npm")
	case '-':
		return after(b, i, "sk") && begins(b, i-2) || after(b, i, "glpat") || afterOne(b, i, "xox") || bytes.HasPrefix(b[i:], []byte("-----BEGIN "))
	case 'I':
		return after(b, i, "A") && bytes.HasPrefix(b[i+1:], []byte("za")) || (after(b, i, "AK") || after(b, i, "AS")) && bytes.HasPrefix(b[i+1:], []byte("A"))
	case 'J':
		return after(b, i, "ey")
	case 'B', 'b':
		return bytes.HasPrefix(b[i+1:], []byte("earer "))
	}
	return bytes.IndexByte(b[i:min(len(b), i+4*addressBytes)], '@') >= 0
}

// tokenAt reads the token whose trigger stands at i; s is nil where there is none.
func tokenAt(b []byte, i int) (start, end int, s *Shape) {
	switch b[i] {
	case '_':
		if afterOne(b, i, "gh") && bytes.IndexByte([]byte("pousr"), b[i-1]) >= 0 {
			return token(b, i-3, i+1, isAlnum, 16, GitHubToken)
		}
		if after(b, i, "github") && bytes.HasPrefix(b[i+1:], []byte("pat_")) {
			return token(b, i-6, i+5, isWord, 16, GitHubToken)
		}
		if after(b, i, "npm") {
			return token(b, i-3, i+1, isAlnum, 30, NPMToken)
		}
	case '-':
		switch {
		case after(b, i, "sk"):
			return digits(b)(token(b, i-2, i+1, isName, 20, ModelKey))
		case after(b, i, "glpat"):
			return token(b, i-5, i+1, isName, 16, GitLabToken)
		case afterOne(b, i, "xox") && b[i-1] >= 'a' && b[i-1] <= 'z':
			return digits(b)(token(b, i-4, i+1, isName, 10, SlackToken))
		case bytes.HasPrefix(b[i:], []byte("-----BEGIN ")):
			return keyAt(b, i)
		}
	case 'I':
		if (after(b, i, "AK") || after(b, i, "AS")) && i+1 < len(b) && b[i+1] == 'A' {
			if start, end, s = token(b, i-2, i+2, isUpper, 16, AWSKey); end-start != 20 || end < len(b) && isWord(b[end]) {
				return 0, 0, nil
			}
			return digits(b)(start, end, s)
		}
		if after(b, i, "A") && bytes.HasPrefix(b[i+1:], []byte("za")) {
			return token(b, i-1, i+3, isName, 35, GoogleKey)
		}
	case 'J':
		if after(b, i, "ey") {
			return webTokenAt(b, i-2)
		}
	case 'B', 'b':
		if bytes.HasPrefix(b[i+1:], []byte("earer ")) && !known(b[i+7:]) {
			return digits(b)(token(b, i, i+7, isToken, 20, Bearer))
		}
	case ':':
		if bytes.HasPrefix(b[i:], []byte("://")) {
			return passwordAt(b, i+3)
		}
	}
	return 0, 0, nil
}

// after reports that the text stands right before i.
func after(b []byte, i int, text string) bool {
	return i >= len(text) && string(b[i-len(text):i]) == text
}

// afterOne reports that the text and one more byte stand right before i.
func afterOne(b []byte, i int, text string) bool { return i >= 1 && after(b, i-1, text) }

// token is a token whose fixed part goes from start to body and whose rest is at least
// least bytes of a kind.
func token(b []byte, start, body int, of func(byte) bool, least int, s *Shape) (int, int, *Shape) {
	if !begins(b, start) { // first, so that a row of beginnings costs no more than its length
		return 0, 0, nil
	}
	end := body
	for end < len(b) && of(b[end]) {
		end++
	}
	if end-body < least {
		return 0, 0, nil
	}
	return start, end, s
}

// digits lets a token pass that holds a digit: words joined by hyphens do not.
func digits(b []byte) func(start, end int, s *Shape) (int, int, *Shape) {
	return func(start, end int, s *Shape) (int, int, *Shape) {
		if s == nil || !bytes.ContainsAny(b[start:end], "0123456789") {
			return 0, 0, nil
		}
		return start, end, s
	}
}

// begins reports that no word goes on across at. The letter of an escape of JSON is no
// part of a word: `\nghp_…`.
func begins(b []byte, at int) bool {
	if at == 0 || !isName(b[at-1]) {
		return true
	}
	return at >= 2 && b[at-2] == '\\' && strings.IndexByte("nrtbf", b[at-1]) >= 0
}

// known reports that a bearer's token has a shape of its own, which is told instead.
func known(b []byte) bool {
	for _, p := range [...]string{"gh", "github_pat_", "eyJ", "sk-", "glpat-", "npm_", "xox"} {
		if bytes.HasPrefix(b, []byte(p)) {
			return true
		}
	}
	return false
}

func webTokenAt(b []byte, start int) (int, int, *Shape) {
	_, head, s := token(b, start, start+3, isName, 8, WebToken)
	if s == nil || head >= len(b) || b[head] != '.' {
		return 0, 0, nil
	}
	claims := head + 1
	for claims < len(b) && isName(b[claims]) {
		claims++
	}
	if claims-head <= 8 {
		return 0, 0, nil
	}
	end := claims
	for end < len(b) && (isName(b[end]) || b[end] == '.' && end+1 < len(b) && isName(b[end+1])) {
		end++
	}
	return start, end, s
}

const (
	keyBytes = Longest // bounds the search for the end of a private key
	keyLeast = 64      // of the key itself; less is a text about keys
	keyHead  = 128     // the lines above an encrypted key end in it; the key has no comma
)

func keyAt(b []byte, start int) (int, int, *Shape) {
	head := b[start+5 : min(len(b), start+64)]
	mark := []byte("PRIVATE KEY-----")
	i := bytes.Index(head, mark)
	if i < 0 {
		mark = []byte("PRIVATE KEY BLOCK-----") // of OpenPGP
		if i = bytes.Index(head, mark); i < 0 {
			return 0, 0, nil
		}
	}
	body := start + 5 + i + len(mark)
	rest := b[body:min(len(b), body+keyBytes)]
	begin, end := 0, keyEnd(rest)
	if end >= keyLeast {
		if i := bytes.Index(rest[end:min(len(rest), end+64)], mark); i >= 0 { // its last line goes with it
			end += i + len(mark)
		}
	} else if end < 0 { // cut off: what stands there of it is no less secret
		if bytes.Contains(rest[:min(len(rest), keyLeast)], []byte("ENCRYPTED")) {
			begin = bytes.LastIndexByte(rest[:min(len(rest), keyHead)], ',') + 1
		}
		for end = begin; body+end < len(b) && inKey(b[body+end]); end++ {
		}
	}
	if end-begin < keyLeast {
		return 0, 0, nil
	}
	return start, body + end, PrivateKey
}

// keyEnd is where the line begins that ends a key, -1 where another key begins before: so
// no byte is looked at for more than one.
func keyEnd(rest []byte) int {
	mark := []byte("-----")
	for at := 0; ; at++ {
		i := bytes.Index(rest[at:], mark)
		if i < 0 {
			return -1
		}
		at += i
		switch after := rest[at+len(mark):]; {
		case bytes.HasPrefix(after, []byte("END")):
			return at
		case bytes.HasPrefix(after, []byte("BEGIN")):
			return -1
		}
	}
}

// inKey: base64, and what stands between its lines, in JSON too.
func inKey(c byte) bool {
	return isAlnum(c) || strings.IndexByte("+/= \r\n\t\\", c) >= 0
}

// addressBytes bounds an address up to its host.
const addressBytes = 256

// passwordAt reads `user:password@` from at on; the token is the password.
func passwordAt(b []byte, at int) (int, int, *Shape) {
	colon := -1
	for i := at; i < len(b) && i < at+addressBytes; i++ {
		switch c := b[i]; {
		case c == '@' && colon > at && i > colon+1:
			return colon + 1, i, URLPassword
		case c == ':' && colon < 0:
			colon = i
		case c <= ' ' || c >= 0x7f || strings.IndexByte(`/\"'<>{}$*@?#`, c) >= 0:
			return 0, 0, nil
		}
	}
	return 0, 0, nil
}

func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' }
func isAlnum(c byte) bool { return isUpper(c) || c >= 'a' && c <= 'z' }
func isWord(c byte) bool  { return isAlnum(c) || c == '_' }
func isName(c byte) bool  { return isWord(c) || c == '-' }
func isToken(c byte) bool { return isName(c) || strings.IndexByte(".~+/=", c) >= 0 }
