package parse_test

// What a stranger may put into an archive: each input ends in a problem that names its
// limit, or is read, and costs no more than its table says.

import (
	"archive/tar"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"testing"

	"flightlog/parse"
	"flightlog/parse/fixture"
	"flightlog/parse/timeline"
)

const mb = 1 << 20

// ofZeros is a deflate stream of that many megabytes of zeros. Each block stands for
// itself, so that one is made and repeated.
func ofZeros(megabytes int) []byte {
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, flate.BestCompression)
	_, _ = w.Write(make([]byte, mb))
	_ = w.Flush()
	block := bytes.Clone(b.Bytes())
	b.Reset()
	_ = w.Close()
	return append(bytes.Repeat(block, megabytes), b.Bytes()...)
}

// record is one file of a zip that is written as its claims say, true or not.
type record struct {
	name             string
	data             []byte // packed, nil for one that has no header of its own
	method           uint16
	packed, unpacked uint32
	at               int // of the header, for one without its own
}

// rawZip writes records and a directory that says what they claim.
func rawZip(records ...record) []byte {
	var b, dir []byte
	le := binary.LittleEndian
	for _, r := range records {
		at := r.at
		if r.data != nil {
			at = len(b)
			b = append(b, "PK\x03\x04\x14\x00\x00\x00"...)
			b = le.AppendUint16(b, r.method)
			b = le.AppendUint32(append(b, 0, 0, 0x41, 0x5d), 0)
			b = le.AppendUint32(le.AppendUint32(b, r.packed), r.unpacked)
			b = le.AppendUint16(le.AppendUint16(b, uint16(len(r.name))), 0)
			b = append(append(b, r.name...), r.data...)
		}
		dir = append(dir, "PK\x01\x02\x14\x00\x14\x00\x00\x00"...)
		dir = le.AppendUint16(dir, r.method)
		dir = le.AppendUint32(append(dir, 0, 0, 0x41, 0x5d), 0)
		dir = le.AppendUint32(le.AppendUint32(dir, r.packed), r.unpacked)
		dir = le.AppendUint16(dir, uint16(len(r.name)))
		dir = append(dir, make([]byte, 12)...)
		dir = append(le.AppendUint32(dir, uint32(at)), r.name...)
	}
	end := append([]byte("PK\x05\x06"), 0, 0, 0, 0)
	end = le.AppendUint16(le.AppendUint16(end, uint16(len(records))), uint16(len(records)))
	end = le.AppendUint32(le.AppendUint32(end, uint32(len(dir))), uint32(len(b)))
	return append(append(b, dir...), append(end, 0, 0)...)
}

func logOf(n int) string {
	return fmt.Sprintf(".copilot/session-state/7a5e0000-0000-4000-8000-%012d/events.jsonl", n)
}

func bombs() map[string]hostile {
	zeros := ofZeros(200)
	size := uint32(len(zeros))
	overlapping := []record{{name: logOf(0), data: zeros, method: 8, packed: size, unpacked: 200 * mb}}
	for i := range 2000 {
		overlapping = append(overlapping, record{name: logOf(i + 1), method: 8, packed: size - uint32(i), unpacked: 200 * mb, at: i})
	}
	inner := rawZip(record{name: logOf(0), data: zeros, method: 8, packed: size, unpacked: 200 * mb})
	nested := rawZip(record{name: ".copilot/session-state/7a5e0000-0000-4000-8000-000000000000/files/inner.zip", data: inner, packed: uint32(len(inner)), unpacked: uint32(len(inner))})
	small := []byte(`{"type":"user.message","data":{"content":"x"}}`)
	return map[string]hostile{
		"zip: 200 MB of zeros in 200 kB":          {zip: rawZip(overlapping[0]), code: timeline.Limit, says: "unpacks to more than 67,108,864 bytes", most: 512 * mb},
		"zip: a claim of 4 GiB, packed and not":   {zip: rawZip(record{name: logOf(0), data: small, packed: 0xfffffffe, unpacked: 0xfffffffe}), code: timeline.Limit, says: "more than 3221225472 would be held", most: 4 * mb},
		"zip: a claim of 0 bytes":                 {zip: rawZip(record{name: logOf(0), data: zeros, method: 8, packed: size}), code: timeline.Limit, says: "unpacks to more than 67,108,864 bytes", most: 512 * mb},
		"zip: 2,000 files in the bytes of one":    {zip: rawZip(overlapping...), code: timeline.Limit, says: "shares its bytes with another file", most: 600 * mb},
		"zip: a bomb inside a file of the agent":  {zip: nested, most: 4 * mb},
		"zip: itself, inside a file of the agent": {zip: quine(), most: 4 * mb},
		"zip: 70,000 files":                       {zip: many(70_000), most: 700 * mb},
		"zip: 210,000 files":                      {zip: many(210_000), code: timeline.Limit, says: "lists more than 200,000 files", most: 1500 * mb},
		"gzip: a gzip in a gzip, 50 deep":         {zip: gzips(50), refused: "holds no tar archive", says: "holds no tar archive", most: 16 * mb},
		"tar.gz: 200 MB of zeros in 200 kB":       {zip: gzipBomb(200), code: timeline.Limit, says: "The gzip file unpacks to more than 67,108,864 bytes", most: 512 * mb},
	}
}

