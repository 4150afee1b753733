package archive

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxName is the longest name, in bytes, that is taken for a path; no system that the
// CLI runs on can have written a longer one.
const maxName = 4096

// cleaned is a name from an archive after it was made harmless.
type cleaned struct {
	path string // components joined by "/", none of them empty, "." or ".."; "" when nothing is left
	dir  bool   // the name ends in a separator
	odd  string // what was odd about it, as the end of "Its name …"; "" for an ordinary name
}

// clean takes a decoded name apart and keeps what is a plain relative path. With
// backslash set "\" separates too.
func clean(name string, backslash bool) cleaned {
	var c cleaned
	if len(name) > maxName {
		return cleaned{odd: fmt.Sprintf("is %s bytes long, so the file was left out", grouped(int64(len(name))))}
	}
	safe := visible(name)
	if safe != name {
		c.odd = "holds control characters"
	}
	if backslash {
		safe = strings.ReplaceAll(safe, `\`, "/")
	}
	c.dir = strings.HasSuffix(safe, "/")
	if ordinary(safe) {
		c.path = strings.TrimSuffix(safe, "/")
		return c
	}
	if strings.HasPrefix(safe, "/") || drive(safe) || strings.HasPrefix(safe, `\`) {
		c.odd = "is an absolute path"
	}
	var kept []string
	for i, part := range strings.Split(safe, "/") {
		switch {
		case part == "" || part == ".":
		case part == "..":
			c.odd = "climbs out with “..”"
		case i == 0 && len(part) == 2 && drive(part+"/"):
		default:
			if strings.Contains(part, `..\`) || strings.Contains(part, `\..`) {
				c.odd = "climbs out with “..”"
			}
			kept = append(kept, part)
		}
	}
	c.path = strings.Join(kept, "/")
	if c.path == "" && c.odd == "" && !c.dir {
		c.odd = "is empty"
	}
	return c
}

// ordinary reports whether a name is a plain relative path already, as nearly every one is.
func ordinary(name string) bool {
	if name == "" || name[0] == '/' || name[0] == '\\' || drive(name) {
		return false
	}
	for rest, more := name, true; more && rest != ""; {
		var part string
		part, rest, more = strings.Cut(rest, "/")
		if part == "" || part == "." || strings.Contains(part, "..") || len(part) == 2 && part[1] == ':' {
			return false
		}
	}
	return true
}

// drive reports whether s begins like a Windows path: C:\ or C:/.
func drive(s string) bool {
	return len(s) > 2 && s[1] == ':' && (s[2] == '\\' || s[2] == '/') && ('a' <= s[0]|0x20 && s[0]|0x20 <= 'z')
}

// visible replaces what would act on a screen instead of standing on it: control
// characters, and the marks that reorder or hide text.
func visible(s string) string {
	if plain(s) || strings.IndexFunc(s, acts) < 0 && utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case r < 0x20:
			b.WriteRune(0x2400 + r)
		case r == 0x7f:
			b.WriteRune(0x2421)
		case acts(r):
			fmt.Fprintf(&b, "‹U+%04X›", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// plain reports whether s is printable ASCII, as nearly every name is.
func plain(s string) bool {
	for i := range len(s) {
		if s[i] < 0x20 || s[i] > 0x7e {
			return false
		}
	}
	return true
}

// acts reports whether a rune is not plain text: controls, format characters (bidi,
// zero width, tags) and the line and paragraph separators.
func acts(r rune) bool {
	return unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp)
}

// short keeps a name readable inside a sentence: its end says more than its start.
func short(name string) string {
	const most = 120
	if utf8.RuneCountInString(name) <= most {
		return name
	}
	r := []rune(name)
	return string(r[:20]) + "…" + string(r[len(r)-(most-21):])
}

// junk reports whether an operating system, not a person or the CLI, made the file.
func junk(path string) bool {
	base := path[strings.LastIndexByte(path, '/')+1:]
	switch base {
	case ".DS_Store", "Thumbs.db", "desktop.ini", "__MACOSX":
		return true
	}
	return strings.HasPrefix(base, "._") || strings.HasPrefix(path, "__MACOSX/") || strings.Contains(path, "/__MACOSX/")
}

// cp437 is the upper half of the code page that a zip name is in when nothing says
// otherwise.
var cp437 = []rune("ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0")

// decodeName reads the bytes of a name: UTF-8 where they are that, whether or not the
// flag says so (many writers forget it), else code page 437, which loses nothing.
func decodeName(raw string) string {
	if utf8.ValidString(raw) {
		return raw
	}
	var b strings.Builder
	for i := range len(raw) {
		if c := raw[i]; c < 0x80 {
			b.WriteByte(c)
		} else {
			b.WriteRune(cp437[c-0x80])
		}
	}
	return b.String()
}
