package diagnose

import (
	"encoding/json"
	"errors"
	"iter"
	"strconv"
	"strings"
	"unicode/utf8"

	"flightlog/parse/secret"
	"flightlog/parse/timeline"
)

// record is the evidence that one record gives.
func (k *run) record(s *timeline.Session, e *timeline.Event, text string) Evidence {
	return Evidence{Session: s.ID, Home: s.Home, Link: k.link(e), Source: e.Source, Line: e.Line, Offset: e.Offset, Text: shorten(text)}
}

// said is the evidence that a record gives by its own line.
func (k *run) said(s *timeline.Session, e *timeline.Event) Evidence {
	return k.record(s, e, k.reader.Summary(s, e).Text)
}

// call is the evidence that a tool call gives: its result where there is one.
func (k *run) call(s *timeline.Session, c *timeline.Call, text string) Evidence {
	at := c.First()
	if c.Result != timeline.None {
		at = c.Result
	}
	return k.record(s, &s.Events[at], text)
}

// session is the evidence that a session as a whole gives.
func (k *run) session(s *timeline.Session, text string) Evidence {
	return Evidence{Session: s.ID, Home: s.Home, Source: timeline.None, Text: shorten(text)}
}

// stated is the evidence that a fact gives.
func (k *run) stated(f *timeline.Fact) Evidence {
	return Evidence{Session: f.Session, Home: f.Home, Source: f.Source, Line: f.Line, Offset: f.Offset, Text: shorten(f.Text)}
}

// link is a record's link id, as the page's addresses spell it.
func (k *run) link(e *timeline.Event) string {
	kind, line := k.Sources[e.Source].Kind, strconv.FormatInt(e.Line, 10)
	switch {
	case e.Has(timeline.Repaired):
		return kind + "-" + line + "@" + strconv.FormatInt(e.Offset, 10)
	case e.Has(timeline.FromStore):
		return kind + "-" + e.Type + ":" + line
	}
	return kind + "-" + line
}

// events gives the records of a session's own log that it did not copy from another.
func (k *run) events(s *timeline.Session) iter.Seq2[int32, *timeline.Event] {
	copied := k.copied(s)
	return func(yield func(int32, *timeline.Event) bool) {
		for i := range s.Events {
			if !k.step(0) || !copied[int32(i)] && !yield(int32(i), &s.Events[i]) {
				return
			}
		}
	}
}

// calls gives the calls of a session that it did not copy from another. What a rule does
// with one is bounded by the call's result, so that is what it counts for.
func (k *run) calls(s *timeline.Session) iter.Seq[*timeline.Call] {
	copied := k.copied(s)
	return func(yield func(*timeline.Call) bool) {
		for i := range s.Calls {
			c, size := &s.Calls[i], 0
			if c.Result != timeline.None {
				size = int(s.Events[c.Result].Length)
			}
			if !k.step(size) || !copied[c.First()] && !yield(c) {
				return
			}
		}
	}
}

// line is what the rules read of a record themselves. Everything else they learn from the
// timeline or from a summary.
type line struct {
	ID          string `json:"id"`
	UserMessage string `json:"user_message"`       // of a row of the store's turns
	Response    string `json:"assistant_response"` // likewise
	Data        struct {
		ErrorType  string `json:"errorType"`
		StatusCode int    `json:"statusCode"`
		Message    string `json:"message"`
		Content    string `json:"content"`
		Cause      string `json:"cause"`
		Removed    *int   `json:"messagesRemovedDuringTruncation"`
		NewMode    string `json:"newMode"`
		Mode       string `json:"mode"`
		AllowAll   *bool  `json:"allowAllPermissions"`
		AllowMode  string `json:"allowAllPermissionMode"`
	} `json:"data"`
}

// decode reads a record; false where its bytes are no JSON object, or the run was ended. A
// value of another kind than expected reads as absent, as everywhere.
func (k *run) decode(e *timeline.Event) (line, bool) {
	var l line
	if !k.step(int(e.Length)) {
		return l, false
	}
	err := json.Unmarshal(k.reader.Raw(e), &l)
	var odd *json.UnmarshalTypeError
	return l, err == nil || errors.As(err, &odd)
}

// textBytes is how much of a text evidence keeps.
const textBytes = 240

// shorten keeps the beginning of a text, on one line.
func shorten(s string) string {
	if len(s) > 8*textBytes { // the words beyond are not needed to find the cut
		s = s[:8*textBytes]
	}
	s = strings.Join(strings.Fields(secret.Mask(s)), " ")
	if len(s) <= textBytes {
		return strings.ToValidUTF8(s, "\uFFFD")
	}
	cut := textBytes
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return strings.ToValidUTF8(s[:cut], "\uFFFD") + "…"
}

// many writes a number and what it counts, which forms its plural with an s.
func many(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return strconv.Itoa(n) + " " + thing + "s"
}

// timesOver says how often something happened.
func timesOver(n int) string {
	if n == 1 {
		return "once"
	}
	return strconv.Itoa(n) + " times"
}

// are is the verb of a number.
func are(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// were is the verb of a number in the past.
func were(n int) string {
	if n == 1 {
		return "was"
	}
	return "were"
}

// ends is the ending of a verb whose subject is a number.
func ends(n int) string {
	if n == 1 {
		return "s"
	}
	return ""
}

// tallies counts texts and keeps the order in which they first came.
type tallies struct {
	names []string
	n     map[string]int
}

func (t *tallies) add(name string) {
	if t.n == nil {
		t.n = map[string]int{}
	}
	if t.n[name]++; t.n[name] == 1 {
		t.names = append(t.names, name)
	}
}

// list writes the first few with their counts: "a (3), b, and 4 others".
func (t *tallies) list() string {
	const most = 5
	var out []string
	for i, name := range t.names {
		if i == most {
			out = append(out, "and "+many(len(t.names)-most, "other"))
			break
		}
		if n := t.n[name]; n > 1 {
			name += " (" + strconv.Itoa(n) + " times)"
		}
		out = append(out, name)
	}
	return strings.Join(out, ", ")
}
