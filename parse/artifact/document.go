package artifact

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"flightlog/parse/timeline"
)

// inSession gives a Match for the files of a session's folder whose rest of the path fits.
func inSession(fits func(rest string) bool) func(string) bool {
	return func(rel string) bool {
		_, rest, ok := sessionDir(rel)
		return ok && fits(rest)
	}
}

// inFolder reports whether a path lies below a folder, at any depth.
func inFolder(path, folder string) bool {
	return len(path) > len(folder)+1 && path[len(folder)] == '/' && strings.HasPrefix(path, folder)
}

func baseName(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// readText reads a small text file whole and holds it.
func readText(rd *Reading, f *file) error {
	data, err := rd.whole(f.Entry, rd.lim.SmallBytes)
	f.source.Held = data
	if err == nil && len(data) > 0 {
		f.source.Records = 1
	}
	return err
}

// showMarkdown shows a text file as the prose that it is.
func showMarkdown(_ *timeline.Timeline, f *file) []timeline.Block {
	return showAs(f, timeline.Block{Kind: timeline.MarkdownBlock})
}

// showText shows a file as plain text, unless it is none.
func showText(_ *timeline.Timeline, f *file) []timeline.Block {
	if bytes.IndexByte(f.source.Held, 0) >= 0 || !utf8.Valid(f.source.Held) {
		return nil
	}
	return showAs(f, timeline.Block{Kind: timeline.TextBlock})
}

func showAs(f *file, b timeline.Block) []timeline.Block {
	if len(f.source.Held) == 0 {
		return nil
	}
	b.Title, b.Text = baseName(f.Path), string(f.source.Held)
	return []timeline.Block{b}
}
