// Package web assembles the product: ONE self-contained HTML page. In go the compiled
// program and the toolchain's wasm_exec.js, out come the page's bytes and what they are
// made of. The page carries the policy that keeps it mute, with the hashes of its own
// script and style in it, and the same input gives the same bytes. A source that would
// end its element early, or be read differently than it was hashed, is an error.
package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html"
	"net/url"
	"regexp"
	"strings"
)

//go:embed index.html
var indexHTML string

//go:embed app.css
var appCSS string

//go:embed use.css
var useCSS string

//go:embed print.css
var printCSS string

//go:embed app.js
var appJS string

//go:embed files.js
var filesJS string

//go:embed list.js
var listJS string

//go:embed hands.js
var handsJS string

//go:embed keys.js
var keysJS string

//go:embed times.js
var timesJS string

//go:embed work.js
var workJS string

//go:embed archive.css
var archiveCSS string

//go:embed find.js
var findJS string

//go:embed find.css
var findCSS string

//go:embed print.js
var printJS string

//go:embed tape.js
var tapeJS string

//go:embed inflate.js
var inflateJS string

//go:embed worker.js
var workerJS string

//go:embed icon.svg
var iconSVG string

// notices are the licences of what stands in the page; cmd/notices writes them.
//
//go:embed notices.txt
var notices string

// policy is what the browser enforces; its two verbs are the base64 SHA-256 of the
// script and of the style. Content has no way past it, and neither has a fault of ours.
const policy = "default-src 'none'; script-src 'sha256-%s' 'wasm-unsafe-eval'; worker-src blob:; style-src 'sha256-%s'; " +
	"img-src blob: data:; connect-src 'none'; form-action 'none'; base-uri 'none'; " +
	"require-trusted-types-for 'script'; trusted-types flightlog"

// Part is one piece of the page: shell, style, script, worker, sample or program.
type Part struct {
	Name  string
	Bytes int // as they stand in the page
}

var plainVersion = regexp.MustCompile(`^[0-9A-Za-z.+-]+$`)

// Assemble makes the page. program is the js/wasm binary, wasmExec the wasm_exec.js of
// the toolchain that built it, sample the zip that the page opens on request, version the
// text shown in the footer. The parts' bytes
// add up to the page's.
func Assemble(program, wasmExec, sample []byte, version string) (page []byte, parts []Part, err error) {
	if !bytes.HasPrefix(program, []byte("\x00asm")) {
		return nil, nil, fmt.Errorf("the program is not WebAssembly")
	}
	if !plainVersion.MatchString(version) {
		return nil, nil, fmt.Errorf("version %q holds more than letters, digits, dots, plus and minus", version)
	}
	script := "\n" + appJS + filesJS + listJS + handsJS + keysJS + timesJS + workJS + findJS + printJS + tapeJS
	style := "\n" + appCSS + useCSS + archiveCSS + findCSS + printCSS
	worker := "\n" + string(wasmExec) + workerJS + inflateJS
	for name, text := range map[string]string{"app.js": script, "app.css": style, "worker.js": worker} {
		if err := inlinable(name, text); err != nil {
			return nil, nil, err
		}
	}
	packed, err := pack(program)
	if err != nil {
		return nil, nil, err
	}
	var out bytes.Buffer
	rest := indexHTML
	for _, v := range []struct{ mark, text string }{
		{"{{policy}}", fmt.Sprintf(policy, hash(script), hash(style))},
		{"{{icon}}", "data:image/svg+xml," + url.PathEscape(strings.TrimSpace(iconSVG))},
		{"{{style}}", style},
		{"{{version}}", version},
		{"{{notices}}", html.EscapeString(notices)},
		{"{{app}}", script},
		{"{{worker}}", worker},
		{"{{sample}}", base64.StdEncoding.EncodeToString(sample)},
		{"{{program}}", packed},
	} {
		before, after, found := strings.Cut(rest, v.mark)
		if !found || strings.Contains(after, v.mark) {
			return nil, nil, fmt.Errorf("index.html needs %s once, in its place", v.mark)
		}
		out.WriteString(before)
		out.WriteString(v.text)
		rest = after
	}
	out.WriteString(rest)
	parts, err = Split(out.Bytes())
	return out.Bytes(), parts, err
}

// Split answers the parts of an assembled page, the shell first; their bytes add up to
// the page's.
func Split(page []byte) ([]Part, error) {
	parts, rest := []Part{{Name: "shell", Bytes: len(page)}}, page
	for _, e := range []struct{ name, open, end string }{
		{"style", "<style>", "</style>"},
		{"script", "<script>", "</script>"},
		{"worker", `<script type="text/plain" id="worker-source">`, "</script>"},
		{"sample", `<script type="application/octet-stream" id="sample">`, "</script>"},
		{"program", `<script type="application/octet-stream" id="program">`, "</script>"},
	} {
		_, after, opened := bytes.Cut(rest, []byte(e.open))
		inside, behind, closed := bytes.Cut(after, []byte(e.end))
		if !opened || !closed {
			return nil, fmt.Errorf("the page has no %s where one is expected", e.name)
		}
		parts = append(parts, Part{e.name, len(inside)})
		parts[0].Bytes -= len(inside)
		rest = behind
	}
	return parts, nil
}

// inlinable refuses what a parser would read differently inside script and style: an
// early end of the element, a comment that hides the end, a carriage return, a NUL.
func inlinable(name, text string) error {
	low := strings.ToLower(text)
	for _, bad := range []string{"</script", "</style", "<!--", "<script", "\r", "\x00"} {
		if strings.Contains(low, bad) {
			return fmt.Errorf("%s holds %q, which cannot stand inline", name, bad)
		}
	}
	return nil
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return base64.StdEncoding.EncodeToString(sum[:])
}

// pack answers the program as base64 of gzip. The header holds no name and no time, so
// the same program gives the same text.
func pack(program []byte) (string, error) {
	var buf bytes.Buffer
	w, err := gzip.NewWriterLevel(&buf, gzip.BestCompression)
	if err != nil {
		return "", err
	}
	if _, err := w.Write(program); err != nil {
		return "", err
	}
	if err := w.Close(); err != nil {
		return "", err
	}
	return base64.StdEncoding.EncodeToString(buf.Bytes()), nil
}
