package viewer

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/a-h/templ"

	"flightlog/components"
	"flightlog/parse"
	"flightlog/parse/secret"
	"flightlog/parse/timeline"
	"flightlog/wasm/viewer/part"
	"flightlog/wasm/viewer/session"
)

const (
	fileKey    = "!file"           // of the controls of a file's page
	fileMost   = 64 * timeline.MiB // of a file that is unpacked to be looked at
	blockMost  = 1 * timeline.MiB  // of a text that is shown whole; longer ones are shown by line
	linesChunk = 40                // rows of a chunk
	hexWidth   = 16                // bytes of a row of a file that is no text
	lineMost   = 2 * timeline.KiB  // of a line in the list
	entryMost  = 4 * timeline.MiB  // of a log's entry in the panel
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

// fileView is the file that is looked at. Only one is: its bytes are let go with it.
type fileView struct {
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

// look opens the view of a file.
func (v *Viewer) fileViewOf(src int32, table int) *fileView {
	f := v.looked
	if f == nil || f.src != src {
		f = &fileView{src: src, off: map[string]bool{}, at: -1}
		v.looked = f
		v.openFile(f)
	}
	if f.kind == gridView && table >= 0 && table < len(f.names) && (f.at != table || f.table == nil) {
		t, err := v.file.Table(src, f.names[table])
		if f.at = table; err != nil {
			t = &parse.Table{Name: f.names[table], Note: err.Error()}
		}
		f.table = t
	}
	return f
}

// openFile finds the fitting view of a file, by what it is called and what it holds.
func (v *Viewer) openFile(f *fileView) {
	s := &v.file.Sources[f.src]
	f.kind, f.note, f.body, f.lines, f.level, f.shown, f.names, f.table = nothingView, "", nil, nil, nil, nil, nil, nil
	if s.State == timeline.Skipped {
		f.note = "This is no one file: it was counted by its path and never unpacked."
		return
	}
	if v.file.Secret(f.src) && !f.bare {
		if f.body = s.Held; len(s.Held) == 0 {
			f.note = "It holds nothing but secrets and is not unpacked unless you ask for it."
			return
		}
		f.kind = blocksView
		return
	}
	body, err := s.Held, error(nil)
	if isDatabase := strings.Contains(s.Path, ".db"); len(body) == 0 || isDatabase || f.bare {
		body, err = v.file.Contents(f.src, fileMost)
	}
	if err != nil {
		f.note = strings.TrimSuffix(err.Error(), ".") + "."
	} else if s.Bytes > int64(len(body)) && int64(len(body)) == fileMost {
		f.note = "Only its first " + components.Bytes(fileMost) + " are shown."
	}
	f.body = body
	f.kind = kindOfFile(s.Path, body)
	if f.kind == gridView {
		if f.names, err = v.file.Tables(f.src); err != nil || len(f.names) == 0 {
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
func (f *fileView) index() {
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
func (f *fileView) line(i int, most int) []byte {
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
func (f *fileView) sift() {
	f.shown = f.shown[:0]
	for i := range f.lines {
		if !f.off[f.level[i]] {
			f.shown = append(f.shown, int32(i))
		}
	}
}

// words is a text of the file as it is shown: what looks like a secret in a file of that
// kind is masked unless a person asked for it.
func (v *Viewer) words(f *fileView, text string) string {
	if f.bare || v.bare {
		return text
	}
	return secret.Redact(text)
}

// masks reports that something of the file is masked, or may be: a long one is not gone
// through for it.
func (f *fileView) masks() bool {
	switch f.kind {
	case linesView, gridView, hexView:
		return true
	case blocksView:
		return secret.Redact(string(f.body)) != string(f.body)
	}
	return false
}

// rows is how many rows the list of a view has.
func (f *fileView) rows() int {
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

// filePage is the page of one file.
func (v *Viewer) filePage(r route) templ.Component {
	table := r.table
	if table < 0 {
		table = 0
	}
	f := v.fileViewOf(int32(r.shown), table)
	s := &v.file.Sources[f.src]
	p := components.FileFrame{
		Path: s.Path, State: s.State, Bytes: s.Bytes, Kind: s.Kind, Sum: f.sum, Notes: slices.Clone(s.Notes), Back: fmt.Sprintf("#/files/file-%d", f.src),
		Secret: v.file.Secret(f.src) || f.bare || f.masks(), Bare: f.bare,
	}
	if p.Sum == "" {
		p.Sum = s.SHA256
	}
	if f.note != "" {
		p.Notes = append(p.Notes, f.note)
	}
	for i := range v.file.Problems {
		if problem := &v.file.Problems[i]; problem.Source == f.src {
			p.Problems = append(p.Problems, components.Link{Href: fmt.Sprintf("#/problems/problem-%d", i), Text: problem.Message})
		}
	}
	l := components.List{Name: fmt.Sprintf("file/%d", f.src), Count: f.rows(), Chunk: linesChunk, Row: components.RawRowHeight, Label: "Lines of the file", At: v.fileAt(f, r)}
	switch f.kind {
	case linesView:
		p.Levels = f.levels()
		return components.FileLines(p, l)
	case gridView:
		l.Label = "Rows of the table"
		for i, name := range f.names {
			p.Tables = append(p.Tables, components.Tab{Href: fmt.Sprintf("#/file/%d/t%d", f.src, i), Name: name, Count: -1, On: i == f.at})
		}
		if f.table.Note != "" {
			p.Notes = append(p.Notes, f.table.Note)
		}
		return components.FileGrid(p, f.table.Columns, l)
	case hexView:
		l.Label = "Bytes of the file"
		return components.FileLines(p, l)
	case imageView:
		return components.FileBlocks(p, []timeline.Block{{Kind: timeline.ImageBlock, Title: path.Base(s.Path), Image: timeline.Image{Bytes: int64(len(f.body)), Ref: fmt.Sprintf("files/file-%d/image-0", f.src)}}})
	case nothingView:
		return components.FileBlocks(p, nil)
	}
	return components.FileBlocks(p, v.textBlocks(f))
}

// textBlocks shows a text: as its artifact does, else by its name.
func (v *Viewer) textBlocks(f *fileView) []timeline.Block {
	blocks := v.file.FileBlocks(f.src)
	if len(blocks) == 0 || f.bare {
		name := v.file.Sources[f.src].Path
		b := timeline.Block{Kind: timeline.CodeBlock, Title: path.Base(name), Lang: strings.TrimPrefix(path.Ext(name), "."), Text: v.words(f, string(f.body)), Line: 1}
		if ext := strings.ToLower(path.Ext(name)); ext == ".md" || ext == ".markdown" {
			b.Kind = timeline.MarkdownBlock
		}
		blocks = []timeline.Block{b}
	}
	return part.Addressed(readable(blocks), fmt.Sprintf("file/%d", f.src))
}

// readable puts JSON that stands on one line over several, and behind a click what it was.
func readable(blocks []timeline.Block) (out []timeline.Block) {
	for _, b := range blocks {
		text := strings.TrimSpace(b.Text)
		if over := components.Indented([]byte(text)); b.Kind == timeline.CodeBlock && b.Lang == "json" && strings.IndexByte(text, '\n') < 0 && strings.Count(over, "\n") > 0 {
			read := b
			read.Title, read.Text, read.Line = b.Title+", indented", over, 1
			b.Aside = "As it stands"
			out = append(out, read)
		}
		out = append(out, b)
	}
	return out
}

// levels are the levels of a log with their lines, each to be shown or not.
func (f *fileView) levels() []components.Chip {
	n := map[string]int{}
	var order []string
	for _, l := range f.level {
		if n[l]++; n[l] == 1 && l != "" {
			order = append(order, l)
		}
	}
	slices.Sort(order)
	var out []components.Chip
	for _, l := range order {
		out = append(out, components.Chip{Name: l, Title: "Show lines of this level", Count: n[l], On: !f.off[l], Arg: fileKey + "/+" + l})
	}
	return out
}

// fileAt is the row of a route's line or row.
func (v *Viewer) fileAt(f *fileView, r route) int {
	switch {
	case r.line <= 0:
		return 0
	case f.kind == linesView:
		at, _ := slices.BinarySearch(f.shown, int32(r.line-1))
		return min(at, max(len(f.shown)-1, 0))
	case f.kind == gridView:
		return min(r.line-1, max(len(f.table.Rows)-1, 0))
	}
	return 0
}

// fileList answers the rows of a chunk of the file that is looked at.
func (v *Viewer) fileList(chunk int) (templ.Component, error) {
	f := v.looked
	if f == nil {
		return nil, fmt.Errorf("no file is looked at")
	}
	from, to := components.ChunkOf(f.rows(), linesChunk, chunk)
	if f.kind == gridView {
		var out []components.GridRow
		for i := from; i < to; i++ {
			row := components.GridRow{Index: i, Key: "row-" + strconv.Itoa(i+1), Href: fmt.Sprintf("#/file/%d/t%d/row-%d", f.src, f.at, i+1)}
			for _, c := range f.table.Rows[i] {
				row.Cells = append(row.Cells, short(v.words(f, c), 200))
			}
			out = append(out, row)
		}
		return components.GridRows(out), nil
	}
	veils := v.veilsOf(f, from, to)
	var out []components.RawRow
	for i := from; i < to; i++ {
		if f.kind == hexView {
			out = append(out, f.hexRow(i, veils))
			continue
		}
		n := int(f.shown[i])
		text := v.words(f, string(bytes.ToValidUTF8(veils.apply(f.line(n, lineMost), f.lines[n]), []byte("\ufffd"))))
		row := components.RawRow{Index: i, Line: int64(n + 1), Key: "line-" + strconv.Itoa(n+1), Href: v.fileLineHref(f.src, int64(n+1)), Type: f.level[n], Bytes: int64(len(f.line(n, len(f.body)))), Text: short(text, 400)}
		if row.Cut = len(text) > len(row.Text); f.level[n] == "ERROR" {
			row.Look = "bad"
		}
		out = append(out, row)
	}
	return components.RawRows(out), nil
}

// hexRow is a row of bytes: in hex, and what of them is a letter.
func (f *fileView) hexRow(i int, veils veils) components.RawRow {
	at := i * hexWidth
	part := f.body[at:min(at+hexWidth, len(f.body))]
	var digits, letters strings.Builder
	for k, c := range part {
		switch {
		case veils.over(int64(at + k)):
			digits.WriteString("·· ")
			letters.WriteString("·")
		default:
			fmt.Fprintf(&digits, "%02x ", c)
			if c <= 0x20 || c >= 0x7f {
				c = '.'
			}
			letters.WriteByte(c)
		}
	}
	for range hexWidth - len(part) {
		digits.WriteString("   ")
	}
	return components.RawRow{Index: i, Line: int64(at), Type: fmt.Sprintf("%08x", at), Bytes: int64(len(part)), Text: digits.String() + letters.String()}
}

// short is the beginning of a text that divides no character and no secret.
func short(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	most, _ = secret.Across(text, most)
	return text[:most]
}

func (v *Viewer) fileLineHref(src int32, line int64) string {
	return fmt.Sprintf("#/file/%d/line-%d", src, line)
}

// inspectFile is the panel of a line of a log or of a row of a table.
func (v *Viewer) inspectFile(r route) (components.Inspector, bool) {
	f := v.fileViewOf(int32(r.shown), max(r.table, 0))
	source := v.file.Sources[f.src].Path
	switch {
	case f.kind == gridView && r.line >= 1 && r.line <= len(f.table.Rows):
		in := components.Inspector{Key: "row-" + strconv.Itoa(r.line), Title: f.table.Name, Icon: "database", Look: "system", Source: source,
			Place: "table " + f.table.Name + ", rowid " + strconv.FormatInt(f.table.Rowids[r.line-1], 10)}
		for i, c := range f.table.Columns {
			in.Blocks = append(in.Blocks, timeline.Block{Kind: timeline.TextBlock, Title: c, Text: v.words(f, f.table.Rows[r.line-1][i])})
		}
		part.Addressed(in.Blocks, fmt.Sprintf("file/%d/t%d/row-%d", f.src, f.at, r.line))
		return in, true
	case f.kind != linesView || r.line < 1 || r.line > len(f.lines):
		return components.Inspector{}, false
	}
	first, last := r.line-1, r.line
	for first > 0 && !f.heads(first) && f.level[first] != "" {
		first--
	}
	for last < len(f.lines) && f.level[last] != "" && !f.heads(last) {
		last++
	}
	end := int64(len(f.body))
	if last < len(f.lines) {
		end = f.lines[last]
	}
	shown, _ := secret.Across(f.body[f.lines[first]:end], int(min(end-f.lines[first], entryMost)))
	text := string(bytes.ToValidUTF8(f.body[f.lines[first]:][:shown], []byte("\ufffd")))
	in := components.Inspector{Key: "line-" + strconv.Itoa(r.line), Title: short(v.words(f, components.OneLine(string(f.line(first, 300)))), 160), Icon: "file", Look: "system", Source: source,
		Place:  fmt.Sprintf("line %s · bytes %s to %s", components.Count(first+1), components.Count(f.lines[first]), components.Count(end)),
		Blocks: part.Addressed([]timeline.Block{{Kind: timeline.TextBlock, Title: "As it stands", Text: v.words(f, text)}}, fmt.Sprintf("file/%d/line-%d", f.src, r.line))}
	if n := end - f.lines[first]; n > entryMost {
		in.Blocks[0].Note = "The first " + components.ExactBytes(entryMost) + " of " + components.Count(n) + ": the text of the file holds all of them."
	}
	if l := f.level[first]; l != "" {
		in.Fields = []timeline.Field{{Name: "Level", Value: l}}
		if l == "ERROR" {
			in.Look = "bad"
		}
	}
	for _, s := range v.file.Sessions {
		if s.ID != "" && s.Home == v.file.Sources[f.src].Home && strings.Contains(text, s.ID) {
			name, _ := session.Name(s)
			in.Related = append(in.Related, components.Link{Href: v.sessionHref(s), Text: name, Note: "the session that it names", Look: "user"})
		}
	}
	return in, true
}

// heads reports that a line begins an entry.
func (f *fileView) heads(i int) bool {
	_, head := levelOf(f.line(i, 80))
	return head
}

// fileAct does what a person asks on the page of a file: show or hide a level, show what is
// masked, compute the SHA-256. It answers nothing while it is not done: then it is asked again.
func (v *Viewer) fileAct(name string) ([]byte, error) {
	f := v.looked
	if f == nil {
		return nil, fmt.Errorf("no file is looked at")
	}
	r := route{shown: int(f.src), table: f.at}
	switch name {
	case "sum":
		if done, err := v.summed(f); err != nil || !done {
			return nil, err
		}
	case "bare":
		f.bare = !f.bare
		v.openFile(f)
	default:
		f.off[name] = !f.off[name]
		f.sift()
	}
	return render(v.filePage(r))
}

// summed takes the SHA-256 of the file on for a slice of time.
func (v *Viewer) summed(f *fileView) (done bool, err error) {
	if f.hash == nil {
		if f.stream, err = v.file.Stream(f.src); err != nil {
			return false, err
		}
		f.hash = sha256.New()
	}
	buf := make([]byte, 256*timeline.KiB)
	for began := v.now(); v.now().Sub(began) < searchSlice; {
		n, err := f.stream.Read(buf)
		f.hash.Write(buf[:n])
		if err == nil {
			continue
		}
		f.stream.Close()
		if f.sum = hex.EncodeToString(f.hash.Sum(nil)); err != io.EOF {
			f.sum = ""
			f.note = "The SHA-256 cannot be had: " + err.Error() + "."
		}
		f.hash = nil
		return true, nil
	}
	return false, nil
}
