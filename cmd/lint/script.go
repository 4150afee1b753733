package main

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
)

// The page's policy refuses most ways out, but no policy refuses navigation or WebRTC,
// and a refused call is still a call that somebody wrote. So the scripts do without.
var scriptBans = []ban{
	refused(`\bfetch\b`, "the scripts make no requests"),
	refused(`\bXMLHttpRequest\b`, "the scripts make no requests"),
	refused(`\bWebSocket(?:Stream)?\b`, "the scripts make no requests"),
	refused(`\bWebTransport\b`, "the scripts make no requests"),
	refused(`\bEventSource\b`, "the scripts make no requests"),
	refused(`\bsendBeacon\b`, "the scripts make no requests"),
	refused(`\b(?:webkit)?RTCPeerConnection\b`, "no policy stops WebRTC: it may only be deleted"),
	refused(`\bserviceWorker\b`, "a service worker outlives the tab"),
	refused(`\bSharedWorker\b`, "a worker from an address is not under the page's policy"),

	refused(`\bimportScripts\b`, "all code is in the page"),
	refused(`\bimport(?:\s*[({*"'.]|\s+\w)`, "all code is in the page"),
	refused(`\beval\b`, "no code is made of text"),
	refused(`\bFunction\s*\(`, "no code is made of text"),
	refused("\\bset(?:Timeout|Interval)\\s*\\(\\s*[\"'`]", "no code is made of text"),

	refused(`\bouterHTML\b`, "HTML enters by the one assignment to innerHTML"),
	refused(`\binsertAdjacentHTML\b`, "HTML enters by the one assignment to innerHTML"),
	refused(`\bset(?:HTML|HTMLUnsafe)\s*\(`, "HTML enters by the one assignment to innerHTML"),
	refused(`\bcreateContextualFragment\b`, "HTML enters by the one assignment to innerHTML"),
	refused(`\bparse(?:FromString|HTMLUnsafe)\b`, "HTML enters by the one assignment to innerHTML"),
	refused(`\bsrcdoc\b`, "HTML enters by the one assignment to innerHTML"),
	refused(`\bdocument\s*\.\s*write(?:ln)?\b`, "HTML enters by the one assignment to innerHTML"),
	refused("(?i)\\bcreateElement(?:NS)?\\s*\\((?:[^)]*,)?\\s*[\"'`](?:script|style|link|meta|base|iframe|frame|form|object|embed|portal)[\"'`]",
		"an element that can load or leave"),

	refused(`\b(?:window|self|globalThis)\s*\.\s*open\b`, "no policy stops navigation: it must not be written"),
	refused("\\bopen\\s*\\(\\s*[\"'`]", "no policy stops navigation: it must not be written"),
	refused(`\bnavigation\s*\.`, "no policy stops navigation: it must not be written"),
	refused(`\b(?:preconnect|dns-prefetch|prerender)\b`, "no policy stops a browser that connects ahead: it must not be written"),
	refused(`\b(?:requestSubmit|submit)\s*\(`, "forms leave the page"),

	refused(`\bindexedDB\b`, "content is not stored"),
	refused(`\bcaches\b`, "content is not stored"),
	refused(`\bsessionStorage\b`, "content is not stored"),
	refused(`\bcookie(?:Store)?\b`, "content is not stored"),
	refused(`\bstorage\s*\.\s*getDirectory\b`, "content is not stored"),
	refused(`\bshow(?:Open|Save|Directory)\w*Picker\b`, "files come by input and drop, and leave by download"),

	refused(`\bhttps?://[^\s"'`+"`"+`]+`, "the scripts know no address"),
}

// deletion is what may be done with RTCPeerConnection: delete it by name, or by a loop
// over a list of names that does nothing else.
var deletion = regexp.MustCompile(`\bdelete\s+(?:window|self|globalThis)\s*\.\s*(?:webkit)?RTCPeerConnection\b` +
	`|\bfor\s*\(const \w+ of \[[^\]]*\]\)\s*delete\s+(?:window|self|globalThis)\[\w+\]`)

