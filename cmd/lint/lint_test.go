package main

import (
	"strings"
	"testing"
)

// snippet is a file with what the lint must say about it: a part of one finding's text
// for each finding, in order; none for a file that passes.
type snippet struct {
	file string
	src  string
	want []string
}

// try runs one snippet through the rules that its name selects.
func try(t *testing.T, s snippet) {
	t.Helper()
	found := lint(map[string][]byte{s.file: []byte(s.src)})
	if len(found) != len(s.want) {
		t.Errorf("%s: want %d findings, got %v\n%s", s.file, len(s.want), found, s.src)
		return
	}
	for i, f := range found {
		if !strings.Contains(f.text, s.want[i]) {
			t.Errorf("%s: want %q, got %q\n%s", s.file, s.want[i], f.text, s.src)
		}
	}
}

func TestTree(t *testing.T) {
	long := strings.Repeat("// a line\n", ceiling)
	for _, s := range []snippet{
		{"README.md", "See parse/archive, /srv/demo and ~/.copilot.\n", nil},
		{"utils/x.md", "", []string{`no place for "utils"`}},
		{".ci/run", "make check\n", nil},
		{"wasm/main.go", "package main\n" + long[10:], nil},
		{"wasm/main.go", "package main\n" + long, []string{"601 lines"}},
		{"web/app.css", long + "\n", []string{"601 lines"}},
		{"components/view_templ.go", "package components\n" + long, nil},
		{"testdata/cases/long.js", long + long, nil},
		{"README.md", strings.Repeat("a line\n", ceiling+1), nil},
		{"README.md", "built in /wor" + "k/main\n", []string{"path of one machine"}},
		{"testdata/x.json", `{"cwd":"/roo` + `t/x"}`, []string{"path of one machine"}},
		{"README.md", "/home/dev/work/proj\n", nil},
		{"testdata/x.json", `"gh` + "p_" + strings.Repeat("a1", 18) + `"`, []string{"credential"}},
		{"testdata/x.json", `"github_` + "pat_" + strings.Repeat("a1", 18) + `"`, []string{"credential"}},
		{"testdata/x.json", `"s` + "k-" + strings.Repeat("a1", 18) + `"`, []string{"credential"}},
		{"testdata/x.json", `"AK` + "IA" + strings.Repeat("A1", 8) + `"`, []string{"credential"}},
		{"testdata/x.json", `"xo` + "xb-" + strings.Repeat("1", 12) + `"`, []string{"credential"}},
		{"testdata/x.json", "ey" + "J" + strings.Repeat("a", 12) + ".ey" + "J" + strings.Repeat("a", 12) + "." + strings.Repeat("a", 12), []string{"credential"}},
		{"testdata/x.pem", "-----BEGIN RSA " + "PRIVATE KEY-----\n", []string{"credential"}},
		{".env", "https://me:" + "secret@example.org/\n", []string{"credential"}},
		{"README.md", "mail me@example.org or see https://example.org:80/@me\n", nil},
		{"README.md", "gh" + "p_short, task-" + "sk-short\n", nil},
		{"go.sum", "h1:sk" + "-" + strings.Repeat("a1", 18), nil},
	} {
		try(t, s)
	}
}

