package event

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"flightlog/parse/timeline"
)

// typeKeys reads testdata/types.txt: the data keys of every event type by its class, which
// is P, E or N.
func typeKeys(t testing.TB) map[string]map[string][]string {
	t.Helper()
	text, err := os.ReadFile("testdata/types.txt")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]map[string][]string{"P": {}, "E": {}, "N": {}}
	for line := range strings.Lines(string(text)) {
		if f := strings.Fields(line); f[0] != "#" {
			out[f[0]][f[1]] = f[2:]
		}
	}
	return out
}

// TestTable: the table has every type that the list beside the repository has, in the same
// class, and every key of it.
func TestTable(t *testing.T) {
	spec, err := os.ReadFile("../../../shared/spec/EVENTS.md")
	if err != nil {
		t.Skip("../shared/spec/EVENTS.md is not here")
	}
	table := typeKeys(t)
	n := 0
	for _, m := range regexp.MustCompile("(?m)^- `([^`]+)` \\[([PE])\\] \\([^)]*\\): (.*)$").FindAllStringSubmatch(string(spec), -1) {
		n++
		keys, ok := table[m[2]][m[1]]
		if !ok {
			t.Errorf("the table lacks %s of class %s", m[1], m[2])
		}
		for _, key := range regexp.MustCompile(`[A-Za-z]\w+`).FindAllString(strings.NewReplacer("(none)", "", "(union)", "").Replace(m[3]), -1) {
			if !slices.Contains(keys, key) {
				t.Errorf("the table lacks the key %s of %s", key, m[1])
			}
		}
	}
	if n < 160 {
		t.Errorf("only %d types were found in the list", n)
	}
}

// TestRegistry: what may stand in a log is understood, what is streamed only is known as
// such, and nothing else is claimed.
func TestRegistry(t *testing.T) {
	keys := typeKeys(t)
	for class, types := range keys {
		for typ := range types {
			if understood := registry[typ] != nil; understood != (class != "E") {
				t.Errorf("%s is of class %s; it has a stanza: %v", typ, class, understood)
			}
			if StreamedOnly(typ) != (class == "E") {
				t.Errorf("%s is of class %s; it counts as streamed only: %v", typ, class, StreamedOnly(typ))
			}
		}
	}
	if got, want := len(Types()), len(keys["P"])+len(keys["N"]); got != want {
		t.Errorf("%d types are registered, the table has %d", got, want)
	}
	for typ := range streamed {
		if keys["E"][typ] == nil {
			t.Errorf("%s counts as streamed only, and is in no table", typ)
		}
	}
}

// shapes are the keys whose value is no string, with one that the CLI writes.
var shapes = map[string]string{
	"toolRequests": `[{"toolCallId":"c1","name":"bash","arguments":{"command":"ls"},"type":"function"}]`, "success": "true",
	"arguments": `{"command":"ls"}`, "result": `{"kind":"approved","content":"out","detailedContent":"longer out"}`, "error": `{"code":"failure","message":"no"}`,
	"permissionRequest": `{"kind":"shell","toolCallId":"c1","fullCommandText":"ls","intention":"List"}`, "context": `{"cwd":"/srv","branch":"main"}`,
	"usage": `{"model":"m","inputTokens":1}`, "codeChanges": `{"filesModified":["a"],"linesAdded":1,"linesRemoved":2}`, "shellExecution": `{"exitCode":3}`,
	"modelCall": `{"model":"m"}`, "message": `{"content":"text"}`, "reasoningBlocks": `{"blocks":[{"summary":[{"type":"t","text":"why"}]}]}`, "statusCode": "429",
	"response": `{"responseKind":"ask_user","content":"yes"}`, "preCompactionTokens": "90000", "postCompactionTokens": "1", "messagesRemoved": "2", "totalToolCalls": "1",
	"messagesRemovedDuringTruncation": "3", "isUserRequested": "true", "isAutopilotContinuation": "false", "id": "1", "input": "{}", "tools": `["a"]`,
}

// flavours give the value of a key in ways in which a log may hold it.
var flavours = []struct {
	name  string
	value func(key string) string
}{
	{"as written", func(k string) string {
		if v, ok := shapes[k]; ok {
			return v
		}
		return `"` + k + `"`
	}},
	{"strings", func(k string) string { return `"the ` + k + `"` }},
	{"nulls", func(string) string { return "null" }},
	{"numbers", func(string) string { return "-1.5e3" }},
	{"booleans", func(string) string { return "false" }},
	{"empty strings", func(string) string { return `""` }},
	{"blank strings", func(string) string { return `" \n\t"` }},
	{"arrays", func(string) string { return `[1,"x",null,{"toolCallId":7}]` }},
	{"numbers in objects", func(string) string {
		return `{"a":1,"enum":[1],"path":{"b":{"c":{"d":{"e":[]}}}},"content":{"x":null}}`
	}},
	{"huge numbers", func(string) string { return "1e308" }},
	{"negative numbers", func(string) string { return "-9223372036854775808" }},
	{"deep", func(string) string { return strings.Repeat(`{"content":[`, 25) + strings.Repeat(`]}`, 25) }},
	{"elided", func(string) string {
		return `{"toolResult":{"a":"[copilot:elided ","b":"[copilot:elided x"},"toolCalls":[{"id":1,"name":null}]}`
	}},
	{"parts", func(string) string {
		return `{"content":"Output too large to read at once (","contents":[null,{"type":"image","data":""},{"type":"resource"},{"type":"text"},{}],"binaryResultsForLlm":[{"type":7}],"sources":[{},null],"spans":[{"startIndex":-1,"endIndex":9,"references":[{}]}],"kind":"mcp"}`
	}},
	{"objects", func(string) string { return `{"toolCallId":{},"kind":[],"content":0,"message":null,"":""}` }},
}

