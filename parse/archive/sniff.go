package archive

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"flightlog/parse/timeline"
)

// Kinds of archive, as Archive.Kind has them.
const (
	kindZip      = "zip"
	kindTar      = "tar"
	kindTarGz    = "tar.gz"
	kindFolder   = "folder"
	kindFiles    = "files"
	kindLog      = "log"
	kindDatabase = "database"
)

const (
	sigGzip   = "\x1f\x8b"
	sigSQLite = "SQLite format 3\x00"
	sigWAL    = "\x37\x7f\x06" // its fourth byte names the byte order
)

// kind says by a file's first bytes, then by its name, what it is; a zip where nothing
// says otherwise, because a zip may begin with anything.
func (f *File) kind() string {
	head := make([]byte, blockSize)
	n, _ := f.R.ReadAt(head, 0)
	head = head[:n]
	begins := func(sig string) bool { return strings.HasPrefix(string(head), sig) }
	_, isTar := parseTarHeader(head)
	switch {
	case begins("PK"):
		return kindZip
	case begins(sigGzip):
		return kindTarGz
	case isTar:
		return kindTar
	case begins(sigSQLite), begins(sigWAL):
		return kindDatabase
	case f.isLog():
		return kindLog
	case known(f.base()) && n > 0:
		return kindFiles
	}
	return kindZip
}

// lookalike is something that people hand over in place of a zip.
type lookalike struct {
	at    int
	magic string
	is    string
	hint  string
}

var lookalikes = []lookalike{
	{0, "7z\xbc\xaf\x27\x1c", "a 7-Zip archive", "unpack it and " + zipItself},
	{0, "Rar!\x1a\x07", "a RAR archive", "unpack it and " + zipItself},
	{0, "\xfd7zXZ\x00", "an xz file", "unpack it and " + zipItself},
	{0, "\x28\xb5\x2f\xfd", "a Zstandard file", "unpack it and " + zipItself},
	{0, "BZh", "a bzip2 file", "unpack it and " + zipItself},
	{0, "%PDF-", "a PDF document", zipFolder},
	{0, "<!doctype html", "a web page, probably the answer to a download that failed", "download the zip again"},
	{0, "<html", "a web page, probably the answer to a download that failed", "download the zip again"},
	{0, "<?xml", "an XML document, probably the answer to a download that failed", "download the zip again"},
	{0, "{", "a JSON file", zipFolder},
}

func (l *lookalike) matches(head []byte) bool {
	if l.at+len(l.magic) > len(head) {
		return false
	}
	found := string(head[l.at : l.at+len(l.magic)])
	return found == l.magic || l.magic[0] == '<' && strings.EqualFold(found, l.magic)
}

const (
	zipItself = "zip the folder with: " + zipCommand
	zipFolder = "zip the whole folder with: " + zipCommand
)

// sniff recognises what is certainly something other than a zip, so that its insides
// are not searched for one.
func (z *zipFile) sniff() error {
	head := z.bytes(0, 512)
	if len(head) == 0 {
		return failf(timeline.NotArchive, "The file could not be read: it was moved, changed or locked since it was chosen; choose it again.")
	}
	for _, l := range lookalikes {
		if l.matches(head) {
			return failf(timeline.NotArchive, "This is not a zip: it begins with %s and is %s; %s", begins(head), l.is, l.hint)
		}
	}
	if len(bytes.Trim(head, "\x00")) == 0 {
		return failf(timeline.NotArchive, "This is not a zip: it begins with %s zero bytes, as a copy does that never finished; copy or download it again.", grouped(int64(len(head))))
	}
	return nil
}

// notZip says so of a file in which no zip was found.
func (z *zipFile) notZip() error {
	return failf(timeline.NotArchive, "This is not a zip: it begins with %s; %s", begins(z.bytes(0, 512)), zipFolder)
}

// begins shows the first bytes of a file: as text where they are that.
func begins(head []byte) string {
	const most = 24
	first := head[:min(most, len(head))]
	for len(first) > 0 && len(first) < len(head) && !utf8.RuneStart(head[len(first)]) {
		first = first[:len(first)-1]
	}
	if line, _, cut := bytes.Cut(first, []byte("\n")); cut {
		first = bytes.TrimSuffix(line, []byte("\r"))
	}
	if utf8.Valid(first) && visible(string(first)) == string(first) && len(first) > 0 {
		return "“" + string(first) + "”"
	}
	const hex = "0123456789abcdef"
	var b strings.Builder
	b.WriteString("the bytes")
	for _, c := range first[:min(8, len(first))] {
		b.Write([]byte{' ', hex[c>>4], hex[c&15]})
	}
	return b.String()
}
