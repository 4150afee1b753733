package viewer

import (
	"fmt"

	"flightlog/components"
	"flightlog/parse/timeline"
)

func (v *Viewer) problemRows(chunk int) []components.ProblemRow {
	from, to := chunkOf(len(v.file.Problems), problemsChunk, chunk)
	out := make([]components.ProblemRow, 0, to-from)
	for i := from; i < to; i++ {
		out = append(out, v.problemRow(i))
	}
	return out
}

func (v *Viewer) problemRow(i int) components.ProblemRow {
	p := &v.file.Problems[i]
	row := components.ProblemRow{
		Index: i, Severity: p.Code.Severity(), Code: string(p.Code), Source: "the archive", Message: p.Message, Kept: p.Kept,
		Href: fmt.Sprintf("#/problems/problem-%d", i),
	}
	if p.Source != timeline.None {
		row.Source = v.file.Sources[p.Source].Path
	}
	switch {
	case p.Line > 0 && p.Length > 0:
		row.Place = fmt.Sprintf("line %s · bytes %s to %s", components.Count(p.Line), components.Count(p.Offset), components.Count(p.Offset+p.Length))
	case p.Line > 0:
		row.Place = "line " + components.Count(p.Line)
	case p.Offset > 0:
		row.Place = "from byte " + components.Count(p.Offset)
	default:
		row.Place = "the whole file"
	}
	return row
}

func (v *Viewer) fileRows(chunk int) []components.FileRow {
	from, to := chunkOf(len(v.file.Sources), filesChunk, chunk)
	out := make([]components.FileRow, 0, to-from)
	for i := from; i < to; i++ {
		s := &v.file.Sources[i]
		out = append(out, components.FileRow{Index: i, Path: s.Path, Kind: s.Kind, State: s.State, Files: s.Files, Bytes: s.Bytes, Records: s.Records, Lost: s.Lost})
	}
	return out
}
