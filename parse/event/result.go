package event

import (
	"bytes"
	"encoding/json"
	"strings"

	"flightlog/parse/decode/rawjson"
	"flightlog/parse/timeline"
)

func resultLine(r *Record) timeline.Summary {
	n, has := exitCode(r)
	ok, said := r.Data("success").Bool()
	msg := r.Data("error").Get("message").String()
	switch {
	case r.Data("error").Get("code").String() == "denied":
		return timeline.Summary{Text: words("Denied:", or(msg, "no message recorded"))}
	case has && n != 0:
		s := "Failed with exit code " + itoa(int64(n))
		if msg != "" {
			s += ": " + msg
		}
		return timeline.Summary{Text: s}
	case said && !ok:
		return timeline.Summary{Text: words("Failed:", or(msg, "no message recorded"))}
	}
	result := r.Data("result")
	if s, ok := savedElsewhere(result); ok {
		return timeline.Summary{Text: "Output of " + s.size + ", saved to a file that is not in the archive"}
	}
	if text := or(result.Get("content").String(), result.String()); text != "" {
		return timeline.Summary{Text: text, Mono: true}
	}
	return timeline.Summary{Text: or(partWords(result), "(no output)")}
}

// output is the text of a result: a string as it is, else the longer of detailedContent
// and content, the detailed one on a tie (seed, Parser plan).
func output(result rawjson.Value) string {
	if s, ok := result.Text(); ok {
		return s
	}
	short, long := result.Get("content").String(), result.Get("detailedContent").String()
	if len([]rune(long)) >= len([]rune(short)) {
		return long
	}
	return short
}

// outputBlocks gives a result's output and error. command, when there is one, makes it
// the output of a shell.
func outputBlocks(r *Record, command, title string) []timeline.Block {
	result := r.Data("result")
	text := output(result)
	var out []timeline.Block
	if s, ok := savedElsewhere(result); ok {
		out, text = append(out, s.block(r)), s.preview
		title = "Beginning of the output"
	}
	kind := timeline.TextBlock
	switch {
	case command != "":
		kind, title = timeline.TerminalBlock, command
		if text == "" {
			text = "(no output)"
		}
	case strings.HasPrefix(strings.TrimLeft(text, "\n"), "diff --git "):
		kind, title = timeline.DiffBlock, "As applied"
		text = strings.TrimLeft(text, "\n")
	}
	out = append(out, withStructure(textBlock(kind, title, text), result.Get("structuredContent"))...)
	out = append(out, partBlocks(result, text)...)
	e := r.Data("error")
	return append(out, textBlock(timeline.TextBlock, "Error", or(e.Get("message").String(), e.String()))...)
}

// saved is an output that the CLI kept out of the log: a file on the machine it ran on,
// and the beginning of it (FINDINGS.md, events.jsonl 9).
type saved struct{ size, path, preview string }

const savedLead = "Output too large to read at once ("

func savedElsewhere(result rawjson.Value) (saved, bool) {
	if !bytes.HasPrefix(result.Get("content"), []byte(`"`+savedLead)) {
		return saved{}, false
	}
	rest := result.Get("content").String()[len(savedLead):]
	var s saved
	var ok bool
	if s.size, rest, ok = strings.Cut(rest, "). Saved to: "); !ok {
		return saved{}, false
	}
	if s.path, rest, ok = strings.Cut(rest, "\n"); !ok {
		return s, true
	}
	if lead := strings.Index(rest, "Preview (first "); lead >= 0 {
		if _, text, ok := strings.Cut(rest[lead:], "\n"); ok {
			rest = text
		}
	}
	s.preview = rest
	return s, true
}

func (s saved) block(r *Record) timeline.Block {
	size := s.size
	if n := counted(rawjson.Value(r.Data("toolTelemetry").Get("properties", "largeOutputOriginalSizeBytes").String()), "byte"); n != "" {
		size = n
	}
	return timeline.Block{Kind: timeline.TableBlock, Title: "The whole output is not in the archive", Fields: []timeline.Field{
		{Name: "Size of the output", Value: size},
		{Name: "Saved to", Value: s.path},
		{Name: "Where that is", Value: "on the machine that ran the CLI, outside the folder that this archive holds"},
	}}
}

