package main

import (
	"bytes"
	"fmt"
	"regexp"
)

// attr writes the pattern of an attribute whose name fits: in a tag, before a value.
func attr(name string) string {
	return `(?i)\s(?:` + name + `)\??\s*=\s*["'{]`
}

const navigates = `no policy stops navigation: links are href="#/…" or href={ ` + linkFunc + `(…) }`

// templBans is what a template must not contain. The policy refuses most of it in a
// browser; written down it would be a page that looks right in a test and breaks there.
var templBans = []ban{
	refused(attr(`style`), "the policy refuses style attributes: use a class, or a data attribute that app.js applies"),
	refused(attr(`on[a-z]+`), "the policy refuses inline handlers: app.js listens on the frame"),
	refused(attr(`target|ping|download|action|formaction|http-equiv`), navigates),
	refused(attr(`src|srcset|srcdoc|poster|background|data|cite|manifest|xlink:href`), "nothing is loaded: bytes are handed to app.js, which makes a blob"),
	refused(`(?i)<(?:script|style|link|meta|base)\b`, "style and code stand in web/, under the page's hashes"),
	refused(`(?i)<(?:img|image|picture|source|audio|video|track|iframe|frame|frameset|object|embed|portal|form)\b`, "an element that loads or leaves"),
	refused(`(?m)^(?:css|script)\s+\w+\s*\(`, "css and script blocks are inline style and code, which the policy refuses"),
	refused(`\{\s*[\w.()]+\.\.\.\s*\}`, "write the attributes out: what is spread cannot be read here"),
	refused(`\btempl\.(?:Raw|FromGoHTML|SafeURL|SafeCSS|SafeCSSProperty|SafeScript|SafeScriptInline|JSFuncCall|JSUnsafeFuncCall|JSExpression|JSONScript)\b`,
		"a template escapes everything it is given"),
}

var (
	anyHref  = regexp.MustCompile(`(?i)\shref\??\s*=\s*["'{]`)
	goodHref = regexp.MustCompile(`^\shref=(?:"#|\{ ` + linkFunc + `\()`)
)

// lintTempl holds a template to what may be rendered from content.
func lintTempl(name string, src []byte) []finding {
	src = blank(src, lineComment)
	found := scan(name, src, templBans)
	for _, at := range anyHref.FindAllIndex(src, -1) {
		if !goodHref.Match(src[at[0]:]) {
			found = append(found, finding{name, lineAt(src, at[0]), fmt.Sprintf("%q: %s", bytes.TrimSpace(src[at[0]:at[1]]), navigates)})
		}
	}
	return found
}

// pageBans is what the shell must not contain. It holds its own style, script and meta
// elements; they are filled in and hashed by the build.
var pageBans = []ban{
	refused(attr(`style`), "the policy refuses style attributes"),
	refused(attr(`on[a-z]+`), "the policy refuses inline handlers"),
	refused(attr(`src|srcset|srcdoc|action|formaction|ping|target`), "one file: nothing is loaded and nothing leaves"),
	refused(`(?i)\shref\s*=\s*["'](?:[^#d"'{]|d[^a])`, "one file: nothing is loaded and nothing leaves"),
	refused(`(?i)http-equiv\s*=\s*["']?refresh`, navigates),
	refused(`(?i)<(?:base|img|picture|source|audio|video|iframe|frame|object|embed|form)\b`, "an element that loads or leaves"),
}

// lintPage holds the shell of the page to one file.
func lintPage(name string, src []byte) []finding {
	return scan(name, src, pageBans)
}
