package parse

import (
	"bytes"
	"encoding/base64"
	"errors"

	"flightlog/parse/event"
	"flightlog/parse/timeline"
)

// StreamedOnly reports that an event's type is known and not meant for a log: it is there
// all the same, and shown raw.
func StreamedOnly(eventType string) bool { return event.StreamedOnly(eventType) }

// Related gives the indices of the events that belong with an event of the session, in
// file order and itself among them: those of the same call, and those that share its hook,
// asset, schedule or the like.
func (o *Opened) Related(s *timeline.Session, i int32) []int32 {
	e := &s.Events[i]
	var out []int32
	if o.open(o.record, e) {
		out = s.Threads.Related(o.record.Ties())
	}
	if e.Call != timeline.None {
		var call []int32
		for j := range s.Events {
			if s.Events[j].Call == e.Call {
				call = append(call, int32(j))
			}
		}
		out = merged(out, call)
	}
	if len(out) == 0 {
		return []int32{i}
	}
	return out
}

// merged joins two ascending lists, each entry once.
func merged(a, b []int32) []int32 {
	out := make([]int32, 0, len(a)+len(b))
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0] < b[0]:
			out, a = append(out, a[0]), a[1:]
		case len(a) == 0 || b[0] < a[0]:
			out, b = append(out, b[0]), b[1:]
		default:
			out, a, b = append(out, a[0]), a[1:], b[1:]
		}
	}
	return out
}

// ErrNoImage is the error of bytes that are no picture which the page shows.
var ErrNoImage = errors.New("its bytes are no PNG, JPEG, GIF or WebP image")

// HasImage reports whether the log holds bytes for a picture; what they are only Image says.
func (o *Opened) HasImage(s *timeline.Session, i *timeline.Image) bool {
	return i.Base64 != "" || o.asset(s, i.AssetID) != timeline.None
}

// Image gives the bytes of a picture: those in its own record, or those of the asset that
// it names in the same session. The error is of base64, or ErrNoImage.
func (o *Opened) Image(s *timeline.Session, i *timeline.Image) ([]byte, error) {
	text := i.Base64
	if at := o.asset(s, i.AssetID); text == "" && at != timeline.None && o.open(o.record, &s.Events[at]) {
		text = o.record.Str("data")
	}
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, errors.New("its bytes are not valid base64")
	}
	if !picture(data) {
		return nil, ErrNoImage
	}
	return data, nil
}

// asset gives the event that stores an asset, None when the log has none.
func (o *Opened) asset(s *timeline.Session, id string) int32 {
	for _, i := range s.Threads.Of(timeline.Tie{Thread: timeline.AssetThread, ID: []byte(id)}) {
		if s.Events[i].Type == "session.binary_asset" {
			return i
		}
	}
	return timeline.None
}

// picture knows the pictures that a page may show by how they begin. An SVG is a document
// with addresses in it, and never one of them.
func picture(data []byte) bool {
	for _, lead := range []string{"\x89PNG\r\n\x1a\n", "\xff\xd8\xff", "GIF87a", "GIF89a"} {
		if bytes.HasPrefix(data, []byte(lead)) {
			return true
		}
	}
	return len(data) > 12 && string(data[:4]) == "RIFF" && string(data[8:12]) == "WEBP"
}
