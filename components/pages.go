package components

import (
	"strings"

	"flightlog/parse/timeline"
)

// where is the whole second line of a problem, for its title.
func where(r ProblemRow) string {
	s := orElse(r.Source, "the archive itself")
	for _, part := range [...]string{r.Place, r.Kept} {
		if part != "" {
			s += " · " + part
		}
	}
	return s
}

// opened reports whether a file's content was looked at, so that its counts mean
// something.
func opened(r FileRow) bool {
	return r.State == timeline.Read || r.State == timeline.Partly || r.State == timeline.Unreadable
}

func records(r FileRow) string {
	if !opened(r) {
		return "–"
	}
	return Count(r.Records)
}

func lost(r FileRow) string {
	if !opened(r) {
		return "–"
	}
	return Bytes(r.Lost)
}

// notes joins a file's notes for a title.
func notes(list []string) string { return strings.Join(list, " ") }

// fileName is the last part of a path.
func fileName(path string) string {
	path = strings.TrimSuffix(path, "/")
	return path[strings.LastIndexByte(path, '/')+1:]
}

// folderOf is what stands in a path before its name.
func folderOf(path string) string {
	return path[:strings.LastIndexByte(strings.TrimSuffix(path, "/"), '/')+1]
}

// depth is the class of a row of the tree: how far it is moved in.
func depth(r FileRow) string { return "in" + num(min(max(r.Depth, 0), 7)) }