var (
	lineComment  = regexp.MustCompile(`(?m)^[ \t]*//.*$`)
	blockComment = regexp.MustCompile(`(?ms)^[ \t]*/\*.*?\*/`)

	innerHTML    = regexp.MustCompile(`\binnerHTML\b`)
	assigned     = regexp.MustCompile(`^innerHTML\s*=[^=]`)
	location     = regexp.MustCompile(`\blocation\b`)
	locationRead = regexp.MustCompile(`^location\s*\.\s*(?:hash\b|(?:protocol|origin|pathname|search|href)\b(?:\s*(?:===?|!==?|[^=\s])|\s*$))`)
	address      = regexp.MustCompile(`\.\s*(?:href|src|action)\s*=[^=]\s*`)
	blobAddress  = regexp.MustCompile("^\\.\\s*(?:href|src)\\s*=\\s*(?:URL\\s*\\.\\s*createObjectURL\\s*\\(|[\"'`]#|[\"'`][\"'`])")
	store        = regexp.MustCompile(`\blocalStorage\b`)
	storeByKey   = regexp.MustCompile(`^localStorage\s*\.\s*(?:getItem|setItem|removeItem)\s*\(\s*["'](?:theme|layout)["']`)
)

// htmlDoor is the script that holds the one assignment to innerHTML.
const htmlDoor = "web/app.js"

// lintScript holds a script of the page to what it may touch. Whole-line comments may
// say anything; a comment after code is judged as code.
func lintScript(name string, src []byte) []finding {
	src = blank(blank(src, blockComment), lineComment)
	code := blank(src, deletion)
	found := scan(name, code, scriptBans)
	report := func(offset int, text string) {
		found = append(found, finding{name, lineAt(code, offset), text})
	}

	doors := innerHTML.FindAllIndex(code, -1)
	for i, at := range doors {
		switch {
		case name != htmlDoor:
			report(at[0], "HTML enters in "+htmlDoor+" only")
		case i > 0:
			report(at[0], "a second innerHTML: HTML enters by one assignment")
		case !assigned.Match(code[at[0]:]):
			report(at[0], "innerHTML is assigned once and never read")
		}
	}
	if name == htmlDoor && len(doors) == 0 {
		report(0, "no assignment to innerHTML: this lint no longer sees where HTML enters")
	}
	if name == htmlDoor && !bytes.Contains(bytes.Join(deletion.FindAll(src, -1), nil), []byte("RTCPeerConnection")) {
		report(0, "the page begins by deleting RTCPeerConnection, which no policy stops")
	}
	for _, at := range location.FindAllIndex(code, -1) {
		if !locationRead.Match(code[at[0]:]) {
			report(at[0], "no policy stops navigation: of location, only the hash may be set and only its parts read")
		}
	}
	for _, at := range address.FindAllIndex(code, -1) {
		if !blobAddress.Match(code[at[0]:]) {
			report(at[0], fmt.Sprintf("%q: an address is a blob made on the spot, or begins with #", lineOf(code, at[0])))
		}
	}
	for _, at := range store.FindAllIndex(code, -1) {
		if !storeByKey.Match(code[at[0]:]) {
			report(at[0], "localStorage holds theme and layout: only getItem, setItem and removeItem of 'theme' or 'layout'")
		}
	}
	return found
}

// styleBans: the policy lets a style sheet load nothing, so it does not try.
var styleBans = []ban{
	refused(`@import\b`, "all style is in the page"),
	refused(`@font-face\b`, "the page uses the fonts of the system"),
	refused(`\burl\(\s*["']?(?:[^"'#d\s]|d[^a]|da[^t])[^)]*\)`, "a style sheet loads nothing"),
	refused(`(?i)\bimage-set\(`, "a style sheet loads nothing"),
}

// lintStyle holds the style sheet to loading nothing.
func lintStyle(name string, src []byte) []finding {
	return scan(name, src, styleBans)
}

// blank replaces each match by blanks, so that lines stay what they are.
func blank(src []byte, pattern *regexp.Regexp) []byte {
	return pattern.ReplaceAllFunc(src, func(match []byte) []byte {
		return bytes.Map(func(r rune) rune {
			if r == '\n' {
				return r
			}
			return ' '
		}, match)
	})
}

// lineOf is the line around an offset, without its indentation.
func lineOf(src []byte, offset int) string {
	from := bytes.LastIndexByte(src[:offset], '\n') + 1
	line, _, _ := strings.Cut(string(src[from:]), "\n")
	return strings.TrimSpace(line)
}
