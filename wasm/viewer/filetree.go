package viewer

import (
	"fmt"
	"slices"
	"strings"

	"flightlog/components"
	"flightlog/parse/timeline"
)

// fileTree is the archive as folders and what lies in them, one row each.
type fileTree struct {
	nodes    []fileNode
	at       []int // by source: its row
	problems []int // by source
}

// fileNode is a row of the tree: a folder, or, where source is not None, a file.
type fileNode struct {
	path     string // of a folder, without a slash at its end
	depth    int
	source   int32
	files    int // of a folder: all below it
	bytes    int64
	problems int
}

// tree gives the files of the archive as a tree, built when it is first asked for.
func (v *Viewer) tree() *fileTree {
	if v.files != nil {
		return v.files
	}
	t := &fileTree{at: make([]int, len(v.file.Sources)), problems: make([]int, len(v.file.Sources))}
	for i := range v.file.Problems {
		if src := v.file.Problems[i].Source; src != timeline.None {
			t.problems[src]++
		}
	}
	order := make([]int, len(v.file.Sources))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return comparePaths(v.file.Sources[a].Path, v.file.Sources[b].Path) })
	var open []int // the rows of the folders that the row at hand lies in
	for _, src := range order {
		s := &v.file.Sources[src]
		dirs := strings.Split(strings.TrimSuffix(s.Path, "/"), "/")
		dirs = dirs[:len(dirs)-1]
		same := 0
		for same < len(open) && same < len(dirs) && t.nodes[open[same]].path == strings.Join(dirs[:same+1], "/") {
			same++
		}
		for open = open[:same]; same < len(dirs); same++ {
			open = append(open, len(t.nodes))
			t.nodes = append(t.nodes, fileNode{path: strings.Join(dirs[:same+1], "/"), depth: same, source: timeline.None})
		}
		for _, row := range open {
			folder := &t.nodes[row]
			folder.files, folder.bytes, folder.problems = folder.files+s.Files, folder.bytes+s.Bytes, folder.problems+t.problems[src]
		}
		t.at[src] = len(t.nodes)
		t.nodes = append(t.nodes, fileNode{depth: len(dirs), source: int32(src)})
	}
	v.files = t
	return t
}

// comparePaths orders paths so that what lies in a folder stands together.
func comparePaths(a, b string) int {
	return slices.Compare(strings.Split(a, "/"), strings.Split(b, "/"))
}

func (v *Viewer) fileRows(chunk int) []components.FileRow {
	t := v.tree()
	from, to := components.ChunkOf(len(t.nodes), filesChunk, chunk)
	out := make([]components.FileRow, 0, to-from)
	for i := from; i < to; i++ {
		n := &t.nodes[i]
		if n.source == timeline.None {
			out = append(out, components.FileRow{Index: i, Path: n.path + "/", Folder: true, Depth: n.depth, Files: n.files, Bytes: n.bytes, Problems: n.problems})
			continue
		}
		s := &v.file.Sources[n.source]
		out = append(out, components.FileRow{Index: i, Path: s.Path, Depth: n.depth, Kind: s.Kind, State: s.State, Files: s.Files, Bytes: s.Bytes, Records: s.Records, Lost: s.Lost,
			Problems: t.problems[n.source], Notes: s.Notes, Href: fmt.Sprintf("#/files/file-%d", n.source)})
	}
	return out
}

// fileTreeAt is the row of a source, 0 for none.
func (v *Viewer) fileTreeAt(source int) int {
	if source < 0 {
		return 0
	}
	return v.tree().at[source]
}