func TestGo(t *testing.T) {
	raw := "package components\n\nimport \"github.com/a-h/templ\"\n\nvar _ = templ.Raw(\"<b>\")\n"
	for _, s := range []snippet{
		{"components/prose.go", raw, nil},
		{"components/view.go", raw, []string{"components/prose.go only"}},
		{"wasm/viewer/view.go", raw, []string{"components/prose.go only"}},
		{"components/view_test.go", raw, []string{"components/prose.go only"}},
		{"components/view_templ.go", raw, nil},
		{"components/view.go", strings.NewReplacer(`"github`, `t "github`, "templ.Raw(", "t.Raw(").Replace(raw), []string{"components/prose.go only"}},
		{"components/view.go", strings.NewReplacer(`"github`, `. "github`, "templ.Raw(", "Raw(").Replace(raw), []string{"a dot hides"}},
		{"components/view.go", strings.ReplaceAll(raw, "Raw(", "SafeURL("), []string{"#/"}},
		{"components/view.go", strings.ReplaceAll(raw, "Raw(", "EscapeString("), nil},
		{"components/view.go", "package components\n\n// templ.Raw is not called here.\nvar _ = \"templ.Raw(x)\"\n", nil},
		{"components/view.go", strings.ReplaceAll(raw, "Raw(\"<b>\")", "ComponentFunc(nil)"), []string{"writes its own bytes"}},
		{"components/view.go", strings.ReplaceAll(raw, "Raw(\"<b>\")", "EscapeString(\"\")") + "\nfunc (x X) Render() {}\n", []string{"writes its own bytes"}},
		{"wasm/blob.go", "package main\n\nfunc (x X) Render() {}\n", nil},
		{"components/view.go", "package components\n\nimport \"github.com/a-h/templ\"\n\nfunc inside(s string) templ.SafeURL { return templ.SafeURL(s) }\n", nil},
		{"components/view.go", "package components\n\nimport \"github.com/a-h/templ\"\n\nfunc outside(s string) templ.SafeURL { return \"\" }\n", []string{"#/"}},
		{"parse/x.go", "package parse\n\nimport \"unsafe\"\n\nvar _ unsafe.Pointer\n", []string{"no unsafe"}},
		{"parse/x.go", "package parse\n\nimport \"C\"\n", []string{"no cgo"}},
		{"parse/x.go", "package parse\n\n// unsafe is a word.\nvar unsafe = 1\n", nil},
		{"parse/x.go", "package", []string{"expected"}},
		{"testdata/x.go", "package", nil},
	} {
		try(t, s)
	}
}

func TestTempl(t *testing.T) {
	view := func(markup string) string {
		return "package components\n\ntempl View(m Model, on bool) {\n\t" + markup + "\n}\n"
	}
	for _, s := range []snippet{
		{"components/a.templ", view(`<a class="row" href="#/problems" data-est={ n }>{ m.Name }</a>`), nil},
		{"components/a.templ", view(`<a href={ inside(m.Href) } aria-current?={ on }>x</a>`), nil},
		{"components/a.templ", view("// a comment may say <script> or style=\"\" or href={ x }"), nil},
		{"components/a.templ", view(`<svg viewBox="0 0 24 24" width="14"><path d="M3 17h3"></path></svg>`), nil},
		{"components/a.templ", view("{{ on = true }}"), nil},
		{"components/a.templ", view(`<p style="color:red">x</p>`), []string{"style"}},
		{"components/a.templ", view("<p\n\t\tSTYLE={ css }>x</p>"), []string{"STYLE"}},
		{"components/a.templ", view(`<p onclick="x()">x</p>`), []string{"inline handlers"}},
		{"components/a.templ", view(`<p onfocus?={ on }>x</p>`), []string{"inline handlers"}},
		{"components/a.templ", view(`<a href="https://example.org">x</a>`), []string{"navigation"}},
		{"components/a.templ", view(`<a href={ m.Href }>x</a>`), []string{"navigation"}},
		{"components/a.templ", view(`<a href={ templ.SafeURL(m.Href) }>x</a>`), []string{"escapes", "navigation"}},
		{"components/a.templ", view(`<a HREF={ inside(m.Href) }>x</a>`), []string{"navigation"}},
		{"components/a.templ", view(`<a target="_blank">x</a>`), []string{"navigation"}},
		{"components/a.templ", view(`<a { attrs... }>x</a>`), []string{"write the attributes out"}},
		{"components/a.templ", view(`<script>go()</script>`), []string{"stand in web/"}},
		{"components/a.templ", view(`<style>p{}</style>`), []string{"stand in web/"}},
		{"components/a.templ", view(`<img alt="x"/>`), []string{"loads or leaves"}},
		{"components/a.templ", view(`<iframe></iframe>`), []string{"loads or leaves"}},
		{"components/a.templ", view(`<form></form>`), []string{"loads or leaves"}},
		{"components/a.templ", view(`<div src={ x }></div>`), []string{"nothing is loaded"}},
		{"components/a.templ", view(`@templ.Raw(m.HTML)`), []string{"escapes everything"}},
		{"components/a.templ", "package components\n\ncss red() {\n\tcolor: red;\n}\n", []string{"inline style and code"}},
		{"components/a.templ", "package components\n\nscript hi() {\n\thi();\n}\n", []string{"inline style and code"}},
	} {
		try(t, s)
	}
}