// partWords says what a result without a text holds.
func partWords(result rawjson.Value) string {
	n := map[string]int64{}
	for _, key := range []string{"contents", "binaryResultsForLlm"} {
		for p := range result.Get(key).Elements() {
			n[p.Get("type").String()]++
		}
	}
	out := ""
	if n["image"] > 0 {
		out = plural(n["image"], "image")
	}
	if n["audio"] > 0 {
		out = list(out, plural(n["audio"], "audio file"))
	}
	if n["resource_link"] > 0 {
		out = list(out, plural(n["resource_link"], "link"))
	}
	if n["resource"] > 0 {
		out = list(out, plural(n["resource"], "resource"))
	}
	if out == "" && result.Get("structuredContent") != nil {
		out = string(result.Get("structuredContent"))
	}
	return out
}

// partBlocks shows the parts of an MCP result beside the text that was shown already:
// pictures, texts, links as plain words, and files by name, type and size.
func partBlocks(result rawjson.Value, shown string) []timeline.Block {
	var out []timeline.Block
	files := timeline.Block{Kind: timeline.GridBlock, Title: "Files and links", Columns: []string{"Name", "Type", "Size", "Address"}}
	file := func(p rawjson.Value, kind, size string) {
		files.Rows = append(files.Rows, []string{or(p.Get("title").String(), p.Get("name").String(), p.Get("description").String(), kind),
			or(p.Get("mimeType").String(), kind), size, p.Get("uri").String()})
	}
	for p := range result.Get("contents").Elements() {
		kind := p.Get("type").String()
		switch kind {
		case "text":
			if t := p.Get("text").String(); !strings.Contains(shown, t) {
				out = append(out, textBlock(timeline.TextBlock, "Text", t)...)
			}
		case "terminal":
			if t := p.Get("text").String(); !strings.Contains(shown, t) {
				out = append(out, textBlock(timeline.TerminalBlock, words("Terminal", after("in ", p.Get("cwd").String())), t)...)
			}
		case "image":
			out = append(out, imageBlock(p.Get("description").String(), p))
		case "resource_link":
			file(p, kind, counted(p.Get("size"), "byte"))
		case "resource":
			res := p.Get("resource")
			if t := res.Get("text").String(); t != "" {
				out = append(out, timeline.Block{Kind: timeline.TextBlock, Title: or(res.Get("uri").String(), "Resource"), Text: t})
				continue
			}
			file(res, kind, base64Size(res.Get("blob")))
		case "shell_exit":
			out = append(out, timeline.Block{Kind: timeline.TableBlock, Title: "Shell", Fields: fields(p)})
		default:
			file(p, or(kind, "not recorded"), or(counted(p.Get("byteLength"), "byte"), base64Size(p.Get("data"))))
		}
	}
	for p := range result.Get("binaryResultsForLlm").Elements() {
		if isImage(p.Get("type").String(), p.Get("mimeType").String()) {
			out = append(out, imageBlock(p.Get("description").String(), p))
			continue
		}
		file(p, or(p.Get("type").String(), "not recorded"), or(counted(p.Get("byteLength"), "byte"), base64Size(p.Get("data"))))
	}
	if len(files.Rows) > 0 {
		out = append(out, files)
	}
	return out
}

// base64Size is about how many bytes a base64 text holds.
func base64Size(v rawjson.Value) string {
	if v.Kind() != '"' || len(v) < 3 {
		return ""
	}
	return "about " + plural(int64(len(v)-2)/4*3, "byte")
}

// prettyBytes and prettyDepth bound what is laid out over lines: indentation grows with
// the depth of every line.
const (
	prettyBytes = 256 * timeline.KiB
	prettyDepth = 40
)

// pretty lays a value out over lines, its keys in their order; one that is very large or
// deep stays as it is.
func pretty(v rawjson.Value) string {
	depth, most, inside := 0, 0, false
	for i := 0; i < len(v); i++ {
		switch c := v[i]; {
		case inside && c == '\\':
			i++
		case c == '"':
			inside = !inside
		case inside:
		case c == '{' || c == '[':
			depth++
			most = max(most, depth)
		case c == '}' || c == ']':
			depth--
		}
	}
	var b bytes.Buffer
	if len(v) > prettyBytes || most > prettyDepth || json.Indent(&b, v, "", "  ") != nil {
		return strings.ToValidUTF8(string(v), "\uFFFD")
	}
	return strings.ToValidUTF8(b.String(), "\uFFFD")
}