// quine is a home that holds a zip of the home before it, twenty times over.
func quine() []byte {
	home := rawZip(record{name: ".copilot/q.zip", data: []byte("q"), packed: 1, unpacked: 1})
	for range 20 {
		home = rawZip(record{name: ".copilot/q.zip", data: home, packed: uint32(len(home)), unpacked: uint32(len(home))})
	}
	return home
}

// gzips is a text packed again and again.
func gzips(deep int) []byte {
	data := []byte("the end")
	for range deep {
		var out bytes.Buffer
		z := gzip.NewWriter(&out)
		_, _ = z.Write(data)
		_ = z.Close()
		data = out.Bytes()
	}
	return data
}

// colliding are keys that the common hashes of strings, 31 or 33 times what came before, take
// for one: "Aa" and "BB" for the one, "Ez" and "FY" for the other.
func colliding(n int) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := range n {
			var key strings.Builder
			for bit := range 17 {
				key.WriteString([]string{"Aa", "BB", "Ez", "FY"}[i>>bit&1+bit%2*2])
			}
			if !yield(key.String()) {
				return
			}
		}
	}
}

// many is a home of that many files, half of them empty logs.
func many(n int) []byte {
	files := make([]fixture.File, n)
	for i := range files {
		files[i].Name = logOf(i / 2)
		if i%2 == 1 {
			files[i].Name = strings.Replace(files[i].Name, "events.jsonl", "files/a", 1)
		}
	}
	return fixture.Zip(new(testing.T), files, fixture.Shape{Stored: true})
}

// gzipBomb is a tar.gz of one log of zeros.
func gzipBomb(megabytes int) []byte {
	var head, out bytes.Buffer
	_ = tar.NewWriter(&head).WriteHeader(&tar.Header{Name: logOf(0), Typeflag: tar.TypeReg, Size: int64(megabytes) * mb, Mode: 0o600})
	z := gzip.NewWriter(&out)
	_, _ = z.Write(head.Bytes())
	_ = z.Close()
	zeros := ofZeros(megabytes) // a second member, whose checksum nobody comes to
	out.Write([]byte("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03"))
	out.Write(zeros)
	out.Write(make([]byte, 8))
	return out.Bytes()
}

// hostile is one input and what must come of it.
type hostile struct {
	zip  []byte
	code timeline.Code // that one of its problems has, "" where all of it is read
	says string        // in that problem's sentence
	most uint64        // bytes that may be allocated

	refused string // in the error, for one of which nothing is shown
}

// endure opens an input, asks for the words of what it holds, and looks for the problem.
func endure(t *testing.T, name string, in hostile) {
	t.Helper()
	if fixture.Handed(t, name, in.zip, in.says) {
		return
	}
	var o *parse.Opened
	var err error
	fixture.Spent(t, name, in.most, func() {
		o, err = parse.Open(bytes.NewReader(in.zip), int64(len(in.zip)), "hostile.zip", parse.Options{})
		if err != nil {
			return
		}
		for _, s := range o.Sessions {
			for i := range s.Events[:min(len(s.Events), 50)] {
				o.Summary(s, &s.Events[i])
				o.Blocks(s, &s.Events[i])
			}
		}
		_ = o.Rows(parse.RowOptions{}, func(*timeline.Row) error { return nil })
	})
	if err != nil {
		if in.refused == "" || !strings.Contains(err.Error(), in.refused) {
			t.Errorf("%s: %v", name, err)
		}
		return
	}
	noInternalProblem(t, o)
	found := in.code == ""
	for i := range o.Problems {
		found = found || o.Problems[i].Code == in.code && strings.Contains(o.Problems[i].Message, in.says)
	}
	if !found {
		t.Errorf("%s: no problem %s with %q among %s", name, in.code, in.says, firstProblems(o))
	}
}

func firstProblems(o *parse.Opened) string {
	var out []string
	for i := range o.Problems[:min(len(o.Problems), 5)] {
		out = append(out, string(o.Problems[i].Code)+": "+o.Problems[i].Message)
	}
	return strings.Join(out, "\n")
}

func TestHostileArchives(t *testing.T) {
	for name, in := range bombs() {
		endure(t, name, in)
	}
}

