package e2e

import (
	"encoding/json"
	"testing"
)

// png is a picture of one red pixel, and script a picture that is a document.
const (
	png    = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
	script = "PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciPjxzY3JpcHQ+YWxlcnQoMSk8L3NjcmlwdD48L3N2Zz4="
)

// The pictures of a prompt and of an MCP result are shown from the log's own bytes, served
// or from disk; what only claims to be one is words, and the browser makes no request.
func TestImages(t *testing.T) {
	t.Parallel()
	log := ""
	add := func(kind string, data any) {
		line, err := json.Marshal(map[string]any{"type": kind, "id": kind, "timestamp": "2026-10-05T09:00:00.000Z", "data": data})
		if err != nil {
			t.Fatal(err)
		}
		log += string(line) + "\n"
	}
	type object map[string]any
	add("user.message", object{"content": "Look", "attachments": []object{{"displayName": "chart.png", "assetId": "a", "mimeType": "image/png"}, {"displayName": "gone.png", "assetId": "b", "mimeType": "image/png"}}})
	add("session.binary_asset", object{"assetId": "a", "type": "image", "mimeType": "image/png", "data": png})
	add("tool.execution_start", object{"toolCallId": "c", "toolName": "chart"})
	add("tool.execution_complete", object{"toolCallId": "c", "success": true, "result": object{"contents": []object{{"type": "image", "mimeType": "image/png", "data": png}, {"type": "image", "mimeType": "image/svg+xml", "data": script}}}})
	const session = "7a5e0099-0000-4000-8000-000000000099"
	home := saved(t, "pictures.zip", zipOf(t, member{".copilot/session-state/" + session + "/events.jsonl", log}))

	for _, url := range []string{newSite(t).url, fileURL()} {
		b := openArchive(t, url, home)
		b.follow("#/s/" + session + "/events/events-1")
		b.wait("the prompt's picture", `document.querySelector('.panel .picture img')?.naturalWidth === 1`)
		b.see(".panel .out", "The bytes of this image are not in the log.")
		b.follow("#/s/" + session + "/events/events-4")
		b.wait("the result's picture", `document.querySelector('.panel .picture img')?.naturalWidth === 1`)
		b.see(".panel .picture", "This image cannot be shown: its bytes are no PNG, JPEG, GIF or WebP image.")
		if n := js[int](b, `document.querySelectorAll('.panel img').length`); n != 1 {
			t.Errorf("%d pictures are shown, want 1", n)
		}
		b.quiet()
	}
}