func TestScript(t *testing.T) {
	const rtc = "delete self.RTCPeerConnection;\n"
	const door = rtc + "frame.innerHTML = policy.createHTML(html);\n"
	for _, code := range []string{
		"// fetch( and WebSocket are refused by the policy",
		"  /* eval, outerHTML,\n   * location = x */",
		"for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection']) delete globalThis[name];",
		"delete self.webkitRTCPeerConnection;",
		"location.hash = id;",
		"const where = location.hash.slice(2);",
		"if (location.protocol === 'file:') return;",
		"a.href = URL.createObjectURL(blob);",
		"link.href = `#/${id}`;",
		"if (name) localStorage.setItem('theme', name);",
		"setTimeout(() => step(), 20);",
		"worker.postMessage({op: 'open', file});",
		"history.pushState(null, '', '#/problems');",
		"document.createElement('a').click();",
		"const prefetched = refetch(important, importObject);",
	} {
		try(t, snippet{"web/app.js", door + code + "\n", nil})
	}
	for code, want := range map[string]string{
		"fetch('x')":                            "no requests",
		"self['fetch']('x')":                    "no requests",
		"await fetch (x)":                       "no requests",
		"new XMLHttpRequest()":                  "no requests",
		"new WebSocket(x)":                      "no requests",
		"new EventSource(x)":                    "no requests",
		"navigator.sendBeacon(x)":               "no requests",
		"new WebTransport(x)":                   "no requests",
		"new RTCPeerConnection()":               "WebRTC",
		"const c = window.RTCPeerConnection":    "WebRTC",
		"navigator.serviceWorker.register(x)":   "outlives",
		"new SharedWorker(x)":                   "policy",
		"importScripts(x)":                      "all code",
		"const m = await import(x)":             "all code",
		"import x from './x.js'":                "all code",
		"import { x } from 'x'":                 "all code",
		"eval(x)":                               "made of text",
		"(0, eval)(x)":                          "made of text",
		"new Function('x')":                     "made of text",
		"setTimeout('go()', 1)":                 "made of text",
		"setInterval(\n  `go()`, 1)":            "made of text",
		"el.outerHTML = x":                      "one assignment",
		"el.insertAdjacentHTML('x', y)":         "one assignment",
		"el.setHTMLUnsafe(x)":                   "one assignment",
		"r.createContextualFragment(x)":         "one assignment",
		"new DOMParser().parseFromString(x, y)": "one assignment",
		"document.write(x)":                     "one assignment",
		"other.innerHTML = x":                   "second innerHTML",
		"let x = el.innerHTML":                  "second innerHTML",
		"document.createElement('script')":      "load or leave",
		"document.createElement(\"META\")":      "load or leave",
		"window.open(x)":                        "navigation",
		"open('x')":                             "navigation",
		"location = x":                          "navigation",
		"window.location=x":                     "navigation",
		"location.href = x":                     "navigation",
		"location['href'] = x":                  "navigation",
		"location.assign(x)":                    "navigation",
		"location.replace(x)":                   "navigation",
		"location.reload()":                     "navigation",
		"const l = document.location":           "navigation",
		"navigation.navigate(x)":                "navigation",
		"a.href = x":                            "begins with #",
		"img.src = url":                         "begins with #",
		"l.rel = 'preconnect'":                  "connects ahead",
		"f.submit()":                            "forms",
		"indexedDB.open(x)":                     "not stored",
		"caches.open(x)":                        "not stored",
		"sessionStorage.x = 1":                  "not stored",
		"document.cookie = x":                   "not stored",
		"navigator.storage.getDirectory()":      "not stored",
		"localStorage.setItem('x', y)":          "theme and layout",
		"localStorage.setItem(name, y)":         "theme and layout",
		"localStorage[x] = y":                   "theme and layout",
		"const home = 'https://example.org/'":   "no address",
	} {
		s := snippet{"web/app.js", door + code + "\n", []string{want}}
		if strings.HasPrefix(code, "location.href") {
			s.want = []string{want, "begins with #"}
		}
		try(t, s)
	}
	for _, s := range []snippet{
		{"web/worker.js", "postMessage(1);\n", nil},
		{"web/worker.js", door, []string{"web/app.js only"}},
		{"web/worker.js", "for (const n of ['RTCPeerConnection']) use(globalThis[n]);\n", []string{"WebRTC"}},
		{"web/app.js", rtc + "start();\n", []string{"no longer sees"}},
		{"web/app.js", rtc + "let x = el.innerHTML;\n", []string{"never read"}},
		{"web/app.js", rtc + "if (el.innerHTML == x) y();\n", []string{"never read"}},
		{"web/app.js", door[len(rtc):], []string{"deleting RTCPeerConnection"}},
	} {
		try(t, s)
	}
}

