package session

import (
	"fmt"
	"sort"
	"strings"
	"unicode/utf8"

	"flightlog/components"
	"flightlog/parse/secret"
	"flightlog/parse/timeline"
)

const (
	rawChunk = 60
	rawShown = 200     // characters of a line that are seen
	rawFirst = 8 << 20 // bytes of a log whose lines are counted before anybody asks for them
)

// rawLog is the log of a session as lines.
type rawLog struct {
	source  int32   // index into Timeline.Sources, or None
	starts  []int64 // of each line
	end     int64
	events  []int32       // of the log, by offset
	damage  []int         // problems of the log that have a line, by line
	repeats map[int64]int // by line: index into Session.Repeats
}

// logSource finds the log of a session: where its events stand, or where its folder has
// one without any.
func (p *Page) logSource() int32 {
	s := p.s
	for i := range s.Events {
		if !s.Events[i].Has(timeline.FromStore) {
			return s.Events[i].Source
		}
	}
	for i := range p.file.Sources {
		src := &p.file.Sources[i]
		if s.Dir != "" && src.Home == s.Home && (strings.HasSuffix(src.Path, "/"+s.Dir+"/events.jsonl") || src.Kind == "legacy" && strings.HasSuffix(src.Path, "/"+s.Dir)) {
			return int32(i)
		}
	}
	return timeline.None
}

func (p *Page) rawOf() *rawLog {
	t := p.tabsOf()
	if t.log != nil {
		return t.log
	}
	r := &rawLog{source: p.logSource(), repeats: map[int64]int{}}
	t.log = r
	if r.source == timeline.None {
		return r
	}
	r.starts, r.end = p.file.LineStarts(r.source), int64(len(p.file.Sources[r.source].Held))
	for i := range p.s.Events {
		if e := &p.s.Events[i]; e.Source == r.source && !e.Has(timeline.FromStore) {
			r.events = append(r.events, int32(i))
		}
	}
	sort.SliceStable(r.events, func(a, b int) bool { return p.s.Events[r.events[a]].Offset < p.s.Events[r.events[b]].Offset })
	for i := range p.file.Problems {
		if q := &p.file.Problems[i]; q.Source == r.source && q.Line > 0 {
			r.damage = append(r.damage, i)
		}
	}
	sort.SliceStable(r.damage, func(a, b int) bool { return p.file.Problems[r.damage[a]].Line < p.file.Problems[r.damage[b]].Line })
	for i := range p.s.Repeats {
		if line := p.s.Repeats[i].Line; line > 0 {
			r.repeats[line] = i
		}
	}
	return r
}

func (p *Page) linesOf() int { return len(p.rawOf().starts) }

// rawCount is how many lines the log has, -1 before anybody looked at those of a log so
// long that counting would keep the first screen waiting.
func (p *Page) rawCount() int {
	if p.tabsOf().log == nil {
		if src := p.logSource(); src != timeline.None && len(p.file.Sources[src].Held) > rawFirst {
			return -1
		}
	}
	return p.linesOf()
}

func (p *Page) rawIntro() (in components.Intro, title, none string) {
	r := p.rawOf()
	in.Text = "The lines of the log as they stand, blank and damaged ones among them. Of each its beginning is shown; its record has all of it."
	if r.source != timeline.None {
		src := &p.file.Sources[r.source]
		in.Facts = append(in.Facts, src.Path, components.Counted(len(r.starts), "line"), components.ExactBytes(r.end))
	}
	return in, "No lines", "This session has no event log in the archive, or an empty one."
}

func (p *Page) rawRows(chunk int) []components.RawRow {
	from, to := components.ChunkOf(p.linesOf(), rawChunk, chunk)
	out := make([]components.RawRow, 0, to-from)
	for i := from; i < to; i++ {
		out = append(out, p.rawRow(i))
	}
	return out
}

