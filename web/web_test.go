package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"regexp"
	"strings"
	"testing"
)

var program = append([]byte("\x00asm\x01\x00\x00\x00"), bytes.Repeat([]byte("section"), 5000)...)

func assemble(t *testing.T) string {
	t.Helper()
	page, _, err := Assemble(program, []byte("globalThis.Go = class {};\n"), []byte("PK sample"), "1.2.3")
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}

// TestPolicy holds the policy to its text, and its hashes to what a browser hashes: the
// content of the elements as it stands in the page.
func TestPolicy(t *testing.T) {
	page := assemble(t)
	sum := func(pattern string) string {
		found := regexp.MustCompile(pattern).FindAllStringSubmatch(page, -1)
		if len(found) != 1 {
			t.Fatalf("%s stands %d times in the page", pattern, len(found))
		}
		hash := sha256.Sum256([]byte(found[0][1]))
		return base64.StdEncoding.EncodeToString(hash[:])
	}
	want := `<meta charset="utf-8">` + "\n" + `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; ` +
		`script-src 'sha256-` + sum(`(?s)<script>(.*?)</script>`) + `' 'wasm-unsafe-eval'; worker-src blob:; ` +
		`style-src 'sha256-` + sum(`(?s)<style>(.*?)</style>`) + `'; img-src blob: data:; connect-src 'none'; ` +
		`form-action 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types flightlog">`
	if !strings.Contains(page, want) {
		t.Errorf("the page does not hold\n%s\nbut\n%s", want, regexp.MustCompile(`<meta http-equiv="Content-Security.*`).FindString(page))
	}
	if strings.Contains(page, "{{") {
		t.Error("a mark was left in the page")
	}
}

// TestProgramLast: the shell is painted while the program still arrives.
func TestProgramLast(t *testing.T) {
	page := assemble(t)
	_, text, found := strings.Cut(page, `<script type="application/octet-stream" id="program">`)
	text, end, closed := strings.Cut(text, "</script>")
	if !found || !closed || end != "\n" {
		t.Fatalf("behind the program stands %q", end)
	}
	z, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(text)))
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(z)
	if err != nil || !bytes.Equal(got, program) {
		t.Errorf("the program does not come back: %d of %d bytes, %v", len(got), len(program), err)
	}
	if z.Name != "" || !z.ModTime.IsZero() {
		t.Errorf("the packed program tells a name or a time: %q, %v", z.Name, z.ModTime)
	}
}

func TestSameBytes(t *testing.T) {
	if assemble(t) != assemble(t) {
		t.Error("two pages of the same input differ")
	}
}

func TestSplit(t *testing.T) {
	page := assemble(t)
	parts, err := Split([]byte(page))
	if err != nil {
		t.Fatal(err)
	}
	sum := 0
	for _, p := range parts {
		if p.Bytes <= 0 {
			t.Errorf("%s has %d bytes", p.Name, p.Bytes)
		}
		sum += p.Bytes
	}
	if len(parts) != 6 || sum != len(page) {
		t.Errorf("%d parts of %d bytes in a page of %d", len(parts), sum, len(page))
	}
	if _, err := Split([]byte("<!doctype html>")); err == nil {
		t.Error("a page without parts was split")
	}
}

func TestRefused(t *testing.T) {
	for _, c := range []struct{ name, program, exec, version, want string }{
		{"no program", "hello", "x", "1", "not WebAssembly"},
		{"an early end", string(program), "a = '</SCRIPT>'", "1", "cannot stand inline"},
		{"a hidden end", string(program), "a = '<!--'", "1", "cannot stand inline"},
		{"another line ending", string(program), "a;\r\nb;", "1", "cannot stand inline"},
		{"markup as version", string(program), "x", "<b>", "version"},
	} {
		if _, _, err := Assemble([]byte(c.program), []byte(c.exec), nil, c.version); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want an error with %q", c.name, err, c.want)
		}
	}
}