func TestStyle(t *testing.T) {
	for _, s := range []snippet{
		{"web/app.css", "a{color:red;background:url(data:image/png;base64,AA==)}\n", nil},
		{"web/app.css", "a{clip-path:url(#shape)}\n", nil},
		{"web/app.css", "@import 'x.css';\n", []string{"in the page"}},
		{"web/app.css", "@font-face{}\n", []string{"fonts of the system"}},
		{"web/app.css", "a{background:url(x.png)}\n", []string{"loads nothing"}},
		{"web/app.css", "a{background:url('//example.org/x.png')}\n", []string{"loads nothing"}},
		{"web/app.css", "a{background:url(dot.png)}\n", []string{"loads nothing"}},
	} {
		try(t, s)
	}
}

func TestPage(t *testing.T) {
	for _, s := range []snippet{
		{"web/index.html", `<link rel="icon" href="data:image/svg+xml,x"><link rel="icon" href="{{icon}}"><a href="#/x">x</a><script></script>`, nil},
		{"web/index.html", `<link rel="stylesheet" href="app.css">`, []string{"one file"}},
		{"web/index.html", `<script src="app.js"></script>`, []string{"one file"}},
		{"web/index.html", `<p style="x">`, []string{"style attributes"}},
		{"web/index.html", `<body onload="x()">`, []string{"inline handlers"}},
		{"web/index.html", `<meta http-equiv="refresh" content="1">`, []string{"navigation"}},
		{"web/index.html", `<form>`, []string{"loads or leaves"}},
	} {
		try(t, s)
	}
}

// TestFindingsAreOrdered: the same tree gives the same report, whatever order its files
// are met in.
func TestFindingsAreOrdered(t *testing.T) {
	found := lint(map[string][]byte{
		"web/b.css":          []byte("\n@import 'x';\n@import 'y';\n"),
		"web/a.css":          []byte("@import 'x';\n"),
		"components/a.templ": []byte("package components\n"),
	})
	var got []string
	for _, f := range found {
		got = append(got, f.file)
	}
	if strings.Join(got, " ") != "web/a.css web/b.css web/b.css" || found[1].line != 2 || found[2].line != 3 {
		t.Errorf("got %v", found)
	}
}
