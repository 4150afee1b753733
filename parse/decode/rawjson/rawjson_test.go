package rawjson

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

const depth = 64

func TestScanNotesTwoLevels(t *testing.T) {
	d := NewDoc("data", depth)
	err := d.Scan([]byte(` {"type":"x","data":{"a":1,"b":{"c":[1,2]},"n":null,"a":2}, "id" : "i" } `))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ got, want string }{
		{string(d.Get("type")), `"x"`},
		{string(d.Get("id")), `"i"`},
		{string(d.Get("data")), `{"a":1,"b":{"c":[1,2]},"n":null,"a":2}`},
		{string(d.Get("a")), ``},
		{string(d.Inner("a")), `2`},
		{string(d.Inner("n")), ``},
		{string(d.Inner("b").Get("c")), `[1,2]`},
	} {
		if c.got != c.want {
			t.Errorf("got %s, want %s", c.got, c.want)
		}
	}
	if err := d.Scan([]byte(`{"data":{"a":1},"data":7}`)); err != nil || d.Inner("a") != nil {
		t.Errorf("the last of two equal keys counts: got %s, %v", d.Inner("a"), err)
	}
}

func TestScanSaysWhereAndWhy(t *testing.T) {
	for _, c := range []struct {
		text, reason string
		offset       int
		cut          bool
	}{
		{`{"a":"b`, "invalid JSON", 7, true},
		{`{"a":"b"`, "invalid JSON", 8, true},
		{`{"a":tru`, "invalid JSON", 8, true},
		{`{"a":"\u00`, "invalid JSON", 10, true},
		{``, "invalid JSON", 0, true},
		{`{"a":"` + "\t" + `"}`, "invalid JSON", 6, false},
		{`{"a":NaN}`, "invalid JSON", 5, false},
		{`{"a":01}`, "invalid JSON", 6, false},
		{`{"a":1,}`, "invalid JSON", 7, false},
		{`{"a":1}{"b":2}`, "invalid JSON", 7, false},
		{`[1]`, "not an object", 0, false},
		{`"x"`, "not an object", 0, false},
		{strings.Repeat(`{"a":`, depth+1), "invalid JSON", 5 * depth, false},
	} {
		err, _ := NewDoc("data", depth).Scan([]byte(c.text)).(*SyntaxError)
		if err == nil || err.Reason != c.reason || err.Offset != c.offset || err.Cut != c.cut {
			t.Errorf("%.40s: got %+v, want %s at %d, cut %v", c.text, err, c.reason, c.offset, c.cut)
		}
	}
}

func TestValues(t *testing.T) {
	for text, want := range map[string]string{
		`"a\u00e9\n"`: "aé\n", "\"\xff\"": "\uFFFD", `"\ud800x"`: "\uFFFDx", `"\ud83d\ude00"`: "😀", `12`: "",
	} {
		if got := Value(text).String(); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]int64{`12`: 12, `-3`: -3, `1e3`: 1000, `2.0`: 2} {
		if got, ok := Value(text).Int(); !ok || got != want {
			t.Errorf("%s: got %d %v", text, got, ok)
		}
	}
	for _, text := range []string{`1.5`, `1e400`, `9e18999`, `"1"`, `null`, ``} {
		if n, ok := Value(text).Int(); ok {
			t.Errorf("%s is no whole number, got %d", text, n)
		}
	}
}