// TestHostileLogs: lines that are long, deep, wide, or made to be slow.
func TestHostileLogs(t *testing.T) {
	home := func(log string) []byte {
		return fixture.Zip(t, []fixture.File{{Name: logOf(0), Data: []byte(log)}}, fixture.Shape{Stored: true})
	}
	event := func(data string) string { return `{"type":"user.message","data":` + data + "}\n" }
	var keys, same, ids, flood strings.Builder
	for i := range 1_000_000 {
		fmt.Fprintf(&keys, `,"k%d":%d`, i, i)
		same.WriteString(`,"k":1`)
	}
	for i := range 200_000 {
		fmt.Fprintf(&ids, `{"type":"tool.execution_start","id":"%d","data":{"toolCallId":"c","toolName":"bash"}}`+"\n", i%3)
	}
	for key := range colliding(100_000) {
		fmt.Fprintf(&flood, `,%q:1`, key)
	}
	tool := func(name, arguments, result string) string {
		return `{"type":"tool.execution_start","data":{"toolCallId":"c","toolName":"` + name + `","arguments":` + arguments + "}}\n" +
			`{"type":"tool.execution_complete","data":{"toolCallId":"c","success":true,"result":{"content":` + result + "}}}\n"
	}
	numbers := ""
	for _, n := range []string{"1e999999999", "-1e999999999", "99999999999999999999999999", "-0", "0.0000000000000000000001e-999", strings.Repeat("9", 100_000)} {
		numbers += `{"type":"tool.execution_complete","timestamp":` + n + `,"data":{"toolCallId":"c","shellExecution":{"exitCode":` + n + `},"success":` + n + `,"durationMs":` + n + `}}` + "\n"
		numbers += `{"type":"session.error","data":{"statusCode":` + n + `,"message":"m"}}` + "\n"
	}
	for name, in := range map[string]hostile{
		"log: a line of 100 MB":                    {zip: home(event(`{"content":"` + strings.Repeat("a", 100*mb) + `"}`)), most: 1200 * mb},
		"log: a line of 260 MB":                    {zip: home(event(`{"content":"` + strings.Repeat("a", 260*mb) + `"}`)), code: timeline.Limit, says: "more than the limit of 268435456", most: 1400 * mb},
		"log: 1,000 deep, which is read":           {zip: home(event(strings.Repeat("[", 990) + strings.Repeat("]", 990))), most: 16 * mb},
		"log: 10,000 deep":                         {zip: home(event(strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000))), code: timeline.Limit, says: "nested deeper than 1000 levels", most: 16 * mb},
		"log: a million brackets that never close": {zip: home(event(strings.Repeat("[", 1_000_000))), code: timeline.Limit, says: "nested deeper than 1000 levels", most: 64 * mb},
		"log: a million keys":                      {zip: home(event(`{"content":"x"` + keys.String() + "}")), most: 1500 * mb},
		"log: one key a million times":             {zip: home(event(`{"content":"x"` + same.String() + "}")), most: 1500 * mb},
		"log: 200,000 records of one call, 3 ids":  {zip: home(ids.String()), most: 800 * mb},
		"log: 100,000 keys of one hash":            {zip: home(event(`{"content":"x"` + flood.String() + "}")), most: 400 * mb},
		"log: 100,000 arguments of one hash":       {zip: home(tool("nobody", `{"x":1`+flood.String()+"}", `"ok"`)), most: 900 * mb},
		"patch: 50,000 files":                      {zip: home(tool("apply_patch", strconv.Quote("*** Begin Patch\n"+strings.Repeat("*** Update File: a\n@@ x\n-a\n+b\n", 50_000)+"*** End Patch"), `"ok"`)), most: 900 * mb},
		"patch: a hunk of 200,000 lines, no file":  {zip: home(tool("apply_patch", strconv.Quote("*** Begin Patch\n*** Update File: a\n"+strings.Repeat("@@\n-a\n a\n", 66_000)), `"ok"`)), most: 900 * mb},
		"patch: lines that claim 2^63":             {zip: home(tool("bash", `{"command":"git diff"}`, strconv.Quote("diff --git a/x b/x\n--- a/x\n+++ b/x\n"+strings.Repeat("@@ -1,9223372036854775807 +18446744073709551616,1 @@\n-a\n+b\n", 20_000)))), most: 900 * mb},
		"log: numbers that overflow":               {zip: home(numbers), most: 16 * mb},
		"log: a million lines of one byte":         {zip: home(strings.Repeat("{\n", 1_000_000)), code: timeline.CutLine, most: 1000 * mb},
		"log: 20 MB of open quotes":                {zip: home(strings.Repeat(`{"a":"`, 20*mb/6)), code: timeline.BadLine, most: 400 * mb},
	} {
		endure(t, name, in)
	}
}

