package diagnose

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"flightlog/parse/secret"
	"flightlog/parse/timeline"
)

// tokens tells of tokens and keys that stand in prompts, commands, output, database rows
// and the prompt history. The bytes of each source are gone through once.
func tokens(k *run) {
	c := &catch{run: k, places: map[*secret.Shape]*places{}, values: map[*secret.Shape]*tallies{}, seen: map[sighting]bool{}}
	for i := range k.Sources {
		held := k.Sources[i].Held
		c.where, c.line, c.at = nil, 1, 0
		for at := 0; at < len(held); {
			if !k.more() {
				return
			}
			at = secret.Scan(held, at, min(len(held), at+sliceBytes), func(start, end int, s *secret.Shape) { c.inSource(int32(i), start, end, s) })
		}
	}
	for i := range k.History {
		h := &k.History[i]
		b := []byte(h.Text)
		secret.Scan(b, 0, len(b), func(start, end int, s *secret.Shape) {
			c.add(s, h.Text[start:end], Evidence{Home: k.Sources[h.Source].Home, Source: h.Source, Line: h.Index}, "in the prompt history")
		})
	}
	for _, s := range c.order {
		places, values := c.places[s], c.values[s]
		k.find(Finding{Severity: severity(s), Inferred: true, Evidence: places.kept, More: places.left,
			Sentence: looks(s, len(values.names)) + fmt.Sprintf(" in plain text in %s: %s.", many(len(places.kept)+places.left, "place"), values.masked()),
			Advice:   "Have it revoked before this archive is handed on: it stands in the person's own history too. Whether it is still valid no record says."})
	}
}

// severity is that of a shape.
func severity(s *secret.Shape) timeline.Severity {
	if s.Certain {
		return timeline.Error
	}
	return timeline.Warning
}

// looks begins the sentence: a shape is no proof.
func looks(s *secret.Shape, n int) string {
	if n > 1 {
		return fmt.Sprintf("What look like %d %s stand", n, s.Several)
	}
	return "What looks like " + s.One + " stands"
}

// masked lists secrets so that none is given away.
func (t *tallies) masked() string {
	var out tallies
	for _, value := range t.names {
		for range t.n[value] {
			out.add(mask(value))
		}
	}
	return out.list()
}

// mask shows a secret by its first four characters, which tell it from others, and its
// length. One of fewer than sixteen shows its length alone: four would be too much of it.
func mask(value string) string {
	n := utf8.RuneCountInString(value)
	if n < 16 || len(value) < 4 {
		return secret.Masked("", value)
	}
	return fmt.Sprintf("%s… (%d characters)", strings.ToValidUTF8(value[:4], "\uFFFD"), n)
}

// sighting is a value in a record, which is told once however often it stands there.
type sighting struct {
	value  string
	source int32
	line   int64
	kind   string
}

// catch collects tokens by their shape.
type catch struct {
	*run
	order  []*secret.Shape
	places map[*secret.Shape]*places
	values map[*secret.Shape]*tallies // as they stand; they leave masked
	seen   map[sighting]bool
	where  []placed // records of the source at hand, by offset; nil until one is asked for
	line   int64    // of the source at hand, at offset at
	at     int
}

// places are where a shape was found: the first ones, and how many more.
type places struct {
	kept []Evidence
	left int
}

// placed is a record and its session.
type placed struct {
	s *timeline.Session
	e *timeline.Event
	i int32 // its index, -1 for a row of the store
}

func (c *catch) inSource(source int32, start, end int, s *secret.Shape) {
	held := c.Sources[source].Held
	if c.where == nil {
		c.where = c.records(source)
	}
	value := string(held[start:end])
	n, found := slices.BinarySearchFunc(c.where, int64(start), func(p placed, at int64) int { return int(min(max(p.e.Offset-at, -1), 1)) })
	if !found {
		n--
	}
	if n >= 0 && int64(end) <= c.where[n].e.Offset+int64(c.where[n].e.Length) {
		p := c.where[n]
		if p.i < 0 || !c.copied(p.s)[p.i] {
			c.add(s, value, c.record(p.s, p.e, ""), "in "+p.e.Type)
		}
		return
	}
	c.line += int64(bytes.Count(held[c.at:start], []byte("\n")))
	c.at = start
	c.add(s, value, Evidence{Home: c.Sources[source].Home, Source: source, Line: c.line, Offset: int64(start)}, "in "+c.Sources[source].Path)
}

func (c *catch) add(s *secret.Shape, value string, e Evidence, where string) {
	at := sighting{value, e.Source, e.Line, e.Link}
	if c.seen[at] {
		return
	}
	c.seen[at] = true
	if c.values[s] == nil {
		c.order, c.values[s], c.places[s] = append(c.order, s), &tallies{}, &places{}
	}
	e.Text = mask(value) + " " + where
	c.values[s].add(value)
	if p := c.places[s]; len(p.kept) < maxEvidence {
		p.kept = append(p.kept, e)
	} else {
		p.left++
	}
}

// records lists the records of a source by their place in it.
func (c *catch) records(source int32) []placed {
	out := []placed{}
	for _, s := range c.Sessions {
		for i := range s.Events {
			if s.Events[i].Source == source {
				out = append(out, placed{s, &s.Events[i], int32(i)})
			}
		}
		for i := range s.Store {
			if s.Store[i].Source == source {
				out = append(out, placed{s, &s.Store[i], -1})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b placed) int { return int(min(max(a.e.Offset-b.e.Offset, -1), 1)) })
	return out
}
