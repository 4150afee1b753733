package event

import (
	"encoding/base64"
	"strings"
	"unicode/utf8"

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

// attachmentBlocks lists what was attached to a prompt, and shows what the record holds of
// it: pictures, the lines that were selected, texts, what an extension saw.
func attachmentBlocks(list rawjson.Value) []timeline.Block {
	grid := timeline.Block{Kind: timeline.GridBlock, Title: "Attachments", Columns: []string{"Name", "Type", "Size", "Place"}}
	var held []timeline.Block
	for a := range list.Elements() {
		if a.Kind() != '{' {
			continue
		}
		name := or(a.Get("displayName").String(), a.Get("title").String(), a.Get("path").String(), a.Get("filePath").String(), "not named")
		place := or(a.Get("path").String(), a.Get("filePath").String(), a.Get("url").String())
		if r := a.Get("lineRange"); r.Kind() == '{' {
			place = words(place, lineRange(r.Get("start"), r.Get("end")))
		}
		if n := scalar(a.Get("number")); n != "" {
			name = words("#"+n, name, paren(a.Get("state").String()))
		}
		kind := strings.ReplaceAll(or(a.Get("mimeType").String(), a.Get("referenceType").String(), a.Get("type").String()), "_", " ")
		grid.Rows = append(grid.Rows, []string{name, kind, or(counted(a.Get("byteLength"), "byte"), base64Size(a.Get("data"))), place})
		held = append(held, attached(name, a)...)
	}
	if len(grid.Rows) == 0 {
		return nil
	}
	return append([]timeline.Block{grid}, held...)
}

// attached is what the record holds of an attachment, nothing where it names a file alone.
func attached(name string, a rawjson.Value) []timeline.Block {
	mime := a.Get("mimeType").String()
	if isImage("", mime) {
		return []timeline.Block{imageBlock(name, a)}
	}
	if text := a.Get("text").String(); text != "" { // a selection
		b := timeline.Block{Kind: timeline.CodeBlock, Title: name, Text: text}
		start, end := a.Get("selection", "start", "line"), a.Get("selection", "end", "line")
		if n, ok := start.Int(); ok && n >= 0 && n < 1<<30 {
			b.Line = int(n) + 1
			b.Note = or(a.Get("filePath").String(), name) + ", " + lineRange(start, end)
		}
		if _, after, ok := strings.Cut(a.Get("filePath").String(), "."); ok {
			b.Lang = after[strings.LastIndexByte(after, '.')+1:]
		}
		return []timeline.Block{b}
	}
	if payload := a.Get("payload"); payload != nil {
		return []timeline.Block{{Kind: timeline.CodeBlock, Title: name, Lang: "json", Text: pretty(payload)}}
	}
	if data := a.Get("data").String(); data != "" && strings.HasPrefix(mime, "text/") {
		if text, err := base64.StdEncoding.DecodeString(data); err == nil && utf8.Valid(text) {
			return textBlock(timeline.TextBlock, name, string(text))
		}
	}
	return nil
}

// lineRange names lines that are counted from zero in a record.
func lineRange(start, end rawjson.Value) string {
	from, ok := start.Int()
	to, ends := end.Int()
	switch {
	case !ok || from < 0 || from >= 1<<53:
		return ""
	case !ends || to <= from || to >= 1<<53:
		return "line " + thousands(from+1)
	}
	return "lines " + thousands(from+1) + " to " + thousands(to+1)
}