// TestHostileDocuments: the small files of a home.
func TestHostileDocuments(t *testing.T) {
	home := func(name, text string) []byte {
		return fixture.Zip(t, []fixture.File{{Name: ".copilot/" + name, Data: []byte(text)}, {Name: logOf(0), Data: []byte(`{"type":"abort"}`)}}, fixture.Shape{Stored: true})
	}
	const workspace = "session-state/7a5e0000-0000-4000-8000-000000000000/workspace.yaml"
	var servers strings.Builder
	for key := range colliding(100_000) {
		fmt.Fprintf(&servers, `,%q:{"command":"x"}`, key)
	}
	laughs := "a: &a [x,x,x,x,x,x,x,x,x]\n"
	for c := 'b'; c <= 'z'; c++ {
		laughs += fmt.Sprintf("%c: &%c [*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c]\n", c, c, c-1, c-1, c-1, c-1, c-1, c-1, c-1, c-1, c-1)
	}
	for name, in := range map[string]hostile{
		"yaml: nine to the 26th of aliases": {zip: home(workspace, laughs+"name: still read\n"), most: 16 * mb},
		"yaml: an alias of itself":          {zip: home(workspace, "name: &a [*a]\n"), most: 4 * mb},
		"yaml: tags":                        {zip: home(workspace, "name: !!binary aGk=\nid: !!python/object/apply:os.system [ls]\ncwd: !!float x\nbranch: !<tag:x,2000:y> z\n"), most: 4 * mb},
		"yaml: 100,000 deep":                {zip: home(workspace, "name: "+strings.Repeat("[", 100_000)), code: timeline.BadYAML, most: 200 * mb},
		"yaml: 100,000 steps in a line":     {zip: home(workspace, "name:\r"+strings.Repeat("- ", 100_000)+"a"), code: timeline.BadYAML, most: 200 * mb},
		"yaml: a megabyte of keys":          {zip: home(workspace, strings.Repeat("k: v\n", mb/5)), most: 200 * mb},
		"yaml: 17 MB":                       {zip: home(workspace, strings.Repeat("# long\n", 17*mb/7)), most: 32 * mb, code: timeline.Limit, says: "1,048,576"},
		"json: 100,000 deep":                {zip: home("command-history-state.json", strings.Repeat("[", 100_000)), code: timeline.BadJSON, says: "nested deeper", most: 16 * mb},
		"json: 100,000 servers of one hash": {zip: home("mcp-config.json", `{"mcpServers":{`+strings.TrimPrefix(servers.String(), ",")+`}}`), most: 900 * mb},
		"json: 17 MB":                       {zip: home("settings.json", strings.Repeat(" ", 17*mb)), code: timeline.Limit, says: "16,777,216", most: 100 * mb},
		"json: a comment of 15 MB":          {zip: home("settings.json", "/*"+strings.Repeat("*", 15*mb)+"/{}"), most: 200 * mb},
		"json: a comment that never ends":   {zip: home("settings.json", "{/*"+strings.Repeat("/*", 7*mb)), code: timeline.BadJSON, most: 200 * mb},
		"json: a million permissions":       {zip: home("permissions-config.json", `{"locations":{"/x":{"tool_approvals":[`+strings.Repeat(`{"kind":"write"},`, 900_000)+`]}}}`), most: 2500 * mb},
		"history: a million prompts":        {zip: home("command-history-state.json", `{"commandHistory":[`+strings.Repeat(`"x",`, 1_000_000)+`]}`), most: 2200 * mb},
	} {
		endure(t, name, in)
	}
}

// TestLimitsCanBeRaised: with higher limits what was left out is read.
func TestLimitsCanBeRaised(t *testing.T) {
	zeros := ofZeros(200)
	zip := rawZip(record{name: logOf(0), data: zeros, method: 8, packed: uint32(len(zeros)), unpacked: 200 * mb})
	lim := timeline.DefaultLimits()
	lim.FreeBytes, lim.Ratio = 4*mb, 20
	held := func(times int) int {
		o, err := parse.Open(bytes.NewReader(zip), int64(len(zip)), "x.zip", parse.Options{Limits: lim.Raised(times)})
		if err != nil {
			t.Fatal(err)
		}
		return len(o.Sources[0].Held)
	}
	if one, four, plenty := held(1), held(2), held(100); one != 4*mb || four <= one || plenty != 200*mb {
		t.Errorf("%d bytes are read, with twice the limits %d, with a hundred times %d", one, four, plenty)
	}
	top := timeline.DefaultLimits().Raised(1 << 40)
	if top.LineBytes != 1<<31-1 || top.Depth != timeline.DefaultLimits().Depth || top.EntryBytes <= timeline.DefaultLimits().EntryBytes {
		t.Errorf("raised without end: %+v", top)
	}
}
