package parse

import (
	"flightlog/parse/artifact"
	"flightlog/parse/decode/jsonl"
	"flightlog/parse/event"
	"flightlog/parse/timeline"
)

// AsSent is the title of the block that holds a prompt with what the program put around it.
const AsSent = event.AsSent

// Raw gives the record's bytes exactly as they stand in its source.
func (o *Opened) Raw(e *timeline.Event) []byte {
	held := o.Sources[e.Source].Held
	return held[e.Offset : e.Offset+int64(e.Length)]
}

// text gives the line as it is decoded. A repair is done again: it needs only the bytes.
func (o *Opened) text(e *timeline.Event) []byte {
	if e.Has(timeline.Repaired) {
		return jsonl.Text(o.Sources[e.Source].Held, o.Raw(e))
	}
	return jsonl.Trim(o.Raw(e))
}

// open decodes the event's line into r; false when there is no line to decode.
func (o *Opened) open(r *event.Record, e *timeline.Event) bool {
	return !e.Has(timeline.FromStore) && r.Open(o.text(e)) == nil
}

// Summary gives the event's line.
func (o *Opened) Summary(_ *timeline.Session, e *timeline.Event) timeline.Summary {
	if e.Has(timeline.FromStore) {
		return artifact.StoreSummary(e.Type, o.Raw(e))
	}
	if !o.open(o.record, e) {
		return timeline.Summary{Text: e.Type}
	}
	return o.record.Summary()
}

// Blocks gives the event's detail.
func (o *Opened) Blocks(_ *timeline.Session, e *timeline.Event) []timeline.Block {
	if e.Has(timeline.FromStore) {
		return artifact.StoreBlocks(e.Type, o.Raw(e))
	}
	if !o.open(o.record, e) {
		return nil
	}
	return o.record.Blocks()
}

// call decodes the records of a call.
func (o *Opened) call(s *timeline.Session, c *timeline.Call) event.Parts {
	get := func(r *event.Record, i int32) *event.Record {
		if i == timeline.None || !o.open(r, &s.Events[i]) {
			return nil
		}
		return r
	}
	return event.Parts{Request: get(o.parts[0], c.Request), Slot: int(c.Slot), Start: get(o.parts[1], c.Start), Result: get(o.parts[2], c.Result),
		Answer: get(o.parts[3], c.Answered)}
}

// CallSummary gives the call's line: what it was about.
func (o *Opened) CallSummary(s *timeline.Session, c *timeline.Call) timeline.Summary {
	brief := *c
	brief.Result, brief.Answered = timeline.None, timeline.None // what a call was about is never in its result
	p := o.call(s, &brief)
	return p.Summary(c.Tool)
}

// CallBlocks gives the call's detail.
func (o *Opened) CallBlocks(s *timeline.Session, c *timeline.Call) []timeline.Block {
	p := o.call(s, c)
	return p.Blocks(c.Tool)
}

// CallDecision says in words what was decided about the call's permission request, and
// by whom.
func (o *Opened) CallDecision(c *timeline.Call) string {
	return event.Decision(c.Decision, c.DecidedBy)
}

// Rows gives the timeline as rows of the row contract (ROWS.md), in its order. The error
// is that of emit.
func (o *Opened) Rows(opt RowOptions, emit func(*timeline.Row) error) error {
	return o.result.Rows(opt, emit)
}
