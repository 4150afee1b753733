package artifact

import (
	"reflect"
	"testing"
)

func TestSnapshots(t *testing.T) {
	got := Snapshots([]byte(`{"schema":1,"snapshots":[
		{"timestamp":"2026-10-06T09:00:02.000Z","userMessage":"fix it","files":{
			"bb":{"path":"/p/b.go","linesAdded":2,"linesRemoved":0,"preimage":{"kind":"content","contentHash":"aa","backupFile":"aa"},"postimage":{"kind":"content","contentHash":"cc"}},
			"aa":{"path":"/p/a.go","linesAdded":-4,"linesRemoved":"x","preimage":{"kind":"absent"},"postimage":null}}},
		{"userMessage":7,"files":[]}, 3]}`))
	want := []Snapshot{
		{Time: "2026-10-06T09:00:02.000Z", Prompt: "fix it", Files: []SnapshotFile{
			{Path: "/p/b.go", Added: 2, Before: SnapshotImage{"content", "aa", "aa"}, After: SnapshotImage{Kind: "content", Hash: "cc"}},
			{Path: "/p/a.go", Added: -1, Removed: -1, Before: SnapshotImage{Kind: "absent"}}}},
		{}, {},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	for _, text := range []string{"", "{", "[]", `{"snapshots":{}}`} {
		if got := Snapshots([]byte(text)); len(got) != 0 {
			t.Errorf("%q has %d snapshots", text, len(got))
		}
	}
}
