package event

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"flightlog/parse/decode/rawjson"
	"flightlog/parse/fixture"
	"flightlog/parse/timeline"
)

// FuzzDecode: a line is an event exactly where encoding/json finds an object whose type
// is a string; and an event means the same whatever the order of its keys and whatever
// unknown keys with null stand among them.
func FuzzDecode(f *testing.F) {
	for _, c := range fixture.Load(f, os.DirFS("../.."), "testdata/*/*.txtar") {
		for _, file := range c.Files {
			if strings.HasSuffix(file.Name, ".jsonl") {
				for line := range bytes.Lines(file.Data) {
					f.Add(bytes.TrimSuffix(line, []byte("\n")))
				}
			}
		}
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		r := NewRecord(64)
		var e timeline.Event
		var l timeline.Links
		err := r.Decode(line, &e, &l)
		var syntax *rawjson.SyntaxError
		if errors.As(err, &syntax) && syntax.TooDeep {
			return
		}
		if want := isEvent(line); (err == nil) != want {
			t.Fatalf("decoding gives %v; encoding/json finds an event: %v", err, want)
		}
		if err != nil {
			return
		}
		sum := r.Summary()
		if strings.TrimSpace(sum.Text) == "" {
			t.Errorf("its line says %q", sum.Text)
		}
		r.Blocks()
		other, ok := reordered(line)
		if !ok {
			return
		}
		r2 := NewRecord(64)
		var e2 timeline.Event
		var l2 timeline.Links
		if err := r2.Decode(other, &e2, &l2); err != nil {
			t.Fatalf("%v, after its keys were put in another order: %s", err, other)
		}
		if e != e2 || !reflect.DeepEqual(spell(l), spell(l2)) {
			t.Errorf("in another order it means %+v %q, not %+v %q:\n%s", e2, spell(l2), e, spell(l), other)
		}
	})
}

// isEvent is the definition by means of encoding/json. A key counts the last time it stands.
func isEvent(line []byte) bool {
	var object map[string]json.RawMessage
	if json.Unmarshal(line, &object) != nil || object == nil {
		return false
	}
	return bytes.HasPrefix(object["type"], []byte(`"`))
}

// reordered writes an object with its keys, and those of its data, in reverse order and
// unknown ones between; false where a key stands twice, for then the order counts.
func reordered(line []byte) ([]byte, bool) {
	top, ok := members(line)
	if !ok {
		return nil, false
	}
	for i := range top {
		if top[i].key == "data" && bytes.HasPrefix(top[i].value, []byte("{")) {
			inner, ok := members(top[i].value)
			if !ok {
				return nil, false
			}
			top[i].value = write(inner)
		}
	}
	return write(top), true
}

type member struct {
	key   string
	value json.RawMessage
}

func members(object []byte) ([]member, bool) {
	d := json.NewDecoder(bytes.NewReader(object))
	if _, err := d.Token(); err != nil {
		return nil, false
	}
	var out []member
	seen := map[string]bool{}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, false
		}
		m := member{key: key.(string)}
		if d.Decode(&m.value) != nil || seen[m.key] || strings.ContainsRune(m.key, '�') {
			return nil, false
		}
		seen[m.key] = true
		out = append(out, m)
	}
	return out, true
}

func write(list []member) []byte {
	var b bytes.Buffer
	b.WriteString(`{"zz-first":null`)
	for _, m := range slices.Backward(list) {
		key, _ := json.Marshal(m.key)
		b.WriteString(", ")
		b.Write(key)
		b.WriteString(" : ")
		b.Write(m.value)
		b.WriteString(`,"zz-` + strings.Trim(string(key), `"`) + `":null`)
	}
	b.WriteString("}")
	return b.Bytes()
}

// spell makes links comparable: absent and empty are told apart, bytes become text.
func spell(l timeline.Links) []string {
	var out []string
	v := reflect.ValueOf(l)
	for i := range v.NumField() {
		name := v.Type().Field(i).Name
		switch f := v.Field(i).Interface().(type) {
		case []byte:
			if f != nil {
				out = append(out, name+"="+string(f))
			}
		case []timeline.Request:
			for _, q := range f {
				out = append(out, name+"="+string(q.ID)+"/"+string(q.Tool))
			}
		default:
			data, _ := json.Marshal(f)
			out = append(out, name+"="+string(data))
		}
	}
	return out
}
