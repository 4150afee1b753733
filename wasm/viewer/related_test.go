package viewer

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"flightlog/parse/fixture"
	"flightlog/wasm/viewer/session"
)

const everyType = "s/7a5e0020-0000-4000-8000-000000000020"

var imagePlace = regexp.MustCompile(`data-image="([^"]*)"`)

// TestImages: the pictures of a prompt, of its asset and of a call are places on the page,
// and each place answers the picture's bytes; any other place is refused in a sentence.
func TestImages(t *testing.T) {
	v := showCase(t, "every-type")
	for _, route := range []string{"/events-17", "/events-18", "/events-39", "/events-67"} {
		places := imagePlace.FindAllStringSubmatch(ask(t, v, "panel", everyType+route), -1)
		if len(places) == 0 {
			t.Errorf("%s shows no picture", route)
		}
		for _, p := range places {
			if got := ask(t, v, "image", p[1]); !strings.HasPrefix(got, "\x89PNG") {
				t.Errorf("%s is %.12q", p[1], got)
			}
		}
	}
	p := v.sessions["7a5e0020-0000-4000-8000-000000000020"]
	for c := range p.Session().Calls {
		for i, b := range p.Blocks(session.Place{}, fmt.Sprintf("call-%d", c)) {
			if b.Image.Ref == "" {
				continue
			}
			if got := ask(t, v, "image", b.Image.Ref); !strings.HasPrefix(got, "\x89PNG") {
				t.Errorf("call %d, block %d: %s is %.12q", c, i, b.Image.Ref, got)
			}
		}
	}
	if strings.Contains(ask(t, v, "panel", everyType+"/events-19"), "data-image") {
		t.Error("a PDF is shown as a picture")
	}
	for _, bad := range []string{"", "image-0", everyType, everyType + "/events-17/image-0", everyType + "/events-17/image-99", everyType + "/events-17/image--1", everyType + "/events-999/image-1",
		everyType + "/call-99/image-0", everyType + "/call-x/image-0", "s/none/call-0/image-0", everyType + "/events-18/image-x", "problems/image-0"} {
		if got, err := v.Answer("image", bad); err == nil {
			t.Errorf("%q answers %d bytes", bad, len(got))
		}
	}
}

// TestImagesAreWhatTheyAre: the type that a record claims counts for nothing; an SVG is no
// picture, nor is text, nor broken base64.
func TestImagesAreWhatTheyAre(t *testing.T) {
	line := func(n, data string) string {
		return `{"type":"session.binary_asset","data":{"assetId":"a` + n + `","type":"image","mimeType":"image/png","byteLength":5,"data":"` + data + `"},"id":"` + n + `","timestamp":"2026-10-05T09:00:00.000Z"}` + "\n"
	}
	text := "x\n-- .copilot/session-state/7a5e0020-0000-4000-8000-000000000020/events.jsonl --\n" +
		line("1", "PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=") + line("2", "not base64!") + line("3", "SGVsbG8=") + line("4", "R0lGODlhAQ==")
	v, _ := show(t, fixture.Zip(t, fixture.Parse(t, "pictures", []byte(text)).Files, fixture.Shape{}))
	for i, want := range []string{"no PNG", "base64", "no PNG", ""} {
		place := everyType + "/events-" + string(rune('1'+i)) + "/image-0"
		got, err := v.Answer("image", place)
		if want == "" && (err != nil || !bytes.HasPrefix(got, []byte("GIF89a"))) || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %.12q, %v, want %q", place, got, err, want)
		}
	}
}

// TestRelated: the panel of a record names those that belong with it and are no step of
// its call.
func TestRelated(t *testing.T) {
	v := showCase(t, "every-type")
	for route, want := range map[string][]string{
		"/events-17":  {"user.message · line 17", "session.binary_asset · line 18", "session.binary_asset · line 19", "tool.execution_complete · line 39"},   // attachments
		"/events-24":  {"hook.start · line 24", "hook.end · line 25", "permission.assentDetected · line 28", "permission.contextualAuthorization · line 29"}, // its call too
		"/events-31":  {"hook.start · line 24", "permission.assentDetected · line 28", "permission.contextualAuthorization · line 29"},                       // a call
		"/events-43":  {"human_response.recorded · line 44"},                                                                                                 // line 43 is the answer of its call, and stands in the chain
		"/events-51":  {"subagent.started · line 51", "subagent.completed · line 57"},
		"/events-86":  {"session.schedule_created · line 86", "user.message · line 92", "session.schedule_cancelled · line 93"},
		"/events-103": {"session.compaction_start · line 103", "session.compaction_complete · line 104"},
		"/events-2":   nil,
	} {
		panel := ask(t, v, "panel", everyType+route)
		_, list, _ := strings.Cut(panel, "<h3>Belongs with</h3>")
		list, _, _ = strings.Cut(list, "</ol>")
		var got []string
		for _, m := range regexp.MustCompile(`<small>([^<]*)</small>`).FindAllStringSubmatch(list, -1) {
			got = append(got, m[1])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s belongs with %q, want %q", route, got, want)
		}
	}
}
