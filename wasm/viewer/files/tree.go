package files

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"flightlog/components"
	"flightlog/parse/timeline"
)

const treeChunk = 24

// tree is the archive as folders and what lies in them, one row each.
type tree struct {
	nodes    []node
	at       []int // by source: its row
	problems []int // by source
}

// node is a row of the tree: a folder, or, where source is not None, a file.
type node struct {
	path     string // of a folder, without a slash at its end
	depth    int
	source   int32
	files    int // of a folder: all below it
	bytes    int64
	problems int
}

// treeOf gives the files of the archive as a tree, built when it is first asked for.
func (fs *Files) treeOf() *tree {
	if fs.tree != nil {
		return fs.tree
	}
	t := &tree{at: make([]int, len(fs.file.Sources)), problems: make([]int, len(fs.file.Sources))}
	for i := range fs.file.Problems {
		if src := fs.file.Problems[i].Source; src != timeline.None {
			t.problems[src]++
		}
	}
	order := make([]int, len(fs.file.Sources))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return comparePaths(fs.file.Sources[a].Path, fs.file.Sources[b].Path) })
	var open []int // the rows of the folders that the row at hand lies in
	for _, src := range order {
		s := &fs.file.Sources[src]
		path, at := strings.TrimSuffix(s.Path, "/"), 0
		for depth, row := range open {
			folder := t.nodes[row].path
			if rest, below := strings.CutPrefix(path, folder); !below || rest == "" || rest[0] != '/' {
				open = open[:depth]
				break
			}
			at = len(folder) + 1
		}
		for end := strings.IndexByte(path[at:], '/'); end >= 0; end = strings.IndexByte(path[at:], '/') {
			at += end
			t.nodes = append(t.nodes, node{path: path[:at], depth: len(open), source: timeline.None})
			open = append(open, len(t.nodes)-1)
			at++
		}
		for _, row := range open {
			folder := &t.nodes[row]
			folder.files, folder.bytes, folder.problems = folder.files+s.Files, folder.bytes+s.Bytes, folder.problems+t.problems[src]
		}
		t.at[src] = len(t.nodes)
		t.nodes = append(t.nodes, node{depth: len(open), source: int32(src)})
	}
	fs.tree = t
	return t
}

// comparePaths orders paths so that what lies in a folder stands together: the end of a name
// comes before all else.
func comparePaths(a, b string) int {
	for i := range min(len(a), len(b)) {
		switch x, y := a[i], b[i]; {
		case x == y:
		case x == '/':
			return -1
		case y == '/':
			return 1
		default:
			return cmp.Compare(x, y)
		}
	}
	return cmp.Compare(len(a), len(b))
}

// TreeAt is the row of a file in the tree, 0 for source -1.
func (fs *Files) TreeAt(source int) int {
	if source < 0 {
		return 0
	}
	return fs.treeOf().at[source]
}

// Tree is the page of all files, with one of them in view; -1 for none.
func (fs *Files) Tree(source int) templ.Component {
	t, at := fs.treeOf(), fs.TreeAt(source)
	return components.Files(len(fs.file.Sources), components.List{Name: "files", Count: len(t.nodes), Chunk: treeChunk, Row: components.FileRowHeight, At: at, Label: "Files of the archive"})
}

// Rows answers the rows of a chunk of the tree.
func (fs *Files) Rows(chunk int) templ.Component {
	t := fs.treeOf()
	from, to := components.ChunkOf(len(t.nodes), treeChunk, chunk)
	out := make([]components.FileRow, 0, to-from)
	for i := from; i < to; i++ {
		n := &t.nodes[i]
		if n.source == timeline.None {
			out = append(out, components.FileRow{Index: i, Path: n.path + "/", Folder: true, Depth: n.depth, Files: n.files, Bytes: n.bytes, Problems: n.problems})
			continue
		}
		s, key := &fs.file.Sources[n.source], fmt.Sprintf("file-%d", n.source)
		out = append(out, components.FileRow{Index: i, Key: key, Path: s.Path, Depth: n.depth, Kind: s.Kind, State: s.State, Files: s.Files, Bytes: s.Bytes, Records: s.Records, Lost: s.Lost,
			Problems: t.problems[n.source], Notes: s.Notes, Href: "#/files/" + key})
	}
	return components.FileRows(out)
}
