package files

import (
	"bytes"
	"hash"
	"io"
	"path"
	"strings"
	"time"
	"unicode/utf8"

	"flightlog/components"
	"flightlog/parse"
	"flightlog/parse/secret"
	"flightlog/parse/timeline"
)

// Key is the toggle key of the controls of a file's page: no session's key, since a "!" in
// one is escaped.
const Key = "!file"

const (
	slice      = 25 * time.Millisecond // how long a file is read before the page is answered
	fileMost   = 64 * timeline.MiB     // of a file that is unpacked to be looked at
	blockMost  = 1 * timeline.MiB      // of a text that is shown whole; longer ones are shown by line
	linesChunk = 40                    // rows of a chunk
	hexWidth   = 16                    // bytes of a row of a file that is no text
	lineMost   = 2 * timeline.KiB      // of a line in the list
	entryMost  = 4 * timeline.MiB      // of a log's entry in the panel
)

// viewKind is how a file is shown.
type viewKind uint8

const (
	blocksView viewKind = iota // as blocks: JSON, Markdown, source
	linesView                  // line by line: a log, a long text
	gridView                   // the tables of a database
	imageView
	hexView
	nothingView // why stands in note
)

// view is the file that is looked at. Only one is: its bytes are let go with it.
type view struct {
	src   int32
	kind  viewKind
	bare  bool // shown as it stands, nothing masked, as a person asked
	note  string
	body  []byte
	lines []int64 // where each begins
	level []string
	shown []int32         // lines that pass the levels
	off   map[string]bool // levels that are left out
	names []string        // of tables
	table *parse.Table
	at    int // of the table among the names

	sum    string // SHA-256 in hex, once it was asked for
	stream io.ReadCloser
	hash   hash.Hash
}

// openFile finds the fitting view of a file, by what it is called and what it holds.
func (fs *Files) openFile(f *view) {
	s := &fs.file.Sources[f.src]
	f.kind, f.note, f.body, f.lines, f.level, f.shown, f.names, f.table = nothingView, "", nil, nil, nil, nil, nil, nil
	if s.State == timeline.Skipped {
		f.note = "This is no one file: it was counted by its path and never unpacked."
		return
	}
	if fs.file.Secret(f.src) && !f.bare {
		if f.body = s.Held; len(s.Held) == 0 {
			f.note = "It holds nothing but secrets and is not unpacked unless you ask for it."
			return
		}
		f.kind = blocksView
		return
	}
	body, err := s.Held, error(nil)
	if isDatabase := strings.Contains(s.Path, ".db"); len(body) == 0 || isDatabase || f.bare {
		body, err = fs.file.Contents(f.src, fileMost)
	}
	if err != nil {
		f.note = strings.TrimSuffix(err.Error(), ".") + "."
	} else if s.Bytes > int64(len(body)) && int64(len(body)) == fileMost {
		f.note = "Only its first " + components.Bytes(fileMost) + " are shown."
	}
	f.body = body
	f.kind = kindOfFile(s.Path, body)
	if f.kind == gridView {
		if f.names, err = fs.file.Tables(f.src); err != nil || len(f.names) == 0 {
			f.kind = hexView
			if err != nil {
				f.note = "It does not open as a database: " + err.Error() + "."
			}
		}
	}
	if f.kind == linesView {
		f.index()
	}
}

// kindOfFile says by the name and the bytes how a file is shown.
func kindOfFile(name string, body []byte) viewKind {
	head := body[:min(len(body), 8*timeline.KiB)]
	for len(head) < len(body) && len(head) > 0 && !utf8.RuneStart(body[len(head)]) {
		head = body[:len(head)-1]
	}
	switch {
	case len(body) == 0:
		return nothingView
	case bytes.HasPrefix(body, []byte("SQLite format 3\x00")):
		return gridView
	case imageType(head):
		return imageView
	case bytes.IndexByte(head, 0) >= 0 || !utf8.Valid(head):
		return hexView
	}
	switch ext := path.Ext(strings.ToLower(name)); {
	case ext == ".log" || ext == ".jsonl" || strings.Contains(name, ".jsonl.") || len(body) > blockMost:
		return linesView
	}
	return blocksView
}

// imageType reports the beginning of a picture that a browser shows.
func imageType(head []byte) bool {
	for _, magic := range [...]string{"\x89PNG\r\n\x1a\n", "\xff\xd8\xff", "GIF87a", "GIF89a"} {
		if bytes.HasPrefix(head, []byte(magic)) {
			return true
		}
	}
	return len(head) > 12 && string(head[:4]) == "RIFF" && string(head[8:12]) == "WEBP"
}

// index finds the lines, and of a log their levels.
func (f *view) index() {
	for at := 0; at < len(f.body); {
		f.lines = append(f.lines, int64(at))
		end := bytes.IndexByte(f.body[at:], '\n')
		if end < 0 {
			break
		}
		at += end + 1
	}
	f.level = make([]string, len(f.lines))
	level := ""
	for i := range f.lines {
		if l, head := levelOf(f.line(i, 80)); head {
			level = l
		}
		f.level[i] = level
	}
	f.sift()
}

// line gives a line without its end, most bytes of it at most.
func (f *view) line(i int, most int) []byte {
	end := int64(len(f.body))
	if i+1 < len(f.lines) {
		end = f.lines[i+1] - 1
	}
	line := bytes.TrimSuffix(f.body[f.lines[i]:end], []byte("\n"))
	return bytes.TrimSuffix(line[:min(len(line), most)], []byte("\r"))
}

// levelOf gives the level of a line that begins an entry of a process log.
func levelOf(line []byte) (level string, head bool) {
	at := bytes.IndexByte(line, ' ')
	if at < 20 || at+2 >= len(line) || line[4] != '-' || line[at+1] != '[' {
		return "", false
	}
	end := bytes.IndexByte(line[at:], ']')
	if end < 0 {
		return "", false
	}
	return string(line[at+2 : at+end]), true
}

// sift lists the lines whose level is shown.
func (f *view) sift() {
	f.shown = f.shown[:0]
	for i := range f.lines {
		if !f.off[f.level[i]] {
			f.shown = append(f.shown, int32(i))
		}
	}
}

// words is a text of the file as it is shown: what looks like a secret in a file of that
// kind is masked unless a person asked for it.
func (fs *Files) words(f *view, text string) string {
	if f.bare || fs.bare {
		return text
	}
	return secret.Redact(text)
}

// masks reports that something of the file is masked, or may be: a long one is not gone
// through for it.
func (f *view) masks() bool {
	switch f.kind {
	case linesView, gridView, hexView:
		return true
	case blocksView:
		return secret.Redact(string(f.body)) != string(f.body)
	}
	return false
}

// rows is how many rows the list of a view has.
func (f *view) rows() int {
	switch {
	case f.kind == linesView:
		return len(f.shown)
	case f.kind == gridView && f.table != nil:
		return len(f.table.Rows)
	case f.kind == hexView:
		return (len(f.body) + hexWidth - 1) / hexWidth
	}
	return 0
}
