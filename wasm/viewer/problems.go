package viewer

import (
	"fmt"

	"flightlog/components"
	"flightlog/parse/timeline"
	"flightlog/wasm/viewer/files"
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
		Index: i, Severity: p.Code.Severity(), Code: string(p.Code), Message: p.Message, Kept: p.Kept,
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
	case p.Source != timeline.None:
		row.Place = "the whole file"
	}
	return row
}

// damaged gives the bytes that a problem is about, as far as they are held.
func (v *Viewer) damaged(problem int) []byte {
	p := &v.file.Problems[problem]
	if p.Source == timeline.None {
		return nil
	}
	held := v.file.Sources[p.Source].Held
	from := min(max(p.Offset, 0), int64(len(held)))
	return held[from:min(from+max(p.Length, 0), int64(len(held)))]
}

func (v *Viewer) inspectProblem(r route) components.Inspector {
	row := v.problemRow(r.Problem)
	raw := v.damaged(r.Problem)
	in := components.Inspector{
		Key: fmt.Sprintf("problem-%d", r.Problem), Title: row.Message, Icon: "problem", Look: "bad", Source: row.Source, Place: row.Place,
		Fields: []timeline.Field{{Name: "Severity", Value: row.Severity.String()}, {Name: "Code", Value: row.Code}},
		Raw:    string(raw), RawBytes: len(raw),
	}
	if row.Severity == timeline.Note {
		in.Look = "system"
	}
	in.Link = row.Href
	if p := &v.file.Problems[r.Problem]; p.Source != timeline.None {
		in.Open = files.Href(p.Source, p.Line)
	} else {
		in.Source = "the archive itself"
	}
	for _, s := range v.file.Sessions {
		if link, ok := v.pageOf(s).Damage(r.Problem); ok {
			if link.Href != "#/"+r.hash { // else it is the row beside the panel
				in.Related = append(in.Related, link)
			}
		}
	}
	if row.Kept != "" {
		in.Fields = append(in.Fields, timeline.Field{Name: "Kept", Value: row.Kept})
	}
	if len(raw) > 0 {
		in.RawArg = fmt.Sprintf("problems/problem-%d", r.Problem)
	}
	return in
}
