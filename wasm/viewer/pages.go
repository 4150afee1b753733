package viewer

import (
	"fmt"

	"flightlog/components"
	"flightlog/parse/timeline"
	"flightlog/wasm/viewer/part"
	"flightlog/wasm/viewer/session"
)

func (v *Viewer) problemRows(chunk int) []components.ProblemRow {
	from, to := components.ChunkOf(len(v.file.Problems), problemsChunk, chunk)
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

// fileDetail is the panel of one file.
func (v *Viewer) fileDetail(i int) components.FileDetail {
	s := &v.file.Sources[i]
	d := components.FileDetail{Key: fmt.Sprintf("file-%d", i), Path: s.Path, State: s.State, Notes: s.Notes, Open: fmt.Sprintf("#/file/%d", i), Blocks: part.Addressed(v.file.FileBlocks(int32(i)), fmt.Sprintf("files/file-%d", i))}
	add := func(name, value string) { d.Fields = append(d.Fields, timeline.Field{Name: name, Value: value}) }
	add("Kind", s.Kind)
	if home := v.homeName(s.Home); home != "" {
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
	if v.file.FileText(int32(i)) != nil {
		d.TextArg = fmt.Sprintf("files/file-%d", i)
	}
	return d
}

// homeName names a home where the archive holds more than one, and is "" otherwise.
func (v *Viewer) homeName(home int) string { return session.Home(v.file.Timeline, home) }
