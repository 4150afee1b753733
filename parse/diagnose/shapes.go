package diagnose

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"flightlog/parse/timeline"
)

// shape is a kind of secret that its own form gives away.
type shape struct {
	name     string // with its article
	several  string // the plural
	severity timeline.Severity
}

// The shapes. What a product alone issues is an Error; what may be an example or have
// expired is a Warning.
var (
	githubToken = &shape{"a GitHub token", "GitHub tokens", timeline.Error}
	gitlabToken = &shape{"a GitLab token", "GitLab tokens", timeline.Error}
	npmToken    = &shape{"an npm token", "npm tokens", timeline.Error}
	slackToken  = &shape{"a Slack token", "Slack tokens", timeline.Error}
	awsKey      = &shape{"an AWS access key id", "AWS access key ids", timeline.Error}
	googleKey   = &shape{"a Google API key", "Google API keys", timeline.Error}
	modelKey    = &shape{"an API key of the form sk-…", "API keys of the form sk-…", timeline.Error}
	privateKey  = &shape{"a private key", "private keys", timeline.Error}
	webToken    = &shape{"a JSON web token", "JSON web tokens", timeline.Warning}
	bearer      = &shape{"a bearer token", "bearer tokens", timeline.Warning}
	urlPassword = &shape{"a password in an address", "passwords in addresses", timeline.Warning}
)

// trigger are the bytes at which a shape is looked for: the rarest of each shape's fixed
// part, so that most bytes cost one look-up.
var trigger = [256]bool{'_': true, '-': true, 'I': true, 'J': true, ':': true, 'B': true, 'b': true}

// tokensIn finds the tokens whose trigger lies in b[from:to]; it looks at the bytes around
// them as well. It gives where it ended, which may be behind to.
func tokensIn(b []byte, from, to int, yield func(start, end int, s *shape)) int {
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

// tokenAt reads the token whose trigger stands at i; s is nil where there is none.
func tokenAt(b []byte, i int) (start, end int, s *shape) {
	switch b[i] {
	case '_':
		if afterOne(b, i, "gh") && bytes.IndexByte([]byte("pousr"), b[i-1]) >= 0 {
			return token(b, i-3, i+1, isAlnum, 20, githubToken)
		}
		if after(b, i, "github") && bytes.HasPrefix(b[i+1:], []byte("pat_")) {
			return token(b, i-6, i+5, isWord, 20, githubToken)
		}
		if after(b, i, "npm") {
			return token(b, i-3, i+1, isAlnum, 30, npmToken)
		}
	case '-':
		switch {
		case after(b, i, "sk"):
			return digits(b)(token(b, i-2, i+1, isName, 20, modelKey))
		case after(b, i, "glpat"):
			return token(b, i-5, i+1, isName, 20, gitlabToken)
		case afterOne(b, i, "xox") && b[i-1] >= 'a' && b[i-1] <= 'z':
			return digits(b)(token(b, i-4, i+1, isName, 10, slackToken))
		case bytes.HasPrefix(b[i:], []byte("-----BEGIN ")):
			return keyAt(b, i)
		}
	case 'I':
		if (after(b, i, "AK") || after(b, i, "AS")) && i+1 < len(b) && b[i+1] == 'A' {
			if start, end, s = token(b, i-2, i+2, isUpper, 16, awsKey); end-start != 20 || end < len(b) && isWord(b[end]) {
				return 0, 0, nil
			}
			return digits(b)(start, end, s)
		}
		if after(b, i, "A") && bytes.HasPrefix(b[i+1:], []byte("za")) {
			return token(b, i-1, i+3, isName, 35, googleKey)
		}
	case 'J':
		if after(b, i, "ey") {
			return webTokenAt(b, i-2)
		}
	case 'B', 'b':
		if bytes.HasPrefix(b[i+1:], []byte("earer ")) && !known(b[i+7:]) {
			return digits(b)(token(b, i, i+7, isToken, 20, bearer))
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
func token(b []byte, start, body int, of func(byte) bool, least int, s *shape) (int, int, *shape) {
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
func digits(b []byte) func(start, end int, s *shape) (int, int, *shape) {
	return func(start, end int, s *shape) (int, int, *shape) {
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

func webTokenAt(b []byte, start int) (int, int, *shape) {
	_, head, s := token(b, start, start+3, isName, 8, webToken)
	if s == nil || !bytes.HasPrefix(b[head:], []byte(".eyJ")) {
		return 0, 0, nil
	}
	end := head + 1
	for end < len(b) && (isName(b[end]) || b[end] == '.') {
		end++
	}
	return start, end, s
}

// keyBytes bounds the search for the end of a private key.
const keyBytes = 4 * timeline.KiB

func keyAt(b []byte, start int) (int, int, *shape) {
	head := b[start+5 : min(len(b), start+64)]
	mark := []byte("PRIVATE KEY-----")
	i := bytes.Index(head, mark)
	if i < 0 {
		return 0, 0, nil
	}
	body := start + 5 + i + len(mark)
	if end := bytes.Index(b[body:min(len(b), body+keyBytes)], []byte("-----END")); end >= 64 { // less is a text about keys
		return start, body + end, privateKey
	}
	return 0, 0, nil
}

// passwordAt reads `user:password@` from at on; the token is the password.
func passwordAt(b []byte, at int) (int, int, *shape) {
	colon := -1
	for i := at; i < len(b) && i < at+256; i++ {
		switch c := b[i]; {
		case c == '@' && colon > at && i > colon+1:
			return colon + 1, i, urlPassword
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

// mask shows a secret by its first four characters and its length. One of fewer than
// sixteen shows its length alone: four would be too much of it.
func mask(secret string) string {
	n := utf8.RuneCountInString(secret)
	if n < 16 || len(secret) < 4 {
		return fmt.Sprintf("‹masked: %s›", many(n, "character"))
	}
	return fmt.Sprintf("%s… (%d characters)", strings.ToValidUTF8(secret[:4], "\uFFFD"), n)
}

// MaskTokens masks the tokens in a text.
func MaskTokens(text string) string {
	var out strings.Builder
	at := 0
	b := []byte(text)
	tokensIn(b, 0, len(b), func(start, end int, _ *shape) {
		out.WriteString(text[at:start] + mask(text[start:end]))
		at = end
	})
	return out.String() + text[at:]
}