// TestEveryType decodes every type with all its keys, with none and without data, and in
// every kind of value: it keeps its type and kind, says something, leaves the bytes alone
// and means the same in another order of its keys.
func TestEveryType(t *testing.T) {
	for _, types := range typeKeys(t) {
		for typ, keys := range types {
			lines := map[string]string{"without data": fmt.Sprintf(`{"type":%q}`, typ), "null data": fmt.Sprintf(`{"type":%q,"data":null,"id":null,"agentId":null,"timestamp":null}`, typ),
				"empty data": fmt.Sprintf(`{"type":%q,"data":{}}`, typ), "a string for data": fmt.Sprintf(`{"type":%q,"data":"text"}`, typ), "an array for data": fmt.Sprintf(`{"type":%q,"data":[{}]}`, typ)}
			for _, f := range flavours {
				var members []string
				for _, k := range keys {
					members = append(members, fmt.Sprintf("%q:%s", k, f.value(k)))
				}
				lines[f.name] = fmt.Sprintf(`{"timestamp":"2026-10-01T09:00:00.000Z","data":{%s},"type":%q}`, strings.Join(members, ","), typ)
			}
			for name, line := range lines {
				sound(t, typ+", "+name, line, typ)
			}
		}
	}
}

// sound decodes a line of a type and asks for all its words.
func sound(t *testing.T, name, line, typ string) {
	t.Helper()
	in := []byte(line)
	r := NewRecord(64)
	var e timeline.Event
	var l timeline.Links
	if err := r.Decode(in, &e, &l); err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	kind := timeline.Unknown
	if spec := registry[typ]; spec != nil {
		kind = spec.Kind
	}
	if e.Type != typ || e.Kind != kind || StreamedOnly(typ) != (kind == timeline.Unknown) {
		t.Errorf("%s: became %s of kind %s", name, e.Type, e.Kind)
	}
	sum, blocks := r.Summary(), r.Blocks()
	if text := sum.Text; strings.TrimSpace(text) == "" || strings.ContainsAny(text, "\n\r") || strings.Contains(text, "%!") || strings.Contains(text, "()") {
		t.Errorf("%s: its line says %q", name, text)
	}
	if StreamedOnly(typ) && !strings.HasSuffix(sum.Text, "streamed only, not meant for the log") {
		t.Errorf("%s: its line says %q", name, sum.Text)
	}
	for _, b := range blocks {
		if len(b.Columns) == 0 != (b.Kind != timeline.GridBlock) {
			t.Errorf("%s: the block %q has %d columns", name, b.Title, len(b.Columns))
		}
		for _, row := range b.Rows {
			if len(row) != len(b.Columns) {
				t.Errorf("%s: a row of %q has %d cells under %d heads", name, b.Title, len(row), len(b.Columns))
			}
		}
	}
	if other, ok := reordered(in); ok {
		r2 := NewRecord(64)
		var e2 timeline.Event
		var l2 timeline.Links
		if err := r2.Decode(other, &e2, &l2); err != nil || e2 != e || !reflect.DeepEqual(spell(l2), spell(l)) || r2.Summary() != sum {
			t.Errorf("%s: in another order it means %+v %q (%v)", name, e2, r2.Summary().Text, err)
		}
	}
	for _, p := range []Parts{{Request: r}, {Start: r}, {Result: r}, {Request: r, Start: r, Result: r, Slot: 5}} {
		for _, tool := range []string{"", "bash", "edit", "create", "apply_patch", "task"} {
			if p.Summary(tool).Text == "" {
				t.Errorf("%s: a call of %q says nothing", name, tool)
			}
			p.Blocks(tool)
		}
	}
	if !bytes.Equal(in, []byte(line)) {
		t.Errorf("%s: decoding changed the line", name)
	}
	if !json.Valid(in) {
		t.Errorf("%s: the test wrote no JSON: %s", name, line)
	}
}

// TestUnknownType: a type without a stanza is kept under its own name.
func TestUnknownType(t *testing.T) {
	for _, typ := range []string{"someday.invented", "model.someday", "user.Message", strings.Repeat("long ", 300)} {
		r := NewRecord(64)
		var e timeline.Event
		var l timeline.Links
		line, _ := json.Marshal(map[string]any{"type": typ, "data": map[string]any{"a": 1, "toolCallId": "c"}, "agentId": "agent"})
		if err := r.Decode(line, &e, &l); err != nil || e.Type != typ || e.Kind != timeline.Unknown || l.Part != timeline.NoPart || string(l.Agent) != "agent" {
			t.Errorf("%.30q: %v, %.30q of kind %s, links %+v", typ, err, e.Type, e.Kind, l)
		}
		if s := r.Summary().Text; s == "" || len(s) > 4*lineRunes {
			t.Errorf("%.30q: its line has %d bytes", typ, len(s))
		}
	}
}
