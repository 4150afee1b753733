package event

import (
	"strings"

	"flightlog/parse/decode/rawjson"
	"flightlog/parse/timeline"
)

func init() {
	register(
		Spec{Type: "session.binary_asset", Kind: timeline.Notice, Links: tied(timeline.AssetThread, "assetId"),
			Line: func(r *Record) timeline.Summary {
				what := "File stored"
				if isImage(r.Str("type"), r.Str("mimeType")) {
					what = "Image stored"
				}
				return said(clause(what, list(r.Str("description"), r.Str("mimeType"), counted(r.Data("byteLength"), "byte"))))
			},
			Blocks: func(r *Record) []timeline.Block {
				if !isImage(r.Str("type"), r.Str("mimeType")) {
					return nil
				}
				return []timeline.Block{imageBlock(r.Str("description"), r.doc.Get("data"))}
			}},
	)
}

func isImage(kind, mime string) bool { return kind == "image" || strings.HasPrefix(mime, "image/") }

// imageBlock is a picture: v says by mimeType, byteLength, assetId and data what is known
// of it.
func imageBlock(title string, v rawjson.Value) timeline.Block {
	i := timeline.Image{MIME: v.Get("mimeType").String(), AssetID: v.Get("assetId").String(), Base64: v.Get("data").String()}
	if n, ok := v.Get("byteLength").Int(); ok && n > 0 {
		i.Bytes = n
	} else if n := len(i.Base64); n > 0 {
		i.Bytes = int64(n/4*3 - strings.Count(i.Base64[n-min(n, 2):], "="))
	}
	return timeline.Block{Kind: timeline.ImageBlock, Title: or(title, "Image"), Image: i}
}

// tieAssets joins a record with the assets that the entries of an array refer to.
func tieAssets(l *timeline.Links, entries rawjson.Value) {
	for e := range entries.Elements() {
		tie(l, timeline.AssetThread, plain(e.Get("assetId")))
	}
}

// attachmentBlocks lists what was attached to a prompt, and shows the pictures of it.
func attachmentBlocks(list rawjson.Value) []timeline.Block {
	grid := timeline.Block{Kind: timeline.GridBlock, Title: "Attachments", Columns: []string{"Name", "Type", "Size", "Place"}}
	var pictures []timeline.Block
	for a := range list.Elements() {
		if a.Kind() != '{' {
			continue
		}
		name := or(a.Get("displayName").String(), a.Get("title").String(), a.Get("path").String(), a.Get("filePath").String(), "not named")
		place := or(a.Get("path").String(), a.Get("filePath").String(), a.Get("url").String())
		grid.Rows = append(grid.Rows, []string{name, or(a.Get("mimeType").String(), a.Get("type").String()), counted(a.Get("byteLength"), "byte"), place})
		if isImage("", a.Get("mimeType").String()) {
			pictures = append(pictures, imageBlock(name, a))
		}
	}
	if len(grid.Rows) == 0 {
		return nil
	}
	return append([]timeline.Block{grid}, pictures...)
}
