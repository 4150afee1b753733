package artifact

import (
	"strings"

	"flightlog/parse/archive"
	"flightlog/parse/timeline"
)

// skipped are trees of thousands of files that are no history: the extracted program
// (FINDINGS.md: 1.0.2 puts 51 MB into pkg/), clones of plugin marketplaces, installed
// plugins. They are counted by path and never inflated.
var skipped = Artifact{
	Name:  "skipped",
	File:  "pkg/`, `marketplaces/`, `installed-plugins/",
	What:  "counted and skipped by path, never unpacked",
	Match: func(rel string) bool { return skippedTree(rel) != "" },
}

func skippedTree(rel string) string {
	tree, _, inside := strings.Cut(rel, "/")
	if inside && (tree == "pkg" || tree == "marketplaces" || tree == "installed-plugins") {
		return rel[:len(tree)+1]
	}
	return ""
}

// skip counts an entry into the source of its tree and gives the source's index.
func (rd *Reading) skip(e *archive.Entry, trees map[string]int32) int32 {
	tree := strings.TrimSuffix(e.Path, e.Rel) + skippedTree(e.Rel)
	key := rd.Timeline.Homes[e.Home].Root + "\x00" + tree
	src, ok := trees[key]
	if !ok {
		src = int32(len(rd.Timeline.Sources))
		trees[key] = src
		rd.Timeline.Sources = append(rd.Timeline.Sources, timeline.Source{Path: tree, Kind: skipped.Name, State: timeline.Skipped, Home: e.Home})
	}
	s := &rd.Timeline.Sources[src]
	s.Files++
	s.Bytes += max(e.Bytes, 0)
	return src
}
