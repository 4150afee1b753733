package components

import (
	"os"
	"strings"
	"testing"
)

func sampleIntro() Intro {
	return Intro{Text: "Every shell command in the order of the log.", Facts: []string{"2 commands", "1 failed"}, Copy: "s/5e55a0a1/shell", Words: "Copy as a script"}
}

func sampleRaw() []RawRow {
	return []RawRow{
		{Index: 0, Line: 1, Key: "events-1", Href: "#/s/5e55a0a1/raw/events-1", Type: "session.start", Look: "system", Bytes: 420, Text: `{"type":"session.start","data":{`, Cut: true},
		{Index: 1, Line: 2, Type: "blank", Look: "system", Bytes: 1},
		{Index: 2, Line: 3, Key: "events-3", Also: "problem-0", Href: "#/s/5e55a0a1/raw/events-3", Type: "user.message and 1 more", Look: "user", Bytes: 12_345, Text: `{"type":"user.message"`, Cut: true, Tags: []Tag{{Text: "glued-object"}}},
		{Index: 3, Line: 4, Key: "problem-1", Href: "#/s/5e55a0a1/raw/problem-1", Type: "not a record", Look: "bad", Bytes: 58, Text: `{"type":"user.mess`, Tags: []Tag{{Text: "cut-line", Tone: Bad}}},
	}
}

// The page leaves as much room for a line of a log as the style gives it.
func TestRawRowHeight(t *testing.T) {
	css, err := os.ReadFile("../web/app.css")
	if err != nil {
		t.Fatal(err)
	}
	if _, rest, ok := strings.Cut(string(css), "\n.ln { "); !ok || !strings.Contains(rest[:strings.IndexByte(rest, '}')], "height: "+num(RawRowHeight)+"px") {
		t.Errorf("app.css gives no line of a log %d px", RawRowHeight)
	}
}
