package files

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
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

// Page is the page of one file.
func (fs *Files) Page(r Place) templ.Component {
	f := fs.look(r.Source, max(r.Table, 0))
	s := &fs.file.Sources[f.src]
	p := components.FileFrame{
		Path: s.Path, State: s.State, Bytes: s.Bytes, Kind: s.Kind, Sum: f.sum, Notes: slices.Clone(s.Notes), Back: fmt.Sprintf("#/files/file-%d", f.src),
		Secret: fs.file.Secret(f.src) || f.bare || f.masks(), Bare: f.bare,
	}
	if p.Sum == "" {
		p.Sum = s.SHA256
	}
	if f.note != "" {
		p.Notes = append(p.Notes, f.note)
	}
	for i := range fs.file.Problems {
		if problem := &fs.file.Problems[i]; problem.Source == f.src {
			p.Problems = append(p.Problems, components.Link{Href: fmt.Sprintf("#/problems/problem-%d", i), Text: problem.Message})
		}
	}
	l := components.List{Name: fmt.Sprintf("file/%d", f.src), Count: f.rows(), Chunk: linesChunk, Row: components.RawRowHeight, Label: "Lines of the file", At: f.place(r)}
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
	return components.FileBlocks(p, fs.textBlocks(f))
}

// textBlocks shows a text: as its artifact does, else by its name.
func (fs *Files) textBlocks(f *view) []timeline.Block {
	blocks := fs.file.FileBlocks(f.src)
	if len(blocks) == 0 || f.bare {
		name := fs.file.Sources[f.src].Path
		b := timeline.Block{Kind: timeline.CodeBlock, Title: path.Base(name), Lang: strings.TrimPrefix(path.Ext(name), "."), Text: fs.words(f, string(f.body)), Line: 1}
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
func (f *view) levels() []components.Chip {
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
		out = append(out, components.Chip{Name: l, Title: "Show lines of this level", Count: n[l], On: !f.off[l], Arg: Key + "/+" + l})
	}
	return out
}

// place is the row of a place's line or row.
func (f *view) place(r Place) int {
	switch {
	case r.Line <= 0:
		return 0
	case f.kind == linesView:
		at, _ := slices.BinarySearch(f.shown, int32(r.Line-1))
		return min(at, max(len(f.shown)-1, 0))
	case f.kind == hexView:
		return f.begins(r.Line) / hexWidth
	case f.kind == gridView:
		return min(r.Line-1, max(len(f.table.Rows)-1, 0))
	}
	return 0
}

// begins is the byte at which a line begins in a file that is shown as bytes.
func (f *view) begins(line int) int {
	at := 0
	for ; line > 1; line-- {
		end := bytes.IndexByte(f.body[at:], '\n')
		if end < 0 || at+end+1 == len(f.body) {
			break
		}
		at += end + 1
	}
	return at
}

// List answers the rows of a chunk of the file that is looked at.
func (fs *Files) List(chunk int) (templ.Component, error) {
	f := fs.looked
	if f == nil {
		return nil, fmt.Errorf("no file is looked at")
	}
	from, to := components.ChunkOf(f.rows(), linesChunk, chunk)
	if f.kind == gridView {
		var out []components.GridRow
		for i := from; i < to; i++ {
			row := components.GridRow{Index: i, Key: "row-" + strconv.Itoa(i+1), Href: fmt.Sprintf("#/file/%d/t%d/row-%d", f.src, f.at, i+1)}
			for _, c := range f.table.Rows[i] {
				row.Cells = append(row.Cells, short(fs.words(f, c), 200))
			}
			out = append(out, row)
		}
		return components.GridRows(out), nil
	}
	veils := fs.veilsOf(f, from, to)
	begun := 0 // lines of a file that is shown as bytes
	if f.kind == hexView && 0 < from && from < to {
		begun = 1 + bytes.Count(f.body[:from*hexWidth-1], []byte{'\n'})
	}
	var out []components.RawRow
	for i := from; i < to; i++ {
		if f.kind == hexView {
			out = append(out, f.hexRow(i, veils, &begun))
			continue
		}
		n := int(f.shown[i])
		text := fs.words(f, string(bytes.ToValidUTF8(veils.apply(f.line(n, lineMost), f.lines[n]), []byte("\ufffd"))))
		row := components.RawRow{Index: i, Line: int64(n + 1), Key: "line-" + strconv.Itoa(n+1), Href: Href(f.src, int64(n+1)), Type: f.level[n], Bytes: int64(len(f.line(n, len(f.body)))), Text: short(text, 400)}
		if row.Cut = len(text) > len(row.Text); f.level[n] == "ERROR" {
			row.Look = "bad"
		}
		out = append(out, row)
	}
	return components.RawRows(out), nil
}

// hexRow is a row of bytes: in hex, and what of them is a letter. Its keys are those of the
// lines that begin in it, of which begun is counted.
func (f *view) hexRow(i int, veils veils, begun *int) components.RawRow {
	at := i * hexWidth
	part := f.body[at:min(at+hexWidth, len(f.body))]
	var digits, letters strings.Builder
	var keys []string
	for k, c := range part {
		if at+k == 0 || f.body[at+k-1] == '\n' {
			*begun++
			keys = append(keys, "line-"+strconv.Itoa(*begun))
		}
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
	out := components.RawRow{Index: i, Line: int64(at), Type: fmt.Sprintf("%08x", at), Bytes: int64(len(part)), Text: digits.String() + letters.String()}
	if len(keys) > 0 {
		out.Key, out.Also = keys[0], strings.Join(keys[1:], " ")
	}
	return out
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

// Href leads to a line of a file, 0 for the file.
func Href(source int32, line int64) string {
	if line > 0 {
		return fmt.Sprintf("#/file/%d/line-%d", source, line)
	}
	return fmt.Sprintf("#/file/%d", source)
}

// Inspect is the panel of a line of a log or of a row of a table.
func (fs *Files) Inspect(r Place) (components.Inspector, bool) {
	f := fs.look(r.Source, max(r.Table, 0))
	source := fs.file.Sources[f.src].Path
	switch {
	case f.kind == gridView && r.Line >= 1 && r.Line <= len(f.table.Rows):
		in := components.Inspector{Key: "row-" + strconv.Itoa(r.Line), Title: f.table.Name, Icon: "database", Look: "system", Source: source,
			Place: "table " + f.table.Name + ", rowid " + strconv.FormatInt(f.table.Rowids[r.Line-1], 10)}
		for i, c := range f.table.Columns {
			in.Blocks = append(in.Blocks, timeline.Block{Kind: timeline.TextBlock, Title: c, Text: fs.words(f, f.table.Rows[r.Line-1][i])})
		}
		part.Addressed(in.Blocks, fmt.Sprintf("file/%d/t%d/row-%d", f.src, f.at, r.Line))
		return in, true
	case f.kind != linesView || r.Line < 1 || r.Line > len(f.lines):
		return components.Inspector{}, false
	}
	first, last := r.Line-1, r.Line
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
	in := components.Inspector{Key: "line-" + strconv.Itoa(r.Line), Title: short(fs.words(f, components.OneLine(string(f.line(first, 300)))), 160), Icon: "file", Look: "system", Source: source,
		Place:  fmt.Sprintf("line %s · bytes %s to %s", components.Count(first+1), components.Count(f.lines[first]), components.Count(end)),
		Blocks: part.Addressed([]timeline.Block{{Kind: timeline.TextBlock, Title: "As it stands", Text: fs.words(f, text)}}, fmt.Sprintf("file/%d/line-%d", f.src, r.Line))}
	if n := end - f.lines[first]; n > entryMost {
		in.Blocks[0].Note = "The first " + components.ExactBytes(entryMost) + " of " + components.Count(n) + ": the text of the file holds all of them."
	}
	if l := f.level[first]; l != "" {
		in.Fields = []timeline.Field{{Name: "Level", Value: l}}
		if l == "ERROR" {
			in.Look = "bad"
		}
	}
	for _, s := range fs.file.Sessions {
		if s.ID != "" && s.Home == fs.file.Sources[f.src].Home && strings.Contains(text, s.ID) {
			name, _ := session.Name(s)
			in.Related = append(in.Related, components.Link{Href: fs.href(s), Text: name, Note: "the session that it names", Look: "user"})
		}
	}
	return in, true
}

// heads reports that a line begins an entry.
func (f *view) heads(i int) bool {
	_, head := levelOf(f.line(i, 80))
	return head
}

// Act does what a person asks on the page of a file: show or hide a level, show what is
// masked, compute the SHA-256. It answers nothing while it is not done: then it is asked again.
func (fs *Files) Act(name string) (templ.Component, error) {
	f := fs.looked
	if f == nil {
		return nil, fmt.Errorf("no file is looked at")
	}
	switch name {
	case "sum":
		if done, err := fs.summed(f); err != nil || !done {
			return nil, err
		}
	case "bare":
		f.bare = !f.bare
		fs.openFile(f)
	default:
		f.off[name] = !f.off[name]
		f.sift()
	}
	return fs.Page(Place{Source: int(f.src), Table: f.at}), nil
}

// summed takes the SHA-256 of the file on for a slice of time.
func (fs *Files) summed(f *view) (done bool, err error) {
	if f.hash == nil {
		if f.stream, err = fs.file.Stream(f.src); err != nil {
			return false, err
		}
		f.hash = sha256.New()
	}
	buf := make([]byte, 256*timeline.KiB)
	for began := fs.now(); fs.now().Sub(began) < slice; {
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

// look opens the view of a file, and of a database a table.
func (fs *Files) look(source, table int) *view {
	f, src := fs.looked, int32(source)
	if f == nil || f.src != src {
		f = &view{src: src, off: map[string]bool{}, at: -1}
		fs.looked = f
		fs.openFile(f)
	}
	if f.kind == gridView && table >= 0 && table < len(f.names) && (f.at != table || f.table == nil) {
		t, err := fs.file.Table(src, f.names[table])
		if f.at = table; err != nil {
			t = &parse.Table{Name: f.names[table], Note: err.Error()}
		}
		f.table = t
	}
	return f
}

// Detail is the panel of one file.
func (fs *Files) Detail(i int) components.FileDetail {
	s := &fs.file.Sources[i]
	d := components.FileDetail{Key: fmt.Sprintf("file-%d", i), Path: s.Path, State: s.State, Notes: s.Notes, Open: Href(int32(i), 0), Blocks: part.Addressed(fs.file.FileBlocks(int32(i)), fmt.Sprintf("files/file-%d", i))}
	add := func(name, value string) { d.Fields = append(d.Fields, timeline.Field{Name: name, Value: value}) }
	add("Kind", s.Kind)
	if home := session.Home(fs.file.Timeline, s.Home); home != "" {
		add("Home", home)
	}
	if s.Files != 1 {
		add("Files", components.Count(s.Files))
	}
	add("Size", components.ExactBytes(s.Bytes))
	if s.State == timeline.Read || s.State == timeline.Partly {
		add("Records", components.Count(s.Records))
	}
	if s.Lost > 0 {
		add("Lost", components.ExactBytes(s.Lost))
	}
	if s.SHA256 != "" {
		add("SHA-256", s.SHA256)
	}
	if fs.file.FileText(int32(i)) != nil {
		d.TextArg = fmt.Sprintf("files/file-%d", i)
	}
	return d
}
