package viewer

import (
	"fmt"

	"flightlog/components"
	"flightlog/parse/timeline"
)

// panel answers the inspector of a route's record, or nothing.
func (v *Viewer) panel(r route) ([]byte, error) {
	switch {
	case r.Problem >= 0:
		return render(components.InspectorPanel(v.inspectProblem(r)))
	case r.name == "file" && r.line > 0:
		if in, ok := v.inspectFile(r); ok {
			return render(components.InspectorPanel(in))
		}
	case r.file >= 0:
		return render(components.FilePanel(v.fileDetail(r.file)))
	case r.Record != nil:
		return render(components.InspectorPanel(r.page.Inspect(r.Place)))
	}
	return nil, nil
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
	in.Link = row.Href
	if row.Kept != "" {
		in.Fields = append(in.Fields, timeline.Field{Name: "Kept", Value: row.Kept})
	}
	if len(raw) > 0 {
		in.RawArg = fmt.Sprintf("problems/problem-%d", r.Problem)
	}
	return in
}
