// Package files shows the files of an open archive: all of them as a tree, and each as what
// it holds: text, the lines of a log, the tables of a database, a picture, or bytes.
//
// The open archive comes in, and with each question a file, a line or a row of it;
// components go out, finished but for their HTML. Only the file that is looked at is held.
// One that does not open is shown as bytes, or not at all, and its page says why. What has
// the shape of a secret is masked until a person asks for it.
package files

import (
	"time"

	"flightlog/parse"
	"flightlog/parse/timeline"
)

// Files are the files of the archive, and which of them is looked at.
type Files struct {
	file   *parse.Opened
	tree   *tree // once it was asked for
	looked *view // the file that is looked at
	bare   bool  // nothing is masked in any of them
	now    func() time.Time
	href   func(*timeline.Session) string
}

// New shows the files of an archive. now is the clock for long work, href leads to a session
// that a file names.
func New(file *parse.Opened, now func() time.Time, href func(*timeline.Session) string) *Files {
	return &Files{file: file, now: now, href: href}
}

// Unmask shows what has the shape of a secret in every file, or masks it again.
func (fs *Files) Unmask(on bool) { fs.bare = on }

// Place is what a link to the page of a file leads to.
type Place struct {
	Source int // index into Timeline.Sources
	Table  int // of a database, or -1
	Line   int // 1-based, or the place of a row in its table; 0 for none
}

// Bare reports that a person asked to see the file that is looked at as it stands.
func (fs *Files) Bare() bool { return fs.looked != nil && fs.looked.bare }

// At is the row of a place's line or row.
func (fs *Files) At(r Place) int { return fs.look(r.Source, max(r.Table, 0)).place(r) }

// Blocks gives the blocks of a place as they were addressed.
func (fs *Files) Blocks(r Place) []timeline.Block {
	if r.Line > 0 {
		in, _ := fs.Inspect(r)
		return in.Blocks
	}
	if f := fs.look(r.Source, -1); f.kind != imageView {
		return fs.textBlocks(f)
	}
	return nil
}

// Image gives the bytes of the file that is looked at; ok is false where it is another or no
// picture.
func (fs *Files) Image(source int) (data []byte, ok bool) {
	if f := fs.looked; f != nil && f.src == int32(source) && f.kind == imageView {
		return f.body, true
	}
	return nil, false
}