// FuzzScan holds the scanner against encoding/json: the same texts are JSON, the same
// members are found, and they say the same.
func FuzzScan(f *testing.F) {
	for _, s := range []string{
		`{"type":"a","data":{"x":[1,-2.5e3,true,null,"\u00e9\\"]}}`, `{"a":1}{`, `[]`, `{"a":"` + "\x01" + `"}`,
		`{"data":{"k":{"z":{}}},"data":[]}`, "{\"a\":\"\xff\"}", `{"\u0061":1,"a":2}`, `-`, `{"a":1e}`, `{"a":"12345678\"9012345"}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		d := NewDoc("data", 1000)
		err := d.Scan(text)
		var want map[string]json.RawMessage
		ok := json.Valid(text) && json.Unmarshal(text, &want) == nil && want != nil
		if ok != (err == nil) {
			t.Fatalf("encoding/json says %v, Scan says %v", ok, err)
		}
		if err != nil {
			if se := err.(*SyntaxError); se.Offset < 0 || se.Offset > len(text) {
				t.Fatalf("offset %d outside of %d bytes", se.Offset, len(text))
			}
			return
		}
		for k, raw := range want {
			var a, b any
			if json.Unmarshal(raw, &a); a == nil {
				continue
			}
			if got := d.Get(k); json.Unmarshal(got, &b) != nil || !reflect.DeepEqual(a, b) {
				if !strings.ContainsRune(k, '\uFFFD') { // keys with invalid bytes may fold into one
					t.Fatalf("%q: got %s, want %s", k, got, raw)
				}
			}
			checkTree(t, Value(bytes.TrimSpace(raw)), a)
		}
	})
}

// checkTree compares a value walked in place with the same value decoded.
func checkTree(t *testing.T, v Value, want any) {
	switch w := want.(type) {
	case string:
		if v.String() != w {
			t.Fatalf("%s: got %q, want %q", v, v.String(), w)
		}
	case []any:
		n := 0
		for e := range v.Elements() {
			checkTree(t, e, w[n])
			n++
		}
		if n != len(w) {
			t.Fatalf("%s: %d elements, want %d", v, n, len(w))
		}
	case map[string]any:
		seen := map[string]Value{}
		for k, m := range v.Members() {
			seen[k.String()] = m
		}
		if len(seen) != len(w) {
			t.Fatalf("%s: %d members, want %d", v, len(seen), len(w))
		}
		for k, m := range seen {
			checkTree(t, m, w[k])
		}
	case float64:
		if n, ok := v.Int(); ok && float64(n) != w {
			t.Fatalf("%s: got %d", v, n)
		}
	}
}

var log = func() []byte {
	var b bytes.Buffer
	for b.Len() < 8<<20 {
		b.WriteString(`{"type":"tool.execution_complete","data":{"toolCallId":"call_0123456789abcdef01234567","success":true,"result":{"content":"`)
		b.WriteString(strings.Repeat(`line of a build that says little, at \"length\"\n`, 400))
		b.WriteString(`"},"toolTelemetry":{"metrics":{"context_token_limit":128000.0}}},"id":"15232ac3-ab32-49bc-be11-86d64d61220f","timestamp":"2026-11-30T18:18:21.698Z","parentId":null}` + "\n")
	}
	return b.Bytes()
}()

func BenchmarkScan(b *testing.B) {
	b.SetBytes(int64(len(log)))
	d := NewDoc("data", 10000)
	for b.Loop() {
		for line := range bytes.Lines(log) {
			if d.Scan(line) != nil {
				b.Fatal("bad line")
			}
		}
	}
}

func BenchmarkEncodingJSON(b *testing.B) {
	b.SetBytes(int64(len(log)))
	for b.Loop() {
		for line := range bytes.Lines(log) {
			var e struct {
				Type, ID, Timestamp, AgentID string
				Data                         json.RawMessage
			}
			if json.Unmarshal(line, &e) != nil {
				b.Fatal("bad line")
			}
		}
	}
}

// TestLoneSurrogates holds the count against encoding/json, which writes U+FFFD for each.
func TestLoneSurrogates(t *testing.T) {
	halves := []string{`\ud83d`, `\uDE00`, `\udbff`, `\udc00`, `\\`, `x`, `\ud7ff`, `\ue000`, `\n`, `u`}
	d := NewDoc("", 10)
	for n := range len(halves) * len(halves) * len(halves) {
		text := fmt.Sprintf(`{"a":"%s%s%s"}`, halves[n%10], halves[n/10%10], halves[n/100])
		var v struct{ A string }
		if err := json.Unmarshal([]byte(text), &v); err != nil || d.Scan([]byte(text)) != nil {
			t.Fatal(text, err)
		}
		want := strings.Count(v.A, "\ufffd")
		got, first := LoneSurrogates([]byte(text))
		if got != want || got > 0 && (!d.Surrogates() || text[first:first+2] != `\u`) {
			t.Errorf("%s holds %d halves alone, the first at %d (seen: %v); want %d", text, got, first, d.Surrogates(), want)
		}
	}
}