// rawRow is a line with what was understood of it.
func (p *Page) rawRow(i int) components.RawRow {
	r, s := p.rawOf(), p.s
	from, to := r.starts[i], r.end
	if i+1 < len(r.starts) {
		to = r.starts[i+1]
	}
	out := components.RawRow{Index: i, Line: int64(i + 1), Bytes: to - from, Look: "system"}
	out.Text, out.Cut = beginning(p.file.LineText(r.source, from, to, 8*rawShown), to-from > 8*rawShown)
	var keys []string
	first := sort.Search(len(r.events), func(k int) bool { return s.Events[r.events[k]].Offset >= from })
	for k := first; k < len(r.events) && s.Events[r.events[k]].Offset < to; k++ {
		e := &s.Events[r.events[k]]
		if keys = append(keys, p.Key(e)); len(keys) == 1 {
			out.Type = e.Type
			_, out.Look = Face(e)
			if e.Has(timeline.Repaired) {
				out.Tags = append(out.Tags, components.Tag{Text: "repaired", Title: "what could be understood of a damaged place"})
			}
		}
	}
	if len(keys) > 1 {
		out.Type = fmt.Sprintf("%s and %d more", out.Type, len(keys)-1)
	}
	if at, ok := r.repeats[out.Line]; ok && out.Type == "" {
		e := &s.Events[s.Repeats[at].Event]
		out.Type, out.Href = "copy of line "+components.Count(e.Line), p.tabHref(rawTab, p.Key(e))
	}
	keys = p.rawDamage(r, &out, keys)
	if len(keys) > 0 {
		out.Key, out.Also = keys[0], strings.Join(keys[1:], " ")
		out.Href = p.tabHref(rawTab, out.Key)
	}
	if out.Type == "" {
		p.rawRest(r, &out, first)
	}
	return out
}

// rawDamage adds what could not be read in a line.
func (p *Page) rawDamage(r *rawLog, out *components.RawRow, keys []string) []string {
	k := sort.Search(len(r.damage), func(k int) bool { return p.file.Problems[r.damage[k]].Line >= out.Line })
	for ; k < len(r.damage) && p.file.Problems[r.damage[k]].Line == out.Line; k++ {
		q := &p.file.Problems[r.damage[k]]
		tag := components.Tag{Text: string(q.Code), Title: q.Message}
		if q.Code.Severity() != timeline.Note {
			tag.Tone = components.Bad
			if out.Type == "" {
				out.Look = "bad"
			}
		}
		if out.Type == "" {
			out.Type = "not a record"
		}
		out.Tags = append(out.Tags, tag)
		keys = append(keys, fmt.Sprintf("problem-%d", r.damage[k]))
	}
	return keys
}

// rawRest says what a line is in which nothing begins.
func (p *Page) rawRest(r *rawLog, out *components.RawRow, first int) {
	s := p.s
	if first > 0 {
		if e := &s.Events[r.events[first-1]]; e.Offset+int64(e.Length) > r.starts[out.Index] {
			out.Type, out.Href = "goes on from line "+components.Count(e.Line), p.tabHref(rawTab, p.Key(e))
			return
		}
	}
	if out.Type = "no record"; strings.Trim(out.Text, " \t\r\n\x00\ufeff") == "" {
		out.Type = "blank"
	}
}

// rawAt is the line in which a route's record or problem begins.
func (p *Page) rawAt(r Place) int {
	log := p.rawOf()
	offset := int64(-1)
	switch {
	case r.Record != nil && r.Record.Source == log.source && !r.Record.Has(timeline.FromStore):
		offset = r.Record.Offset
	case r.Problem >= 0 && p.file.Problems[r.Problem].Source == log.source && log.source != timeline.None:
		return min(max(int(p.file.Problems[r.Problem].Line)-1, 0), max(len(log.starts)-1, 0))
	}
	return max(sort.Search(len(log.starts), func(i int) bool { return log.starts[i] > offset })-1, 0)
}

// beginning cuts a line after the characters that are seen, and not inside a secret. more says that the text is not
// the whole line.
func beginning(text string, more bool) (string, bool) {
	text = strings.TrimRight(text, "\r\n")
	n := 0
	for i := range text {
		if n++; n > rawShown {
			end, _ := secret.Across(text, i)
			return text[:end], true
		}
	}
	for more && len(text) > 0 { // a character that was cut in two
		r, size := utf8.DecodeLastRuneInString(text)
		if r != utf8.RuneError || size != 1 {
			break
		}
		text = text[:len(text)-1]
	}
	return text, more
}
